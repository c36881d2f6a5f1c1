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

var update = flag.Bool("update", false, "write the golden files anew")

// The function is the server's: it is read as a file, since localbase doesn't
// import the server. Its answers here are what the server's tests read.
const (
	installSQL = "../../server/schema/tableside_schema.sql"
	storageSQL = "../../server/schema/tableside_storage.sql"
	goldenDir  = "../../server/schema/testdata"
	awkwardSQL = "../testdata/awkward.sql"
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

// subjects are the demo's accounts by role, as their tokens name them.
var subjects = map[string]string{
	"owner":  "00000000-0000-4000-8000-0000000000a1",
	"staff":  "00000000-0000-4000-8000-0000000000b1",
	"viewer": "00000000-0000-4000-8000-0000000000c1",
}

// newCaller is a person of the demo, or somebody without an account.
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

// schemaResponse is the part of the function's answer that Postgres is asked about.
type schemaResponse struct {
	Tables    []relation
	Functions []struct{ Name string }
}

type relation struct {
	Schema, Name string
	PrimaryKey   []string
	Privileges   map[string]bool
	Columns      []struct {
		Name, Identity         string
		Generated              bool
		Select, Insert, Update bool
	}
}

// exposeSchemas sets the schemas that the REST service serves, as it does in its sessions.
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
	runFile(t, db, installSQL) // again, as at each start
	text, _ := readSchema(t, db, newCaller("authenticated"), "public", "depot")
	compareGolden(t, "awkward", text)
	for _, role := range []string{"authenticated", "anon", "service_role"} {
		t.Run("privileges are true for "+role, func(t *testing.T) { checkPrivileges(t, db, newCaller(role), "public", "depot") })
	}
}

// compareGolden holds an answer of the schema function against its golden file.
func compareGolden(t *testing.T, golden string, answer []byte) {
	t.Helper()
	var indented bytes.Buffer
	if err := json.Indent(&indented, answer, "", " "); err != nil {
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
		t.Errorf("the answer differs from %s; run with -update and read the diff", file)
	}
}

// rejectionCodes are the codes with which Postgres refuses a command whatever the row.
var rejectionCodes = map[string]bool{
	"42501": true, // insufficient privilege; a policy's refusal of a row has it too
	"55000": true, // cannot insert into view
	"42809": true, // cannot change materialized view
	"0A000": true, // cannot insert into column of view
}

// statementResult is what became of a statement.
type statementResult struct {
	code, message string // of the error
	rows          int64
}

// refused: by an error of privilege, or by touching nothing. Any other error
// means that it was let through as far as the row's own values.
func (o statementResult) isRejected() bool {
	return rejectionCodes[o.code] || o.code == "" && o.rows == 0
}

// forbidden: whatever the row, policies aside.
func (o statementResult) isForbidden() bool {
	return rejectionCodes[o.code] && !strings.Contains(o.message, "row-level security policy")
}

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

// checkPrivileges asks Postgres itself: what is called false it refuses, and what it
// refuses for want of a grant is called false.
func checkPrivileges(t *testing.T, db *pgtest.DB, who caller.Caller, schemas ...string) {
	_, described := readSchema(t, db, who, schemas...)
	said := map[string]map[string]bool{}
	columns := map[string]map[string]map[string]bool{}
	for _, table := range described.Tables {
		name := pgx.Identifier{table.Schema, table.Name}.Sanitize()
		said[name] = table.Privileges
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
				checkStatement(t, tx, said[name][command], command+" on "+name, sql)
			}
			anyUpdate := false
			for _, column := range attributes {
				quoted := pgx.Identifier{column}.Sanitize()
				granted := columns[name][column]
				checkStatement(t, tx, granted["select"] && said[name]["select"], "select of "+name+"."+column, "select "+quoted+" from "+name)
				checkStatement(t, tx, granted["insert"] && said[name]["insert"], "insert of "+name+"."+column,
					"insert into "+name+" ("+quoted+") values (default)")
				checkStatement(t, tx, granted["update"] && said[name]["update"], "update of "+name+"."+column,
					"update "+name+" set "+quoted+" = default")
				anyUpdate = anyUpdate || granted["update"]
			}
			if said[name]["update"] && !anyUpdate {
				t.Errorf("update on %s is called possible, but on none of its columns", name)
			}
		}
	})
}

// checkStatement holds what was said against what Postgres does. A true that comes to
// nothing because of the row is fair; one that nothing could make work is not.
func checkStatement(t *testing.T, tx pgx.Tx, said bool, what, sql string) {
	t.Helper()
	done := tryStatement(t, tx, sql)
	switch {
	case !said && !done.isRejected():
		t.Errorf("%s is called impossible, but Postgres does it: %+v", what, done)
	case said && done.isForbidden():
		t.Errorf("%s is called possible, but Postgres forbids it: %+v", what, done)
	}
}

// listRelations lists the relations of the schemas with their columns, whoever may see them.
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
