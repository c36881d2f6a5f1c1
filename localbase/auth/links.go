package auth

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

type inviteRequest struct {
	Email string         `json:"email"`
	Data  map[string]any `json:"data"`
}

// invite is POST /invite: mails a link that lets somebody in, and confirms their address.
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
	return respondOK(user), err
}

// findOrCreateUnconfirmed answers an account that hasn't been confirmed yet, made if need
// be: 422 email_exists for one that has.
func (h *Handler) findOrCreateUnconfirmed(ctx context.Context, tx database, in newEmailUser) (*User, error) {
	known, err := tx.findEmailOwner(ctx, in.email, uuid.Nil)
	switch {
	case err != nil:
		return nil, err
	case known == nil:
		return h.createEmailUser(ctx, tx, in)
	case known.isConfirmed():
		return nil, newUnprocessable(codeEmailExists, emailExistsMessage)
	case len(in.data) == 0:
		return known, nil
	}
	known.UserMetadata = merge(known.UserMetadata, in.data)
	return known, tx.updateUser(ctx, known.ID, h.now(), map[string]any{"raw_user_meta_data": known.UserMetadata})
}

// The types of link that only an administrator can ask for.
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

// generateLink is POST /admin/generate_link: the link and code that a mail would
// bring, for an administrator to bring themselves.
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
	answer := generateLinkResponse{EmailOTP: h.generateCode(), RedirectTo: target}
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		link, err := h.prepareLink(r.Context(), tx, &in, hash)
		if err != nil {
			return err
		}
		now := h.now()
		answer.HashedToken = hashCode(link.address, answer.EmailOTP)
		if err := tx.setToken(r.Context(), link.user.ID, link.kind, link.address, answer.HashedToken, now); err != nil {
			return err
		}
		if err := tx.updateUser(r.Context(), link.user.ID, now, link.columns); err != nil {
			return err
		}
		answer.User, err = tx.findUserByID(r.Context(), link.user.ID)
		return err
	})
	if err != nil {
		return response{}, err
	}
	answer.VerificationType = in.Type
	kind := in.Type
	if kind == linkEmailChangeCurrent || kind == linkEmailChangeNew {
		kind = mailEmailChange
	}
	answer.ActionLink = h.actionLink(kind, answer.HashedToken, target)
	return respondOK(answer), nil
}

// hashLinkPassword answers the hash of the password that a sign-up link begins with.
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

// linkTarget is what a link is made for.
type linkTarget struct {
	user    *User
	kind    tokenKind
	address string
	columns map[string]any
}

// prepareLink finds, or for an invitation or a sign-up makes, the account of a link.
// A magic link for nobody becomes a sign-up.
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
