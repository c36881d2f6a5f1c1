//go:build unix

package integration

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
)

// listRows returns a table's rows through the API.
func (p *testClient) listRows(table schema.Table, query ...string) *response {
	p.t.Helper()
	return p.send("GET", rowsPath(table.Name, query...), "", "Accept-Profile: "+table.Schema)
}

// queryAsAuthenticated returns the result of a query as the role authenticated, as JSON.
func queryAsAuthenticated(t *testing.T, conn *pgx.Conn, table schema.Table) (string, error) {
	t.Helper()
	var columns []string
	for _, column := range table.Columns {
		if column.Privileges.Select {
			columns = append(columns, pgx.Identifier{column.Name}.Sanitize())
		}
	}
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(t.Context()) }()
	if _, err := tx.Exec(t.Context(), "set local role authenticated"); err != nil {
		t.Fatal(err)
	}
	var text string
	err = tx.QueryRow(t.Context(), fmt.Sprintf("select coalesce(json_agg(t), '[]')::text from (select %s from %s) t",
		strings.Join(columns, ","), pgx.Identifier{table.Schema, table.Name}.Sanitize())).Scan(&text)
	return text, err
}

func TestEveryRelationListsAsPostgresHasIt(t *testing.T) {
	p, conn := startServer(t).signUp("lister"), connectDatabase(t)
	listed := 0
	for _, table := range p.fetchSchema().Tables {
		t.Run(table.Schema+"."+table.Name, func(t *testing.T) {
			resp := p.listRows(table)
			if !table.Privileges.Select {
				if resp.errorCode() != "42501" {
					t.Errorf("got %d %s", resp.StatusCode, resp.body)
				}
				return
			}
			want, err := queryAsAuthenticated(t, conn, table)
			if err != nil {
				if resp.StatusCode < 400 {
					t.Errorf("PostgreSQL rejects with %v, the API responds %s", err, resp.body)
				}
				return
			}
			listed++
			if got, want := compactJSON(t, resp.requireStatus(200).body), compactJSON(t, want); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
	if listed < 30 {
		t.Errorf("only %d relations were listed", listed)
	}
}

// Column names that contain keywords or operators of the query syntax work in select, in
// both kinds of filters and in order.
func TestEveryColumnCanBeRequested(t *testing.T) {
	p := startServer(t).signUp("asker")
	unsortable := []string{"json", "point", "box"}
	for _, table := range p.fetchSchema().Tables {
		if !table.Privileges.Select || table.Name == "policies_fail" {
			continue
		}
		for _, column := range table.Columns {
			if !column.Privileges.Select {
				continue
			}
			name := quoteName(column.Name)
			query := []string{"select", name, "and", "(" + name + ".not.is.null)"}
			if !slices.Contains([]string{"order", "limit", "offset", "select", "columns", "on_conflict", "and", "or"}, column.Name) {
				query = append(query, name, "not.is.null")
			}
			if !slices.Contains(unsortable, column.Base) {
				query = append(query, "order", name+".desc")
			}
			resp := p.listRows(table, query...)
			if resp.StatusCode != 200 {
				t.Errorf("%s.%s: %d %s", table.Name, column.Name, resp.StatusCode, resp.body)
				continue
			}
			for _, row := range decodeRows(t, resp.body) {
				value := row[column.Name]
				if len(row) != 1 || value == nil || (string(value) == "null" && column.Kind != schema.JSON) {
					t.Errorf("%s.%s: got %v", table.Name, column.Name, row)
				}
			}
		}
	}
}

// Writing back the value that was read changes nothing: no digit, no microsecond, no white
// space in a text.
func TestEveryValueRoundTrips(t *testing.T) {
	p := startServer(t).signUp("writer")
	written := 0
	for _, table := range p.fetchSchema().Tables {
		if !table.Privileges.Update || !table.Privileges.Select || len(table.PrimaryKey) == 0 || strings.HasPrefix(table.Name, "policies_") {
			continue
		}
		t.Run(table.Schema+"."+table.Name, func(t *testing.T) {
			for _, before := range decodeRows(t, p.listRows(table).requireStatus(200).body) {
				values := row{}
				for _, column := range table.Columns {
					if column.Privileges.Update && !column.Generated && column.Identity != schema.IdentityAlways {
						values[column.Name] = before[column.Name]
					}
				}
				var query []string
				for _, key := range table.PrimaryKey {
					query = append(query, quoteName(key), "eq."+filterText(t, before[key]))
				}
				body, err := json.Marshal(values)
				if err != nil {
					t.Fatal(err)
				}
				resp := p.send("PATCH", rowsPath(table.Name, query...), string(body), "Content-Profile: "+table.Schema)
				if resp.StatusCode != 200 {
					t.Errorf("%s: %d %s", body, resp.StatusCode, resp.body)
					continue
				}
				after := decodeRows(t, resp.body)
				if len(after) != 1 {
					t.Fatalf("%d rows changed", len(after))
				}
				for name, value := range before {
					if got, want := compactJSON(t, string(after[0][name])), compactJSON(t, string(value)); got != want {
						t.Errorf("%s: %s became %s", name, want, got)
					}
				}
				written++
			}
		})
	}
	if written < 50 {
		t.Errorf("only %d rows were written", written)
	}
}

func TestEveryRelationExportsWhole(t *testing.T) {
	// Pages of 3 rows, so that every table has several pages.
	p := startServer(t, func(o *server.Options) { o.MaxRows = 3 }).signUp("exporter")
	for _, table := range p.fetchSchema().Tables {
		if !table.Privileges.Select || table.Name == "policies_fail" {
			continue
		}
		t.Run(table.Schema+"."+table.Name, func(t *testing.T) {
			resp := p.send("GET", "/api/export/"+url.PathEscape(table.Name), "", "Accept-Profile: "+table.Schema).requireStatus(200)
			got, err := csv.NewReader(strings.NewReader(resp.body)).ReadAll()
			if err != nil {
				t.Fatalf("%v: %s", err, resp.body)
			}
			var titles []string
			isJSON := map[string]bool{}
			for _, column := range table.Columns {
				if column.Privileges.Select {
					titles = append(titles, column.Name)
					isJSON[column.Name] = column.Kind == schema.JSON && !column.IsArray
				}
			}
			if !slices.Equal(got[0], titles) {
				t.Errorf("titles %q, want %q", got[0], titles)
			}
			var want []string
			for _, row := range decodeRows(t, p.listRows(table).requireStatus(200).body) {
				cells := make([]string, len(titles))
				for i, title := range titles {
					switch value := row[title]; {
					case isJSON[title]: // as JSON, with quoted text; null can be NULL here
						cells[i] = string(value)
					case string(value) != "null":
						cells[i] = strings.ReplaceAll(filterText(t, value), "\r\n", "\n") // as encoding/csv normalizes it
					}
				}
				want = append(want, strings.Join(cells, "|"))
			}
			lines := []string{}
			for _, record := range got[1:] {
				for i, title := range titles {
					if isJSON[title] && record[i] == "" {
						record[i] = "null"
					}
				}
				lines = append(lines, strings.Join(record, "|"))
			}
			sort.Strings(lines)
			sort.Strings(want)
			if !slices.Equal(lines, want) {
				t.Errorf("\n got %q\nwant %q", lines, want)
			}
		})
	}
}

// The pages of an ordered export have no gaps or duplicates, for each direction and each
// position of NULLs.
func TestAnOrderedExportMissesNothing(t *testing.T) {
	p, conn := startServer(t, func(o *server.Options) { o.MaxRows = 2 }).signUp("sorter"), connectDatabase(t)
	for _, test := range []struct{ table, order, sql string }{
		{"tree", "parent_id", "parent_id, id"},
		{"tree", "parent_id.desc", "parent_id desc, id"},
		{"tree", "parent_id.nullsfirst,name.desc", "parent_id nulls first, name desc, id"},
		{"tree", "parent_id.desc.nullslast", "parent_id desc nulls last, id"},
		{"composite_key", "", "region, number, valid_from"},
		{"composite_key", "valid_from.desc", "valid_from desc, region, number"},
		{"numbers", "double.desc", "double desc, id"},
		{"moments", "at.desc.nullslast", "at desc nulls last, id"},
		{"sixty_columns", "c03,c08.desc", "c03, c08 desc, id"},
		{"no_key", "", "a, b"},
	} {
		key := "id"
		if test.table == "composite_key" || test.table == "no_key" {
			key = "*"
		}
		var want []string
		rows, err := conn.Query(t.Context(), fmt.Sprintf(`select (select string_agg(coalesce(v.value, ''), ',') from json_each_text(row_to_json(t)) v)
			from (select %s from public.%s order by %s) t`, key, test.table, test.sql))
		if err != nil {
			t.Fatal(err)
		}
		if want, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			t.Fatal(err)
		}
		query := "?select=" + key
		if test.order != "" {
			query += "&order=" + test.order
		}
		records, err := csv.NewReader(strings.NewReader(p.send("GET", "/api/export/"+test.table+query, "").requireStatus(200).body)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, record := range records[1:] {
			got = append(got, strings.Join(record, ","))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s by %q\n got %q\nwant %q", test.table, test.order, got, want)
		}
	}
}

func TestAnExportFiltersAndEmbeds(t *testing.T) {
	p := startServer(t, func(o *server.Options) { o.MaxRows = 1 }).signUp("embedder")
	body := p.send("GET", `/api/export/tree?select=Number:id,parent_id(name)&id=lt.4&order=id.desc`, "").requireStatus(200).body
	want := "Number,parent_id\r\n3,\"{\"\"name\"\":\"\"branch\"\"}\"\r\n2,\"{\"\"name\"\":\"\"root\"\"}\"\r\n1,\r\n"
	if body != want {
		t.Errorf("\n got %q\nwant %q", body, want)
	}
	if body := p.send("GET", `/api/export/empty_table`, "").requireStatus(200).body; body != "id,name\r\n" {
		t.Errorf("an empty table: %q", body)
	}
}

// An export distinguishes all JSON values, also null from NULL, and preserves the digits of
// numbers.
func TestAnExportDistinguishesJSONValues(t *testing.T) {
	p, conn := startServer(t, func(o *server.Options) { o.MaxRows = 3 }).signUp("json"), connectDatabase(t)
	// The test inserts its rows with SQL, because REST loses JSON null and white space.
	if _, err := conn.Exec(t.Context(), `insert into public.odd_types (id, document, binary_document) values
		('eeeeeeee-0000-0000-0000-000000000001', '{"b":1, "a":2,  "b":3}', '{"z":1,"a":[1,2.50,"x",null],"big":12345678901234567890}'),
		('eeeeeeee-0000-0000-0000-000000000002', null, null),
		('eeeeeeee-0000-0000-0000-000000000003', '"text"', '"مقهى ☕"'),
		('eeeeeeee-0000-0000-0000-000000000004', 'null', 'null')`); err != nil {
		t.Fatal(err)
	}
	body := p.send("GET", "/api/export/odd_types?select=document,binary_document&id=gt.eeeeeeee-0000-0000-0000-000000000000&id=lt.ef000000-0000-0000-0000-000000000000&order=id", "").requireStatus(200).body
	want := "document,binary_document\r\n" +
		`"{""b"":1, ""a"":2,  ""b"":3}","{""a"": [1, 2.50, ""x"", null], ""z"": 1, ""big"": 12345678901234567890}"` + "\r\n" +
		",\r\n" +
		`"""text""","""مقهى ☕"""` + "\r\n" +
		"null,null\r\n"
	if body != want {
		t.Errorf("\n got %s\nwant %s", body, want)
	}
}

// In an export for a spreadsheet no value is a formula, and escaped values differ from
// values that already started with the escape character.
func TestAnExportForASpreadsheetCalculatesNothing(t *testing.T) {
	p := startServer(t).signUp("spreadsheet")
	for id, value := range map[int]string{
		501: `=cmd|' /C calc'!A0`, 502: "@SUM(1)", 503: "+1+cmd", 504: "-x", 505: "\t=1", 506: "'=1", 507: "＝1+1", 508: "＠SUM(1)", 509: "\n=1", // escaped
		511: "+47 22 33 44 55", 512: "-12.50", 513: "'t is", 514: "a=b", 515: "", // unchanged
	} {
		body := fmt.Sprintf(`{"id":%d,"what":"formula","value":%q}`, id, value)
		p.send("POST", "/api/rows/texts", body).requireStatus(201)
	}
	body := p.send("GET", "/api/export/texts?format=spreadsheet&select=value&id=gt.500&order=id", "").requireStatus(200).body
	want := "\ufeffvalue\r\n'=cmd|' /C calc'!A0\r\n'@SUM(1)\r\n'+1+cmd\r\n'-x\r\n'\t=1\r\n''=1\r\n'＝1+1\r\n'＠SUM(1)\r\n\"'\n=1\"\r\n" +
		"+47 22 33 44 55\r\n-12.50\r\n't is\r\na=b\r\n\"\"\r\n"
	if body != want {
		t.Errorf("\n got %q\nwant %q", body, want)
	}
	p.send("DELETE", "/api/rows/texts?id=gt.500", "").requireStatus(200)
}

// A JSON export has the same digits as the backend's response.
func TestAJSONExportEqualsTheRows(t *testing.T) {
	p := startServer(t, func(o *server.Options) { o.MaxRows = 3 }).signUp("parser")
	for _, table := range p.fetchSchema().Tables {
		if !table.Privileges.Select || table.Name == "policies_fail" || len(table.PrimaryKey) == 0 {
			continue
		}
		order := url.Values{"order": {`"` + strings.Join(table.PrimaryKey, `","`) + `"`}}.Encode()
		path := url.PathEscape(table.Schema) + "/" + url.PathEscape(table.Name)
		resp := p.send("GET", "/api/export/"+path+"?format=json&"+order, "").requireStatus(200)
		if got := resp.Header.Get("Content-Type"); got != "application/json" {
			t.Errorf("%s: content type %q", table.Name, got)
		}
		listed := p.send("GET", "/api/rows/"+url.PathEscape(table.Name)+"?"+order, "", "Accept-Profile: "+table.Schema).requireStatus(200)
		if got, want := compactJSON(t, resp.body), compactJSON(t, listed.body); got != want {
			t.Errorf("%s\n got %s\nwant %s", table.Name, got, want)
		}
	}
	p.send("GET", "/api/export/nowhere/tree", "").requireStatus(404)
	p.send("GET", "/api/export/tree?format=yaml", "").requireStatus(400)
}

// A short page can be the result of the backend's max rows.
func TestAnExportIsNotLimitedByTheBackendsMaxRows(t *testing.T) {
	p, conn := startServer(t, func(o *server.Options) { o.MaxRows = 5000 }).signInAs("owner"), connectDatabase(t)
	var count int
	if err := conn.QueryRow(t.Context(), "select count(*) from public.roast_readings").Scan(&count); err != nil {
		t.Fatal(err)
	}
	cut := len(decodeRows(t, p.send("GET", "/api/rows/roast_readings?select=id", "").requireStatus(200).body))
	if cut >= count {
		t.Fatalf("the backend gives all %d rows at once: nothing to see here", count)
	}
	for _, query := range []string{"", "?order=roaster.desc,batch"} {
		body := p.send("GET", "/api/export/roast_readings"+query, "").requireStatus(200).body
		if lines := strings.Count(body, "\r\n") - 1; lines != count {
			t.Errorf("%q: %d rows of %d; the backend gives %d at once", query, lines, count, cut)
		}
	}
}
