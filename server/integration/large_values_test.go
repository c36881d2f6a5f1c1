//go:build unix

package integration

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
)

func TestLargeValues(t *testing.T) {
	conn := connectDatabase(t)
	execute := func(sql string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	execute(`create table public.large_texts (id int primary key, name text, body text, data jsonb);
		alter table public.large_texts alter column body set storage external;
		insert into public.large_texts select n, 'Name ' || n, repeat(E'a "line"\n', 20000), jsonb_build_object('n', n, 'list', (select jsonb_agg(md5(i::text)) from generate_series(1, 3000) i)) from generate_series(1, 3) n;
		insert into public.large_texts values (4, 'Short', 'short', null);
		grant select on public.large_texts to authenticated;
		analyze public.large_texts;
		notify pgrst, 'reload schema'`)
	t.Cleanup(func() { _, _ = conn.Exec(t.Context(), "drop table public.large_texts") })
	p := startServer(t).signUp("large-values")

	t.Run("the schema names the columns", func(t *testing.T) {
		tables := p.fetchSchema().Tables
		i := slices.IndexFunc(tables, func(table schema.Table) bool { return table.Name == "large_texts" })
		var large []string
		for _, column := range tables[i].Columns {
			if column.IsLarge {
				large = append(large, column.Name)
			}
		}
		if strings.Join(large, ",") != "body,data" {
			t.Errorf("large columns: %v", large)
		}
	})
	t.Run("a value limit omits the large values only", func(t *testing.T) {
		resp := p.send("GET", "/api/rows/large_texts?order=id&select=id,name,body,data::text", "", "X-Tableside-Value-Limit: 65536").requireStatus(200)
		var rows []map[string]any
		if err := json.Unmarshal([]byte(resp.body), &rows); err != nil || len(rows) != 4 {
			t.Fatalf("%v, %d rows: %s", err, len(rows), resp.body)
		}
		_, hasBody := rows[0]["body"]
		if hasBody || rows[0]["name"] != "Name 1" || rows[3]["body"] != "short" {
			t.Errorf("got %s", resp.body)
		}
		if data, present := rows[3]["data"]; data != nil || !present {
			t.Error("NULL is absent")
		}
	})
	t.Run("a wrong value limit is an error", func(t *testing.T) {
		for _, limit := range []string{"x", "0", "99999999"} {
			if code := p.send("GET", "/api/rows/large_texts", "", "X-Tableside-Value-Limit: "+limit).errorCode(); code != "bad_request" {
				t.Errorf("%s: %s", limit, code)
			}
		}
	})
	t.Run("excerpts have the first part and the size", func(t *testing.T) {
		resp := p.send("GET", "/api/excerpts/large_texts?select=id,body,data::text&order=id&id=in.(1,4)", "").requireStatus(200)
		var rows []map[string]*server.Excerpt
		if err := json.Unmarshal([]byte(resp.body), &rows); err != nil || len(rows) != 2 {
			t.Fatalf("%v: %s", err, resp.body)
		}
		body := rows[0]["body"]
		if body.Bytes != 180_000 || len(body.Text) < 3000 || len(body.Text) > 4096 || !strings.HasPrefix(body.Text, "a \"line\"\na") {
			t.Errorf("body: %+v", body)
		}
		if data := rows[0]["data"]; !strings.HasPrefix(data.Text, `{"n": 1, "list": ["`) || data.Bytes < 100_000 {
			t.Errorf("data: %+v", data)
		}
		if rows[1]["data"] != nil || *rows[1]["body"] != (server.Excerpt{Text: "short", Bytes: 5}) {
			t.Errorf("small values: %s", resp.body)
		}
	})
	t.Run("a value is a file", func(t *testing.T) {
		resp := p.send("GET", "/api/values/public/large_texts?select=body&id=eq.2", "").requireStatus(200)
		if resp.body != strings.Repeat("a \"line\"\n", 20000) {
			t.Errorf("%d bytes", len(resp.body))
		}
		if name := resp.Header.Get("Content-Disposition"); !strings.Contains(name, `filename="large_texts-body.txt"`) {
			t.Error(name)
		}
		data := p.send("GET", "/api/values/public/large_texts?select=data::text&id=eq.2", "").requireStatus(200)
		if !json.Valid([]byte(data.body)) || !strings.Contains(data.Header.Get("Content-Disposition"), "large_texts-data.json") {
			t.Errorf("%s: %d bytes", data.Header.Get("Content-Disposition"), len(data.body))
		}
		p.send("HEAD", "/api/values/public/large_texts?select=body&id=eq.2", "").requireStatus(200)
	})
	for _, tt := range []struct{ name, query, code string }{
		{"no row", "select=body&id=eq.99", "row_not_found"},
		{"NULL", "select=data::text&id=eq.4", "row_not_found"},
		{"several columns", "select=id,body&id=eq.1", "bad_request"},
		{"an unknown column", "select=missing&id=eq.1", "unknown_column"},
	} {
		t.Run("a value is an error: "+tt.name, func(t *testing.T) {
			if code := p.send("GET", "/api/values/public/large_texts?"+tt.query, "").errorCode(); code != tt.code {
				t.Errorf("got %s", code)
			}
		})
	}
	t.Run("guests get no values", func(t *testing.T) {
		for _, path := range []string{"/api/excerpts/large_texts", "/api/values/public/large_texts?select=body&id=eq.1"} {
			p.newGuest().send("GET", path, "").requireStatus(http.StatusUnauthorized)
		}
	})
}
