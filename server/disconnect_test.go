package server

import (
	"context"
	"io"
	"net/http"
	"testing"
	"time"
)

// A client that disconnects in the middle of a transfer must not leave a call of the backend.
func TestADisconnectEndsTheCallOfTheBackend(t *testing.T) {
	backend := newFakeBackend(t)
	ended := make(chan struct{}, 1)
	sendUntilEnd := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Etag", `"e"`)
		for part := make([]byte, 64<<10); r.Context().Err() == nil; {
			if _, err := w.Write(part); err != nil {
				break
			}
		}
		ended <- struct{}{}
	}
	receiveUntilEnd := func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		ended <- struct{}{}
	}
	backend.handle("GET /storage/v1/object/authenticated/b/x", sendUntilEnd)
	backend.handle("GET /storage/v1/object/sign/b/x", sendUntilEnd)
	backend.handle("POST /storage/v1/object/b/x", receiveUntilEnd)
	backend.handle("PATCH /storage/v1/upload/resumable/id", receiveUntilEnd)
	person := startServer(t, backend).signIn()
	for _, test := range []struct{ method, path string }{
		{"GET", "/api/files/b/x"}, {"GET", "/api/shared/b/x?token=t"}, {"PUT", "/api/files/b/x"}, {"PATCH", "/api/uploads/id"},
	} {
		t.Run(test.method+" "+test.path, func(t *testing.T) {
			ctx, disconnect := context.WithCancel(t.Context())
			defer disconnect()
			body, sender := io.Pipe()
			defer func() { _ = sender.Close() }()
			var content io.Reader
			if test.method != "GET" {
				content = body
				go func() {
					_, _ = sender.Write(make([]byte, 1<<20))
					disconnect()
					_ = sender.CloseWithError(context.Canceled) // the client waits for the end of its body
				}()
			}
			req, err := http.NewRequestWithContext(ctx, test.method, person.url+test.path, content)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := person.Do(req)
			if err == nil {
				_, _ = io.CopyN(io.Discard, resp.Body, 1<<20)
				disconnect()
				_ = resp.Body.Close()
			}
			select {
			case <-ended:
			case <-time.After(30 * time.Second):
				t.Fatal("the call of the backend continues")
			}
		})
	}
}
