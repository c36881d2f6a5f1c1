package auth

import (
	"fmt"
	"net/http"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// Routes, bodies and error codes of passkeys follow Supabase Auth 2.196 (internal/api/passkey_*.go) and
// @supabase/auth-js 2.119 (GoTrueClient, passkey). The interface is in beta.

const maxPasskeyName = 120 // characters

// requirePasskeys responds with 404 passkey_disabled if passkeys are disabled.
func (h *Handler) requirePasskeys(next endpoint) endpoint {
	return func(r *request) (response, error) {
		if h.opts.Passkeys == nil {
			return response{}, newNotFound(codePasskeyDisabled, "Passkeys are disabled")
		}
		return next(r)
	}
}

// checkPasskeyManagement reports why the user can't add or delete passkeys in this session: a user with
// a second factor must have used it.
func checkPasskeyManagement(r *request) error {
	switch {
	case r.user.isSSO:
		return newUnprocessable(codeValidation, "SSO users cannot register passkeys")
	case r.user.hasVerifiedFactor() && (r.session == nil || r.session.aal != aal2):
		return newForbidden(codeInsufficientAAL, "AAL2 session is required to manage passkeys when MFA is enabled")
	}
	return nil
}

// passkeyListItem is a passkey in the format of the API.
type passkeyListItem struct {
	ID           uuid.UUID  `json:"id"`
	FriendlyName string     `json:"friendly_name,omitempty"`
	CreatedAt    time.Time  `json:"created_at"`
	LastUsedAt   *time.Time `json:"last_used_at,omitempty"`
}

func newPasskeyListItem(p passkey) passkeyListItem {
	return passkeyListItem{ID: p.id, FriendlyName: p.name, CreatedAt: p.createdAt, LastUsedAt: p.lastUsedAt}
}

// listPasskeys handles GET /passkeys and GET /admin/users/{user_id}/passkeys.
func (h *Handler) listPasskeys(r *request) (response, error) {
	passkeys, err := h.db.findPasskeys(r.Context(), r.user.ID, "")
	if err != nil {
		return response{}, err
	}
	items := make([]passkeyListItem, len(passkeys))
	for i, p := range passkeys {
		items[i] = newPasskeyListItem(p)
	}
	return respondOK(items), nil
}

// requirePasskey passes the user's passkey in the path to next, or responds with 404.
func (h *Handler) requirePasskey(next func(*request, passkey) (response, error)) endpoint {
	return func(r *request) (response, error) {
		notFound := newNotFound(codeValidation, "Passkey not found")
		id, err := uuid.Parse(r.PathValue("passkey_id"))
		if err != nil {
			return response{}, notFound
		}
		passkeys, err := h.db.findPasskeys(r.Context(), r.user.ID, "")
		if err != nil {
			return response{}, err
		}
		for _, p := range passkeys {
			if p.id == id {
				return next(r, p)
			}
		}
		return response{}, notFound
	}
}

type renamePasskeyRequest struct {
	FriendlyName string `json:"friendly_name"`
}

// renamePasskey handles PATCH /passkeys/{passkey_id}.
func (h *Handler) renamePasskey(r *request, p passkey) (response, error) {
	in, err := decode[renamePasskeyRequest](r)
	if err != nil {
		return response{}, err
	}
	switch {
	case in.FriendlyName == "":
		return response{}, newBadRequest(codeValidation, "friendly_name is required")
	case utf8.RuneCountInString(in.FriendlyName) > maxPasskeyName:
		return response{}, newBadRequest(codeValidation, fmt.Sprintf("friendly_name must be %d characters or less", maxPasskeyName))
	}
	p.name = in.FriendlyName
	_, err = h.db.Exec(r.Context(), `update auth.webauthn_credentials set friendly_name = $2, updated_at = $3 where id = $1`, p.id, p.name, h.now())
	if err != nil {
		return response{}, fmt.Errorf("rename passkey: %w", err)
	}
	return respondOK(newPasskeyListItem(p)), nil
}

// deletePasskey handles DELETE /passkeys/{passkey_id}.
func (h *Handler) deletePasskey(r *request, p passkey) (response, error) {
	if err := checkPasskeyManagement(r); err != nil {
		return response{}, err
	}
	return h.deletePasskeyByAdmin(r, p)
}

// deletePasskeyByAdmin handles DELETE /admin/users/{user_id}/passkeys/{passkey_id}.
func (h *Handler) deletePasskeyByAdmin(r *request, p passkey) (response, error) {
	if _, err := h.db.Exec(r.Context(), `delete from auth.webauthn_credentials where id = $1`, p.id); err != nil {
		return response{}, fmt.Errorf("delete passkey: %w", err)
	}
	return response{status: http.StatusNoContent}, nil
}
