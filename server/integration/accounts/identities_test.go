//go:build unix

package accounts

import (
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
)

func TestIdentitiesAreLinkedAndUnlinked(t *testing.T) {
	email := createUser(t, "links")
	setProfile(t, "link-1", "other-address@example.test", true)
	person := startServer(t).signIn(email)
	id := person.requireUser(email).ID
	if next := person.signInWithProvider("?link=1&next=/account"); next != "/account" {
		t.Fatalf("leads to %s", next)
	}
	if user := person.requireUser(email); user.ID != id || user.SignInMethod != "password" {
		t.Errorf("user %+v", user)
	}
	var account server.Account
	person.send("GET", "/api/auth/account", "").requireStatus(200).decode(&account)
	if len(account.Identities) != 2 || account.Identities[1].Provider != "keycloak" || account.Identities[1].Email != "other-address@example.test" {
		t.Fatalf("identities %+v", account.Identities)
	}
	other := person.newBrowser()
	if other.signInWithProvider(""); other.requireUser(email).ID != id {
		t.Error("the identity signs in as another user")
	}
	taken := person.newBrowser().signIn(createUser(t, "links-too"))
	if next := taken.signInWithProvider("?link=1"); next != "/sign-in-error?code=identity_already_exists" {
		t.Errorf("an identity of another user: %s", next)
	}
	taken.requireUser("links-too@example.test")
	person.send("DELETE", "/api/auth/identities/"+account.Identities[1].ID, "").requireStatus(204)
	person.send("DELETE", "/api/auth/identities/"+account.Identities[0].ID, "").requireError(422, "single_identity_not_deletable")
	person.newBrowser().send("DELETE", "/api/auth/identities/"+account.Identities[0].ID, "").requireError(401, server.CodeNotSignedIn)
	person.requireUser(email)
}

func TestAnAnonymousUserKeepsTheirRows(t *testing.T) {
	setProfile(t, "upgrade-1", "upgraded@example.test", true)
	for name, upgrade := range map[string]func(*client){
		"upgraded@example.test": func(person *client) {
			if next := person.signInWithProvider("?link=1"); next != "/" {
				t.Fatalf("leads to %s", next)
			}
		},
		"by-mail@example.test": func(person *client) {
			person.send("PATCH", "/api/auth/user", `{"email":"by-mail@example.test"}`).requireStatus(200)
			if next := person.openLink(latestMail(t, "by-mail@example.test")); next != "/account" {
				t.Fatalf("leads to %s", next)
			}
		},
	} {
		person := startServer(t)
		person.send("POST", "/api/auth/anonymous", `{}`).requireStatus(200)
		guest := person.requireUser("")
		if !guest.IsAnonymous || guest.SignInMethod != "anonymous" {
			t.Errorf("%s: %+v", name, guest)
		}
		person.send("POST", "/api/rows/notes", `{"body":"mine"}`).requireStatus(201)
		upgrade(person)
		if user := person.requireUser(name); user.ID != guest.ID || user.IsAnonymous {
			t.Errorf("%s: %+v", name, user)
		}
		if rows := person.send("GET", "/api/rows/notes?select=body", "").requireStatus(200).body; !strings.Contains(rows, "mine") {
			t.Errorf("%s: rows %s", name, rows)
		}
	}
}
