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

// clock is a time that only moves when told to.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC).UnixNano())
	return c
}

func (c *clock) now() time.Time          { return time.Unix(0, c.at.Load()) }
func (c *clock) advance(d time.Duration) { c.at.Add(int64(d)) }

func (c *client) user() *User {
	c.t.Helper()
	var workspace Workspace
	if err := json.Unmarshal([]byte(c.do("GET", "/api/workspace", "").wants(200).body), &workspace); err != nil {
		c.t.Fatal(err)
	}
	return workspace.User
}

func TestSignInKeepsTokensFromTheBrowser(t *testing.T) {
	person := start(t, newScripted(t))
	resp := person.do("POST", "/api/auth/sign-in", `{"email":" person@example.test ","password":"pw"}`).wants(200)
	if want := `{"user":{"id":"id-person","email":"person@example.test","name":"Per Son","role":"staff"}}`; strings.TrimSpace(resp.body) != want {
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
	for _, secret := range []string{"secret-token", "secret-refresh", jwtOf("person")} {
		if strings.Contains(resp.body+fmt.Sprint(resp.Header), secret) {
			t.Errorf("%s is in the answer", secret)
		}
	}
	if person.user() == nil {
		t.Error("the cookie doesn't sign in")
	}
}

func TestCookiesAreSecureOnHTTPS(t *testing.T) {
	person := start(t, newScripted(t), func(o *Options) { o.PublicURL = "https://tables.example.test" })
	c := person.do("POST", "/api/auth/sign-in", `{"email":"a@b","password":"pw"}`).wants(200).Cookies()[0]
	if !c.Secure || !strings.HasPrefix(c.Name, "__Host-") {
		t.Errorf("cookie: %v", c)
	}
}

func TestALargeSessionIsChunkedAndUnchunked(t *testing.T) {
	backend := newScripted(t)
	large := strings.Repeat("x", 9000)
	backend.on("POST /auth/v1/token", says(200, `{"access_token":"`+large+`","refresh_token":"r","expires_in":3600,"user":{"id":"1","email":"e@x"}}`))
	person := start(t, backend)
	cookies := person.signedIn().Jar.Cookies(mustURL(person.url))
	if len(cookies) < 3 {
		t.Fatalf("%d cookies for 9,000 bytes", len(cookies))
	}
	for _, c := range cookies {
		if len(c.Name)+len(c.Value) > 4000 {
			t.Errorf("cookie %s has %d bytes", c.Name, len(c.Value))
		}
	}
	if person.user() == nil {
		t.Error("the chunks don't sign in")
	}
	backend.on("POST /auth/v1/token", signsIn("person", time.Hour))
	person.signedIn()
	if left := person.Jar.Cookies(mustURL(person.url)); len(left) != 1 {
		t.Errorf("%d cookies left of the larger session", len(left))
	}
	if person.user() == nil {
		t.Error("signing in again doesn't sign in")
	}
}

// A cookie that is cut off could never be opened again.
func TestASessionThatIsTooLargeIsAnError(t *testing.T) {
	// The longest token that fits, by the overhead of a short one.
	overhead := func(c *client) int {
		used := 0
		for _, cookie := range c.Jar.Cookies(mustURL(c.url)) {
			used += len(cookie.Value)
		}
		return used
	}
	tokenOf := func(length int) http.HandlerFunc {
		return says(200, `{"access_token":"`+strings.Repeat("x", length)+`","refresh_token":"r","expires_in":3600,"user":{"id":"1","email":"e@x"}}`)
	}
	backend, clock := newScripted(t), newClock()
	backend.on("GET /storage/v1/bucket", says(200, "[]"))
	person := start(t, backend, func(o *Options) { o.Now = clock.now })
	backend.on("POST /auth/v1/token", tokenOf(3))
	fits := (cookieChunk*cookieChunks-overhead(person.signedIn()))*3/4 - 3

	backend.on("POST /auth/v1/token", tokenOf(fits))
	person.signedIn()
	if n := len(person.Jar.Cookies(mustURL(person.url))); n != cookieChunks {
		t.Errorf("%d cookies, want all %d", n, cookieChunks)
	}
	if person.user() == nil {
		t.Error("the largest session that fits doesn't sign in")
	}
	before := person.cookie()
	backend.on("POST /auth/v1/token", tokenOf(fits+100))
	refused := person.guest().do("POST", "/api/auth/sign-in", `{"email":"a@b","password":"pw"}`)
	if e := refused.refused(502, CodeSessionTooLarge); !strings.Contains(e.Message, "too large") {
		t.Errorf("message %q", e.Message)
	}
	refused.withoutCookies()
	clock.advance(2 * time.Hour)
	refresh := person.do("GET", "/api/buckets", "")
	refresh.refused(502, CodeSessionTooLarge)
	refresh.withoutCookies()
	if person.cookie() != before {
		t.Error("the cookie was changed")
	}
	backend.on("POST /auth/v1/token", tokenOf(fits))
	person.do("GET", "/api/buckets", "").wants(200)
}

func mustURL(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil {
		panic(err)
	}
	return u
}

func TestAForeignCookieIsNobodyAndGoes(t *testing.T) {
	backend := newScripted(t)
	good := start(t, backend).signedIn()
	value := good.Jar.Cookies(mustURL(good.url))[0].Value
	other := start(t, backend, func(o *Options) { o.CookieSecret = []byte(strings.Repeat("another secret ", 3)) })
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
		resp := at.guest().do("GET", "/api/workspace", "", "Cookie: tableside.0="+cookie).wants(200)
		if !strings.Contains(resp.body, `"user":null`) {
			t.Errorf("%s: %s", name, resp.body)
		}
		if set := resp.Cookies(); len(set) != 1 || set[0].MaxAge >= 0 {
			t.Errorf("%s: cookie stays: %v", name, set)
		}
	}
}

func TestARefusedSignInSaysWhatTheBackendSays(t *testing.T) {
	for _, test := range []struct {
		name, body string
		answer     http.HandlerFunc
		status     int
		code       string
	}{
		{"wrong password", `{"email":"a@b","password":"x"}`, says(400, `{"code":"invalid_credentials","message":"Invalid login credentials"}`), 400, "invalid_credentials"},
		{"throttled", `{"email":"a@b","password":"x"}`, says(429, `{"code":"over_request_rate_limit","message":"slow"}`), 429, "over_request_rate_limit"},
		{"no e-mail", `{"email":"  ","password":"x"}`, nil, 400, CodeBadRequest},
		{"no password", `{"email":"a@b","password":""}`, nil, 400, CodeBadRequest},
		{"an unknown field", `{"email":"a@b","password":"x","admin":true}`, nil, 400, CodeBadRequest},
		{"two values", `{"email":"a@b","password":"x"}{}`, nil, 400, CodeBadRequest},
		{"not JSON", `email=a`, nil, 400, CodeBadRequest},
		{"a success without a token", `{"email":"a@b","password":"x"}`, says(200, `{}`), 502, CodeBackendNonsense},
		{"a page", `{"email":"a@b","password":"x"}`, says(200, `<html>`), 502, CodeBackendNonsense},
		{"half an answer", `{"email":"a@b","password":"x"}`, says(200, `{"access_token":`), 502, CodeBackendNonsense},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := newScripted(t)
			backend.on("POST /auth/v1/token", test.answer)
			resp := start(t, backend).do("POST", "/api/auth/sign-in", test.body)
			resp.refused(test.status, test.code)
			if len(resp.Cookies()) > 0 {
				t.Error("a cookie was set")
			}
			if asked := backend.requests("POST /auth"); test.answer == nil && len(asked) > 0 {
				t.Errorf("the backend was asked %v", asked)
			}
		})
	}
}

func TestASignUpMayHaveToBeConfirmed(t *testing.T) {
	backend := newScripted(t)
	backend.on("POST /auth/v1/signup", says(200, `{"id":"1","email":"a@b","confirmation_sent_at":"2026-01-01T00:00:00Z"}`))
	person := start(t, backend)
	resp := person.do("POST", "/api/auth/sign-up", `{"email":"a@b","password":"pw"}`).wants(200)
	if strings.TrimSpace(resp.body) != `{"user":null}` || len(resp.Cookies()) > 0 {
		t.Errorf("got %s, %v", resp.body, resp.Cookies())
	}
	backend.on("POST /auth/v1/signup", signsIn("new", time.Hour))
	person.do("POST", "/api/auth/sign-up", `{"email":"a@b","password":"pw"}`).wants(200)
	if user := person.user(); user == nil || user.ID != "id-new" {
		t.Errorf("user %+v", user)
	}
}

func TestSignOutEndsTheSessionEvenWithTheBackendDown(t *testing.T) {
	for _, down := range []bool{false, true} {
		backend := newScripted(t)
		person := start(t, backend).signedIn()
		if down {
			backend.Close()
		}
		person.do("POST", "/api/auth/sign-out", "").wants(204)
		if left := person.Jar.Cookies(mustURL(person.url)); len(left) > 0 {
			t.Errorf("down %v: cookies stay: %v", down, left)
		}
		if asked := backend.requests("POST /auth/v1/logout?scope=local"); !down && len(asked) != 1 {
			t.Errorf("logout was asked for %d times", len(asked))
		}
	}
	start(t, newScripted(t)).do("POST", "/api/auth/sign-out", "").wants(204) // a guest
}

func TestOneRefreshHoweverManyWait(t *testing.T) {
	backend, clock := newScripted(t), newClock()
	backend.on("GET /rest/v1/orders", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+jwtOf("renewed") {
			says(401, `{"code":"PGRST303","message":"JWT expired"}`)(w, r)
			return
		}
		says(200, "[]")(w, r)
	})
	person := start(t, backend, func(o *Options) { o.Now = clock.now }).signedIn()
	old := person.Jar.Cookies(mustURL(person.url))[0]
	backend.on("POST /auth/v1/token", func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(50 * time.Millisecond)
		signsIn("renewed", time.Hour)(w, r)
	})
	clock.advance(time.Hour)

	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			resp, err := person.guest().try("GET", "/api/rows/orders", "", "Cookie: "+old.String())
			if err != nil || resp.StatusCode != 200 || len(resp.Cookies()) != 1 {
				t.Errorf("got %+v, %v", resp, err)
			}
		})
	}
	wg.Wait()
	if n := len(backend.requests("POST /auth/v1/token?grant_type=refresh_token")); n != 1 {
		t.Errorf("%d refreshes of one token", n)
	}
	person.guest().do("GET", "/api/rows/orders", "", "Cookie: "+old.String()).wants(200) // late, with the old cookie
	person.do("GET", "/api/rows/orders", "").wants(200)
	person.do("GET", "/api/rows/orders", "").wants(200) // with the new cookie
	if n := len(backend.requests("POST /auth/v1/token?grant_type=refresh_token")); n != 1 {
		t.Errorf("%d refreshes, counting late ones", n)
	}
}

func TestOneWhoLeavesDoesNotEndTheRefreshOfOthers(t *testing.T) {
	backend, clock := newScripted(t), newClock()
	person := start(t, backend, func(o *Options) { o.Now = clock.now }).signedIn()
	begun := make(chan struct{})
	backend.on("POST /auth/v1/token", func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		time.Sleep(100 * time.Millisecond)
		signsIn("renewed", time.Hour)(w, r)
	})
	clock.advance(2 * time.Hour)
	impatient := person.guest()
	impatient.Jar, impatient.Timeout = person.Jar, 50*time.Millisecond
	go func() { _, _ = impatient.try("GET", "/api/buckets", "") }()
	<-begun
	if user := person.user(); user == nil || user.ID != "id-renewed" {
		t.Errorf("user %+v", user)
	}
}

func TestARefusedRefreshSignsOut(t *testing.T) {
	for _, code := range []string{"refresh_token_not_found", "refresh_token_already_used", "session_not_found", "user_banned"} {
		backend, clock := newScripted(t), newClock()
		person := start(t, backend, func(o *Options) { o.Now = clock.now }).signedIn()
		backend.on("POST /auth/v1/token", says(400, `{"code":"`+code+`","message":"m"}`))
		clock.advance(59*time.Minute + 30*time.Second) // ahead of the end: the backend has ended it all the same
		resp := person.do("GET", "/api/buckets", "")
		resp.refused(401, CodeNotSignedIn)
		if left := person.Jar.Cookies(mustURL(person.url)); len(left) > 0 {
			t.Errorf("%s: cookies stay: %v", code, left)
		}
		if person.user() != nil {
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
		"its database is down":    {says(500, `{"code":"unexpected_failure","message":"`+internal+`"}`), 503, CodeUnreachable},
		"in the older form":       {says(500, `{"code":500,"error_code":"unexpected_failure","msg":"`+internal+`"}`), 503, CodeUnreachable},
		"without a code":          {says(500, `{"message":"`+internal+`"}`), 503, CodeUnreachable},
		"it is too slow":          {says(504, `{"code":"request_timeout","message":"`+internal+`"}`), 504, CodeTimeout},
		"its database is slow":    {says(544, `{"code":"unexpected_failure","message":"`+internal+`"}`), 504, CodeTimeout},
		"it asks to slow down":    {says(429, `{"code":"over_request_rate_limit","message":"m"}`), 429, "over_request_rate_limit"},
		"Cloudflare in its place": {says(521, internal), 503, CodeUnreachable},
	} {
		t.Run(name, func(t *testing.T) {
			backend, clock := newScripted(t), newClock()
			backend.on("GET /storage/v1/bucket", says(200, "[]"))
			person := start(t, backend, func(o *Options) { o.Now = clock.now }).signedIn()
			backend.on("POST /auth/v1/token", test.answer)
			clock.advance(59*time.Minute + 30*time.Second)
			person.do("GET", "/api/buckets", "").wants(200) // the token is valid for another 30 s
			clock.advance(time.Minute)
			resp := person.do("GET", "/api/buckets", "")
			resp.refused(test.status, test.code)
			signIn := person.guest().do("POST", "/api/auth/sign-in", `{"email":"a@b","password":"x"}`)
			signIn.refused(test.status, test.code)
			if strings.Contains(resp.body+signIn.body, internal) {
				t.Errorf("the backend's internal text is shown: %s %s", resp.body, signIn.body)
			}
			if said := strings.Contains(person.logs.String(), "db.internal"); !said && strings.Contains(name, "database is down") {
				t.Error("the backend's internal text is not in the log")
			}
			backend.on("POST /auth/v1/token", signsIn("person", time.Hour))
			person.do("GET", "/api/buckets", "").wants(200)
		})
	}
}

// A sign-out that the backend failed to do is logged: the session lives on there.
func TestASignOutThatTheBackendFailsIsLogged(t *testing.T) {
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		logged bool
	}{
		"it fails":          {says(500, `{"code":"unexpected_failure","message":"m"}`), true},
		"it had ended":      {says(403, `{"code":"session_not_found","message":"m"}`), false},
		"it is ended":       {says(204, ""), false},
		"it is overwhelmed": {says(429, `{"code":"over_request_rate_limit","message":"m"}`), true},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newScripted(t)
			backend.on("POST /auth/v1/logout", test.answer)
			person := start(t, backend).signedIn()
			person.do("POST", "/api/auth/sign-out", "").wants(204)
			if logged := strings.Contains(person.logs.String(), "the backend could not end a session"); logged != test.logged {
				t.Errorf("logged: %v", logged)
			}
		})
	}
}

// A token may be refused that is good by our clock: clocks jump, keys are
// changed. It is renewed, and the request done again: nobody notices.
func TestATokenThatTheBackendDoesNotTakeIsRenewed(t *testing.T) {
	for name, test := range map[string]struct {
		route, body, asked string
		refusal            http.HandlerFunc
	}{
		"expired, reading":      {"GET /api/rows/orders", "", "GET /rest/v1/orders", says(401, `{"code":"PGRST303","message":"JWT expired"}`)},
		"another key, writing":  {"PATCH /api/rows/orders?id=eq.1", `{"status":"new"}`, "PATCH /rest/v1/orders", says(401, `{"code":"PGRST301","message":"No suitable key"}`)},
		"storage":               {"GET /api/buckets", "", "GET /storage/v1/bucket", says(400, `{"statusCode":"403","error":"Unauthorized","message":"jwt expired","code":"InvalidJWT"}`)},
		"storage, before 2026":  {"POST /api/files/b/remove", `{"paths":["a"]}`, "DELETE /storage/v1/object/b", says(400, `{"statusCode":"403","error":"Unauthorized","message":"\"exp\" claim timestamp check failed"}`)},
		"storage, since 2026":   {"POST /api/files/b/remove", `{"paths":["a"]}`, "DELETE /storage/v1/object/b", says(400, `{"statusCode":"403","error":"Unauthorized","message":"\"exp\" claim timestamp check failed","code":"AccessDenied"}`)},
		"a download":            {"GET /api/files/b/a", "", "GET /storage/v1/object/authenticated/b/a", says(400, `{"statusCode":"403","code":"InvalidJWT","message":"Invalid Compact JWS"}`)},
		"a function's argument": {"POST /api/rpc/restock", `{"sku":"a"}`, "POST /rest/v1/rpc/restock", says(401, `{"code":"PGRST303","message":"JWT expired"}`)},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newScripted(t)
			var bodies []string
			backend.on(test.asked, func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				bodies = append(bodies, string(body))
				if r.Header.Get("Authorization") != "Bearer "+jwtOf("renewed") {
					test.refusal(w, r)
					return
				}
				w.Header().Set("Etag", `"e"`)
				says(200, `[{"id":"1","name":"a"}]`)(w, r)
			})
			person := start(t, backend).signedIn()
			backend.on("POST /auth/v1/token", signsIn("renewed", time.Hour))
			method, path, _ := strings.Cut(test.route, " ")
			if resp := person.do(method, path, test.body); resp.StatusCode != 200 {
				t.Fatalf("got %d %s", resp.StatusCode, resp.body)
			}
			if len(bodies) != 2 || bodies[0] != bodies[1] || (test.body == "") != (bodies[1] == "") {
				t.Errorf("the bodies were %q", bodies)
			}
			person.do(method, path, test.body).wants(200)
			if n := len(backend.requests("POST /auth/v1/token?grant_type=refresh_token")); n != 1 || len(bodies) != 3 {
				t.Errorf("%d refreshes, %d requests: the renewed session was not kept", n, len(bodies))
			}
		})
	}
}

func TestATokenThatCanNotBeRenewedSignsOut(t *testing.T) {
	backend := newScripted(t)
	backend.on("GET /rest/v1/orders", says(401, `{"code":"PGRST301","message":"No suitable key was found to decode the JWT"}`))
	person := start(t, backend).signedIn()
	backend.on("POST /auth/v1/token", says(400, `{"code":"refresh_token_not_found","message":"m"}`))
	person.do("GET", "/api/rows/orders", "").refused(401, CodeNotSignedIn)
	if left := person.Jar.Cookies(mustURL(person.url)); len(left) > 0 {
		t.Errorf("cookies stay: %v", left)
	}
}

// A backend whose services disagree would have everybody sign in for ever.
func TestARenewedTokenThatIsRefusedIsTheBackendsFault(t *testing.T) {
	backend := newScripted(t)
	backend.on("GET /rest/v1/orders", says(401, `{"code":"PGRST303","message":"JWT issued at future"}`))
	person := start(t, backend).signedIn()
	for range 2 {
		person.do("GET", "/api/rows/orders", "").refused(502, CodeTokenRefused)
	}
	if person.user() == nil {
		t.Error("it signed out")
	}
}

// An upload's bytes can't be sent again. Its session is renewed for the next try.
func TestAnUploadIsNotSentTwice(t *testing.T) {
	backend := newScripted(t)
	backend.on("POST /storage/v1/object/b/a", says(400, `{"statusCode":"403","code":"InvalidJWT","message":"jwt expired"}`))
	person := start(t, backend).signedIn()
	backend.on("POST /auth/v1/token", signsIn("renewed", time.Hour))
	person.do("PUT", "/api/files/b/a", "bytes").refused(502, CodeTokenRefused)
	if user := person.user(); user == nil || user.ID != "id-renewed" {
		t.Errorf("user %+v", user)
	}
	if n := len(backend.requests("POST /storage/v1/object/b/a")); n != 1 {
		t.Errorf("%d uploads", n)
	}
}

// Another replica refreshes the same token: GoTrue answers the second one 409.
func TestARefreshThatAnotherReplicaIsDoingIsTriedAgain(t *testing.T) {
	for name, test := range map[string]struct {
		conflicts int
		status    int
	}{"soon done": {1, 200}, "never done": {100, 503}} {
		t.Run(name, func(t *testing.T) {
			backend, clock := newScripted(t), newClock()
			backend.on("GET /storage/v1/bucket", says(200, `[]`))
			person := start(t, backend, func(o *Options) { o.Now = clock.now }).signedIn()
			var asked atomic.Int64
			backend.on("POST /auth/v1/token", func(w http.ResponseWriter, r *http.Request) {
				if int(asked.Add(1)) <= test.conflicts {
					says(409, `{"code":"conflict","message":"Too many concurrent token refresh requests on the same session or refresh token"}`)(w, r)
					return
				}
				signsIn("person", time.Hour)(w, r)
			})
			clock.advance(2 * time.Hour)
			person.do("GET", "/api/buckets", "").wants(test.status)
			if left := person.Jar.Cookies(mustURL(person.url)); len(left) == 0 {
				t.Error("it signed out")
			}
		})
	}
}

func TestTwoReplicasServeOnePerson(t *testing.T) {
	backend := newScripted(t)
	first, second := start(t, backend).signedIn(), start(t, backend)
	cookie := first.Jar.Cookies(mustURL(first.url))[0]
	if resp := second.do("GET", "/api/workspace", "", "Cookie: "+cookie.String()); !strings.Contains(resp.body, "id-person") {
		t.Errorf("got %s", resp.body)
	}
}
