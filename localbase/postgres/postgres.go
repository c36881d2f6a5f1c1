// Package postgres runs PostgreSQL as a child process of localbase: it finds
// the binaries, makes the cluster, starts, supervises and stops the server.
// What is stored in the databases is no concern of this package.
//
// As root, PostgreSQL refuses to run. The child then runs as the user that owns
// the cluster or, for a new one, as `postgres` or `nobody`; Options.Dir is
// opened for traversal (0711). If that user can't enter Options.Dir because a
// folder above it is closed (a clone under /root), the cluster is made in
// /var/lib/tableside/<random>/ and <Dir>/postgres is a link to it. Binaries that
// the user can't reach are copied to /var/cache/tableside.
package postgres

import (
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// MinMajor is the oldest major version that localbase works with.
const MinMajor = 17

// Superuser is the user who owns the cluster.
const Superuser = "postgres"

var (
	// ErrInUse says that another process holds the data folder.
	ErrInUse = errors.New("data folder is in use")
	// ErrNotRunning says that no server runs on the data folder.
	ErrNotRunning = errors.New("no database runs on the data folder")
	// ErrUnsupported says that this operating system can't run localbase.
	ErrUnsupported = errors.New("localbase runs on Linux and macOS only; set SUPABASE_URL to use a Supabase project")
)

// Options configure Start.
type Options struct {
	Dir         string        // data folder; made if missing. The cluster lies in its subfolder postgres
	BinDir      string        // folder that holds postgres and initdb; "" searches, see findBinaries
	Port        int           // TCP port on 127.0.0.1; 0 means unix socket only
	NoSync      bool          // no fsync: for tests, whose data nobody will miss
	StopTimeout time.Duration // time for a clean stop before a hard one; 0 means 10 s
	Logger      *slog.Logger  // nil discards
}

// Address is where a running server can be reached.
type Address struct {
	SocketDir string `json:"socketDir"`
	Port      int    `json:"port"` // also part of the socket's name
	TCP       bool   `json:"tcp"`  // whether it listens on 127.0.0.1 too
}

// DSN is a connection string over the unix socket, where no password is asked:
// the socket's folder is closed to other users.
func (a Address) DSN(user, database string) string {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	return fmt.Sprintf("host='%s' port=%d user='%s' dbname='%s' sslmode=disable",
		quote.Replace(a.SocketDir), a.Port, quote.Replace(user), quote.Replace(database))
}

// socketPath is the unix socket's path.
func (a Address) socketPath() string {
	return filepath.Join(a.SocketDir, fmt.Sprintf(".s.PGSQL.%d", a.Port))
}

// URL is a connection string for people and other programs: over TCP with a
// password when the server listens there, else over the unix socket.
func (a Address) URL(user, password, database string) string {
	u := url.URL{Scheme: "postgresql", Path: "/" + database}
	if a.TCP {
		u.User = url.UserPassword(user, password)
		u.Host = "127.0.0.1:" + strconv.Itoa(a.Port)
		return u.String()
	}
	u.User = url.User(user)
	query := url.Values{"host": {a.SocketDir}, "port": {strconv.Itoa(a.Port)}}.Encode()
	u.RawQuery = strings.ReplaceAll(query, "+", "%20") // libpq and pgx take a plus for a plus
	return u.String()
}
