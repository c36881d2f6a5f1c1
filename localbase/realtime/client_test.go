package realtime

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestJavaScriptClient runs testdata/client.test.mjs with @supabase/realtime-js.
func TestJavaScriptClient(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is missing; the official client requires it")
	}
	s := newService(t, Limits{})
	s.db.Exec(t, notes+privateRooms)
	sql := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		statement, err := io.ReadAll(r.Body)
		if err == nil {
			_, err = s.db.Pool("postgres").Exec(r.Context(), string(statement))
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}))
	defer sql.Close()

	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	// In Node 20, WebSocket requires this flag.
	cmd := exec.CommandContext(ctx, node, "--experimental-websocket", "--test", "--test-force-exit", "--test-reporter=tap", "testdata/client.test.mjs")
	cmd.Env = append(os.Environ(),
		"REALTIME_URL="+strings.Replace(s.url, "http", "ws", 1), "SQL_URL="+sql.URL,
		"ANON="+s.token("anon", ""), "OWNER="+s.token("authenticated", owner), "STRANGER="+s.token("authenticated", stranger))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
