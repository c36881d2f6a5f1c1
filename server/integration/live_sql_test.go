//go:build unix

package integration

import (
	"context"
	"strings"
	"testing"

	"github.com/tableside/tableside/server/schema"
)

// The messages of a live table reach the users who can read it. They contain keys only if
// all of these users can read all keys.
func TestLiveSQL(t *testing.T) {
	sql, err := schema.LiveSQL([]string{"open_tasks", "depot.Tørre varer", "guarded_tasks"})
	if err != nil {
		t.Fatal(err)
	}
	drop := `drop table if exists public.open_tasks, public.guarded_tasks, depot."Tørre varer";`
	run := func(sql string) {
		t.Helper()
		if err := base.RunSQL(context.WithoutCancel(t.Context()), "live.sql", sql); err != nil {
			t.Fatal(err)
		}
	}
	run(drop + `
		create table public.open_tasks (id bigint primary key, title text);
		create table public.guarded_tasks (id bigint primary key, title text);
		create table depot."Tørre varer" (a int, b text, primary key (a, b));
		alter table public.guarded_tasks enable row level security;
		create policy "Users see their tasks" on public.guarded_tasks for select to authenticated using (id = 1);
		grant select, insert, update, delete on public.open_tasks, public.guarded_tasks to authenticated;
		grant usage on schema depot to authenticated; grant select, insert on depot."Tørre varer" to authenticated;
		revoke all on public.open_tasks from viewer;` + sql + sql)
	t.Cleanup(func() {
		run(drop + `drop policy "Tableside users receive messages about tables that they can read" on realtime.messages;
			drop policy "Tableside users share where they are in tables that they can read" on realtime.messages;
			drop function public.tableside_live(), public.tableside_live_topic(text, text), public.tableside_may_join(text);
			notify pgrst, 'reload schema';`)
	})
	run(`notify pgrst, 'reload schema';`)

	owner := startServer(t).signInAs("owner")
	for _, table := range owner.fetchSchema().Tables {
		isLive := table.Name == "open_tasks" || table.Name == "guarded_tasks" || table.Name == "Tørre varer"
		if isLive && (table.Live == nil || *table.Live != schema.LiveBroadcast) {
			t.Errorf("%s is not live", table.Name)
		}
		if table.Name == "orders" && (table.Live == nil || *table.Live != schema.LiveChanges) {
			t.Error("orders is not live")
		}
	}
	socket := owner.connect()
	private := `{"private":true}`
	socket.join("tableside:table:public:open_tasks", private)
	socket.join("tableside:table:public:guarded_tasks", private)
	socket.join("tableside:table:depot:T%C3%B8rre%20varer", private)
	run(`insert into public.open_tasks select n, 'secret' from generate_series(1, 3) n`)
	if got := socket.expect("tableside:table:public:open_tasks", `"changed"`); !strings.Contains(got, `"operation": "INSERT"`) && !strings.Contains(got, `"operation":"INSERT"`) ||
		!strings.Contains(got, `"3"`) || strings.Contains(got, "secret") {
		t.Errorf("got %s", got)
	}
	run(`update public.open_tasks set title = 'x' where false; insert into public.guarded_tasks values (918273645, 'secret')`)
	if got := socket.expect("tableside:table:public:guarded_tasks", `"changed"`); strings.Contains(got, "918273645") || strings.Contains(got, "keys") {
		t.Errorf("a message contains the key of a hidden row: %s", got)
	}
	run(`insert into depot."Tørre varer" values (7, 'ø')`)
	socket.expect("T%C3%B8rre%20varer", `"7"`, "ø")
	run(`insert into public.guarded_tasks values (1, 'visible'); insert into depot."Tørre varer" values (8, 'a:"b')`)
	socket.join("tableside:comments:public:guarded_tasks:%5B%221%22%5D", private)
	socket.join("tableside:comments:depot:T%C3%B8rre%20varer:%5B%228%22%2C%20%22a%3A%5C%22b%22%5D", private)
	for _, key := range []string{"%5B%22918273645%22%5D", "%5B%222%22%5D", "1", "", "%5B%221%22%5D:x"} {
		socket.send(`["1","hidden","realtime:tableside:comments:public:guarded_tasks:` + key + `","phx_join",{"config":` + private + `}]`)
		socket.expect(`"hidden"`, `"phx_reply"`, `"error"`, "Unauthorized")
	}
	run(`delete from public.open_tasks where id = 2; truncate public.open_tasks`)
	socket.expect("DELETE", `"2"`)
	socket.expect("TRUNCATE")
	if all := strings.Join(socket.seen, "\n"); strings.Contains(all, `UPDATE`) {
		t.Error("a statement without rows sent a message")
	}
}

func TestLiveSQLRejectsOtherNames(t *testing.T) {
	for _, name := range []string{"", ".", "a.", ".b"} {
		if _, err := schema.LiveSQL([]string{name}); err == nil {
			t.Errorf("%q is accepted", name)
		}
	}
}
