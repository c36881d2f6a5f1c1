//go:build unix

package accounts

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
)

// newImplicitLink returns the body of POST /api/auth/session for a link that another app
// has requested without PKCE.
func newImplicitLink(t *testing.T, c *client, email string) string {
	t.Helper()
	callBackend(t, "POST", "/auth/v1/otp", fmt.Sprintf(`{"email":%q}`, email))
	return fragmentTokens(t, c.send("GET", latestMail(t, email).Link, "").requireRedirect())
}

func TestTokensOfALinkStartASession(t *testing.T) {
	email := createUser(t, "fragment")
	person := startServer(t)
	tokens := newImplicitLink(t, person, email)
	person.send("POST", "/api/auth/session", tokens, "Sec-Fetch-Site: cross-site").requireError(403, server.CodeCrossOrigin)
	person.send("POST", "/api/auth/session", tokens).requireStatus(200)
	person.requireUser(email)
	person.send("POST", "/api/rows/notes", `{"body":"from a link"}`).requireStatus(201)
}

func TestTokensThatAreNotValidStartNoSession(t *testing.T) {
	person := startServer(t)
	ended := newImplicitLink(t, person, createUser(t, "ended-link"))
	mixed := newImplicitLink(t, person, createUser(t, "mixed-link"))
	other := newImplicitLink(t, person, createUser(t, "other-link"))
	person.newBrowser().send("POST", "/api/auth/session", ended).requireStatus(200)
	runSQL(t, `delete from auth.sessions where user_id = (select id from auth.users where email = 'ended-link@example.test')`)
	access, _, _ := strings.Cut(mixed, `","`)
	_, refresh, _ := strings.Cut(other, `","`)
	for name, body := range map[string]string{
		"of a session that has ended": ended, "of two users": access + `","` + refresh,
		"malformed": `{"access_token":"x","refresh_token":"y"}`,
		"the key":   fmt.Sprintf(`{"access_token":%q,"refresh_token":"y"}`, base.Info().AnonKey),
		"secret":    fmt.Sprintf(`{"access_token":%q,"refresh_token":"y"}`, base.Info().ServiceRoleKey),
	} {
		if e := person.send("POST", "/api/auth/session", body).requireError(400, server.CodeLinkExpired); e.Hint == "" {
			t.Errorf("%s: %+v", name, e)
		}
		person.requireGuest()
	}
	for _, body := range []string{
		`{"access_token":"","refresh_token":""}`, `{"access_token":"x","refresh_token":""}`, `{"access_token":"x\r\nApikey: y","refresh_token":"y"}`,
		fmt.Sprintf(`{"access_token":%q,"refresh_token":"y"}`, strings.Repeat("x", 40_000)),
	} {
		person.send("POST", "/api/auth/session", body).requireError(400, server.CodeBadRequest)
	}
}

// An attacker sends the victim a link with the attacker's own tokens.
func TestALinkDoesNotReplaceAnotherUsersSession(t *testing.T) {
	email, attacker := createUser(t, "fixated"), createUser(t, "fixating")
	person := startServer(t).signIn(email)
	tokens := newImplicitLink(t, person, attacker)
	before := person.sessionCookie()
	if e := person.send("POST", "/api/auth/session", tokens).requireError(409, server.CodeAlreadySignedIn); !strings.Contains(e.Message, email) {
		t.Errorf("message %q", e.Message)
	}
	hash := generateHash(t, attacker)
	body := fmt.Sprintf(`{"token_hash":%q,"type":"magiclink"`, hash)
	person.send("POST", "/api/auth/verify", body+"}").requireError(409, server.CodeAlreadySignedIn)
	if person.requireUser(email); person.sessionCookie() != before {
		t.Error("the cookie changed")
	}
	person.send("POST", "/api/auth/verify", body+`,"replace":true}`).requireStatus(200) // the link was not used up
	person.requireUser(attacker)
	if left := countSessions(t, email); left != "0" {
		t.Errorf("%s sessions of the former user are left", left)
	}
	person.signIn(email)
	person.send("POST", "/api/auth/session", strings.TrimSuffix(tokens, "}")+`,"replace":true}`).requireStatus(200)
	person.requireUser(attacker)
}

// generateHash returns the token_hash that an owner's own mail template contains.
func generateHash(t *testing.T, email string) string {
	t.Helper()
	link := callBackend(t, "POST", "/auth/v1/admin/generate_link", fmt.Sprintf(`{"type":"magiclink","email":%q}`, email))
	_, rest, _ := strings.Cut(link, `"hashed_token":"`)
	hash, _, found := strings.Cut(rest, `"`)
	if !found {
		t.Fatalf("no hashed_token in %s", link)
	}
	return hash
}

func (c *client) sessionCookie() string {
	c.t.Helper()
	var values []string
	for _, cookie := range c.Jar.Cookies(mustParse(c.t, c.url)) {
		if strings.HasPrefix(cookie.Name, "tableside.") {
			values = append(values, cookie.String())
		}
	}
	return strings.Join(values, "; ")
}

// Each sign-in starts a new session: a cookie that an attacker has set before is useless.
func TestASignInCreatesANewSession(t *testing.T) {
	email, attacker := createUser(t, "new-session"), createUser(t, "planted")
	person := startServer(t)
	planted := person.newBrowser().signIn(attacker).sessionCookie()
	for name, signIn := range map[string]func(*client){
		"password": func(c *client) { c.signIn(email) },
		"code": func(c *client) {
			c.requestMail("otp", email)
			c.send("POST", "/api/auth/verify", fmt.Sprintf(`{"email":%q,"token":%q,"type":"email"}`, email, latestMail(t, email).Code)).requireStatus(200)
		},
		"link": func(c *client) {
			c.requestMail("otp", email)
			c.openLink(latestMail(t, email))
		},
		"tokens of a link": func(c *client) { c.send("POST", "/api/auth/session", newImplicitLink(t, c, email)).requireStatus(200) },
	} {
		victim := person.newBrowser()
		signIn(victim)
		first := victim.sessionCookie()
		signIn(victim)
		if victim.requireUser(email); victim.sessionCookie() == first || victim.sessionCookie() == planted {
			t.Errorf("%s: the session is the same", name)
		}
	}
}

func TestAStolenCookieEndsWithTheSession(t *testing.T) {
	for i, scope := range []string{"", `{"scope":"local"}`, `{"scope":"global"}`, `{}`} {
		email := createUser(t, fmt.Sprint("stolen-", i))
		person := startServer(t).signIn(email)
		stolen := "Cookie: " + person.sessionCookie()
		replica := startServer(t)
		thief := func(at *client) *response { return at.newBrowser().send("GET", "/api/rows/notes", "", stolen) }
		thief(person).requireStatus(200)
		person.send("POST", "/api/auth/sign-out", scope).requireStatus(204)
		thief(person).requireError(401, server.CodeNotSignedIn)
		thief(replica).requireError(401, server.CodeNotSignedIn)
		if left := countSessions(t, email); left != "0" {
			t.Errorf("scope %s: %s sessions are left", scope, left)
		}
	}
}

func TestSignOutScopes(t *testing.T) {
	email := createUser(t, "scopes")
	person := startServer(t)
	here, elsewhere := person.newBrowser().signIn(email), person.newBrowser().signIn(email)
	here.send("POST", "/api/auth/sign-out", `{"scope":"others"}`).requireStatus(204)
	here.requireUser(email)
	elsewhere.send("GET", "/api/auth/account", "").requireError(401, server.CodeNotSignedIn)
	elsewhere.requireGuest()
	elsewhere.signIn(email)
	here.send("POST", "/api/auth/sign-out", `{"scope":"global"}`).requireStatus(204)
	here.requireGuest()
	elsewhere.send("GET", "/api/auth/account", "").requireError(401, server.CodeNotSignedIn)
	person.send("POST", "/api/auth/sign-out", `{"scope":"everyone"}`).requireError(400, server.CodeBadRequest)
	person.send("POST", "/api/auth/sign-out", `{"scope":"others"}`).requireError(401, server.CodeNotSignedIn)
	person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
}

func TestADeletedUserIsSignedOut(t *testing.T) {
	email := createUser(t, "deleted")
	person := startServer(t).signIn(email)
	runSQL(t, `delete from auth.users where email = '`+email+`'`)
	for _, request := range []string{"GET /api/auth/account", `PATCH /api/auth/user {"name":"x"}`, "GET /api/auth/factors"} {
		parts := strings.SplitN(request+" ", " ", 3)
		person.send(parts[0], parts[1], strings.TrimSpace(parts[2])).requireError(401, server.CodeNotSignedIn)
	}
	person.requireGuest()
}

// An id must not lead to another route of the auth service.
func TestAnIDIsNotAPath(t *testing.T) {
	person := startServer(t).signIn(createUser(t, "paths"))
	for _, id := range []string{"..", "%2e%2e", "%00", "%2e%2e%2fuser", "a%3Fb", "a%23b"} {
		for _, request := range []string{"DELETE /api/auth/identities/%s", "DELETE /api/auth/factors/%s", "POST /api/auth/factors/%s/verify"} {
			method, path, _ := strings.Cut(fmt.Sprintf(request, id), " ")
			resp := person.send(method, path, map[string]string{"POST": `{"code":"123456"}`}[method])
			var e server.Error
			if resp.decode(&e); e.Code != server.CodeBadRequest && e.Code != "validation_failed" && e.Code != "single_identity_not_deletable" && e.Code != server.CodeNotFound {
				t.Errorf("%s: %s", request, resp.body)
			}
		}
	}
	person.send("DELETE", "/api/auth/identities/11111111-1111-1111-1111-111111111111", "").requireError(422, "single_identity_not_deletable")
}

// Every route of accounts requires a user, except those that start or end a session.
func TestAGuestHasNoAccount(t *testing.T) {
	guest := startServer(t)
	for _, request := range []string{
		"GET /api/auth/account", "GET /api/auth/factors", `POST /api/auth/factors {"type":"totp","name":""}`, `POST /api/auth/factors/x/verify {"code":"123456"}`,
		"DELETE /api/auth/factors/x", "DELETE /api/auth/identities/x", `PATCH /api/auth/user {"name":"x"}`, "POST /api/auth/reauthenticate",
	} {
		parts := strings.SplitN(request+" ", " ", 3)
		guest.send(parts[0], parts[1], strings.TrimSpace(parts[2])).requireError(401, server.CodeNotSignedIn)
	}
	guest.send("GET", "/api/auth/accounts", "").requireStatus(http.StatusOK)
	guest.send("POST", "/api/auth/switch", `{"userId":"x"}`).requireError(404, server.CodeAccountNotFound)
	guest.send("DELETE", "/api/auth/accounts/x", "").requireError(404, server.CodeAccountNotFound)
}

func TestTheProfileIsChanged(t *testing.T) {
	email := createUser(t, "profile")
	person := startServer(t).signIn(email)
	var updated server.UpdateUserResponse
	person.send("PATCH", "/api/auth/user", `{"name":"Grace Hopper","avatarUrl":"/api/files/avatars/grace.png"}`).requireStatus(200).decode(&updated)
	if user := updated.User; user.Name != "Grace Hopper" || user.AvatarURL != "/api/files/avatars/grace.png" || updated.EmailConfirmationSent {
		t.Errorf("got %+v", updated)
	}
	if user := person.requireUser(email); user.Name != "Grace Hopper" {
		t.Errorf("the workspace has %+v", user)
	}
	person.send("PATCH", "/api/auth/user", `{"avatarUrl":""}`).requireStatus(200)
	if user := person.requireUser(email); user.Name != "Grace Hopper" || user.AvatarURL != "" {
		t.Errorf("user %+v", user)
	}
	for _, body := range []string{
		`{}`, `{"avatarUrl":"javascript:alert(1)"}`, `{"avatarUrl":"http://plain.test/a.png"}`, `{"avatarUrl":"//evil.test/a.png"}`,
		`{"avatarUrl":"/api/functions/order-summary"}`, `{"avatarUrl":"/api/files/../functions/order-summary"}`,
		fmt.Sprintf(`{"name":%q}`, strings.Repeat("x", 2000)), `{"role":"service_role"}`,
	} {
		person.send("PATCH", "/api/auth/user", body).requireError(400, server.CodeBadRequest)
	}
	person.send("PATCH", "/api/auth/user", `{"email":"not an address"}`).requireError(400, "validation_failed")
	person.send("PATCH", "/api/auth/user", `{"name":"x"}`, "X-Tableside-Expected-User: someone-else").requireError(401, server.CodeNotSignedIn)
	person.send("POST", "/api/auth/reauthenticate", "").requireStatus(204)
	if mail := latestMail(t, email); mail.Code == "" {
		t.Errorf("mail %+v", mail)
	}
	var account server.Account
	person.send("GET", "/api/auth/account", "").requireStatus(200).decode(&account)
	if account.Email != email || string(account.Claims["role"]) != `"authenticated"` || len(account.Identities) != 1 || account.Factors == nil {
		t.Errorf("account %+v", account)
	}
}

// The backend requires a code for a new password in a session older than a day.
func TestANewPasswordCanRequireACode(t *testing.T) {
	email := createUser(t, "nonce")
	person := startServer(t).signIn(email)
	runSQL(t, `update auth.sessions set created_at = created_at - interval '2 days' where user_id = (select id from auth.users where email = '`+email+`')`)
	person.send("PATCH", "/api/auth/user", `{"password":"battery staple"}`).requireError(400, "reauthentication_needed")
	person.send("POST", "/api/auth/reauthenticate", "").requireStatus(204)
	person.send("PATCH", "/api/auth/user", `{"password":"battery staple","nonce":"000000"}`).requireError(422, "reauthentication_not_valid")
	code := latestMail(t, email).Code
	body := fmt.Sprintf(`{"password":"battery staple","nonce":%q}`, code[:3]+" "+code[3:])
	person.send("PATCH", "/api/auth/user", body).requireStatus(200)
	person.newBrowser().send("POST", "/api/auth/sign-in", fmt.Sprintf(`{"email":%q,"password":"battery staple"}`, email)).requireStatus(200)
}
