package server

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// lateUpload is a PUT whose response a test waits for.
type lateUpload struct {
	t       *testing.T
	release func() // the storage service responds
	done    chan *response
}

// startUpload sends an upload with a cookie, to a storage service that does not
// respond before the test asks for it.
func startUpload(backend *fakeBackend, person *testClient, cookie string) *lateUpload {
	released, arrived := make(chan struct{}), make(chan struct{})
	u := &lateUpload{t: person.t, release: sync.OnceFunc(func() { close(released) }), done: make(chan *response, 1)}
	person.t.Cleanup(u.release) // the server of a failed test could not end otherwise
	backend.handle("POST /storage/v1/object/b/late", func(w http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-released
		respondWith(200, `{"Key":"b/late"}`)(w, r)
	})
	go func() {
		resp, err := person.newGuest().trySend("PUT", "/api/files/b/late", "bytes", "Cookie: "+cookie)
		if err != nil {
			u.t.Error(err)
		}
		u.done <- resp
	}()
	<-arrived
	return u
}

func (u *lateUpload) finish() *response {
	u.t.Helper()
	u.release()
	resp := <-u.done
	if resp == nil {
		u.t.FailNow()
	}
	return resp.requireStatus(200)
}

// cookieHeader is the browser's Cookie header.
func (c *testClient) cookieHeader() string {
	var pairs []string
	for _, cookie := range c.Jar.Cookies(mustURL(c.url)) {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(pairs, "; ")
}

// requireNoCookies fails if a response sets or deletes a cookie.
func (r *response) requireNoCookies() {
	r.t.Helper()
	if set := r.Cookies(); len(set) > 0 {
		r.t.Errorf("%s %s sets %v", r.Request.Method, r.Request.URL.Path, set)
	}
}

// The lifetime is 90 s and a refresh is due: an upload refreshes the session,
// the user signs out during the upload, and the upload ends.
func TestALateResponseNeverRestoresASignedOutSession(t *testing.T) {
	for name, test := range map[string]struct{ before, after time.Duration }{
		"an upload of 12 s":       {4 * time.Second, 8 * time.Second},
		"an upload of 2 s":        {time.Second, time.Second},
		"after the token expired": {4 * time.Second, 2 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			backend, clock := newFakeBackend(t), newFakeClock()
			backend.handle("GET /storage/v1/bucket", respondWith(200, "[]"))
			backend.handle("POST /auth/v1/token", respondWithSession("person", 90*time.Second))
			person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
			replica := startServer(t, backend, func(o *Options) { o.Now = clock.now })
			first := person.cookieHeader()
			clock.advance(80 * time.Second)
			upload := startUpload(backend, person, first)
			person.send("GET", "/api/buckets", "").requireStatus(200)
			refreshed := person.cookieHeader()
			if refreshed == first {
				t.Fatal("the session was not refreshed")
			}
			clock.advance(test.before)
			person.newGuest().send("POST", "/api/auth/sign-out", "", "Cookie: "+first).requireStatus(204)
			backend.handle("POST /auth/v1/token", respondWith(400, `{"code":"refresh_token_not_found","message":"m"}`))
			backend.handle("GET /auth/v1/user", respondWith(403, `{"code":"session_not_found","message":"m"}`))
			clock.advance(test.after)
			upload.finish().requireNoCookies()

			asked := len(backend.findRequests("GET /storage/"))
			for _, cookie := range []string{first, refreshed} {
				for _, at := range []*testClient{person, replica} {
					at.newGuest().send("GET", "/api/buckets", "", "Cookie: "+cookie).requireError(401, CodeNotSignedIn)
					if resp := at.newGuest().send("GET", "/api/workspace", "", "Cookie: "+cookie).requireStatus(200); !strings.Contains(resp.body, `"user":null`) {
						t.Errorf("signed in: %s", resp.body)
					}
				}
			}
			if len(backend.findRequests("GET /storage/")) != asked {
				t.Error("the backend was asked")
			}
		})
	}
}

func TestALateResponseDoesNotReplaceANewerSession(t *testing.T) {
	another := func(backend *fakeBackend, person *testClient, _ *fakeClock) {
		backend.handle("POST /auth/v1/token", respondWithSession("another", time.Hour))
		person.signIn()
	}
	for name, test := range map[string]struct {
		meanwhile func(*fakeBackend, *testClient, *fakeClock)
		user      string
	}{
		"refreshed again": {func(_ *fakeBackend, person *testClient, clock *fakeClock) {
			clock.advance(time.Hour)
			person.send("GET", "/api/buckets", "").requireStatus(200)
		}, "id-person"},
		"another user signed in": {another, "id-another"},
		"another user signed in after a sign-out": {func(backend *fakeBackend, person *testClient, clock *fakeClock) {
			person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
			another(backend, person, clock)
		}, "id-another"},
	} {
		t.Run(name, func(t *testing.T) {
			backend, clock := newFakeBackend(t), newFakeClock()
			backend.handle("GET /storage/v1/bucket", respondWith(200, "[]"))
			person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
			clock.advance(59*time.Minute + 30*time.Second)
			upload := startUpload(backend, person, person.cookieHeader())
			test.meanwhile(backend, person, clock)
			upload.finish().requireNoCookies()
			if user := person.fetchUser(); user == nil || user.ID != test.user {
				t.Errorf("user %+v", user)
			}
		})
	}
}

// The backend rejects the session at the end of an upload, when the browser has another session.
func TestALateRejectionDoesNotDeleteANewerSession(t *testing.T) {
	for name, signsOut := range map[string]bool{"another sign-in": false, "a sign-out and another sign-in": true} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			person := startServer(t, backend).signIn()
			first := person.cookieHeader()
			release, arrived := make(chan struct{}), make(chan struct{})
			backend.handle("POST /storage/v1/object/b/late", func(w http.ResponseWriter, r *http.Request) {
				close(arrived)
				<-release
				respondWith(400, `{"statusCode":"403","code":"InvalidJWT","message":"jwt expired"}`)(w, r)
			})
			done := make(chan *response, 1)
			go func() {
				resp, err := person.newGuest().trySend("PUT", "/api/files/b/late", "bytes", "Cookie: "+first)
				if err != nil {
					t.Error(err)
				}
				done <- resp
			}()
			<-arrived
			if signsOut {
				person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
			}
			person.signIn()
			close(release)
			resp := <-done
			resp.requireError(401, CodeNotSignedIn)
			resp.requireNoCookies()
		})
	}
}

// The browser signs in again while a sign-out waits for the backend.
func TestALateSignOutDoesNotDeleteANewerSession(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	first := person.cookieHeader()
	release, arrived := make(chan struct{}), make(chan struct{}, 2)
	backend.handle("POST /auth/v1/logout", func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		<-release
		respondWith(204, "")(w, r)
	})
	done := make(chan *response, 1)
	go func() {
		resp, err := person.newGuest().trySend("POST", "/api/auth/sign-out", "", "Cookie: "+first)
		if err != nil {
			t.Error(err)
		}
		done <- resp
	}()
	<-arrived
	backend.handle("POST /auth/v1/logout", respondWith(204, ""))
	person.signIn()
	close(release)
	(<-done).requireStatus(204).requireNoCookies()
}

// A sign-in ends the browser's previous session, because the user could not end it later.
func TestASignInEndsTheSessionThatItReplaces(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	first := person.cookieHeader()
	backend.handle("POST /auth/v1/token", respondWithSession("another", time.Hour))
	person.signIn()
	if n := len(backend.findRequests("POST /auth/v1/logout?scope=local")); n != 1 {
		t.Errorf("%d logouts", n)
	}
	resp := person.newGuest().send("GET", "/api/buckets", "", "Cookie: "+first)
	resp.requireError(401, CodeNotSignedIn)
	resp.requireNoCookies()
}

func TestSignOutIgnoresThePagesUser(t *testing.T) {
	backend := newFakeBackend(t)
	tokens := make(chan string, 1)
	backend.handle("POST /auth/v1/logout", func(w http.ResponseWriter, r *http.Request) {
		tokens <- r.Header.Get("Authorization")
		respondWith(204, "")(w, r)
	})
	person := startServer(t, backend).signIn()
	person.send("POST", "/api/auth/sign-out", "", expectedUserHeader+": id-other").requireStatus(204)
	if left := person.Jar.Cookies(mustURL(person.url)); len(left) > 0 {
		t.Errorf("cookies stay: %v", left)
	}
	select {
	case token := <-tokens:
		if token != "Bearer "+newToken("person") {
			t.Errorf("logout with %q", token)
		}
	default:
		t.Error("the backend's session was not ended")
	}
}

// The auth service ends a session only for a token that has not expired.
func TestSignOutWithAnExpiredTokenEndsTheBackendsSession(t *testing.T) {
	backend := newFakeBackend(t)
	ended := make(chan struct{}, 1)
	backend.handle("POST /auth/v1/logout", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+newToken("renewed") {
			respondWith(403, `{"code":"bad_jwt","message":"token is expired"}`)(w, r)
			return
		}
		ended <- struct{}{}
		respondWith(204, "")(w, r)
	})
	person := startServer(t, backend).signIn()
	backend.handle("POST /auth/v1/token", respondWithSession("renewed", time.Hour))
	person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
	if len(ended) != 1 {
		t.Error("the backend's session was not ended")
	}
}

func TestASessionIsCheckedAfterAGap(t *testing.T) {
	for name, test := range map[string]struct {
		check, refresh http.HandlerFunc
		status         int
		user           string // "": signed out
		requests       int    // by two requests; a failed read is tried twice
	}{
		"it exists":              {respondWith(200, `{"id":"id-person"}`), nil, 200, "id-person", 1},
		"it was ended elsewhere": {respondWith(403, `{"code":"session_not_found","message":"m"}`), respondWith(400, `{"code":"refresh_token_not_found","message":"m"}`), 401, "", 1},
		"the token is rejected":  {respondWith(403, `{"code":"bad_jwt","message":"m"}`), respondWithSession("renewed", time.Hour), 200, "id-renewed", 1},
		"auth is down":           {respondWith(500, `{"code":"unexpected_failure","message":"m"}`), nil, 200, "id-person", 2},
		"auth is throttled":      {respondWith(429, `{"code":"over_request_rate_limit","message":"m"}`), nil, 200, "id-person", 1},
	} {
		t.Run(name, func(t *testing.T) {
			backend, clock := newFakeBackend(t), newFakeClock()
			backend.handle("GET /storage/v1/bucket", respondWith(200, "[]"))
			person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
			clock.advance(checkInterval - time.Second)
			person.send("GET", "/api/buckets", "").requireStatus(200)
			if n := len(backend.findRequests("GET /auth/v1/user")); n != 0 {
				t.Errorf("checked %d times before the gap", n)
			}
			backend.handle("GET /auth/v1/user", test.check)
			if test.refresh != nil {
				backend.handle("POST /auth/v1/token", test.refresh)
			}
			clock.advance(time.Second)
			person.send("GET", "/api/buckets", "").requireStatus(test.status)
			if user := person.fetchUser(); (user == nil) != (test.user == "") || user != nil && user.ID != test.user {
				t.Errorf("user %+v", user)
			}
			if n := len(backend.findRequests("GET /auth/v1/user")); n != test.requests {
				t.Errorf("checked %d times", n)
			}
			if left := person.Jar.Cookies(mustURL(person.url)); (len(left) == 0) != (test.user == "") {
				t.Errorf("cookies: %v", left)
			}
		})
	}
}

// A download can last for hours: its cookie is sent before its first byte.
func TestACookieIsSentBeforeAStreamsBody(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	release := make(chan struct{})
	backend.handle("GET /storage/v1/object/authenticated/b/late", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Etag", `"e"`)
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		<-release
		_, _ = io.WriteString(w, "bytes")
	})
	person := startServer(t, backend, func(o *Options) { o.Now, o.UpstreamTimeout = clock.now, time.Minute }).signIn()
	clock.advance(59*time.Minute + 30*time.Second)
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", person.url+"/api/files/b/late", nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := person.Do(req)
	close(release)
	if err != nil {
		t.Fatalf("no headers before the body: %v", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if body, err := io.ReadAll(resp.Body); err != nil || string(body) != "bytes" || len(resp.Cookies()) != 1 {
		t.Errorf("got %q, %v, cookies %v", body, err, resp.Cookies())
	}
}
