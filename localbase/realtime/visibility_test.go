package realtime

import (
	"context"
	"testing"
	"time"
)

// invisibleDuration is longer than the processing of a change takes.
const invisibleDuration = 300 * time.Millisecond

// A commit is in the log, and in the stream, a moment before other transactions see it. The test
// extends this moment: the commit waits for a standby that does not exist.
func TestChangeIsAuthorizedAfterTransactionIsVisible(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	s.db.Exec(t, `insert into public.notes (id, owner) values (1, '`+stranger+`')`)
	theirs, mine := s.connect(s.token("authenticated", stranger)), s.connect(s.token("authenticated", owner))
	theirs.listen("realtime:a", allNotes, "")
	mine.listen("realtime:a", allNotes, "")

	s.setStandby(t, "nobody")
	committed := make(chan error, 1)
	go func() {
		_, err := s.db.Pool("postgres").Exec(context.Background(), `set local synchronous_commit = on;
			update public.notes set owner = '`+owner+`' where id = 1;
			insert into public.notes (id, owner) values (2, '`+owner+`')`)
		committed <- err
	}()
	waitFor(t, "the commit to be read from the log", func() bool {
		var read bool
		err := s.db.Pool("postgres").QueryRow(t.Context(), `select exists (select from pg_stat_activity where wait_event = 'SyncRep')
			and (select sent_lsn >= pg_current_wal_flush_lsn() from pg_stat_replication)`).Scan(&read)
		return err == nil && read
	})
	time.Sleep(invisibleDuration)
	theirs.expectSilence()
	mine.expectSilence()
	s.setStandby(t, "")
	if err := <-committed; err != nil {
		t.Fatal(err)
	}
	for _, id := range []float64{1, 2} {
		if _, data := mine.nextChange(); data["record"].(map[string]any)["id"] != id {
			t.Errorf("got %v, want row %v", data, id)
		}
	}
	theirs.expectSilence() // the row has a new owner
}

// setStandby sets the standby for which commits wait; "" means none.
func (s *service) setStandby(t *testing.T, name string) {
	t.Helper()
	s.db.ExecAsSuperuser(t, `alter system set synchronous_standby_names = '`+name+`'`)
	s.db.ExecAsSuperuser(t, `select pg_reload_conf()`)
	waitFor(t, "the setting", func() bool {
		var current string
		err := s.db.Pool("postgres").QueryRow(t.Context(), `show synchronous_standby_names`).Scan(&current)
		return err == nil && current == name
	})
	s.db.Exec(t, `checkpoint`) // the process that makes commits wait applies the setting before the checkpoint
}
