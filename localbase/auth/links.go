package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/tableside/tableside/localbase/auth/audit"
)

type inviteRequest struct {
	Email string         `json:"email"`
	Data  map[string]any `json:"data"`
}

// invite handles POST /invite. It mails a link that confirms the address and signs in.
func (h *Handler) invite(r *request) (response, error) {
	in, err := decode[inviteRequest](r)
	if err != nil {
		return response{}, err
	}
	if in.Email, err = parseEmail(in.Email); err != nil {
		return response{}, err
	}
	var user *User
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		var err error
		if user, err = h.findOrCreateUnconfirmed(r.Context(), tx, newEmailUser{email: in.Email, data: in.Data}); err != nil {
			return err
		}
		if err := h.sendInvite(r, tx, user); err != nil {
			return err
		}
		user, err = tx.findUserByID(r.Context(), user.ID)
		return err
	})
	if err == nil {
		r.addEvent(audit.UserInvited, nil, describeUser(user))
	}
	return respondOK(user), err
}

// findOrCreateUnconfirmed returns the unconfirmed account of an address, which it creates if there is
// none. The error is 422 email_exists for a confirmed account.
func (h *Handler) findOrCreateUnconfirmed(ctx context.Context, tx database, in newEmailUser) (*User, error) {
	existing, err := tx.findEmailOwner(ctx, in.email, uuid.Nil)
	switch {
	case err != nil:
		return nil, err
	case existing == nil:
		return h.createEmailUser(ctx, tx, in)
	case existing.isConfirmed():
		return nil, newUnprocessable(codeEmailExists, emailExistsMessage)
	case len(in.data) == 0:
		return existing, nil
	}
	existing.UserMetadata = merge(existing.UserMetadata, in.data)
	return existing, tx.updateUser(ctx, existing.ID, h.now(), map[string]any{"raw_user_meta_data": existing.UserMetadata})
}

// Types of link that only administrators can request.
const (
	linkEmailChangeCurrent = "email_change_current"
	linkEmailChangeNew     = "email_change_new"
)

type generateLinkRequest struct {
	Type       string         `json:"type"`
	Email      string         `json:"email"`
	NewEmail   string         `json:"new_email"`
	Password   string         `json:"password"`
	Data       map[string]any `json:"data"`
	RedirectTo string         `json:"redirect_to"`
}

type generateLinkResponse struct {
	*User
	ActionLink       string `json:"action_link"`
	EmailOTP         string `json:"email_otp"`
	HashedToken      string `json:"hashed_token"`
	VerificationType string `json:"verification_type"`
	RedirectTo       string `json:"redirect_to"`
}

// generateLink handles POST /admin/generate_link. It returns the link and the code that a mail would
// contain.
func (h *Handler) generateLink(r *request) (response, error) {
	in, err := decode[generateLinkRequest](r)
	if err != nil {
		return response{}, err
	}
	if in.Email, err = parseEmail(in.Email); err != nil {
		return response{}, err
	}
	target := h.redirectTarget(r.Request)
	if h.isRedirectAllowed(in.RedirectTo) {
		target = in.RedirectTo
	}
	hash, err := h.hashLinkPassword(&in)
	if err != nil {
		return response{}, err
	}
	result := generateLinkResponse{EmailOTP: h.generateCode(), RedirectTo: target}
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		link, err := h.prepareLink(r.Context(), tx, &in, hash)
		if err != nil {
			return err
		}
		now := h.now()
		result.HashedToken = hashCode(link.address, result.EmailOTP)
		if err := tx.setToken(r.Context(), link.user.ID, link.kind, link.address, result.HashedToken, now); err != nil {
			return err
		}
		if err := tx.updateUser(r.Context(), link.user.ID, now, link.columns); err != nil {
			return err
		}
		result.User, err = tx.findUserByID(r.Context(), link.user.ID)
		return err
	})
	if err != nil {
		return response{}, err
	}
	result.VerificationType = in.Type
	kind := in.Type
	if kind == linkEmailChangeCurrent || kind == linkEmailChangeNew {
		kind = mailEmailChange
	}
	result.ActionLink = h.actionLink(kind, result.HashedToken, target)
	return respondOK(result), nil
}

// hashLinkPassword validates and hashes the password for a sign-up link. It returns "" for other
// types.
func (h *Handler) hashLinkPassword(in *generateLinkRequest) (string, error) {
	if in.Type != mailSignup {
		return "", nil
	}
	if in.Password == "" {
		return "", newBadRequest(codeValidation, "Signup requires a valid password")
	}
	if err := h.checkPassword(in.Password); err != nil {
		return "", err
	}
	return h.hashPassword(in.Password)
}

// linkTarget contains the account of a link, the token to create, and the columns to set.
type linkTarget struct {
	user    *User
	kind    tokenKind
	address string
	columns map[string]any
}

// prepareLink returns the account for a link to in.Email, and the token to create for it. For an invitation or a sign-up
// it creates a missing account, with the password hash; "" means that it has no password. If a magic link is requested for an unknown address, it
// sets in.Type to a sign-up. Other types return 404 user_not_found for an unknown address, and an unknown type returns 400
// validation_failed.
func (h *Handler) prepareLink(ctx context.Context, tx database, in *generateLinkRequest, hash string) (linkTarget, error) {
	now := h.now()
	user, err := tx.findUserByEmail(ctx, in.Email)
	if err != nil {
		return linkTarget{}, err
	}
	if user == nil && in.Type == mailMagicLink {
		in.Type = mailSignup
	}
	switch in.Type {
	case mailSignup, mailInvite:
		columns := map[string]any{"confirmation_sent_at": now}
		if in.Type == mailInvite {
			columns["invited_at"] = now
		}
		user, err := h.findOrCreateUnconfirmed(ctx, tx, newEmailUser{email: in.Email, hash: hash, data: in.Data})
		return linkTarget{user: user, kind: confirmationToken, address: in.Email, columns: columns}, err
	case mailMagicLink, mailRecovery, linkEmailChangeCurrent, linkEmailChangeNew:
		if user == nil {
			return linkTarget{}, newNotFound(codeUserNotFound, "User with this email not found")
		}
	default:
		return linkTarget{}, newBadRequest(codeValidation, fmt.Sprintf("Invalid email action link type requested: %s", in.Type))
	}
	if in.Type == mailMagicLink || in.Type == mailRecovery {
		return linkTarget{user: user, kind: recoveryToken, address: in.Email, columns: map[string]any{"recovery_sent_at": now}}, nil
	}
	return h.prepareEmailChangeLink(ctx, tx, user, *in)
}

// prepareEmailChangeLink returns the target of a link that confirms an email change.
func (h *Handler) prepareEmailChangeLink(ctx context.Context, tx database, user *User, in generateLinkRequest) (linkTarget, error) {
	if in.Type == linkEmailChangeCurrent && h.opts.SingleEmailChange {
		return linkTarget{}, newBadRequest(codeValidation, "Enable secure email change to generate link for current email")
	}
	email, err := tx.checkEmailAvailable(ctx, in.NewEmail, user.ID)
	if err != nil {
		return linkTarget{}, err
	}
	columns := map[string]any{"email_change": email, "email_change_sent_at": h.now(), "email_change_confirm_status": 0}
	if in.Type == linkEmailChangeCurrent {
		return linkTarget{user: user, kind: emailChangeCurrent, address: in.Email, columns: columns}, nil
	}
	return linkTarget{user: user, kind: emailChangeNew, address: email, columns: columns}, nil
}
