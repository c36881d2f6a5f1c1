//go:build unix

package integration

import (
	"fmt"
	"testing"

	"github.com/descope/virtualwebauthn"

	"github.com/tableside/tableside/server"
)

// completeKeyBytes is the length of a COSE key of P-256 with complete coordinates.
// virtualwebauthn omits leading zeros of a coordinate, which is not allowed.
const completeKeyBytes = 77

// device is a virtual authenticator with one passkey, and the page that uses it.
type device struct {
	page          virtualwebauthn.RelyingParty
	authenticator virtualwebauthn.Authenticator
	credential    virtualwebauthn.Credential
}

func newDevice() *device {
	d := &device{
		page:          virtualwebauthn.RelyingParty{ID: "localhost", Origin: siteURL},
		authenticator: virtualwebauthn.NewAuthenticator(),
	}
	for d.credential.Key == nil || len(d.credential.Key.AttestationData()) != completeKeyBytes {
		d.credential = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	}
	return d
}

// register adds the device's passkey to the account of a client.
func (d *device) register(p *testClient) server.Passkey {
	p.t.Helper()
	challenge := p.startPasskey("registration")
	if challenge.ExpiresIn < 240 || challenge.ExpiresIn > 300 {
		p.t.Errorf("expires in %d s", challenge.ExpiresIn)
	}
	options, err := virtualwebauthn.ParseAttestationOptions(string(challenge.Options))
	if err != nil {
		p.t.Fatal(err)
	}
	d.authenticator.Options.UserHandle = []byte(options.UserID)
	credential := virtualwebauthn.CreateAttestationResponse(d.page, d.authenticator, d.credential, *options)
	var created server.Passkey
	decodeJSON(p.t, p.finishPasskey("registration", challenge, credential).requireStatus(200).body, &created)
	return created
}

// signIn signs in a client with the device's passkey.
func (d *device) signIn(p *testClient) *response {
	p.t.Helper()
	challenge := p.startPasskey("authentication")
	options, err := virtualwebauthn.ParseAssertionOptions(string(challenge.Options))
	if err != nil {
		p.t.Fatal(err)
	}
	d.credential.Counter++
	return p.finishPasskey("authentication", challenge, virtualwebauthn.CreateAssertionResponse(d.page, d.authenticator, d.credential, *options))
}

func (p *testClient) startPasskey(ceremony string) server.PasskeyChallenge {
	p.t.Helper()
	var challenge server.PasskeyChallenge
	decodeJSON(p.t, p.send("POST", "/api/auth/passkeys/"+ceremony+"/options", `{}`).requireStatus(200).body, &challenge)
	return challenge
}

func (p *testClient) finishPasskey(ceremony string, challenge server.PasskeyChallenge, credential string) *response {
	p.t.Helper()
	return p.send("POST", "/api/auth/passkeys/"+ceremony+"/verify", fmt.Sprintf(`{"challengeId":%q,"credential":%s}`, challenge.ChallengeID, credential))
}

func (p *testClient) listPasskeys() []server.Passkey {
	p.t.Helper()
	var passkeys []server.Passkey
	decodeJSON(p.t, p.send("GET", "/api/auth/passkeys", "").requireStatus(200).body, &passkeys)
	return passkeys
}

// requireError fails the test unless the response is the error.
func (a *response) requireError(status int, code string) {
	a.t.Helper()
	if a.requireStatus(status).errorCode() != code {
		a.t.Errorf("%s %s: got %s, want %s", a.Request.Method, a.Request.URL, a.body, code)
	}
}

func TestPasskeys(t *testing.T) {
	p := startServer(t).signUp("passkeys")
	d := newDevice()
	created := d.register(p)
	if list := p.listPasskeys(); len(list) != 1 || list[0].ID != created.ID || list[0].Name != "Passkey" || list[0].LastUsedAt != nil {
		t.Errorf("got %+v", list)
	}

	guest := p.newGuest()
	var in server.SignInResponse
	decodeJSON(t, d.signIn(guest).requireStatus(200).body, &in)
	if in.User == nil || in.User.Email != "passkeys@example.test" || in.User.SignInMethod != "passkey" {
		t.Errorf("got %+v", in.User)
	}
	path := "/api/auth/passkeys/" + created.ID
	var renamed server.Passkey
	decodeJSON(t, guest.send("PATCH", path, `{"name":" Laptop "}`).requireStatus(200).body, &renamed)
	if list := guest.listPasskeys(); renamed.Name != "Laptop" || list[0].Name != "Laptop" || list[0].LastUsedAt == nil {
		t.Errorf("got %+v, %+v", renamed, list)
	}
	guest.send("PATCH", path, `{"name":" "}`).requireError(400, "bad_request")
	guest.send("DELETE", path, "").requireStatus(204)
	guest.send("DELETE", path, "").requireError(404, "validation_failed")
	d.signIn(p.newGuest()).requireError(400, "webauthn_verification_failed")
}

func TestPasskeyRejections(t *testing.T) {
	p := startServer(t).signUp("passkey-owner")
	d := newDevice()
	created := d.register(p)
	other := p.newGuest().signUp("passkey-other")

	other.send("PATCH", "/api/auth/passkeys/"+created.ID, `{"name":"mine"}`).requireError(404, "validation_failed")
	other.send("DELETE", "/api/auth/passkeys/"+created.ID, "").requireError(404, "validation_failed")
	other.send("DELETE", "/api/auth/passkeys/..", "").requireError(400, "bad_request")
	guest := p.newGuest()
	for _, route := range []struct{ method, path, body string }{
		{"GET", "/api/auth/passkeys", ""},
		{"POST", "/api/auth/passkeys/registration/options", `{}`},
		{"POST", "/api/auth/passkeys/registration/verify", `{"challengeId":"1","credential":{}}`},
		{"PATCH", "/api/auth/passkeys/" + created.ID, `{"name":"mine"}`},
		{"DELETE", "/api/auth/passkeys/" + created.ID, ""},
	} {
		guest.send(route.method, route.path, route.body).requireError(401, "not_signed_in")
	}
	guest.send("POST", "/api/auth/passkeys/authentication/verify", `{"challengeId":"1"}`).requireError(400, "bad_request")
	if list := p.listPasskeys(); len(list) != 1 || list[0].Name != "Passkey" {
		t.Errorf("got %+v", list)
	}

	d.page.Origin = "http://localhost:8081"
	d.signIn(guest).requireError(400, "webauthn_verification_failed")
	d.page.Origin = siteURL
	replayed := p.startPasskey("authentication")
	options, err := virtualwebauthn.ParseAssertionOptions(string(replayed.Options))
	if err != nil {
		t.Fatal(err)
	}
	d.credential.Counter++
	assertion := virtualwebauthn.CreateAssertionResponse(d.page, d.authenticator, d.credential, *options)
	guest.finishPasskey("authentication", replayed, assertion).requireStatus(200)
	p.newGuest().finishPasskey("authentication", replayed, assertion).requireError(400, "webauthn_challenge_not_found")
}

func TestFailedPasskeySignInsAreLimited(t *testing.T) {
	p := startServer(t, func(o *server.Options) { o.SignInsPerAccount = 2 })
	d := newDevice()
	d.authenticator.Options.UserHandle = []byte("6f1c9d2e-0000-4000-8000-000000000000")
	for range 2 {
		d.signIn(p).requireError(400, "webauthn_verification_failed")
	}
	d.signIn(p).requireError(429, server.CodeTooManyAttempts)
}

func TestUnusedPasskeyChallengesAreLimited(t *testing.T) {
	p := startServer(t, func(o *server.Options) { o.SignInsPerClient = 3 }).signUp("passkey-limit")
	d := newDevice()
	d.register(p)
	for range 4 {
		d.signIn(p.newGuest()).requireStatus(200) // a sign-in uses its challenge
	}
	guest := p.newGuest()
	for range 3 {
		guest.startPasskey("authentication")
	}
	guest.send("POST", "/api/auth/passkeys/authentication/options", `{}`).requireError(429, server.CodeTooManyAttempts)
}

func TestWorkspaceAnnouncesPasskeys(t *testing.T) {
	var workspace server.Workspace
	decodeJSON(t, startServer(t).send("GET", "/api/workspace", "").requireStatus(200).body, &workspace)
	if !workspace.SignIn.Passkeys {
		t.Errorf("got %+v", workspace.SignIn)
	}
}
