package auth_test

import (
	"fmt"
	"testing"
	"time"
)

func TestPasskeySignInRejections(t *testing.T) {
	s := start(t, withPasskeys)
	eve := s.signUp("eve@example.com")
	evesDevice, _ := s.register(eve.AccessToken)
	for i, test := range []struct {
		name   string
		change func(*device)
		reason string
	}{
		{"wrong origin", func(d *device) { d.page.Origin = "https://evil.test" }, "Error validating origin"},
		{"origin of the domain that is not allowed", func(d *device) { d.page.Origin = "https://other.site.test" }, "Error validating origin"},
		{"origin with another port", func(d *device) { d.page.Origin = passkeyOrigin + ":8443" }, "Error validating origin"},
		{"wrong relying party", func(d *device) { d.page.ID = "evil.test" }, "RP Hash mismatch"},
		{"key of another user", func(d *device) { d.credential.Key = evesDevice.credential.Key }, "Error validating the assertion signature"},
		{"passkey of another user", func(d *device) { d.credential = evesDevice.credential }, "Unable to find the credential"},
		{"user handle of another user", func(d *device) { d.authenticator.Options.UserHandle = []byte(eve.User.ID) }, "Unable to find the credential"},
		{"unknown user handle", func(d *device) { d.authenticator.Options.UserHandle = []byte("6f1c9d2e-0000-4000-8000-000000000000") }, "the user handle is of no user"},
		{"no user handle", func(d *device) { d.authenticator.Options.UserHandle = nil }, "the user handle is of no user"},
		{"user not present", func(d *device) { d.authenticator.Options.UserNotPresent = true }, "User presence"},
		{"counter not increased", func(d *device) { d.credential.Counter-- }, "the signature counter has not increased"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, _ := s.register(s.signUp(fmt.Sprintf("user%d@example.com", i)).AccessToken)
			c := s.startAuthentication()
			s.finishAuthentication(c.verification(d.assert(t, c))).wantStatus(200)
			test.change(d)
			c = s.startAuthentication()
			s.wantRejection(s.finishAuthentication(c.verification(d.assert(t, c))), test.reason)
		})
	}
}

func TestPasskeyChallengeIsUsedOnceAndExpires(t *testing.T) {
	s := start(t, withPasskeys)
	in, eve := s.signUp("ada@example.com"), s.signUp("eve@example.com")
	d, _ := s.register(in.AccessToken)

	c := s.startAuthentication()
	assertion := c.verification(d.assert(t, c))
	s.finishAuthentication(assertion).wantStatus(200)
	s.finishAuthentication(assertion).wantError(400, "webauthn_challenge_not_found")

	// A failed attempt also uses the challenge.
	c = s.startAuthentication()
	s.wantRejection(s.finishAuthentication(c.verification(`{"id":"AA"}`)), "bad type")
	s.finishAuthentication(c.verification(d.assert(t, c))).wantError(400, "webauthn_challenge_not_found")

	// The challenge of one ceremony with the assertion of another.
	c = s.startAuthentication()
	other := d.assert(t, s.startAuthentication())
	s.wantRejection(s.finishAuthentication(c.verification(other)), "Error validating challenge")

	c = s.startAuthentication()
	s.clock.advance(5*time.Minute + time.Second)
	s.finishAuthentication(c.verification(d.assert(t, c))).wantError(400, "webauthn_challenge_expired")

	registration := s.startRegistration(in.AccessToken)
	attestation := registration.verification(newDevice().attest(t, registration))
	s.finishAuthentication(attestation).wantError(400, "webauthn_challenge_not_found")
	s.finishRegistration(eve.AccessToken, attestation).wantError(400, "webauthn_challenge_not_found")
	s.finishRegistration(in.AccessToken, attestation).wantStatus(200)
	s.finishRegistration(in.AccessToken, attestation).wantError(400, "webauthn_challenge_not_found")

	registration = s.startRegistration(in.AccessToken)
	s.clock.advance(5*time.Minute + time.Second)
	s.finishRegistration(in.AccessToken, registration.verification(newDevice().attest(t, registration))).wantError(400, "webauthn_challenge_expired")

	s.startAuthentication()
	s.clock.advance(time.Hour)
	s.startAuthentication()
	var challenges int
	if err := s.db.Pool("postgres").QueryRow(t.Context(), `select count(*) from auth.webauthn_challenges`).Scan(&challenges); err != nil || challenges != 1 {
		t.Errorf("%d challenges are stored, %v", challenges, err)
	}
}

func TestPasskeyRegistrationRejections(t *testing.T) {
	s := start(t, withPasskeys)
	in, eve := s.signUp("ada@example.com"), s.signUp("eve@example.com")
	used, _ := s.register(eve.AccessToken)
	for _, test := range []struct {
		name   string
		change func(*device)
		reason string
	}{
		{"wrong origin", func(d *device) { d.page.Origin = "http://site.test" }, "Error validating origin"},
		{"wrong relying party", func(d *device) { d.page.ID = "evil.test" }, "RP Hash mismatch"},
		{"user not present", func(d *device) { d.authenticator.Options.UserNotPresent = true }, "User presence"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDevice()
			test.change(d)
			c := s.startRegistration(in.AccessToken)
			s.wantRejection(s.finishRegistration(in.AccessToken, c.verification(d.attest(t, c))), test.reason)
		})
	}
	c := s.startRegistration(in.AccessToken)
	s.finishRegistration(in.AccessToken, c.verification(used.attest(t, c))).wantError(422, "webauthn_credential_exists")
	if list := s.listPasskeys(in.AccessToken); len(list) != 0 {
		t.Errorf("got %+v", list)
	}

	for _, test := range []struct {
		name, token, body string
		status            int
		code              string
	}{
		{"no token", "", `{}`, 401, "no_authorization"},
		{"no challenge", in.AccessToken, `{"credential":{}}`, 400, "validation_failed"},
		{"no credential", in.AccessToken, `{"challenge_id":"6f1c9d2e-0000-4000-8000-000000000000"}`, 400, "validation_failed"},
		{"not a UUID", in.AccessToken, `{"challenge_id":"1","credential":{}}`, 400, "validation_failed"},
		{"unknown challenge", in.AccessToken, `{"challenge_id":"6f1c9d2e-0000-4000-8000-000000000000","credential":{}}`, 400, "webauthn_challenge_not_found"},
		{"not JSON", in.AccessToken, `{`, 400, "bad_json"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.call("POST", "/passkeys/registration/verify", test.token, test.body).wantError(test.status, test.code)
		})
	}
}

func TestConcurrentUsesOfAPasskeyChallenge(t *testing.T) {
	s := start(t, withPasskeys)
	d, _ := s.register(s.signUp("ada@example.com").AccessToken)
	c := s.startAuthentication()
	body := c.verification(d.assert(t, c))
	statuses := make(chan int)
	const requests = 8
	for range requests {
		go func() { statuses <- s.finishAuthentication(body).Status }()
	}
	count := map[int]int{}
	for range requests {
		count[<-statuses]++
	}
	if count[200] != 1 || count[400] != requests-1 {
		t.Errorf("got statuses %v", count)
	}
}
