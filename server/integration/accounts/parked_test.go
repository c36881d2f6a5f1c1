//go:build unix

package accounts

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/tableside/tableside/server"
)

func (c *client) addAccount(email string) *response {
	c.t.Helper()
	return c.send("POST", "/api/auth/sign-in?add=1", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password))
}

func (c *client) listAccounts() []server.ParkedAccount {
	c.t.Helper()
	var list []server.ParkedAccount
	c.send("GET", "/api/auth/accounts", "").requireStatus(200).decode(&list)
	return list
}

func (c *client) switchTo(userID string) *response {
	c.t.Helper()
	return c.send("POST", "/api/auth/switch", fmt.Sprintf(`{"userId":%q}`, userID))
}

func TestSeveralAccountsInOneBrowser(t *testing.T) {
	first, second := createUser(t, "counter-1"), createUser(t, "counter-2")
	person := startServer(t).signIn(first)
	firstID := person.requireUser(first).ID
	resp := person.addAccount(second).requireStatus(200)
	for _, cookie := range resp.Cookies() {
		if strings.Contains(cookie.Name, "account") && (cookie.Path != "/api/auth" || !cookie.HttpOnly || cookie.Domain != "") {
			t.Errorf("cookie %v", cookie)
		}
	}
	secondID := person.requireUser(second).ID
	if list := person.listAccounts(); len(list) != 1 || list[0].UserID != firstID || list[0].Email != first {
		t.Fatalf("accounts %+v", list)
	}
	person.send("POST", "/api/rows/notes", `{"body":"of the second"}`).requireStatus(201)
	person.switchTo(firstID).requireStatus(200)
	person.requireUser(first)
	if rows := person.send("GET", "/api/rows/notes?select=body", "").requireStatus(200).body; strings.Contains(rows, "of the second") {
		t.Errorf("rows %s", rows)
	}
	// a tab of the second user must not act as the first
	person.send("POST", "/api/rows/notes", `{"body":"x"}`, "X-Tableside-Expected-User: "+secondID).requireError(401, server.CodeNotSignedIn)
	person.switchTo(firstID).requireStatus(200) // is the current user
	for range 3 {
		person.switchTo(secondID).requireStatus(200)
		person.switchTo(firstID).requireStatus(200)
	}
	if list := person.listAccounts(); len(list) != 1 || list[0].UserID != secondID {
		t.Fatalf("accounts %+v", list)
	}
	person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
	person.requireGuest()
	person.switchTo(secondID).requireStatus(200)
	person.requireUser(second)
	if list := person.listAccounts(); len(list) != 0 {
		t.Errorf("accounts %+v", list)
	}
}

func TestAParkedAccountIsSignedOut(t *testing.T) {
	first, second := createUser(t, "parked-1"), createUser(t, "parked-2")
	person := startServer(t).signIn(first)
	firstID := person.requireUser(first).ID
	person.addAccount(second).requireStatus(200)
	stolen := person.newBrowser()
	stolen.Jar.SetCookies(mustParse(t, person.url+"/api/auth/x"), person.Jar.Cookies(mustParse(t, person.url+"/api/auth/x")))
	person.send("DELETE", "/api/auth/accounts/"+firstID, "").requireStatus(204)
	if list := person.listAccounts(); len(list) != 0 {
		t.Errorf("accounts %+v", list)
	}
	if left := countSessions(t, first); left != "0" {
		t.Errorf("%s sessions are left", left)
	}
	stolen.switchTo(firstID).requireError(404, server.CodeAccountNotFound)
	person.switchTo(firstID).requireError(404, server.CodeAccountNotFound)
	person.requireUser(second)
}

// The backend has ended the session of a parked account: the current user stays.
func TestASwitchToAnEndedSessionKeepsTheUser(t *testing.T) {
	first, second := createUser(t, "ended-1"), createUser(t, "ended-2")
	person := startServer(t).signIn(first)
	firstID := person.requireUser(first).ID
	person.addAccount(second).requireStatus(200)
	runSQL(t, `delete from auth.sessions where user_id = '`+firstID+`'`)
	person.switchTo(firstID).requireError(404, server.CodeAccountNotFound)
	person.requireUser(second)
	if list := person.listAccounts(); len(list) != 0 {
		t.Errorf("accounts %+v", list)
	}
}

func TestABrowserHasAtMostFiveAccounts(t *testing.T) {
	person := startServer(t)
	for i := range 5 {
		person.addAccount(createUser(t, fmt.Sprint("many-", i))).requireStatus(200)
	}
	sixth := createUser(t, "many-5")
	person.addAccount(sixth).requireError(409, server.CodeTooManyAccounts)
	person.send("POST", "/api/auth/otp?add=1", fmt.Sprintf(`{"email":%q}`, sixth)).requireError(409, server.CodeTooManyAccounts)
	person.requireUser("many-4@example.test")
	if list := person.listAccounts(); len(list) != 4 {
		t.Errorf("accounts %+v", list)
	}
	person.addAccount("many-2@example.test").requireError(409, server.CodeTooManyAccounts)
	if next := person.startOAuth("?add=1"); next != "/sign-in-error?code="+server.CodeTooManyAccounts {
		t.Errorf("a provider: %s", next)
	}
	person.switchTo(person.listAccounts()[0].UserID).requireStatus(200)
	if list := person.listAccounts(); len(list) != 4 {
		t.Errorf("accounts after a switch %+v", list)
	}
}

// Two sign-ins that were started with three parked accounts add only one.
func TestAFlowThatEndsLaterAddsNoSixthAccount(t *testing.T) {
	person := startServer(t)
	for i := range 4 {
		person.addAccount(createUser(t, fmt.Sprint("later-", i))).requireStatus(200)
	}
	setProfile(t, "later-p", "later-provider@example.test", true)
	target := person.consent(person.startOAuth("?add=1"))
	person.addAccount(createUser(t, "later-4")).requireStatus(200)
	if next := person.openTarget(target); next != "/sign-in-error?code="+server.CodeAlreadySignedIn && next != "/sign-in-error?code="+server.CodeTooManyAccounts {
		t.Errorf("leads to %s", next)
	}
	person.requireUser("later-4@example.test")
	if left := countSessions(t, "later-provider@example.test"); left != "0" || len(person.listAccounts()) != 4 {
		t.Errorf("%s sessions are left, accounts %+v", left, person.listAccounts())
	}
}

// Without add, a sign-in ends the current session, and a parked session of the same user.
func TestASignInWithoutAddKeepsParkedAccounts(t *testing.T) {
	first, second, third := createUser(t, "keeps-1"), createUser(t, "keeps-2"), createUser(t, "keeps-3")
	person := startServer(t).signIn(first)
	person.addAccount(second).requireStatus(200)
	person.signIn(third)
	if list := person.listAccounts(); len(list) != 1 || list[0].Email != first {
		t.Errorf("accounts %+v", list)
	}
	if left := countSessions(t, second); left != "0" {
		t.Errorf("%s sessions of the replaced user are left", left)
	}
	person.signIn(first)
	if list := person.listAccounts(); len(list) != 0 {
		t.Errorf("accounts %+v", list)
	}
}

func TestAnAccountIsAddedByEachMethod(t *testing.T) {
	setProfile(t, "added", "added-by-provider@example.test", true)
	first, second := createUser(t, "adds"), createUser(t, "added-by-link")
	person := startServer(t).signIn(first)
	person.send("POST", "/api/auth/otp?add=1", fmt.Sprintf(`{"email":%q}`, second)).requireStatus(204)
	person.openLink(latestMail(t, second))
	person.requireUser(second)
	if next := person.signInWithProvider("?add=1&next=" + url.QueryEscape("/x")); next != "/x" {
		t.Errorf("leads to %s", next)
	}
	person.requireUser("added-by-provider@example.test")
	if list := person.listAccounts(); len(list) != 2 {
		t.Errorf("accounts %+v", list)
	}
}

// A parked session is only sent to /api/auth, and its cookie is not a session.
func TestTheCookieOfAParkedAccountIsNotASession(t *testing.T) {
	first, second := createUser(t, "path-1"), createUser(t, "path-2")
	person := startServer(t).signIn(first)
	person.addAccount(second).requireStatus(200)
	for _, cookie := range person.Jar.Cookies(mustParse(t, person.url+"/api/rows/notes")) {
		if strings.Contains(cookie.Name, "account") {
			t.Errorf("%s is sent to data routes", cookie.Name)
		}
	}
	for _, cookie := range person.Jar.Cookies(mustParse(t, person.url+"/api/auth/accounts")) {
		if strings.Contains(cookie.Name, "account") {
			forged := person.newBrowser().send("GET", "/api/rows/notes", "", "Cookie: tableside.0="+cookie.Value)
			forged.requireError(401, server.CodeNotSignedIn)
		}
	}
}

// Tabs of both users work while one of them switches: no response contains rows of the
// other user, and no request acts as the other user.
func TestASwitchDuringRequestsMixesNoUsers(t *testing.T) {
	person := startServer(t).signIn(createUser(t, "mixed-1"))
	ids := []string{person.requireUser("mixed-1@example.test").ID}
	person.send("POST", "/api/rows/notes", `{"body":"note of 0"}`).requireStatus(201)
	person.addAccount(createUser(t, "mixed-2")).requireStatus(200)
	ids = append(ids, person.requireUser("mixed-2@example.test").ID)
	person.send("POST", "/api/rows/notes", `{"body":"note of 1"}`).requireStatus(201)
	var tabs sync.WaitGroup
	for tab := range 2 {
		tabs.Go(func() {
			for range 25 {
				resp := person.send("GET", "/api/rows/notes?select=body", "", "X-Tableside-Expected-User: "+ids[tab])
				isOwn := resp.StatusCode == http.StatusOK && strings.Contains(resp.body, fmt.Sprint("note of ", tab)) && !strings.Contains(resp.body, fmt.Sprint("note of ", 1-tab))
				if !isOwn && !strings.Contains(resp.body, server.CodeNotSignedIn) {
					t.Errorf("tab %d: %d %s", tab, resp.StatusCode, resp.body)
				}
			}
		})
	}
	for i := range 6 {
		person.switchTo(ids[i%2]).requireStatus(200)
	}
	tabs.Wait()
	person.requireUser("mixed-2@example.test")
	if list := person.listAccounts(); len(list) != 1 || list[0].UserID != ids[0] {
		t.Errorf("accounts %+v", list)
	}
}
