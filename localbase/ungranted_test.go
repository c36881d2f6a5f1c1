//go:build unix

package localbase

import (
	"reflect"
	"testing"
)

func TestUngrantedTablesAndTheirGrants(t *testing.T) {
	b := mustStart(t, Options{DataDir: newDataDir(t)})
	run := func(sql string) {
		t.Helper()
		if err := b.RunSQL(t.Context(), "test.sql", sql); err != nil {
			t.Fatal(err)
		}
	}
	run(`create table public."Odd "" name" (id int); create view public.hidden as select 1 as id;
		create table public.shown (id int); create table public.one_column (id int, name text);
		revoke all on public."Odd "" name", public.hidden, public.shown, public.one_column from anon, authenticated;
		grant select (name) on public.one_column to authenticated; grant insert on public.shown to anon`)
	tables, err := b.ListUngrantedTables(t.Context())
	want := []UngrantedTable{{"public", `Odd " name`}, {"public", "hidden"}}
	if err != nil || !reflect.DeepEqual(tables, want) {
		t.Fatalf("got %v, %v; want %v", tables, err, want)
	}
	run("drop view public.hidden")
	run(FormatGrants(tables[:1]))
	if tables, err = b.ListUngrantedTables(t.Context()); err != nil || len(tables) != 0 {
		t.Errorf("after the grants: %v, %v", tables, err)
	}
}

func TestFirstAccount(t *testing.T) {
	b := mustStart(t, Options{DataDir: newDataDir(t)})
	const first, second, guest = "00000000-0000-0000-0000-00000000000b", "00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000c"
	check := func(userID string, want bool) {
		t.Helper()
		if got, err := b.IsFirstAccount(t.Context(), userID); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", userID, got, err, want)
		}
	}
	check(first, false)
	err := b.RunSQL(t.Context(), "users.sql", `insert into auth.users (id, is_anonymous, created_at) values
		('`+guest+`', true, '2024-01-01'), ('`+first+`', false, '2024-01-02'), ('`+second+`', false, '2024-01-03')`)
	if err != nil {
		t.Fatal(err)
	}
	check(guest, false)
	check(first, true)
	check(second, false)
}
