//go:build unix

package integration

import (
	"fmt"
	"testing"
)

// Listing a folder must not write: 300 listings once caused 188 dead rows and
// 1,500 transaction ids.
func TestListingFilesWritesNothing(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	conn := connectDatabase(t)
	nextID := func() (id int64) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), `select pg_snapshot_xmax(pg_current_snapshot())::text::bigint`).Scan(&id); err != nil {
			t.Fatal(err)
		}
		return id
	}
	const listings = 50
	listFolders := func(round int) {
		t.Helper()
		for i := range listings {
			folder := fmt.Sprintf("inbox/%d-%d", round, i) // not cached
			list := staff.send("GET", "/api/files/documents?privileges=true&prefix="+folder, "").requireStatus(200)
			var response struct{ Privileges map[string]*bool }
			decodeJSON(t, list.body, &response)
			if p := response.Privileges; p["insert"] == nil || !*p["insert"] || p["update"] == nil || *p["update"] || p["delete"] == nil || !*p["delete"] {
				t.Fatalf("staff in %s: %s", folder, list.body)
			}
		}
	}
	// Background jobs of the backend and of other tests can use transaction ids in a
	// round. A listing that writes uses at least one in each round.
	var taken int64
	for round := range 5 {
		before := nextID()
		listFolders(round)
		if taken = nextID() - before; taken <= listings/5 {
			return
		}
	}
	t.Errorf("%d listings took %d transaction ids in the last of 5 rounds", listings, taken)
}
