package realtime

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/pgtest"
)

const notes = `
create table public.notes (
	id bigint primary key,
	owner uuid,
	title text,
	secret text,
	details jsonb,
	tags text[],
	at timestamptz
);
grant select (id, owner, title, details, tags, at) on public.notes to authenticated;
grant all on public.notes to service_role;
alter table public.notes enable row level security;
create policy own on public.notes for select to authenticated using (owner = auth.uid());
alter publication supabase_realtime add table public.notes;`

// listen joins with postgres_changes, waits until the channel is subscribed, and returns the ids.
func (c *client) listen(topic, changes, token string) []any {
	c.t.Helper()
	reply := c.join(topic, `{"presence":{"enabled":false},"postgres_changes":`+changes+`}`, token)
	if system := c.nextEvent("system"); system["status"] != "ok" || system["message"] != "Subscribed to PostgreSQL" || system["extension"] != "postgres_changes" {
		c.t.Fatalf("subscribe: %v", system)
	}
	var ids []any
	for _, echo := range reply["response"].(map[string]any)["postgres_changes"].([]any) {
		ids = append(ids, echo.(map[string]any)["id"])
	}
	return ids
}

// nextChange returns the ids and data of the next change, without its time.
func (c *client) nextChange() (ids []any, data map[string]any) {
	c.t.Helper()
	payload := c.nextEvent("postgres_changes")
	data = payload["data"].(map[string]any)
	at, err := time.Parse("2006-01-02T15:04:05.000Z", data["commit_timestamp"].(string))
	if err != nil || time.Since(at).Abs() > time.Hour {
		c.t.Errorf("committed at %v", data["commit_timestamp"])
	}
	delete(data, "commit_timestamp")
	return payload["ids"].([]any), data
}

const allNotes = `[{"event":"*","schema":"public","table":"notes"}]`

func TestJoinEchoesItsSubscriptions(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	c := s.connect(s.token("service_role", ""))
	reply := c.join("realtime:a", `{"presence":{"enabled":false},"postgres_changes":[
		{"event":"INSERT","schema":"public","table":"notes","filter":"id=eq.1"},
		{"event":"*","schema":"public","table":"notes"},
		{"event":"*","schema":"public","table":"notes"}]}`, "")
	echoes := reply["response"].(map[string]any)["postgres_changes"].([]any)
	first, second, third := echoes[0].(map[string]any), echoes[1].(map[string]any), echoes[2].(map[string]any)
	if first["id"] == second["id"] || second["id"] != third["id"] {
		t.Errorf("ids %v, %v, %v", first["id"], second["id"], third["id"])
	}
	delete(first, "id")
	if got := encodeTestJSON(t, first); got != `{"event":"INSERT","filter":"id=eq.1","schema":"public","table":"notes"}` {
		t.Errorf("the first entry is %s", got)
	}
}

func TestChangesAreSentAsPolicyAndGrantsAllow(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	mine, admin, anon := s.connect(s.token("authenticated", owner)), s.connect(s.token("service_role", "")), s.connect(s.token("anon", ""))
	ids := mine.listen("realtime:a", allNotes, "")
	admin.listen("realtime:a", allNotes, "")
	anon.listen("realtime:a", allNotes, "")

	s.db.Exec(t, `insert into public.notes values (9007199254740993, '`+owner+`', 'mine', 's', '{"b":1.50,"a":null}', '{x,"y z"}', '2026-01-02 03:04:05.678+00'),
		(2, '`+stranger+`', 'theirs', null, null, null, null)`)
	got, data := mine.nextChange()
	if encodeTestJSON(t, got) != encodeTestJSON(t, ids) {
		t.Errorf("ids %v, want %v", got, ids)
	}
	compareGolden(t, "insert-own.json", encodeTestJSON(t, data))
	mine.expectSilence() // no permission to see the other row
	_, data = admin.nextChange()
	compareGolden(t, "insert-admin.json", encodeTestJSON(t, data))
	if _, data := admin.nextChange(); data["record"].(map[string]any)["title"] != "theirs" {
		t.Errorf("got %v", data)
	}
	for range 2 {
		_, data = anon.nextChange()
		compareGolden(t, "insert-no-right.json", encodeTestJSON(t, data))
	}

	s.db.Exec(t, `update public.notes set title = 'x' where id = 2; update public.notes set id = 1 where title = 'mine'`)
	_, data = mine.nextChange()
	compareGolden(t, "update-own.json", encodeTestJSON(t, data))
	admin.nextChange()
	admin.nextChange()
	anon.nextChange()
	anon.nextChange()

	s.db.Exec(t, `delete from public.notes`)
	for range 2 { // policies do not apply to deletes: the key of each row is sent
		_, data = mine.nextChange()
		if key := encodeTestJSON(t, data["old_record"]); key != `{"id":1}` && key != `{"id":2}` || data["record"] != nil {
			t.Errorf("a deleted row: %v", data)
		}
	}
}

// TestServiceRolesReceiveNoRows: the service's own user can read every table, so tokens must not
// use such roles.
func TestServiceRolesReceiveNoRows(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, `create table public.open (id int primary key, secret text); alter publication supabase_realtime add table public.open`)
	for _, role := range []string{"supabase_realtime_admin", "authenticator", "none", "postgres", "supabase_admin"} {
		c := s.connect(s.token(role, ""))
		c.listen("realtime:b", `[{"event":"*","schema":"public","table":"open"}]`, "")
		s.db.Exec(t, `insert into public.open values (1, 'secret')`)
		if _, data := c.nextChange(); strings.Contains(encodeTestJSON(t, data), "secret\":") || data["errors"] == nil {
			t.Errorf("%s received %v", role, data)
		}
		s.db.Exec(t, `delete from public.open`)
	}
}

func TestFilters(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	s.db.Exec(t, `create table public.finished (id int generated always as identity primary key);
		grant select on public.finished to service_role; alter publication supabase_realtime add table public.finished`)
	for _, test := range []struct {
		filter string
		want   string // titles of the received rows
	}{
		{`id=eq.2`, "b"},
		{`id=neq.2`, "a c"},
		{`id=gt.1,id=lt.3`, "b"},
		{`id=gte.2`, "b c"},
		{`id=in.(1,3)`, "a c"},
		{`id=not.in.(1,3)`, "b"},
		{`title=in.("a",c)`, "a c"},
		{`title=like.a%`, "a"},
		{`title=ilike.A`, "a"},
		{`title=match.^[ab]$`, "a b"},
		{`title=imatch.^[AB]$`, "a b"},
		{`owner=is.null`, "a c"},
		{`owner=not.is.null`, "b"},
		{`owner=isdistinct.` + owner, "a c"},
		{`owner=eq.` + owner, "b"},
		{`at=lt.2026-06-01`, "a"},
		{`tags=eq.{x}`, "c"},
		{``, "a b c"},
	} {
		t.Run(test.filter, func(t *testing.T) {
			c := s.connect(s.token("service_role", ""))
			c.t = t
			c.listen("realtime:a", `[{"event":"INSERT","schema":"public","table":"notes","filter":`+string(encodeString(test.filter))+`},
				{"event":"INSERT","schema":"public","table":"finished"}]`, "")
			s.db.Exec(t, `truncate public.notes; insert into public.notes (id, title, owner, at, tags) values
				(1, 'a', null, '2026-01-01', null), (2, 'b', '`+owner+`', '2026-12-01', null), (3, 'c', null, null, '{x}');
				insert into public.finished default values`)
			var titles []string
			for {
				_, data := c.nextChange()
				if data["table"] == "finished" {
					break
				}
				titles = append(titles, data["record"].(map[string]any)["title"].(string))
			}
			if got := strings.Join(titles, " "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestPolicyFailureAffectsOneSubscriber(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	s.db.Exec(t, `
		create function public.slow() returns boolean language plpgsql as $$ begin perform pg_sleep(60); return true; end $$;
		create policy strange on public.notes for select to authenticated using (case auth.uid()
			when '`+stranger+`' then 1 / 0 = 1
			when '`+employee+`' then public.slow()
			else true end)`)
	good, bad, slow := s.connect(s.token("authenticated", owner)), s.connect(s.token("authenticated", stranger)), s.connect(s.token("authenticated", employee))
	for _, c := range []*client{good, bad, slow} {
		c.listen("realtime:a", allNotes, "")
	}
	s.db.Exec(t, `insert into public.notes (id, owner) values (1, '`+owner+`')`)
	for _, c := range []*client{bad, slow} {
		if _, data := c.nextChange(); encodeTestJSON(t, data["errors"]) != `["Error 500: Internal Server Error, RLS policy evaluation failed"]` || data["record"] != nil {
			t.Errorf("got %v", data)
		}
	}
	good.nextChange()
}

func TestInvalidSubscriptions(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	c := s.connect(s.token("anon", ""))
	for i, test := range []struct{ changes, token, want string }{
		{`{"event":"*","schema":"public","table":"unpublished"}`, "", "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: *, schema: public, table: unpublished"},
		{`{"event":"*"}`, "", "No subscription params provided. Please provide at least a `schema` or `table` to subscribe to"},
		{`{"table":"notes","filter":"id"}`, "", `Error parsing ` + "`filter`" + ` params: ["id"]`},
		{`{"table":"notes","filter":"id=like2.1"}`, "", `Error parsing ` + "`filter`" + ` params: ["like2", "1"]`},
		{`{"table":"notes","filter":"id=foo.1"}`, "", `Error parsing ` + "`filter`" + ` params: ["foo", "1"]`},
		{`{"table":"notes","filter":"id=in.1"}`, "", "Error parsing `filter` params: `in` filter value must be wrapped by parentheses"},
		{`{"table":"notes","filter":"id=eq.x"}`, "service_role", "invalid input syntax for type bigint"},
		{`{"table":"notes","filter":"title=match.("}`, "service_role", "invalid regular expression"},
		{`{"table":"notes","filter":"title=is.true"}`, "service_role", "argument of IS TRUE must be type boolean"},
		{`{"table":"notes","filter":"secret=eq.x"}`, "authenticated", "invalid column for filter secret"},
		{`{"table":"notes","filter":"none=eq.x"}`, "service_role", "invalid column for filter none"},
		{`{"table":"notes","filter":"id=in.(` + strings.Repeat("1,", 100) + `1)"}`, "service_role", "too many values for `in` filter. Maximum 100"},
		{`{"schema":"public","table":"notes","select":["secret"]}`, "authenticated", "invalid column for select secret"},
		{`{"schema":"public","select":["id"]}`, "", "Column selection is not supported for wildcard subscriptions."},
	} {
		topic := fmt.Sprintf("realtime:%d", i)
		token := ""
		if test.token != "" {
			token = s.token(test.token, "")
		}
		c.mustJoin(topic, `{"presence":{"enabled":false},"postgres_changes":[`+test.changes+`]}`, token)
		if got := c.nextEvent("system"); got["status"] != "error" || got["extension"] != "postgres_changes" || !strings.Contains(got["message"].(string), test.want) {
			t.Errorf("%s: %v", test.changes, got)
		}
	}
}

func TestPublicationChanges(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	s.db.Exec(t, `create table public.later (id int primary key); grant select on public.later to anon`)
	c := s.connect(s.token("anon", ""))
	c.listen("realtime:a", `[{"event":"INSERT","schema":"public"}]`, "")
	s.db.Exec(t, `insert into public.later values (1)`)
	s.db.Exec(t, `alter publication supabase_realtime add table public.later`)
	s.db.Exec(t, `insert into public.later values (2)`)
	if _, data := c.nextChange(); encodeTestJSON(t, data["record"]) != `{"id":2}` {
		t.Errorf("got %v", data)
	}
	s.db.Exec(t, `alter publication supabase_realtime drop table public.later`)
	s.db.Exec(t, `insert into public.later values (3)`)
	s.db.Exec(t, `alter publication supabase_realtime add table public.later`)
	s.db.Exec(t, `revoke select on public.later from anon`)
	s.db.Exec(t, `insert into public.later values (4)`)
	if _, data := c.nextChange(); encodeTestJSON(t, data["errors"]) != `["Error 401: Unauthorized"]` {
		t.Errorf("got %v", data)
	}
}

func TestRecreatedPublication(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	c := s.connect(s.token("service_role", ""))
	c.listen("realtime:a", allNotes, "")
	s.db.Exec(t, `drop publication supabase_realtime`)
	s.db.Exec(t, `insert into public.notes (id) values (1)`)
	if got := c.nextEvent("system"); got["status"] != "error" {
		t.Errorf("got %v", got)
	}
	if got := c.nextEvent("system"); got["status"] != "ok" { // the stream of the database's broadcasts
		t.Errorf("got %v", got)
	}
	s.db.Exec(t, `create publication supabase_realtime for table public.notes`)
	c.nextEvent("system")
	c.nextEvent("system")
	s.db.Exec(t, `insert into public.notes (id) values (2)`)
	if _, data := c.nextChange(); data["record"].(map[string]any)["id"] != 2.0 {
		t.Errorf("got %v", data)
	}
}

func TestChangesResumeAfterDatabaseRestart(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	c := s.connect(s.token("service_role", ""))
	c.listen("realtime:a", allNotes, "")
	s.db.Exec(t, `checkpoint`) // the test server runs with fsync off
	if err := syscall.Kill(pgtest.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	if got := c.nextEvent("system"); got["status"] != "error" || got["extension"] != "postgres_changes" {
		t.Errorf("got %v", got)
	}
	if got := c.nextEvent("system"); got["status"] != "ok" {
		t.Errorf("got %v", got)
	}
	waitFor(t, "the database", func() bool {
		_, err := s.db.Pool("postgres").Exec(t.Context(), `insert into public.notes (id) values (1) on conflict do nothing`)
		return err == nil
	})
	c.nextChange()
}

func TestRenewedTokenChangesVisibleRows(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	c := s.connect(s.token("anon", ""))
	c.listen("realtime:a", allNotes, "")
	c.push("realtime:a", "access_token", `{"access_token":"`+s.token("authenticated", owner)+`"}`)
	c.nextEvent("system")
	s.db.Exec(t, `insert into public.notes (id, owner, title) values (1, '`+owner+`', 'mine')`)
	if _, data := c.nextChange(); data["record"].(map[string]any)["title"] != "mine" {
		t.Errorf("got %v", data)
	}
}
