package demo_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/storage"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// noon is when the tests' demo is loaded.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// options is what Load needs, with a storage service of its own.
func options(t *testing.T, db *pgtest.DB) demo.Options {
	t.Helper()
	handler, err := storage.New(storage.Options{Pool: db.Pool("supabase_storage_admin"), Keys: db.Keys, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.StripPrefix("/storage/v1", handler))
	t.Cleanup(server.Close)
	key, err := db.Keys.Sign(map[string]any{"role": "service_role", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	return demo.Options{DB: connect(t, db), StorageURL: server.URL + "/storage/v1", Key: key, Now: noon}
}

func connect(t *testing.T, db *pgtest.DB) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// query answers one value.
func query[T any](t *testing.T, conn *pgx.Conn, sql string, args ...any) T {
	t.Helper()
	var value T
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

func TestLoad(t *testing.T) {
	db := pgtest.New(t)
	opts := options(t, db)
	began := time.Now()
	if err := demo.Load(t.Context(), opts); err != nil {
		t.Fatal(err)
	}
	t.Logf("loaded in %v", time.Since(began))
}
