//go:build unix

package accounts

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/tableside/tableside/server"
)

// A channel can be of a table that requires a second factor. A session can lose it: the user
// removes the last factor, also at another device.
func TestALostSecondFactorClosesRealtime(t *testing.T) {
	for name, test := range map[string]struct {
		requireMFA bool
		code       websocket.StatusCode
		handshake  int // status of the next one; 101 for a websocket
	}{
		"required by the workspace": {requireMFA: true, code: server.CloseSignedOut, handshake: 403},
		"not required":              {code: server.CloseRestart, handshake: 101},
	} {
		t.Run(name, func(t *testing.T) {
			email := createUser(t, "realtime-"+strings.ReplaceAll(name, " ", "-"))
			person := startServer(t, func(o *server.Options) { o.RequireMFA = test.requireMFA }).signIn(email)
			app := person.enroll("Phone")
			person.verifyFactor(app).requireStatus(200)
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			dial := func() (*websocket.Conn, int) {
				conn, resp, err := websocket.Dial(ctx, person.url+"/api/realtime/websocket?vsn=2.0.0", &websocket.DialOptions{HTTPClient: person.Client})
				if resp == nil {
					t.Fatal(err)
				}
				return conn, resp.StatusCode
			}
			conn, status := dial()
			if conn == nil {
				t.Fatalf("handshake: %d", status)
			}
			defer func() { _ = conn.CloseNow() }()
			person.send("DELETE", "/api/auth/factors/"+app.factor.ID, app.body()).requireStatus(204)
			if _, _, err := conn.Read(ctx); websocket.CloseStatus(err) != test.code {
				t.Errorf("closed with %v, want %d", err, test.code)
			}
			again, status := dial()
			if again != nil {
				_ = again.CloseNow()
			}
			if status != test.handshake {
				t.Errorf("the next handshake: %d, want %d", status, test.handshake)
			}
		})
	}
}
