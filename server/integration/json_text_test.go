//go:build unix

package integration

import (
	"testing"
)

// A json column, unlike jsonb, stores the text with its white space, order of keys and
// duplicate keys.
func TestInsertLeavesTheTextOfAJSONColumn(t *testing.T) {
	conn := connectDatabase(t)
	err := base.RunSQL(t.Context(), "json_text.sql", `
		create table public.json_text (id int primary key, doc json, note text default 'by default');
		grant select, insert on public.json_text to authenticated`)
	if err != nil {
		t.Fatal(err)
	}
	const doc = `{"b": 1,  "a": 1.10, "a": 2}`
	staff := startServer(t).signInAs("staff")
	for body, want := range map[string]string{
		`{"id":1,"doc":` + doc + `}`:   "by default",
		`[{"id":2,"doc":` + doc + `}]`: "by default",
		`[{"id":3,"doc":` + doc + `,"note":null},{"note":"x","doc":null,"id":4}]`: "",
	} {
		staff.send("POST", rowsPath("json_text"), body).requireStatus(201)
		var text, note string
		err := conn.QueryRow(t.Context(), `select doc::text, coalesce(note, '') from public.json_text where doc is not null order by id desc limit 1`).Scan(&text, &note)
		if err != nil || text != doc || note != want {
			t.Errorf("%s: stored %s with the note %q, want %q: %v", body, text, note, want, err)
		}
		if _, err := conn.Exec(t.Context(), `delete from public.json_text`); err != nil {
			t.Fatal(err)
		}
	}
	// Rows with different keys get the defaults, for which PostgREST rewrites their json.
	staff.send("POST", rowsPath("json_text"), `[{"id":5},{"id":6,"note":"given"}]`).requireStatus(201)
	var notes string
	if err := conn.QueryRow(t.Context(), `select string_agg(note, ', ' order by id) from public.json_text`).Scan(&notes); err != nil || notes != "by default, given" {
		t.Errorf("notes %q: %v", notes, err)
	}
}
