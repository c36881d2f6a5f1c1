package auth_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/descope/virtualwebauthn"

	"github.com/tableside/tableside/localbase/auth"
)

const passkeyOrigin = "https://app.site.test"

func withPasskeys(o *auth.Options) {
	var err error
	if o.Passkeys, err = auth.NewRelyingParty("site.test", "Site", []string{"https://site.test", passkeyOrigin}); err != nil {
		panic(err)
	}
}

// device is a virtual authenticator with one passkey, and the page that uses it.
type device struct {
	page          virtualwebauthn.RelyingParty
	authenticator virtualwebauthn.Authenticator
	credential    virtualwebauthn.Credential
}

// completeKeyBytes is the length of a COSE key of P-256 with complete coordinates. virtualwebauthn omits
// leading zeros of a coordinate, which is not allowed (RFC 9053, 7.1.1).
const completeKeyBytes = 77

func newDevice() *device {
	d := &device{
		page:          virtualwebauthn.RelyingParty{ID: "site.test", Origin: passkeyOrigin, Name: "Site"},
		authenticator: virtualwebauthn.NewAuthenticator(),
	}
	for d.credential.Key == nil || len(d.credential.Key.AttestationData()) != completeKeyBytes {
		d.credential = virtualwebauthn.NewCredential(virtualwebauthn.KeyTypeEC2)
	}
	return d
}

// ceremony is the response that starts a ceremony.
type ceremony struct {
	ChallengeID string          `json:"challenge_id"`
	Options     json.RawMessage `json:"options"`
	ExpiresAt   int64           `json:"expires_at"`
}

// verification is the body that finishes a ceremony.
func (c ceremony) verification(credential string) object {
	return object{"challenge_id": c.ChallengeID, "credential": json.RawMessage(credential)}
}

// attest creates the device's passkey for the ceremony.
func (d *device) attest(t *testing.T, c ceremony) string {
	t.Helper()
	options, err := virtualwebauthn.ParseAttestationOptions(string(c.Options))
	if err != nil {
		t.Fatal(err)
	}
	d.authenticator.Options.UserHandle = []byte(options.UserID)
	return virtualwebauthn.CreateAttestationResponse(d.page, d.authenticator, d.credential, *options)
}

// assert signs the ceremony with the device's passkey and the next counter.
func (d *device) assert(t *testing.T, c ceremony) string {
	t.Helper()
	options, err := virtualwebauthn.ParseAssertionOptions(string(c.Options))
	if err != nil {
		t.Fatal(err)
	}
	d.credential.Counter++
	return virtualwebauthn.CreateAssertionResponse(d.page, d.authenticator, d.credential, *options)
}

func (s *service) startRegistration(token string) ceremony {
	s.t.Helper()
	return decode[ceremony](s.call("POST", "/passkeys/registration/options", token, object{}).wantStatus(200))
}

func (s *service) finishRegistration(token string, body object) testResponse {
	s.t.Helper()
	return s.call("POST", "/passkeys/registration/verify", token, body)
}

func (s *service) startAuthentication() ceremony {
	s.t.Helper()
	return decode[ceremony](s.call("POST", "/passkeys/authentication/options", "", object{}).wantStatus(200))
}

func (s *service) finishAuthentication(body object) testResponse {
	s.t.Helper()
	return s.call("POST", "/passkeys/authentication/verify", "", body)
}

type passkeyItem struct {
	ID         string     `json:"id"`
	Name       string     `json:"friendly_name"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at"`
}

// register registers a new device for the user of a token.
func (s *service) register(token string) (*device, passkeyItem) {
	s.t.Helper()
	d := newDevice()
	c := s.startRegistration(token)
	return d, decode[passkeyItem](s.finishRegistration(token, c.verification(d.attest(s.t, c))).wantStatus(200))
}

func (s *service) listPasskeys(token string) []passkeyItem {
	s.t.Helper()
	return decode[[]passkeyItem](s.call("GET", "/passkeys", token, nil).wantStatus(200))
}

// wantRejection checks that a passkey was rejected for a reason, which only the log contains.
func (s *service) wantRejection(got testResponse, reason string) {
	s.t.Helper()
	got.wantError(400, "webauthn_verification_failed")
	if !strings.Contains(s.log.String(), reason) {
		s.t.Errorf("the log doesn't contain %q: %s", reason, s.log)
	}
	s.log.Reset()
}
