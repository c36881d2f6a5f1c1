//go:build unix

package integration

import (
	"context"
	"testing"
)

// The dashboard of Supabase suggests gen_random_uuid() for each uuid, also for references. A new row without a value
// for such a reference is NULL there, instead of being rejected.
func TestNewRowsDoNotReferToRandomRows(t *testing.T) {
	conn := connectDatabase(t)
	run := func(sql string) {
		t.Helper()
		if err := base.RunSQL(context.WithoutCancel(t.Context()), "random_references.sql", sql); err != nil {
			t.Fatal(err)
		}
	}
	run(`create table public.squads (id uuid primary key default gen_random_uuid());
		create table public.matches (id int primary key, squad_id uuid default gen_random_uuid() references public.squads);
		grant select, insert, update on public.matches to authenticated`)
	t.Cleanup(func() { run(`drop table public.matches; drop table public.squads; notify pgrst, 'reload schema'`) })
	staff := startServer(t).signInAs("staff")
	for _, table := range staff.fetchSchema().Tables {
		if table.Name == "matches" && table.Columns[1].Default != nil {
			t.Errorf("the reference has the default %s", *table.Columns[1].Default)
		}
	}
	staff.send("POST", rowsPath("matches")+"columns=id", `{"id":1}`).requireStatus(201)
	staff.send("POST", rowsPath("matches"), `[{"id":2},{"id":3}]`).requireStatus(201)
	var count int
	if err := conn.QueryRow(t.Context(), `select count(*) from public.matches where squad_id is null`).Scan(&count); err != nil || count != 3 {
		t.Errorf("%d rows without a reference: %v", count, err)
	}
}
