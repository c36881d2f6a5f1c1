package sqlfiles_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase/pgtest"
)

// runText runs a script as a file named dump.sql.
func runText(t *testing.T, db *pgtest.DB, script string) (result, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "dump.sql")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return run(t, db, file)
}

// TestStatementsOfOptionsOfPgDump runs what pg_dump and pg_dumpall write with other options, or on servers with
// other settings.
func TestStatementsOfOptionsOfPgDump(t *testing.T) {
	for name, test := range map[string]struct {
		script  string
		notices []string
	}{
		"--disable-triggers": {script: `
			create table public.parents (id int primary key);
			create table public.children (id int references public.parents);
			SET SESSION AUTHORIZATION DEFAULT;
			ALTER TABLE public.children DISABLE TRIGGER ALL;
			insert into public.children values (1);
			ALTER TABLE public.children ENABLE TRIGGER ALL;`},
		"--use-set-session-authorization": {
			script: "SET SESSION AUTHORIZATION 'librarian';\ncreate table public.owned (id int);",
			notices: []string{
				`dump.sql:1: the role "librarian" does not exist or is a superuser: the statements run as postgres`,
			},
		},
		"set role": {
			script:  "set role librarian;\ncreate table public.owned (id int);",
			notices: []string{`dump.sql:1: skipped: role "librarian" does not exist; pg_dump --no-owner --no-privileges omits such statements`},
		},
		"pg_dumpall --roles-only": {script: `
			create role reader_of_dumps;
			alter role reader_of_dumps with nosuperuser inherit nocreaterole;
			alter role reader_of_dumps with nosuperuser;
			drop role reader_of_dumps;`},
		"settings of another server": {
			script: "set default_tablespace = fast;\nset default_table_access_method = columnar;\nvacuum;",
			notices: []string{
				`dump.sql:1: skipped: invalid value for parameter "default_tablespace": "fast"`,
				`dump.sql:2: skipped: invalid value for parameter "default_table_access_method": "columnar"`,
				"dump.sql:3: skipped: the file is one transaction; autovacuum does it later",
			},
		},
		"rows that a table of a service contains": {
			script: `
				insert into storage.buckets (id, name) values ('covers', 'covers');
				insert into storage.buckets (id, name) values ('covers', 'other'), ('maps', 'maps');
` + "copy storage.buckets (id, name) from stdin;\ncovers\tother\nplans\tplans\n\\.\n" + `
				do $$ begin assert (select string_agg(name, ' ' order by name) from storage.buckets) = 'covers maps plans'; end $$`,
			notices: []string{
				"dump.sql:3: skipped the rows that exist: key (id)=(covers) already exists.",
				"dump.sql:4: skipped the rows that exist: key (id)=(covers) already exists.",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := runText(t, pgtest.New(t), test.script)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.notices, test.notices) {
				t.Errorf("got the notices\n%s", strings.Join(got.notices, "\n"))
			}
		})
	}
}

func TestFilesDoNotRunAsSuperuser(t *testing.T) {
	db := pgtest.New(t)
	for _, statement := range []string{
		"set session authorization default", "reset session authorization", "set session authorization supabase_admin",
		"set local session authorization default",
	} {
		if _, err := runText(t, db, statement+"; create role too_powerful superuser"); err == nil || !strings.Contains(err.Error(), "permission denied") {
			t.Errorf("%s: got %v", statement, err)
		}
	}
}

func TestErrorsAboutMissingObjectsNameTheRemedy(t *testing.T) {
	db := pgtest.New(t)
	for statement, want := range map[string]string{
		"create foreign table f (i int) server missing":                     "hint: a foreign table requires its server: run CREATE SERVER first",
		"create server s foreign data wrapper wasm_wrapper":                 "hint: a server requires its foreign-data wrapper: run CREATE EXTENSION",
		"create table t (); create policy p on t to librarian using (true)": "hint: create the role in a file before this one",
		"create table t () tablespace fast":                                 "hint: pg_dump --no-tablespaces",
		`create table t (a text collate "de_DE.utf8")`:                      "hint: use a collation that the database has",
		"create function f() returns int language plv8 as ''":               "hint: localbase has the languages sql and plpgsql",
		"alter system set work_mem = 1":                                     "hint: a file runs in one transaction",
		"create unique index on nothing (a)":                                `relation "nothing" does not exist (42P01)`,
	} {
		if _, err := runText(t, db, statement); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", statement, err)
		}
	}
}
