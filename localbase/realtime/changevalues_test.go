package realtime

import (
	"strings"
	"testing"
)

func TestValuesAreExact(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, `create type public.mood as enum ('ok', 'so so');
		create domain public.word as text check (value <> '');
		create type public.pair as (a int, b text);
		create schema hidden; create type hidden.inner as enum ('in');
		create table public.kinds (id int primary key, big numeric, f float8, m public.mood, ms public.mood[], w public.word, p public.pair,
			b bytea, c char(4), bits bit(3), during tstzrange, h hidden.inner, i interval, "odd ""name" int, x xml, u uuid);
		grant select on public.kinds to service_role;
		alter publication supabase_realtime add table public.kinds`)
	c := s.connect(s.token("service_role", ""))
	c.listen("realtime:a", `[{"event":"INSERT","schema":"public","table":"kinds"}]`, "")
	s.db.Exec(t, `insert into public.kinds values (1, 12345678901234567890.123400, 0.1, 'so so', '{ok,"so so"}', 'w', '(1,"x, y")',
		'\x00ff', 'ab', '101', '[2026-01-01 00:00+00,2026-02-01 00:00+00)', 'in', '1 day 02:03', 7, '<a/>', '`+owner+`')`)
	var want string
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select to_jsonb(k)::text from public.kinds k`).Scan(&want); err != nil {
		t.Fatal(err)
	}
	c.nextChange()
	if !strings.Contains(c.text, `"big":12345678901234567890.123400`) {
		t.Errorf("the number is not exact: %s", c.text)
	}
	if got := readRecord(t, c.text); got != canonicalJSON(t, want) {
		t.Errorf("got  %s\nwant %s", got, canonicalJSON(t, want))
	}
}

func TestFilterOnDeletedRowUsesKnownValues(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	s.db.Exec(t, `insert into public.notes (id, title) values (1, 'a'), (2, 'a')`)
	c := s.connect(s.token("service_role", ""))
	c.listen("realtime:a", `[{"event":"DELETE","schema":"public","table":"notes","filter":"id=eq.2"},
		{"event":"DELETE","schema":"public","table":"notes","filter":"title=eq.a"}]`, "")
	s.db.Exec(t, `delete from public.notes`)
	if ids, data := c.nextChange(); encodeTestJSON(t, data["old_record"]) != `{"id":2}` || len(ids) != 1 {
		t.Errorf("got %v %v", ids, data)
	}
	c.expectSilence() // the title is not in the log
}

func TestReplicaIdentityFullSendsOldRow(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, `create table public.open (id int primary key, a text, big text);
		alter table public.open replica identity full; alter table public.open alter big set storage external;
		grant select on public.open to anon; alter publication supabase_realtime add table public.open;
		insert into public.open values (1, 'before', repeat('x', 10000))`)
	c := s.connect(s.token("anon", ""))
	c.listen("realtime:a", `[{"event":"*","schema":"public","table":"open"}]`, "")
	s.db.Exec(t, `update public.open set a = 'after'; delete from public.open`)
	_, data := c.nextChange()
	old, record := data["old_record"].(map[string]any), data["record"].(map[string]any)
	if old["a"] != "before" || record["a"] != "after" || len(record["big"].(string)) != 10000 {
		t.Errorf("an update: %v", data)
	}
	if _, data = c.nextChange(); data["old_record"].(map[string]any)["a"] != "after" { // without policies, the whole row is sent
		t.Errorf("a delete: %v", data)
	}
}

func TestValuesMissingInTheLogAreOmitted(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, `create table public.wide (id int primary key, a int, big text); alter table public.wide alter big set storage external;
		grant select on public.wide to anon; alter publication supabase_realtime add table public.wide;
		insert into public.wide values (1, 1, repeat('x', 10000))`)
	c := s.connect(s.token("anon", ""))
	c.listen("realtime:a", `[{"event":"*","schema":"public","table":"wide"}]`, "")
	s.db.Exec(t, `update public.wide set a = 2`)
	if _, data := c.nextChange(); encodeTestJSON(t, data["record"]) != `{"a":2,"id":1}` || encodeTestJSON(t, data["old_record"]) != `{"id":1}` {
		t.Errorf("got %v", data)
	}
	s.db.Exec(t, `update public.wide set big = repeat('y', 1100000)`)
	if _, data := c.nextChange(); encodeTestJSON(t, data["record"]) != `{"a":2,"id":1}` || encodeTestJSON(t, data["errors"]) != `["Error 413: Payload Too Large"]` {
		t.Errorf("a row of more than 1 MB: %v", data)
	}
}

func TestGeneratedColumnsAreComputed(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, `create table public.lines (id int primary key, "unit price" numeric(10,2), n int,
			total numeric generated always as ("unit price" * n) stored, word text generated always as (upper('n' || n)) stored);
		grant select on public.lines to anon; alter publication supabase_realtime add table public.lines`)
	c := s.connect(s.token("anon", ""))
	c.listen("realtime:a", `[{"event":"*","schema":"public","table":"lines","filter":"total=gt.10"}]`, "")
	s.db.Exec(t, `insert into public.lines values (1, 2.50, 4), (2, 2.50, 5)`)
	if _, data := c.nextChange(); encodeTestJSON(t, data["record"]) != `{"id":2,"n":5,"total":12.5,"unit price":2.5,"word":"N5"}` {
		t.Errorf("got %v", data)
	}
}

func TestTableWithoutKey(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, `create table public.keyless (a int); grant select on public.keyless to anon; alter publication supabase_realtime add table public.keyless`)
	c := s.connect(s.token("anon", ""))
	c.listen("realtime:a", `[{"event":"*","schema":"public","table":"keyless"}]`, "")
	s.db.Exec(t, `insert into public.keyless values (1)`)
	if _, data := c.nextChange(); encodeTestJSON(t, data["errors"]) != `["Error 400: Bad Request, no primary key"]` || data["record"] != nil {
		t.Errorf("got %v", data)
	}
}

func TestSelectLimitsColumns(t *testing.T) {
	s := newService(t, Limits{})
	s.db.Exec(t, notes)
	c := s.connect(s.token("service_role", ""))
	c.listen("realtime:a", `[{"event":"*","schema":"public","table":"notes","select":["title"]}]`, "")
	s.db.Exec(t, `insert into public.notes (id, title, secret) values (1, 'a', 'b')`)
	if _, data := c.nextChange(); encodeTestJSON(t, data["record"]) != `{"id":1,"title":"a"}` ||
		encodeTestJSON(t, data["columns"]) != `[{"name":"id","type":"int8"},{"name":"title","type":"text"}]` {
		t.Errorf("got %v", data)
	}
}
