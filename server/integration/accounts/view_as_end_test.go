//go:build unix

package accounts

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tableside/tableside/server"
)

// mustViewAs starts the mode and returns the ids of the viewed user and the viewer.
func (c *client) mustViewAs(viewedEmail, viewerEmail string) (viewed, viewer string) {
	c.t.Helper()
	viewed = queryText(c.t, `select id::text from auth.users where email = '`+viewedEmail+`'`)
	viewer = c.requireUser(viewerEmail).ID
	c.viewAs(viewed).requireStatus(200)
	c.requireUser(viewedEmail)
	return viewed, viewer
}

// copyCookies returns another browser with the same cookies.
func (c *client) copyCookies() *client {
	c.t.Helper()
	other, isForAll := c.newBrowser(), map[string]bool{}
	for _, path := range []string{"/", "/api/auth"} {
		address := mustParse(c.t, c.url+path)
		for _, cookie := range c.Jar.Cookies(address) {
			if !isForAll[cookie.Name] {
				cookie.Path, isForAll[cookie.Name] = path, path == "/"
				other.Jar.SetCookies(address, []*http.Cookie{cookie})
			}
		}
	}
	return other
}

// offsetClock is the real clock plus an offset that tests increase.
type offsetClock struct{ offset atomic.Int64 }

func (c *offsetClock) now() time.Time      { return time.Now().Add(time.Duration(c.offset.Load())) }
func (c *offsetClock) add(d time.Duration) { c.offset.Add(int64(d)) }

// A link for a sign-in would confirm the address, create an account, or fail.
func TestViewAsChangesNothingInAnAccount(t *testing.T) {
	viewerEmail := createUser(t, "obstacle-viewer")
	person := startServer(t, allowViewAs).signIn(viewerEmail)
	for obstacle, change := range map[server.ViewAsObstacle]string{
		server.ViewAsUnconfirmed: `email_confirmed_at = null`,
		server.ViewAsBanned:      `banned_until = now() + interval '1 day'`,
		server.ViewAsSSO:         `is_sso_user = true, raw_app_meta_data = '{"provider":"sso:0e5a"}'`,
		server.ViewAsNoEmail:     `email = null, phone = '4912345', phone_confirmed_at = now(), raw_user_meta_data = '{"full_name":"obstacle-no_email"}'`,
	} {
		t.Run(string(obstacle), func(t *testing.T) {
			person := person.in(t)
			email := createUser(t, "obstacle-"+string(obstacle))
			id := queryText(t, `select id::text from auth.users where email = '`+email+`'`)
			runSQL(t, `update auth.users set `+change+` where id = '`+id+`'`)
			row := `select concat(count(*), max(u::text) filter (where id = '` + id + `')) from auth.users u where email like 'obstacle-%' or phone = '4912345'`
			before := queryText(t, row)
			person.viewAs(id).requireError(http.StatusConflict, server.CodeViewAsImpossible)
			if after := queryText(t, row); after != before {
				t.Errorf("the account was %s and is %s", before, after)
			}
			var found server.ViewAsUsers
			person.send("GET", "/api/auth/view-as/users?filter=obstacle-"+string(obstacle), "").requireStatus(200).decode(&found)
			if len(found.Users) != 1 || found.Users[0].Obstacle != obstacle {
				t.Errorf("users %+v", found.Users)
			}
			person.requireUser(viewerEmail)
		})
	}
}

// A user who signed up with the address of another person gets no access through the mode.
func TestViewAsConfirmsNoAddress(t *testing.T) {
	viewerEmail, victim := createUser(t, "confirm-viewer"), "confirm-victim@example.test"
	person := startServer(t, allowViewAs).signIn(viewerEmail)
	attacker := person.newBrowser()
	credentials := fmt.Sprintf(`{"email":%q,"password":%q}`, victim, password)
	attacker.send("POST", "/api/auth/sign-up", credentials).requireStatus(200)
	id := queryText(t, `select id::text from auth.users where email = '`+victim+`'`)
	person.viewAs(id).requireError(http.StatusConflict, server.CodeViewAsImpossible)
	if resp := attacker.send("POST", "/api/auth/sign-in", credentials); resp.StatusCode < 400 {
		t.Errorf("the attacker signed in: %s", resp.body)
	}
}

func TestASignOutWhileViewingEndsBothSessions(t *testing.T) {
	viewerEmail, viewedEmail := createUser(t, "lock-viewer"), createUser(t, "lock-viewed")
	person := startServer(t, allowViewAs).signIn(viewerEmail)
	elsewhere := person.newBrowser().signIn(viewedEmail)
	_, viewerID := person.mustViewAs(viewedEmail, viewerEmail)
	for _, scope := range []string{"others", "global"} {
		person.send("POST", "/api/auth/sign-out", fmt.Sprintf(`{"scope":%q}`, scope)).requireError(http.StatusForbidden, server.CodeViewAsReadOnly)
	}
	elsewhere.requireUser(viewedEmail)
	stolen := person.copyCookies()
	person.send("POST", "/api/auth/sign-out", "").requireStatus(204)
	if left := countSessions(t, viewerEmail); left != "0" {
		t.Errorf("%s sessions of the viewer are left", left)
	}
	if left := countSessions(t, viewedEmail); left != "1" {
		t.Errorf("%s sessions of the viewed user are left", left)
	}
	if list := person.listAccounts(); len(list) != 0 {
		t.Errorf("accounts %+v", list)
	}
	for name, browser := range map[string]*client{"the browser": person, "a copy": stolen} {
		if resp := browser.send("GET", "/api/rows/notes", ""); resp.StatusCode < 400 && resp.body != "[]" {
			t.Errorf("%s reads %s", name, resp.body)
		}
		browser.send("DELETE", "/api/auth/view-as", "").requireStatus(200)
		browser.requireGuest()
		browser.switchTo(viewerID).requireError(http.StatusNotFound, server.CodeAccountNotFound)
	}
	elsewhere.requireUser(viewedEmail)
	person.signIn(viewerEmail).requireUser(viewerEmail)
}

// The cookie of a session of the mode stays in the browser when the session ends elsewhere.
func TestABrowserSignsInAfterAViewedSessionHasEnded(t *testing.T) {
	viewerEmail, viewedEmail, third := createUser(t, "ended-viewer"), createUser(t, "ended-viewed"), createUser(t, "ended-third")
	for name, end := range map[string]func(person *client, viewedID string){
		"at the time limit": func(person *client, viewedID string) {
			for deadline := time.Now().Add(20 * time.Second); countSessions(person.t, viewedEmail) != "0"; time.Sleep(50 * time.Millisecond) {
				if time.Now().After(deadline) {
					person.t.Fatal("the session has not ended")
				}
			}
		},
		"by a copy": func(person *client, _ string) {
			person.copyCookies().send("DELETE", "/api/auth/view-as", "").requireStatus(200)
		},
		"at the backend": func(person *client, viewedID string) {
			runSQL(person.t, `delete from auth.sessions where user_id = '`+viewedID+`'`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			clock := &offsetClock{}
			person := startServer(t, allowViewAs, func(o *server.Options) {
				o.Now = clock.now
				if name == "at the time limit" {
					o.ViewAs.MaxAge = 2 * time.Second
				}
			}).signIn(viewerEmail)
			viewedID, _ := person.mustViewAs(viewedEmail, viewerEmail)
			end(person, viewedID)
			clock.add(time.Minute) // a check of the session is due
			other := person.copyCookies()
			person.send("POST", "/api/rows/notes", `{"body":"x"}`).requireError(http.StatusUnauthorized, server.CodeNotSignedIn)
			other.signIn(third).requireUser(third)
			other.send("POST", "/api/rows/notes", `{"body":"of the third"}`).requireStatus(201)
			if written := queryText(t, `select count(*)::text from public.notes where owner = '`+viewedID+`'`); written != "0" {
				t.Errorf("%s rows of the viewed user", written)
			}
		})
	}
}

func TestViewAsEndsWithTheSessionOfTheViewer(t *testing.T) {
	for name, end := range map[string]func(elsewhere *client, viewerID string){
		"sign-out of all": func(elsewhere *client, _ string) {
			elsewhere.send("POST", "/api/auth/sign-out", `{"scope":"global"}`).requireStatus(204)
		},
		"deleted": func(elsewhere *client, id string) { callBackend(elsewhere.t, "DELETE", "/auth/v1/admin/users/"+id, "") },
		"banned": func(elsewhere *client, id string) {
			callBackend(elsewhere.t, "PUT", "/auth/v1/admin/users/"+id, `{"ban_duration":"24h"}`)
		},
		"role": func(elsewhere *client, id string) {
			callBackend(elsewhere.t, "PUT", "/auth/v1/admin/users/"+id, `{"role":"anon"}`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			label := strings.ReplaceAll(name, " ", "-")
			viewerEmail, viewedEmail := createUser(t, "revoked-viewer-"+label), createUser(t, "revoked-viewed-"+label)
			clock := &offsetClock{}
			person := startServer(t, allowViewAs, func(o *server.Options) { o.Now = clock.now }).signIn(viewerEmail)
			elsewhere := person.newBrowser().signIn(viewerEmail)
			viewedID, viewerID := person.mustViewAs(viewedEmail, viewerEmail)
			clock.add(time.Minute)
			person.requireUser(viewedEmail)
			end(elsewhere, viewerID)
			clock.add(time.Minute)
			person.send("GET", "/api/rows/notes", "", "X-Tableside-Expected-User: "+viewedID).requireError(http.StatusUnauthorized, server.CodeNotSignedIn)
			if left := countSessions(t, viewedEmail); left != "0" {
				t.Errorf("%s sessions of the viewed user are left", left)
			}
		})
	}
}

func TestTwoTabsStartOneViewedSession(t *testing.T) {
	viewerEmail, first, second := createUser(t, "tabs-viewer"), createUser(t, "tabs-1"), createUser(t, "tabs-2")
	person := startServer(t, allowViewAs).signIn(viewerEmail)
	var tabs sync.WaitGroup
	started := make([]int, 2)
	for i, email := range []string{first, second} {
		id := queryText(t, `select id::text from auth.users where email = '`+email+`'`)
		tab := person.copyCookies()
		tabs.Go(func() { started[i] = tab.viewAs(id).StatusCode })
	}
	tabs.Wait()
	if started[0]+started[1] != http.StatusOK+http.StatusUnauthorized {
		t.Errorf("the tabs got %v", started)
	}
	if left := countSessions(t, first) + countSessions(t, second); left != "10" && left != "01" {
		t.Errorf("%s sessions", left)
	}
}

func TestViewAsRequiresTheSecondFactorOfTheViewer(t *testing.T) {
	viewerEmail, viewedEmail := createUser(t, "factor-viewer"), createUser(t, "factor-viewed")
	person := startServer(t, allowViewAs).signIn(viewerEmail)
	viewerID := person.requireUser(viewerEmail).ID
	viewedID := queryText(t, `select id::text from auth.users where email = '`+viewedEmail+`'`)
	runSQL(t, `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
		values (gen_random_uuid(), '`+viewerID+`', 'x', 'totp', 'verified', now(), now(), 'x')`)
	person.viewAs(viewedID).requireError(http.StatusForbidden, server.CodeMFARequired)
	if left := countSessions(t, viewedEmail); left != "0" {
		t.Errorf("%s sessions of the viewed user", left)
	}
}
