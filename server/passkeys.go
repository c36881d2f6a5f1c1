package server

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/tableside/tableside/server/supa"
)

// Passkey is a passkey of the signed-in user.
type Passkey struct {
	ID         string     `json:"id"`
	Name       string     `json:"name"` // "" if the backend knows none
	CreatedAt  time.Time  `json:"createdAt"`
	LastUsedAt *time.Time `json:"lastUsedAt"` // of the last sign-in; null before the first
}

// PasskeyChallenge is the response of the routes that start a registration or a sign-in.
// Options is a PublicKeyCredentialCreationOptionsJSON or
// PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3).
type PasskeyChallenge struct {
	ChallengeID string          `json:"challengeId"`
	Options     json.RawMessage `json:"options"`
	ExpiresIn   int             `json:"expiresIn"` // seconds, because the browser's clock can differ
}

// PasskeySignInRequest is the body of POST /api/auth/passkeys/authentication/options.
type PasskeySignInRequest struct {
	CaptchaToken string `json:"captchaToken,omitempty"` // only if the backend requires a captcha
}

// PasskeyResponse is the body of the routes that finish a registration or a sign-in.
// Credential is the JSON form of the browser's PublicKeyCredential.
type PasskeyResponse struct {
	ChallengeID string          `json:"challengeId"`
	Credential  json.RawMessage `json:"credential"`
}

// validate returns bad_request if a field is missing.
func (r PasskeyResponse) validate() error {
	if r.ChallengeID == "" || len(r.Credential) == 0 {
		return newBadRequestError("The body needs challengeId and credential.")
	}
	return nil
}

// RenamePasskeyRequest is the body of PATCH /api/auth/passkeys/:id.
type RenamePasskeyRequest struct {
	Name string `json:"name"` // at most 120 characters
}

// validate returns bad_request if the name is empty.
func (r RenamePasskeyRequest) validate() error {
	if strings.TrimSpace(r.Name) == "" {
		return &Error{Code: CodeBadRequest, Message: "Enter a name.", Column: "name"}
	}
	return nil
}

// startPasskeySignIn handles POST /api/auth/passkeys/authentication/options. Anyone can
// call it. The number of challenges of a client is limited, because the auth service
// limits those of all clients together, unless it receives their addresses. Codes:
// too_many_attempts, passkey_disabled, over_request_rate_limit, captcha_failed.
func (s *Server) startPasskeySignIn(ctx context.Context, p requestParams, in PasskeySignInRequest) (PasskeyChallenge, error) {
	if wait := s.signIns.passkeyLimiter.takeAttempt(newPasskeyKey(p), s.Now()); wait > 0 {
		return PasskeyChallenge{}, newTooManyAttemptsError(wait)
	}
	challenge, err := s.backend.StartPasskeySignIn(ctx, in.CaptchaToken)
	return s.convertPasskeyChallenge(challenge), err
}

// signInWithPasskey handles POST /api/auth/passkeys/authentication/verify, also with add=1.
// Anyone can call it. It sets the cookie. The backend checks that the browser signed the
// challenge on an origin of the project's settings. Codes: too_many_attempts, busy,
// too_many_accounts, webauthn_challenge_not_found, webauthn_challenge_expired,
// webauthn_verification_failed, email_not_confirmed, user_banned.
func (s *Server) signInWithPasskey(ctx context.Context, p requestParams, in PasskeyResponse) (SignInResponse, error) {
	if err := s.checkAccountLimit(p); err != nil {
		return SignInResponse{}, err
	}
	// The account is not known before the response, so all passkeys of a client count
	// as one account.
	session, err := s.signIns.runAttempt(ctx, p.clientAddress(), "passkey", isRejected, func() (*supa.Session, error) {
		return s.backend.SignInWithPasskey(ctx, supa.PasskeyResponse(in))
	})
	if err != nil {
		return SignInResponse{}, err
	}
	s.signIns.passkeyLimiter.returnAttempt(newPasskeyKey(p))
	return s.startSession(ctx, p.c, session, p.addsAccount())
}

// newPasskeyKey returns the key of a client's passkey challenges.
func newPasskeyKey(p requestParams) attemptKey {
	return newAttemptKey(clientNetwork(p.clientAddress()))
}

// startPasskeyRegistration handles POST /api/auth/passkeys/registration/options. Codes:
// not_signed_in, passkey_disabled, too_many_passkeys, insufficient_aal, no_authorization
// for an anonymous user.
func (s *Server) startPasskeyRegistration(ctx context.Context, _ requestParams, _ struct{}) (challenge PasskeyChallenge, err error) {
	err = s.callAsUser(ctx, func(caller supa.Caller) error {
		started, err := s.backend.StartPasskeyRegistration(ctx, caller)
		challenge = s.convertPasskeyChallenge(started)
		return err
	})
	return challenge, err
}

// registerPasskey handles POST /api/auth/passkeys/registration/verify. Codes:
// not_signed_in, webauthn_credential_exists and those of the other passkey routes.
func (s *Server) registerPasskey(ctx context.Context, _ requestParams, in PasskeyResponse) (passkey Passkey, err error) {
	err = s.callAsUser(ctx, func(caller supa.Caller) error {
		created, err := s.backend.RegisterPasskey(ctx, caller, supa.PasskeyResponse(in))
		passkey = Passkey(created)
		return err
	})
	return passkey, err
}

// listPasskeys handles GET /api/auth/passkeys. Codes: not_signed_in, passkey_disabled.
func (s *Server) listPasskeys(ctx context.Context) ([]Passkey, error) {
	passkeys := []Passkey{}
	err := s.callAsUser(ctx, func(caller supa.Caller) error {
		found, err := s.backend.ListPasskeys(ctx, caller)
		for _, passkey := range found {
			passkeys = append(passkeys, Passkey(passkey))
		}
		return err
	})
	return passkeys, err
}

// renamePasskey handles PATCH /api/auth/passkeys/:id. Codes: not_signed_in,
// validation_failed: the name is too long, or (404) the user has no such passkey.
func (s *Server) renamePasskey(ctx context.Context, p requestParams, in RenamePasskeyRequest) (passkey Passkey, err error) {
	err = s.callAsUser(ctx, func(caller supa.Caller) error {
		renamed, err := s.backend.RenamePasskey(ctx, caller, p.get("id"), strings.TrimSpace(in.Name))
		passkey = Passkey(renamed)
		return err
	})
	return passkey, err
}

// deletePasskey handles DELETE /api/auth/passkeys/:id: 204. Codes: not_signed_in,
// insufficient_aal, validation_failed (404): the user has no such passkey.
func (s *Server) deletePasskey(ctx context.Context, p requestParams) (noContent, error) {
	return noContent{}, s.callAsUser(ctx, func(caller supa.Caller) error {
		return s.backend.DeletePasskey(ctx, caller, p.get("id"))
	})
}

// convertPasskeyChallenge returns the API's form of a challenge, with its remaining lifetime in
// seconds.
func (s *Server) convertPasskeyChallenge(from supa.PasskeyChallenge) PasskeyChallenge {
	left := time.Unix(from.ExpiresAt, 0).Sub(s.Now())
	return PasskeyChallenge{ChallengeID: from.ID, Options: from.Options, ExpiresIn: max(0, int(left.Seconds()))}
}
