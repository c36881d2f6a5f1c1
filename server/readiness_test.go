package server

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestReadyzChecksEachServiceAndLimitsRequests(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	backend.handle("GET /rest/v1/rpc/tableside_schema", respondWith(200, shopSchema))
	backend.handle("GET /auth/v1/health", respondWith(200, `{}`))
	backend.handle("GET /storage/v1/bucket", respondWith(200, `[]`))
	guest := startServer(t, backend, func(o *Options) { o.Now = clock.now })
	for range 5 {
		var health Health
		if err := json.Unmarshal([]byte(guest.send("GET", "/readyz", "").requireStatus(200).body), &health); err != nil || health.Status != "ok" || len(health.Areas) != 4 {
			t.Fatalf("health %+v, %v", health, err)
		}
	}
	if n := len(backend.findRequests("GET /auth/v1/health")); n != 1 {
		t.Errorf("auth was asked %d times in one second", n)
	}
	clock.advance(probeMaxAge)
	backend.handle("GET /storage/v1/bucket", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", 500) })
	if resp := guest.send("GET", "/readyz", "").requireStatus(503); !strings.Contains(resp.body, `"storage":{"ok":false`) || !strings.Contains(resp.body, `"auth":{"ok":true`) {
		t.Errorf("got %s", resp.body)
	}
}

// Without realtime, a replica can serve all pages: readyz reports it, but the replica is
// ready, and the response is not late.
func TestReadyzDoesNotDependOnRealtime(t *testing.T) {
	done := make(chan struct{})
	defer close(done)
	for name, realtime := range map[string]http.HandlerFunc{
		"missing": respondWith(404, `<html>`),
		"silent": func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-done:
			case <-r.Context().Done():
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("GET /rest/v1/rpc/tableside_schema", respondWith(200, shopSchema))
			backend.handle("GET /auth/v1/health", respondWith(200, `{}`))
			backend.handle("GET /storage/v1/bucket", respondWith(200, `[]`))
			backend.handle("GET /realtime/v1/websocket", realtime)
			guest := startServer(t, backend)
			start := time.Now()
			resp := guest.send("GET", "/readyz", "").requireStatus(200)
			var health Health
			if err := json.Unmarshal([]byte(resp.body), &health); err != nil {
				t.Fatal(err)
			}
			found := health.Areas["realtime"]
			if health.Status != "ok" || found.OK || !found.Optional || found.Message == "" {
				t.Errorf("got %s", resp.body)
			}
			if took := time.Since(start); took > probeTimeout {
				t.Errorf("took %s", took)
			}
		})
	}
}

// PostgREST responds from its schema cache while its database is down. readyz lists its
// checks and reports that the database is not ready.
func TestReadyzReturnsTheProbeScope(t *testing.T) {
	const path = "GET /rest/v1/rpc/tableside_schema"
	for name, test := range map[string]struct {
		rest   http.HandlerFunc
		status int
		want   string
	}{
		"installed":                     {respondWith(200, shopSchema), 200, `"rest":{"ok":true,"millis":0,"checked":"database"}`},
		"installed, but not for guests": {respondWith(401, `{"code":"42501","message":"permission denied"}`), 200, `"rest":{"ok":true,"millis":0,"checked":"database"}`},
		"not installed":                 {respondWith(404, `{"code":"PGRST202","message":"Could not find the function"}`), 200, `"rest":{"ok":true,"millis":0,"checked":"service"}`},
		"the schema is not served":      {respondWith(406, `{"code":"PGRST106","message":"Invalid schema: public"}`), 200, `"rest":{"ok":true,"millis":0,"checked":"service"}`},
		"the database is down":          {respondWith(503, `{"code":"PGRST001","message":"Database client error. Retrying the connection."}`), 503, `"rest":{"ok":false,"millis":0,"message":"Database client error. Retrying the connection."}`},
		"the key is rejected":           {respondWith(401, `{"message":"Invalid API key"}`), 503, `"rest":{"ok":false`},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("GET /auth/v1/health", respondWith(200, `{}`))
			backend.handle("GET /storage/v1/bucket", respondWith(200, `[]`))
			backend.handle(path, test.rest)
			body := startServer(t, backend).send("GET", "/readyz", "").requireStatus(test.status).body
			body = regexp.MustCompile(`"millis":\d+`).ReplaceAllString(body, `"millis":0`)
			for _, want := range []string{test.want, `"auth":{"ok":true,"millis":0,"checked":"service"}`, `"storage":{"ok":true,"millis":0,"checked":"database"}`} {
				if !strings.Contains(body, want) {
					t.Errorf("got %s, want %s in it", body, want)
				}
			}
		})
	}
}
