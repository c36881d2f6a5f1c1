package supa

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"
)

// The routes and bodies of passkeys follow Supabase Auth 2.196 (internal/api/passkey_*.go) and
// @supabase/auth-js 2.119 (GoTrueClient, passkey). The interface is in beta.

// Passkey is a passkey of a user as the auth service describes it.
type Passkey struct {
	ID         string     `json:"id"`
	Name       string     `json:"friendly_name"`
	CreatedAt  time.Time  `json:"created_at"`
	LastUsedAt *time.Time `json:"last_used_at"`
}

// PasskeyChallenge starts a registration or a sign-in. Options is the JSON form of the options
// for navigator.credentials.create or get (WebAuthn Level 3, 5.1.8 and 5.1.9).
type PasskeyChallenge struct {
	ID        string          `json:"challenge_id"`
	Options   json.RawMessage `json:"options"`
	ExpiresAt int64           `json:"expires_at"` // Unix time
}

// PasskeyResponse is the browser's response to a challenge: the JSON form of its
// PublicKeyCredential.
type PasskeyResponse struct {
	ChallengeID string          `json:"challenge_id"`
	Credential  json.RawMessage `json:"credential"`
}

// StartPasskeySignIn creates a challenge for a sign-in. captchaToken is "" unless the project
// requires a captcha.
func (b *Backend) StartPasskeySignIn(ctx context.Context, captchaToken string) (PasskeyChallenge, error) {
	return b.startPasskey(ctx, "/passkeys/authentication/options", Caller{}, newCaptchaFields(captchaToken))
}

// SignInWithPasskey exchanges a signed challenge for a session.
func (b *Backend) SignInWithPasskey(ctx context.Context, response PasskeyResponse) (*Session, error) {
	return requireSession(b.requestToken(ctx, "/passkeys/authentication/verify", Caller{}, response))
}

// StartPasskeyRegistration creates a challenge for a new passkey of the caller.
func (b *Backend) StartPasskeyRegistration(ctx context.Context, caller Caller) (PasskeyChallenge, error) {
	return b.startPasskey(ctx, "/passkeys/registration/options", caller, struct{}{})
}

// startPasskey starts a registration or a sign-in, by path, and returns the challenge for the
// browser. The error is ErrInvalidResponse if the response has no options.
func (b *Backend) startPasskey(ctx context.Context, path string, caller Caller, body any) (PasskeyChallenge, error) {
	var challenge PasskeyChallenge
	if err := b.callAuth(ctx, http.MethodPost, path, caller, body, &challenge); err != nil {
		return PasskeyChallenge{}, err
	}
	if challenge.ID == "" || len(challenge.Options) == 0 {
		return PasskeyChallenge{}, fmt.Errorf("%w: auth: a passkey challenge without options", ErrInvalidResponse)
	}
	return challenge, nil
}

// RegisterPasskey adds the passkey of a signed challenge to the caller's account.
func (b *Backend) RegisterPasskey(ctx context.Context, caller Caller, response PasskeyResponse) (Passkey, error) {
	var passkey Passkey
	err := b.callAuth(ctx, http.MethodPost, "/passkeys/registration/verify", caller, response, &passkey)
	return passkey, err
}

// ListPasskeys returns the caller's passkeys, oldest first.
func (b *Backend) ListPasskeys(ctx context.Context, caller Caller) ([]Passkey, error) {
	var passkeys []Passkey
	err := b.callAuth(ctx, http.MethodGet, "/passkeys", caller, nil, &passkeys)
	return passkeys, err
}

// RenamePasskey renames one of the caller's passkeys.
func (b *Backend) RenamePasskey(ctx context.Context, caller Caller, id, name string) (Passkey, error) {
	segment, err := escapeSegment(id)
	if err != nil {
		return Passkey{}, err
	}
	body := struct {
		Name string `json:"friendly_name"`
	}{name}
	var passkey Passkey
	err = b.callAuth(ctx, http.MethodPatch, "/passkeys/"+segment, caller, body, &passkey)
	return passkey, err
}

// DeletePasskey deletes one of the caller's passkeys.
func (b *Backend) DeletePasskey(ctx context.Context, caller Caller, id string) error {
	segment, err := escapeSegment(id)
	if err != nil {
		return err
	}
	return b.callAuth(ctx, http.MethodDelete, "/passkeys/"+segment, caller, nil, nil)
}
