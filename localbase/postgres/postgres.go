// Package postgres runs PostgreSQL as a child process of localbase. It finds the binaries, creates
// the cluster, and starts, supervises and stops the server. The content of the databases is not
// part of this package.
//
// PostgreSQL does not run as root. If this process is root, the server runs as the owner of the
// cluster or, for a new cluster, as `postgres` or `nobody`; a new Options.Dir has mode 0711. If
// that user cannot enter Options.Dir because of a parent folder (a clone under /root), the cluster
// is in /var/lib/tableside/<random>/ and <Dir>/postgres is a link to it. Binaries that the user
// cannot read are copied to /var/cache/tableside.
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

// MinMajor is the minimum major version of PostgreSQL.
const MinMajor = 17

// Superuser is the database user that initdb creates; the migrations of localbase rename it. A
// database has the same name.
const Superuser = "postgres"

var (
	// ErrInUse reports that another process uses the data folder.
	ErrInUse = errors.New("data folder is in use")
	// ErrNotRunning reports that no server runs for the data folder.
	ErrNotRunning = errors.New("no database server is running for the data folder")
	// ErrUnsupported reports that the operating system cannot run localbase.
	ErrUnsupported = errors.New("localbase runs on Linux and macOS only; set SUPABASE_URL to use a Supabase project")
)

// Options configures Start.
type Options struct {
	Dir         string        // data folder, created if missing; the cluster is in its subfolder postgres
	BinDir      string        // folder of postgres and initdb; "": search (see findBinaries)
	Port        int           // TCP port on 127.0.0.1; 0: Unix socket only
	NoSync      bool          // disable fsync, for tests
	StopTimeout time.Duration // time for a clean stop before a forced one; 0: 10 s
	Logger      *slog.Logger  // nil: no log
}

// Address is the address of a running server.
type Address struct {
	SocketDir string `json:"socketDir"`
	Port      int    `json:"port"` // also in the name of the socket
	TCP       bool   `json:"tcp"`  // the server also listens on 127.0.0.1
}

// DSN returns a connection string for the Unix socket. It needs no password, because other users
// cannot enter the folder of the socket.
func (a Address) DSN(user, database string) string {
	quote := strings.NewReplacer(`\`, `\\`, `'`, `\'`)
	return fmt.Sprintf("host='%s' port=%d user='%s' dbname='%s' sslmode=disable",
		quote.Replace(a.SocketDir), a.Port, quote.Replace(user), quote.Replace(database))
}

// socketPath returns the path of the Unix socket.
func (a Address) socketPath() string {
	return filepath.Join(a.SocketDir, fmt.Sprintf(".s.PGSQL.%d", a.Port))
}

// URL returns a connection string for users and other programs: over TCP with a password if the
// server listens there, otherwise over the Unix socket.
func (a Address) URL(user, password, database string) string {
	u := url.URL{Scheme: "postgresql", Path: "/" + database}
	if a.TCP {
		u.User = url.UserPassword(user, password)
		u.Host = "127.0.0.1:" + strconv.Itoa(a.Port)
		return u.String()
	}
	u.User = url.User(user)
	query := url.Values{"host": {a.SocketDir}, "port": {strconv.Itoa(a.Port)}}.Encode()
	u.RawQuery = strings.ReplaceAll(query, "+", "%20") // libpq and pgx do not decode a plus
	return u.String()
}
