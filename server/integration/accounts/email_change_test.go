//go:build unix

package accounts

import (
	"fmt"
	"testing"

	"github.com/tableside/tableside/server"
)

func TestAnAddressIsChangedByBothMails(t *testing.T) {
	email, changed := createUser(t, "before"), "after@example.test"
	person := startServer(t).signIn(email)
	var updated server.UpdateUserResponse
	person.send("PATCH", "/api/auth/user", fmt.Sprintf(`{"email":%q}`, changed)).requireStatus(200).decode(&updated)
	if !updated.EmailConfirmationSent || updated.User.Email != email {
		t.Errorf("got %+v", updated)
	}
	var account server.Account
	person.send("GET", "/api/auth/account", "").requireStatus(200).decode(&account)
	if account.NewEmail != changed {
		t.Errorf("account %+v", account)
	}
	first := latestMail(t, changed)
	person.send("PATCH", "/api/auth/user", fmt.Sprintf(`{"email":%q}`, changed)).requireStatus(200) // the page sends the mails again
	if latestMail(t, changed).ID == first.ID {
		t.Error("no second mail")
	}
	if next := person.openLink(latestMail(t, email)); next != "/sign-in-error?code="+server.CodeEmailChangePending {
		t.Errorf("the first mail leads to %s", next)
	}
	person.requireUser(email)
	ageMails(t, email, 30) // the code is no longer valid
	if next := person.openLink(latestMail(t, changed)); next != "/account" {
		t.Errorf("the second mail leads to %s", next)
	}
	person.requireUser(changed)
}

// A link of another user's change must not replace the session.
func TestAChangeOfAnotherUsersAddressKeepsTheSession(t *testing.T) {
	email, other := createUser(t, "changes"), createUser(t, "bystander")
	person := startServer(t).signIn(email)
	person.send("PATCH", "/api/auth/user", `{"email":"changes-new@example.test"}`).requireStatus(200)
	bystander := person.newBrowser().signIn(other)
	for _, to := range []string{email, "changes-new@example.test"} {
		body := fmt.Sprintf(`{"email":%q,"token":%q,"type":"email_change"}`, to, latestMail(t, to).Code)
		bystander.send("POST", "/api/auth/verify", body).requireStatus(200)
		bystander.requireUser(other)
	}
	person.newBrowser().signIn("changes-new@example.test")
}
