package realtime

import (
	"fmt"
	"testing"
)

func TestDatabaseBroadcasts(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, privateRooms)
	c := s.connect(s.token("authenticated", owner))
	c.mustJoin("realtime:team", `{"private":true,"presence":{"enabled":false},"broadcast":{"replication_ready":true}}`, "")
	if got := c.nextEvent("system"); got["message"] != "Replication connection established" || got["status"] != "ok" {
		t.Fatalf("got %v", got)
	}
	public := s.connect(s.token("anon", ""))
	public.mustJoin("realtime:team", noPresenceConfig, "")

	s.db.Exec(t, `select realtime.send('{"big": 12345678901234567890}', 'news', 'team'); select realtime.send('{"id": "own"}', 'news', 'team', false)`)
	got := c.nextEvent("broadcast")
	payload, meta := got["payload"].(map[string]any), got["meta"].(map[string]any)
	if got["event"] != "news" || got["type"] != "broadcast" || payload["id"] == nil || payload["id"] != meta["id"] {
		t.Errorf("sent to the private channel: %v", got)
	}
	if payload := public.nextEvent("broadcast")["payload"].(map[string]any); payload["id"] != "own" {
		t.Errorf("sent to the public channel: %v", payload)
	}

	s.db.Exec(t, `select realtime.send_binary('\x00ff', 'bytes', 'team')`)
	if frame := string(<-c.binary); frame[:5] != "\x04\x0d\x05\x2d\x00" || frame[len(frame)-2:] != "\x00\xff" {
		t.Errorf("bytes: %q", frame)
	}

	s.db.Exec(t, `create table public.tasks (id int primary key, title text);
		create function public.notify_team() returns trigger language plpgsql security definer as $$
		begin
			perform realtime.broadcast_changes('team', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
			return null;
		end $$;
		create trigger notify_team after insert or update or delete on public.tasks for each row execute function public.notify_team();
		insert into public.tasks values (1, 'a'); update public.tasks set title = 'b'; delete from public.tasks`)
	for _, want := range []string{
		`{"old_record":null,"operation":"INSERT","record":{"id":1,"title":"a"},"schema":"public","table":"tasks"}`,
		`{"old_record":{"id":1,"title":"a"},"operation":"UPDATE","record":{"id":1,"title":"b"},"schema":"public","table":"tasks"}`,
		`{"old_record":{"id":1,"title":"b"},"operation":"DELETE","record":null,"schema":"public","table":"tasks"}`,
	} {
		payload := c.nextEvent("broadcast")["payload"].(map[string]any)
		delete(payload, "id")
		if got := encodeTestJSON(t, payload); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestSendingFromSQLObeysPolicies checks that realtime.send inserts a message only if the policies
// allow it. A rejection is only a warning.
func TestSendingFromSQLObeysPolicies(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, privateRooms)
	for person, want := range map[string]int{owner: 1, stranger: 0} {
		s.db.Exec(t, fmt.Sprintf(`begin; truncate realtime.messages; set local role authenticated;
			select set_config('request.jwt.claims', '{"sub":"%s"}', true); select realtime.send('{}', 'x', 'team'); commit`, person))
		var rows int
		if err := s.db.Pool("postgres").QueryRow(t.Context(), `select count(*) from realtime.messages`).Scan(&rows); err != nil || rows != want {
			t.Errorf("%s: %d messages (%v), want %d", person, rows, err, want)
		}
	}
}

func TestReplay(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, privateRooms)
	token := s.token("authenticated", owner)
	live := s.connect(token)
	live.mustJoin("realtime:team", `{"private":true,"presence":{"enabled":false},"broadcast":{"replication_ready":true}}`, "")
	live.nextEvent("system")
	s.db.Exec(t, `insert into realtime.messages (topic, extension, private, event, payload, inserted_at)
		select 'team', 'broadcast', true, 'x', jsonb_build_object('n', n), now() - (30 - n) * interval '1 s' from generate_series(1, 30) n`)
	for range 30 {
		live.nextEvent("broadcast")
	}
	var since int64 // between the times of the messages 28 and 29
	err := s.db.Pool("postgres").QueryRow(t.Context(), `select floor(extract(epoch from inserted_at - interval '0.5 s') * 1000)
		from realtime.messages where payload->>'n' = '29'`).Scan(&since)
	if err != nil {
		t.Fatal(err)
	}
	c := s.connect(token)
	c.mustJoin("realtime:team", fmt.Sprintf(`{"private":true,"presence":{"enabled":false},"broadcast":{"replay":{"since":%d}}}`, since), "")
	for _, want := range []float64{29, 30} {
		got := c.nextEvent("broadcast")
		if got["payload"].(map[string]any)["n"] != want || got["meta"].(map[string]any)["replayed"] != true {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	c.expectSilence()
	if got := encodeTestJSON(t, c.join("realtime:open", `{"broadcast":{"replay":{"since":0}}}`, "")); got !=
		`{"response":{"reason":"UnableToReplayMessages: Replay is not allowed for public channels"},"status":"error"}` {
		t.Errorf("got %s", got)
	}
}

func TestOldMessagesAreDeleted(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, `insert into realtime.messages (topic, extension, inserted_at) values ('old', 'broadcast', now() - interval '73 h'), ('new', 'broadcast', now() - interval '71 h')`)
	if err := s.h.pruneOnce(t.Context()); err != nil {
		t.Fatal(err)
	}
	var remaining string
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select string_agg(topic, ',') from realtime.messages`).Scan(&remaining); err != nil || remaining != "new" {
		t.Errorf("remaining %q (%v)", remaining, err)
	}
}
