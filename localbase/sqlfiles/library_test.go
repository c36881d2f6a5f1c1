package sqlfiles_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/pgtest"
)

// library contains dumps of one database, as pg_dump and the Supabase CLI write them; see its README.
const library = "../testdata/library"

// readLibrary returns the lines of a file of the library's dumps.
func readLibrary(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(library, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// listObjects returns the objects and rows of the loaded library in the form of objects.txt.
func listObjects(t *testing.T, db *pgtest.DB) []string {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), db.DSN("supabase_admin"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, err = conn.Exec(context.Background(), `
		set search_path = ''; set timezone = 'UTC';
		create function pg_temp.list_rows(relation regclass) returns setof text language plpgsql as $$
		begin return query execute format('select %L || '' '' || to_jsonb(t) from only %s t', relation, relation); end $$`)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, sql := range []string{readLibrary(t, "objects.sql"), `
		select r from pg_class c, pg_temp.list_rows(c.oid) r
		where relnamespace::regnamespace::text in ('public', '"Lending desk"') and (relkind = 'r' or relkind = 'm' and relispopulated)
		order by r collate "C"`} {
		rows, err := conn.Query(context.Background(), sql)
		if err != nil {
			t.Fatal(err)
		}
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, found...)
	}
	return lines
}

// diff returns the lines that are only in one of the lists.
func diff(got, want []string) string {
	var text strings.Builder
	for _, line := range want {
		if !slices.Contains(got, line) {
			text.WriteString("- " + line + "\n")
		}
	}
	for _, line := range got {
		if !slices.Contains(want, line) {
			text.WriteString("+ " + line + "\n")
		}
	}
	return text.String()
}

// TestDumpsCreateTheObjectsOfTheirSource loads the dumps in the combinations in which users have them, and
// compares the database with the source.
func TestDumpsCreateTheObjectsOfTheirSource(t *testing.T) {
	pulled := filepath.Join(t.TempDir(), "supabase", "migrations", "20251101120000_remote_schema.sql")
	if err := os.MkdirAll(filepath.Dir(pulled), 0o700); err != nil {
		t.Fatal(err)
	}
	// db pull appends the differences of the schemas of the services to the schema.
	text := readLibrary(t, "supabase/schema.sql") + readLibrary(t, "supabase/pull.sql")
	if err := os.WriteFile(pulled, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(library, name) }
	const (
		hnswIndex = "USING hnsw"                 // skipped with a notice
		triggers  = "on_auth_user_created AFTER" // not in the schema that db dump writes
		refreshed = "public.title_counts"        // db dump --data-only refreshes no materialized views
	)
	omitted := map[string][]string{
		"supabase db dump":              {triggers, refreshed},
		"supabase db dump --use-copy":   {triggers, refreshed},
		"supabase db pull, then a dump": {refreshed},
	}
	t.Cleanup(func() { // of the cluster, which the tests of this package share
		db := pgtest.New(t)
		if _, err := db.Pool("supabase_admin").Exec(context.Background(), `
			alter role authenticator reset "pgrst.db_aggregates_enabled"`); err != nil {
			t.Error(err)
		}
	})
	for name, files := range map[string][]string{
		"pg_dump":                       {at("supabase/roles.sql"), at("pg_dump.sql")},
		"pg_dump --clean":               {at("supabase/roles.sql"), at("supabase/schema.sql"), at("pg_dump_clean.sql")},
		"pg_dump --clean, twice":        {at("supabase/roles.sql"), at("pg_dump_clean.sql"), at("pg_dump_clean.sql")},
		"supabase db dump":              {at("supabase/roles.sql"), at("supabase/schema.sql"), at("supabase/data.sql")},
		"supabase db dump --use-copy":   {at("supabase/roles.sql"), at("supabase/schema.sql"), at("supabase/data_copy.sql")},
		"supabase db pull, then a dump": {at("supabase/roles.sql"), filepath.Dir(pulled), at("supabase/data_copy.sql")},
	} {
		t.Run(name, func(t *testing.T) {
			db := pgtest.New(t)
			for _, file := range files {
				if _, err := run(t, db, file); err != nil {
					t.Fatal(err)
				}
			}
			differences := diff(listObjects(t, db), strings.Split(strings.TrimSpace(readLibrary(t, "objects.txt")), "\n"))
			for _, line := range strings.Split(differences, "\n") {
				isExpected := func(text string) bool { return strings.Contains(line, text) }
				if line != "" && !slices.ContainsFunc(append(omitted[name], hnswIndex), isExpected) {
					t.Errorf("the database differs from the source: %s", line)
				}
			}
		})
	}
}
