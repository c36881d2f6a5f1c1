package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fakeClock is a clock that a test advances.
type fakeClock struct{ nanoseconds atomic.Int64 }

func newFakeClock() *fakeClock {
	c := &fakeClock{}
	c.nanoseconds.Store(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC).UnixNano())
	return c
}

func (c *fakeClock) now() time.Time          { return time.Unix(0, c.nanoseconds.Load()) }
func (c *fakeClock) advance(d time.Duration) { c.nanoseconds.Add(int64(d)) }

func (c *testClient) fetchUser() *User {
	c.t.Helper()
	var workspace Workspace
	if err := json.Unmarshal([]byte(c.send("GET", "/api/workspace", "").requireStatus(200).body), &workspace); err != nil {
		c.t.Fatal(err)
	}
	return workspace.User
}

func TestSignInKeepsTokensFromTheBrowser(t *testing.T) {
	person := startServer(t, newFakeBackend(t))
	resp := person.send("POST", "/api/auth/sign-in", `{"email":" person@example.test ","password":"pw"}`).requireStatus(200)
	if want := `{"user":{"id":"id-person","email":"person@example.test","name":"Per Son","role":"staff","avatarUrl":"","isAnonymous":false,"aal":"aal1","nextAal":"aal1","signInMethod":""}}`; strings.TrimSpace(resp.body) != want {
		t.Errorf("got %s", resp.body)
	}
	cookies := resp.Cookies()
	if len(cookies) != 1 {
		t.Fatalf("cookies: %v", cookies)
	}
	c := cookies[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Secure || c.MaxAge <= 0 || c.Domain != "" {
		t.Errorf("cookie: %v", c)
	}
	for _, secret := range []string{"secret-token", "secret-refresh", newToken("person")} {
		if strings.Contains(resp.body+fmt.Sprint(resp.Header), secret) {
			t.Errorf("%s is in the answer", secret)
		}
	}
	if person.fetchUser() == nil {
		t.Error("the cookie doesn't sign in")
	}
}

func TestCookiesAreSecureOnHTTPS(t *testing.T) {
	person := startServer(t, newFakeBackend(t), func(o *Options) { o.PublicURL = "https://tables.example.test" })
	c := person.send("POST", "/api/auth/sign-in", `{"email":"a@b","password":"pw"}`).requireStatus(200).Cookies()[0]
	if !c.Secure || !strings.HasPrefix(c.Name, "__Host-") {
		t.Errorf("cookie: %v", c)
	}
}

func TestALargeSessionIsChunkedAndUnchunked(t *testing.T) {
	backend := newFakeBackend(t)
	large := strings.Repeat("x", 9000)
	backend.handle("POST /auth/v1/token", respondWith(200, `{"access_token":"`+large+`","refresh_token":"r","expires_in":3600,"user":{"id":"1","email":"e@x"}}`))
	person := startServer(t, backend)
	cookies := person.signIn().Jar.Cookies(mustURL(person.url))
	if len(cookies) < 3 {
		t.Fatalf("%d cookies for 9,000 bytes", len(cookies))
	}
	for _, c := range cookies {
		if len(c.Name)+len(c.Value) > 4000 {
			t.Errorf("cookie %s has %d bytes", c.Name, len(c.Value))
		}
	}
	if person.fetchUser() == nil {
		t.Error("the chunks don't sign in")
	}
	backend.handle("POST /auth/v1/token", respondWithSession("person", time.Hour))
	person.signIn()
	if left := person.Jar.Cookies(mustURL(person.url)); len(left) != 1 {
		t.Errorf("%d cookies left of the larger session", len(left))
	}
	if person.fetchUser() == nil {
		t.Error("signing in again doesn't sign in")
	}
}

// A truncated cookie can't be decrypted.
func TestASessionThatIsTooLargeIsAnError(t *testing.T) {
	// The longest token that fits, computed from the overhead of a short token.
	overhead := func(c *testClient) int {
		used := 0
		for _, cookie := range c.Jar.Cookies(mustURL(c.url)) {
			used += len(cookie.Value)
		}
		return used
	}
	tokenOf := func(length int) http.HandlerFunc {
		return respondWith(200, `{"access_token":"`+strings.Repeat("x", length)+`","refresh_token":"r","expires_in":3600,"user":{"id":"1","email":"e@x"}}`)
	}
	backend, clock := newFakeBackend(t), newFakeClock()
	backend.handle("GET /storage/v1/bucket", respondWith(200, "[]"))
	person := startServer(t, backend, func(o *Options) { o.Now = clock.now })
	backend.handle("POST /auth/v1/token", tokenOf(3))
	fits := (maxChunkBytes*maxCookieChunks-overhead(person.signIn()))*3/4 - 3

	backend.handle("POST /auth/v1/token", tokenOf(fits))
	person.signIn()
	if n := len(person.Jar.Cookies(mustURL(person.url))); n != maxCookieChunks {
		t.Errorf("%d cookies, want all %d", n, maxCookieChunks)
	}
	if person.fetchUser() == nil {
		t.Error("the largest session that fits doesn't sign in")
	}
	before := person.cookieHeader()
	backend.handle("POST /auth/v1/token", tokenOf(fits+100))
	resp := person.newGuest().send("POST", "/api/auth/sign-in", `{"email":"a@b","password":"pw"}`)
	if e := resp.requireError(502, CodeSessionTooLarge); !strings.Contains(e.Message, "too large") {
		t.Errorf("message %q", e.Message)
	}
	resp.requireNoCookies()
	clock.advance(2 * time.Hour)
	refresh := person.send("GET", "/api/buckets", "")
	refresh.requireError(502, CodeSessionTooLarge)
	refresh.requireNoCookies()
	if person.cookieHeader() != before {
		t.Error("the cookie was changed")
	}
	backend.handle("POST /auth/v1/token", tokenOf(fits))
	person.send("GET", "/api/buckets", "").requireStatus(200)
}

func mustURL(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil {
		panic(err)
	}
	return u
}

func TestAForeignCookieIsIgnoredAndDeleted(t *testing.T) {
	backend := newFakeBackend(t)
	good := startServer(t, backend).signIn()
	value := good.Jar.Cookies(mustURL(good.url))[0].Value
	other := startServer(t, backend, func(o *Options) { o.CookieSecrets = [][]byte{[]byte(strings.Repeat("another secret ", 3))} })
	other50 := "A"
	if value[50] == 'A' {
		other50 = "B"
	}
	for name, cookie := range map[string]string{
		"another secret": value, "tampered": value[:50] + other50 + value[51:], "cut": value[:40], "not base64": "%%%",
	} {
		at := good
		if name == "another secret" {
			at = other
		}
		resp := at.newGuest().send("GET", "/api/workspace", "", "Cookie: tableside.0="+cookie).requireStatus(200)
		if !strings.Contains(resp.body, `"user":null`) {
			t.Errorf("%s: %s", name, resp.body)
		}
		if set := resp.Cookies(); len(set) != 1 || set[0].MaxAge >= 0 {
			t.Errorf("%s: cookie stays: %v", name, set)
		}
	}
}

// During a change of the secret, replicas with the old and the new configuration serve
// the same browser.
func TestACookieOfThePreviousSecretIsAccepted(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	backend.handle("GET /storage/v1/bucket", respondWith(200, `[]`))
	newSecret := []byte(strings.Repeat("a new secret ", 3))
	start := func(secrets ...[]byte) *testClient {
		return startServer(t, backend, func(o *Options) { o.Now, o.CookieSecrets = clock.now, secrets })
	}
	before, after, both := start(testSecret), start(newSecret), start(newSecret, testSecret)
	before.signIn()
	old := before.cookieHeader()
	both.newGuest().send("GET", "/api/buckets", "", "Cookie: "+old).requireStatus(200).requireNoCookies()

	// The next refresh encrypts with the new secret.
	backend.handle("POST /auth/v1/token", respondWithSession("renewed", time.Hour))
	clock.advance(2 * time.Hour)
	renewed := both.newGuest().send("GET", "/api/buckets", "", "Cookie: "+old).requireStatus(200).Cookies()
	if len(renewed) != 1 {
		t.Fatalf("cookies %v", renewed)
	}
	for name, test := range map[string]struct {
		at         *testClient
		isAccepted bool
	}{"new secret": {after, true}, "old secret": {before, false}} {
		resp := test.at.newGuest().send("GET", "/api/workspace", "", "Cookie: "+renewed[0].Name+"="+renewed[0].Value).requireStatus(200)
		if strings.Contains(resp.body, "id-renewed") != test.isAccepted {
			t.Errorf("%s: %s", name, resp.body)
		}
	}
}

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

func TestARejectedSignInReturnsTheBackendsError(t *testing.T) {
	for _, test := range []struct {
		name, body string
		answer     http.HandlerFunc
		status     int
		code       string
	}{
		{"wrong password", `{"email":"a@b","password":"x"}`, respondWith(400, `{"code":"invalid_credentials","message":"Invalid login credentials"}`), 400, "invalid_credentials"},
		{"throttled", `{"email":"a@b","password":"x"}`, respondWith(429, `{"code":"over_request_rate_limit","message":"slow"}`), 429, "over_request_rate_limit"},
		{"no e-mail", `{"email":"  ","password":"x"}`, nil, 400, CodeBadRequest},
		{"no password", `{"email":"a@b","password":""}`, nil, 400, CodeBadRequest},
		{"an unknown field", `{"email":"a@b","password":"x","admin":true}`, nil, 400, CodeBadRequest},
		{"two values", `{"email":"a@b","password":"x"}{}`, nil, 400, CodeBadRequest},
		{"not JSON", `email=a`, nil, 400, CodeBadRequest},
		{"a success without a token", `{"email":"a@b","password":"x"}`, respondWith(200, `{}`), 502, CodeInvalidBackendResponse},
		{"an HTML page", `{"email":"a@b","password":"x"}`, respondWith(200, `<html>`), 502, CodeInvalidBackendResponse},
		{"a truncated response", `{"email":"a@b","password":"x"}`, respondWith(200, `{"access_token":`), 502, CodeInvalidBackendResponse},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("POST /auth/v1/token", test.answer)
			resp := startServer(t, backend).send("POST", "/api/auth/sign-in", test.body)
			resp.requireError(test.status, test.code)
			if len(resp.Cookies()) > 0 {
				t.Error("a cookie was set")
			}
			if asked := backend.findRequests("POST /auth"); test.answer == nil && len(asked) > 0 {
				t.Errorf("the backend was asked %v", asked)
			}
		})
	}
}

func TestASignUpMayHaveToBeConfirmed(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /auth/v1/signup", respondWith(200, `{"id":"1","email":"a@b","confirmation_sent_at":"2026-01-01T00:00:00Z"}`))
	person := startServer(t, backend)
	resp := person.send("POST", "/api/auth/sign-up", `{"email":"a@b","password":"pw"}`).requireStatus(200)
	if strings.TrimSpace(resp.body) != `{"user":null}` || person.fetchUser() != nil {
		t.Errorf("got %s, %v", resp.body, resp.Cookies())
	}
	backend.handle("POST /auth/v1/signup", respondWithSession("new", time.Hour))
	person.send("POST", "/api/auth/sign-up", `{"email":"a@b","password":"pw"}`).requireStatus(200)
	if user := person.fetchUser(); user == nil || user.ID != "id-new" {
		t.Errorf("user %+v", user)
	}
}

func TestSignOutEndsTheSessionEvenWithTheBackendDown(t *testing.T) {
	for _, down := range []bool{false, true} {
		backend := newFakeBackend(t)
		person := startServer(t, backend).signIn()
		if down {
			backend.Close()
		}
		person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
		if left := person.Jar.Cookies(mustURL(person.url)); len(left) > 0 {
			t.Errorf("down %v: cookies stay: %v", down, left)
		}
		if asked := backend.findRequests("POST /auth/v1/logout?scope=local"); !down && len(asked) != 1 {
			t.Errorf("logout was asked for %d times", len(asked))
		}
	}
	startServer(t, newFakeBackend(t)).send("POST", "/api/auth/sign-out", "").requireStatus(204) // a guest
}

// The server caches decrypted cookies, which must not outlive their session.
func TestAStoredCookieOfAnEndedSessionIsRejected(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("GET /rest/v1/orders", respondWith(200, "[]"))
	person := startServer(t, backend).signIn()
	cookie := "Cookie: " + person.cookieHeader()
	person.newGuest().send("GET", "/api/rows/orders", "", cookie).requireStatus(200)
	for ends, body := range map[string]string{
		"/api/auth/sign-out": "", "/api/auth/sign-in": `{"email":"person@example.test","password":"pw"}`,
	} {
		person.send("POST", ends, body)
		for range 2 {
			person.newGuest().send("GET", "/api/rows/orders", "", cookie).requireError(401, CodeNotSignedIn)
		}
		cookie = "Cookie: " + person.signIn().cookieHeader()
		person.newGuest().send("GET", "/api/rows/orders", "", cookie).requireStatus(200)
	}
}

func TestAStoredCookieIsNotUsedForAnother(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	cookie := person.cookieHeader()
	person.send("GET", "/api/workspace", "").requireStatus(200)
	middle := len(cookie) / 2
	changed := cookie[:middle] + map[bool]string{true: "B", false: "A"}[cookie[middle] == 'A'] + cookie[middle+1:]
	if body := person.newGuest().send("GET", "/api/workspace", "", "Cookie: "+changed).requireStatus(200).body; !strings.Contains(body, `"user":null`) {
		t.Errorf("a changed cookie is accepted: %s", body)
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
	impatient := person.newGuest()
	impatient.Jar, impatient.Timeout = person.Jar, 50*time.Millisecond
	go func() { _, _ = impatient.trySend("GET", "/api/buckets", "") }()
	<-begun
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
		answer http.HandlerFunc
		status int
		code   string
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
			backend.handle("POST /auth/v1/token", test.answer)
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
			if said := strings.Contains(person.logs.String(), "db.internal"); !said && strings.Contains(name, "database is down") {
				t.Error("the backend's internal text is not in the log")
			}
			backend.handle("POST /auth/v1/token", respondWithSession("person", time.Hour))
			person.send("GET", "/api/buckets", "").requireStatus(200)
		})
	}
}

// A sign-out that fails in the backend is logged, because the session still exists there.
func TestASignOutThatTheBackendFailsIsLogged(t *testing.T) {
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		logged bool
	}{
		"it fails":         {respondWith(500, `{"code":"unexpected_failure","message":"m"}`), true},
		"it had ended":     {respondWith(403, `{"code":"session_not_found","message":"m"}`), false},
		"it is ended":      {respondWith(204, ""), false},
		"it is overloaded": {respondWith(429, `{"code":"over_request_rate_limit","message":"m"}`), true},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("POST /auth/v1/logout", test.answer)
			person := startServer(t, backend).signIn()
			person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
			if logged := strings.Contains(person.logs.String(), "the backend could not end a session"); logged != test.logged {
				t.Errorf("logged: %v", logged)
			}
		})
	}
}

// The backend can reject a token that has not expired by our clock, because clocks jump and
// keys change. The server renews the token and repeats the request.
func TestATokenThatTheBackendRejectsIsRenewed(t *testing.T) {
	for name, test := range map[string]struct {
		route, body, asked string
		refusal            http.HandlerFunc
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
					test.refusal(w, r)
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
	backend.handle("GET /rest/v1/orders", respondWith(401, `{"code":"PGRST303","message":"JWT issued at future"}`))
	person := startServer(t, backend).signIn()
	for range 2 {
		person.send("GET", "/api/rows/orders", "").requireError(502, CodeTokenRejected)
	}
	if person.fetchUser() == nil {
		t.Error("it signed out")
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
				t.Error("it signed out")
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
