package demo_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/pgtest"
)

// readSchemas calls tableside_schema() and returns the schemas that it lists, and those of its
// relations and functions.
func readSchemas(t *testing.T, tx pgx.Tx, requested ...string) (listed, used []string) {
	t.Helper()
	var text []byte
	if err := tx.QueryRow(t.Context(), `select public.tableside_schema($1)::text`, requested).Scan(&text); err != nil {
		t.Fatal(err)
	}
	var response struct {
		Schemas           []string
		Tables, Functions []struct{ Schema string }
	}
	if err := json.Unmarshal(text, &response); err != nil {
		t.Fatal(err)
	}
	for _, entry := range append(response.Tables, response.Functions...) {
		used = append(used, entry.Schema)
	}
	return response.Schemas, used
}

func TestOnlyExposedSchemasAreReturned(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `
		create table public.t (id int); grant select on public.t to anon;
		create schema shop; grant usage on schema shop to anon;
		create table shop.t (id int); grant select on shop.t to anon;
		create function shop.f() returns int language sql as 'select 1'`)
	requested := []string{"shop", "public", "auth", "storage", "realtime", "pg_catalog", "information_schema", "pg_toast", "nowhere", "public"}
	for _, test := range []struct{ name, stored, session, want string }{
		{"the fallback", "", "", "public"},
		{"the session's setting", "", "public,shop", "shop,public"},
		{"the role's setting takes precedence", "shop", "public", "shop"},
		{"exposed internal schemas", "", "auth, storage, realtime, pg_catalog, information_schema , shop", "shop"},
	} {
		t.Run(test.name, func(t *testing.T) {
			alter := fmt.Sprintf("alter role authenticator in database %q ", db.Name)
			if test.stored != "" {
				db.Exec(t, alter+"set pgrst.db_schemas = '"+test.stored+"'")
			} else {
				db.Exec(t, alter+"reset pgrst.db_schemas")
			}
			runAs(t, db, newCaller("anon"), func(tx pgx.Tx) {
				exposeSchemas(t, tx, test.session)
				listed, used := readSchemas(t, tx, requested...)
				if got := strings.Join(listed, ","); got != test.want {
					t.Errorf("schemas %q, want %q", got, test.want)
				}
				if len(used) == 0 {
					t.Error("the exposed schemas are empty")
				}
				for _, name := range used {
					if !strings.Contains(test.want, name) {
						t.Errorf("got an entry of schema %q", name)
					}
				}
			})
		})
	}
}

// countEvaluatedPolicies calls tableside_schema() and returns the number of policies that it
// evaluated. Each policy of the tests takes an advisory lock.
func countEvaluatedPolicies(t *testing.T, db *pgtest.DB) (n int) {
	t.Helper()
	runAs(t, db, newCaller("authenticated"), func(tx pgx.Tx) {
		readSchemas(t, tx, "public")
		if err := tx.QueryRow(t.Context(), `select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), `select pg_advisory_unlock_all()`); err != nil {
			t.Fatal(err)
		}
	})
	return n
}

func TestPoliciesAreEvaluatedOnlyWithAGrant(t *testing.T) {
	for grant, want := range map[string]int{
		"revoke all on t from authenticated":                         0,
		"grant insert on t to authenticated":                         1,
		"grant select (id) on t to authenticated":                    1,
		"grant select, insert, update, delete on t to authenticated": 4,
	} {
		db := pgtest.New(t)
		runFile(t, db, installSQL)
		db.Exec(t, `create table t (id int); alter table t enable row level security; revoke all on t from public, anon, authenticated;
			create policy s on t for select using (pg_advisory_lock(1) is not null);
			create policy i on t for insert with check (pg_advisory_lock(2) is not null);
			create policy u on t for update using (pg_advisory_lock(3) is not null);
			create policy d on t for delete using (pg_advisory_lock(4) is not null)`)
		db.Exec(t, grant)
		if got := countEvaluatedPolicies(t, db); got != want {
			t.Errorf("%s: %d policies were evaluated, want %d", grant, got, want)
		}
	}
}

func TestEvaluatingPoliciesIsBounded(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `create table t (id int); alter table t enable row level security; grant all on t to authenticated;
		do $$ begin for i in 1 .. 10 loop
			execute format('create policy p%s on t using (pg_advisory_lock(%s) is null or pg_sleep(0.6) is null)', i, i);
		end loop; end $$`)
	if got := countEvaluatedPolicies(t, db); got < 1 || got > 3 {
		t.Errorf("%d of 10 slow policies were evaluated, want 1 to 3", got)
	}
	if got := queryValue[bool](t, connect(t, db), `select proconfig @> '{statement_timeout=3s}' from pg_proc where proname = 'tableside_schema'`); !got {
		t.Error("the function has no statement timeout")
	}
}

func TestEstimateRequiresSelect(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, installSQL)
	db.Exec(t, `create table t (id int); insert into t values (1), (2); analyze t; grant insert on t to anon`)
	for grant, want := range map[string]string{"revoke select on t from anon": "null", "grant select (id) on t to anon": "2"} {
		db.Exec(t, grant)
		runAs(t, db, newCaller("anon"), func(tx pgx.Tx) {
			var got string
			err := tx.QueryRow(t.Context(), `select (public.tableside_schema() -> 'tables' -> 0 -> 'estimatedRows')::text`).Scan(&got)
			if err != nil || got != want {
				t.Errorf("%s: got %s, want %s: %v", grant, got, want, err)
			}
		})
	}
}

// Roles can be allowed to create functions in public. They must not run with the rights of the
// user who saves a view.
func TestSavedViewsCallNoFunctionsOfPublic(t *testing.T) {
	db := pgtest.New(t)
	db.Exec(t, `create function public.cardinality(text[]) returns int language plpgsql as $$ begin raise 'called'; end $$;
		create function public.array_ndims(text[]) returns int language plpgsql as $$ begin raise 'called'; end $$;
		create function public.array_position(text[], text) returns int language plpgsql as $$ begin raise 'called'; end $$`)
	runFile(t, db, "../../server/schema/tableside_may_read.sql")
	runFile(t, db, "../../server/schema/tableside_views.sql")
	db.Exec(t, `insert into auth.users (id) values ('00000000-0000-4000-8000-000000000001');
		insert into public.tableside_views (table_schema, table_name, name, query, owner, roles)
			values ('public', 't', 'v', '', '00000000-0000-4000-8000-000000000001', '{authenticated}')`)
}
