package supa

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/coder/websocket"
)

// A websocket needs HTTP/1.1, although the transport prefers HTTP/2 on https. It outlives
// the context of its handshake.
func TestDialRealtimeOverTLS(t *testing.T) {
	service := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/realtime/v1/websocket" || r.URL.Query().Get("apikey") != "sb_publishable_x" || r.URL.Query().Get("vsn") != "2.0.0" {
			http.NotFound(w, r)
			return
		}
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			t.Error(err)
			return
		}
		defer func() { _ = conn.CloseNow() }()
		kind, data, err := conn.Read(context.Background())
		if err == nil {
			_ = conn.Write(context.Background(), kind, data)
		}
	}))
	service.EnableHTTP2 = true
	service.StartTLS()
	defer service.Close()
	transport := NewTransport()
	transport.TLSClientConfig = service.Client().Transport.(*http.Transport).TLSClientConfig
	backend, err := New(Config{URL: service.URL, PublishableKey: "sb_publishable_x", Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	conn, err := backend.DialRealtime(ctx, "2.0.0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	cancel()
	if err := conn.Write(t.Context(), websocket.MessageText, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if _, data, err := conn.Read(t.Context()); err != nil || string(data) != "hello" {
		t.Errorf("got %q (%v)", data, err)
	}
}
