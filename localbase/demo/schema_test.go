package demo_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/pgtest"
)

var update = flag.Bool("update", false, "update the golden files")

// Files of the server, which localbase must not import. The server's tests read the golden files
// that these tests write.
const (
	installSQL = "../../server/schema/tableside_schema.sql"
	storageSQL = "../../server/schema/tableside_storage.sql"
	goldenDir  = "../../server/schema/testdata"
	awkwardSQL = "../testdata/awkward.sql"
	shopSQL    = "../testdata/shop.sql"
)

func runFile(t *testing.T, db *pgtest.DB, name string) {
	t.Helper()
	db.Exec(t, readFile(t, name))
}

func readFile(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// subjects contains the user ids of the demo's accounts by role.
var subjects = map[string]string{
	"owner":  "00000000-0000-4000-8000-0000000000a1",
	"staff":  "00000000-0000-4000-8000-0000000000b1",
	"viewer": "00000000-0000-4000-8000-0000000000c1",
}

// newCaller returns a caller with the role. It has a subject if the demo has an account with it.
func newCaller(role string) caller.Caller {
	claims := fmt.Sprintf(`{"role": %q}`, role)
	if sub := subjects[role]; sub != "" {
		claims = fmt.Sprintf(`{"role": %q, "sub": %q, "aud": "authenticated"}`, role, sub)
	}
	return caller.Caller{Role: role, Claims: json.RawMessage(claims)}
}

// runAs runs f as the caller, in a transaction that is rolled back.
func runAs(t *testing.T, db *pgtest.DB, who caller.Caller, f func(tx pgx.Tx)) {
	t.Helper()
	tx, err := db.Pool("authenticator").Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.Background()) }()
	if err := who.ApplyRole(t.Context(), tx); err != nil {
		t.Fatal(err)
	}
	f(tx)
}

// schemaResponse contains the fields of the schema function's response that tests check.
type schemaResponse struct {
	Tables    []relation
	Functions []struct{ Name string }
}

type relation struct {
	Order        string
	Schema, Name string
	PrimaryKey   []string
	ForeignKeys  []struct {
		Columns       []string
		RefTable      string
		RefColumns    []string
		NotEmbeddable bool
	}
	OwnerColumns []string
	OriginChecks []struct {
		Columns    []string
		Expression string
	}
	EstimatedRows *int64
	Privileges    map[string]bool
	Columns       []struct {
		Comment, OriginComment string
		Name, Identity         string
		Generated, Filled      bool
		Select, Insert, Update bool
	}
}

// exposeSchemas sets the exposed schemas for a transaction, as the REST service does for a session.
func exposeSchemas(t *testing.T, tx pgx.Tx, schemas ...string) {
	t.Helper()
	if _, err := tx.Exec(t.Context(), `select set_config('pgrst.db_schemas', $1, true)`, strings.Join(schemas, ", ")); err != nil {
		t.Fatal(err)
	}
}

func readSchema(t *testing.T, db *pgtest.DB, who caller.Caller, schemas ...string) (text []byte, parsed schemaResponse) {
	t.Helper()
	runAs(t, db, who, func(tx pgx.Tx) {
		exposeSchemas(t, tx, schemas...)
		if err := tx.QueryRow(t.Context(), `select public.tableside_schema($1)::text`, schemas).Scan(&text); err != nil {
			t.Fatal(err)
		}
	})
	if err := json.Unmarshal(text, &parsed); err != nil {
		t.Fatal(err)
	}
	return text, parsed
}

func testDemoSchemas(t *testing.T, db *pgtest.DB) {
	for _, role := range []string{"owner", "staff", "viewer", "anon"} {
		text, _ := readSchema(t, db, newCaller(role), "public")
		compareGolden(t, "demo-"+role, text)
	}
}

func TestAwkwardSchema(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, awkwardSQL)
	runFile(t, db, installSQL)
	runFile(t, db, installSQL) // each start runs it again
	text, _ := readSchema(t, db, newCaller("authenticated"), "public", "depot")
	compareGolden(t, "awkward", text)
	for _, role := range []string{"authenticated", "anon", "service_role"} {
		t.Run("privileges are correct for "+role, func(t *testing.T) { checkPrivileges(t, db, newCaller(role), "public", "depot") })
	}
}

// A view gets the key of the table below it or of its groups, and a partitioned table the foreign
// keys of its partitions.
func TestShopSchema(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, shopSQL)
	runFile(t, db, installSQL)
	_, response := readSchema(t, db, newCaller("authenticated"), "public")
	keys := map[string]string{}
	foreignKeys := map[string]string{}
	estimates := map[string]int64{}
	for _, table := range response.Tables {
		if table.EstimatedRows != nil {
			estimates[table.Name] = *table.EstimatedRows
		}
		keys[table.Name] = strings.Join(table.PrimaryKey, " ")
		for _, key := range table.ForeignKeys {
			foreignKeys[table.Name] += fmt.Sprintf("%s -> %s, not embeddable: %t;", strings.Join(key.Columns, ","), key.RefTable, key.NotEmbeddable)
		}
	}
	for view, want := range map[string]string{
		"beverages": "number", "cheap_beverages": "number", "order_lines": "order_id product_id", "sales": "customer_id", "sales_total": "",
	} {
		if got, ok := keys[view]; !ok || got != want {
			t.Errorf("the key of %s is %q, want %q", view, got, want)
		}
	}
	for table, want := range map[string]string{
		"measurements": "product_id -> products, not embeddable: true;",
		"stock":        "hall,shelf_number -> shelves, not embeddable: false;",
	} {
		if got := foreignKeys[table]; got != want {
			t.Errorf("foreign keys of %s are %q, want %q", table, got, want)
		}
	}
	if got := estimates["vehicles"]; got != 3 {
		t.Errorf("vehicles has about %d rows, want 3 with those of the tables that inherit from it", got)
	}
	if _, ok := keys["no_columns"]; !ok {
		t.Error("the table without columns is not listed")
	}
}

// compareGolden compares a response of the schema function with its golden file.
func compareGolden(t *testing.T, golden string, response []byte) {
	t.Helper()
	var indented bytes.Buffer
	if err := json.Indent(&indented, response, "", " "); err != nil {
		t.Fatal(err)
	}
	indented.WriteByte('\n')
	file := filepath.Join(goldenDir, golden+".json")
	if *update {
		if err := os.WriteFile(file, indented.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(indented.Bytes(), want) {
		t.Errorf("the response differs from %s; run with -update and check the diff", file)
	}
}

// rejectionCodes contains Postgres's error codes for commands that fail for all rows.
var rejectionCodes = map[string]bool{
	"42501": true, // insufficient privilege, also for a row that a policy rejects
	"55000": true, // cannot insert into view
	"42809": true, // cannot change materialized view
	"0A000": true, // cannot insert into column of view
}

// statementResult is the result of a statement.
type statementResult struct {
	code, message string // of the error
	rows          int64
}

// isRejected reports whether the statement failed for lack of privileges or affected no row. Other
// errors are caused by the values of the row, so the privileges were sufficient.
func (r statementResult) isRejected() bool {
	return rejectionCodes[r.code] || r.code == "" && r.rows == 0
}

// isForbidden reports whether the statement fails for all rows, and not because of a
// policy.
func (r statementResult) isForbidden() bool {
	return rejectionCodes[r.code] && !strings.Contains(r.message, "row-level security policy")
}

// tryStatement runs a statement and rolls it back.
func tryStatement(t *testing.T, tx pgx.Tx, sql string) statementResult {
	t.Helper()
	inner, err := tx.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = inner.Rollback(context.Background()) }()
	tag, err := inner.Exec(t.Context(), sql)
	if failure, ok := errors.AsType[*pgconn.PgError](err); ok {
		return statementResult{code: failure.Code, message: failure.Message}
	}
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return statementResult{rows: tag.RowsAffected()}
}

// checkPrivileges compares the schema function's privileges with Postgres: Postgres must reject
// commands that are false, and commands that it rejects for lack of a grant must be false.
func checkPrivileges(t *testing.T, db *pgtest.DB, who caller.Caller, schemas ...string) {
	_, described := readSchema(t, db, who, schemas...)
	granted := map[string]map[string]bool{}
	columns := map[string]map[string]map[string]bool{}
	for _, table := range described.Tables {
		name := pgx.Identifier{table.Schema, table.Name}.Sanitize()
		granted[name] = table.Privileges
		columns[name] = map[string]map[string]bool{}
		for _, c := range table.Columns {
			columns[name][c.Name] = map[string]bool{"select": c.Select, "insert": c.Insert, "update": c.Update}
		}
	}
	relations := listRelations(t, db, schemas)
	runAs(t, db, who, func(tx pgx.Tx) {
		for name, attributes := range relations {
			for command, sql := range map[string]string{
				"select": "select from " + name,
				"insert": "insert into " + name + " default values",
				"delete": "delete from " + name,
			} {
				checkStatement(t, tx, granted[name][command], command+" on "+name, sql)
			}
			anyUpdate := false
			for _, column := range attributes {
				quoted := pgx.Identifier{column}.Sanitize()
				onColumn := columns[name][column]
				checkStatement(t, tx, onColumn["select"] && granted[name]["select"], "select of "+name+"."+column, "select "+quoted+" from "+name)
				checkStatement(t, tx, onColumn["insert"] && granted[name]["insert"], "insert of "+name+"."+column,
					"insert into "+name+" ("+quoted+") values (default)")
				checkStatement(t, tx, onColumn["update"] && granted[name]["update"], "update of "+name+"."+column,
					"update "+name+" set "+quoted+" = default")
				anyUpdate = anyUpdate || onColumn["update"]
			}
			if granted[name]["update"] && !anyUpdate {
				t.Errorf("update on %s is allowed, but on none of its columns", name)
			}
		}
	})
}

// checkStatement compares an expected privilege with Postgres. An allowed command may fail because
// of the row, but not for all rows.
func checkStatement(t *testing.T, tx pgx.Tx, isAllowed bool, what, sql string) {
	t.Helper()
	result := tryStatement(t, tx, sql)
	switch {
	case !isAllowed && !result.isRejected():
		t.Errorf("%s is not allowed, but Postgres runs it: %+v", what, result)
	case isAllowed && result.isForbidden():
		t.Errorf("%s is allowed, but Postgres rejects it: %+v", what, result)
	}
}

// listRelations returns all relations of the schemas with their columns.
func listRelations(t *testing.T, db *pgtest.DB, schemas []string) map[string][]string {
	t.Helper()
	rows, err := db.Pool("postgres").Query(t.Context(), `
		select n.nspname::text, c.relname::text, array_agg(a.attname::text order by a.attnum)
		from pg_class c
		join pg_namespace n on n.oid = c.relnamespace
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
		group by 1, 2`, schemas)
	if err != nil {
		t.Fatal(err)
	}
	relations := map[string][]string{}
	var schema, name string
	var columns []string
	if _, err := pgx.ForEachRow(rows, []any{&schema, &name, &columns}, func() error {
		relations[pgx.Identifier{schema, name}.Sanitize()] = columns
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return relations
}
