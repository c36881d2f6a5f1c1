package server

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"
)

// dialRealtime opens a websocket with the client's cookies.
func (c *testClient) dialRealtime() (*websocket.Conn, *http.Response, error) {
	return websocket.Dial(c.t.Context(), c.url+"/api/realtime/websocket?vsn=2.0.0", &websocket.DialOptions{HTTPClient: c.Client})
}

// The browser gets a status with which it can decide when to connect again. Neither the
// response nor the log contains the key or a token.
func TestRejectedRealtimeHandshakes(t *testing.T) {
	for _, test := range []struct {
		name    string
		handler http.HandlerFunc
		status  int
		code    string
	}{
		{"too many connections of the project", respondWith(429, `{"error":"Too many connected users"}`), 429, "over_request_rate_limit"},
		{"an invalid key", respondWith(401, `{"error":"Invalid API key"}`), 502, "realtime_rejected"},
		{"a gateway's rejection", respondWith(403, `{"message":"Forbidden"}`), 502, "realtime_rejected"},
		{"a paused project", respondWith(540, `paused`), 503, "project_paused"},
		{"a broken service", respondWith(500, `{"error":"secret internals"}`), 503, CodeUnreachable},
		{"no service", respondWith(404, `<html>`), 502, CodeInvalidBackendResponse},
		{"a redirect", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://evil.test/")
			w.WriteHeader(302)
		}, 502, CodeInvalidBackendResponse},
		{"a response that is no websocket", respondWith(200, `ok`), 502, CodeInvalidBackendResponse},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("GET /realtime/v1/websocket", test.handler)
			c := startServer(t, backend).signIn()
			conn, resp, err := c.dialRealtime()
			if err == nil {
				_ = conn.CloseNow()
			}
			body := make([]byte, 1024)
			n := 0
			if resp != nil && resp.Body != nil {
				n, _ = resp.Body.Read(body)
			}
			if text := string(body[:n]); resp == nil || resp.StatusCode != test.status || !strings.Contains(text, `"code":"`+test.code+`"`) || strings.Contains(text, "secret") {
				t.Errorf("got %v %s (%v), want %d %s", resp, text, err, test.status, test.code)
			}
			if logs := c.logs.String(); strings.Contains(logs, "sb_publishable") || strings.Contains(logs, "secret-") {
				t.Errorf("the log contains a secret: %s", logs)
			}
		})
	}
}

// A failed handshake does not use up a connection.
func TestRejectedHandshakesFreeTheirSlot(t *testing.T) {
	backend := newFakeBackend(t) // responds 404
	c := startServer(t, backend, func(o *Options) { o.RealtimeConnections = 1 }).signIn()
	for range 3 {
		if _, resp, _ := c.dialRealtime(); resp == nil || resp.StatusCode != http.StatusBadGateway {
			t.Fatalf("got %v", resp)
		}
	}
}
