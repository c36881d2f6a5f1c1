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
