package migrations_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/extensions"
	"github.com/tableside/tableside/localbase/migrations"
	"github.com/tableside/tableside/localbase/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func connect(t *testing.T, db *pgtest.DB, user string) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db.DSN(user))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

func TestEachMigrationRunsOnce(t *testing.T) {
	db := pgtest.New(t)
	conn := connect(t, db, "postgres")
	const count = `select count(*), max(applied_at)::text from supabase_migrations.localbase`
	var before, after int
	var latest, unchanged string
	if err := conn.QueryRow(t.Context(), count).Scan(&before, &latest); err != nil {
		t.Fatal(err)
	}
	if err := migrations.Run(t.Context(), db.DSN); err != nil {
		t.Fatal(err)
	}
	if err := conn.QueryRow(t.Context(), count).Scan(&after, &unchanged); err != nil {
		t.Fatal(err)
	}
	if before < 3 || after != before || unchanged != latest {
		t.Errorf("before: %d migrations until %s; after: %d until %s", before, latest, after, unchanged)
	}
}

func TestDatabaseOfNewerVersionIsRejected(t *testing.T) {
	db := pgtest.New(t)
	db.ExecAsSuperuser(t, `insert into supabase_migrations.localbase (version) values ('9999_future')`)
	err := migrations.Run(t.Context(), db.DSN)
	if err == nil || !strings.Contains(err.Error(), "9999_future") || !strings.Contains(err.Error(), "newer") {
		t.Errorf("got %v", err)
	}
}

// TestServicesSwitchToRequestRole checks that REST and storage can set an application's own role
// that was granted only to authenticator.
func TestServicesSwitchToRequestRole(t *testing.T) {
	db := pgtest.New(t)
	db.Exec(t, `create role migrations_staff; grant migrations_staff to authenticator; create role migrations_other`)
	t.Cleanup(func() { db.Exec(t, `drop role migrations_staff, migrations_other`) })
	for _, test := range []struct {
		user, role string
		allowed    bool
	}{
		{"authenticator", "anon", true},
		{"authenticator", "authenticated", true},
		{"authenticator", "service_role", true},
		{"authenticator", "migrations_staff", true},
		{"authenticator", "migrations_other", false},
		{"authenticator", "postgres", false},
		{"authenticator", "supabase_storage_admin", false},
		{"supabase_storage_admin", "anon", true},
		{"supabase_storage_admin", "service_role", true},
		{"supabase_storage_admin", "migrations_staff", true},
		{"supabase_storage_admin", "migrations_other", false},
		{"supabase_auth_admin", "service_role", false},
	} {
		_, err := connect(t, db, test.user).Exec(t.Context(), "set role "+test.role)
		if (err == nil) != test.allowed {
			t.Errorf("%s: set role %s: %v, want allowed %v", test.user, test.role, err, test.allowed)
		}
	}
}

func TestNewTablesAreGrantedToServiceRoleOnly(t *testing.T) {
	db := pgtest.New(t)
	db.Exec(t, `create table public.t (id int generated always as identity); alter table public.t enable row level security; insert into public.t default values`)
	for role, allowed := range map[string]bool{"anon": false, "authenticated": false, "service_role": true} {
		conn := connect(t, db, "authenticator")
		if _, err := conn.Exec(t.Context(), "set role "+role); err != nil {
			t.Fatal(err)
		}
		var rows int
		err := conn.QueryRow(t.Context(), `select count(*) from public.t`).Scan(&rows)
		if (err == nil) != allowed {
			t.Errorf("%s: select: %v, want allowed %v", role, err, allowed)
		}
		if allowed && rows != 1 {
			t.Errorf("row-level security applies to %s: %d rows", role, rows)
		}
	}
	// The service's own user has no privileges besides the roles.
	if _, err := connect(t, db, "authenticator").Exec(t.Context(), `select from public.t`); err == nil {
		t.Error("authenticator can select without setting a role")
	}
}

func TestSchemaChangesAreNotified(t *testing.T) {
	db := pgtest.New(t)
	listener := connect(t, db, "authenticator")
	if _, err := listener.Exec(t.Context(), "listen pgrst"); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		sql        string
		isNotified bool
	}{
		{`create table public.t (a int)`, true},
		{`alter table public.t add b int`, true},
		{`comment on table public.t is 'x'`, true},
		{`grant select on public.t to anon`, true},
		{`create function public.f() returns int language sql return 1`, true},
		{`create type public.e as enum ('a')`, true},
		{`insert into public.t values (1)`, false},
		{`create temporary table x (a int)`, false},
		{`create policy p on auth.users for select using (true)`, false},
		{`drop policy p on auth.users`, false},
		{`drop table public.t`, true},
	} {
		db.Exec(t, test.sql)
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		if !test.isNotified {
			// The sentinel must be the next notification.
			db.Exec(t, `notify pgrst, 'sentinel'`)
		}
		note, err := listener.WaitForNotification(ctx)
		cancel()
		if err != nil {
			t.Fatalf("%s: %v", test.sql, err)
		}
		if (note.Payload == "reload schema") != test.isNotified {
			t.Errorf("%s: received %q, want a reload: %v", test.sql, note.Payload, test.isNotified)
		}
	}
}

func TestExtensionsAreInstalled(t *testing.T) {
	var hash string
	err := pgtest.New(t).Pool("postgres").QueryRow(t.Context(), `select encode(digest('a', 'md5'), 'hex')`).Scan(&hash)
	if err != nil || hash != "0cc175b9c0f1b6a831c399e269772661" {
		t.Errorf("pgcrypto in the owner's search path: %q (%v)", hash, err)
	}
}

// Dumps and migrations of hosted projects contain triggers of webhooks and calls of the vault, but not the
// statements that create these: every project has them.
func TestObjectsOfThePlatformExist(t *testing.T) {
	db := pgtest.New(t)
	conn := connect(t, db, "postgres")
	_, err := conn.Exec(t.Context(), `
		select vault.create_secret('https://hooks.test', 'ENDPOINT');
		create table public.orders (id int);
		grant insert on public.orders to authenticated;
		create trigger "notify" after insert on public.orders for each row execute function supabase_functions.http_request('https://hooks.test/orders', 'POST', '{"X-Key":"k"}', '{}', '1000');
		set role authenticated;
		insert into public.orders values (1);
		reset role`)
	if err != nil {
		t.Fatal(err)
	}
	const hooks = `select concat_ws(' ', hook_table_id::regclass, hook_name, request_id) from supabase_functions.hooks order by id desc limit 1`
	var got string
	if err := conn.QueryRow(t.Context(), hooks).Scan(&got); err != nil || got != "orders notify" {
		t.Errorf("got %q, %v", got, err)
	}
	net, _ := extensions.Find("pg_net")
	if err := pgx.BeginFunc(t.Context(), connect(t, db, migrations.Admin), func(tx pgx.Tx) error { return net.Install(t.Context(), tx, "") }); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), `insert into public.orders values (2)`); err != nil {
		t.Fatal(err)
	}
	const requests = `
		select concat_ws(' ', q.method, q.url, convert_from(q.body, 'UTF8')::jsonb -> 'record' ->> 'id', q.headers ->> 'X-Key')
		from net.http_request_queue q join supabase_functions.hooks h on h.request_id = q.id`
	if err := conn.QueryRow(t.Context(), requests).Scan(&got); err != nil || got != "POST https://hooks.test/orders 2 k" {
		t.Errorf("got %q, %v", got, err)
	}
}
