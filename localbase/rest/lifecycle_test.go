package rest_test

import (
	"context"
	"net/http"

	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/rest"
)

// waitForStatus repeats a request until the response has the status.
func (a *testAPI) waitForStatus(t *testing.T, caller, target string, status int) {
	t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for {
		got := a.send(t, caller, http.MethodGet, target, nil, "")
		if got.Code == status {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("GET %s: still %d %s", target, got.Code, got.Body)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// listen runs the handler's notification loop until the test ends.
func (a *testAPI) listen(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.handler.Run(ctx)
	}()
	t.Cleanup(func() { cancel(); <-done })
}

func TestSchemaCacheReload(t *testing.T) {
	a := newAPI(t, nil)
	a.run(t, []scenario{{name: "reads the cache with the first request", target: "/channels?select=id&id=eq.1", want: `[{"id":1}]`}})
	create := func(name string) {
		a.db.Exec(t, "create table public."+name+" (id int); grant select on public."+name+" to anon")
	}
	create("by_hand")
	a.run(t, []scenario{{name: "a new table is unknown before a reload", target: "/by_hand", wantStatus: 404,
		want: `{"code":"PGRST205","details":null,"hint":null,"message":"Could not find the table 'public.by_hand' in the schema cache"}`}})
	if err := a.handler.Reload(context.Background()); err != nil {
		t.Fatal(err)
	}
	a.run(t, []scenario{{name: "the new table is known after Reload", target: "/by_hand", want: `[]`}})
	a.listen(t)
	create("by_ddl")
	a.waitForStatus(t, anonymous, "/by_ddl", http.StatusOK)
	a.db.Exec(t, "drop table public.by_ddl; notify pgrst, 'reload schema'")
	a.waitForStatus(t, anonymous, "/by_ddl", http.StatusNotFound)
}

func TestSettingsOfTheDatabase(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `do $$ begin
		execute format('alter role authenticator in database %I set pgrst.db_aggregates_enabled to ''true''', current_database());
		execute format('alter role authenticator in database %I set pgrst.db_tx_end to ''commit-allow-override''', current_database());
		execute format('alter role authenticator in database %I set pgrst.db_max_rows to ''2''', current_database());
		execute format('alter role authenticator in database %I set pgrst.db_schemas to ''personal, public''', current_database());
	end $$`)
	a.run(t, []scenario{
		{name: "schemas", target: "/users?select=username&order=username", want: `[{"username":"leroyjenkins"}, {"username":"supabot"}]`},
		{name: "max rows", target: "/orders?select=id", header: []string{"Accept-Profile: public"}, want: `[{"id":1}, {"id":2}]`},
		{name: "aggregates", target: "/orders?select=count()", header: []string{"Accept-Profile: public"}, want: `[{"count":15}]`},
		{name: "tx=rollback", method: http.MethodDelete, target: "/composite", header: []string{"Content-Profile: public", rollbackTransaction}, wantStatus: 204, wantHeader: []string{"Preference-Applied: tx=rollback"}},
		{name: "no row was deleted", target: "/composite?select=b", header: []string{"Accept-Profile: public"}, want: `[{"b":"x"}, {"b":"y"}]`},
	})
}

func TestStatementTimeoutOfTheRole(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `create role slow_role_of_rest; grant slow_role_of_rest to authenticator; alter role slow_role_of_rest set statement_timeout = '50ms';
		create function public.sleep_seconds() returns int language sql stable as 'select 1 from pg_sleep(5)'`)
	t.Cleanup(func() { a.db.Exec(t, "drop role slow_role_of_rest") })
	a.run(t, []scenario{{name: "ends the statement", caller: "slow_role_of_rest:", target: "/rpc/sleep_seconds", wantStatus: 500,
		want: `{"code":"57014","details":null,"hint":null,"message":"canceling statement due to statement timeout"}`}})
}

// TestDatabaseUnavailable checks that the service responds with 503 and Retry-After while Postgres
// restarts, and recovers without a reload.
func TestDatabaseUnavailable(t *testing.T) {
	a := newAPI(t, nil)
	a.listen(t)
	get := "/channels?select=id&id=eq.1"
	a.waitForStatus(t, anonymous, get, http.StatusOK)
	a.db.Exec(t, "checkpoint") // the test server runs with fsync off
	if err := syscall.Kill(pgtest.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	wasUnavailable := false
	deadline := time.Now().Add(30 * time.Second)
	for {
		got := a.send(t, anonymous, http.MethodGet, get, nil, "")
		if got.Code == http.StatusOK && wasUnavailable {
			break
		}
		if got.Code == http.StatusServiceUnavailable {
			wasUnavailable = true
			if body := got.Body.String(); strings.Contains(body, "/") || !strings.Contains(body, `"details":null`) && strings.Contains(body, "PGRST") {
				t.Errorf("the response contains internal text: %s", body)
			}
			if got.Header().Get("Retry-After") == "" || !strings.HasPrefix(got.Header().Get("Proxy-Status"), "PostgREST; error=") {
				t.Errorf("503 without Retry-After or Proxy-Status: %v", got.Header())
			}
		} else if got.Code != http.StatusOK {
			t.Fatalf("%d %s", got.Code, got.Body)
		}
		if time.Now().After(deadline) {
			t.Fatalf("still unavailable: %d %s", got.Code, got.Body)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestNoDatabase(t *testing.T) {
	db := pgtest.New(t)
	pool := db.Pool("authenticator")
	pool.Close()
	a := &testAPI{db: db, handler: rest.New(rest.Options{Pool: pool, Keys: db.Keys})}
	a.run(t, []scenario{{name: "503", target: "/anything", wantStatus: 503, wantHeader: []string{"Retry-After: 1", "Proxy-Status: PostgREST; error=PGRST002"},
		want: `{"code":"PGRST002","details":null,"hint":null,"message":"Could not query the database for the schema cache. Retrying."}`}})
}

func TestOpenAPI(t *testing.T) {
	a := newAPI(t, func(o *rest.Options) { o.Schemas = []string{"public", "shop"} })
	a.db.Exec(t, `
		create schema shop;
		comment on schema shop is E'A shop\nwith a shelf';
		create type shop.size as enum ('small', 'large');
		create table shop.shelves (id int primary key, name varchar(20) not null default 'new');
		comment on table shop.shelves is E'Where things are stored.\n\nAll of them.';
		create table shop.things (
			id bigint generated by default as identity primary key,
			shelf_id int references shop.shelves, size shop.size not null default 'small',
			tags text[], weight numeric default 1.5, about jsonb, seen timestamptz default now());
		comment on column shop.things.shelf_id is 'The shelf.';
		create view shop.large_things as select id, shelf_id from shop.things where size = 'large' limit 5;
		create function shop.weigh(shelf int, factor numeric default 1) returns numeric language sql stable as 'select 1';
		create function shop.pack(variadic ids bigint[]) returns void language sql as '';
		comment on function shop.pack is 'Packs things.'`)
	a.run(t, []scenario{
		{name: "anonymous", target: "/", wantStatus: 401, want: `{"code":"42501","details":null,"hint":"Accessing the schema via the Data API is only allowed using a secret API key.","message":"Access to schema is forbidden"}`},
		{name: "signed in", caller: alice, target: "/", wantStatus: 401, want: `{"code":"42501","details":null,"hint":"Accessing the schema via the Data API is only allowed using a secret API key.","message":"Access to schema is forbidden"}`},
		{name: "HEAD", caller: service, method: http.MethodHead, target: "/", wantHeader: []string{"Content-Type: application/openapi+json; charset=utf-8"}},
		{name: "POST", caller: service, method: http.MethodPost, target: "/", wantStatus: 405, want: `{"code":"PGRST117","details":null,"hint":null,"message":"Unsupported HTTP method: POST"}`},
	})
	got := a.send(t, service, http.MethodGet, "/", []string{"Accept-Profile: shop"}, "")
	if got.Code != http.StatusOK {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	compareGolden(t, "testdata/openapi.golden.json", indentJSON(t, got.Body.Bytes()))
}
