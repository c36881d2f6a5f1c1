package rest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/rest"
)

// awkwardRelation is a relation of testdata/awkward.sql.
type awkwardRelation struct {
	schema, name string
	key          []string
	writable     []string // columns that can be written; empty for a view
}

// TestAwkwardSchema checks that the list of each relation equals Postgres' own JSON, and that an
// update of a row with its own values does not change it.
func TestAwkwardSchema(t *testing.T) {
	sql, err := os.ReadFile("../testdata/awkward.sql")
	if err != nil {
		t.Fatal(err)
	}
	db := pgtest.New(t)
	db.Exec(t, string(sql))
	relations := listAwkwardRelations(t, db)
	var schemas []string
	for _, r := range relations {
		if !slices.Contains(schemas, r.schema) {
			schemas = append(schemas, r.schema)
		}
	}
	slices.SortFunc(schemas, func(a, b string) int { return strings.Compare(b, a) })
	db.Exec(t, "grant usage on schema "+quoteNames(schemas)+" to service_role; grant all on all tables in schema "+quoteNames(schemas)+" to service_role;"+
		"grant usage on all sequences in schema "+quoteNames(schemas)+" to service_role")
	a := &testAPI{db: db, handler: rest.New(rest.Options{
		Pool: db.Pool("authenticator"), Keys: db.Keys, Schemas: schemas, TxRollbackAllowed: true, MaxRows: -1,
	})}
	if len(relations) < 20 {
		t.Fatalf("got only %d relations", len(relations))
	}
	for _, r := range relations {
		t.Run(r.schema+"."+r.name, func(t *testing.T) {
			listed := a.send(t, service, http.MethodGet, "/"+url.PathEscape(r.name), []string{"Accept-Profile: " + r.schema}, "")
			if listed.Code != http.StatusOK {
				t.Fatalf("list: %d %s", listed.Code, listed.Body)
			}
			var want string
			err := db.Pool("postgres").QueryRow(context.Background(),
				"select coalesce(json_agg(t), '[]')::text from "+pgx.Identifier{r.schema, r.name}.Sanitize()+" t").Scan(&want)
			if err != nil {
				t.Fatal(err)
			}
			if got := listed.Body.String(); got != want {
				t.Errorf("list\n got %s\nwant %s", got, want)
			}
			var rows []map[string]json.RawMessage
			if err := json.Unmarshal(listed.Body.Bytes(), &rows); err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				a.writeRowUnchanged(t, r, row)
			}
		})
	}
}

func (a *testAPI) writeRowUnchanged(t *testing.T, r awkwardRelation, row map[string]json.RawMessage) {
	t.Helper()
	if len(r.key) == 0 || len(r.writable) == 0 {
		return
	}
	filter := url.Values{}
	for _, column := range r.key {
		var text string
		if json.Unmarshal(row[column], &text) != nil {
			text = string(row[column])
		}
		filter.Add(quoteName(column), "eq."+text)
	}
	var selected []string
	for column := range row {
		selected = append(selected, quoteName(column))
	}
	filter.Set("select", strings.Join(selected, ","))
	var members []string
	for _, column := range r.writable {
		name, err := json.Marshal(column)
		if err != nil {
			t.Fatal(err)
		}
		members = append(members, string(name)+":"+string(row[column])) // unchanged, including white space
	}
	body := "{" + strings.Join(members, ",") + "}"
	got := a.send(t, service, http.MethodPatch, "/"+url.PathEscape(r.name)+"?"+filter.Encode(),
		[]string{"Content-Profile: " + r.schema, returnRepresentation, rollbackTransaction, single}, body)
	if got.Code != http.StatusOK {
		t.Errorf("PATCH ?%s: %d %s", filter.Encode(), got.Code, got.Body)
		return
	}
	var after map[string]json.RawMessage
	if err := json.Unmarshal(got.Body.Bytes(), &after); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(after, row) {
		t.Errorf("PATCH ?%s changed the row\n got %s\nwant %s", filter.Encode(), got.Body, row)
	}
}

func listAwkwardRelations(t *testing.T, db *pgtest.DB) []awkwardRelation {
	t.Helper()
	rows, err := db.Pool("postgres").Query(context.Background(), `
		select n.nspname, c.relname,
		       coalesce((select array_agg(a.attname::text) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
		                 where i.indrelid = c.oid and i.indisprimary), '{}'),
		       coalesce((select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
		                 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a' and c.relkind in ('r', 'p')), '{}')
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and not starts_with(n.nspname, 'pg_')
		  and n.nspname not in ('information_schema', 'auth', 'storage', 'realtime', 'extensions', 'supabase_migrations', 'supabase_functions', 'vault')
		order by 1, 2`)
	if err != nil {
		t.Fatal(err)
	}
	relations, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (awkwardRelation, error) {
		var r awkwardRelation
		err := row.Scan(&r.schema, &r.name, &r.key, &r.writable)
		return r, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return relations
}

// quoteName quotes a column for a query string.
func quoteName(column string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(column) + `"`
}

func quoteNames(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = pgx.Identifier{name}.Sanitize()
	}
	return strings.Join(quoted, ", ")
}
