//go:build unix

package integration

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/tableside/tableside/server/schema"
)

// TestSearchReturnsOnlyRowsOfTheCaller compares what tableside_search returns for each role with
// the rows that the role reads from the table itself.
func TestSearchReturnsOnlyRowsOfTheCaller(t *testing.T) {
	conn := connectDatabase(t)
	if _, err := conn.Exec(t.Context(), schema.SearchSQL([]string{"public"})+"; notify pgrst, 'reload schema'"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = conn.Exec(t.Context(), "drop function if exists public.tableside_search(text)") })
	found := map[string]int{}
	for _, role := range []string{"owner", "staff", "viewer"} {
		p := startServer(t).signInAs(role)
		for _, text := range []string{"lund", "10608", "a", "100%", `'; drop table x; --`} {
			body := p.search(text)
			var hits []struct {
				Schema string `json:"table_schema"`
				Table  string `json:"table_name"`
				Record row
			}
			if err := json.Unmarshal([]byte(body), &hits); err != nil {
				t.Fatalf("%s, %q: %s", role, text, body)
			}
			found[role+" "+text] = len(hits)
			for _, hit := range hits {
				id, ok := hit.Record["id"]
				if !ok {
					continue // a table with a key of several columns
				}
				readable := p.send("GET", rowsPath(hit.Table, "select", "id", "id", "eq."+filterText(t, id)), "", "Accept-Profile: "+hit.Schema)
				if len(decodeRows(t, readable.requireStatus(200).body)) != 1 {
					t.Errorf("%s finds a row of %s that they can't read: %s", role, hit.Table, id)
				}
			}
		}
	}
	for _, search := range []string{"owner lund", "owner 10608", "staff 10608"} {
		if found[search] == 0 {
			t.Errorf("%s: found nothing", search)
		}
	}
	if found["viewer a"] >= found["owner a"] {
		t.Errorf("the viewer finds %d rows, the owner %d", found["viewer a"], found["owner a"])
	}
}

// search calls tableside_search. It waits until the REST service has loaded the new function.
func (p *testClient) search(text string) string {
	p.t.Helper()
	body := fmt.Sprintf(`{"query":%q}`, text)
	deadline := time.Now().Add(30 * time.Second)
	for {
		resp := p.send("POST", "/api/rpc/tableside_search", body, "Content-Profile: public")
		if resp.StatusCode == 200 || time.Now().After(deadline) {
			return resp.requireStatus(200).body
		}
		time.Sleep(100 * time.Millisecond)
	}
}
