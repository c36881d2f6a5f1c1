// Package pgtest gives a test a fresh, migrated database on a real PostgreSQL
// that the test binary's tests share. A package that uses it says
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

// Secret signs the tokens of DB.Keys; it is the one that `supabase start` uses.
const Secret = "super-secret-jwt-token-with-at-least-32-characters-long"

const (
	dirPrefix        = "tableside-pgtest-"
	templateDatabase = "localbase"
)

// sharedServer is the server of this test binary, started by the first New.
var sharedServer struct {
	inMain bool
	once   sync.Once
	dir    string
	server *postgres.Server
	err    error

	mu   sync.Mutex
	last int
}

// Main runs the tests, then stops the server and deletes its files. It doesn't
// return. When a test's panic ends the process, the server goes with it, and
// the files are deleted by a later run.
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

// DB is one test's database. Roles belong to the server: a test that makes one
// gives it a name of its own.
type DB struct {
	Name string
	Keys *caller.Keys // signs with Secret

	t     testing.TB
	mu    sync.Mutex
	pools map[string]*pgxpool.Pool
}

// New makes a migrated database that is dropped at the end of t.
func New(t testing.TB) *DB {
	t.Helper()
	if !sharedServer.inMain {
		t.Fatal("pgtest: the package needs func TestMain(m *testing.M) { pgtest.Main(m) }")
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
	db.execAsAdmin("create database " + db.Name + " template " + templateDatabase)
	t.Cleanup(func() {
		for _, pool := range db.pools {
			pool.Close()
		}
		db.drop()
	})
	return db
}

// drop deletes the database. A replication connection that the test has closed
// holds its slot until the server notices, and force doesn't reach a slot.
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

// DSN is a connection string for user, who needs no password.
func (db *DB) DSN(user string) string { return sharedServer.server.DSN(user, db.Name) }

// Pool connects as user ("postgres", "authenticator"...). It is closed at the
// end of the test.
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

// Exec runs statements as the owner, in one transaction unless they say otherwise.
func (db *DB) Exec(t testing.TB, sql string) {
	t.Helper()
	if _, err := db.Pool(postgres.Superuser).Exec(context.Background(), sql); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
}

// PID is the process of the server, for tests that kill it; it is started again.
func PID() int { return sharedServer.server.PID() }

func (db *DB) execAsAdmin(sql string) {
	db.t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, sharedServer.server.DSN(postgres.Superuser, postgres.Superuser))
	if err != nil {
		db.t.Fatalf("pgtest: connect: %v", err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, sql); err != nil {
		db.t.Fatalf("pgtest: %s: %v", sql, err)
	}
}

// start brings up the server and makes the database that all others are copies of.
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
		return fmt.Errorf("make template: %w", err)
	}
	migrated, err := pgx.Connect(ctx, sharedServer.server.DSN(postgres.Superuser, templateDatabase))
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer migrated.Close(ctx) // nobody may be connected to a template when it is copied
	return migrations.Run(ctx, migrated)
}

// removeLeftovers deletes the folders of test binaries that a panic ended. One
// that is young may belong to a binary that is just starting.
func removeLeftovers() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), dirPrefix+"*")) // the pattern is well-formed
	for _, dir := range dirs {
		if info, err := os.Stat(dir); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = postgres.RemoveData(dir) // in use, or another user's: theirs to delete
		}
	}
}
