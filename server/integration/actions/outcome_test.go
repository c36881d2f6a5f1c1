//go:build unix

package actions

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/server"
)

// The database ends the connection of a running function, as it does when it is stopped.
func TestOutcomeIsUnknownIfTheDatabaseEndsTheCall(t *testing.T) {
	conn, err := pgx.Connect(t.Context(), base.Info().DBURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	c := startServer(t, nil).signUp("outcome")
	done := make(chan *response, 1)
	go func() {
		done <- c.send("POST", "/api/rpc/record_run", `{"note":"ended","seconds":60}`, "Idempotency-Key: ended")
	}()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		tag, err := conn.Exec(t.Context(), `select pg_terminate_backend(pid) from (select pid from pg_stat_activity where wait_event = 'PgSleep' offset 0) p`)
		if err != nil {
			t.Fatal(err)
		}
		if tag.RowsAffected() > 0 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the function does not run")
		}
	}
	if got := (<-done).requireError(504, server.CodeOutcomeUnknown); got.Details == "" {
		t.Error("the reason is missing")
	}
	c.send("POST", "/api/rpc/record_run", `{"note":"ended"}`, "Idempotency-Key: ended").requireError(409, server.CodeDuplicateRun)
	if rows := c.send("GET", "/api/rows/runs?note=eq.ended&select=note", "").requireStatus(200).body; compact(t, rows) != "[]" {
		t.Errorf("rows %s", rows)
	}
}

func TestFailedFunctionIsCertain(t *testing.T) {
	c := startServer(t, nil).signUp("certain")
	for range 2 { // the key can be used again
		c.send("POST", "/api/rpc/record_run", `{"note":"failed","seconds":"NaN and more"}`, "Idempotency-Key: failed").requireError(400, "22P02")
	}
}

// The REST service returns at most 1,000 rows. The number of all rows must not cost a second call.
func TestLargeSetsAreCounted(t *testing.T) {
	c := startServer(t, nil).signUp("large-sets")
	got := c.send("POST", "/api/rpc/many_rows", `{"note":"many"}`, "Idempotency-Key: many").requireStatus(206)
	if header := got.Header.Get("Content-Range"); header != "0-999/1500" {
		t.Errorf("Content-Range %q", header)
	}
	if rows := c.send("GET", "/api/rows/runs?note=eq.many&select=note", "").requireStatus(200).body; compact(t, rows) != `[{"note":"many"}]` {
		t.Errorf("the function ran with %s", rows)
	}
}
