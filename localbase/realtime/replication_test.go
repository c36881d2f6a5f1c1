package realtime

import (
	"context"
	"testing"

	"github.com/tableside/tableside/localbase/pgtest"
)

// TestStalledStreamRetainsLimitedLog checks that Postgres invalidates the slot of a stalled stream
// at max_slot_wal_keep_size, so that the disk does not fill. The limit is 1 GB in localbase and 64
// MB on the test server.
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
		err := owner.QueryRow(t.Context(), `select coalesce((select coalesce(wal_status, '') from pg_replication_slots where database = current_database()), 'dropped')`).Scan(&status)
		if err != nil {
			t.Fatal(err)
		}
		return status
	}
	if got := status(); got != "reserved" {
		t.Fatalf("initial status %s", got)
	}
	for range 7 { // segments of 16 MB
		db.Exec(t, `select pg_logical_emit_message(false, 'fill', 'x')`)
		db.ExecAsSuperuser(t, `select pg_switch_wal()`)
	}
	db.Exec(t, `checkpoint`)
	if got := status(); got != "lost" && got != "dropped" {
		t.Errorf("status above the limit: %s", got)
	}
	var err error
	for err == nil {
		err = stalled.handleNext(t.Context())
	}
	t.Log(err) // "terminating connection due to administrator command", or the end of the connection

	// A new slot starts at the current end of the log.
	restarted := &replicator{h: h, relations: make(map[uint32]relationMessage)}
	if err := restarted.connect(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer func() {
		restarted.conn.Close(context.Background())
		waitFor(t, "the slots to be dropped", func() bool { return status() == "dropped" })
	}()
}

// TestIdleStreamReleasesLog checks that the slot advances although the publications have no
// changes, so that Postgres does not retain the log of other writes.
func TestIdleStreamReleasesLog(t *testing.T) {
	s := newService(t, Limits{})
	if err := s.h.stream.waitUntilUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	var target string
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select pg_logical_emit_message(false, 'fill', repeat('x', 100000))::text`).Scan(&target); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the slot to advance", func() bool {
		var hasAdvanced bool
		err := s.db.Pool("postgres").QueryRow(t.Context(), `select confirmed_flush_lsn >= $1::text::pg_lsn from pg_replication_slots where database = current_database()`, target).Scan(&hasAdvanced)
		return err == nil && hasAdvanced
	})
}
