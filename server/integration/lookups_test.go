//go:build unix

package integration

import (
	"encoding/csv"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/server"
)

// TestLookupsFilterAndSortAsTheCallerSeesThem sends the requests that the app sends for fields
// of linked records (ui/src/data/query/lookups), and compares the rows with those of a join
// that PostgreSQL runs with the role and claims of the caller.
func TestLookupsFilterAndSortAsTheCallerSeesThem(t *testing.T) {
	conn := connectDatabase(t)
	for _, test := range []struct{ name, table, query, join string }{
		{"filter over one reference", "orders",
			"select=id,tableside_filter_0:customer_id!inner(country)&tableside_filter_0.and=(country.eq.DE)&order=id",
			"orders r left join customers c on c.id = r.customer_id where c.country = 'DE' order by r.id"},
		{"filter over two references", "deliveries",
			"select=id,tableside_filter_0:order_id!inner(customer_id!inner(country))&tableside_filter_0.customer_id.and=(country.eq.DE)&order=id",
			"deliveries r join orders o on o.id = r.order_id join customers c on c.id = o.customer_id where c.country = 'DE' order by r.id"},
		{"either of two", "orders",
			"select=id,tableside_filter_0:customer_id(country)&tableside_filter_0.and=(country.eq.DE)&or=(status.eq.draft,tableside_filter_0.not.is.null)&order=id",
			"orders r left join customers c on c.id = r.customer_id where r.status = 'draft' or c.country = 'DE' order by r.id"},
		{"empty, or no linked record", "orders",
			"select=id,tableside_filter_0:assigned_to(job_title)&tableside_filter_0.and=(job_title.not.is.null)&tableside_filter_0=is.null&order=id",
			"orders r left join profiles p on p.id = r.assigned_to where p.job_title is null order by r.id"},
		{"order", "orders",
			"select=id,...customer_id(tableside_lookup_9:country),tableside_order_0:customer_id(country)&order=tableside_order_0(country).desc,id.desc",
			"orders r left join customers c on c.id = r.customer_id order by c.country desc, r.id desc"},
		{"the rows after a cursor", "orders",
			"select=id,tableside_filter_0:customer_id!inner(country),tableside_filter_1:customer_id(country),tableside_filter_2:customer_id(country),tableside_order_0:customer_id(country)" +
				"&or=(tableside_filter_1.not.is.null,and(tableside_filter_2.not.is.null,id.gt.100))" +
				"&tableside_filter_0.and=(country.gte.DE)&tableside_filter_1.and=(country.gt.DE)&tableside_filter_2.and=(country.eq.DE)&order=tableside_order_0(country).asc,id.asc",
			"orders r left join customers c on c.id = r.customer_id where (c.country, r.id) > ('DE', 100) order by c.country, r.id"},
	} {
		for _, role := range []string{"owner", "staff", "viewer"} {
			t.Run(test.name+"/"+role, func(t *testing.T) {
				p := startServer(t).signInAs(role)
				want := queryTextAs(t, conn, p.fetchUser(), "select coalesce(string_agg(id::text, ' '), '') from (select r.id from "+test.join+" limit 500) rows")
				resp := p.send("GET", rowsPath(test.table)+escapeQuery(test.query)+"&limit=500", "").requireStatus(200)
				var ids []string
				for _, row := range decodeRows(t, resp.body) {
					ids = append(ids, string(row["id"]))
				}
				if got := strings.Join(ids, " "); got != want {
					t.Errorf("got %.200s\nwant %.200s", got, want)
				}
			})
		}
	}
}

// escapeQuery escapes the values of a query string.
func escapeQuery(query string) string {
	values, _ := url.ParseQuery(query)
	return values.Encode()
}

func TestLookupsAreColumnsOfAnExport(t *testing.T) {
	conn, p := connectDatabase(t), startServer(t).signInAs("staff")
	query := `select=id,...customer_id("customer_id.country":country),number,...customer_id("customer_id.city":city),tableside_filter_0:customer_id!inner(country),tableside_order_0:customer_id(country)` +
		"&tableside_filter_0.and=(country.in.(DE,DK))&order=tableside_order_0(country).desc"
	resp := p.send("GET", "/api/export/public/orders?"+escapeQuery(query), "").requireStatus(200)
	lines, err := csv.NewReader(strings.NewReader(resp.body)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if title := strings.Join(lines[0], " "); title != "id customer_id.country number customer_id.city" {
		t.Errorf("titles %q", title)
	}
	want := queryTextAs(t, conn, p.fetchUser(), `select string_agg(concat_ws(' ', r.id, c.country, r.number, c.city), e'\n' order by c.country desc, r.id)
		from orders r join customers c on c.id = r.customer_id where c.country in ('DE', 'DK')`)
	got := make([]string, 0, len(lines))
	for _, line := range lines[1:] {
		got = append(got, strings.Join(line, " "))
	}
	if strings.Join(got, "\n") != want {
		t.Errorf("%d rows differ from the join", len(got))
	}
}

func TestLookupsOfUnreadableColumnsAreRejected(t *testing.T) {
	p := startServer(t).signInAs("viewer")
	for _, query := range []string{
		"select=id,...customer_id(x:no_such_column)",
		"select=id,tableside_filter_0:customer_id!inner(country)&tableside_filter_0.and=(no_such_column.eq.1)",
	} {
		if resp := p.send("GET", rowsPath("orders")+escapeQuery(query), ""); resp.errorCode() != "unknown_column" {
			t.Errorf("%s: got %d %s", query, resp.StatusCode, resp.body)
		}
	}
}

// queryTextAs returns the text that a query returns with the role and claims of a user.
func queryTextAs(t *testing.T, conn *pgx.Conn, user *server.User, sql string) (text string) {
	t.Helper()
	tx := beginAs(t, conn, user)
	defer func() { _ = tx.Rollback(t.Context()) }()
	if err := tx.QueryRow(t.Context(), sql).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return text
}
