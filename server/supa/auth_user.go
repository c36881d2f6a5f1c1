package supa

import (
	"context"
	"net/http"
)

// FetchUser returns the caller's account. The status of an error is 401 or 403 if the
// session has ended.
func (b *Backend) FetchUser(ctx context.Context, caller Caller) (User, error) {
	var user User
	err := b.callAuth(ctx, http.MethodGet, "/user", caller, nil, &user)
	return user, err
}

// UserUpdate are changes of the caller's account. Zero values change nothing.
type UserUpdate struct {
	Email           string
	Password        string
	CurrentPassword string         // if the project requires it for a new password
	Nonce           string         // from the mail of Reauthenticate, if the project requires it
	Metadata        map[string]any // fields of user_metadata; a nil value deletes a field
	Flow            PKCE           // of the link that confirms a new address
}

// UpdateUser changes the caller's account. A new password ends the user's other sessions.
// Codes: weak_password, same_password, email_exists, reauthentication_needed and others of
// the auth service.
func (b *Backend) UpdateUser(ctx context.Context, caller Caller, in UserUpdate) (User, error) {
	body := struct {
		Email           string         `json:"email,omitempty"`
		Password        string         `json:"password,omitempty"`
		CurrentPassword string         `json:"current_password,omitempty"`
		Nonce           string         `json:"nonce,omitempty"`
		Data            map[string]any `json:"data,omitempty"`
		challengeFields
	}{in.Email, in.Password, in.CurrentPassword, in.Nonce, in.Metadata, in.Flow.fields()}
	var user User
	err := b.callAuth(ctx, http.MethodPut, in.Flow.path("/user"), caller, body, &user)
	return user, err
}

// Reauthenticate sends the caller a mail with a nonce for UpdateUser.
func (b *Backend) Reauthenticate(ctx context.Context, caller Caller) error {
	return b.callAuth(ctx, http.MethodGet, "/reauthenticate", caller, nil, nil)
}

// NewFactor is a factor that must be verified with a code.
type NewFactor struct {
	ID   string `json:"id"`
	TOTP struct {
		QRCode string `json:"qr_code"` // SVG
		Secret string `json:"secret"`
		URI    string `json:"uri"`
	} `json:"totp"`
}

// EnrollTOTP adds an unverified factor to the caller's account. issuer is the name that
// an authenticator app shows.
func (b *Backend) EnrollTOTP(ctx context.Context, caller Caller, name, issuer string) (NewFactor, error) {
	body := struct {
		Type   string `json:"factor_type"`
		Name   string `json:"friendly_name"`
		Issuer string `json:"issuer"`
	}{"totp", name, issuer}
	var factor NewFactor
	err := b.callAuth(ctx, http.MethodPost, "/factors", caller, body, &factor)
	return factor, err
}

// VerifyFactor checks a code of a factor. It returns new tokens of the caller's session,
// with the assurance level aal2. Codes: mfa_verification_failed and others of the auth
// service.
func (b *Backend) VerifyFactor(ctx context.Context, caller Caller, factor, code string) (*Session, error) {
	id, err := escapeSegment(factor)
	if err != nil {
		return nil, err
	}
	path := "/factors/" + id
	var challenge struct {
		ID string `json:"id"`
	}
	if err := b.callAuth(ctx, http.MethodPost, path+"/challenge", caller, struct{}{}, &challenge); err != nil {
		return nil, err
	}
	body := struct {
		Challenge string `json:"challenge_id"`
		Code      string `json:"code"`
	}{challenge.ID, code}
	return requireSession(b.requestToken(ctx, path+"/verify", caller, body))
}

// RemoveFactor removes a factor. A verified factor requires a session with aal2.
func (b *Backend) RemoveFactor(ctx context.Context, caller Caller, factor string) error {
	id, err := escapeSegment(factor)
	if err != nil {
		return err
	}
	return b.callAuth(ctx, http.MethodDelete, "/factors/"+id, caller, nil, nil)
}
