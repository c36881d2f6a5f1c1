package auth

import (
	"context"
	"errors"
	"fmt"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
)

// startPasskeyAuthentication handles POST /passkeys/authentication/options. It returns the options for
// navigator.credentials.get. They contain no account: the authenticator offers the accounts for which it
// has a passkey.
func (h *Handler) startPasskeyAuthentication(r *request) (response, error) {
	assertion, state, err := h.opts.Passkeys.webauthn.BeginDiscoverableLogin()
	if err != nil {
		return response{}, fmt.Errorf("create authentication options: %w", err)
	}
	now := h.now()
	expiresAt := now.Add(challengeLifetime)
	id, err := h.db.insertPasskeyChallenge(r.Context(), authenticationChallenge, nil, state, now, expiresAt)
	return respondOK(passkeyOptions[protocol.PublicKeyCredentialRequestOptions]{id, assertion.Response, expiresAt.Unix()}), err
}

// finishPasskeyAuthentication handles POST /passkeys/authentication/verify. It signs in the user whose
// passkey has signed the challenge.
func (h *Handler) finishPasskeyAuthentication(r *request) (response, error) {
	raw, state, err := h.takeChallenge(r, authenticationChallenge, nil)
	if err != nil {
		return response{}, err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(raw)
	if err != nil {
		return response{}, h.rejectPasskey(r, "Invalid credential response", err)
	}
	var tokens tokenResponse
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		user, err := h.verifyPasskey(r, tx, state, parsed)
		if err != nil {
			return err
		}
		tokens, err = h.signInTransaction(r, tx, user, methodPasskey)
		return err
	})
	if err != nil {
		return response{}, err
	}
	return respondOK(tokens), nil
}

// verifyPasskey returns the user whose passkey has signed the challenge, and stores the passkey's use.
// Unlike Supabase Auth, it rejects a signature whose counter has not increased, since then a copy of the
// passkey can exist (WebAuthn Level 3, 7.2, step 22).
func (h *Handler) verifyPasskey(r *request, tx database, state *webauthn.SessionData, parsed *protocol.ParsedCredentialAssertionData) (*User, error) {
	ctx, now := r.Context(), h.now()
	const rejection = "Credential verification failed"
	owner, err := tx.findPasskeyOwner(ctx, parsed.Response.UserHandle)
	if err != nil {
		return nil, err
	}
	if owner == nil {
		return nil, h.rejectPasskey(r, rejection, errors.New("the user handle is of no user"))
	}
	_, credential, err := h.opts.Passkeys.webauthn.ValidatePasskeyLogin(
		func(_, _ []byte) (webauthn.User, error) { return owner, nil }, *state, parsed)
	if err != nil {
		return nil, h.rejectPasskey(r, rejection, err)
	}
	switch {
	case credential.Authenticator.CloneWarning:
		return nil, h.rejectPasskey(r, rejection, errors.New("the signature counter has not increased"))
	case owner.Email != "" && !owner.isConfirmed():
		return nil, newForbidden(codeEmailNotConfirmed, "Email not confirmed")
	case owner.isBanned(now):
		return nil, newForbidden(codeUserBanned, "User is banned")
	}
	return owner.User, tx.storePasskeyUse(ctx, *credential, now)
}

// findPasskeyOwner returns the user of a user handle with their passkeys, or nil. It locks the passkeys, so
// that concurrent requests do not accept the same counter.
func (db database) findPasskeyOwner(ctx context.Context, userHandle []byte) (*passkeyUser, error) {
	id, err := uuid.Parse(string(userHandle))
	if err != nil {
		return nil, nil
	}
	user, err := db.findUserByID(ctx, id)
	if err != nil || user == nil || user.DeletedAt != nil {
		return nil, err
	}
	passkeys, err := db.findPasskeys(ctx, id, "for update")
	return &passkeyUser{user, passkeys}, err
}
