package auth

import (
	"fmt"
	"net/http"
)

// getUser is GET /user.
func (h *Handler) getUser(r *request) (reply, error) { return ok(r.user), nil }

type updateUserRequest struct {
	Email       string         `json:"email"`
	Password    *string        `json:"password"`
	Data        map[string]any `json:"data"`
	AppMetadata map[string]any `json:"app_metadata"`
	Phone       string         `json:"phone"`
}

// putUser is PUT /user. A new password ends the person's other sessions.
func (h *Handler) putUser(r *request) (reply, error) {
	in, err := decode[updateUserRequest](r)
	if err != nil {
		return reply{}, err
	}
	if in.AppMetadata != nil {
		return reply{}, forbidden(codeNotAdmin, "Updating app_metadata requires admin privileges")
	}
	ctx, now := r.Context(), h.now()
	columns := map[string]any{}
	if in.Password != nil {
		hash, err := h.newPassword(r, *in.Password)
		if err != nil {
			return reply{}, err
		}
		columns["encrypted_password"] = hash
	}
	if in.Data != nil {
		columns["raw_user_meta_data"] = merge(r.user.UserMetadata, in.Data)
	}
	err = h.db.transact(ctx, func(tx database) error {
		if err := tx.updateUser(ctx, r.user.ID, now, columns); err != nil || in.Password == nil {
			return err
		}
		if r.session == nil {
			return tx.deleteSessions(ctx, `user_id = $1`, r.user.ID)
		}
		return tx.deleteSessions(ctx, `user_id = $1 and id <> $2`, r.user.ID, r.session.id)
	})
	if err != nil {
		return reply{}, err
	}
	user, err := h.db.userByID(ctx, r.user.ID)
	if err != nil {
		return reply{}, err
	}
	return ok(user), nil
}

// newPassword answers the hash of a password that the person may change to.
func (h *Handler) newPassword(r *request, password string) (string, error) {
	if err := h.checkPassword(password); err != nil {
		return "", err
	}
	if r.user.hasPassword() && passwordMatches(r.user, password) {
		return "", unprocessable(codeSamePassword, "New password should be different from the old password.")
	}
	return hashPassword(password)
}

// logout is POST /logout?scope=global|local|others; it ends sessions, so that
// their refresh tokens and access tokens stop working here.
func (h *Handler) logout(r *request) (reply, error) {
	var err error
	switch scope := r.URL.Query().Get("scope"); {
	case scope != "" && scope != "global" && scope != "local" && scope != "others":
		return reply{}, badRequest(codeValidation, fmt.Sprintf("Unsupported logout scope %q", scope))
	case scope == "" || scope == "global" || r.session == nil:
		err = h.db.deleteSessions(r.Context(), `user_id = $1`, r.user.ID)
	case scope == "local":
		err = h.db.deleteSessions(r.Context(), `id = $1`, r.session.id)
	default:
		err = h.db.deleteSessions(r.Context(), `user_id = $1 and id <> $2`, r.user.ID, r.session.id)
	}
	return reply{status: http.StatusNoContent}, err
}
