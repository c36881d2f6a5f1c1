//go:build unix

package accounts

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase/idptest"
	"github.com/tableside/tableside/server"
)

const sameOrigin = "Sec-Fetch-Site: same-origin"

// setProfile changes the provider's user until the test ends.
func setProfile(t *testing.T, subject, email string, verified bool) {
	before := provider.Profile
	provider.Profile = idptest.Claims{"sub": subject, "email": email, "email_verified": verified, "name": "Ada Lovelace", "picture": "https://img.test/ada.png"}
	t.Cleanup(func() { provider.Profile, provider.Denial = before, "" })
}

// startOAuth starts a sign-in and returns the provider's address.
func (c *client) startOAuth(query string, headers ...string) string {
	c.t.Helper()
	if headers == nil {
		headers = []string{sameOrigin}
	}
	return c.send("GET", "/api/auth/oauth/keycloak"+query, "", headers...).requireRedirect()
}

// consent signs in at the provider and returns the address of this server to which the
// auth service redirects.
func (c *client) consent(address string) string {
	c.t.Helper()
	if !strings.HasPrefix(address, provider.URL+"/authorize?") {
		c.t.Fatalf("the provider's address is %s", address)
	}
	return c.send("GET", c.send("GET", address, "").requireRedirect(), "").requireRedirect()
}

func (c *client) signInWithProvider(query string) string {
	c.t.Helper()
	return c.openTarget(c.consent(c.startOAuth(query)))
}

func TestAProviderSignsIn(t *testing.T) {
	setProfile(t, "oauth-1", "oauth@example.test", true)
	person := startServer(t)
	var workspace server.Workspace
	person.send("GET", "/api/workspace", "").requireStatus(200).decode(&workspace)
	if got := fmt.Sprint(workspace.SignIn.Providers, workspace.SignIn.Anonymous, workspace.SignIn.EmailCode, workspace.SignIn.SignUp); got != "[keycloak] true true true" {
		t.Errorf("sign-in methods: %s", got)
	}
	if next := person.signInWithProvider("?next=" + url.QueryEscape("/tables/public/notes")); next != "/tables/public/notes" {
		t.Errorf("leads to %s", next)
	}
	if user := person.requireUser("oauth@example.test"); user.SignInMethod != "oauth" || user.Name != "Ada Lovelace" || user.AvatarURL != "https://img.test/ada.png" {
		t.Errorf("user %+v", user)
	}
}

func TestSeveralAttemptsRunSideBySide(t *testing.T) {
	person := startServer(t)
	var targets []string
	for i := range 6 {
		setProfile(t, fmt.Sprint("side-", i), fmt.Sprintf("side-%d@example.test", i), true)
		targets = append(targets, person.consent(person.startOAuth(fmt.Sprintf("?next=/%d", i))))
	}
	if next := person.openTarget(targets[0]); next != "/sign-in-error?code="+server.CodeStateMismatch { // the oldest of six
		t.Errorf("the first leads to %s", next)
	}
	if next := person.openTarget(targets[3]); next != "/3" {
		t.Errorf("the fourth leads to %s", next)
	}
	person.requireUser("side-3@example.test")
}

func TestFailuresOfAProvider(t *testing.T) {
	setProfile(t, "fails-1", "fails@example.test", true)
	createUser(t, "taken-by-password")
	guest := startServer(t)
	expectError := func(name, location, code string) {
		t.Helper()
		if location != "/sign-in-error?code="+code {
			t.Errorf("%s: leads to %s", name, location)
		}
		guest.requireGuest()
	}
	provider.Denial = "access_denied"
	expectError("denied", guest.signInWithProvider(""), "access_denied")
	provider.Denial = "temporarily_unavailable"
	expectError("the provider fails", guest.signInWithProvider(""), "temporarily_unavailable")
	provider.Denial = ""
	expectError("not enabled", guest.send("GET", "/api/auth/oauth/github", "", sameOrigin).requireRedirect(), "provider_disabled")
	expectError("no name", guest.send("GET", "/api/auth/oauth/%2e%2e%2fuser", "", sameOrigin).requireRedirect(), "provider_disabled")
	setProfile(t, "fails-2", "taken-by-password@example.test", false)
	expectError("the address is not verified", guest.signInWithProvider(""), "provider_email_needs_verification")
	setProfile(t, "fails-3", "fails-3@example.test", true)
	expectError("another browser", guest.newBrowser().openTarget(guest.consent(guest.startOAuth(""))), server.CodeStateMismatch)
	expectError("linking without a user", guest.startOAuth("?link=1"), server.CodeNotSignedIn)
}

// The attacker starts a sign-in and sends the address of the callback to the victim, who
// would be signed in as the attacker.
func TestACallbackOfAnotherBrowserIsRejected(t *testing.T) {
	setProfile(t, "attacker", "attacker@example.test", true)
	attacker := startServer(t)
	victim := attacker.newBrowser()
	target := attacker.consent(attacker.startOAuth(""))
	parsed, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	own := victim.startOAuth("")
	ownState := stateOf(t, victim.consent(own))
	code := parsed.Query().Get("code")
	for name, query := range map[string]url.Values{
		"the attacker's state": parsed.Query(), "no state": {"code": {code}}, "the victim's state": {"code": {code}, "state": {ownState}},
		"an invalid state": {"code": {code}, "state": {"o../x"}}, "the start page": {"code": {code}},
	} {
		path := "/auth/callback?"
		if name == "the start page" {
			path = "/?"
		}
		if next := victim.openTarget(path + query.Encode()); !strings.HasPrefix(next, "/sign-in-error?code=") {
			t.Errorf("%s: leads to %s", name, next)
		}
		victim.requireGuest()
	}
	if next := attacker.openTarget(target); next != "/" { // none of the attempts has used the code
		t.Errorf("the attacker's own browser: %s", next)
	}
}

func stateOf(t *testing.T, address string) string {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil || parsed.Query().Get("state") == "" {
		t.Fatalf("no state in %s, %v", address, err)
	}
	return parsed.Query().Get("state")
}

// A state from the address of another browser is useless without the cookie, which is bound to it.
func TestAStolenStateIsUseless(t *testing.T) {
	setProfile(t, "victim-1", "state-victim@example.test", true)
	victim := startServer(t)
	target := victim.consent(victim.startOAuth(""))
	thief := victim.newBrowser()
	state := stateOf(t, target)
	thief.startOAuth("")
	var cookies []string
	for _, cookie := range thief.Jar.Cookies(mustParse(t, victim.url)) {
		cookies = append(cookies, "tableside-flow."+state+"="+cookie.Value) // the thief's own flow under the stolen state
	}
	resp := thief.newBrowser().send("GET", mustParse(t, target).RequestURI(), "", "Cookie: "+strings.Join(cookies, "; "))
	if next := resp.requireRedirect(); next != "/sign-in-error?code="+server.CodeStateMismatch {
		t.Errorf("leads to %s", next)
	}
	if next := victim.openTarget(target); next != "/" {
		t.Errorf("the victim: %s", next)
	}
}

func mustParse(t *testing.T, address string) *url.URL {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestACodeIsUsedOnce(t *testing.T) {
	setProfile(t, "replay", "replay@example.test", true)
	person := startServer(t)
	before := person.newBrowser()
	target := person.consent(person.startOAuth(""))
	before.Jar.SetCookies(mustParse(t, person.url), person.Jar.Cookies(mustParse(t, person.url))) // a copy of the flow's cookie
	if next := person.openTarget(target); next != "/" {
		t.Fatalf("leads to %s", next)
	}
	person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
	if next := person.openTarget(target); next != "/sign-in-error?code="+server.CodeLinkUsed {
		t.Errorf("again: %s", next)
	}
	if next := before.openTarget(target); next != "/sign-in-error?code=flow_state_not_found" {
		t.Errorf("with the flow's cookie: %s", next)
	}
	person.requireGuest()
	before.requireGuest()
}

func TestASignInNeverLeavesThisServer(t *testing.T) {
	setProfile(t, "redirect", "redirect@example.test", true)
	person := startServer(t)
	for _, next := range []string{
		"//evil.test", `/\evil.test`, `\\evil.test`, "https:evil.test", "https://evil.test/", "javascript:alert(1)", "evil.test", "", "/\t/evil.test",
		"/\n/evil.test", "/\r\nLocation: https://evil.test", "/a/..//evil.test", "/./", "/..", "/api/auth/sign-out", "/api", "/auth/callback?code=x", "/a b", "/ü",
		"/#access", "/" + strings.Repeat("x", 3000), "///evil.test", "/\x00",
	} {
		if got := person.signInWithProvider("?next=" + url.QueryEscape(next)); got != "/" {
			t.Errorf("%q leads to %s", next, got)
		}
	}
	for _, next := range []string{"/%2F%2Fevil.test", "/tables/public/a%2Fb?x=//y&z=https://evil.test", "/account/", "/a@evil.test"} {
		if got := person.signInWithProvider("?next=" + url.QueryEscape(next)); got != next {
			t.Errorf("%q leads to %s", next, got)
		}
	}
}

// Another site must not link its user's identity to the account, or start a session.
func TestAnotherSiteCannotStartASignIn(t *testing.T) {
	email := createUser(t, "cross-site")
	person := startServer(t).signIn(email)
	for _, test := range []struct {
		query   string
		headers []string
		allowed bool
	}{
		{"", []string{sameOrigin}, true},
		{"", []string{"Sec-Fetch-Site: none"}, true},
		{"", []string{"Sec-Fetch-Site: cross-site"}, false},
		{"", []string{"Sec-Fetch-Site: same-site"}, false},
		{"", []string{"Referer: https://evil.test/"}, false},
		{"?link=1", []string{sameOrigin}, true},
		{"?link=1", []string{"Referer: " + person.url + "/account"}, true},
		{"?link=1", []string{"Sec-Fetch-Site: none"}, false},
		{"?link=1", []string{"Sec-Fetch-Site: cross-site"}, false},
		{"?link=1", []string{"Referer: https://evil.test/"}, false},
		{"?link=1", []string{"X-Nothing: 1"}, false},
		{"?add=1", []string{"X-Nothing: 1"}, false},
	} {
		location := person.startOAuth(test.query, test.headers...)
		if started := strings.HasPrefix(location, provider.URL); started != test.allowed {
			t.Errorf("%s %v: %s", test.query, test.headers, location)
		}
	}
}

// A flow never replaces the session of a user who has signed in since it started.
func TestACallbackDoesNotReplaceANewerSession(t *testing.T) {
	email := createUser(t, "newer")
	setProfile(t, "older", "older@example.test", true)
	person := startServer(t)
	target := person.consent(person.startOAuth(""))
	person.signIn(email)
	if next := person.openTarget(target); next != "/sign-in-error?code="+server.CodeAlreadySignedIn {
		t.Errorf("leads to %s", next)
	}
	person.requireUser(email)
	if left := countSessions(t, "older@example.test"); left != "0" {
		t.Errorf("%s sessions of the rejected sign-in are left", left)
	}
	person.signInWithProvider("") // started by the signed-in user
	person.requireUser("older@example.test")
	if left := countSessions(t, email); left != "0" {
		t.Errorf("%s sessions of the former user are left", left)
	}
}

// countSessions returns the number of sessions of an account at the backend.
func countSessions(t *testing.T, email string) string {
	t.Helper()
	return queryText(t, `select count(*)::text from auth.sessions where user_id = (select id from auth.users where email = '`+email+`')`)
}
