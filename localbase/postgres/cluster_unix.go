//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Names in the data folder.
const (
	clusterName      = "postgres"      // the cluster, or a link to it
	newClusterPrefix = "postgres.new-" // a cluster that initdb is creating
	socketName       = "run"           // folder of the Unix socket
	lockName         = "lock"
	addressName      = "postgres.json"
)

// fallbackRoot contains the clusters whose data folder the database's user cannot enter. Tests
// replace it.
var fallbackRoot = "/var/lib/tableside"

// cluster is a PostgreSQL cluster with the user and binaries that run it.
type cluster struct {
	baseDir string // contains the cluster and, if its path is short enough, the socket
	pgdata  string
	user    processUser
	bin     binaries
}

// prepareCluster finds binaries and a folder for the cluster of dir, and creates the cluster if it
// does not exist. The caller must hold the lock.
func prepareCluster(ctx context.Context, dir string, opts Options) (cluster, error) {
	runAs, err := findProcessUser(filepath.Join(dir, clusterName))
	if err != nil {
		return cluster{}, err
	}
	bin, err := findBinaries(ctx, opts.BinDir, runAs)
	if err != nil {
		return cluster{}, err
	}
	c := cluster{user: runAs, bin: bin}
	if c.baseDir, err = chooseBaseDir(ctx, dir, runAs, bin); err != nil {
		return cluster{}, err
	}
	c.pgdata = filepath.Join(c.baseDir, clusterName)
	if err := c.removeIncompleteClusters(); err != nil {
		return cluster{}, err
	}
	if _, err := os.Stat(c.pgdata); errors.Is(err, fs.ErrNotExist) {
		return c, c.create(ctx, opts.NoSync)
	}
	return c, c.checkCompatibility()
}

// chooseBaseDir returns the folder that contains the cluster of dir: dir itself, or a folder in
// fallbackRoot to which dir contains a link.
func chooseBaseDir(ctx context.Context, dir string, runAs processUser, bin binaries) (string, error) {
	link := filepath.Join(dir, clusterName)
	if target, err := os.Readlink(link); err == nil {
		baseDir := filepath.Dir(target)
		if _, err := os.Stat(baseDir); err != nil {
			return "", fmt.Errorf("find the database's files: %s is a link to %s, which cannot be opened (%w); restore it, or delete %s to start with an empty database", link, target, err, dir)
		}
		return baseDir, nil
	}
	canEnter, err := runAs.canEnter(ctx, dir, bin)
	if err != nil {
		return "", fmt.Errorf("enter data folder: %w", err)
	}
	if canEnter {
		return dir, nil
	}
	if _, err := os.Stat(link); err == nil {
		return "", fmt.Errorf("the database runs as user %s, which cannot enter %s; move the folder, or allow access to its parent folders", runAs.name, dir)
	}
	if err := os.MkdirAll(fallbackRoot, 0o711); err != nil {
		return "", fmt.Errorf("the database runs as user %s, which cannot enter %s: %w", runAs.name, dir, err)
	}
	baseDir, err := os.MkdirTemp(fallbackRoot, "")
	if err != nil {
		return "", fmt.Errorf("create folder for the database: %w", err)
	}
	if err := os.Chmod(baseDir, 0o711); err != nil {
		return "", fmt.Errorf("create folder for the database: %w", err)
	}
	if err := os.Symlink(filepath.Join(baseDir, clusterName), link); err != nil {
		return "", fmt.Errorf("create folder for the database: %w", err)
	}
	return baseDir, nil
}

// removeIncompleteClusters deletes clusters that an interrupted initdb left.
func (c cluster) removeIncompleteClusters() error {
	entries, err := os.ReadDir(c.baseDir)
	if err != nil {
		return fmt.Errorf("read data folder: %w", err)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), newClusterPrefix) {
			if err := os.RemoveAll(filepath.Join(c.baseDir, entry.Name())); err != nil {
				return fmt.Errorf("remove incomplete database: %w", err)
			}
		}
	}
	return nil
}

// checkCompatibility returns an error if these binaries or this user cannot run the cluster.
func (c cluster) checkCompatibility() error {
	data, err := os.ReadFile(filepath.Join(c.pgdata, "PG_VERSION"))
	if errors.Is(err, fs.ErrPermission) {
		info, statErr := os.Stat(c.pgdata)
		if statErr != nil {
			return fmt.Errorf("open database: %w", err)
		}
		uid, _ := getOwner(info)
		return fmt.Errorf("%s belongs to user %s; start Tableside as that user or, if root created it, as root", c.pgdata, userName(uid))
	}
	if err != nil {
		return fmt.Errorf("%s is not a PostgreSQL data folder: %w", c.pgdata, err)
	}
	if version := strings.TrimSpace(string(data)); version != fmt.Sprint(c.bin.major) {
		return fmt.Errorf("%s was created by PostgreSQL %s, but %s is version %s; use PostgreSQL %s, or another data folder",
			c.pgdata, version, c.bin.postgres(), c.bin.version, version)
	}
	return nil
}

// locales are the locale arguments of initdb to try in order: Supabase's, the same for systems
// without C.UTF-8, and one for servers without ICU.
var locales = [][]string{
	{"--locale-provider=icu", "--icu-locale=en-US", "--locale=C", "--lc-ctype=C.UTF-8"},
	{"--locale-provider=icu", "--icu-locale=en-US", "--locale=C"},
	{"--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"},
}

// pgHBA allows connections over the socket without a password, because only its owner can enter the
// folder, and over TCP with the password.
const pgHBA = `local all         all              trust
local replication all              trust
host  all         all 127.0.0.1/32 scram-sha-256
`

// create creates the cluster with a temporary name and then renames it, so that a cluster with its
// final name is complete.
func (c cluster) create(ctx context.Context, noSync bool) error {
	var err error
	for _, locale := range locales {
		if err = c.tryCreate(ctx, locale, noSync); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// tryCreate creates the cluster with one locale.
func (c cluster) tryCreate(ctx context.Context, locale []string, noSync bool) error {
	newDir, err := os.MkdirTemp(c.baseDir, newClusterPrefix)
	if err != nil {
		return fmt.Errorf("create database: %w", err)
	}
	defer os.RemoveAll(newDir) // does nothing after the rename
	if err := c.user.chown(newDir); err != nil {
		return fmt.Errorf("create database: %w", err)
	}
	args := append([]string{"-D", newDir, "-U", Superuser, "-E", "UTF8", "--auth=trust", "--no-instructions"}, locale...)
	if noSync {
		args = append(args, "--no-sync")
	}
	cmd := c.user.newCommand(ctx, newDir, c.bin.initdb(), args...)
	setParentDeathSignal(cmd.SysProcAttr)
	runtime.LockOSThread() // see startServerProcess
	defer runtime.UnlockOSThread()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("create database: initdb: %w: %s", err, lastLines(string(out), 5))
	}
	if err := os.WriteFile(filepath.Join(newDir, "pg_hba.conf"), []byte(pgHBA), 0o600); err != nil {
		return fmt.Errorf("create database: %w", err)
	}
	if err := os.Rename(newDir, c.pgdata); err != nil {
		return fmt.Errorf("create database: %w", err)
	}
	return syncDir(c.baseDir)
}

// syncDir writes the entries of a folder to the disk (fsync).
func syncDir(dir string) error {
	f, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("sync data folder: %w", err)
	}
	defer f.Close()
	if err := f.Sync(); err != nil {
		return fmt.Errorf("sync data folder: %w", err)
	}
	return nil
}

// maxSocketPath is the maximum length of a Unix socket's path on Linux and macOS.
const maxSocketPath = 103

// createSocketDir creates the folder of the Unix socket, which only the database's user can enter.
// It is next to the cluster. It is a temporary folder if the socket's path, whose name contains
// port, would be too long, or if the path contains a comma, which separates hosts in a connection
// string.
func (c cluster) createSocketDir(port int) (dir string, isTemporary bool, err error) {
	dir = filepath.Join(c.baseDir, socketName)
	isTemporary = len(Address{SocketDir: dir, Port: port}.socketPath()) > maxSocketPath || strings.Contains(dir, ",")
	if isTemporary {
		dir, err = os.MkdirTemp("", "tableside-")
	} else if err = os.Mkdir(dir, 0o700); errors.Is(err, fs.ErrExist) {
		err = nil
	}
	if err != nil {
		return "", false, fmt.Errorf("create socket folder: %w", err)
	}
	if err := c.user.chown(dir); err != nil {
		return "", false, fmt.Errorf("create socket folder: %w", err)
	}
	return dir, isTemporary, nil
}
