//go:build unix

package accounts

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/server"
)

func (c *client) requestMail(route, email string) {
	c.t.Helper()
	c.send("POST", "/api/auth/"+route, fmt.Sprintf(`{"email":%q}`, email)).requireStatus(204)
}

func TestACodeSignsIn(t *testing.T) {
	person := startServer(t)
	for email, isNew := range map[string]bool{createUser(t, "code"): false, "new-code@example.test": true} {
		person = person.newBrowser()
		person.requestMail("otp", email)
		code := latestMail(t, email).Code
		spaced := code[:3] + " " + code[3:]
		person.newBrowser().send("POST", "/api/auth/verify", fmt.Sprintf(`{"email":%q,"token":"000000","type":"email"}`, email)).requireError(403, "otp_expired")
		resp := person.newBrowser() // a code works in another browser
		resp.send("POST", "/api/auth/verify", fmt.Sprintf(`{"email":%q,"token":%q,"type":"email"}`, " "+email, spaced)).requireStatus(200)
		if user := resp.requireUser(email); user.SignInMethod != "otp" || user.AAL != server.AAL1 || user.IsAnonymous {
			t.Errorf("new %v: %+v", isNew, user)
		}
		person.send("POST", "/api/auth/verify", fmt.Sprintf(`{"email":%q,"token":%q,"type":"email"}`, email, code)).requireError(403, "otp_expired")
	}
}

func TestACodeMustBeWellFormed(t *testing.T) {
	guest := startServer(t)
	for _, body := range []string{
		`{"email":"a@b.test","token":"12345","type":"email"}`, `{"email":"a@b.test","token":"12345678901","type":"email"}`,
		`{"email":"a@b.test","token":"12345x","type":"email"}`, `{"email":"","token":"123456","type":"email"}`,
		`{"email":"a@b.test","token":"123456","type":"sms"}`, `{"email":"a@b.test","token":"123456"}`,
		`{"email":"a@b.test","token":"123456","token_hash":"x","type":"email"}`, `{"token_hash":"","type":"email"}`, `{}`,
	} {
		guest.send("POST", "/api/auth/verify", body).requireError(400, server.CodeBadRequest)
	}
}

func TestALinkSignsInTheBrowserThatRequestedIt(t *testing.T) {
	email := createUser(t, "link")
	person := startServer(t)
	person.send("POST", "/api/auth/otp", fmt.Sprintf(`{"email":%q,"next":"/tables/public/notes?order=id"}`, email)).requireStatus(204)
	link := latestMail(t, email)
	head, err := person.Head(link.Link)
	if err != nil || head.StatusCode != http.StatusMethodNotAllowed {
		t.Fatalf("a mail scanner: %v %v", head, err)
	}
	target := person.send("GET", link.Link, "").requireRedirect()
	parsed, err := url.Parse(target)
	if err != nil || parsed.Path != "/auth/callback" || parsed.Query().Get("code") == "" || parsed.Fragment != "" {
		t.Fatalf("the link leads to %s, %v", target, err)
	}
	person.send("HEAD", parsed.RequestURI(), "") // must not use the code
	if next := person.openTarget(target); next != "/tables/public/notes?order=id" {
		t.Errorf("leads to %s", next)
	}
	person.requireUser(email)
	for _, again := range []string{target, "/?code=" + parsed.Query().Get("code")} {
		if next := person.openTarget(again); next != "/sign-in-error?code="+server.CodeLinkUsed {
			t.Errorf("%s, again: leads to %s", again, next)
		}
	}
	person.requireUser(email)
}

func TestFailuresOfALink(t *testing.T) {
	for name, test := range map[string]struct {
		prepare func(person *client, email string)
		open    func(person *client, email string) string
		code    string
	}{
		"expired": {
			prepare: func(_ *client, email string) {
				runSQL(t, `update auth.one_time_tokens set created_at = created_at - interval '1 day' where user_id = (select id from auth.users where email = '`+email+`')`)
			},
			code: "otp_expired",
		},
		"already used": {
			prepare: func(person *client, email string) {
				person.newBrowser().openLink(latestMail(t, email))
			},
			code: "otp_expired",
		},
		"another browser": {
			open: func(person *client, email string) string { return person.newBrowser().openLink(latestMail(t, email)) },
			code: server.CodeOtherBrowser,
		},
		"the account was deleted": {
			prepare: func(_ *client, email string) { runSQL(t, `delete from auth.users where email = '`+email+`'`) },
			code:    "otp_expired",
		},
		"the account was deleted after the redirect": {
			open: func(person *client, email string) string {
				target := person.send("GET", latestMail(t, email).Link, "").requireRedirect()
				runSQL(t, `delete from auth.users where email = '`+email+`'`)
				return person.openTarget(target)
			},
			code: "user_not_found|flow_state_not_found",
		},
		"the account was banned": {
			prepare: func(_ *client, email string) {
				runSQL(t, `update auth.users set banned_until = now() + interval '1 day' where email = '`+email+`'`)
			},
			code: "user_banned",
		},
		"malformed": {
			open: func(person *client, email string) string {
				mail := latestMail(t, email)
				mail.Link = strings.Replace(mail.Link, "token=pkce_", "token=pkce_x", 1)
				return person.openLink(mail)
			},
			code: "otp_expired",
		},
		"a malformed code": {
			open: func(person *client, _ string) string {
				return person.openTarget("/auth/callback?code=%00%0d%0aSet-Cookie:x")
			},
			code: server.CodeLinkExpired,
		},
		"a malformed error": {
			open: func(person *client, _ string) string {
				return person.openTarget("/auth/callback?error_code=" + url.QueryEscape("<script>&x=//evil.test"))
			},
			code: server.CodeProviderFailed,
		},
	} {
		t.Run(name, func(t *testing.T) {
			email := createUser(t, "fails-"+strings.ReplaceAll(name, " ", "-"))
			person := startServer(t)
			person.t = t
			person.requestMail("otp", email)
			if test.prepare != nil {
				test.prepare(person, email)
			}
			open := test.open
			if open == nil {
				open = func(person *client, email string) string { return person.openLink(latestMail(t, email)) }
			}
			location := open(person, email)
			code, isError := strings.CutPrefix(location, "/sign-in-error?code=")
			if !isError || !strings.Contains("|"+test.code+"|", "|"+code+"|") {
				t.Errorf("leads to %s, want the code %s", location, test.code)
			}
			person.requireGuest()
		})
	}
}

// The auth service returns to its SITE_URL if the address of the callback is not in its
// list.
func TestALinkToTheStartPageSignsIn(t *testing.T) {
	email := createUser(t, "site-url")
	person := startServer(t, func(o *server.Options) { o.PublicURL = "http://tables.example.test" })
	person.requestMail("otp", email)
	abandoned := "abandoned@example.test"
	createUser(t, "abandoned")
	person.requestMail("otp", abandoned) // a newer flow, with another verifier
	target := person.send("GET", latestMail(t, email).Link, "").requireRedirect()
	if !strings.HasPrefix(target, "http://127.0.0.1:3000?code=") {
		t.Fatalf("the link leads to %s", target)
	}
	_, query, _ := strings.Cut(target, "?")
	if next := person.openTarget("/?" + query); next != "/" {
		t.Errorf("leads to %s", next)
	}
	person.requireUser(email)
}

func TestRecoverySetsAPassword(t *testing.T) {
	email := createUser(t, "recovery")
	person := startServer(t)
	other := person.newBrowser().signIn(email)
	person.requestMail("recover", email)
	ageMails(t, email, 30)
	person.followTokenLink(latestMail(t, email))
	person.requireUser(email)
	person.send("PATCH", "/api/auth/user", `{"password":"short"}`).requireError(422, "weak_password")
	person.send("PATCH", "/api/auth/user", fmt.Sprintf(`{"password":%q}`, password)).requireError(422, "same_password")
	person.send("PATCH", "/api/auth/user", `{"password":"battery staple"}`).requireStatus(200)
	person.requireUser(email)
	person.newBrowser().send("POST", "/api/auth/sign-in", fmt.Sprintf(`{"email":%q,"password":"battery staple"}`, email)).requireStatus(200)
	other.send("GET", "/api/auth/account", "").requireError(401, server.CodeNotSignedIn)
	other.requireGuest()

	person.requestMail("recover", email) // the code, in another browser
	body := fmt.Sprintf(`{"email":%q,"token":%q,"type":"recovery"}`, email, latestMail(t, email).Code)
	person.newBrowser().send("POST", "/api/auth/verify", body).requireStatus(200)
}

// ageMails makes the mails of a user, and the flows that they belong to, older.
func ageMails(t *testing.T, email string, minutes int) {
	t.Helper()
	for table, column := range map[string]string{"one_time_tokens": "created_at", "flow_state": "created_at"} {
		runSQL(t, fmt.Sprintf(`update auth.%s set %s = %[2]s - interval '%[3]d minutes' where user_id = (select id from auth.users where email = '%[4]s')`,
			table, column, minutes, email))
	}
}

// followTokenLink signs in with a link of a mail that leads to the callback with tokens in the fragment, as the page's
// first script does.
func (c *client) followTokenLink(mail auth.Mail) {
	c.t.Helper()
	target := c.send("GET", mail.Link, "").requireRedirect()
	if address, _, _ := strings.Cut(target, "#"); address != c.url+"/auth/callback" {
		c.t.Errorf("leads to %s", address)
	}
	c.send("POST", "/api/auth/session", fragmentTokens(c.t, target)).requireStatus(200)
	c.requireUser(mail.To)
}

// The auth service accepts the link of a sign-in for its whole lifetime, but the code of a new account for 5 minutes.
func TestALinkOfASignInCanBeOld(t *testing.T) {
	email := createUser(t, "late")
	person := startServer(t)
	person.requestMail("otp", email)
	ageMails(t, email, 30)
	if next := person.openLink(latestMail(t, email)); next != "/" {
		t.Errorf("leads to %s", next)
	}
	person.requireUser(email)

	const newcomer = "late-newcomer@example.test"
	other := person.newBrowser()
	other.requestMail("otp", newcomer)
	ageMails(t, newcomer, 30)
	if next := other.openLink(latestMail(t, newcomer)); next != "/sign-in-error?code=sign_up_confirmed" {
		t.Errorf("leads to %s", next)
	}
	other.requestMail("otp", newcomer) // the address is confirmed now
	ageMails(t, newcomer, 30)
	other.openLink(latestMail(t, newcomer))
	other.requireUser(newcomer)
}

// The response must not reveal which addresses have an account.
func TestARequestForAMailRevealsNothing(t *testing.T) {
	known := createUser(t, "known")
	person := startServer(t)
	for _, request := range []string{`recover|{"email":%q}`, `resend|{"email":%q,"type":"signup"}`, `resend|{"email":%q,"type":"email_change"}`, `otp|{"email":%q}`} {
		route, body, _ := strings.Cut(request, "|")
		describe := func(email string) string {
			browser := person.newBrowser()
			resp := browser.send("POST", "/api/auth/"+route, fmt.Sprintf(body, email))
			var names []string
			for _, cookie := range resp.Cookies() {
				names = append(names, fmt.Sprint(len(cookie.Name), len(cookie.Value), cookie.MaxAge))
			}
			return fmt.Sprint(resp.StatusCode, resp.body, names, resp.Header.Get("Retry-After"))
		}
		if a, b := describe(known), describe("unknown@example.test"); a != b {
			t.Errorf("%s: known %s, unknown %s", route, a, b)
		}
	}
	runSQL(t, `delete from auth.users where email = 'unknown@example.test'`)
}

func TestAnInvitedUserSetsAPassword(t *testing.T) {
	const email = "invited@example.test"
	callBackend(t, "POST", "/auth/v1/invite", fmt.Sprintf(`{"email":%q}`, email))
	person := startServer(t)
	target := person.send("GET", latestMail(t, email).Link, "").requireRedirect()
	if tokens := fragmentTokens(t, target); person.send("POST", "/api/auth/session", tokens).requireStatus(200) != nil {
		person.requireUser(email)
	}
	person.send("PATCH", "/api/auth/user", fmt.Sprintf(`{"password":%q,"name":"In Vited"}`, password)).requireStatus(200)
	if user := person.newBrowser().signIn(email).requireUser(email); user.Name != "In Vited" {
		t.Errorf("user %+v", user)
	}
}

// fragmentTokens returns the body of POST /api/auth/session for an address with tokens.
func fragmentTokens(t *testing.T, address string) string {
	t.Helper()
	_, fragment, _ := strings.Cut(address, "#")
	values, err := url.ParseQuery(fragment)
	if err != nil || values.Get("access_token") == "" {
		t.Fatalf("no tokens in %s", address)
	}
	return fmt.Sprintf(`{"access_token":%q,"refresh_token":%q}`, values.Get("access_token"), values.Get("refresh_token"))
}

func TestASignUpIsConfirmed(t *testing.T) {
	const email = "sign-up@example.test"
	person := startServer(t)
	resp := person.send("POST", "/api/auth/sign-up", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)).requireStatus(200)
	if strings.TrimSpace(resp.body) != `{"user":null}` {
		t.Errorf("got %s", resp.body)
	}
	person.requireGuest()
	person.send("POST", "/api/auth/sign-in", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)).requireError(400, "email_not_confirmed")
	first := latestMail(t, email)
	person.send("POST", "/api/auth/resend", fmt.Sprintf(`{"email":%q,"type":"signup"}`, email)).requireStatus(204)
	if latestMail(t, email).ID == first.ID {
		t.Error("no second mail")
	}
	ageMails(t, email, 30)
	person.newBrowser().followTokenLink(latestMail(t, email))
}
