//go:build unix

package postgres

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// tempDir returns a temporary folder that the database's user can enter, unlike t.TempDir.
func tempDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "tableside-postgres-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil {
		t.Fatal(err)
	}
	return dir
}

func mustStart(t *testing.T, opts Options) *Server {
	t.Helper()
	s, err := Start(context.Background(), opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { mustStop(t, s) })
	return s
}

func mustStop(t *testing.T, s *Server) {
	t.Helper()
	if err := s.Stop(context.Background()); err != nil {
		t.Error(err)
	}
}

// execute runs sql.
func execute(t *testing.T, dsn, sql string) {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(context.Background(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}

// query runs sql and returns its text.
func query(t *testing.T, dsn, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var text string
	if err := conn.QueryRow(context.Background(), sql).Scan(&text); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return text
}

func TestRestartPreservesDataAndIsFast(t *testing.T) {
	dir := filepath.Join(tempDir(t), "data")
	s := mustStart(t, Options{Dir: dir})
	dsn := s.DSN(Superuser, Superuser)
	execute(t, dsn, `create table t as select 'stored' as v`)
	for setting, want := range map[string]string{"fsync": "on", "wal_level": "logical", "server_encoding": "UTF8", "TimeZone": "UTC"} {
		if got := query(t, dsn, `select current_setting('`+setting+`')`); got != want {
			t.Errorf("%s is %q, want %q", setting, got, want)
		}
	}
	mustStop(t, s)

	// Other processes can slow down single starts, so the fastest counts: 0.3 s on an idle machine.
	fastest := time.Hour
	for range 5 {
		start := time.Now()
		s = mustStart(t, Options{Dir: dir})
		if fastest = min(fastest, time.Since(start)); fastest < 3*time.Second {
			break
		}
		mustStop(t, s)
		s = nil
	}
	if s == nil {
		t.Fatalf("the fastest of several starts took %v", fastest)
	}
	if got := query(t, s.DSN(Superuser, Superuser), `select v from t`); got != "stored" {
		t.Errorf("after the second start the row is %q", got)
	}
}

func TestAnyPathWorks(t *testing.T) {
	for _, name := range []string{
		`with space, comma, 'quotes" and \`,
		"Übergröße 数据 📦",
		strings.Repeat("very-long-", 15),
	} {
		t.Run(name, func(t *testing.T) {
			parent := tempDir(t)
			dir := filepath.Join(parent, name)
			s := mustStart(t, Options{Dir: dir, NoSync: true})
			if got := query(t, s.DSN(Superuser, Superuser), `select 'up'`); got != "up" {
				t.Errorf("got %q", got)
			}
			if got := query(t, s.URL(Superuser, "", Superuser), `select 'up'`); got != "up" {
				t.Errorf("by URL: got %q", got)
			}
			mustStop(t, s)
			if filepath.Dir(s.SocketDir) == dir {
				return // the data folder's own folder, which remains
			}
			if _, err := os.Stat(s.SocketDir); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the temporary socket folder remains: %v", err)
			}
		})
	}
}

func TestTCPRequiresPassword(t *testing.T) {
	probe, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := probe.Addr().(*net.TCPAddr).Port
	dir := tempDir(t)

	_, err = Start(context.Background(), Options{Dir: dir, Port: port, NoSync: true})
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("cannot use the database port %d", port)) {
		t.Errorf("with a used port: %v", err)
	}
	probe.Close()

	s := mustStart(t, Options{Dir: dir, Port: port, NoSync: true})
	execute(t, s.DSN(Superuser, Superuser), `alter role postgres password 'let me in'`)
	if got := query(t, s.URL(Superuser, "let me in", Superuser), `select 'in'`); got != "in" {
		t.Errorf("with the password: %q", got)
	}
	if _, err := pgx.Connect(context.Background(), s.URL(Superuser, "wrong", Superuser)); err == nil {
		t.Error("connected with a wrong password")
	}
}

func TestOneProcessPerDataFolder(t *testing.T) {
	dir := tempDir(t)
	if _, err := FindRunning(dir); !errors.Is(err, ErrNotRunning) {
		t.Errorf("before the start: %v", err)
	}
	s := mustStart(t, Options{Dir: dir, NoSync: true})
	_, err := Start(context.Background(), Options{Dir: dir, NoSync: true})
	if !errors.Is(err, ErrInUse) || !strings.Contains(err.Error(), "another Tableside process uses "+dir) {
		t.Errorf("second start: %v", err)
	}
	if err := RemoveData(dir); !errors.Is(err, ErrInUse) {
		t.Errorf("remove while in use: %v", err)
	}
	address, err := FindRunning(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := query(t, address.DSN(Superuser, Superuser), `select 'same'`); got != "same" {
		t.Errorf("through FindRunning: %q", got)
	}
	mustStop(t, s)
	if _, err := FindRunning(dir); !errors.Is(err, ErrNotRunning) {
		t.Errorf("after the stop: %v", err)
	}
}

func TestIncompatibleClustersAreRejected(t *testing.T) {
	t.Run("newer major version", func(t *testing.T) {
		dir := tempDir(t)
		mustStop(t, mustStart(t, Options{Dir: dir, NoSync: true}))
		if err := os.WriteFile(filepath.Join(dir, clusterName, "PG_VERSION"), []byte("99\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := Start(context.Background(), Options{Dir: dir})
		if err == nil || !strings.Contains(err.Error(), "was created by PostgreSQL 99") || !strings.Contains(err.Error(), "is version 1") {
			t.Errorf("got %v", err)
		}
	})
	t.Run("not a cluster", func(t *testing.T) {
		dir := tempDir(t)
		if err := os.Mkdir(filepath.Join(dir, clusterName), 0o755); err != nil {
			t.Fatal(err)
		}
		_, err := Start(context.Background(), Options{Dir: dir})
		if err == nil || !strings.Contains(err.Error(), "is not a PostgreSQL data folder") {
			t.Errorf("got %v", err)
		}
	})
}

func TestRemoveDataPreservesOtherFiles(t *testing.T) {
	dir := filepath.Join(tempDir(t), "data")
	mustStop(t, mustStart(t, Options{Dir: dir, NoSync: true}))
	for _, name := range []string{"ours", "theirs"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := RemoveData(dir, "ours"); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != "theirs" {
		t.Errorf("got %v (%v), want only theirs", entries, err)
	}
	if err := os.Remove(filepath.Join(dir, "theirs")); err != nil {
		t.Fatal(err)
	}
	mustStop(t, mustStart(t, Options{Dir: dir, NoSync: true}))
	if err := RemoveData(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the empty data folder remains: %v", err)
	}
}
