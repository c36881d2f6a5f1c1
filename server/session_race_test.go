package server

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// roundTripFunc is a backend in this process. Without I/O between server and backend, the
// race detector finds goroutines of the server that are not synchronized.
type roundTripFunc func(*http.Request) *http.Response

func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r), nil }

// A client disconnects while a schema fetch, which outlives its request, renews
// the session: the response's headers are written meanwhile. Run with -race.
func TestARenewalAfterTheClientDisconnected(t *testing.T) {
	fetched := make(chan struct{})
	ctx, disconnect := context.WithCancel(t.Context())
	defer disconnect()
	transport := roundTripFunc(func(r *http.Request) *http.Response {
		w := httptest.NewRecorder()
		switch {
		case strings.HasSuffix(r.URL.Path, "/token") && r.URL.Query().Get("grant_type") == "password":
			respondWithSession("person", time.Hour)(w, r)
		case strings.HasSuffix(r.URL.Path, "/token"):
			respondWithSession("renewed", time.Hour)(w, r)
		case r.Header.Get("Authorization") == "Bearer "+newToken("renewed"):
			close(fetched)
			respondWith(200, shopSchema)(w, r)
		default:
			disconnect()
			time.Sleep(100 * time.Millisecond) // until the client's request has ended; not a channel, which would synchronize the goroutines
			respondWith(401, `{"code":"PGRST303","message":"JWT expired"}`)(w, r)
		}
		return w.Result()
	})
	srv := startServer(t, newFakeBackend(t), func(o *Options) { o.Transport = transport }).srv

	signIn := httptest.NewRequest("POST", "/api/auth/sign-in", strings.NewReader(`{"email":"person@example.test","password":"pw"}`))
	signIn.Header.Set("Content-Type", "application/json")
	signedIn := httptest.NewRecorder()
	srv.Handler().ServeHTTP(signedIn, signIn)
	req := httptest.NewRequestWithContext(ctx, "GET", "/api/schema", nil)
	for _, cookie := range signedIn.Result().Cookies() {
		req.AddCookie(cookie)
	}
	srv.Handler().ServeHTTP(httptest.NewRecorder(), req)
	<-fetched
}
