package realtime

import (
	"context"
	"testing"

	"github.com/tableside/tableside/localbase/pgtest"
)

// The bound of localbase is 1 GB, that of the test's server 64 MB: what we
// haven't read is given up beyond it, and the disk doesn't fill.
func TestStalledStreamRetainsLimitedLog(t *testing.T) {
	db := pgtest.New(t)
	h := New(Options{Pool: db.Pool("supabase_realtime_admin"), Keys: db.Keys, ReplicationDSN: db.DSN("supabase_realtime_admin")})
	stalled := &replicator{h: h, relations: make(map[uint32]relationMessage)}
	if err := stalled.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer stalled.conn.Close(context.Background())
	owner := db.Pool("postgres")
	status := func() (status string) {
		err := owner.QueryRow(t.Context(), `select coalesce((select coalesce(wal_status, '') from pg_replication_slots where database = current_database()), 'gone')`).Scan(&status)
		if err != nil {
			t.Fatal(err)
		}
		return status
	}
	if got := status(); got != "reserved" {
		t.Fatalf("at first, the slot is %s", got)
	}
	for range 7 { // segments of 16 MB
		db.Exec(t, `select pg_logical_emit_message(false, 'fill', 'x')`)
		db.Exec(t, `select pg_switch_wal()`)
	}
	db.Exec(t, `checkpoint`)
	if got := status(); got != "lost" && got != "gone" {
		t.Errorf("past the bound, the slot is %s", got)
	}
	var err error
	for err == nil {
		err = stalled.handleNext(t.Context())
	}
	t.Log(err) // "terminating connection due to administrator command", or the end of the connection

	// A new slot begins where the log is now.
	again := &replicator{h: h, relations: make(map[uint32]relationMessage)}
	if err := again.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		again.conn.Close(context.Background())
		waitFor(t, "the slots to be gone", func() bool { return status() == "gone" })
	}()
}

// Nothing of ours happens for long: what others write isn't kept for us.
func TestIdleStreamReleasesLog(t *testing.T) {
	s := newService(t, Limits{})
	if err := s.h.stream.waitUntilUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	var target string
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select pg_logical_emit_message(false, 'fill', repeat('x', 100000))::text`).Scan(&target); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the slot to move on", func() bool {
		var moved bool
		err := s.db.Pool("postgres").QueryRow(t.Context(), `select confirmed_flush_lsn >= $1::text::pg_lsn from pg_replication_slots where database = current_database()`, target).Scan(&moved)
		return err == nil && moved
	})
}
