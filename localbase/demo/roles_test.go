package demo_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/rest"
)

var roles = []string{"owner", "staff", "viewer", "authenticated", "anon", "service_role"}

// keyColumns contains the columns that identify a row of each relation.
var keyColumns = map[string][]string{
	"profiles": {"id"}, "customers": {"id"}, "products": {"id"}, "orders": {"id"}, "order_items": {"order_id", "product_id"},
	"deliveries": {"id"}, "roast_readings": {"id"}, "plans": {"id"}, "monthly_sales": {"month"},
}

// insertBodies contains rows to insert: valid rows, rows with columns that not all roles can set,
// and rows that a policy or a check rejects.
var insertBodies = map[string][]string{
	"profiles":  {`{"id": "00000000-0000-4000-8000-0000000000ff", "full_name": "Nobody"}`},
	"customers": {`{"name": "Neu", "city": "Kiel", "country": "DE"}`, `{"name": "Neu", "city": "Kiel", "country": "DE", "credit_limit": 9}`, `{"name": "Neu", "city": "Kiel", "country": "de"}`},
	"products":  {`{"sku": "HR-NEW-01", "name": "New", "roast": "light", "origin": "Here", "price": 9.5}`, `{"sku": "new", "name": "New", "roast": "light", "origin": "Here", "price": 9.5}`},
	"orders":    {`{"customer_id": 1}`, `{"customer_id": 1, "status": "shipped"}`, `{"customer_id": 1, "total": 5}`, `{"customer_id": 0}`},
	"order_items": {
		`{"order_id": {draft}, "product_id": 31, "unit_price": 1}`, `{"order_id": {delivered}, "product_id": 31, "unit_price": 1}`,
		`{"order_id": {draft}, "product_id": 31, "unit_price": 1, "line_total": 1}`,
	},
	"deliveries": {
		`{"order_id": 1, "time_window": "[2026-11-20 08:00+00,2026-11-20 10:00+00)"}`,
		`{"order_id": 1, "time_window": "[2026-11-20 08:00+00,2026-11-20 10:00+00)", "signed_by": "me"}`, `{"order_id": 1, "time_window": "empty"}`,
	},
	"roast_readings": {
		`{"taken_at": "2026-01-01T00:00:00Z", "roaster": "Old Anna", "batch": 1, "bean_temperature": 1, "air_temperature": 1, "gas_percent": 1}`,
		`{"taken_at": "2999-01-01T00:00:00Z", "roaster": "Old Anna", "batch": 1, "bean_temperature": 1, "air_temperature": 1, "gas_percent": 1}`,
	},
	"plans": {
		`{"name": "New", "kind": "cupping"}`, `{"name": "Off", "kind": "holiday", "days": "[2026-01-01,2026-01-05)"}`,
		`{"name": "New", "kind": "cupping", "days": "empty"}`, `{"name": "New", "kind": "maintenance", "days": "(,)"}`,
	},
	"monthly_sales": {`{"month": "2026-01-01"}`},
}

// commandResult is the result of a command: code and message of the error, or the number of
// affected rows, or the rows as text.
type commandResult struct {
	code, message string
	rows          int64
	text          string
}

// roleComparison runs the same commands with the REST service and with Postgres as the same user.
// It rolls changes back.
type roleComparison struct {
	db           *pgtest.DB
	handler      http.Handler
	caller       caller.Caller
	token        string // "" for a guest
	isPersistent bool   // commit what REST changes
}

func (b roleComparison) runREST(t *testing.T, method, path, prefer, body string) commandResult {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	if !b.isPersistent {
		prefer = "tx=rollback, " + prefer
	}
	request.Header.Set("Prefer", prefer)
	request.Header.Set("Content-Type", "application/json")
	if b.token != "" {
		request.Header.Set("Authorization", "Bearer "+b.token)
	}
	recorder := httptest.NewRecorder()
	b.handler.ServeHTTP(recorder, request)
	response, err := io.ReadAll(recorder.Body)
	if err != nil {
		t.Fatal(err)
	}
	if recorder.Code >= 300 {
		var failure struct{ Code, Message string }
		if err := json.Unmarshal(response, &failure); err != nil {
			t.Fatalf("%s %s: %d %s", method, path, recorder.Code, response)
		}
		return commandResult{code: failure.Code, message: failure.Message}
	}
	v := commandResult{text: string(response)}
	if _, total, ok := strings.Cut(recorder.Header().Get("Content-Range"), "/"); ok && strings.Contains(prefer, "count=exact") {
		if _, err := fmt.Sscan(total, &v.rows); err != nil {
			t.Fatalf("%s %s: Content-Range %q", method, path, recorder.Header().Get("Content-Range"))
		}
	}
	return v
}

// runPostgres runs a statement. A select must return one text.
func (b roleComparison) runPostgres(t *testing.T, sql string, args ...any) (v commandResult) {
	t.Helper()
	runAs(t, b.db, b.caller, func(tx pgx.Tx) {
		var err error
		if strings.HasPrefix(sql, "select") {
			err = tx.QueryRow(t.Context(), sql, args...).Scan(&v.text)
		} else {
			var tag pgconn.CommandTag
			tag, err = tx.Exec(t.Context(), sql, args...)
			v.rows = tag.RowsAffected()
		}
		if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
			v = commandResult{code: failure.Code, message: failure.Message}
		} else if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	})
	return v
}

func assertSame(t *testing.T, what string, rest, postgres commandResult) {
	t.Helper()
	if rest != postgres {
		t.Errorf("%s:\nREST     %+v\nPostgres %+v", what, rest, postgres)
	}
}

// testRESTRoles compares the REST service with Postgres under SET ROLE with the same claims, for each
// relation of the demo, each role and each command.
func testRESTRoles(t *testing.T, db *pgtest.DB, opts demo.Options) {
	handler := rest.New(rest.Options{Pool: db.Pool("authenticator"), Keys: db.Keys, TxRollbackAllowed: true})
	samples := sampleRows(t, opts.DB)
	columns := listRelations(t, db, []string{"public"})
	ids := strings.NewReplacer(
		"{draft}", queryValue[string](t, opts.DB, `select min(id)::text from orders where status = 'draft'`),
		"{delivered}", queryValue[string](t, opts.DB, `select min(id)::text from orders where status = 'delivered'`))

	for _, role := range roles {
		b := roleComparison{db: db, handler: handler, caller: newCaller(role)}
		if role != "anon" {
			b.token = signToken(t, db, b.caller)
		}
		for table, key := range keyColumns {
			all := columns[pgx.Identifier{"public", table}.Sanitize()]
			t.Run(role+" selects "+table, func(t *testing.T) { b.compareSelects(t, table, key, all) })
			t.Run(role+" inserts into "+table, func(t *testing.T) {
				for _, body := range insertBodies[table] {
					b.compareInserts(t, table, ids.Replace(body))
				}
			})
			t.Run(role+" updates "+table, func(t *testing.T) {
				for _, row := range samples[table] {
					b.compareUpdates(t, table, key, all, row)
				}
			})
			t.Run(role+" deletes from "+table, func(t *testing.T) {
				for _, row := range samples[table] {
					b.compareDeletes(t, table, key, row)
				}
			})
		}
		t.Run(role+" calls", b.compareCalls)
	}
}

func (b roleComparison) compareSelects(t *testing.T, table string, key, columns []string) {
	order := strings.Join(key, ",")
	assertSame(t, "all columns", b.runREST(t, http.MethodGet, "/"+table+"?order="+order, "", ""),
		b.runPostgres(t, "select coalesce(json_agg(r), '[]')::text from (select * from "+table+" order by "+order+" limit 1000) r"))
	for _, column := range columns {
		assertSame(t, column, b.runREST(t, http.MethodGet, "/"+table+"?limit=5&order="+column+"&select="+column, "", ""),
			b.runPostgres(t, "select coalesce(json_agg(r), '[]')::text from (select "+column+" from "+table+" order by "+column+" limit 5) r"))
	}
}

func (b roleComparison) compareInserts(t *testing.T, table, body string) {
	var row map[string]any
	if err := json.Unmarshal([]byte(body), &row); err != nil {
		t.Fatal(err)
	}
	var names []string
	for name := range row {
		names = append(names, name)
	}
	list := strings.Join(names, ", ")
	assertSame(t, body, b.runREST(t, http.MethodPost, "/"+table, "count=exact", body),
		b.runPostgres(t, "insert into "+table+" ("+list+") select "+list+" from json_populate_record(null::"+table+", $1)", body))
}

// compareUpdates sets each column separately to its current value.
func (b roleComparison) compareUpdates(t *testing.T, table string, key, columns []string, row map[string]json.RawMessage) {
	filter, where := rowFilter(key, row)
	for _, column := range columns {
		body := fmt.Sprintf("{%q: %s}", column, row[column])
		assertSame(t, column+" where "+where, b.runREST(t, http.MethodPatch, "/"+table+"?"+filter, "count=exact", body),
			b.runPostgres(t, "update "+table+" set "+column+" = (select "+column+" from json_populate_record(null::"+table+", $1)) where "+where, body))
	}
}

func (b roleComparison) compareDeletes(t *testing.T, table string, key []string, row map[string]json.RawMessage) {
	filter, where := rowFilter(key, row)
	assertSame(t, where, b.runREST(t, http.MethodDelete, "/"+table+"?"+filter, "count=exact", ""),
		b.runPostgres(t, "delete from "+table+" where "+where))
}

func (b roleComparison) compareCalls(t *testing.T) {
	for _, call := range []struct{ name, args, sql string }{
		{"restock", `{"product_id": 1, "quantity": 5}`, "to_json(restock(1, 5))::text"},
		{"restock", `{"product_id": 1, "quantity": 0}`, "to_json(restock(1, 0))::text"},
		{"restock", `{"product_id": 0}`, "to_json(restock(0))::text"},
		{"start_roasting", `{"order_id": 1}`, "to_json(start_roasting(1))::text"},
		{"pack_order", `{"order_id": 612}`, "to_json(pack_order(612))::text"},
		{"plan_deliveries", `{"day": "1999-01-01"}`, "coalesce(json_agg(d), '[]')::text from plan_deliveries('1999-01-01') d"},
		{"search_everything", `{"query": "lon"}`, "coalesce(json_agg(f), '[]')::text from search_everything('lon') f"},
		{"search_everything", `{"query": "1060"}`, "coalesce(json_agg(f), '[]')::text from search_everything('1060') f"},
	} {
		assertSame(t, call.name+" "+call.args, b.runREST(t, http.MethodPost, "/rpc/"+call.name, "", call.args), b.runPostgres(t, "select "+call.sql))
	}
}

// rowFilter returns the filter for a row, in the REST service's syntax and in SQL.
func rowFilter(key []string, row map[string]json.RawMessage) (filter, where string) {
	var filters, conditions []string
	for _, column := range key {
		text := strings.Trim(string(row[column]), `"`)
		filters = append(filters, column+"=eq."+url.QueryEscape(text))
		conditions = append(conditions, column+" = '"+text+"'")
	}
	return strings.Join(filters, "&"), strings.Join(conditions, " and ")
}

// sampleRows returns some rows of each relation, including rows that policies treat differently.
func sampleRows(t *testing.T, conn *pgx.Conn) map[string][]map[string]json.RawMessage {
	t.Helper()
	samples := map[string][]map[string]json.RawMessage{}
	for table, where := range map[string]string{
		"profiles":       "true",
		"customers":      "contact_id is not null or id in (4, 5)",
		"products":       "id in (1, 29, 34) or not active",
		"orders":         "id in (select distinct on (status, c.contact_id is null) o.id from orders o join customers c on c.id = o.customer_id)",
		"order_items":    "(order_id, product_id) in (select distinct on (status) i.order_id, product_id from order_items i join orders o on o.id = i.order_id)",
		"deliveries":     "id in (select distinct on (c.contact_id is null) d.id from deliveries d join orders o on o.id = d.order_id join customers c on c.id = o.customer_id) or id = 1",
		"roast_readings": "id in (1, 20000)",
		"monthly_sales":  "month = '2026-10-01'",
	} {
		text := queryValue[[]byte](t, conn, "select json_agg(r) from "+table+" r where "+where)
		var rows []map[string]json.RawMessage
		if err := json.Unmarshal(text, &rows); err != nil || len(rows) == 0 {
			t.Fatalf("read sample of %s: %s %v", table, text, err)
		}
		samples[table] = rows
	}
	return samples
}

func signToken(t *testing.T, db *pgtest.DB, who caller.Caller) string {
	t.Helper()
	claims := map[string]any{}
	if err := json.Unmarshal(who.Claims, &claims); err != nil {
		t.Fatal(err)
	}
	claims["exp"] = time.Now().Add(time.Hour).Unix()
	token, err := db.Keys.Sign(claims)
	if err != nil {
		t.Fatal(err)
	}
	return token
}
