package sqlfiles_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/sqlfiles"
	"github.com/tableside/tableside/localbase/sqlscript"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// result contains what a Runner reported.
type result struct {
	states  []string // "file: state"
	notices []string // "file:line: text"
}

func run(t *testing.T, db *pgtest.DB, path string) (result, error) {
	t.Helper()
	var got result
	r := sqlfiles.Runner{
		DSN:  db.DSN("supabase_admin"),
		Done: func(path, state string) { got.states = append(got.states, filepath.Base(path)+": "+state) },
		Notify: func(n sqlscript.Notice) {
			n.File = filepath.Base(n.File)
			got.notices = append(got.notices, n.String())
		},
	}
	err := r.Run(context.Background(), path)
	return got, err
}

func query(t *testing.T, db *pgtest.DB, sql string) string {
	t.Helper()
	var text string
	if err := db.Pool("postgres").QueryRow(context.Background(), sql).Scan(&text); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return text
}

func TestDumpOfAnotherServerLoads(t *testing.T) {
	db := pgtest.New(t)
	got, err := run(t, db, "testdata/pg_dump.sql")
	if err != nil {
		t.Fatal(err)
	}
	if rows := query(t, db, `select string_agg(id || ' ' || title || ' ' || coalesce(embedding::text, '-') || ' ' || notes, '|' order by id) from public.books`); rows != "1 The Dispossessed [1,2,3] a; 'b' \\ $$|2 Solaris - two\nlines" {
		t.Errorf("got the rows %q", rows)
	}
	want := []string{
		"pg_dump.sql:22: skipped: all objects are created in the database postgres",
		"pg_dump.sql:23: skipped: all objects are created in the database postgres",
		"pg_dump.sql:24: skipped: all objects are created in the database postgres",
		"pg_dump.sql:27: skipped: all objects are created in the database postgres",
		`pg_dump.sql:31: skipped: unrecognized configuration parameter "a_setting_of_a_newer_version"`,
		`pg_dump.sql:38: skipped: schema "public" already exists`,
		`pg_dump.sql:39: skipped: role "librarian" does not exist; pg_dump --no-owner --no-privileges omits such statements`,
		"pg_dump.sql:46: the extension vector is not available: a stand-in is installed, whose functions return an error",
		`pg_dump.sql:54: skipped: role "librarian" does not exist; pg_dump --no-owner --no-privileges omits such statements`,
		`pg_dump.sql:65: skipped: role "librarian" does not exist; pg_dump --no-owner --no-privileges omits such statements`,
		`pg_dump.sql:84: skipped: access method "hnsw" does not exist; queries run without this index`,
		"pg_dump.sql:85: runs without CONCURRENTLY, because the file is one transaction",
		`pg_dump.sql:89: skipped: role "readers" does not exist; pg_dump --no-owner --no-privileges omits such statements`,
		`pg_dump.sql:90: skipped: role "readers" does not exist; pg_dump --no-owner --no-privileges omits such statements`,
	}
	if !slices.Equal(got.notices, want) {
		t.Errorf("got the notices\n%s\nwant\n%s", strings.Join(got.notices, "\n"), strings.Join(want, "\n"))
	}
	if indexes := query(t, db, `select string_agg(indexname, ' ' order by indexname) from pg_indexes where tablename = 'books'`); indexes != "books_pkey books_title" {
		t.Errorf("got the indexes %s", indexes)
	}
}

func TestCommandsOfPsql(t *testing.T) {
	db := pgtest.New(t)
	got, err := run(t, db, "testdata/psql.sql")
	if err != nil {
		t.Fatal(err)
	}
	if rows := query(t, db, `select string_agg(name, '|' order by id) from public.people`); rows != "Ada O'Hara|a:owner ::int|included|from, csv" {
		t.Errorf("got the rows %q", rows)
	}
	if want := []string{"psql.sql:5: loading the data", `psql.sql:10: skipped: \dt only prints`}; !slices.Equal(got.notices, want) {
		t.Errorf("got the notices %q", got.notices)
	}
}

func TestRefusedStatementsNameTheRemedy(t *testing.T) {
	db := pgtest.New(t)
	for script, want := range map[string]string{
		"create table t (a int);\n\\gexec": `:2: \gexec is a command of psql that is not supported; remove the line, or run the file with psql and the DB URL`,
		"\\! rm file":                      ":1: \\! is a command of psql that is not supported",
		"create extension postgis":         ":1: the extension postgis is not available in localbase; remove the statements that need it, or use a hosted project",
		"drop database library":            "to delete all data, run `tableside local reset`",
		"\\ir missing.sql":                 "missing.sql: no such file",
		"grant select on nothing to anon":  `relation "nothing" does not exist (42P01)`,
		"create table public.notes (id int);\ncreate table public.notes (id int)": `:2: relation "notes" already exists (42P07)`,
	} {
		file := filepath.Join(t.TempDir(), "file.sql")
		if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := run(t, db, file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v", script, err)
		}
	}
	if tables := query(t, db, `select count(*)::text from pg_tables where schemaname = 'public'`); tables != "0" {
		t.Errorf("failed files created %s tables", tables)
	}
}

// copyProject returns a copy of testdata, which tests can change.
func copyProject(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestProjectOfTheSupabaseCLI(t *testing.T) {
	db := pgtest.New(t)
	dir := copyProject(t)
	first, err := run(t, db, dir)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"20240101000000_remote_schema.sql: applied", "20240202000000_add_notes.sql: applied", "seed.sql: applied"}; !slices.Equal(first.states, want) {
		t.Errorf("got %q", first.states)
	}
	if history := query(t, db, `select string_agg(version || ' ' || name || ' ' || cardinality(statements), ', ' order by version) from supabase_migrations.schema_migrations`); !strings.HasSuffix(history, "20240202000000 add_notes 2") {
		t.Errorf("got the history %s", history)
	}
	if profile := query(t, db, `select p.email from public.profiles p join auth.users u using (id)`); profile != "ada@example.com" {
		t.Errorf("got the profile %s", profile)
	}
	var standIns []string
	for _, notice := range first.notices {
		if strings.Contains(notice, "stand-in") {
			standIns = append(standIns, strings.Fields(notice)[3])
		}
	}
	if got := strings.Join(standIns, " "); got != "pg_net pgsodium pg_graphql supabase_vault vector" {
		t.Errorf("got the stand-ins %s", got)
	}

	// The second run applies only what is new.
	add := filepath.Join(dir, "supabase/migrations/20240303000000_more.sql")
	if err := os.WriteFile(add, []byte("insert into notes values (3, 'more')"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "supabase/seed.sql"), []byte("select 1/0"), 0o600); err != nil {
		t.Fatal(err)
	}
	second, err := run(t, db, filepath.Join(dir, "supabase/migrations"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"20240101000000_remote_schema.sql: already applied", "20240202000000_add_notes.sql: already applied",
		"20240303000000_more.sql: applied", "seed.sql: already applied",
	}
	if !slices.Equal(second.states, want) || len(second.notices) != 1 || !strings.Contains(second.notices[0], "the seed has changed") {
		t.Errorf("got %q, %q", second.states, second.notices)
	}
	if notes := query(t, db, `select count(*)::text from public.notes`); notes != "3" {
		t.Errorf("got %s notes", notes)
	}
}

func TestFailedMigrationIsNotRecorded(t *testing.T) {
	db := pgtest.New(t)
	dir := copyProject(t)
	bad := filepath.Join(dir, "supabase/migrations/20240303000000_bad.sql")
	if err := os.WriteFile(bad, []byte("create table bad (a int);\nselect 1/0;"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, db, dir); err == nil || !strings.Contains(err.Error(), "20240303000000_bad.sql:2: division by zero") {
		t.Errorf("got %v", err)
	}
	if got := query(t, db, `select string_agg(version, ' ') || coalesce(to_regclass('public.bad')::text, '') from supabase_migrations.schema_migrations`); got != "20240101000000 20240202000000" {
		t.Errorf("got %s", got)
	}
}

// A dump of a whole project contains the schemas of the services, which localbase has created.
func TestDumpWithPlatformSchemas(t *testing.T) {
	db := pgtest.New(t)
	file := filepath.Join(t.TempDir(), "full.sql")
	script := `
		create schema auth;
		alter schema auth owner to supabase_admin;
		create schema pgbouncer;
		create type auth.aal_level as enum ('aal1');
		create function auth.uid() returns uuid language sql stable as $$ select null::uuid $$;
		create table auth.users (id uuid);
		create table auth.saml_providers (id uuid);
		alter table only auth.users add constraint users_pkey primary key (id);
		create index users_instance_id_idx on auth.users using btree (id);
		create publication supabase_realtime;
		create table public.mine (id uuid references auth.users);
		copy auth.users (id, email) from stdin;
00000000-0000-0000-0000-00000000000a	ada@example.com
\.
		copy auth.saml_providers (id) from stdin;
00000000-0000-0000-0000-00000000000b
\.
`
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := run(t, db, file)
	if err != nil {
		t.Fatal(err)
	}
	if email := query(t, db, `select email from auth.users`); email != "ada@example.com" || len(got.notices) != 11 {
		t.Errorf("got %s and the notices\n%s", email, strings.Join(got.notices, "\n"))
	}
}

// TestFilesRunAsTheOwner checks that objects belong to postgres, and that the statements which hosted
// projects allow with supautils work without its being a superuser.
func TestFilesRunAsTheOwner(t *testing.T) {
	db := pgtest.New(t)
	file := filepath.Join(t.TempDir(), "owner.sql")
	script := `
		create extension pgjwt with schema extensions;
		create extension postgres_fdw;
		create extension citext;
		comment on extension pgcrypto is 'of localbase';
		create server elsewhere foreign data wrapper postgres_fdw;
		create function public.noop() returns event_trigger language plpgsql as 'begin end';
		create event trigger noop on ddl_command_end execute function public.noop();
		create publication everything for all tables;
		set session_replication_role = replica;
		create table public.owned (id int);
		alter table public.owned owner to supabase_admin;
		alter default privileges for role supabase_admin in schema public grant select on tables to anon;
		create table public.token as select extensions.sign('{}', 'secret') as token, current_user::text as who, current_setting('is_superuser') as is_superuser;
`
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := run(t, db, file)
	if err != nil || len(got.notices) != 2 {
		t.Fatalf("%v, notices:\n%s", err, strings.Join(got.notices, "\n"))
	}
	if who := query(t, db, `select who || ' ' || is_superuser || ' ' || (select tableowner from pg_tables where tablename = 'owned') from public.token`); who != "postgres off postgres" {
		t.Errorf("got %s", who)
	}
	if err := os.WriteFile(file, []byte(`copy public.owned to program 'true'`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, db, file); err == nil || !strings.Contains(err.Error(), "42501") {
		t.Errorf("a program of the server: %v", err)
	}
}

func TestConfigOfAProjectSetsThePrivilegesOfNewTables(t *testing.T) {
	db := pgtest.New(t)
	for version, test := range []struct {
		config string
		want   string
	}{
		{"", "false"},
		{"[api]\nauto_expose_new_tables = true", "true"},
		{"[api]\nauto_expose_new_tables = false", "false"},
	} {
		dir, table := t.TempDir(), fmt.Sprintf("notes%d", version)
		for file, text := range map[string]string{
			"supabase/config.toml": test.config,
			fmt.Sprintf("supabase/migrations/%d_notes.sql", version+1): "create table " + table + " (id int)",
		} {
			path := filepath.Join(dir, file)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := run(t, db, dir); err != nil {
			t.Fatal(err)
		}
		if got := query(t, db, "select has_table_privilege('authenticated', '"+table+"', 'select')::text"); got != test.want {
			t.Errorf("with the file %q, users can read a new table: %s, want %s", test.config, got, test.want)
		}
	}
}
