//go:build unix

package integration

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
)

// Outcomes of a statement; any other outcome is an error code, such as 23505.
const (
	outcomeAllowed  = "allowed"
	outcomeRejected = "rejected" // no grant, or a policy that rejects or hides the row
)

// classifyStatement runs a statement with a role and claims in PostgreSQL, and rolls it back.
func classifyStatement(t *testing.T, conn *pgx.Conn, user *server.User, sql string, args ...any) string {
	t.Helper()
	tx := beginAs(t, conn, user)
	defer func() { _ = tx.Rollback(t.Context()) }()
	tag, err := tx.Exec(t.Context(), sql, args...)
	var failed *pgconn.PgError
	switch {
	case errors.As(err, &failed) && failed.Code == "42501":
		return outcomeRejected
	case errors.As(err, &failed):
		return failed.Code
	case err != nil:
		t.Fatalf("%s: %v", sql, err)
	case tag.RowsAffected() == 0:
		return outcomeRejected
	}
	return outcomeAllowed
}

// outcome classifies the API's response. Zero affected rows must never be a success.
func (a *response) outcome() string {
	switch code := a.errorCode(); code {
	case "":
		return outcomeAllowed
	case "42501", server.CodeRowRejected, server.CodeRowNotFound, server.CodeUnknownTable, server.CodeUnknownColumn:
		return outcomeRejected
	default:
		return code
	}
}

// fetchDemoTables returns the demo's relations that the role owner can read.
func fetchDemoTables(t *testing.T) []schema.Table {
	t.Helper()
	var tables []schema.Table
	for _, table := range startServer(t).signInAs("owner").fetchSchema().Tables {
		if slices.Contains([]string{"profiles", "customers", "products", "orders", "order_items", "deliveries", "roast_readings", "monthly_sales"}, table.Name) {
			tables = append(tables, table)
		}
	}
	if len(tables) != 8 {
		t.Fatalf("%d tables of the demo", len(tables))
	}
	return tables
}

// sampleRows returns some rows that are spread over a table, read as superuser.
func sampleRows(t *testing.T, conn *pgx.Conn, table schema.Table, n int) []row {
	t.Helper()
	var text string
	order := strings.Join(sanitizeNames(table.PrimaryKey), ",")
	if order == "" {
		order = "1"
	}
	err := conn.QueryRow(t.Context(), fmt.Sprintf(`with numbered as (select t, row_number() over (order by %[2]s) as n, count(*) over () as total from public.%[1]s t)
		select json_agg(t)::text from numbered where (n - 1) %% greatest(total / %[3]d, 1) = 0`, pgx.Identifier{table.Name}.Sanitize(), order, n)).Scan(&text)
	if err != nil {
		t.Fatal(err)
	}
	return decodeRows(t, text)
}

func sanitizeNames(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = pgx.Identifier{name}.Sanitize()
	}
	return out
}

// formatKeyCondition returns a row's key as an SQL condition and as a URL query.
func formatKeyCondition(t *testing.T, table schema.Table, r row) (sql string, query []string) {
	t.Helper()
	var parts []string
	for _, key := range table.PrimaryKey {
		value := filterText(t, r[key])
		parts = append(parts, pgx.Identifier{key}.Sanitize()+" = '"+strings.ReplaceAll(value, "'", "''")+"'")
		query = append(query, key, "eq."+value)
	}
	return strings.Join(parts, " and "), query
}

// runForEachRole runs a subtest for each of the demo's roles.
func runForEachRole(t *testing.T, test func(t *testing.T, p *testClient, user *server.User, conn *pgx.Conn)) {
	for _, account := range demo.Accounts {
		t.Run(account.Role, func(t *testing.T) {
			p := startServer(t).signInAs(account.Role)
			test(t, p, p.fetchUser(), connectDatabase(t))
		})
	}
}

func TestSelectIsWhatPostgresAllows(t *testing.T) {
	tables := fetchDemoTables(t)
	runForEachRole(t, func(t *testing.T, p *testClient, user *server.User, conn *pgx.Conn) {
		for _, table := range tables {
			for _, column := range table.Columns {
				name := pgx.Identifier{column.Name}.Sanitize()
				want := classifyStatement(t, conn, user, fmt.Sprintf("select %s from public.%s limit 1", name, table.Name))
				resp := p.send("GET", rowsPath(table.Name, "select", column.Name, "limit", "1"), "")
				got := resp.outcome()
				if resp.body == "[]" {
					got = outcomeRejected
				}
				if got != want {
					t.Errorf("select %s.%s: API %s, PostgreSQL %s (%s)", table.Name, column.Name, got, want, resp.body)
				}
			}
		}
	})
}

func TestUpdateIsWhatPostgresAllows(t *testing.T) {
	tables := fetchDemoTables(t)
	runForEachRole(t, func(t *testing.T, p *testClient, user *server.User, conn *pgx.Conn) {
		seen := map[string]int{}
		for _, table := range tables {
			for _, r := range sampleRows(t, conn, table, 4) {
				condition, query := formatKeyCondition(t, table, r)
				if condition == "" { // a view without a key
					condition, query = "month = '2026-01-01'", []string{"month", "eq.2026-01-01"}
				}
				for _, column := range table.Columns {
					if column.Generated || column.Identity == schema.IdentityAlways {
						continue
					}
					name := pgx.Identifier{column.Name}.Sanitize()
					want := classifyStatement(t, conn, user, fmt.Sprintf("update public.%s set %s = (json_populate_record(null::public.%s, $1)).%s where %s",
						table.Name, name, table.Name, name, condition), encodeColumn(t, column.Name, r))
					resp := p.send("PATCH", rowsPath(table.Name, query...), encodeColumn(t, column.Name, r))
					if table.Kind == schema.KindView && want != outcomeAllowed && resp.StatusCode >= 400 {
						continue // a view that can't be written: the codes differ, the outcome doesn't
					}
					if got := resp.outcome(); got != want {
						t.Errorf("update %s.%s where %s: API %s, PostgreSQL %s (%s)", table.Name, column.Name, condition, got, want, resp.body)
					}
					seen[want]++
				}
			}
		}
		t.Logf("verdicts: %v", seen)
	})
}

func encodeColumn(t *testing.T, name string, r row) string {
	t.Helper()
	text, err := json.Marshal(row{name: r[name]})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestInsertIsWhatPostgresAllows(t *testing.T) {
	tables := fetchDemoTables(t)
	runForEachRole(t, func(t *testing.T, p *testClient, user *server.User, conn *pgx.Conn) {
		seen := map[string]int{}
		for _, table := range tables {
			if table.Kind == schema.KindView {
				continue
			}
			for _, r := range sampleRows(t, conn, table, 2) {
				var names []string
				values := row{}
				for _, column := range table.Columns {
					// number is unique and has a default; order_items get a product that isn't in the order
					if column.Generated || column.Identity != schema.IdentityNone || column.Name == "number" {
						continue
					}
					names = append(names, column.Name)
					values[column.Name] = r[column.Name]
				}
				body, err := json.Marshal(values)
				if err != nil {
					t.Fatal(err)
				}
				columns := strings.Join(sanitizeNames(names), ",")
				want := classifyStatement(t, conn, user, fmt.Sprintf("insert into public.%[1]s (%[2]s) select %[2]s from json_populate_record(null::public.%[1]s, $1)",
					table.Name, columns), string(body))
				resp := p.send("POST", rowsPath(table.Name), string(body))
				if got := resp.outcome(); got != want {
					t.Errorf("insert into %s %s: API %s, PostgreSQL %s (%s)", table.Name, body, got, want, resp.body)
				}
				seen[want]++
			}
		}
		t.Logf("verdicts: %v", seen)
	})
}

// Runs last, because the deleted rows are missing afterwards.
func TestZDeleteIsWhatPostgresAllows(t *testing.T) {
	tables := fetchDemoTables(t)
	runForEachRole(t, func(t *testing.T, p *testClient, user *server.User, conn *pgx.Conn) {
		seen := map[string]int{}
		for _, name := range []string{"roast_readings", "deliveries", "order_items", "orders", "products", "customers", "profiles"} {
			table := tables[slices.IndexFunc(tables, func(t schema.Table) bool { return t.Name == name })]
			for _, r := range sampleRows(t, conn, table, 3) {
				condition, query := formatKeyCondition(t, table, r)
				want := classifyStatement(t, conn, user, fmt.Sprintf("delete from public.%s where %s", table.Name, condition))
				if name == "profiles" && want == outcomeAllowed {
					continue // the other tests need the accounts
				}
				resp := p.send("DELETE", rowsPath(table.Name, query...), "")
				if got := resp.outcome(); got != want {
					t.Errorf("delete from %s where %s: API %s, PostgreSQL %s (%s)", table.Name, condition, got, want, resp.body)
				}
				seen[want]++
			}
		}
		t.Logf("verdicts: %v", seen)
	})
}

// A guest can't reach any data of the demo.
func TestAGuestReachesNothing(t *testing.T) {
	nobody := startServer(t)
	for _, table := range fetchDemoTables(t) {
		for _, method := range []string{"GET", "POST", "PATCH", "DELETE"} {
			resp := nobody.send(method, rowsPath(table.Name, table.Columns[0].Name, "not.is.null"), `{"`+table.Columns[0].Name+`":1}`)
			if resp.StatusCode != 401 {
				t.Errorf("%s %s: %d %s", method, table.Name, resp.StatusCode, resp.body)
			}
		}
	}
}

func TestARowThatAPolicyProtectsIsReported(t *testing.T) {
	p := startServer(t).signUp("refused")
	for _, test := range []struct{ name, method, path, body, code string }{
		{"another user's row", "PATCH", "/api/rows/policies_own?id=eq.2", `{"note":"x"}`, server.CodeRowRejected},
		{"the user's own row", "PATCH", "/api/rows/policies_own?id=eq.1", `{"note":"mine"}`, ""},
		{"no such row", "PATCH", "/api/rows/policies_own?id=eq.99", `{"note":"x"}`, server.CodeRowNotFound},
		{"a row with a stale guard", "PATCH", "/api/rows/policies_own?id=eq.1&note=eq.older", `{"note":"x"}`, server.CodeRowNotFound},
		{"a delete that a policy hides", "DELETE", "/api/rows/policies_restricted?id=eq.1", "", server.CodeRowRejected},
		{"an insert that a policy rejects", "POST", "/api/rows/policies_own", `{"id":7}`, "42501"},
		{"more rows than the limit", "PATCH", "/api/rows/tree?id=lt.4", `{"name":"x"}`, "PGRST124"},
		{"an insert without read privilege", "POST", "/api/rows/insert_only", `{"message":"hello"}`, ""},
		{"a column without a grant", "PATCH", "/api/rows/column_grants?id=eq.1", `{"secret":"x"}`, server.CodeUnknownColumn},
		{"a column with a grant", "PATCH", "/api/rows/column_grants?id=eq.1", `{"writable":5}`, ""},
		{"a readable column that can't be written", "PATCH", "/api/rows/column_grants?id=eq.1", `{"public_note":"x"}`, "42501"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := p.send(test.method, test.path, test.body, "Prefer: max-affected=1"); got.errorCode() != test.code {
				t.Errorf("got %d %s, want %q", got.StatusCode, got.body, test.code)
			}
		})
	}
}
