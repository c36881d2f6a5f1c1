//go:build unix

package accounts

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/server"
)

func allowViewAs(o *server.Options) {
	o.ViewAs = server.ViewAsOptions{SecretKey: base.Info().SecretKey, Roles: []string{"authenticated"}}
}

func (c *client) viewAs(userID string) *response {
	c.t.Helper()
	return c.send("POST", "/api/auth/view-as", fmt.Sprintf(`{"userId":%q}`, userID))
}

func (c *client) viewAsStatus() server.ViewAs {
	c.t.Helper()
	var workspace server.Workspace
	c.send("GET", "/api/workspace", "").requireStatus(200).decode(&workspace)
	return workspace.ViewAs
}

func TestAViewedUserIsSeenAsTheyAre(t *testing.T) {
	viewerEmail, viewedEmail := createUser(t, "viewer-1"), createUser(t, "viewed-1")
	person := startServer(t, allowViewAs).signIn(viewerEmail)
	viewed := person.newBrowser().signIn(viewedEmail)
	viewed.send("POST", "/api/rows/notes", `{"body":"of the viewed user"}`).requireStatus(201)
	viewedID, viewerID := viewed.requireUser(viewedEmail).ID, person.requireUser(viewerEmail).ID
	own := viewed.send("GET", "/api/rows/notes", "").requireStatus(200).body

	var found server.ViewAsUsers
	person.send("GET", "/api/auth/view-as/users?filter=Viewed-1", "").requireStatus(200).decode(&found)
	if len(found.Users) != 1 || found.Users[0].ID != viewedID || found.Users[0].Email != viewedEmail {
		t.Fatalf("users %+v", found)
	}
	if status := person.viewAsStatus().Status; status != server.ViewAsAllowed {
		t.Errorf("before: %s", status)
	}
	backend := func(c *client) string {
		var workspace server.Workspace
		c.send("GET", "/api/workspace", "").requireStatus(200).decode(&workspace)
		return workspace.BackendFingerprint
	}
	before := backend(person)
	person.viewAs(viewedID).requireStatus(200)
	person.requireUser(viewedEmail)
	// The browser stores unsent edits by this text.
	if during := backend(person); during == before || during == "" || before != backend(viewed) {
		t.Errorf("fingerprints: %q, %q of the viewed user, %q while viewed", before, backend(viewed), during)
	}
	if rows := person.send("GET", "/api/rows/notes", "").requireStatus(200).body; rows != own {
		t.Errorf("the viewer sees %s, the user %s", rows, own)
	}
	if status := person.viewAsStatus(); status.Status != server.ViewAsActive || status.ByID != viewerID ||
		time.Until(time.UnixMilli(status.EndsAtMS)) > 31*time.Minute {
		t.Errorf("while active: %+v", status)
	}
	for _, request := range []string{
		"POST /api/rows/notes", "PATCH /api/rows/notes?id=gt.0", "DELETE /api/rows/notes?id=gt.0", "POST /api/rpc/anything",
		"GET /api/functions/anything", "POST /api/functions/anything", "PUT /api/files/b/x", "DELETE /api/files/b/x",
		"POST /api/files/b/move", "POST /api/files/b/copy", "POST /api/files/b/remove", "POST /api/files/b/sign", "POST /api/uploads",
		"PATCH /api/uploads/x", "GET /api/realtime/websocket", "PATCH /api/auth/user", "POST /api/auth/sign-in",
		"POST /api/auth/switch", "POST /api/auth/factors", "DELETE /api/auth/identities/x", "GET /api/auth/oauth/keycloak?link=1",
		"GET /auth/callback?code=x", "GET /?code=x", "POST /api/auth/view-as", "DELETE /api/auth/accounts/" + viewerID, "POST /api/auth/passkeys/registration/options",
	} {
		method, path, _ := strings.Cut(request, " ")
		t.Run(request, func(t *testing.T) {
			person.send(method, path, `{}`).requireError(http.StatusForbidden, server.CodeViewAsReadOnly)
		})
	}
	person.send("DELETE", "/api/auth/view-as", "").requireStatus(200)
	person.requireUser(viewerEmail)
	if after := backend(person); after != before {
		t.Errorf("fingerprint %q, %q before", after, before)
	}
	person.send("POST", "/api/rows/notes", `{"body":"of the viewer"}`).requireStatus(201)
	viewed.requireUser(viewedEmail) // their own session continues
	log := person.logs.String()
	for _, want := range []string{"view as another user started", "view as another user ended"} {
		if !strings.Contains(log, want) {
			t.Errorf("the log lacks %q", want)
		}
	}
	if want := fmt.Sprintf(`"user":%q,"viewed_by":%q`, viewedID, viewerID); strings.Count(log, want) < 30 {
		t.Errorf("the log has %d lines with %s", strings.Count(log, want), want)
	}
}

func TestOnlyConfiguredRolesViewAsOthers(t *testing.T) {
	email, other := createUser(t, "viewer-2"), createUser(t, "viewed-2")
	for name, viewAs := range map[string]server.ViewAsOptions{
		"no settings":    {},
		"no roles":       {SecretKey: base.Info().SecretKey},
		"no key":         {Roles: []string{"authenticated"}},
		"another's role": {SecretKey: base.Info().SecretKey, Roles: []string{"owner"}},
	} {
		t.Run(name, func(t *testing.T) {
			person := startServer(t, func(o *server.Options) { o.ViewAs = viewAs }).signIn(email)
			otherID := person.newBrowser().signIn(other).requireUser(other).ID
			person.viewAs(otherID).requireError(http.StatusForbidden, server.CodeViewAsNotAllowed)
			person.send("GET", "/api/auth/view-as/users", "").requireError(http.StatusForbidden, server.CodeViewAsNotAllowed)
			person.requireUser(email)
		})
	}
	guest := startServer(t, allowViewAs)
	guest.send("GET", "/api/auth/view-as/users", "").requireError(http.StatusUnauthorized, server.CodeNotSignedIn)
	guest.viewAs("00000000-0000-4000-8000-000000000000").requireError(http.StatusUnauthorized, server.CodeNotSignedIn)
	person := startServer(t, allowViewAs).signIn(email)
	person.viewAs(person.requireUser(email).ID).requireError(http.StatusConflict, server.CodeViewAsImpossible)
	for _, id := range []string{"", ".", "..", "../users", "x", "{00000000-0000-4000-8000-000000000000}"} {
		person.viewAs(id).requireError(http.StatusBadRequest, server.CodeBadRequest)
	}
	if status := person.viewAs("00000000-0000-4000-8000-000000000000").StatusCode; status != http.StatusNotFound {
		t.Errorf("an unknown user: %d", status)
	}
	person.requireUser(email)
}

func TestAViewedSessionEndsInTime(t *testing.T) {
	viewerEmail, viewedEmail := createUser(t, "viewer-3"), createUser(t, "viewed-3")
	person := startServer(t, allowViewAs, func(o *server.Options) { o.ViewAs.MaxAge = 2 * time.Second }).signIn(viewerEmail)
	viewedID := person.newBrowser().signIn(viewedEmail).requireUser(viewedEmail).ID
	sessions := func() string {
		return callBackend(t, "GET", "/rest/v1/rpc/sessions_of?who="+viewedID, "")
	}
	runSQL(t, `create or replace function public.sessions_of(who uuid) returns bigint language sql security definer set search_path = '' as
		'select count(*) from auth.sessions where user_id = who'; notify pgrst, 'reload schema';`)
	before := sessions()
	person.viewAs(viewedID).requireStatus(200)
	if sessions() == before {
		t.Fatal("there is no session of the viewed user")
	}
	for deadline := time.Now().Add(20 * time.Second); sessions() != before; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s sessions of the viewed user, %s before", sessions(), before)
		}
	}
	person.send("GET", "/api/rows/notes", "", "X-Tableside-Expected-User: "+viewedID).requireError(http.StatusUnauthorized, server.CodeNotSignedIn)
	person.send("POST", "/api/rows/notes", `{"body":"x"}`).requireError(http.StatusUnauthorized, server.CodeNotSignedIn)
	person.send("DELETE", "/api/auth/view-as", "").requireStatus(200)
	person.requireUser(viewerEmail)
}
