//go:build unix

package integration

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/server"
)

// requestBatch returns the results of a batch, each in the form of readGroups.
func (p *testClient) requestBatch(table, zone string, queries []string) [][]string {
	p.t.Helper()
	resp := p.send("GET", batchPath(table, queries), "", "X-Tableside-Time-Zone: "+zone).requireStatus(200)
	var found []server.Aggregates
	if err := json.Unmarshal([]byte(resp.body), &found); err != nil {
		p.t.Fatal(err)
	}
	results := [][]string{}
	for _, each := range found {
		if each.IsTruncated {
			p.t.Fatalf("a result of %s is truncated", table)
		}
		results = append(results, formatGroups(each))
	}
	return results
}

func batchPath(table string, queries []string) string {
	return "/api/aggregates/" + url.PathEscape(table) + "/batch?" + url.Values{"query": queries}.Encode()
}

// combinedBatch are requests for one table that the function combines, alone and with others that it
// can't combine, and SQL for each.
var combinedBatch = []struct{ query, sql string }{
	{"select=count(),total.sum(),total.avg(),id.avg(),due_on.min(),placed_at.max()", `select json_build_array(count(*), sum(total), avg(total), avg(id), min(due_on), max(placed_at)) from orders`},
	{"select=count(),total.sum()&status=eq.delivered", `select json_build_array(count(*), sum(total)) from orders where status = 'delivered'`},
	{"select=status,total.avg()&or=(total.gt.100,due_on.is.null)", `select json_build_array(status, avg(total)) from orders where total > 100 or due_on is null group by status`},
	{"select=count()&status=eq.delivered&total=lt.0", `select json_build_array(count(*)) from orders where status = 'delivered' and total < 0`},
	{"select=total.sum(),total.avg(),total.max()&total=lt.0", `select json_build_array(sum(total), avg(total), max(total)) from orders where total < 0`},
	{"select=placed_at::month,total.sum()", `select json_build_array(date_trunc('month', placed_at at time zone 'America/New_York')::date, sum(total)) from orders group by date_trunc('month', placed_at at time zone 'America/New_York')`},
	{"select=placed_at::year,status,count()", `select json_build_array(date_trunc('year', placed_at at time zone 'America/New_York')::date, status, count(*)) from orders group by date_trunc('year', placed_at at time zone 'America/New_York'), status`},
	{"select=due_on::week,count()", `select json_build_array(date_trunc('week', due_on::timestamp)::date, count(*)) from orders group by date_trunc('week', due_on::timestamp)`},
	{"select=status,customer_id.count()::distinct", `select json_build_array(status, count(distinct customer_id)) from orders group by status`},
	{"select=status,count()&notes=ilike.*a*", `select json_build_array(status, count(*)) from orders where notes ilike '%a%' group by status`},
	{"select=customer_id,id.min(),id.max()", `select json_build_array(customer_id, min(id), max(id)) from orders group by customer_id`},
}

// TestBatchesEqualSQL compares each result of batches with SQL under SET ROLE, for each role.
func TestBatchesEqualSQL(t *testing.T) {
	conn := connectDatabase(t)
	for _, account := range demo.Accounts {
		p := startServer(t).signInAs(account.Role)
		user := p.fetchUser()
		queries, statements := map[string][]string{}, map[string][]string{}
		for _, test := range combinedBatch {
			queries["orders"], statements["orders"] = append(queries["orders"], test.query), append(statements["orders"], test.sql)
		}
		for _, test := range aggregateTests {
			if table, query, _ := strings.Cut(test.path, "?"); !strings.Contains(query, "!inner") {
				queries[table], statements[table] = append(queries[table], query), append(statements[table], test.sql)
			}
		}
		for table := range queries {
			if _, isRejected := readGroups(t, conn, user, statements[table][0]); isRejected {
				if p.send("GET", batchPath(table, queries[table]), "").errorCode() == "" {
					t.Errorf("%s as %s: a role without access gets aggregates", table, account.Role)
				}
				continue
			}
			for i, got := range p.requestBatch(table, "America/New_York", queries[table]) {
				if want, _ := readGroups(t, conn, user, statements[table][i]); !slices.Equal(got, want) {
					t.Errorf("%s?%s as %s: got\n%s\nwant\n%s", table, queries[table][i], account.Role, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
			}
		}
	}
}

// TestBucketsNearTheirStart compares periods with SQL for times around their starts, changes of the
// clocks, and outside of the years that the function searches.
func TestBucketsNearTheirStart(t *testing.T) {
	conn := connectDatabase(t)
	if _, err := conn.Exec(t.Context(), `create table public.bucket_times (id bigint generated always as identity primary key, at timestamptz, amount numeric);
		insert into public.bucket_times (at, amount)
		select s + o * interval '29 minutes', 1.10 from generate_series('1988-01-01'::timestamptz, '2061-01-01', '1 month') s, generate_series(-70, 70) o
		union all select v, 2.5 from unnest('{infinity,-infinity,1850-01-01 12:00,2070-01-01 00:00,NULL,2006-10-29 02:30,2018-11-04 03:00}'::timestamptz[]) v;
		grant select on public.bucket_times to authenticated; notify pgrst, 'reload schema'`); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = conn.Exec(context.Background(), "drop table public.bucket_times") })
	p := startServer(t).signUp("moments")
	user := p.fetchUser()
	for _, zone := range []string{"UTC", "America/St_Johns", "America/Havana", "Pacific/Kiritimati", "Pacific/Apia", "Asia/Kathmandu", "Etc/GMT+12"} {
		queries := []string{}
		for _, unit := range []string{"month", "quarter", "year"} {
			queries = append(queries, "select=at::"+unit+",count(),amount.sum()")
		}
		for i, got := range p.requestBatch("bucket_times", zone, queries) {
			unit := []string{"month", "quarter", "year"}[i]
			bucket := fmt.Sprintf("date_trunc('%s', at at time zone '%s')", unit, zone)
			want, _ := readGroups(t, conn, user, fmt.Sprintf("select json_build_array(%s::date, count(*), sum(amount)) from bucket_times group by %s", bucket, bucket))
			if !slices.Equal(got, want) {
				t.Errorf("%s in %s: got\n%s\nwant\n%s", unit, zone, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// An earlier version of the SQL has no batches.
func TestBatchesAreUnavailableWithoutTheirFunction(t *testing.T) {
	conn := connectDatabase(t)
	sql, err := os.ReadFile("../schema/tableside_aggregate.sql")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(t.Context(), "alter function public.tableside_aggregates rename to removed; notify pgrst, 'reload schema'"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = conn.Exec(context.Background(), "drop function public.removed; "+string(sql)) })
	p := startServer(t).signInAs("owner")
	path := batchPath("orders", []string{"select=count()", "select=status,count()"})
	for range 2 { // the second time without asking the backend
		if code := p.send("GET", path, "").errorCode(); code != server.CodeAggregatesUnavailable {
			t.Errorf("got %q", code)
		}
	}
	p.requestGroups("/api/aggregates/orders?select=count()", "UTC")
	for _, queries := range [][]string{nil, {""}, {"select=id"}, {"select=%zz"}, {"select=count()&limit=x"}, slices.Repeat([]string{"select=count()"}, 41)} {
		if code := p.send("GET", batchPath("orders", queries), "").errorCode(); code != "bad_request" {
			t.Errorf("%s: got %q", queries, code)
		}
	}
}
