//go:build unix

package integration

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/server"
)

// dashboardTile is a tile as the app stores it.
type dashboardTile struct{ ID, Kind, Table, Query, Action string }

// listTiles returns the tiles of the demo's dashboard; none for a role with which it is not shared.
func (p *testClient) listTiles() []dashboardTile {
	p.t.Helper()
	found := decodeRows(p.t, p.send("GET", rowsPath("tableside_views", "table_name", "eq.tableside_views", "name", "eq.Roastery today"), "").requireStatus(200).body)
	if len(found) == 0 {
		return nil
	}
	var tiles []dashboardTile
	if err := json.Unmarshal([]byte(filterText(p.t, found[0]["query"])), &tiles); err != nil {
		p.t.Fatal(err)
	}
	return tiles
}

// tileTests are the requests of the demo's tiles, with the part of the tile's query that
// is the filter, and SQL that returns the same.
var tileTests = map[string]struct{ filter, path, sql string }{
	"open": {"status=in.(confirmed,roasting,packed)", "orders?select=count()",
		`select json_build_array(count(*)) from orders where status in ('confirmed', 'roasting', 'packed')`},
	"value": {"status=in.(confirmed,roasting,packed)", "orders?select=total.sum()",
		`select json_build_array(sum(total)) from orders where status in ('confirmed', 'roasting', 'packed')`},
	"stock": {"stock=lt.24&active=is.true", "products?select=count()",
		`select json_build_array(count(*)) from products where stock < 24 and active`},
	"sales": {"", "monthly_sales?select=month::month,revenue.sum()",
		`select json_build_array(date_trunc('month', month::timestamp)::date, sum(revenue)) from monthly_sales group by date_trunc('month', month::timestamp)`},
	"status": {"", "orders?select=status,count()", `select json_build_array(status, count(*)) from orders group by status`},
	"next": {"status=in.(confirmed,roasting,packed)", "orders?select=count()",
		`select json_build_array(count(*)) from orders where status in ('confirmed', 'roasting', 'packed')`},
	"roast": {"stock=lt.24&active=is.true", "products?select=count()",
		`select json_build_array(count(*)) from products where stock < 24 and active`},
}

// combinedTests are requests of several tiles with the same rows and groups, which the app
// sends together, and SQL for each of them.
var combinedTests = []struct {
	path string
	sql  []string
}{
	{"orders?select=count(),total.sum(),total.avg(),due_on.min()&status=neq.cancelled", []string{
		`select to_json(count(*)) from orders where status <> 'cancelled'`, `select to_json(sum(total)) from orders where status <> 'cancelled'`,
		`select to_json(avg(total)) from orders where status <> 'cancelled'`, `select to_json(min(due_on)) from orders where status <> 'cancelled'`,
	}},
	{"order_items?select=quantity.sum(),unit_price.max(),count()", []string{
		`select to_json(sum(quantity)) from order_items`, `select to_json(max(unit_price)) from order_items`, `select to_json(count(*)) from order_items`,
	}},
	{"customers?select=kind.count()::distinct,city.count()::distinct", []string{
		`select to_json(count(distinct kind)) from customers`, `select to_json(count(distinct city)) from customers`,
	}},
}

// TestDashboardNumbersEqualSQL compares each number of the demo's dashboard, and the numbers
// of tiles that are requested together, with SQL under SET ROLE, for each role.
func TestDashboardNumbersEqualSQL(t *testing.T) {
	conn := connectDatabase(t)
	owner := startServer(t).signInAs("owner")
	tiles := owner.listTiles()
	if len(tiles) < 6 {
		t.Fatalf("the demo has %d tiles", len(tiles))
	}
	for _, account := range demo.Accounts {
		p := owner.newGuest().signInAs(account.Role)
		user := p.fetchUser()
		if isShared, want := len(p.listTiles()) > 0, account.Role != "viewer"; isShared != want {
			t.Errorf("shared with %s: %t", account.Role, isShared)
		}
		for _, tile := range tiles {
			test, isKnown := tileTests[tile.ID]
			switch {
			case tile.Kind == "action":
				continue
			case !isKnown || !strings.Contains(tile.Query, test.filter) || !strings.HasPrefix(test.path, tile.Table+"?"):
				t.Errorf("the tile %s (%s) has no SQL here", tile.ID, tile.Query)
				continue
			}
			path := test.path
			if test.filter != "" {
				path += "&" + test.filter
			}
			p.compareTile(conn, user, path, test.sql)
		}
		for _, test := range combinedTests {
			p.compareCombined(conn, user, test.path, test.sql)
		}
	}
}

// compareTile compares the groups of a request with those of SQL. A role without access gets
// an error from both.
func (p *testClient) compareTile(conn *pgx.Conn, user *server.User, path, sql string) {
	p.t.Helper()
	want, isRejected := readGroups(p.t, conn, user, sql)
	if isRejected {
		p.requireRejection(path, user)
		return
	}
	if got := p.requestGroups("/api/aggregates/"+path, "UTC"); !slices.Equal(got, want) {
		p.t.Errorf("%s as %s: got %s, want %s", path, user.Role, got, want)
	}
}

// compareCombined compares the aggregates of one request with the results of a statement each.
func (p *testClient) compareCombined(conn *pgx.Conn, user *server.User, path string, statements []string) {
	p.t.Helper()
	var values []string
	for _, sql := range statements {
		value, isRejected := readGroups(p.t, conn, user, sql)
		if isRejected {
			p.requireRejection(path, user)
			return
		}
		values = append(values, value...)
	}
	want := "[" + strings.Join(values, ",") + "]"
	if got := p.requestGroups("/api/aggregates/"+path, "UTC"); len(got) != 1 || got[0] != want {
		p.t.Errorf("%s as %s: got %s, want %s", path, user.Role, got, want)
	}
}

func (p *testClient) requireRejection(path string, user *server.User) {
	p.t.Helper()
	if p.send("GET", "/api/aggregates/"+path, "").errorCode() == "" {
		p.t.Errorf("%s as %s: a role without access gets aggregates", path, user.Role)
	}
}
