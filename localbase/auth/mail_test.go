package auth_test

import (
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/auth"
)

func TestSignUpRequiresConfirmation(t *testing.T) {
	s := start(t, confirmByMail)
	got := s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password}).wantStatus(200)
	if strings.Contains(got.Body, "access_token") || strings.Contains(got.Body, "email_confirmed_at") {
		t.Fatalf("a session before the confirmation: %s", got.Body)
	}
	unconfirmed := decode[user](got)
	if unconfirmed.ConfirmationSentAt == nil || len(unconfirmed.Identities) != 1 {
		t.Errorf("got %+v", unconfirmed)
	}
	s.signIn("ada@example.com", password).wantError(400, "email_not_confirmed")

	mail := s.lastMail("ada@example.com")
	if strings.Contains(got.Body, mail.Code) || strings.Contains(got.Body, url.Values{"token": {""}}.Encode()) {
		t.Errorf("the response contains the code: %s", got.Body)
	}
	s.call("HEAD", strings.TrimPrefix(mail.Link, externalURL), "", nil).wantStatus(405) // a HEAD request doesn't use the token
	address, _, fragment := s.followLink(mail.Link).wantStatus(303).parseRedirect()
	if address != siteURL || fragment.Get("type") != "signup" || fragment.Get("token_type") != "bearer" || fragment.Get("refresh_token") == "" || fragment.Get("expires_in") != "3600" {
		t.Errorf("got %s %v", address, fragment)
	}
	u := s.user(fragment.Get("access_token"))
	if u.EmailConfirmedAt == nil || u.UserMetadata["email_verified"] != true || u.Identities[0].Data["email_verified"] != true {
		t.Errorf("got %+v", u)
	}
	if amr := parseClaims(t, fragment.Get("access_token"))["amr"].([]any); amr[0].(object)["method"] != "otp" {
		t.Errorf("got amr %v", amr)
	}
	s.signIn("ada@example.com", password).wantStatus(200)

	_, _, fragment = s.followLink(mail.Link).wantStatus(303).parseRedirect()
	if fragment.Get("error") != "access_denied" || fragment.Get("error_code") != "otp_expired" || fragment.Get("error_description") == "" || fragment.Has("access_token") {
		t.Errorf("the link was accepted twice: %v", fragment)
	}
}

func TestSignUpDoesNotRevealAccounts(t *testing.T) {
	s := start(t, confirmByMail)
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password, "data": object{"secret": "private"}}).wantStatus(200)
	s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303)
	existing := s.user(decode[session](s.signIn("ada@example.com", password).wantStatus(200)).AccessToken)
	before := len(s.listMails("ada@example.com"))

	got := s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": "another one", "data": object{"own": 1}}).wantStatus(200)
	if strings.Contains(got.Body, existing.ID) || strings.Contains(got.Body, "private") || strings.Contains(got.Body, "email_confirmed_at") {
		t.Errorf("got %s", got.Body)
	}
	decoy := decode[user](got)
	if decoy.Email != "ada@example.com" || decoy.ConfirmationSentAt == nil || decoy.UserMetadata["own"] != 1.0 || len(decoy.Identities) != 0 {
		t.Errorf("got %s", got.Body)
	}
	if len(s.listMails("ada@example.com")) != before {
		t.Error("a mail was sent")
	}
	s.signIn("ada@example.com", "another one").wantError(400, "invalid_credentials")
	for _, path := range []string{"/recover", "/otp", "/resend"} {
		body := object{"email": "ada@example.com", "type": "signup"}
		s.clock.advance(time.Minute)
		known := s.call("POST", path, "", body).wantStatus(200)
		body["email"] = "nobody@example.com"
		if unknown := s.call("POST", path, "", body).wantStatus(200); known.Body != unknown.Body || strings.TrimSpace(known.Body) != "{}" {
			t.Errorf("%s: %s, %s", path, known.Body, unknown.Body)
		}
	}
}

// The limit for mails must also apply to unknown addresses, so that it doesn't reveal accounts. The
// test calls each path twice within the interval.
func TestMailLimitDoesNotRevealAccounts(t *testing.T) {
	s := start(t, confirmByMail, func(o *auth.Options) { o.MailInterval = time.Minute; o.RateLimits.EmailSent = 9 })
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password}).wantStatus(200)
	s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303)
	for i, test := range []struct {
		path string
		body object
	}{
		{"/recover", object{}},
		{"/signup", object{"password": password}},
		{"/resend", object{"type": "signup"}},
		{"/resend", object{"type": "email_change"}},
	} {
		var responses [2][]string
		for j, address := range []string{"ada@example.com", fmt.Sprintf("nobody%d@example.com", i)} {
			s.clock.advance(time.Hour)
			for range 2 {
				test.body["email"] = address
				got := s.call("POST", test.path, "", test.body)
				body := got.Body
				if got.Status == 200 && test.path == "/signup" {
					body = "an account" // TestSignUpDoesNotRevealAccounts compares it
				}
				responses[j] = append(responses[j], fmt.Sprint(got.Status, body))
			}
		}
		if !slices.Equal(responses[0], responses[1]) || !strings.HasPrefix(responses[0][0], "200") || !strings.HasPrefix(responses[0][1], "429") {
			t.Errorf("%s: existing address %q, unknown address %q", test.path, responses[0], responses[1])
		}
	}
}

// The hourly limit must also count unknown addresses.
func TestHourlyMailLimitDoesNotRevealAccounts(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.RateLimits.EmailSent = 1 })
	s.signUp("ada@example.com")
	s.call("POST", "/recover", "", object{"email": "nobody@example.com"}).wantStatus(200)
	s.clock.advance(2 * time.Second)
	s.call("POST", "/recover", "", object{"email": "ada@example.com"}).wantError(429, "over_email_send_rate_limit")
	s.call("POST", "/recover", "", object{"email": "nobody@example.com"}).wantError(429, "over_email_send_rate_limit")
}

func TestSecondSignUpDoesNotChangeUnconfirmedAccount(t *testing.T) {
	s := start(t, confirmByMail)
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password}).wantStatus(200)
	s.clock.advance(time.Minute)
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": "attacker's"}).wantStatus(200)
	s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303)
	s.signIn("ada@example.com", "attacker's").wantError(400, "invalid_credentials")
	s.signIn("ada@example.com", password).wantStatus(200)
}

func TestVerifyByCode(t *testing.T) {
	for _, kind := range []string{"signup", "email"} {
		t.Run(kind, func(t *testing.T) {
			s := start(t, confirmByMail)
			s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password}).wantStatus(200)
			code := s.lastMail("ada@example.com").Code
			if len(code) != 6 {
				t.Errorf("got code %q", code)
			}
			in := decode[session](s.call("POST", "/verify", "", object{"type": kind, "email": "Ada@example.com", "token": code}).wantStatus(200))
			if in.User.EmailConfirmedAt == nil {
				t.Errorf("got %+v", in.User)
			}
			s.call("POST", "/verify", "", object{"type": kind, "email": "ada@example.com", "token": code}).wantError(403, "otp_expired")
		})
	}
}

func TestVerifyRejections(t *testing.T) {
	s := start(t, confirmByMail)
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password}).wantStatus(200)
	mail := s.lastMail("ada@example.com")
	wrong := "000000"
	if mail.Code == wrong {
		wrong = "111111"
	}
	for _, test := range []struct {
		name   string
		body   any
		status int
		code   string
	}{
		{"no type", object{"email": "ada@example.com", "token": mail.Code}, 400, "validation_failed"},
		{"unknown type", object{"type": "magic", "email": "ada@example.com", "token": mail.Code}, 400, "validation_failed"},
		{"no token", object{"type": "signup", "email": "ada@example.com"}, 400, "validation_failed"},
		{"token and hash", object{"type": "signup", "token": mail.Code, "token_hash": "x"}, 400, "validation_failed"},
		{"hash and address", object{"type": "signup", "token_hash": "x", "email": "ada@example.com"}, 400, "validation_failed"},
		{"no address", object{"type": "signup", "token": mail.Code}, 400, "validation_failed"},
		{"invalid address", object{"type": "signup", "token": mail.Code, "email": "ada"}, 422, "validation_failed"},
		{"wrong code", object{"type": "signup", "token": wrong, "email": "ada@example.com"}, 403, "otp_expired"},
		{"another address", object{"type": "signup", "token": mail.Code, "email": "eve@example.com"}, 403, "otp_expired"},
		{"another type", object{"type": "recovery", "token": mail.Code, "email": "ada@example.com"}, 403, "otp_expired"},
		{"wrong hash", object{"type": "signup", "token_hash": "abc"}, 403, "otp_expired"},
		{"phone", object{"type": "sms", "token": "123456", "phone": "441234567"}, 403, "otp_expired"},
		{"invalid phone", object{"type": "sms", "token": "123456", "phone": "441234567-x"}, 400, "validation_failed"},
	} {
		t.Run(test.name, func(t *testing.T) { s.call("POST", "/verify", "", test.body).wantError(test.status, test.code) })
	}
	s.call("GET", "/verify?token=x", "", nil).wantError(400, "validation_failed")
	s.call("GET", "/verify?type=signup", "", nil).wantError(400, "validation_failed")
	s.clock.advance(61 * time.Minute)
	s.call("POST", "/verify", "", object{"type": "signup", "token": mail.Code, "email": "ada@example.com"}).wantError(403, "otp_expired")
}

func TestMagicLinkSignsInAndCreatesAccount(t *testing.T) {
	s := start(t)
	s.call("POST", "/otp", "", object{"email": "new@example.com", "create_user": false}).wantError(422, "otp_disabled")
	s.call("POST", "/otp?redirect_to="+url.QueryEscape(siteURL+"/after"), "", object{"email": "new@example.com", "data": object{"lang": "fr"}}).wantStatus(200)
	mail := s.lastMail("new@example.com")
	address, _, fragment := s.followLink(mail.Link).wantStatus(303).parseRedirect()
	if address != siteURL+"/after" || fragment.Get("type") != "magiclink" {
		t.Errorf("got %s %v", address, fragment)
	}
	if u := s.user(fragment.Get("access_token")); u.UserMetadata["lang"] != "fr" || u.EmailConfirmedAt == nil {
		t.Errorf("got %+v", u)
	}
	s.clock.advance(time.Minute)
	s.call("POST", "/magiclink", "", object{"email": "new@example.com"}).wantStatus(200)
	hash := readToken(t, s.lastMail("new@example.com"))
	in := decode[session](s.call("POST", "/verify", "", object{"type": "email", "token_hash": hash}).wantStatus(200))
	if in.User.Email != "new@example.com" {
		t.Errorf("got %+v", in.User)
	}
	s.call("POST", "/otp", "", object{"phone": "441234567"}).wantError(400, "phone_provider_disabled")
	s.call("POST", "/otp", "", object{}).wantError(400, "validation_failed")
}

func readToken(t *testing.T, mail auth.Mail) string {
	t.Helper()
	link, err := url.Parse(mail.Link)
	if err != nil {
		t.Fatal(err)
	}
	return link.Query().Get("token")
}

func TestRecoverySetsANewPassword(t *testing.T) {
	s := start(t)
	s.signUp("ada@example.com")
	s.call("POST", "/recover", "", object{"email": "ada@example.com"}).wantStatus(200)
	_, _, fragment := s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303).parseRedirect()
	if fragment.Get("type") != "recovery" {
		t.Errorf("got %v", fragment)
	}
	s.call("PUT", "/user", fragment.Get("access_token"), object{"password": "battery staple"}).wantStatus(200)
	s.signIn("ada@example.com", "battery staple").wantStatus(200)
}

func TestRecoveryOfBannedAccountIsRejected(t *testing.T) {
	s := start(t)
	s.signUp("ada@example.com")
	s.call("POST", "/recover", "", object{"email": "ada@example.com"}).wantStatus(200)
	s.db.Exec(t, `update auth.users set banned_until = now() + interval '1 day'`)
	_, _, fragment := s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303).parseRedirect()
	if fragment.Get("error_code") != "user_banned" || fragment.Has("access_token") {
		t.Errorf("got %v", fragment)
	}
}

func TestEmailChangeRequiresBothAddresses(t *testing.T) {
	for _, order := range [][]string{{"ada@example.com", "lovelace@example.com"}, {"lovelace@example.com", "ada@example.com"}} {
		t.Run("first "+order[0], func(t *testing.T) {
			s := start(t, confirmByMail)
			in := s.signUpConfirmed("ada@example.com")
			got := decode[user](s.call("PUT", "/user", in.AccessToken, object{"email": "lovelace@example.com"}).wantStatus(200))
			if got.Email != "ada@example.com" || got.NewEmail != "lovelace@example.com" {
				t.Fatalf("got %+v", got)
			}
			first := s.lastMail(order[0])
			_, _, fragment := s.followLink(first.Link).wantStatus(303).parseRedirect()
			if fragment.Get("message") == "" || fragment.Has("access_token") {
				t.Errorf("after the first confirmation: got %v", fragment)
			}
			if _, _, fragment = s.followLink(first.Link).wantStatus(303).parseRedirect(); fragment.Get("error_code") != "otp_expired" {
				t.Errorf("an address can confirm twice: %v", fragment)
			}
			if u := s.user(in.AccessToken); u.Email != "ada@example.com" {
				t.Fatalf("changed after the first confirmation: %+v", u)
			}
			second := s.lastMail(order[1])
			changed := decode[session](s.call("POST", "/verify", "", object{"type": "email_change", "email": order[1], "token": second.Code}).wantStatus(200))
			if changed.User.Email != "lovelace@example.com" || changed.User.NewEmail != "" || changed.User.Identities[0].Email != "lovelace@example.com" {
				t.Errorf("got %+v", changed.User)
			}
			s.signIn("lovelace@example.com", password).wantStatus(200)
			s.signIn("ada@example.com", password).wantError(400, "invalid_credentials")
		})
	}
}

// signUpConfirmed signs up, confirms the address by mail and signs in.
func (s *service) signUpConfirmed(email string) session {
	s.t.Helper()
	s.call("POST", "/signup", "", object{"email": email, "password": password}).wantStatus(200)
	s.followLink(s.lastMail(email).Link).wantStatus(303)
	s.clock.advance(time.Minute)
	return decode[session](s.signIn(email, password).wantStatus(200))
}

func TestSingleEmailChange(t *testing.T) {
	s := start(t, confirmByMail, func(o *auth.Options) { o.SingleEmailChange = true })
	in := s.signUpConfirmed("ada@example.com")
	s.call("PUT", "/user", in.AccessToken, object{"email": "lovelace@example.com"}).wantStatus(200)
	for _, mail := range s.listMails("ada@example.com") {
		if mail.Type == "email_change" {
			t.Error("a mail was sent to the current address")
		}
	}
	s.followLink(s.lastMail("lovelace@example.com").Link).wantStatus(303)
	if u := s.user(in.AccessToken); u.Email != "lovelace@example.com" {
		t.Errorf("got %+v", u)
	}
}

func TestEmailChangeToAddressInUse(t *testing.T) {
	s := start(t, confirmByMail, func(o *auth.Options) { o.SingleEmailChange = true })
	in := s.signUpConfirmed("ada@example.com")
	s.call("PUT", "/user", in.AccessToken, object{"email": "eve@example.com"}).wantStatus(200)
	link := s.lastMail("eve@example.com").Link
	s.signUpConfirmed("eve@example.com")
	_, _, fragment := s.followLink(link).wantStatus(303).parseRedirect()
	if fragment.Get("error_code") != "email_exists" {
		t.Errorf("got %v", fragment)
	}
}

func TestResend(t *testing.T) {
	s := start(t, confirmByMail)
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password}).wantStatus(200)
	first := s.lastMail("ada@example.com")
	s.call("POST", "/resend", "", object{"type": "signup", "email": "ada@example.com"}).wantError(429, "over_email_send_rate_limit")
	s.clock.advance(2 * time.Second)
	s.call("POST", "/resend", "", object{"type": "signup", "email": "ada@example.com"}).wantStatus(200)
	if s.lastMail("ada@example.com").ID == first.ID {
		t.Fatal("no second mail was sent")
	}
	if _, _, fragment := s.followLink(first.Link).parseRedirect(); fragment.Get("error_code") != "otp_expired" {
		t.Error("the first code is still valid")
	}
	s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303)
	s.call("POST", "/resend", "", object{"type": "recovery", "email": "ada@example.com"}).wantError(400, "validation_failed")
	s.call("POST", "/resend", "", object{"type": "signup"}).wantError(400, "validation_failed")
}

func TestRedirectTargets(t *testing.T) {
	s := start(t, func(o *auth.Options) { o.RedirectURLs = []string{"https://*.preview.test/**", "myapp://callback"} })
	s.signUp("ada@example.com")
	for requested, want := range map[string]string{
		"":                                siteURL,
		siteURL + "/a?b=c":                siteURL + "/a",
		"https://one.preview.test/x/y":    "https://one.preview.test/x/y",
		"https://one.two.preview.test/":   siteURL,
		"https://preview.test.evil.test/": siteURL,
		"https://evil.test/?https://one.preview.test/": siteURL,
		"http://site.test@evil.test/":                  siteURL,
		"http://ada@site.test/":                        siteURL,
		"javascript://site.test/%0aalert(1)":           siteURL,
		"//evil.test":                                  siteURL,
		"/relative":                                    siteURL,
		"myapp://callback":                             "myapp://callback",
	} {
		s.clock.advance(time.Minute)
		s.call("POST", "/magiclink?redirect_to="+url.QueryEscape(requested), "", object{"email": "ada@example.com"}).wantStatus(200)
		if got, _, _ := s.followLink(s.lastMail("ada@example.com").Link).wantStatus(303).parseRedirect(); got != want {
			t.Errorf("%q: redirected to %q, want %q", requested, got, want)
		}
	}
}

func TestMailboxPages(t *testing.T) {
	s := start(t, confirmByMail)
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password}).wantStatus(200)
	mail := s.lastMail("ada@example.com")
	if mail.Subject == "" || !strings.Contains(mail.HTML, mail.Code) || !strings.HasPrefix(mail.Link, externalURL+"/verify?") {
		t.Errorf("got %+v", mail)
	}
	get := func(method, path string) testResponse {
		w := httptest.NewRecorder()
		s.Mailbox().ServeHTTP(w, httptest.NewRequest(method, path, nil))
		return testResponse{t: t, Status: w.Code, Header: w.Header(), Body: w.Body.String()}
	}
	for _, path := range []string{"/", "/" + mail.ID} {
		page := get("GET", path).wantStatus(200)
		if !strings.Contains(page.Body, mail.Code) || !strings.Contains(page.Header.Get("Content-Security-Policy"), "default-src 'none'") {
			t.Errorf("%s: %v %s", path, page.Header, page.Body)
		}
	}
	get("GET", "/unknown").wantStatus(404)
	get("DELETE", "/api/mails").wantStatus(204)
	if mails := s.listMails(""); len(mails) != 0 {
		t.Errorf("got %v", mails)
	}
	s.call("GET", "/api/mails", "", nil).wantStatus(404) // the API doesn't serve the mailbox
}

func TestRejectedRequestSendsNoMail(t *testing.T) {
	s := start(t, confirmByMail)
	s.db.Exec(t, `create function public.reject() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
		create trigger reject after update on auth.users for each row execute function public.reject()`)
	s.call("POST", "/signup", "", object{"email": "ada@example.com", "password": password}).wantError(500, "unexpected_failure")
	if mails := s.listMails("ada@example.com"); len(mails) != 0 {
		t.Errorf("got %v", mails)
	}
	if logged := s.log.String(); !strings.Contains(logged, "raise exception") && !strings.Contains(logged, "no (SQLSTATE") || strings.Contains(logged, "ada@") {
		t.Errorf("got log %s", logged)
	}
	s.log.Reset()
}
