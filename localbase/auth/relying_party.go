package auth

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// RelyingParty is the application to which passkeys are bound (WebAuthn Level 3, 4). NewRelyingParty
// creates it.
type RelyingParty struct{ webauthn *webauthn.WebAuthn }

// NewRelyingParty returns a relying party. id is a domain without a port: a browser uses a passkey only on
// pages of this domain and its subdomains. name is what browsers show. origins are the origins (scheme,
// host and port) of the allowed pages; they must use https, except those of localhost.
//
// Source of the rules: https://supabase.com/docs/guides/auth/passkeys
func NewRelyingParty(id, name string, origins []string) (*RelyingParty, error) {
	if err := protocol.ValidateRPID(id); err != nil {
		return nil, fmt.Errorf("%q is not a domain: %w", id, err)
	}
	if name == "" {
		return nil, errors.New("the display name of the relying party is empty")
	}
	if len(origins) == 0 {
		return nil, errors.New("the relying party has no origins")
	}
	for _, origin := range origins {
		if err := checkOrigin(origin, id); err != nil {
			return nil, err
		}
	}
	timeout := webauthn.TimeoutConfig{Timeout: challengeLifetime, TimeoutUVD: challengeLifetime}
	library, err := webauthn.New(&webauthn.Config{
		RPID: id, RPDisplayName: name, RPOrigins: origins,
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			// A sign-in starts without an account, so the authenticator must store the user's id.
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationPreferred,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
		// Password managers return results of extensions that nobody requested.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("relying party %q: %w", id, err)
	}
	return &RelyingParty{library}, nil
}

// checkOrigin returns an error unless a browser accepts the relying party id on pages of the origin.
func checkOrigin(origin, id string) error {
	parsed, err := url.Parse(origin)
	switch {
	case err != nil || parsed.Host == "" || strings.Trim(parsed.Path, "/") != "" || parsed.Scheme != "http" && parsed.Scheme != "https":
		return fmt.Errorf("%q is not an origin such as https://example.com", origin)
	case parsed.Hostname() != id && !strings.HasSuffix(parsed.Hostname(), "."+id):
		return fmt.Errorf("the origin %q is not in the domain %q of the relying party", origin, id)
	case parsed.Scheme == "http" && id != "localhost" && !strings.HasSuffix(id, ".localhost"):
		return fmt.Errorf("the origin %q must use https", origin)
	}
	return nil
}

// passkeyUser is a user in the form of the WebAuthn library.
type passkeyUser struct {
	*User
	passkeys []passkey
}

// WebAuthnID returns the user handle, which authenticators store: the user's id as text, as in Supabase
// Auth.
func (u passkeyUser) WebAuthnID() []byte { return []byte(u.ID.String()) }

// WebAuthnName returns the address, by which users recognize an account in the browser's dialog.
func (u passkeyUser) WebAuthnName() string {
	if u.Email != "" {
		return u.Email
	}
	return u.Phone
}

// WebAuthnDisplayName returns the user's name, or else the address.
func (u passkeyUser) WebAuthnDisplayName() string {
	for _, key := range []string{"full_name", "name"} {
		if name, _ := u.UserMetadata[key].(string); name != "" {
			return name
		}
	}
	return u.WebAuthnName()
}

// WebAuthnCredentials returns the user's passkeys.
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential {
	credentials := make([]webauthn.Credential, len(u.passkeys))
	for i, p := range u.passkeys {
		credentials[i] = p.credential
	}
	return credentials
}
