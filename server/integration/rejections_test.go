//go:build unix

package integration

import (
	_ "embed"
	"slices"
	"testing"

	"github.com/tableside/tableside/server"
)

//go:embed refusals.sql
var rejectionsSQL string

// TestARejectionNamesItsColumns covers each error of a real PostgreSQL. The table has
// row-level security, so most errors have no details, as on hosted projects.
func TestARejectionNamesItsColumns(t *testing.T) {
	if err := base.RunSQL(t.Context(), "refusals.sql", rejectionsSQL); err != nil {
		t.Fatal(err)
	}
	p := startServer(t).signUp("refusals")
	const table, parts, groups = "refusals", "refusal_parts", "refusal_groups"
	for name, test := range map[string]struct {
		method, table, body string
		code                string
		columns             []string
	}{
		"primary key":           {"POST", table, `{"id":1}`, "23505", []string{"id"}},
		"unique, a quoted name": {"POST", table, `{"id":2,"Full Name":"Ada"}`, "23505", []string{"Full Name"}},
		"unique over two":       {"POST", table, `{"id":2,"first":1,"second":1}`, "23505", []string{"first", "second"}},
		"a partial unique index over an expression": {"POST", table, `{"id":2,"email":"ADA@example.test"}`, "23505", []string{"email"}},
		"exclusion":                        {"POST", table, `{"id":2,"room":1,"starts":"2026-01-01T11:00Z","ends":"2026-01-01T13:00Z"}`, "23P01", []string{"starts", "ends", "room"}},
		"check over two":                   {"POST", table, `{"id":2,"low":2,"high":1}`, "23514", []string{"low", "high"}},
		"check of a domain":                {"POST", table, `{"id":2,"code":"abc"}`, "23514", []string{"code"}},
		"not null":                         {"POST", table, `{"id":2,"needed":null}`, "23502", []string{"needed"}},
		"reference to no row":              {"POST", table, `{"id":2,"group_id":99}`, "23503", []string{"group_id"}},
		"too long":                         {"POST", table, `{"id":2,"short":"12345","brief":"ab"}`, "22001", []string{"short"}},
		"too long for char":                {"POST", table, `{"id":2,"brief":"abc"}`, "22001", []string{"brief"}},
		"smallint out of range":            {"POST", table, `{"id":2,"small":99999}`, "22003", []string{"small"}},
		"int out of range":                 {"POST", table, `{"id":2,"whole":"99999999999"}`, "22003", []string{"whole"}},
		"numeric overflow":                 {"POST", table, `{"id":2,"amount":99999,"other":1}`, "22003", []string{"amount"}},
		"an invalid date":                  {"POST", table, `{"id":2,"day":"someday"}`, "22007", []string{"day"}},
		"an impossible day":                {"POST", table, `{"id":2,"day":"2026-02-30","moment":"2026-02-01"}`, "22008", []string{"day"}},
		"not in the enum":                  {"POST", table, `{"id":2,"state":"ajar"}`, "22P02", []string{"state"}},
		"an invalid integer":               {"POST", table, `{"id":2,"whole":"12x","first":1}`, "22P02", []string{"whole"}},
		"an invalid integer in an array":   {"POST", table, `{"id":2,"tags":["12x"]}`, "22P02", []string{"tags"}},
		"an invalid range":                 {"POST", table, `{"id":2,"span":"[1"}`, "22P02", []string{"span"}},
		"an invalid address":               {"POST", table, `{"id":2,"ip":"nowhere"}`, "22P02", []string{"ip"}},
		"raised":                           {"POST", table, `{"id":2,"email":"raise"}`, "P0001", nil},
		"rejected by policy":               {"POST", table, `{"id":2,"Full Name":"secret"}`, "42501", nil},
		"many rows, one wrong":             {"POST", table, `[{"id":3},{"id":4,"day":"never"}]`, "22007", []string{"day"}},
		"a key still referred to, deleted": {"DELETE", groups + "?id=eq.1", "", "23503", nil},
		"a key still referred to, changed": {"PATCH", groups + "?id=eq.1", `{"id":7}`, "23503", []string{"id"}},
		"a partition's key":                {"POST", parts, `{"id":1,"kind":"a"}`, "23505", []string{"id", "kind"}},
		"a partition's unique":             {"POST", parts, `{"id":2,"kind":"a","serial":"s"}`, "23505", []string{"kind", "serial"}},
		"a partition's check":              {"POST", parts, `{"id":-1,"kind":"b"}`, "23514", []string{"id"}},
		"a partition's reference":          {"POST", parts, `{"id":5,"kind":"b","parent":99}`, "23503", []string{"parent"}},
		"no partition for it":              {"POST", parts, `{"id":5,"kind":"z"}`, "23514", nil},
	} {
		t.Run(name, func(t *testing.T) {
			resp := p.send(test.method, "/api/rows/"+test.table, test.body)
			var e server.Error
			decodeJSON(t, resp.body, &e)
			columns := e.Columns
			if columns == nil && e.Column != "" {
				columns = []string{e.Column}
			}
			if e.Code != test.code || !slices.Equal(columns, test.columns) {
				t.Errorf("%s %v, want %s %v: %s", e.Code, columns, test.code, test.columns, resp.body)
			}
		})
	}
}
