package auth

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// findIdentity answers the identity that a provider's subject has; nil when it has none.
func (db database) findIdentity(ctx context.Context, provider, subject string) (*Identity, error) {
	var i Identity
	err := db.QueryRow(ctx, `select id, user_id from auth.identities where provider = $1 and provider_id = $2`, provider, subject).
		Scan(&i.IdentityID, &i.UserID)
	if err == pgx.ErrNoRows {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find identity: %w", err)
	}
	return &i, nil
}

// recordIdentitySignIn notes a sign-in and what the provider says today.
func (db database) recordIdentitySignIn(ctx context.Context, id uuid.UUID, data map[string]any, now time.Time) error {
	_, err := db.Exec(ctx, `update auth.identities set identity_data = $2, last_sign_in_at = $3, updated_at = $3 where id = $1`, id, data, now)
	if err != nil {
		return fmt.Errorf("renew identity: %w", err)
	}
	return nil
}

// requireManualLinking lets through only where people may link identities themselves.
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

// linkIdentity is GET /user/identities/authorize?provider=...: begins to link a
// provider's identity to the caller's account.
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

// linkToAccount adds a provider's identity to an account, which takes its address if it
// has none.
func (h *Handler) linkToAccount(r *request, tx database, id uuid.UUID, provider string, who providerUser) (*User, error) {
	ctx, now := r.Context(), h.now()
	user, err := h.findActiveUser(ctx, tx, id)
	if err != nil {
		return nil, err
	}
	identity, err := tx.findIdentity(ctx, provider, who.subject)
	switch {
	case err != nil:
		return nil, err
	case identity != nil && identity.UserID == user.ID:
		return nil, newUnprocessable(codeIdentityExists, "Identity is already linked")
	case identity != nil:
		return nil, newUnprocessable(codeIdentityExists, "Identity is already linked to another user")
	}
	err = tx.insertIdentity(ctx, Identity{IdentityID: uuid.New(), ID: who.subject, UserID: user.ID, Data: who.data,
		Provider: provider, LastSignInAt: &now, CreatedAt: now})
	if err == nil {
		err = tx.syncProviders(ctx, user.ID, now)
	}
	if err == nil && user.Email == "" && who.email != "" {
		err = h.setEmailFromIdentity(r, tx, user, provider, who)
	}
	if err != nil {
		return nil, err
	}
	return tx.findUserByID(ctx, user.ID)
}

// setEmailFromIdentity gives an account without one the address of its new identity.
func (h *Handler) setEmailFromIdentity(r *request, tx database, user *User, provider string, who providerUser) error {
	ctx := r.Context()
	if taken, err := tx.findEmailOwner(ctx, who.email, user.ID); err != nil {
		return err
	} else if taken != nil {
		return newBadRequest(codeEmailExists, emailExistsMessage)
	}
	user.Email = who.email
	if err := tx.updateUser(ctx, user.ID, h.now(), map[string]any{"email": who.email}); err != nil {
		return err
	}
	if !who.emailVerified {
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

// unlinkIdentity is DELETE /user/identities/{identity_id}. The last identity
// can't go; the account's address follows those that stay.
func (h *Handler) unlinkIdentity(r *request) (response, error) {
	id, err := uuid.Parse(r.PathValue("identity_id"))
	if err != nil {
		return response{}, newNotFound(codeValidation, "identity_id must be an UUID")
	}
	if len(r.user.Identities) <= 1 {
		return response{}, newUnprocessable(codeSingleIdentity, "User must have at least 1 identity after unlinking")
	}
	var kept []Identity
	for _, identity := range r.user.Identities {
		if identity.IdentityID != id {
			kept = append(kept, identity)
		}
	}
	if len(kept) == len(r.user.Identities) {
		return response{}, newUnprocessable(codeIdentityNotFound, "Identity doesn't exist")
	}
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		if _, err := tx.Exec(r.Context(), `delete from auth.identities where id = $1`, id); err != nil {
			return fmt.Errorf("delete identity: %w", err)
		}
		if err := h.resetEmailFromIdentities(r, tx, kept); err != nil {
			return err
		}
		return tx.syncProviders(r.Context(), r.user.ID, h.now())
	})
	return respondOK(emptyBody), err
}

// resetEmailFromIdentities gives the account an address of its identities when its own
// is none of theirs any more.
func (h *Handler) resetEmailFromIdentities(r *request, tx database, kept []Identity) error {
	for _, identity := range kept {
		if identity.Email == normalizeEmail(r.user.Email) {
			return nil
		}
	}
	for _, identity := range kept {
		taken, err := tx.findEmailOwner(r.Context(), identity.Email, r.user.ID)
		if err != nil {
			return err
		}
		if identity.Email != "" && taken == nil {
			return tx.updateUser(r.Context(), r.user.ID, h.now(), map[string]any{"email": identity.Email})
		}
	}
	return newUnprocessable(codeEmailConflictIdentity, "Unable to unlink identity due to email conflict")
}
