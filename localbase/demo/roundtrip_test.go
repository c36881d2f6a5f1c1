package demo_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/rest"
)

// lossyRows are values that JSON can't tell apart from others, by row of their table;
// everything else comes back as it was. PostgREST has the same limits.
var lossyRows = map[string]string{
	`"public"."arrays"`:    "1",                                    // an element that is JSON's null, and an array whose first index is 0
	`"public"."odd_types"`: "ffffffff-ffff-ffff-ffff-ffffffffffff", // documents that are JSON's null
}

// TestAwkwardValuesSurviveARoundTrip reads each row of each table by REST, writes
// it back as it was read, and asks Postgres whether anything changed.
func TestAwkwardValuesSurviveARoundTrip(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, awkwardSQL)
	runFile(t, db, installSQL)
	conn := connect(t, db)
	handler := rest.New(rest.Options{Pool: db.Pool("authenticator"), Keys: db.Keys, Schemas: []string{"public", "depot"}})
	b := roleComparison{db: db, handler: handler, caller: newCaller("authenticated"), isPersistent: true}
	b.token = signToken(t, db, b.caller)
	_, described := readSchema(t, db, b.caller, "public", "depot")
	written := 0
	for _, table := range described.Tables {
		if table.Schema != "public" || !table.Privileges["select"] || table.Name == "policies_fail" {
			continue // the other schema needs a header, which has tests of its own
		}
		rows := b.listRows(t, table)
		if table.Privileges["update"] && len(table.PrimaryKey) > 0 {
			written += b.writeBack(t, conn, table, rows)
		}
	}
	if written < 250 {
		t.Errorf("only %d rows were written back", written)
	}
}

func (b roleComparison) listRows(t *testing.T, table relation) (rows []map[string]json.RawMessage) {
	var readable []string
	for _, c := range table.Columns {
		if c.Select {
			readable = append(readable, quoteName(c.Name))
		}
	}
	listed := b.runREST(t, http.MethodGet, table.path()+"?select="+url.QueryEscape(strings.Join(readable, ",")), "", "")
	if listed.code != "" {
		t.Errorf("list %s: %+v", table.Name, listed)
	} else if err := json.Unmarshal([]byte(listed.text), &rows); err != nil {
		t.Errorf("list %s: %v", table.Name, err)
	}
	return rows
}

// writeBack changes each row to what it is, and says how many there were.
func (b roleComparison) writeBack(t *testing.T, conn *pgx.Conn, table relation, rows []map[string]json.RawMessage) (written int) {
	name := pgx.Identifier{table.Schema, table.Name}.Sanitize()
	text := `select coalesce(string_agg(r::text, E'\n' order by r::text), '') from ` + name + ` r`
	for _, row := range rows {
		if formatFilterValue(row[table.PrimaryKey[0]]) == lossyRows[name] {
			continue
		}
		filter := url.Values{}
		for _, key := range table.PrimaryKey {
			filter.Set(quoteName(key), "eq."+formatFilterValue(row[key]))
		}
		var members []string
		for _, c := range table.Columns {
			if c.Update && !c.Generated && c.Identity != "a" {
				members = append(members, fmt.Sprintf("%s: %s", encodeText(t, c.Name), row[c.Name]))
			}
		}
		body := "{" + strings.Join(members, ", ") + "}"
		before := queryValue[string](t, conn, text)
		done := b.runREST(t, http.MethodPatch, table.path()+"?"+filter.Encode(), "count=exact", body)
		if done.code != "" {
			t.Errorf("write %s back to %s: %+v", body, name, done)
		} else if after := queryValue[string](t, conn, text); after != before {
			t.Errorf("writing %s back to %s changed\n%s\nto\n%s", body, name, before, after)
		}
		written++
	}
	return written
}

func (r relation) path() string { return "/" + url.PathEscape(r.Name) }

// quoteName is a column's name as the REST service takes any.
func quoteName(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// formatFilterValue is a JSON value as a filter has it: a string without quotes.
func formatFilterValue(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

func encodeText(t *testing.T, text string) string {
	t.Helper()
	out, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
