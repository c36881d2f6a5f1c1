//go:build unix

package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// names within the data folder
const (
	clusterName = "postgres"      // the cluster, or a link to it
	draftPrefix = "postgres.new-" // a cluster that is being made
	socketName  = "run"           // the folder of the unix socket
	lockName    = "lock"
	addressName = "postgres.json"
)

// fallbackRoot is where clusters lie whose data folder the child can't enter. Tests
// set it.
var fallbackRoot = "/var/lib/tableside"

// cluster is a place on disk for a server's files.
type cluster struct {
	home   string // holds the cluster and, if its path is short enough, the socket
	pgdata string
	user   processUser
	bin    binaries
}

// openDataDir makes dir if need be and locks it for this process. The lock
// goes with the process, also when it is killed.
func openDataDir(dir string) (lock *os.File, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	if os.Geteuid() == 0 {
		if err := allowTraversal(dir); err != nil {
			return nil, fmt.Errorf("make data folder: %w", err)
		}
	}
	lock, err = os.OpenFile(filepath.Join(dir, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		lock.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%w: another Tableside works on %s; stop it, or set TABLESIDE_DATA to another folder", ErrInUse, dir)
		}
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	return lock, nil
}

// allowTraversal opens a new data folder for the child, who isn't root. A folder that
// holds something may have been somebody's before and stays as it is.
func allowTraversal(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) > 0 {
		return err
	}
	return os.Chmod(dir, 0o711)
}

// prepareCluster finds binaries and a place for dir's cluster, and makes the cluster
// if there is none yet. The caller holds the lock.
func prepareCluster(ctx context.Context, dir string, opts Options) (cluster, error) {
	as, err := findProcessUser(filepath.Join(dir, clusterName))
	if err != nil {
		return cluster{}, err
	}
	bin, err := findBinaries(ctx, opts.BinDir, as)
	if err != nil {
		return cluster{}, err
	}
	c := cluster{user: as, bin: bin}
	if c.home, err = chooseHome(ctx, dir, as, bin); err != nil {
		return cluster{}, err
	}
	c.pgdata = filepath.Join(c.home, clusterName)
	if err := c.removeDrafts(); err != nil {
		return cluster{}, err
	}
	if _, err := os.Stat(c.pgdata); errors.Is(err, fs.ErrNotExist) {
		return c, c.create(ctx, opts.NoSync)
	}
	return c, c.checkCompatibility()
}

// chooseHome answers the folder that holds dir's cluster: dir itself, or the
// one elsewhere that dir links to.
func chooseHome(ctx context.Context, dir string, as processUser, bin binaries) (string, error) {
	link := filepath.Join(dir, clusterName)
	if target, err := os.Readlink(link); err == nil {
		home := filepath.Dir(target)
		if _, err := os.Stat(home); err != nil {
			return "", fmt.Errorf("find the database's files: %s points to %s, which can't be opened (%w); bring it back, or delete %s to begin anew", link, target, err, dir)
		}
		return home, nil
	}
	reachable, err := as.canEnter(ctx, dir, bin)
	if err != nil {
		return "", fmt.Errorf("enter data folder: %w", err)
	}
	if reachable {
		return dir, nil
	}
	if _, err := os.Stat(link); err == nil {
		return "", fmt.Errorf("the database runs as user %s, who can't enter %s; move the folder, or open the folders above it", as.name, dir)
	}
	if err := os.MkdirAll(fallbackRoot, 0o711); err != nil {
		return "", fmt.Errorf("user %s, whom the database has to run as, can't enter %s: %w", as.name, dir, err)
	}
	home, err := os.MkdirTemp(fallbackRoot, "")
	if err != nil {
		return "", fmt.Errorf("make folder for the database: %w", err)
	}
	if err := os.Chmod(home, 0o711); err != nil {
		return "", fmt.Errorf("make folder for the database: %w", err)
	}
	if err := os.Symlink(filepath.Join(home, clusterName), link); err != nil {
		return "", fmt.Errorf("make folder for the database: %w", err)
	}
	return home, nil
}

// removeDrafts deletes what a killed initdb left behind.
func (c cluster) removeDrafts() error {
	entries, err := os.ReadDir(c.home)
	if err != nil {
		return fmt.Errorf("read data folder: %w", err)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), draftPrefix) {
			if err := os.RemoveAll(filepath.Join(c.home, entry.Name())); err != nil {
				return fmt.Errorf("remove half-made database: %w", err)
			}
		}
	}
	return nil
}

// checkCompatibility refuses a cluster that these binaries or this user can't run.
func (c cluster) checkCompatibility() error {
	data, err := os.ReadFile(filepath.Join(c.pgdata, "PG_VERSION"))
	if errors.Is(err, fs.ErrPermission) {
		info, statErr := os.Stat(c.pgdata)
		if statErr != nil {
			return fmt.Errorf("open database: %w", err)
		}
		uid, _ := ownerOf(info)
		return fmt.Errorf("%s belongs to user %s; start as that user or, if root made it, as root", c.pgdata, userName(uid))
	}
	if err != nil {
		return fmt.Errorf("%s is not a PostgreSQL data folder: %w", c.pgdata, err)
	}
	if made := strings.TrimSpace(string(data)); made != fmt.Sprint(c.bin.major) {
		return fmt.Errorf("%s was made by PostgreSQL %s, and %s is version %s; use PostgreSQL %s, or another data folder",
			c.pgdata, made, c.bin.postgres(), c.bin.version, made)
	}
	return nil
}

// locales are tried in turn: Supabase's own, the same where the system lacks
// C.UTF-8, and one for servers that were built without ICU.
var locales = [][]string{
	{"--locale-provider=icu", "--icu-locale=en-US", "--locale=C", "--lc-ctype=C.UTF-8"},
	{"--locale-provider=icu", "--icu-locale=en-US", "--locale=C"},
	{"--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"},
}

// hostAuth lets in whoever can enter the socket's folder, and by TCP only with
// the password.
const hostAuth = `local all         all              trust
local replication all              trust
host  all         all 127.0.0.1/32 scram-sha-256
`

// create makes the cluster under a temporary name, then renames it: a cluster
// under its own name is always whole.
func (c cluster) create(ctx context.Context, throwaway bool) error {
	var err error
	for _, locale := range locales {
		if err = c.tryCreate(ctx, locale, throwaway); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (c cluster) tryCreate(ctx context.Context, locale []string, throwaway bool) error {
	draft, err := os.MkdirTemp(c.home, draftPrefix)
	if err != nil {
		return fmt.Errorf("make database: %w", err)
	}
	defer os.RemoveAll(draft) // gone already when the rename worked
	if err := c.user.chown(draft); err != nil {
		return fmt.Errorf("make database: %w", err)
	}
	args := append([]string{"-D", draft, "-U", Superuser, "-E", "UTF8", "--auth=trust", "--no-instructions"}, locale...)
	if throwaway {
		args = append(args, "--no-sync")
	}
	cmd := c.user.newCommand(ctx, draft, c.bin.initdb(), args...)
	dieWithParent(cmd.SysProcAttr)
	runtime.LockOSThread() // see startChild
	defer runtime.UnlockOSThread()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("make database: initdb: %w: %s", err, lastLines(string(out), 5))
	}
	if err := os.WriteFile(filepath.Join(draft, "pg_hba.conf"), []byte(hostAuth), 0o600); err != nil {
		return fmt.Errorf("make database: %w", err)
	}
	if err := os.Rename(draft, c.pgdata); err != nil {
		return fmt.Errorf("make database: %w", err)
	}
	return syncDir(c.home)
}

func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("flush data folder: %w", err)
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		return fmt.Errorf("flush data folder: %w", err)
	}
	return nil
}

// maxSocketPath is the longest path of a unix socket that Linux and macOS take.
const maxSocketPath = 103

// createSocketDir makes the folder for the socket, closed to other users: beside the
// cluster, or a temporary one where that path is too long for a socket or, by
// its comma, would be read as two in a connection string.
func (c cluster) createSocketDir(port int) (dir string, temporary bool, err error) {
	dir = filepath.Join(c.home, socketName)
	temporary = len(Address{SocketDir: dir, Port: port}.socketPath()) > maxSocketPath || strings.Contains(dir, ",")
	if temporary {
		dir, err = os.MkdirTemp("", "tableside-")
	} else if err = os.Mkdir(dir, 0o700); errors.Is(err, fs.ErrExist) {
		err = nil
	}
	if err != nil {
		return "", false, fmt.Errorf("make socket folder: %w", err)
	}
	if err := c.user.chown(dir); err != nil {
		return "", false, fmt.Errorf("make socket folder: %w", err)
	}
	return dir, temporary, nil
}

// writeAddress notes, for other processes of the same user, where the server is.
func writeAddress(dir string, address Address) error {
	data, err := json.Marshal(address)
	if err != nil {
		return fmt.Errorf("note the database's address: %w", err)
	}
	if err := os.WriteFile(filepath.Join(dir, addressName), data, 0o600); err != nil {
		return fmt.Errorf("note the database's address: %w", err)
	}
	return nil
}

func readAddress(dir string) (Address, error) {
	var address Address
	data, err := os.ReadFile(filepath.Join(dir, addressName))
	if err != nil {
		return address, fmt.Errorf("read the database's address: %w", err)
	}
	if err := json.Unmarshal(data, &address); err != nil {
		return address, fmt.Errorf("read the database's address: %w", err)
	}
	return address, nil
}
