// Package pgtest provides a new, migrated database for each test, on a PostgreSQL server that all
// tests of a test binary share. A package that uses it must contain
//
//	func TestMain(m *testing.M) { pgtest.Main(m) }
package pgtest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/migrations"
	"github.com/tableside/tableside/localbase/postgres"
)

// Secret is the key of DB.Keys, the same as that of `supabase start`.
const Secret = "super-secret-jwt-token-with-at-least-32-characters-long"

const (
	dirPrefix        = "tableside-pgtest-"
	templateDatabase = "localbase"
)

// sharedServer is the server of this test binary. The first New starts it.
var sharedServer struct {
	inMain bool
	once   sync.Once
	dir    string
	server *postgres.Server
	err    error

	mu   sync.Mutex
	last int
}

// Main runs the tests, stops the server, deletes its files and exits. If a panic ends the process,
// the server ends with it, and a later run deletes the files.
func Main(m *testing.M) {
	sharedServer.inMain = true
	code := m.Run()
	if sharedServer.server != nil {
		if err := sharedServer.server.Stop(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	if sharedServer.dir != "" {
		if err := os.RemoveAll(sharedServer.dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

// DB is the database of a test. Roles belong to the server, so a test must use unique names for its
// roles.
type DB struct {
	Name string
	Keys *caller.Keys // signs with Secret

	t     testing.TB
	mu    sync.Mutex
	pools map[string]*pgxpool.Pool
}

// New creates a migrated database. It is dropped when t ends.
func New(t testing.TB) *DB {
	t.Helper()
	if !sharedServer.inMain {
		t.Fatal("pgtest: the package must define func TestMain(m *testing.M) { pgtest.Main(m) }")
	}
	sharedServer.once.Do(func() { sharedServer.err = start() })
	if sharedServer.err != nil {
		t.Fatalf("pgtest: %v", sharedServer.err)
	}
	sharedServer.mu.Lock()
	sharedServer.last++
	db := &DB{
		Name:  fmt.Sprintf("test%d", sharedServer.last),
		Keys:  caller.NewKeys([]byte(Secret), nil),
		t:     t,
		pools: make(map[string]*pgxpool.Pool),
	}
	sharedServer.mu.Unlock()
	db.execAsAdmin("create database " + db.Name + " owner " + migrations.Owner + " template " + templateDatabase)
	t.Cleanup(func() {
		for _, pool := range db.pools {
			pool.Close()
		}
		db.drop()
	})
	return db
}

// drop drops the database. The replication slot of a closed connection remains until the server
// notices, and `with (force)` does not remove slots.
func (db *DB) drop() {
	db.t.Helper()
	db.execAsAdmin(`do $$ begin
		for i in 1..200 loop
			exit when not exists (select from pg_replication_slots where active and database = '` + db.Name + `');
			perform pg_sleep(0.05);
		end loop;
	end $$`)
	db.execAsAdmin("drop database " + db.Name + " with (force)")
}

// DSN returns a connection string for user, without a password.
func (db *DB) DSN(user string) string { return sharedServer.server.DSN(user, db.Name) }

// Pool returns a pool of connections as user ("postgres", "authenticator", ...). It is closed when
// the test ends.
func (db *DB) Pool(user string) *pgxpool.Pool {
	db.t.Helper()
	db.mu.Lock()
	defer db.mu.Unlock()
	if pool := db.pools[user]; pool != nil {
		return pool
	}
	pool, err := pgxpool.New(context.Background(), db.DSN(user))
	if err != nil {
		db.t.Fatalf("pgtest: connect as %s: %v", user, err)
	}
	db.pools[user] = pool
	return pool
}

// Exec executes SQL as the owner, in one transaction unless the SQL contains transaction commands.
func (db *DB) Exec(t testing.TB, sql string) {
	t.Helper()
	db.execAs(t, migrations.Owner, sql)
}

// ExecAsSuperuser works like Exec, for SQL that the owner cannot execute.
func (db *DB) ExecAsSuperuser(t testing.TB, sql string) {
	t.Helper()
	db.execAs(t, migrations.Admin, sql)
}

func (db *DB) execAs(t testing.TB, user, sql string) {
	t.Helper()
	if _, err := db.Pool(user).Exec(context.Background(), sql); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
}

// PID returns the process id of the server, for tests that kill it. The server is restarted.
func PID() int { return sharedServer.server.PID() }

func (db *DB) execAsAdmin(sql string) {
	db.t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, sharedServer.server.DSN(migrations.Admin, postgres.Superuser))
	if err != nil {
		db.t.Fatalf("pgtest: connect: %v", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		db.t.Fatalf("pgtest: %s: %v", sql, err)
	}
}

// start starts the server and creates the template of all test databases.
func start() error {
	removeLeftovers()
	var err error
	if sharedServer.dir, err = os.MkdirTemp("", dirPrefix); err != nil {
		return err
	}
	ctx := context.Background()
	sharedServer.server, err = postgres.Start(ctx, postgres.Options{Dir: sharedServer.dir, NoSync: true})
	if err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, sharedServer.server.DSN(postgres.Superuser, postgres.Superuser))
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "create database "+templateDatabase); err != nil {
		return fmt.Errorf("create template: %w", err)
	}
	return migrations.Run(ctx, func(user string) string { return sharedServer.server.DSN(user, templateDatabase) })
}

// removeLeftovers deletes the folders of test binaries that a panic ended. A folder younger than an
// hour can belong to a running binary.
func removeLeftovers() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), dirPrefix+"*")) // the pattern is valid
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = postgres.RemoveData(dir) // fails if the folder is in use or belongs to another user
		}
	}
}
