package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
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
			t.Errorf("%s is in the response", secret)
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

func TestARejectedSignInReturnsTheBackendsError(t *testing.T) {
	for _, test := range []struct {
		name, body string
		handler    http.HandlerFunc
		status     int
		code       string
	}{
		{"wrong password", `{"email":"a@b","password":"x"}`, respondWith(400, `{"code":"invalid_credentials","message":"Invalid login credentials"}`), 400, "invalid_credentials"},
		{"throttled", `{"email":"a@b","password":"x"}`, respondWith(429, `{"code":"over_request_rate_limit","message":"slow"}`), 429, "over_request_rate_limit"},
		{"no email", `{"email":"  ","password":"x"}`, nil, 400, CodeBadRequest},
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
			backend.handle("POST /auth/v1/token", test.handler)
			resp := startServer(t, backend).send("POST", "/api/auth/sign-in", test.body)
			resp.requireError(test.status, test.code)
			if len(resp.Cookies()) > 0 {
				t.Error("a cookie was set")
			}
			if asked := backend.findRequests("POST /auth"); test.handler == nil && len(asked) > 0 {
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

// A sign-out that fails in the backend is logged, because the session still exists there.
func TestASignOutThatTheBackendFailsIsLogged(t *testing.T) {
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		logged  bool
	}{
		"it fails":         {respondWith(500, `{"code":"unexpected_failure","message":"m"}`), true},
		"it had ended":     {respondWith(403, `{"code":"session_not_found","message":"m"}`), false},
		"it is ended":      {respondWith(204, ""), false},
		"it is overloaded": {respondWith(429, `{"code":"over_request_rate_limit","message":"m"}`), true},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("POST /auth/v1/logout", test.handler)
			person := startServer(t, backend).signIn()
			person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
			if logged := strings.Contains(person.logs.String(), "the backend could not end a session"); logged != test.logged {
				t.Errorf("logged: %v", logged)
			}
		})
	}
}
