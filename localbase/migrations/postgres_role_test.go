package migrations_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/migrations"
	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/postgres"
)

// TestOwnerHasTheRightsOfHostedProjects executes statements as postgres, each in its own transaction.
func TestOwnerHasTheRightsOfHostedProjects(t *testing.T) {
	db := pgtest.New(t)
	conn := connect(t, db, migrations.Owner)
	t.Cleanup(func() { db.Exec(t, `reset role; drop role if exists owner_rights`) })
	for _, test := range []struct{ sql, code string }{
		{`create schema shop; create table shop.a (id int primary key, who uuid references auth.users); create extension citext`, ""},
		{`create role owner_rights; grant owner_rights to authenticator; alter role owner_rights set statement_timeout = '5s'`, ""},
		{`alter role authenticator set pgrst.db_aggregates_enabled = 'true'; alter role authenticator reset pgrst.db_aggregates_enabled`, ""},
		{`alter role anon set statement_timeout = '3s'`, ""},
		{`set role authenticated; reset role; set role service_role; reset role`, ""},
		{`set session_replication_role = replica; set session_replication_role = origin`, ""},
		{`create policy p on storage.objects for select using (true); create policy p on realtime.messages for select using (true)`, ""},
		{`create function shop.on_user() returns trigger language plpgsql as 'begin return new; end'; create trigger on_user after insert on auth.users for each row execute function shop.on_user()`, ""},
		{`insert into auth.users (id, email) values (gen_random_uuid(), 'a@b.test'); select count(*) from auth.users; insert into storage.buckets (id, name) values ('b', 'b')`, ""},
		{`alter publication supabase_realtime add table shop.a`, ""},
		{`alter default privileges in schema public grant select on tables to authenticated`, ""},
		{`create table shop.b as select 1 as id; alter table shop.b enable row level security; insert into shop.b values (2)`, ""},
		{`drop policy p on storage.objects; drop trigger on_user on auth.users`, ""},

		{`alter table auth.users add column extra text`, "42501"},
		{`create table auth.extra (id int)`, "42501"},
		{`create or replace function auth.uid() returns uuid language sql as 'select null::uuid'`, "42501"},
		{`drop table storage.objects`, "42501"},
		{`drop function auth.uid() cascade`, "42501"},
		{`alter table storage.objects disable row level security`, "42501"},
		{`drop schema storage cascade`, "42501"},
		{`drop schema shop, auth cascade`, "42501"},
		{`alter schema auth owner to postgres`, "42501"},
		{`alter schema storage rename to other`, "42501"},
		{`set role supabase_auth_admin`, "42501"},
		{`set role supabase_admin`, "42501"},
		{`alter role supabase_auth_admin password 'x'`, "42501"},
		{`create role owner_rights_superuser superuser`, "42501"},
		{`alter role postgres superuser`, "42501"},
		{`copy shop.a to program 'true'`, "42501"},
		{`select pg_read_file('/etc/hostname')`, "42501"},
		{`alter system set work_mem = '8MB'`, "42501"},
		{`delete from supabase_migrations.localbase`, "42501"},
	} {
		_, err := conn.Exec(t.Context(), test.sql)
		var pgErr *pgconn.PgError
		code := ""
		if errors.As(err, &pgErr) {
			code = pgErr.Code
		}
		if code != test.code {
			t.Errorf("%s: %v, want code %q", test.sql, err, test.code)
		}
	}
}

// oldObjects are created as the superuser postgres, as before the migration of the role.
const oldObjects = `
create role upgrade_staff;
grant upgrade_staff to authenticator;
alter role postgres set statement_timeout = '1min';
create schema "Shop é";
create domain "Shop é".price as numeric check (value >= 0);
create type public.mood as enum ('ok');
create type public.pair as (a int, b int);
create table "Shop é".orders (id bigint generated always as identity primary key, other serial, price "Shop é".price, mood public.mood);
create table public.parts (id int, day date) partition by range (day);
create table public.parts_2024 partition of public.parts for values from ('2024-01-01') to ('2025-01-01');
create view public.open_orders as select * from "Shop é".orders;
create materialized view public.totals as select count(*) from "Shop é".orders;
create function public.f(int) returns int language sql return 1;
create procedure public.p() language sql as 'select 1';
create aggregate public.product (double precision) (sfunc = float8mul, stype = double precision, initcond = '1');
create operator public.=== (leftarg = int, rightarg = int, function = int4eq);
create text search configuration public.plain (copy = simple);
create publication mine for table "Shop é".orders;
create policy mine on storage.objects for select using (true);
create extension hstore;
create table supabase_migrations.schema_migrations (version text primary key);
alter default privileges in schema "Shop é" grant select on tables to authenticated;
alter default privileges revoke execute on functions from public;
grant select on "Shop é".orders to authenticated`

// startOldServer starts a server with the migrations before 0010 and oldObjects.
func startOldServer(t *testing.T) func(user string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "tableside-upgrade-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	server, err := postgres.Start(t.Context(), postgres.Options{Dir: dir, NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = server.Stop(context.Background()) })
	dsn := func(user string) string { return server.DSN(user, "postgres") }
	conn, err := pgx.Connect(t.Context(), dsn("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	files, err := filepath.Glob("000*.sql")
	if err != nil || len(files) < 9 {
		t.Fatalf("migrations: %v %v", files, err)
	}
	slices.Sort(files)
	sql := "create schema supabase_migrations; create table supabase_migrations.localbase (version text primary key, applied_at timestamptz not null default now());"
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sql += string(text) + "\n;reset role; insert into supabase_migrations.localbase values ('" + strings.TrimSuffix(file, ".sql") + "');\n"
	}
	if _, err := conn.Exec(t.Context(), sql+oldObjects); err != nil {
		t.Fatal(err)
	}
	return dsn
}

func TestExistingObjectsBelongToTheOwnerAfterAnUpgrade(t *testing.T) {
	dsn := startOldServer(t)
	for range 2 {
		if err := migrations.Run(t.Context(), dsn); err != nil {
			t.Fatal(err)
		}
	}
	conn, err := pgx.Connect(t.Context(), dsn(migrations.Owner))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	_, err = conn.Exec(t.Context(), `
		show statement_timeout;
		alter table "Shop é".orders add column note text;
		insert into "Shop é".orders (note) values ('new');
		alter sequence "Shop é".orders_other_seq restart;
		alter domain "Shop é".price drop constraint price_check;
		alter type public.mood add value 'bad';
		alter type public.pair add attribute c int;
		alter table public.parts_2024 add check (id > 0);
		refresh materialized view public.totals;
		drop view public.open_orders;
		drop function public.f(int);
		drop procedure public.p();
		drop aggregate public.product (double precision);
		drop operator public.=== (int, int);
		drop text search configuration public.plain;
		alter publication mine drop table "Shop é".orders;
		drop policy mine on storage.objects;
		drop extension hstore;
		insert into supabase_migrations.schema_migrations values ('1');
		grant upgrade_staff to anon;
		create table "Shop é".later (id int);
		create function "Shop é".later() returns int language sql return 1`)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ sql, want string }{
		{`show statement_timeout`, "1min"},
		{`select rolsuper::text || rolbypassrls || rolcreaterole from pg_roles where rolname = 'postgres'`, "falsetruetrue"},
		{`select has_table_privilege('authenticated', '"Shop é".later', 'select')::text || has_function_privilege('anon', '"Shop é".later()', 'execute')`, "truefalse"},
		{`select has_table_privilege('authenticated', '"Shop é".orders', 'select')::text || has_table_privilege('anon', '"Shop é".orders', 'select')`, "truefalse"},
		{`select coalesce(string_agg(c.oid::regclass::text, ' '), '') from pg_class c where relowner = 'localbase_bootstrap'::regrole and c.oid >= 16384`, ""},
		{`select string_agg(distinct pg_get_userbyid(proowner), ' ') from pg_proc where pronamespace = 'auth'::regnamespace`, "supabase_auth_admin"},
	} {
		var got string
		if err := conn.QueryRow(t.Context(), test.sql).Scan(&got); err != nil || got != test.want {
			t.Errorf("%s: %q (%v), want %q", test.sql, got, err, test.want)
		}
	}
}
