//go:build unix

package integration

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/server"
)

// readGroups runs SQL with the role and claims of a user. The SQL returns one JSON
// array for each group, of keys and values. isRejected: the role has no grant.
func readGroups(t *testing.T, conn *pgx.Conn, user *server.User, sql string) (groups []string, isRejected bool) {
	t.Helper()
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	claims, _ := json.Marshal(map[string]string{"sub": user.ID, "role": user.Role, "email": user.Email})
	if _, err := tx.Exec(t.Context(), "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", user.Role, claims); err != nil {
		t.Fatal(err)
	}
	rows, err := tx.Query(t.Context(), sql)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	groups, err = pgx.CollectRows(rows, pgx.RowTo[string])
	var failed *pgconn.PgError
	if errors.As(err, &failed) && failed.Code == "42501" {
		return nil, true
	}
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	for i := range groups {
		groups[i] = strings.ReplaceAll(groups[i], ", ", ",")
	}
	slices.Sort(groups)
	return groups, false
}

// requestGroups returns the groups of the API in the form of readGroups.
func (p *testClient) requestGroups(path, zone string) []string {
	p.t.Helper()
	resp := p.send("GET", path, "", "X-Tableside-Time-Zone: "+zone).requireStatus(200)
	var found server.Aggregates
	if err := json.Unmarshal([]byte(resp.body), &found); err != nil {
		p.t.Fatal(err)
	}
	if found.IsTruncated {
		p.t.Fatalf("%s is truncated", path)
	}
	return formatGroups(found)
}

// formatGroups returns groups in the form of readGroups.
func formatGroups(found server.Aggregates) []string {
	groups := []string{}
	for _, group := range found.Groups {
		var parts []string
		for _, part := range slices.Concat(group.Keys, group.Values) {
			parts = append(parts, string(part))
		}
		groups = append(groups, "["+strings.Join(parts, ",")+"]")
	}
	slices.Sort(groups)
	return groups
}

// aggregateTests are requests, and SQL that returns the same groups.
var aggregateTests = []struct{ name, path, sql string }{
	{"one number", "orders?select=count()", `select json_build_array(count(*)) from orders`},
	{"each aggregate", "orders?select=status,count(),total.sum(),total.avg(),due_on.min(),placed_at.max(),customer_id.count()::distinct",
		`select json_build_array(status, count(*), sum(total), avg(total), min(due_on), max(placed_at), count(distinct customer_id)) from orders group by status`},
	{"the REST service's aggregates", "orders?select=status,count(),total.sum(),total.avg(),due_on.min()",
		`select json_build_array(status, count(*), sum(total), avg(total), min(due_on)) from orders group by status`},
	{"months in a time zone, split", "orders?select=placed_at::month,status,total.sum()",
		`select json_build_array(date_trunc('month', placed_at at time zone 'America/New_York')::date, status, sum(total)) from orders group by date_trunc('month', placed_at at time zone 'America/New_York'), status`},
	{"days in a time zone", "orders?select=placed_at::day,count()",
		`select json_build_array((placed_at at time zone 'America/New_York')::date, count(*)) from orders group by (placed_at at time zone 'America/New_York')::date`},
	{"weeks of a date", "orders?select=due_on::week,count()", `select json_build_array(date_trunc('week', due_on::timestamp)::date, count(*)) from orders group by date_trunc('week', due_on::timestamp)`},
	{"quarters", "orders?select=due_on::quarter,count()", `select json_build_array(date_trunc('quarter', due_on::timestamp)::date, count(*)) from orders group by date_trunc('quarter', due_on::timestamp)`},
	{"years", "orders?select=due_on::year,count()", `select json_build_array(date_trunc('year', due_on::timestamp)::date, count(*)) from orders group by date_trunc('year', due_on::timestamp)`},
	{"filters", "orders?select=due_on::month,count()&status=in.(confirmed,packed)&or=(total.gt.100,and(notes.not.is.null,notes.ilike.*a*))&customer_id=not.eq.2",
		`select json_build_array(date_trunc('month', due_on::timestamp)::date, count(*)) from orders where status in ('confirmed', 'packed') and (total > 100 or notes is not null and notes ilike '%a%') and not customer_id = 2 group by date_trunc('month', due_on::timestamp)`},
	{"arrays and JSON paths", "products?select=attributes->>variety,active.count()::distinct&tags=cs.{organic}", `select json_build_array(attributes ->> 'variety', count(distinct active)) from products where tags @> '{organic}' group by attributes ->> 'variety'`},
	{"text search and quantifiers", "products?select=roast,name.count()::distinct&or=(description.wfts(english).coffee,name.ilike(any).{*a*,*o*})",
		`select json_build_array(roast, count(distinct name)) from products where to_tsvector('english', description) @@ websearch_to_tsquery('english', 'coffee') or name ilike any ('{%a%,%o%}') group by roast`},
	{"a filter of a related table", "orders?select=status,count(),f:customer_id!inner()&f.country=eq.DE",
		`select json_build_array(o.status, count(*)) from orders o join customers c on c.id = o.customer_id where c.country = 'DE' group by o.status`},
	{"a view", "monthly_sales?select=month::quarter,revenue.sum()", `select json_build_array(date_trunc('quarter', month::timestamp)::date, sum(revenue)) from monthly_sales group by date_trunc('quarter', month::timestamp)`},
}

// TestAggregatesEqualSQL compares each kind of aggregate with SQL under SET ROLE, without and
// with the REST service's own aggregates.
func TestAggregatesEqualSQL(t *testing.T) {
	conn := connectDatabase(t)
	for _, isEnabled := range []bool{true, false} { // the demo enables them
		if !isEnabled {
			disableRestAggregates(t, conn)
		}
		for _, account := range demo.Accounts {
			p := startServer(t).signInAs(account.Role)
			user := p.fetchUser()
			for _, test := range aggregateTests {
				t.Run(fmt.Sprintf("%s as %s, REST %t", test.name, account.Role, isEnabled), func(t *testing.T) {
					path := "/api/aggregates/" + escapeAggregatePath(test.path)
					want, isRejected := readGroups(t, conn, user, test.sql)
					if isRejected {
						if p.send("GET", path, "").errorCode() == "" {
							t.Fatal("a role without access gets aggregates")
						}
						return
					}
					if !isEnabled && strings.Contains(path, "!inner") {
						if code := p.send("GET", path, "").errorCode(); code != server.CodeAggregatesUnavailable {
							t.Errorf("got %s", code)
						}
						return
					}
					if got := p.requestGroups(path, "America/New_York"); !slices.Equal(got, want) {
						t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
					}
				})
			}
		}
	}
}

// disableRestAggregates disables the REST service's aggregates until the end of the test.
func disableRestAggregates(t *testing.T, conn *pgx.Conn) {
	t.Helper()
	p := startServer(t).signInAs("owner")
	set := func(isEnabled bool) {
		// The setting of the demo is for its database, which takes precedence.
		sql := fmt.Sprintf("alter role authenticator in database postgres set pgrst.db_aggregates_enabled = '%t'; notify pgrst, 'reload config'", isEnabled)
		if _, err := conn.Exec(context.Background(), sql); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(20 * time.Second); ; {
			resp := p.send("GET", "/api/rows/orders?select=count()", "")
			if (resp.StatusCode == http.StatusOK) == isEnabled {
				return
			}
			if time.Now().After(deadline) {
				t.Fatalf("the REST service has not read its settings: %s", resp.body)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	set(false)
	t.Cleanup(func() { set(true) })
}

// escapeAggregatePath escapes the characters of a readable path that a URL can't contain.
func escapeAggregatePath(path string) string {
	return strings.NewReplacer(" ", "%20", "{", "%7B", "}", "%7D", ">", "%3E", "'", "%27", `"`, "%22", ";", "%3B").Replace(path)
}

func TestAggregatesRejectUntrustedNames(t *testing.T) {
	conn := connectDatabase(t)
	injection := `x"; drop table public.orders; --`
	if _, err := conn.Exec(t.Context(), fmt.Sprintf(`create table public.%s (id int primary key, %s text);
		insert into public.%[1]s values (1, 'it''s \ "quoted"; --'), (2, null);
		grant select on public.%[1]s to authenticated; notify pgrst, 'reload schema'`,
		pgx.Identifier{"odd's " + injection}.Sanitize(), pgx.Identifier{injection}.Sanitize())); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = conn.Exec(context.Background(), "drop table public."+pgx.Identifier{"odd's " + injection}.Sanitize())
	})
	p := startServer(t).signUp("aggregates")
	quoted := `"` + strings.ReplaceAll(injection, `"`, `\"`) + `"`
	query := url.Values{"select": {quoted + ",count()," + quoted + ".count()::distinct"}, "and": {"(" + quoted + `.eq."it's \\ \"quoted\"; --")`}}
	path := "/api/aggregates/" + url.PathEscape("odd's "+injection) + "?" + query.Encode()
	if got := p.requestGroups(path, "UTC"); len(got) != 1 || got[0] != `["it's \\ \"quoted\"; --",1,1]` {
		t.Errorf("got %s", got)
	}
	for _, test := range []struct{ query, zone, code string }{
		{"select=id", "UTC", "bad_request"},
		{"select=count()&limit=x", "UTC", "bad_request"},
		{"select=id::month,count()", "UTC", "22023"},
		{"select=id::century,count()", "UTC", "bad_request"},
		{"select=id::day,count()", "UTC'; drop table orders; --", "bad_request"},
		{"select=secret,count()", "UTC", "unknown_column"},
	} {
		path := "/api/aggregates/" + url.PathEscape("odd's "+injection) + "?" + test.query
		if code := p.send("GET", path, "", "X-Tableside-Time-Zone: "+test.zone).errorCode(); code != test.code {
			t.Errorf("%s: %s, want %s", test.query, code, test.code)
		}
	}
	// A call without the server's checks.
	for _, arguments := range []string{
		`{"relation_schema":"auth","relation":"users","groups":[],"measures":[{"fn":"count"}]}`,
		`{"relation_schema":"pg_catalog","relation":"pg_class","groups":[],"measures":[{"fn":"count"}]}`,
		`{"relation_schema":"public","relation":"orders\" t; --","groups":[],"measures":[{"fn":"count"}]}`,
		`{"relation_schema":"public","relation":"products","groups":[],"measures":[{"fn":"count(*); --"}]}`,
		`{"relation_schema":"public","relation":"products","groups":[{"column":"id","bucket":"month'; --"}],"measures":[{"fn":"count"}]}`,
		`{"relation_schema":"public","relation":"products","groups":[],"measures":[{"fn":"count"}],"conditions":[{"logic":"or true; --","terms":0}]}`,
		`{"relation_schema":"public","relation":"products","groups":[],"measures":[{"fn":"count"}],"conditions":[{"column":"id","op":"= 1 or true; --","value":"1"}]}`,
		`{"relation_schema":"public","relation":"products","groups":[],"measures":[{"fn":"count"}],"conditions":[{"column":"id","op":"is","value":"null or true"}]}`,
	} {
		var result string
		if err := conn.QueryRow(t.Context(), `select public.tableside_aggregate(a.relation_schema, a.relation, a.groups, a.measures, coalesce(a.conditions, '[]'))::text
			from jsonb_to_record($1::jsonb) a(relation_schema text, relation text, groups jsonb, measures jsonb, conditions jsonb)`, arguments).Scan(&result); err == nil {
			t.Errorf("%s: %s", arguments, result)
		}
	}
}

func TestAggregatesAreBounded(t *testing.T) {
	p := startServer(t).signInAs("owner")
	resp := p.send("GET", "/api/aggregates/roast_readings?select=id,count()&limit=50", "").requireStatus(200)
	var found server.Aggregates
	if err := json.Unmarshal([]byte(resp.body), &found); err != nil || !found.IsTruncated || len(found.Groups) != 50 {
		t.Errorf("%v, truncated %t, %d groups", err, found.IsTruncated, len(found.Groups))
	}
}
