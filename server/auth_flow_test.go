package server

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// captureBody scripts a route and returns a function that decodes the latest body.
func (b *fakeBackend) captureBody(route string, respond http.HandlerFunc) func() map[string]any {
	var body []byte
	b.handle(route, func(w http.ResponseWriter, r *http.Request) {
		read, _ := io.ReadAll(r.Body)
		b.mu.Lock()
		body = read
		b.mu.Unlock()
		respond(w, r)
	})
	return func() map[string]any {
		b.mu.Lock()
		defer b.mu.Unlock()
		decoded := map[string]any{}
		_ = json.Unmarshal(body, &decoded)
		return decoded
	}
}

// Rejections that depend on the address must not reach the browser; others must.
func TestARequestForAMailRevealsNoAccount(t *testing.T) {
	for code, want := range map[string]string{
		"otp_disabled": "204 ", "signup_disabled": "204 ", "user_not_found": "204 ", "over_email_send_rate_limit": "204 ", "email_address_not_authorized": "204 ",
		"user_banned": "204 ", "captcha_failed": "422 captcha_failed", "validation_failed": "422 validation_failed", "over_request_rate_limit": "422 over_request_rate_limit",
	} {
		backend := newFakeBackend(t) // sign-ups are disabled
		guest := startServer(t, backend)
		for route, body := range map[string]string{"otp": `{"email":"a@b.test"}`, "recover": `{"email":"a@b.test"}`, "resend": `{"email":"a@b.test","type":"signup"}`} {
			received := backend.captureBody("POST /auth/v1/"+route, respondWith(422, `{"code":"`+code+`","message":"m"}`))
			resp := guest.send("POST", "/api/auth/"+route, body)
			var e Error
			_ = json.Unmarshal([]byte(resp.body), &e)
			if got := fmt.Sprint(resp.StatusCode, " ", e.Code); got != want {
				t.Errorf("%s, %s: got %s, want %s", route, code, got, want)
			}
			if create, sent := received()["create_user"]; route == "otp" && (!sent || create != false) {
				t.Errorf("%s: create_user is %v", route, create)
			}
			if logged := strings.Contains(guest.logs.String(), "did not send a mail"); logged != strings.HasPrefix(want, "204") {
				t.Errorf("%s: the owner finds the reason in the log: %v", code, logged)
			}
		}
		if strings.Contains(guest.logs.String(), "a@b.test") {
			t.Error("the log contains the address")
		}
	}
}

// An address that has got a mail lately is known. The limit of all mails does not depend on
// the address.
func TestTheLimitOfMailsToAnAddressIsNotRevealed(t *testing.T) {
	for message, want := range map[string]int{"For security purposes, you can only request this after 43 seconds.": 204, "email rate limit exceeded": 429} {
		for _, disableSignUp := range []bool{false, true} {
			backend := newFakeBackend(t)
			backend.handle("GET /auth/v1/settings", respondWith(200, fmt.Sprintf(`{"external":{"email":true},"disable_signup":%t}`, disableSignUp)))
			guest := startServer(t, backend)
			for route, body := range map[string]string{"otp": `{"email":"a@b.test"}`, "recover": `{"email":"a@b.test"}`, "resend": `{"email":"a@b.test","type":"signup"}`} {
				backend.handle("POST /auth/v1/"+route, respondWith(429, fmt.Sprintf(`{"code":"over_email_send_rate_limit","message":%q}`, message)))
				if got := guest.send("POST", "/api/auth/"+route, body).StatusCode; got != want {
					t.Errorf("%s, %q, sign-up disabled %t: got %d", route, message, disableSignUp, got)
				}
			}
		}
	}
}

func TestFlowsUseThePublicURL(t *testing.T) {
	for public, want := range map[string]string{"": "", "https://tables.example.test": "https://tables.example.test", "https://tables.example.test/": "https://tables.example.test"} {
		backend := newFakeBackend(t)
		received := backend.captureBody("POST /auth/v1/otp", respondWith(200, `{}`))
		guest := startServer(t, backend, func(o *Options) { o.PublicURL = public })
		if want == "" {
			want = guest.url
		}
		resp := guest.send("POST", "/api/auth/otp", `{"email":"a@b.test"}`, "X-Forwarded-Host: evil.test").requireStatus(204)
		asked := backend.findRequests("POST /auth/v1/otp")
		redirect := mustURL(asked[len(asked)-1][len("POST "):]).Query().Get("redirect_to")
		if !strings.HasPrefix(redirect, want+"/auth/callback?state=") {
			t.Errorf("public URL %q: redirect to %s", public, redirect)
		}
		cookie := resp.Cookies()[0]
		if isSecure := public != ""; cookie.Secure != isSecure || strings.HasPrefix(cookie.Name, "__Host-") != isSecure || !cookie.HttpOnly ||
			cookie.SameSite != http.SameSiteLaxMode || cookie.Path != "/" || cookie.MaxAge != int(mailFlowMaxAge.Seconds()) {
			t.Errorf("cookie %v", cookie)
		}
		if body := received(); len(fmt.Sprint(body["code_challenge"])) != 43 || body["code_challenge_method"] != "s256" {
			t.Errorf("body %v", body)
		}
		if strings.Contains(cookie.Value, fmt.Sprint(received()["code_challenge"])) {
			t.Error("the cookie is not encrypted")
		}
	}
}

// The auth service would end a PKCE flow of these mails after 5 minutes.
func TestMailsForAPasswordHaveNoFlow(t *testing.T) {
	for route, body := range map[string]string{
		"recover": `{"email":"a@b.test"}`, "sign-up": `{"email":"a@b.test","password":"pw"}`, "resend": `{"email":"a@b.test","type":"signup"}`,
	} {
		backend := newFakeBackend(t)
		backendRoute := "POST /auth/v1/" + strings.ReplaceAll(route, "-", "")
		received := backend.captureBody(backendRoute, respondWith(200, `{"id":"1"}`))
		guest := startServer(t, backend)
		resp := guest.send("POST", "/api/auth/"+route, body)
		if resp.StatusCode >= 300 || len(resp.Cookies()) > 0 || received()["code_challenge"] != nil {
			t.Errorf("%s: status %d, cookies %v, sent %v", route, resp.StatusCode, resp.Cookies(), received())
		}
		asked := backend.findRequests(backendRoute)
		if target := mustURL(asked[0][len("POST "):]).Query().Get("redirect_to"); target != guest.url+callbackPath {
			t.Errorf("%s: the link leads to %s", route, target)
		}
	}
}

// The auth service has changed the address, but its code is only valid for 5 minutes after the request.
func TestAnEmailChangeWithAnExpiredCodeIsShown(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	backend.handle("PUT /auth/v1/user", respondWith(200, `{"id":"id-person","email":"person@example.test","new_email":"new@example.test"}`))
	person.send("PATCH", "/api/auth/user", `{"email":"new@example.test"}`).requireStatus(200)
	state := lastState(t, backend, "PUT /auth/v1/user")
	backend.handle("POST /auth/v1/token", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Get("grant_type") == "pkce" {
			respondWith(422, `{"code":"flow_state_expired","message":"invalid flow state, flow state has expired"}`)(w, r)
			return
		}
		respondWithSession("person", time.Hour)(w, r)
	})
	refreshes := len(backend.findRequests("POST /auth/v1/token"))
	if next := person.send("GET", "/auth/callback?code=c&state="+state, "").requireStatus(303).Header.Get("Location"); next != accountPath {
		t.Errorf("leads to %s", next)
	}
	if got := len(backend.findRequests("POST /auth/v1/token")) - refreshes; got != 2 {
		t.Errorf("%d requests for a token, want the exchange and the refresh", got)
	}
	if next := person.send("GET", "/auth/callback?code=c&state="+state, "").requireStatus(303).Header.Get("Location"); next != "/sign-in-error?code="+CodeLinkUsed {
		t.Errorf("again: leads to %s", next)
	}
}

func TestAFlowExpires(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	backend.handle("GET /auth/v1/authorize", redirectTo("https://provider.test/authorize?state=x"))
	guest := startServer(t, backend, func(o *Options) { o.Now = clock.now })
	guest.send("GET", "/api/auth/oauth/github", "", "Sec-Fetch-Site: same-origin").requireStatus(303)
	state := lastState(t, backend, "GET /auth/v1/authorize")
	cookies := "Cookie: " + guest.cookieHeader() // a thief does not delete the cookie
	clock.advance(oauthFlowMaxAge + time.Second)
	resp := guest.newGuest().send("GET", "/auth/callback?code=c&state="+state, "", cookies).requireStatus(303)
	if next := resp.Header.Get("Location"); next != "/sign-in-error?code="+CodeStateMismatch {
		t.Errorf("leads to %s", next)
	}
	if asked := backend.findRequests("POST /auth/v1/token"); len(asked) > 0 {
		t.Errorf("the backend was asked: %v", asked)
	}
}

func redirectTo(address string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", address)
		w.WriteHeader(http.StatusFound)
	}
}

// lastState returns the state in the return address of the latest request.
func lastState(t *testing.T, backend *fakeBackend, route string) string {
	t.Helper()
	asked := backend.findRequests(route)
	_, address, _ := strings.Cut(asked[len(asked)-1], " ")
	return mustURL(mustURL(address).Query().Get("redirect_to")).Query().Get("state")
}

// Early versions of the auth service set a cookie for a provider of OAuth 1, so the browser must visit it. A hosted project
// is behind a network that sets its own cookies.
func TestTheBrowserVisitsTheAuthServiceOnlyForItsCookie(t *testing.T) {
	backend := newFakeBackend(t)
	guest := startServer(t, backend)
	start := func() string {
		return guest.send("GET", "/api/auth/oauth/github", "", "Sec-Fetch-Site: same-origin").requireStatus(303).Header.Get("Location")
	}
	backend.handle("GET /auth/v1/authorize", redirectTo("https://provider.test/authorize?state=x"))
	if got := start(); got != "https://provider.test/authorize?state=x" {
		t.Errorf("leads to %s", got)
	}
	backend.handle("GET /auth/v1/authorize", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Set-Cookie", "__cf_bm=x; path=/; HttpOnly; Secure; SameSite=None")
		w.Header().Add("Set-Cookie", "AWSALB=x; Path=/")
		redirectTo("https://provider.test/authorize?state=y")(w, r)
	})
	if got := start(); got != "https://provider.test/authorize?state=y" {
		t.Errorf("leads to %s", got)
	}
	backend.handle("GET /auth/v1/authorize", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Set-Cookie", "_supabase_session=x")
		redirectTo("https://provider.test/authenticate")(w, r)
	})
	if got := start(); !strings.HasPrefix(got, backend.URL+"/auth/v1/authorize?") || mustURL(got).Query().Get("code_challenge_method") != "s256" {
		t.Errorf("leads to %s", got)
	}
	for _, address := range []string{"javascript:alert(1)", "/relative", "data:text/html,x", "//", ""} {
		backend.handle("GET /auth/v1/authorize", redirectTo(address))
		if got := start(); got != "/sign-in-error?code="+CodeInvalidBackendResponse {
			t.Errorf("%q leads to %s", address, got)
		}
	}
	backend.handle("GET /auth/v1/authorize", respondWith(500, `{"code":"unexpected_failure","message":"secret internals"}`))
	if got := start(); got != "/sign-in-error?code="+CodeUnreachable {
		t.Errorf("a failure leads to %s", got)
	}
}

// The page of the app handles links with token_hash and with a fragment.
func TestPagesOfLinksAreTheApp(t *testing.T) {
	backend := newFakeBackend(t)
	guest := startServer(t, backend)
	for _, path := range []string{"/auth/callback", "/auth/callback?token_hash=abc&type=recovery", "/?code=", "/sign-in-error?code=otp_expired", "/?error=unrelated"} {
		if resp := guest.send("GET", path, "").requireStatus(200); !strings.Contains(resp.body, "id=root") {
			t.Errorf("%s: %s", path, resp.body)
		}
	}
	if asked := backend.findRequests("POST /auth/v1/token"); len(asked) > 0 {
		t.Errorf("the backend was asked: %v", asked)
	}
	resp := guest.send("GET", "/?error=access_denied&error_code=otp_expired&error_description=x", "").requireStatus(303)
	if next := resp.Header.Get("Location"); next != "/sign-in-error?code=otp_expired" {
		t.Errorf("leads to %s", next)
	}
}

// An outage during the exchange must not end the flow: the user can open the link again.
func TestAnOutageKeepsTheFlow(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /auth/v1/otp", respondWith(200, `{}`))
	person := startServer(t, backend)
	person.send("POST", "/api/auth/otp", `{"email":"a@b.test","next":"/account"}`).requireStatus(204)
	path := "/auth/callback?code=c&state=" + url.QueryEscape(lastState(t, backend, "POST /auth/v1/otp"))
	backend.handle("POST /auth/v1/token", respondWith(503, `busy`))
	if next := person.send("GET", path, "").requireStatus(303).Header.Get("Location"); next != "/sign-in-error?code="+CodeUnreachable {
		t.Errorf("leads to %s", next)
	}
	backend.handle("POST /auth/v1/token", respondWithSession("person", time.Hour))
	if next := person.send("GET", path, "").requireStatus(303).Header.Get("Location"); next != accountPath {
		t.Errorf("leads to %s", next)
	}
	if person.fetchUser() == nil {
		t.Error("not signed in")
	}
}

func TestParkedAccountsAreSecureOnHTTPS(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend, func(o *Options) { o.PublicURL = "https://tables.example.test" })
	first := person.send("POST", "/api/auth/sign-in", `{"email":"a@b","password":"pw"}`).requireStatus(200).Cookies()[0]
	backend.handle("POST /auth/v1/token", respondWithSession("second", time.Hour))
	resp := person.newGuest().send("POST", "/api/auth/sign-in?add=1", `{"email":"a@b","password":"pw"}`, "Cookie: "+first.Name+"="+first.Value).requireStatus(200)
	var parked *http.Cookie
	for _, cookie := range resp.Cookies() {
		if strings.Contains(cookie.Name, parkedCookieName) {
			parked = cookie
		}
	}
	if parked == nil || !strings.HasPrefix(parked.Name, "__Secure-") || !parked.Secure || !parked.HttpOnly || parked.Path != parkedPath || parked.SameSite != http.SameSiteLaxMode {
		t.Errorf("cookie %v", parked)
	}
}

// The response of a request that started before a switch must not set the former cookie.
func TestALateResponseDoesNotUndoASwitch(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	backend.handle("GET /storage/v1/bucket", respondWith(200, "[]"))
	person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
	backend.handle("POST /auth/v1/token", respondWithSession("second", time.Hour))
	person.send("POST", "/api/auth/sign-in?add=1", `{"email":"a@b","password":"pw"}`).requireStatus(200)
	clock.advance(59*time.Minute + 30*time.Second)
	upload := startUpload(backend, person, person.cookieHeader()) // refreshes the session of the second
	backend.handle("POST /auth/v1/token", respondWithSession("person", time.Hour))
	person.send("POST", "/api/auth/switch", `{"userId":"id-person"}`).requireStatus(200)
	upload.finish().requireNoCookies()
	if user := person.fetchUser(); user == nil || user.ID != "id-person" {
		t.Errorf("user %+v", user)
	}
}

// The auth service has changed the user, but cannot refresh the session.
func TestAChangeSucceedsWithoutARefresh(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend).signIn()
	backend.handle("PUT /auth/v1/user", respondWith(200, `{"id":"id-person","email":"person@example.test","user_metadata":{"full_name":"New Name"}}`))
	backend.handle("POST /auth/v1/token", respondWith(503, "busy"))
	if body := person.send("PATCH", "/api/auth/user", `{"name":"New Name"}`).requireStatus(200).body; !strings.Contains(body, "New Name") {
		t.Errorf("got %s", body)
	}
	if user := person.fetchUser(); user == nil {
		t.Error("signed out")
	}
	backend.handle("POST /auth/v1/token", respondWith(400, `{"code":"refresh_token_not_found","message":"m"}`))
	person.send("PATCH", "/api/auth/user", `{"name":"New Name"}`).requireError(401, CodeNotSignedIn)
}
