package server

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestAShortTokenIsNotRefreshedOnEachRequest(t *testing.T) {
	for lifetime, fresh := range map[time.Duration]time.Duration{
		5 * time.Second:  4 * time.Second,
		time.Minute:      48 * time.Second,
		10 * time.Minute: 9 * time.Minute,
		time.Hour:        59 * time.Minute,
	} {
		t.Run(lifetime.String(), func(t *testing.T) {
			backend, clock := newFakeBackend(t), newFakeClock()
			backend.handle("GET /storage/v1/bucket", respondWith(200, `[]`))
			backend.handle("GET /auth/v1/user", respondWith(200, `{"id":"id-person"}`))
			backend.handle("POST /auth/v1/token", respondWithSession("person", lifetime))
			person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
			countRefreshes := func() int { return len(backend.findRequests("POST /auth/v1/token?grant_type=refresh_token")) }
			for _, step := range []time.Duration{0, 0, fresh - time.Second} {
				clock.advance(step)
				person.send("GET", "/api/buckets", "").requireStatus(200)
			}
			if n := countRefreshes(); n != 0 {
				t.Errorf("%d refreshes of a fresh token", n)
			}
			clock.advance(time.Second)
			person.send("GET", "/api/buckets", "").requireStatus(200)
			if n := countRefreshes(); n != 1 {
				t.Errorf("%d refreshes of a token that expires soon", n)
			}
		})
	}
}

func TestConcurrentRequestsShareOneRefresh(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	backend.handle("GET /rest/v1/orders", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+newToken("renewed") {
			respondWith(401, `{"code":"PGRST303","message":"JWT expired"}`)(w, r)
			return
		}
		respondWith(200, "[]")(w, r)
	})
	person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
	old := person.Jar.Cookies(mustURL(person.url))[0]
	backend.handle("POST /auth/v1/token", func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(50 * time.Millisecond)
		respondWithSession("renewed", time.Hour)(w, r)
	})
	clock.advance(time.Hour)

	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			resp, err := person.newGuest().trySend("GET", "/api/rows/orders", "", "Cookie: "+old.String())
			if err != nil || resp.StatusCode != 200 || len(resp.Cookies()) != 1 {
				t.Errorf("got %+v, %v", resp, err)
			}
		})
	}
	wg.Wait()
	if n := len(backend.findRequests("POST /auth/v1/token?grant_type=refresh_token")); n != 1 {
		t.Errorf("%d refreshes of one token", n)
	}
	person.newGuest().send("GET", "/api/rows/orders", "", "Cookie: "+old.String()).requireStatus(200) // late, with the old cookie
	person.send("GET", "/api/rows/orders", "").requireStatus(200)
	person.send("GET", "/api/rows/orders", "").requireStatus(200) // with the new cookie
	if n := len(backend.findRequests("POST /auth/v1/token?grant_type=refresh_token")); n != 1 {
		t.Errorf("%d refreshes, counting late ones", n)
	}
}

func TestACanceledRequestDoesNotCancelASharedRefresh(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
	begun := make(chan struct{})
	backend.handle("POST /auth/v1/token", func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		time.Sleep(100 * time.Millisecond)
		respondWithSession("renewed", time.Hour)(w, r)
	})
	clock.advance(2 * time.Hour)
	ctx, cancel := context.WithCancel(t.Context())
	impatient, err := http.NewRequestWithContext(ctx, "GET", person.url+"/api/buckets", nil)
	if err != nil {
		t.Fatal(err)
	}
	canceled := make(chan error, 1)
	go func() {
		resp, err := person.Do(impatient)
		if err == nil {
			_ = resp.Body.Close()
		}
		canceled <- err
	}()
	<-begun
	cancel()
	if err := <-canceled; !errors.Is(err, context.Canceled) {
		t.Errorf("the canceled request got %v", err)
	}
	if user := person.fetchUser(); user == nil || user.ID != "id-renewed" {
		t.Errorf("user %+v", user)
	}
}

func TestARejectedRefreshSignsOut(t *testing.T) {
	for _, code := range []string{"refresh_token_not_found", "refresh_token_already_used", "session_not_found", "user_banned"} {
		backend, clock := newFakeBackend(t), newFakeClock()
		person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
		backend.handle("POST /auth/v1/token", respondWith(400, `{"code":"`+code+`","message":"m"}`))
		clock.advance(59*time.Minute + 30*time.Second) // before it expires, but the backend has already ended it
		resp := person.send("GET", "/api/buckets", "")
		resp.requireError(401, CodeNotSignedIn)
		if left := person.Jar.Cookies(mustURL(person.url)); len(left) > 0 {
			t.Errorf("%s: cookies stay: %v", code, left)
		}
		if person.fetchUser() != nil {
			t.Errorf("%s: still signed in", code)
		}
	}
}

func TestAnOutageOfAuthDoesNotSignOut(t *testing.T) {
	const internal = "failed to connect to user=supabase_auth_admin database=postgres at db.internal"
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		status  int
		code    string
	}{
		"a gateway's page":        {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, internal, http.StatusServiceUnavailable) }, 503, CodeUnreachable},
		"its database is down":    {respondWith(500, `{"code":"unexpected_failure","message":"`+internal+`"}`), 503, CodeUnreachable},
		"in the older format":     {respondWith(500, `{"code":500,"error_code":"unexpected_failure","msg":"`+internal+`"}`), 503, CodeUnreachable},
		"without a code":          {respondWith(500, `{"message":"`+internal+`"}`), 503, CodeUnreachable},
		"it is too slow":          {respondWith(504, `{"code":"request_timeout","message":"`+internal+`"}`), 504, CodeTimeout},
		"its database is slow":    {respondWith(544, `{"code":"unexpected_failure","message":"`+internal+`"}`), 504, CodeTimeout},
		"it throttles":            {respondWith(429, `{"code":"over_request_rate_limit","message":"m"}`), 429, "over_request_rate_limit"},
		"Cloudflare in its place": {respondWith(521, internal), 503, CodeUnreachable},
	} {
		t.Run(name, func(t *testing.T) {
			backend, clock := newFakeBackend(t), newFakeClock()
			backend.handle("GET /storage/v1/bucket", respondWith(200, "[]"))
			person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
			backend.handle("POST /auth/v1/token", test.handler)
			clock.advance(59*time.Minute + 30*time.Second)
			person.send("GET", "/api/buckets", "").requireStatus(200) // the token is valid for another 30 s
			clock.advance(time.Minute)
			resp := person.send("GET", "/api/buckets", "")
			resp.requireError(test.status, test.code)
			signIn := person.newGuest().send("POST", "/api/auth/sign-in", `{"email":"a@b","password":"x"}`)
			signIn.requireError(test.status, test.code)
			if strings.Contains(resp.body+signIn.body, internal) {
				t.Errorf("the backend's internal text is shown: %s %s", resp.body, signIn.body)
			}
			if isLogged := strings.Contains(person.logs.String(), "db.internal"); !isLogged && strings.Contains(name, "database is down") {
				t.Error("the backend's internal text is not in the log")
			}
			backend.handle("POST /auth/v1/token", respondWithSession("person", time.Hour))
			person.send("GET", "/api/buckets", "").requireStatus(200)
		})
	}
}

// The backend can reject a token that has not expired by our clock, because clocks jump and
// keys change. The server renews the token and repeats the request.
func TestATokenThatTheBackendRejectsIsRenewed(t *testing.T) {
	for name, test := range map[string]struct {
		route, body, asked string
		rejection          http.HandlerFunc
	}{
		"expired, reading":     {"GET /api/rows/orders", "", "GET /rest/v1/orders", respondWith(401, `{"code":"PGRST303","message":"JWT expired"}`)},
		"another key, writing": {"PATCH /api/rows/orders?id=eq.1", `{"status":"new"}`, "PATCH /rest/v1/orders", respondWith(401, `{"code":"PGRST301","message":"No suitable key"}`)},
		"storage":              {"GET /api/buckets", "", "GET /storage/v1/bucket", respondWith(400, `{"statusCode":"403","error":"Unauthorized","message":"jwt expired","code":"InvalidJWT"}`)},
		"storage, before 2026": {"POST /api/files/b/remove", `{"paths":["a"]}`, "DELETE /storage/v1/object/b", respondWith(400, `{"statusCode":"403","error":"Unauthorized","message":"\"exp\" claim timestamp check failed"}`)},
		"storage, since 2026":  {"POST /api/files/b/remove", `{"paths":["a"]}`, "DELETE /storage/v1/object/b", respondWith(400, `{"statusCode":"403","error":"Unauthorized","message":"\"exp\" claim timestamp check failed","code":"AccessDenied"}`)},
		"a download":           {"GET /api/files/b/a", "", "GET /storage/v1/object/authenticated/b/a", respondWith(400, `{"statusCode":"403","code":"InvalidJWT","message":"Invalid Compact JWS"}`)},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			var bodies []string
			backend.handle(test.asked, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				bodies = append(bodies, string(body))
				if r.Header.Get("Authorization") != "Bearer "+newToken("renewed") {
					test.rejection(w, r)
					return
				}
				w.Header().Set("Etag", `"e"`)
				respondWith(200, `[{"id":"1","name":"a"}]`)(w, r)
			})
			person := startServer(t, backend).signIn()
			backend.handle("POST /auth/v1/token", respondWithSession("renewed", time.Hour))
			method, path, _ := strings.Cut(test.route, " ")
			if resp := person.send(method, path, test.body); resp.StatusCode != 200 {
				t.Fatalf("got %d %s", resp.StatusCode, resp.body)
			}
			if len(bodies) != 2 || bodies[0] != bodies[1] || (test.body == "") != (bodies[1] == "") {
				t.Errorf("the bodies were %q", bodies)
			}
			person.send(method, path, test.body).requireStatus(200)
			if n := len(backend.findRequests("POST /auth/v1/token?grant_type=refresh_token")); n != 1 || len(bodies) != 3 {
				t.Errorf("%d refreshes, %d requests: the renewed session was not stored", n, len(bodies))
			}
		})
	}
}

func TestATokenThatCanNotBeRenewedSignsOut(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("GET /rest/v1/orders", respondWith(401, `{"code":"PGRST301","message":"No suitable key was found to decode the JWT"}`))
	person := startServer(t, backend).signIn()
	backend.handle("POST /auth/v1/token", respondWith(400, `{"code":"refresh_token_not_found","message":"m"}`))
	person.send("GET", "/api/rows/orders", "").requireError(401, CodeNotSignedIn)
	if left := person.Jar.Cookies(mustURL(person.url)); len(left) > 0 {
		t.Errorf("cookies stay: %v", left)
	}
}

// If the services of a backend disagree, every user would have to sign in again forever.
func TestARejectedNewTokenIsABackendError(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("GET /rest/v1/orders", respondWith(401, `{"code":"PGRST303","message":"JWT expired"}`))
	person := startServer(t, backend).signIn()
	for range 2 {
		person.send("GET", "/api/rows/orders", "").requireError(502, CodeTokenRejected)
	}
	if person.fetchUser() == nil {
		t.Error("the user was signed out")
	}
}

// A token that is valid only after some seconds ends no session and is not renewed.
func TestATokenThatIsNotValidYetIsAnOutage(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	backend.handle("GET /rest/v1/orders", respondWith(401, `{"code":"PGRST303","message":"JWT issued at future"}`))
	person.send("GET", "/api/rows/orders", "").requireError(503, "clock_skew")
	if n := len(backend.findRequests("POST /auth/v1/token?grant_type=refresh_token")); n > 0 || person.fetchUser() == nil {
		t.Errorf("%d refreshes, or the user was signed out", n)
	}
}

// An upload's bytes can't be sent again. Its session is renewed for the next try.
func TestAnUploadIsNotSentTwice(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /storage/v1/object/b/a", respondWith(400, `{"statusCode":"403","code":"InvalidJWT","message":"jwt expired"}`))
	person := startServer(t, backend).signIn()
	backend.handle("POST /auth/v1/token", respondWithSession("renewed", time.Hour))
	person.send("PUT", "/api/files/b/a", "bytes").requireError(502, CodeTokenRejected)
	if user := person.fetchUser(); user == nil || user.ID != "id-renewed" {
		t.Errorf("user %+v", user)
	}
	if n := len(backend.findRequests("POST /storage/v1/object/b/a")); n != 1 {
		t.Errorf("%d uploads", n)
	}
}

// If another replica refreshes the same token, GoTrue responds 409 to the second request.
func TestAConcurrentRefreshOfAnotherReplicaIsRetried(t *testing.T) {
	for name, test := range map[string]struct {
		conflicts int
		status    int
	}{"soon done": {1, 200}, "never done": {100, 503}} {
		t.Run(name, func(t *testing.T) {
			backend, clock := newFakeBackend(t), newFakeClock()
			backend.handle("GET /storage/v1/bucket", respondWith(200, `[]`))
			person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
			var asked atomic.Int64
			backend.handle("POST /auth/v1/token", func(w http.ResponseWriter, r *http.Request) {
				if int(asked.Add(1)) <= test.conflicts {
					respondWith(409, `{"code":"conflict","message":"Too many concurrent token refresh requests on the same session or refresh token"}`)(w, r)
					return
				}
				respondWithSession("person", time.Hour)(w, r)
			})
			clock.advance(2 * time.Hour)
			person.send("GET", "/api/buckets", "").requireStatus(test.status)
			if left := person.Jar.Cookies(mustURL(person.url)); len(left) == 0 {
				t.Error("the user was signed out")
			}
		})
	}
}

func TestTwoReplicasServeTheSameUser(t *testing.T) {
	backend := newFakeBackend(t)
	first, second := startServer(t, backend).signIn(), startServer(t, backend)
	cookie := first.Jar.Cookies(mustURL(first.url))[0]
	if resp := second.send("GET", "/api/workspace", "", "Cookie: "+cookie.String()); !strings.Contains(resp.body, "id-person") {
		t.Errorf("got %s", resp.body)
	}
}
