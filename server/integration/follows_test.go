//go:build unix

package integration

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
)

// formatFollow returns the body of a follow of a record.
func formatFollow(table string, id int) string {
	return fmt.Sprintf(`{"table_schema":"public","table_name":%q,"query":"record=id.eq.%d","title":"Record %d"}`, table, id, id)
}

func TestFollowsBelongToTheirUser(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	owner, viewer := staff.newGuest().signInAs("owner"), staff.newGuest().signInAs("viewer")
	follows := rowsPath("tableside_follows")
	added := decodeRows(t, staff.send("POST", follows, formatFollow("customers", 1)).requireStatus(201).body)
	id := filterText(t, added[0]["id"])

	for _, who := range []struct {
		name   string
		client *testClient
		want   int
	}{{"another browser of the user", staff.newGuest().signInAs("staff"), 1}, {"another user", owner, 0}} {
		if got := decodeRows(t, who.client.send("GET", follows, "").requireStatus(200).body); len(got) != who.want {
			t.Errorf("%s sees %v", who.name, got)
		}
	}
	for _, method := range []string{"PATCH", "DELETE"} {
		if got := owner.send(method, rowsPath("tableside_follows", "id", "eq."+id), `{"seen":"x"}`).errorCode(); got != server.CodeRowNotFound {
			t.Errorf("%s of another user's follow: %q", method, got)
		}
	}
	staff.send("PATCH", rowsPath("tableside_follows", "id", "eq."+id), `{"seen":"digest"}`).requireStatus(200)
	for _, test := range []struct {
		name, body, code string
		client           *testClient
	}{
		{"the same page again", formatFollow("customers", 1), "23505", staff},
		{"a table that the user cannot read", formatFollow("staff_notes", 1), "42501", viewer},
		{"a table that does not exist", formatFollow("missing", 1), "42501", viewer},
		{"the owner", strings.Replace(formatFollow("customers", 2), "{", `{"owner":"00000000-0000-4000-8000-0000000000a1",`, 1), "42501", staff},
		{"a query with a line break", strings.Replace(formatFollow("customers", 2), "eq.2", `eq.2\n`, 1), "23514", staff},
	} {
		if got := test.client.send("POST", follows, test.body).errorCode(); got != test.code {
			t.Errorf("%s: got %q, want %q", test.name, got, test.code)
		}
	}
	staff.send("DELETE", rowsPath("tableside_follows", "id", "eq."+id), "").requireStatus(200)
	if got := staff.newGuest().send("GET", follows, ""); got.StatusCode != 401 {
		t.Errorf("a guest: %d", got.StatusCode)
	}
}

func TestFollowsAreLimited(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	var bodies []string
	for i := range 21 {
		bodies = append(bodies, formatFollow("orders", i))
	}
	if got := owner.send("POST", rowsPath("tableside_follows"), "["+strings.Join(bodies, ",")+"]"); got.errorCode() != "P0001" {
		t.Errorf("21 follows: %d %s", got.StatusCode, got.body)
	}
	owner.send("POST", rowsPath("tableside_follows"), "["+strings.Join(bodies[:20], ",")+"]").requireStatus(201)
	if got := owner.send("POST", rowsPath("tableside_follows"), bodies[20]).errorCode(); got != "P0001" {
		t.Errorf("the 21st follow: %q", got)
	}
}
