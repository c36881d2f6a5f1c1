package server

import (
	"encoding/json"
	"testing"

	"github.com/tableside/tableside/server/supa"
)

func TestNamesOfUsers(t *testing.T) {
	for metadata, want := range map[string]string{
		`{"full_name": "Jane Doe", "first_name": "Jane"}`: "Jane Doe",
		`{"name": "Jane"}`: "Jane",
		`{"first_name": "Jörg", "last_name": "Müller"}`: "Jörg Müller",
		`{"first_name": "Jörg"}`:                        "Jörg",
		`{"first_name": 7}`:                             "jane",
		`{}`:                                            "jane",
	} {
		user := supa.User{Email: "jane@example.test"}
		if err := json.Unmarshal([]byte(metadata), &user.Metadata); err != nil {
			t.Fatal(err)
		}
		if got := newUser(user, "").Name; got != want {
			t.Errorf("%s: got %s", metadata, got)
		}
	}
}
