package rest_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tableside/tableside/localbase/rest"
)

// countingConn counts the writes to a connection.
type countingConn struct {
	net.Conn
	writes *atomic.Int64
}

func (c countingConn) Write(p []byte) (int, error) {
	c.writes.Add(1)
	return c.Conn.Write(p)
}

// newSingleConnectionAPI returns a service with one connection to the database, and the number of writes
// to it, each of which starts a round trip.
func newSingleConnectionAPI(t *testing.T) (*testAPI, *atomic.Int64) {
	t.Helper()
	writes := &atomic.Int64{}
	a := newAPI(t, nil)
	config, err := pgxpool.ParseConfig(a.db.DSN("authenticator"))
	if err != nil {
		t.Fatal(err)
	}
	config.MaxConns = 1
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		return countingConn{conn, writes}, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	a.handler = rest.New(rest.Options{Pool: pool, Keys: a.db.Keys, TxRollbackAllowed: true})
	return a, writes
}

func TestRoundTrips(t *testing.T) {
	a, writes := newSingleConnectionAPI(t)
	object := "Accept: application/vnd.pgrst.object+json"
	for _, test := range []struct {
		name, method, target, header, body string
		want                               int64
	}{
		{"list", "GET", "/orders?select=id&limit=2", "", "", 1},
		{"list with a count", "GET", "/orders?select=id&limit=2", "Prefer: count=exact", "", 1},
		{"list with a planned count", "GET", "/orders?select=id&limit=2", "Prefer: count=planned", "", 1},
		{"list, rolled back", "GET", "/orders?select=id&limit=2", rollbackTransaction, "", 1},
		{"a single object determines how the transaction ends", "GET", "/orders?select=id&limit=1", object, "", 2},
		{"a write is committed separately", "PATCH", "/orders?id=eq.1", "", `{"note":"new"}`, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 2 { // with a newly parsed and with a prepared statement
				before := writes.Load()
				if got := a.send(t, anonymous, test.method, test.target, []string{test.header}, test.body); got.Code >= 300 {
					t.Fatalf("%d %s", got.Code, got.Body)
				}
				if got := writes.Load() - before; got != test.want && before > 0 {
					t.Errorf("%d round trips, want %d", got, test.want)
				}
			}
		})
	}
}

func TestPreparedStatementsFollowTheSchema(t *testing.T) {
	a, _ := newSingleConnectionAPI(t)
	a.db.Exec(t, `create table labels (n int); insert into labels values (1); grant select on labels to anon`)
	get := func(name, target, want string) {
		a.run(t, []scenario{{name: name, target: target, want: want}})
	}
	get("parses the statement", "/labels?n=eq.1", `[{"n":1}]`)
	get("reuses the statement", "/labels?n=eq.1", `[{"n":1}]`)
	a.db.Exec(t, `alter table labels alter n type text`) // the schema cache is not reloaded
	get("the parameter gets the new type", "/labels?n=eq.1", `[{"n":"1"}]`)
	get("reuses the new statement", "/labels?n=eq.x", `[]`)
	a.run(t, []scenario{{name: "an error of a prepared statement", target: "/orders?select=id&id=eq.1", want: `[{"id":1}]`},
		{name: "a value of the wrong type", target: "/orders?select=id&id=eq.x", wantStatus: 400,
			want: `{"code":"22P02","details":null,"hint":null,"message":"invalid input syntax for type integer: \"x\""}`},
		{name: "the next request succeeds", target: "/orders?select=id&id=eq.2", want: `[{"id":2}]`}})
}

func TestFunctionDeallocatesPreparedStatements(t *testing.T) {
	a, _ := newSingleConnectionAPI(t)
	a.db.Exec(t, `create function forget() returns void language plpgsql as $$ begin execute 'deallocate all'; end $$`)
	read := scenario{name: "read", target: "/orders?select=id&id=eq.1", want: `[{"id":1}]`}
	forget := scenario{name: "deallocate", method: http.MethodPost, target: "/rpc/forget", wantStatus: 204}
	write := scenario{name: "write", method: http.MethodPatch, target: "/orders?id=eq.1", body: `{"note":"x"}`, wantStatus: 204}
	a.run(t, []scenario{read, write, forget, read, forget, write, write})
}

func TestPreparedStatementsAreLimited(t *testing.T) {
	a, _ := newSingleConnectionAPI(t)
	a.db.Exec(t, `create function count_prepared() returns bigint language sql volatile as 'select count(*) from pg_prepared_statements'`)
	for i := range 250 {
		if got := a.send(t, anonymous, http.MethodGet, fmt.Sprintf("/orders?select=a%d:id&limit=1", i), nil, ""); got.Code != http.StatusOK {
			t.Fatalf("%d %s", got.Code, got.Body)
		}
	}
	var count int
	body := a.send(t, anonymous, http.MethodPost, "/rpc/count_prepared", nil, "").Body.String()
	if _, err := fmt.Sscan(body, &count); err != nil || count < 2 || count > 110 {
		t.Errorf("%s prepared statements", body)
	}
}

// A prepared statement applies the policies of each caller, also after PostgreSQL has chosen a generic
// plan (plan_cache_mode).
func TestPreparedStatementsApplyPoliciesOfEachCaller(t *testing.T) {
	a, _ := newSingleConnectionAPI(t)
	a.db.Exec(t, `create table diaries (id int primary key, owner uuid);
		insert into diaries select n, case when n % 2 = 0 then '00000000-0000-0000-0000-000000000001'::uuid end from generate_series(1, 4) n;
		alter table diaries enable row level security;
		create policy own on diaries to authenticated using (owner = auth.uid());
		create policy without_owner on diaries to anon using (owner is null);
		grant select on diaries to anon, authenticated`)
	other := strings.Replace(alice, "0001", "0002", 1)
	for range 8 {
		target := "/diaries?select=id&order=id"
		a.run(t, []scenario{
			{name: "alice", caller: alice, target: target, want: `[{"id":2}, {"id":4}]`},
			{name: "another user", caller: other, target: target, want: `[]`},
			{name: "anonymous", target: target, want: `[{"id":1}, {"id":3}]`},
			{name: "service", caller: service, target: target, want: `[{"id":1}, {"id":2}, {"id":3}, {"id":4}]`},
		})
	}
}

// PostgreSQL plans a statement once only if one plan is good for all values.
func TestGenericPlans(t *testing.T) {
	a, _ := newSingleConnectionAPI(t)
	a.db.Exec(t, `create table jobs (id int primary key, status text, total int);
		insert into jobs select n, case when n % 10000 = 0 then 'open' else 'done' end, n % 7 from generate_series(1, 20000) n;
		create index on jobs (status); create index on jobs (total); analyze jobs; grant select on jobs to anon;
		create function generic_plans() returns text language sql volatile as $$
		  select coalesce(string_agg(generic_plans || ' of ' || generic_plans + custom_plans, ', '), 'none')
		  from pg_prepared_statements where statement like '%"jobs"%' $$`)
	for _, test := range []struct{ name, target, want string }{
		{"no condition", "order=id&limit=50", `"10 of 10"`},
		{"the rows after a row", "order=id&limit=50&id=gt.%d", `"5 of 10"`},
		{"the rows after a row with equal values", "order=total,id&limit=50&or=(total.gt.3,and(total.eq.3,id.gt.%d))", `"5 of 10"`},
		{"a row by its key", "id=eq.%d&limit=1", `"5 of 10"`},
		{"a condition that few rows can match", "order=id&limit=50&status=eq.done&id=gt.%d", `"0 of 10"`},
		{"a range that few rows can match", "order=total&limit=50&id=gt.%d", `"0 of 10"`},
	} {
		if err := a.handler.Reload(t.Context()); err != nil { // discards the statements
			t.Fatal(err)
		}
		for i := range 10 {
			target := "/jobs?select=id&" + strings.ReplaceAll(test.target, "%d", fmt.Sprint(i))
			if got := a.send(t, anonymous, http.MethodGet, encodeURL(target), nil, ""); got.Code != http.StatusOK {
				t.Fatalf("%d %s", got.Code, got.Body)
			}
		}
		if got := a.send(t, anonymous, http.MethodPost, "/rpc/generic_plans", nil, "").Body.String(); got != test.want {
			t.Errorf("%s: generic plans %s, want %s", test.name, got, test.want)
		}
	}
}
