package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestTheCaptchasTokenIsForwarded(t *testing.T) {
	backend := newFakeBackend(t)
	guest := startServer(t, backend, func(o *Options) { o.Captcha = &Captcha{Provider: Turnstile, SiteKey: "site"} })
	for request, route := range map[string]string{
		`sign-in|{"email":"a@b.test","password":"pw","captchaToken":"solved"}`: "POST /auth/v1/token",
		`sign-up|{"email":"a@b.test","password":"pw","captchaToken":"solved"}`: "POST /auth/v1/signup",
		`anonymous|{"captchaToken":"solved"}`:                                  "POST /auth/v1/signup",
		`otp|{"email":"a@b.test","captchaToken":"solved"}`:                     "POST /auth/v1/otp",
		`recover|{"email":"a@b.test","captchaToken":"solved"}`:                 "POST /auth/v1/recover",
		`resend|{"email":"a@b.test","type":"signup","captchaToken":"solved"}`:  "POST /auth/v1/resend",
	} {
		name, body, _ := strings.Cut(request, "|")
		received := backend.captureBody(route, respondWith(400, `{"code":"captcha_failed","message":"captcha protection: request disallowed"}`))
		guest.send("POST", "/api/auth/"+name, body).requireError(400, "captcha_failed")
		if got := fmt.Sprint(received()["gotrue_meta_security"]); got != "map[captcha_token:solved]" {
			t.Errorf("%s: got %s", name, got)
		}
		guest.send("POST", "/api/auth/"+name, strings.NewReplacer(`,"captchaToken":"solved"`, "", `"captchaToken":"solved"`, "").Replace(body))
		if _, sent := received()["gotrue_meta_security"]; sent {
			t.Errorf("%s: an empty token was sent", name)
		}
	}
	var workspace Workspace
	if err := json.Unmarshal([]byte(guest.send("GET", "/api/workspace", "").body), &workspace); err != nil || workspace.SignIn.Captcha == nil || workspace.SignIn.Captcha.SiteKey != "site" {
		t.Errorf("workspace: %+v, %v", workspace.SignIn, err)
	}
}

func TestTheContentSecurityPolicyAllowsOnlyTheCaptcha(t *testing.T) {
	for _, test := range []struct {
		captcha *Captcha
		origins []string
	}{
		{nil, nil},
		{&Captcha{Turnstile, "k"}, []string{"https://challenges.cloudflare.com"}},
		{&Captcha{HCaptcha, "k"}, []string{"https://hcaptcha.com", "https://*.hcaptcha.com"}},
	} {
		guest := startServer(t, newFakeBackend(t), func(o *Options) { o.Captcha = test.captcha })
		for _, path := range []string{"/", "/api/workspace"} {
			policy := guest.send("GET", path, "").Header.Get("Content-Security-Policy")
			if got, want := strings.Count(policy, "https://"), 4*len(test.origins); got != want { // scripts, styles, data, frames
				t.Errorf("%+v: %d origins, want %d: %s", test.captcha, got, want, policy)
			}
			for _, origin := range test.origins {
				if !strings.Contains(policy, "script-src 'self'") || !strings.Contains(policy, origin) {
					t.Errorf("%s is missing in %s", origin, policy)
				}
			}
		}
	}
}

func TestInvalidSignInOptionsAreRejected(t *testing.T) {
	for _, change := range []func(*Options){
		func(o *Options) { o.Captcha = &Captcha{Provider: "recaptcha", SiteKey: "k"} },
		func(o *Options) { o.Captcha = &Captcha{Provider: Turnstile} },
		func(o *Options) { o.PasswordRequirements = "emoji" },
	} {
		options := Options{SupabaseURL: "http://x.test", PublishableKey: "k", CookieSecrets: [][]byte{testSecret}}
		change(&options)
		if _, err := New(options); err == nil {
			t.Errorf("accepted: %+v", options)
		}
	}
}

func TestSignInMethodsComeFromTheBackend(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("GET /auth/v1/settings", respondWith(200, `{"external":{"email":true,"phone":true,"anonymous_users":true,"github":true,"google":false,
		"web3_solana":true,"<script>":true},"disable_signup":false,"passkeys_enabled":true}`))
	guest := startServer(t, backend, func(o *Options) {
		o.Providers, o.LockMinutes, o.PasswordMinLength, o.PasswordRequirements = []string{"custom:acme", "github"}, 10, 12, LettersAndDigits
	})
	var workspace Workspace
	if err := json.Unmarshal([]byte(guest.send("GET", "/api/workspace", "").requireStatus(200).body), &workspace); err != nil {
		t.Fatal(err)
	}
	want := SignInMethods{
		Password: true, SignUp: true, EmailCode: true, Anonymous: true, Passkeys: true, Providers: []string{"custom:acme", "github"},
		LockMinutes: 10, PasswordMinLength: 12, PasswordRequiredCharacters: LettersAndDigits,
	}
	if got := fmt.Sprintf("%+v", workspace.SignIn); got != fmt.Sprintf("%+v", want) {
		t.Errorf("got %s, want %+v", got, want)
	}
}

// The auth service sends no Retry-After, and the seconds only in some texts.
func TestThrottlingContainsTheSeconds(t *testing.T) {
	for name, test := range map[string]struct {
		code, text, header, message, retryAfter string
	}{
		"for one address":  {"over_email_send_rate_limit", "For security purposes, you can only request this after 43 seconds.", "", "Too many emails were sent. Try again in 43 seconds.", "43"},
		"for all mails":    {"over_email_send_rate_limit", "email rate limit exceeded", "", "Too many emails were sent. Try again in 60 seconds.", "60"},
		"with a header":    {"over_request_rate_limit", "Request rate limit reached", "7", "Too many requests. Try again in 7 seconds.", "7"},
		"with a date":      {"over_request_rate_limit", "Request rate limit reached", "Wed, 21 Oct 2026 07:28:00 GMT", "Too many requests. Try again in 60 seconds.", "60"},
		"without a number": {"over_request_rate_limit", "Request rate limit reached", "", "Too many requests. Try again in 60 seconds.", "60"},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("GET /auth/v1/settings", respondWith(200, `{"external":{"email":true},"disable_signup":false}`))
			backend.handle("POST /auth/v1/signup", func(w http.ResponseWriter, r *http.Request) {
				if test.header != "" {
					w.Header().Set("Retry-After", test.header)
				}
				respondWith(429, fmt.Sprintf(`{"code":%q,"message":%q}`, test.code, test.text))(w, r)
			})
			resp := startServer(t, backend).send("POST", "/api/auth/sign-up", `{"email":"a@b.test","password":"long enough"}`)
			if e := resp.requireError(429, test.code); e.Message != test.message || e.Details != test.text || resp.Header.Get("Retry-After") != test.retryAfter {
				t.Errorf("got %+v, Retry-After %s", e, resp.Header.Get("Retry-After"))
			}
		})
	}
}

// No route reaches data without a required second factor, also one that is added later.
func TestNoRouteReachesDataWithoutARequiredSecondFactor(t *testing.T) {
	backend := newFakeBackend(t)
	for _, route := range []string{"GET /rest/v1/orders", "POST /rest/v1/rpc/tableside_roles", "GET /storage/v1/bucket"} {
		backend.handle(route, respondWith(200, "[]"))
	}
	person := startServer(t, backend, func(o *Options) { o.RequireMFA = true }).signIn()
	rejected := 0
	for _, route := range person.srv.echo.Router().Routes() {
		path := strings.NewReplacer(":schema", "public", ":table", "orders", ":function", "restock", ":bucket", "b", "*", "x").Replace(route.Path)
		if !strings.HasPrefix(path, "/api/") || strings.HasPrefix(path, "/api/auth/") || path == "/api/workspace" || path == "/api/x" {
			continue
		}
		if strings.HasPrefix(path, "/api/shared/") {
			continue // anyone with the link can open it; the session is not used
		}
		for _, body := range []string{"", "{}", `{"from":"a","to":"b"}`, `{"paths":["a"]}`, `{"path":"a","expiresIn":60}`} {
			resp := person.send(route.Method, path+"?id=eq.1&vsn=2.0.0", body, "Upgrade: websocket", "Connection: Upgrade")
			if resp.StatusCode < 400 {
				t.Errorf("%s %s: %d %s", route.Method, path, resp.StatusCode, resp.body)
			}
			if strings.Contains(resp.body, CodeMFARequired) {
				rejected++
				break
			}
		}
	}
	if asked := append(backend.findRequests("GET /rest"), append(backend.findRequests("POST /rest"), backend.findRequests("GET /storage")...)...); len(asked) > 0 {
		t.Errorf("the backend was asked: %v", asked)
	}
	if rejected < 19 { // all routes of data
		t.Errorf("only %d routes require the second factor", rejected)
	}
}
