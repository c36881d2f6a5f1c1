//go:build unix

package integration

import (
	"context"
	"strings"
	"testing"
	"time"
)

// PostgREST reports a missing table from its cache, even if it can't reach its database;
// readyz sends a query that requires the database.
func TestReadyzQueriesTheDatabase(t *testing.T) {
	for _, want := range []string{`"rest":{"ok":true`, `"storage":{"ok":true`, `"auth":{"ok":true`, `"realtime":{"ok":true`} {
		if body := startServer(t).send("GET", "/readyz", "").requireStatus(200).body; !strings.Contains(body, want) || strings.Count(body, `"checked":"database"`) != 2 {
			t.Errorf("got %s, want %s in it, and two databases", body, want)
		}
	}
	owner := connectDatabase(t)
	t.Cleanup(func() {
		if _, err := owner.Exec(context.Background(), `alter role authenticator connection limit -1`); err != nil {
			t.Error(err)
		}
		for deadline := time.Now().Add(time.Minute); startServer(t).send("GET", "/readyz", "").StatusCode != 200; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("not ready again")
			}
		}
	})
	if _, err := owner.Exec(t.Context(), `alter role authenticator connection limit 0`); err != nil {
		t.Fatal(err)
	}
	if _, err := owner.Exec(t.Context(), `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`); err != nil {
		t.Fatal(err)
	}
	body := startServer(t).send("GET", "/readyz", "").requireStatus(503).body
	if !strings.Contains(body, `"rest":{"ok":false`) || !strings.Contains(body, `"storage":{"ok":true`) {
		t.Errorf("got %s", body)
	}
}

// readyz requests the schema of an empty list of schemas, which must be cheap.
func TestTheSchemaOfNoSchemasIsEmpty(t *testing.T) {
	var response string
	if err := connectDatabase(t).QueryRow(t.Context(), `select public.tableside_schema('{}')::jsonb - 'role'`).Scan(&response); err != nil {
		t.Fatal(err)
	}
	if want := `{"tables": [], "schemas": [], "version": 1, "functions": []}`; response != want {
		t.Errorf("got %s", response)
	}
}
