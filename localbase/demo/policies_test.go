package demo_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/pgtest"
)

// readPrivileges returns the privileges of tableside_schema() on table t: "siud" with a dash for
// each command that is not allowed, or "" if the table is not listed.
func readPrivileges(t *testing.T, db *pgtest.DB, who caller.Caller) (privileges string) {
	t.Helper()
	_, described := readSchema(t, db, who, "public")
	for _, table := range described.Tables {
		if table.Name != "t" {
			continue
		}
		for _, command := range []string{"select", "insert", "update", "delete"} {
			if table.Privileges[command] {
				privileges += command[:1]
			} else {
				privileges += "-"
			}
		}
	}
	return privileges
}

func TestPrivilegesFollowPolicies(t *testing.T) {
	tests := []struct{ name, sql, want string }{
		{"no policy", ``, ""},
		{"true for all roles", `create policy p on t using (true)`, "siud"},
		{"false for all roles", `create policy p on t using (false)`, ""},
		{"null", `create policy p on t using (null)`, ""},
		{"for a role that the caller's role inherits", `create policy p on t to authenticated using (true)`, "siud"},
		{"for another role", `create policy p on t to service_role using (true)`, ""},
		{"a policy for each command", `create policy r on t for select using (true); create policy w on t for update using (true)`, "s-u-"},
		{"depends on the row", `create policy p on t using (id = 7)`, "siud"},
		{"depends on the whole row", `create policy p on t using (t is not null)`, "siud"},
		{"a claim that the caller has", `create policy p on t using (auth.jwt() ->> 'role' = 'staff')`, "siud"},
		{"a claim that the caller doesn't have", `create policy p on t using (auth.jwt() ->> 'plan' = 'paid')`, ""},
		{"another table contains a row", `create policy p on t using (exists (select from members where name = auth.uid()::text))`, "siud"},
		{"another table doesn't contain a row", `create policy p on t using (exists (select from members where name = 'nobody'))`, ""},
		{"another table that the caller can't read", `revoke all on members from authenticated; create policy p on t using (exists (select from members))`, "siud"},
		{"a function that finds its table by the search path", `create policy p on t using (is_member('nobody'))`, ""},
		{"a function that fails", `create policy p on t using (1 / (select 0) = 1)`, "siud"},
		{"a function that writes", `create policy p on t using (leave_trace())`, "siud"},
		{"a check that rejects all rows", `create policy p on t using (true) with check (false)`, "s--d"},
		{"a restrictive policy rejects all", `create policy p on t using (true); create policy no on t as restrictive using (false)`, ""},
		{"a restrictive policy rejects deletes", `create policy p on t using (true); create policy no on t as restrictive for delete using (false)`, "siu-"},
		{"only a restrictive policy", `create policy alone on t as restrictive using (true)`, ""},
		{"one of two policies allows", `create policy a on t using (false); create policy b on t for select using (true)`, "s---"},
		{"row-level security is disabled", `alter table t disable row level security`, "siud"},
		{"fewer grants than policies", `create policy p on t using (true); revoke insert, delete on t from authenticated`, "s-u-"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			db := pgtest.New(t)
			runFile(t, db, installSQL)
			createStaffRole(t, db)
			db.Exec(t, `
				create table members (name text); insert into members values ('`+subjects["staff"]+`');
				create table t (id int, note text); alter table t enable row level security;
				grant all on t, members to authenticated;
				create function is_member(wanted text) returns boolean language sql as 'select exists (select from members where name = wanted)';
				create function leave_trace() returns boolean language plpgsql security definer
					as $$ begin insert into public.members values ('trace'); return true; end $$;`)
			db.Exec(t, test.sql)
			if got := readPrivileges(t, db, newCaller("staff")); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestSchemaWithoutUsageIsEmpty(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `create schema closed; create table closed.t (id int); grant all on closed.t to authenticated;
		create function closed.f() returns int language sql as 'select 1'`)
	_, described := readSchema(t, db, newCaller("authenticated"), "closed")
	if len(described.Tables) != 0 || len(described.Functions) != 0 {
		t.Errorf("got %+v for a schema without usage", described)
	}
}

// createStaffRole creates the role as 3_access.sql does.
func createStaffRole(t *testing.T, db *pgtest.DB) {
	t.Helper()
	db.Exec(t, `
		do $$ begin create role staff nologin; exception when duplicate_object then null; end $$;
		grant authenticated to staff; grant staff to authenticator`)
}

func TestSchemaFunctionWritesNothing(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `
		create table traces (at timestamptz); create table t (id int); alter table t enable row level security; grant all on t to authenticated;
		create function leave_trace() returns boolean language plpgsql security definer as $$ begin insert into public.traces values (now()); return true; end $$;
		create policy p on t using (leave_trace())`)
	who := newCaller("authenticated")
	for _, mode := range []pgx.TxAccessMode{pgx.ReadWrite, pgx.ReadOnly} {
		err := pgx.BeginTxFunc(t.Context(), db.Pool("authenticator"), pgx.TxOptions{AccessMode: mode}, func(tx pgx.Tx) error {
			if err := who.ApplyRole(t.Context(), tx); err != nil {
				return err
			}
			var path string
			if err := tx.QueryRow(t.Context(), `select count(tableside_schema()::text)::text || current_setting('search_path')`).Scan(&path); err != nil {
				return fmt.Errorf("%s: %w", mode, err)
			}
			if want := `1"$user", public`; path != want {
				t.Errorf("%s: the search path is %s after the call, want %s", mode, path, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if n := queryValue[int64](t, connect(t, db), `select count(*) from traces`); n != 0 {
		t.Errorf("a policy's function inserted %d rows", n)
	}
}

func TestEstimatesAreHiddenWithoutFullAccess(t *testing.T) {
	for policy, want := range map[string]string{"true": "1000", "id < 10": "null"} {
		db := pgtest.New(t)
		runFile(t, db, installSQL)
		db.Exec(t, `create table t as select generate_series(1, 1000) as id; analyze t; grant select on t to authenticated;
			alter table t enable row level security; create policy p on t using (`+policy+`)`)
		runAs(t, db, newCaller("authenticated"), func(tx pgx.Tx) {
			var got string
			if err := tx.QueryRow(t.Context(), `select (tableside_schema() -> 'tables' -> 0 -> 'estimatedRows')::text`).Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("policy %s: estimate %s, want %s", policy, got, want)
			}
		})
	}
}

// BenchmarkSchemaFunction measures 300 tables with twelve columns and three policies each.
func BenchmarkSchemaFunction(b *testing.B) {
	db := pgtest.New(b)
	conn, err := pgx.Connect(b.Context(), db.DSN("postgres"))
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close(context.Background())
	db.Exec(b, readFile(b, installSQL))
	db.Exec(b, `
		create table members (id uuid primary key, team int); grant select on members to authenticated;
		do $$ begin for i in 1 .. 300 loop
			execute format('create table t%s (id bigint generated always as identity primary key, name text not null unique, amount numeric(10, 2) check (amount > 0),
				tags text[], doc jsonb, owner uuid, member uuid references members, created_at timestamptz default now(), note varchar(200), x int default 3, y date, z boolean)', i);
			execute format('alter table t%s enable row level security', i);
			execute format('create policy a on t%s for select using (owner = auth.uid())', i);
			execute format('create policy b on t%s for insert with check (owner = auth.uid())', i);
			execute format('create policy c on t%s for update using (exists (select from members where id = auth.uid() and team = %s))', i, i);
			execute format('grant all on t%s to authenticated', i);
		end loop; end $$; analyze`)
	if _, err := conn.Exec(b.Context(), `set role authenticated`); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for b.Loop() {
		if _, err := conn.Exec(b.Context(), `select tableside_schema()`); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed()/time.Millisecond)/float64(b.N), "ms/op")
}
