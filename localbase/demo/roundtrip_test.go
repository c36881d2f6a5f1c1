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

// lossyRows contains the key of a row with values that JSON can't represent, by table. PostgREST has
// the same limits. All other values must survive the round trip.
var lossyRows = map[string]string{
	`"public"."arrays"`:    "1",                                    // an element that is JSON null, and an array with first index 0
	`"public"."odd_types"`: "ffffffff-ffff-ffff-ffff-ffffffffffff", // documents that are JSON null
}

// TestAwkwardValuesSurviveARoundTrip reads each row with REST, writes it back unchanged, and compares
// the row in Postgres before and after.
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
			continue // other schemas need a header, which other tests cover
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

// writeBack updates each row with its own values and returns the number of updates.
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
		result := b.runREST(t, http.MethodPatch, table.path()+"?"+filter.Encode(), "count=exact", body)
		if result.code != "" {
			t.Errorf("write %s back to %s: %+v", body, name, result)
		} else if after := queryValue[string](t, conn, text); after != before {
			t.Errorf("writing %s back to %s changed\n%s\nto\n%s", body, name, before, after)
		}
		written++
	}
	return written
}

func (r relation) path() string { return "/" + url.PathEscape(r.Name) }

// quoteName quotes a column's name for the REST service.
func quoteName(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

// formatFilterValue formats a JSON value for a filter: strings without quotes.
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
