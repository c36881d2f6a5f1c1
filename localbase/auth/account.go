package auth

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/tableside/tableside/localbase/auth/audit"
)

// maxRecentSignInAge is the maximum age of a session that can change the password without a nonce,
// with Options.SecurePasswordChange.
const maxRecentSignInAge = 24 * time.Hour

// getUser handles GET /user and GET /admin/users/{user_id}.
func (h *Handler) getUser(r *request) (response, error) { return respondOK(r.user), nil }

type updateUserRequest struct {
	Email           string         `json:"email"`
	Password        *string        `json:"password"`
	CurrentPassword string         `json:"current_password"`
	Nonce           string         `json:"nonce"`
	Data            map[string]any `json:"data"`
	AppMetadata     map[string]any `json:"app_metadata"`
	Phone           string         `json:"phone"`
	pkce
}

// putUser handles PUT /user. A new password ends the user's other sessions. A new address must be
// confirmed by mail.
func (h *Handler) putUser(r *request) (response, error) {
	in, err := decode[updateUserRequest](r)
	if err != nil {
		return response{}, err
	}
	if err := h.checkUpdate(r, &in); err != nil {
		return response{}, err
	}
	hash := ""
	if in.Password != nil {
		if err := h.checkCurrentPassword(r, in.CurrentPassword); err != nil {
			return response{}, err
		}
		if hash, err = h.hashNewPassword(r, *in.Password); err != nil {
			return response{}, err
		}
	}
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		if in.Password != nil {
			if err := h.setPassword(r, tx, hash, in.Nonce); err != nil {
				return err
			}
		}
		if in.Data != nil {
			r.user.UserMetadata = merge(r.user.UserMetadata, in.Data)
			err := tx.updateUser(r.Context(), r.user.ID, h.now(), map[string]any{"raw_user_meta_data": r.user.UserMetadata})
			if err != nil {
				return err
			}
		}
		if in.Email == "" || in.Email == r.user.Email {
			return nil
		}
		return h.requestEmailChange(r, tx, in)
	})
	if err != nil {
		return response{}, err
	}
	r.addEvent(audit.UserModified, r.user, nil)
	if in.Password != nil {
		r.addEvent(audit.PasswordUpdated, r.user, nil)
	}
	user, err := h.findActiveUser(r.Context(), h.db, r.user.ID)
	return respondOK(user), err
}

// checkUpdate validates the request before any change, and normalizes the address.
func (h *Handler) checkUpdate(r *request, in *updateUserRequest) error {
	var err error
	if in.Email != "" {
		if in.Email, err = parseEmail(in.Email); err != nil {
			return err
		}
	}
	newEmail := in.Email != "" && in.Email != r.user.Email
	newPassword := in.Password != nil && *in.Password != ""
	switch {
	case in.AppMetadata != nil:
		return newForbidden(codeNotAdmin, "Updating app_metadata requires admin privileges")
	case in.Phone != "":
		return newPhoneDisabled(http.StatusBadRequest, "Phone logins are disabled")
	case (newEmail || newPassword) && r.user.hasVerifiedFactor() && (r.session == nil || r.session.aal != aal2):
		return newError(http.StatusUnauthorized, codeInsufficientAAL, "AAL2 session is required to update email or password when MFA is enabled.")
	case newPassword && r.user.IsAnonymous && in.Email == "":
		return newUnprocessable(codeValidation, "Updating password of an anonymous user without an email or phone is not allowed")
	case (newEmail || newPassword || in.Nonce != "") && r.user.isSSO:
		return newUnprocessable(codeUserSSOManaged, "Updating email, phone, password of a SSO account only possible via SSO")
	}
	if err := in.validate(); err != nil {
		return err
	}
	if !newEmail {
		return nil
	}
	owner, err := h.db.findEmailOwner(r.Context(), in.Email, r.user.ID)
	if err == nil && owner != nil {
		return newUnprocessable(codeEmailExists, emailExistsMessage)
	}
	return err
}

// checkCurrentPassword returns an error if the project requires the current password for a new one, and
// password is not it. A session that began with a code or a link of a mail needs none: its user can have
// forgotten the password. Source: supabase/auth, internal/api/user.go (UserUpdate), models/factor.go
// (AuthenticationMethod.IsRecovery).
func (h *Handler) checkCurrentPassword(r *request, password string) error {
	if !h.opts.RequireCurrentPassword || !r.user.hasPassword() {
		return nil
	}
	if r.session != nil {
		methods, err := h.db.findMethods(r.Context(), r.session.id)
		if err != nil || slices.ContainsFunc(methods, func(m methodEntry) bool { return slices.Contains(mailMethods, m.Method) }) {
			return err
		}
	}
	const message = "Current password required when setting new password."
	switch {
	case password == "":
		return newBadRequest(codeCurrentPasswordRequired, message)
	case !h.isCorrectPassword(r.user, password):
		return newBadRequest(codeCurrentPasswordInvalid, message)
	}
	return nil
}

// hashNewPassword validates a new password and returns its hash.
func (h *Handler) hashNewPassword(r *request, password string) (string, error) {
	if err := h.checkPassword(password); err != nil {
		return "", err
	}
	if r.user.hasPassword() && h.isCorrectPassword(r.user, password) {
		return "", newUnprocessable(codeSamePassword, "New password should be different from the old password.")
	}
	return h.hashPassword(password)
}

// setPassword stores a new password. It ends all other sessions and invalidates all one-time
// tokens.
func (h *Handler) setPassword(r *request, tx database, hash, nonce string) error {
	ctx := r.Context()
	if h.opts.SecurePasswordChange && (r.session == nil || h.now().After(r.session.createdAt.Add(maxRecentSignInAge))) {
		if nonce == "" {
			return newBadRequest(codeReauthenticationNeeded, "Password update requires reauthentication")
		}
		if err := h.useNonce(r, tx, nonce); err != nil {
			return err
		}
	}
	if err := tx.storePassword(ctx, r.user.ID, hash, h.now()); err != nil {
		return err
	}
	if r.session == nil {
		return tx.deleteSessions(ctx, `user_id = $1`, r.user.ID)
	}
	return tx.deleteSessions(ctx, `user_id = $1 and id <> $2`, r.user.ID, r.session.id)
}

// requestEmailChange sends mails that confirm the change of an address. With Autoconfirm, an
// anonymous user gets the address at once.
func (h *Handler) requestEmailChange(r *request, tx database, in updateUserRequest) error {
	ctx := r.Context()
	if r.user.IsAnonymous && h.opts.Autoconfirm {
		if err := h.changeEmail(ctx, tx, r.user, in.Email); err != nil {
			return err
		}
		return tx.syncProviders(ctx, r.user.ID, h.now())
	}
	return h.sendEmailChange(r, tx, r.user, in.Email, in.pkce)
}

// logout handles POST /logout?scope=global|local|others. It deletes sessions, which invalidates
// their refresh tokens and, in this service, their access tokens.
func (h *Handler) logout(r *request) (response, error) {
	var err error
	switch scope := r.URL.Query().Get("scope"); {
	case scope != "" && scope != "global" && scope != "local" && scope != "others":
		return response{}, newBadRequest(codeValidation, fmt.Sprintf("Unsupported logout scope %q", scope))
	case scope == "" || scope == "global" || r.session == nil:
		err = h.db.deleteSessions(r.Context(), `user_id = $1`, r.user.ID)
	case scope == "local":
		err = h.db.deleteSessions(r.Context(), `id = $1`, r.session.id)
	default:
		err = h.db.deleteSessions(r.Context(), `user_id = $1 and id <> $2`, r.user.ID, r.session.id)
	}
	return response{status: http.StatusNoContent}, err
}
