package auth

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// findIdentity returns the identity of a provider's subject, with only its ids, or nil.
func (db database) findIdentity(ctx context.Context, provider, subject string) (*Identity, error) {
	var i Identity
	err := db.QueryRow(ctx, `select id, user_id from auth.identities where provider = $1 and provider_id = $2`, provider, subject).
		Scan(&i.IdentityID, &i.UserID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find identity: %w", err)
	}
	return &i, nil
}

// recordIdentitySignIn stores the time of a sign-in and the provider's current data.
func (db database) recordIdentitySignIn(ctx context.Context, id uuid.UUID, data map[string]any, now time.Time) error {
	_, err := db.Exec(ctx, `update auth.identities set identity_data = $2, last_sign_in_at = $3, updated_at = $3 where id = $1`, id, data, now)
	if err != nil {
		return fmt.Errorf("record sign-in of identity: %w", err)
	}
	return nil
}

// requireManualLinking responds with 404 if manual linking is disabled.
func (h *Handler) requireManualLinking(next endpoint) endpoint {
	return func(r *request) (response, error) {
		if !h.opts.ManualLinking {
			return response{}, newNotFound(codeManualLinkingDisabled, "Manual linking is disabled")
		}
		return next(r)
	}
}

type linkResponse struct {
	URL string `json:"url"`
}

// linkIdentity handles GET /user/identities/authorize?provider=.... It redirects to a provider, whose
// identity is then linked to the caller's account.
func (h *Handler) linkIdentity(r *request) (response, error) {
	location, err := h.startProviderFlow(r, &r.user.ID)
	if err != nil {
		return response{}, err
	}
	if r.URL.Query().Get("skip_http_redirect") == "true" {
		return respondOK(linkResponse{location}), nil
	}
	return response{status: http.StatusFound, location: location}, nil
}

// linkToAccount adds a provider's identity to an account. An account without an address gets the
// address of the identity.
func (h *Handler) linkToAccount(r *request, tx database, id uuid.UUID, provider string, profile providerUser) (*User, error) {
	ctx, now := r.Context(), h.now()
	user, err := h.findActiveUser(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	identity, err := tx.findIdentity(ctx, provider, profile.subject)
	switch {
	case err != nil:
		return nil, err
	case identity != nil && identity.UserID == user.ID:
		return nil, newUnprocessable(codeIdentityExists, "Identity is already linked")
	case identity != nil:
		return nil, newUnprocessable(codeIdentityExists, "Identity is already linked to another user")
	}
	err = tx.insertIdentity(ctx, Identity{IdentityID: uuid.New(), ID: profile.subject, UserID: user.ID, Data: profile.data,
		Provider: provider, LastSignInAt: &now, CreatedAt: now})
	if err == nil {
		err = tx.syncProviders(ctx, user.ID, now)
	}
	if err == nil && user.Email == "" && profile.email != "" {
		err = h.setEmailFromIdentity(r, tx, user, provider, profile)
	}
	if err != nil {
		return nil, err
	}
	return tx.findUserByID(ctx, user.ID)
}

// setEmailFromIdentity sets the address of an account that has none to that of its new identity. If the provider has
// verified the address, the account is confirmed and no longer anonymous. Otherwise it queues the confirmation mail and
// returns a confirmationRequiredError, with which the caller commits the transaction. The error is 400 email_exists if
// another user has the address.
func (h *Handler) setEmailFromIdentity(r *request, tx database, user *User, provider string, profile providerUser) error {
	ctx := r.Context()
	if owner, err := tx.findEmailOwner(ctx, profile.email, user.ID); err != nil {
		return err
	} else if owner != nil {
		return newBadRequest(codeEmailExists, emailExistsMessage)
	}
	user.Email = profile.email
	if err := tx.updateUser(ctx, user.ID, h.now(), map[string]any{"email": profile.email}); err != nil {
		return err
	}
	if !profile.emailVerified {
		if err := h.sendConfirmation(r, tx, user, pkce{}); err != nil {
			return err
		}
		return &confirmationRequiredError{newUnprocessable(codeEmailNotConfirmed,
			fmt.Sprintf("Unverified email with %s. A confirmation email has been sent to your %s email", provider, provider))}
	}
	if err := h.confirmAddress(ctx, tx, user); err != nil {
		return err
	}
	return tx.updateUser(ctx, user.ID, h.now(), map[string]any{"is_anonymous": false})
}

// unlinkIdentity handles DELETE /user/identities/{identity_id}. It rejects the last identity. If the
// account's address came from the identity, it changes to that of a remaining identity.
func (h *Handler) unlinkIdentity(r *request) (response, error) {
	id, err := uuid.Parse(r.PathValue("identity_id"))
	if err != nil {
		return response{}, newNotFound(codeValidation, "identity_id must be an UUID")
	}
	if len(r.user.Identities) <= 1 {
		return response{}, newUnprocessable(codeSingleIdentity, "User must have at least 1 identity after unlinking")
	}
	var remaining []Identity
	for _, identity := range r.user.Identities {
		if identity.IdentityID != id {
			remaining = append(remaining, identity)
		}
	}
	if len(remaining) == len(r.user.Identities) {
		return response{}, newUnprocessable(codeIdentityNotFound, "Identity doesn't exist")
	}
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		if _, err := tx.Exec(r.Context(), `delete from auth.identities where id = $1`, id); err != nil {
			return fmt.Errorf("delete identity: %w", err)
		}
		if err := h.resetEmailFromIdentities(r, tx, remaining); err != nil {
			return err
		}
		return tx.syncProviders(r.Context(), r.user.ID, h.now())
	})
	return respondOK(emptyBody), err
}

// resetEmailFromIdentities sets the account's address to that of a remaining identity if no remaining
// identity has the current address.
func (h *Handler) resetEmailFromIdentities(r *request, tx database, remaining []Identity) error {
	for _, identity := range remaining {
		if identity.Email == normalizeEmail(r.user.Email) {
			return nil
		}
	}
	for _, identity := range remaining {
		owner, err := tx.findEmailOwner(r.Context(), identity.Email, r.user.ID)
		if err != nil {
			return err
		}
		if identity.Email != "" && owner == nil {
			return tx.updateUser(r.Context(), r.user.ID, h.now(), map[string]any{"email": identity.Email})
		}
	}
	return newUnprocessable(codeEmailConflictIdentity, "Unable to unlink identity due to email conflict")
}
