package rest_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
)

// configure sets pgrst settings of the database, and reloads them.
func (a *testAPI) configure(t *testing.T, settings ...string) {
	t.Helper()
	for _, setting := range settings {
		name, value, _ := strings.Cut(setting, "=")
		a.db.Exec(t, "alter role authenticator in database "+a.db.Name+" set pgrst."+name+" to '"+value+"'")
	}
	if err := a.handler.Reload(context.Background()); err != nil {
		t.Fatal(err)
	}
}

func TestTransactionEnd(t *testing.T) {
	a := newAPI(t, nil)
	post, commit := http.MethodPost, "Prefer: tx=commit"
	row := func(b string) string { return `{"a":1,"b":"` + b + `"}` }
	a.configure(t, "db_tx_end=rollback")
	a.run(t, []scenario{
		{name: "rollback", method: post, target: "/composite", header: []string{returnRepresentation}, body: row("new"), wantStatus: 201, want: `[{"a":1,"b":"new","value":null}]`},
		{name: "rollback ignores the preference", method: post, target: "/composite", header: []string{commit}, body: row("new"), wantStatus: 201, wantHeader: []string{"Preference-Applied:"}},
		{name: "no row was stored", target: "/composite?b=eq.new", want: "[]"},
	})
	a.configure(t, "db_tx_end=rollback-allow-override")
	a.run(t, []scenario{
		{name: "rollback is the default", method: post, target: "/composite", body: row("new"), wantStatus: 201},
		{name: "still no row was stored", target: "/composite?b=eq.new", want: "[]"},
		{name: "the client commits", method: post, target: "/composite", header: []string{commit}, body: row("new"), wantStatus: 201, wantHeader: []string{"Preference-Applied: tx=commit"}},
		{name: "the row was stored", target: "/composite?b=eq.new", want: `[{"a":1,"b":"new","value":null}]`},
	})
	a.configure(t, "db_tx_end=commit-allow-override")
	a.run(t, []scenario{
		{name: "the client rolls back", method: post, target: "/composite", header: []string{rollbackTransaction}, body: row("other"), wantStatus: 201, wantHeader: []string{"Preference-Applied: tx=rollback"}},
		{name: "commit is the default", method: http.MethodDelete, target: "/composite?b=eq.new", wantStatus: 204},
		{name: "only the other was undone", target: "/composite?a=eq.1&b=in.(new,other)", want: "[]"},
	})
}

// TestRollbackReportsDeferredConstraints covers constraints that the database checks at the commit:
// a rolled back request returns the same error.
func TestRollbackReportsDeferredConstraints(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `create table seats (number int unique deferrable initially deferred); grant all on seats to anon`)
	post, twice := http.MethodPost, `[{"number":1},{"number":1}]`
	conflict := `{"code":"23505","details":"Key (number)=(1) already exists.","hint":null,"message":"duplicate key value violates unique constraint \"seats_number_key\""}`
	for _, end := range []string{"commit", "rollback"} {
		a.configure(t, "db_tx_end="+end)
		a.run(t, []scenario{{name: end, method: post, target: "/seats", body: twice, wantStatus: 409, wantHeader: []string{"Preference-Applied:"}, want: conflict}})
	}
}

func TestPreRequest(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `create schema private; create function private.check_request() returns void language plpgsql as $$
		begin
		  if current_setting('request.headers')::json ->> 'x-block' is not null then
		    raise insufficient_privilege using message = 'blocked for ' || current_user, hint = current_setting('request.path');
		  end if;
		  perform set_config('response.headers', '[{"X-Checked": "yes"}]', true);
		end $$;
		grant usage on schema private to anon`)
	a.configure(t, "db_pre_request=private.check_request")
	a.run(t, []scenario{
		{name: "passes", target: "/channels?select=id&id=eq.1", wantHeader: []string{"X-Checked: yes"}, want: `[{"id":1}]`},
		{name: "raises", target: "/channels", header: []string{"X-Block: 1"}, wantStatus: 401, want: `{"code":"42501","details":null,"hint":"/channels","message":"blocked for anon"}`},
	})
}

func TestIsolationLevelOfFunctionsAndRoles(t *testing.T) {
	a := newAPI(t, nil)
	role := "isolated_" + a.db.Name
	a.db.Exec(t, `create role `+role+`; grant `+role+` to authenticator; alter role `+role+` set default_transaction_isolation = 'repeatable read';
		create function isolation() returns text language sql volatile as $$ select current_setting('transaction_isolation') $$;
		create function serial_isolation() returns text language sql set default_transaction_isolation = 'serializable'
		as $$ select current_setting('transaction_isolation') $$`)
	t.Cleanup(func() { a.db.Exec(t, "drop role "+role) })
	post := http.MethodPost
	a.run(t, []scenario{
		{name: "the default", method: post, target: "/rpc/isolation", want: `"read committed"`},
		{name: "of the function", method: post, target: "/rpc/serial_isolation", want: `"serializable"`},
		{name: "of the role", caller: role + ":", method: post, target: "/rpc/isolation", want: `"repeatable read"`},
		{name: "of the function before that of the role", caller: role + ":", method: post, target: "/rpc/serial_isolation", want: `"serializable"`},
	})
}

func TestHoistedSettingsOfFunctions(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `create function settings(orders) returns text language sql stable
		as $$ select current_setting('work_mem') || ' ' || current_setting('statement_timeout') $$;
		create function few_orders() returns setof orders language sql stable set work_mem = '7MB' set statement_timeout = '9s'
		as $$ select * from orders where id = 1 $$`)
	get := scenario{target: "/rpc/few_orders?select=settings"}
	a.configure(t)
	get.name, get.want = "only the time-out applies to the whole statement by default", `[{"settings":"4MB 9s"}]`
	a.run(t, []scenario{get})
	a.configure(t, "db_hoisted_tx_settings=work_mem")
	get.name, get.want = "the settings in the list apply", `[{"settings":"7MB 3s"}]` // the time-out of the role
	a.run(t, []scenario{get})
}

func TestErrorVerbosity(t *testing.T) {
	a := newAPI(t, nil)
	a.configure(t, "client_error_verbosity=minimal")
	a.run(t, []scenario{
		{name: "of the service", target: "/channel", wantStatus: 404, wantHeader: []string{"Proxy-Status: PostgREST; error=PGRST205"}, want: `{"code":"PGRST205","message":"Could not find the table 'public.channel' in the schema cache"}`},
		{name: "of the database", method: http.MethodPost, target: "/composite", body: `{"a":1,"b":"x"}`, wantStatus: 409, want: `{"code":"23505","message":"duplicate key value violates unique constraint \"composite_pkey\""}`},
	})
}

func TestExplain(t *testing.T) {
	a := newAPI(t, nil)
	accept := "Accept: application/vnd.pgrst.plan"
	a.run(t, []scenario{{name: "disabled", target: "/channels", header: []string{accept}, wantStatus: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: application/vnd.pgrst.plan"}`}})
	a.configure(t, "db_plan_enabled=true", "db_tx_end=commit-allow-override")
	for _, test := range []struct{ name, method, target, accept, body, contentType, want string }{
		{"text by default", "GET", "/channels?id=gt.0", accept, "", `application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8`, "Aggregate  (cost="},
		{"JSON with options", "GET", "/channels", accept + `+json; for="application/vnd.pgrst.object"; options=verbose|analyze|nope;`, "", `application/vnd.pgrst.plan+json; for="application/vnd.pgrst.object+json"; options=analyze|verbose; charset=utf-8`, `"Actual Rows"`},
		{"a write", "POST", "/composite", accept + "+json", `{"a":5,"b":"e"}`, `application/vnd.pgrst.plan+json; for="application/json"; charset=utf-8`, `"ModifyTable"`},
		{"a function", "GET", "/rpc/ten", accept + "+text", "", `application/vnd.pgrst.plan+text; for="application/json"; charset=utf-8`, "ProjectSet"},
	} {
		t.Run(test.name, func(t *testing.T) {
			response := a.send(t, anonymous, test.method, test.target, []string{test.accept}, test.body)
			if body := response.Body.String(); response.Code != 200 || !strings.Contains(body, test.want) {
				t.Errorf("got %d %s", response.Code, body)
			}
			if got := response.Header().Get("Content-Type"); got != test.contentType {
				t.Errorf("got %s", got)
			}
		})
	}
	a.run(t, []scenario{{name: "the write was only explained", target: "/composite?a=eq.5", want: "[]"}})
}

func TestMediaTypeHandlers(t *testing.T) {
	a := newAPI(t, nil)
	a.db.Exec(t, `
		create domain "text/html" as text;
		create domain "image/png" as bytea;
		create domain "application/vnd.list" as text;
		create domain "application/vnd.any" as jsonb;
		create domain "*/*" as bytea;
		create function page() returns "text/html" language sql immutable as $$ select '<p>å</p>' $$;
		create function picture() returns "image/png" language sql immutable as $$ select '\x89504e4700ff'::bytea $$;
		create function anything() returns "*/*" language sql immutable as $$ select 'any'::bytea $$;
		create function append_name(state "application/vnd.list", next public.categories) returns "application/vnd.list"
		  language sql immutable as $$ select state || next.name || e'\n' $$;
		create aggregate list_names(public.categories) (sfunc = append_name, stype = "application/vnd.list", initcond = '');
		create function count_rows(state "application/vnd.any", next anyelement) returns "application/vnd.any"
		  language sql immutable as $$ select jsonb_build_object('rows', coalesce((state->>'rows')::int, 0) + 1) $$;
		create aggregate count_any(anyelement) (sfunc = count_rows, stype = "application/vnd.any", initcond = '{}');
		create function all_categories() returns setof categories language sql stable as $$ select * from categories order by id $$`)
	if err := a.handler.Reload(context.Background()); err != nil {
		t.Fatal(err)
	}
	list := "Accept: application/vnd.list"
	unavailable := `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: application/vnd.list"}`
	a.run(t, []scenario{
		{name: "function", target: "/rpc/page", header: []string{"Accept: text/html, */*;q=0.5"}, wantHeader: []string{"Content-Type: text/html"}, want: "<p>å</p>"},
		{name: "binary function", target: "/rpc/picture", header: []string{"Accept: image/png"}, wantHeader: []string{"Content-Type: image/png"}, want: "\x89PNG\x00\xff"},
		{name: "function of any type", target: "/rpc/anything", header: []string{"Accept: app/bingo"}, wantHeader: []string{"Content-Type: application/octet-stream"}, want: "any"},
		{name: "a function with another type", target: "/rpc/page", header: []string{"Accept: image/png"}, wantStatus: 406, want: `{"code":"PGRST107","details":null,"hint":null,"message":"None of these media types are available: image/png"}`},
		{name: "aggregate of a table", target: "/categories?order=id", header: []string{list}, wantHeader: []string{"Content-Type: application/vnd.list"}, want: "Electronics\nComputers\n"},
		{name: "aggregate of a table, filtered", target: "/categories?id=eq.2", header: []string{list}, want: "Computers\n"},
		{name: "aggregate of a table without rows", target: "/categories?id=eq.9", header: []string{list}},
		{name: "aggregate of the rows of a function", target: "/rpc/all_categories", header: []string{list}, want: "Electronics\nComputers\n"},
		{name: "aggregate of a table with a select", target: "/categories?select=name", header: []string{list}, wantStatus: 406, want: unavailable},
		{name: "aggregate of another table", target: "/channels", header: []string{list}, wantStatus: 406, want: unavailable},
		{name: "aggregate of any rows", target: "/channels?select=id", header: []string{"Accept: application/vnd.any"}, wantHeader: []string{"Content-Type: application/vnd.any"}, want: `{"rows": 2}`},
		{name: "the built-in types remain", target: "/categories?select=name&id=eq.1", want: `[{"name":"Electronics"}]`},
		{name: "HEAD", method: http.MethodHead, target: "/categories", header: []string{list}, wantHeader: []string{"Content-Type: application/vnd.list"}},
	})
}

func TestDomainRepresentations(t *testing.T) {
	a := newAPI(t, enableOptions)
	a.db.Exec(t, `
		create domain color as int;
		create function color(json) returns color language sql immutable as $$ select public.color($1 #>> '{}') $$;
		create function color(text) returns color language sql immutable as $$ select ('x' || lpad(ltrim($1, '#'), 8, '0'))::bit(32)::int::public.color $$;
		create function "json"(color) returns json language sql immutable as $$ select to_json('#' || lpad(upper(to_hex($1)), 6, '0')) $$;
		create function "text"(color) returns text language sql immutable as $$ select 'rgb ' || $1::int $$;
		create cast (color as json) with function "json"(color) as implicit;
		create cast (json as color) with function color(json) as implicit;
		create cast (text as color) with function color(text) as implicit;
		create cast (color as text) with function "text"(color) as implicit;
		create table palettes (id int primary key, name text);
		create table swatches (id int primary key, palette int references palettes, shade color);
		insert into palettes values (1, 'dark');
		insert into swatches values (1, 1, 0), (2, 1, 255), (3, null, null);
		grant all on palettes, swatches to anon`)
	if err := a.handler.Reload(context.Background()); err != nil {
		t.Fatal(err)
	}
	post, patch := http.MethodPost, http.MethodPatch
	a.run(t, []scenario{
		{name: "select", target: "/swatches?select=id,shade&id=lt.3&order=id", want: `[{"id":1,"shade":"#000000"}, {"id":2,"shade":"#0000FF"}]`},
		{name: "star", target: "/swatches?id=eq.2", want: `[{"id":2,"palette":1,"shade":"#0000FF"}]`},
		{name: "star beside an embed", target: "/swatches?select=*,palettes(name)&id=eq.2", want: `[{"id":2,"palette":1,"shade":"#0000FF","palettes":{"name":"dark"}}]`},
		{name: "embedded", target: "/palettes?select=name,swatches(shade)&swatches.order=id", want: `[{"name":"dark","swatches":[{"shade":"#000000"}, {"shade":"#0000FF"}]}]`},
		{name: "CSV", target: "/swatches?select=shade&id=eq.2", header: []string{"Accept: text/csv"}, want: "shade\n\"rgb 255\""},
		{name: "null", target: "/swatches?select=shade&id=eq.3", want: `[{"shade":null}]`},
		{name: "cast", target: "/swatches?select=shade::text&id=eq.2", want: `[{"shade":"\"#0000FF\""}]`},
		{name: "cast and groups", target: "/swatches?select=shade::text,count()&id=eq.2", want: `[{"shade":"\"#0000FF\"","count":1}]`},
		{name: "filter", target: "/swatches?select=id&shade=eq.%230000ff", want: `[{"id":2}]`},
		{name: "filter by a list", target: "/swatches?select=id&shade=in.(%230000ff,000000)&order=id", want: `[{"id":1}, {"id":2}]`},
		{name: "insert", method: post, target: "/swatches", header: []string{rollbackTransaction, returnRepresentation}, body: `{"id":9,"shade":"#00ff00"}`, wantStatus: 201, want: `[{"id":9,"palette":null,"shade":"#00FF00"}]`},
		{name: "insert without representation", method: post, target: "/swatches", header: []string{rollbackTransaction}, body: `[{"id":9,"shade":"#00ff00"}]`, wantStatus: 201},
		{name: "update", method: patch, target: "/swatches?id=eq.1&select=shade", header: []string{rollbackTransaction, returnRepresentation}, body: `{"shade":"#010000"}`, want: `[{"shade":"#010000"}]`},
		{name: "groups", target: "/swatches?select=shade,count()&id=eq.2", want: `[{"shade":"#0000FF","count":1}]`},
	})
}
