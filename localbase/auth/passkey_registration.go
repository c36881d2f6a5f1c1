package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
)

// maxPasskeys is the maximum number of passkeys of a user.
const maxPasskeys = 10

// passkeyOptions is the response to both routes that start a ceremony. Options is the JSON form of
// PublicKeyCredentialCreationOptions or PublicKeyCredentialRequestOptions (WebAuthn Level 3, 5.1.8, 5.1.9).
type passkeyOptions[T any] struct {
	ChallengeID uuid.UUID `json:"challenge_id"`
	Options     T         `json:"options"`
	ExpiresAt   int64     `json:"expires_at"` // Unix time
}

// passkeyVerification is the body of both routes that finish a ceremony. Credential is the JSON form of
// the browser's PublicKeyCredential.
type passkeyVerification struct {
	ChallengeID string          `json:"challenge_id"`
	Credential  json.RawMessage `json:"credential"`
}

// passkeyMetadata is a new passkey.
type passkeyMetadata struct {
	ID           uuid.UUID `json:"id"`
	FriendlyName string    `json:"friendly_name,omitempty"`
	CreatedAt    time.Time `json:"created_at"`
}

// startPasskeyRegistration handles POST /passkeys/registration/options. It returns the options for
// navigator.credentials.create.
func (h *Handler) startPasskeyRegistration(r *request) (response, error) {
	if err := checkPasskeyManagement(r); err != nil {
		return response{}, err
	}
	ctx, now := r.Context(), h.now()
	passkeys, err := h.db.findPasskeys(ctx, r.user.ID, "")
	if err != nil {
		return response{}, err
	}
	if err := checkPasskeyCount(passkeys); err != nil {
		return response{}, err
	}
	user := passkeyUser{r.user, passkeys}
	creation, state, err := h.opts.Passkeys.webauthn.BeginRegistration(user,
		webauthn.WithExclusions(webauthn.Credentials(user.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return response{}, fmt.Errorf("create registration options: %w", err)
	}
	expiresAt := now.Add(challengeLifetime)
	id, err := h.db.insertPasskeyChallenge(ctx, registrationChallenge, &r.user.ID, state, now, expiresAt)
	return respondOK(passkeyOptions[protocol.PublicKeyCredentialCreationOptions]{id, creation.Response, expiresAt.Unix()}), err
}

// finishPasskeyRegistration handles POST /passkeys/registration/verify. It stores the browser's new
// credential.
func (h *Handler) finishPasskeyRegistration(r *request) (response, error) {
	if err := checkPasskeyManagement(r); err != nil {
		return response{}, err
	}
	raw, state, err := h.takeChallenge(r, registrationChallenge, &r.user.ID)
	if err != nil {
		return response{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(raw)
	if err != nil {
		return response{}, h.rejectPasskey(r, "Invalid credential response", err)
	}
	var created passkey
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		created, err = h.createPasskey(r, tx, state, parsed)
		return err
	})
	if isUniqueViolation(err) {
		return response{}, newUnprocessable(codePasskeyExists, "This credential is already registered")
	}
	if err != nil {
		return response{}, err
	}
	return respondOK(passkeyMetadata{ID: created.id, FriendlyName: created.name, CreatedAt: created.createdAt}), nil
}

// createPasskey verifies and inserts a credential.
func (h *Handler) createPasskey(r *request, tx database, state *webauthn.SessionData, parsed *protocol.ParsedCredentialCreationData) (passkey, error) {
	ctx := r.Context()
	// The lock makes the count of concurrent registrations correct.
	if _, err := tx.Exec(ctx, `select from auth.users where id = $1 for update`, r.user.ID); err != nil {
		return passkey{}, fmt.Errorf("lock user: %w", err)
	}
	passkeys, err := tx.findPasskeys(ctx, r.user.ID, "")
	if err != nil {
		return passkey{}, err
	}
	if err := checkPasskeyCount(passkeys); err != nil {
		return passkey{}, err
	}
	credential, err := h.opts.Passkeys.webauthn.CreateCredential(passkeyUser{r.user, passkeys}, *state, parsed)
	if err != nil {
		return passkey{}, h.rejectPasskey(r, "Credential verification failed", err)
	}
	created := passkey{id: uuid.New(), name: passkeyName(credential.Authenticator.AAGUID), createdAt: h.now(), credential: *credential}
	return created, tx.insertPasskey(ctx, r.user.ID, created)
}

// checkPasskeyCount returns 422 too_many_passkeys if the user has maxPasskeys.
func checkPasskeyCount(passkeys []passkey) error {
	if len(passkeys) >= maxPasskeys {
		return newUnprocessable(codeTooManyPasskeys, "Maximum number of passkeys reached")
	}
	return nil
}

// takeChallenge reads the body and returns its credential and the state of its challenge, which it deletes.
// user is nil for a sign-in.
func (h *Handler) takeChallenge(r *request, kind string, user *uuid.UUID) (json.RawMessage, *webauthn.SessionData, error) {
	in, err := decode[passkeyVerification](r)
	if err != nil {
		return nil, nil, err
	}
	if in.ChallengeID == "" {
		return nil, nil, newBadRequest(codeValidation, "challenge_id is required")
	}
	if in.Credential == nil {
		return nil, nil, newBadRequest(codeValidation, "credential is required")
	}
	id, err := uuid.Parse(in.ChallengeID)
	if err != nil {
		return nil, nil, newBadRequest(codeValidation, "challenge_id must be a valid UUID")
	}
	state, expiresAt, err := h.db.takePasskeyChallenge(r.Context(), id, kind, user)
	if err != nil {
		return nil, nil, err
	}
	if state == nil {
		return nil, nil, newBadRequest(codePasskeyChallengeNotFound, "Challenge not found or already used")
	}
	if h.now().After(expiresAt) {
		return nil, nil, newBadRequest(codePasskeyChallengeExpired, "Challenge has expired")
	}
	return in.Credential, state, nil
}

// rejectPasskey returns 400 webauthn_verification_failed. It logs the reason, such as an origin that is
// not allowed, which the response doesn't contain.
func (h *Handler) rejectPasskey(r *request, message string, reason error) error {
	details := reason.Error()
	var explained *protocol.Error
	if errors.As(reason, &explained) && explained.DevInfo != "" {
		details += ": " + explained.DevInfo
	}
	h.opts.Logger.LogAttrs(r.Context(), slog.LevelWarn, "rejected a passkey", slog.String("reason", details))
	return newBadRequest(codePasskeyVerificationFailed, message)
}
