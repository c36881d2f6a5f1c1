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
func (h *Handler) invite(r *request) (reply, error) {
	in, err := decode[inviteRequest](r)
	if err != nil {
		return reply{}, err
	}
	if in.Email, err = validEmail(in.Email); err != nil {
		return reply{}, err
	}
	var user *User
	err = h.db.transact(r.Context(), func(tx database) error {
		var err error
		if user, err = h.waitingUser(r.Context(), tx, newEmailUser{email: in.Email, data: in.Data}); err != nil {
			return err
		}
		if err := h.sendInvite(r, tx, user); err != nil {
			return err
		}
		user, err = tx.userByID(r.Context(), user.ID)
		return err
	})
	return ok(user), err
}

// waitingUser answers an account that hasn't been confirmed yet, made if need
// be: 422 email_exists for one that has.
func (h *Handler) waitingUser(ctx context.Context, tx database, in newEmailUser) (*User, error) {
	known, err := tx.emailTaken(ctx, in.email, uuid.Nil)
	switch {
	case err != nil:
		return nil, err
	case known == nil:
		return h.createEmailUser(ctx, tx, in)
	case known.confirmed():
		return nil, unprocessable(codeEmailExists, emailExists)
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
func (h *Handler) generateLink(r *request) (reply, error) {
	in, err := decode[generateLinkRequest](r)
	if err != nil {
		return reply{}, err
	}
	if in.Email, err = validEmail(in.Email); err != nil {
		return reply{}, err
	}
	target := h.redirectTarget(r.Request)
	if h.mayRedirect(in.RedirectTo) {
		target = in.RedirectTo
	}
	hash, err := h.linkPassword(&in)
	if err != nil {
		return reply{}, err
	}
	answer := generateLinkResponse{EmailOTP: h.newCode(), RedirectTo: target}
	err = h.db.transact(r.Context(), func(tx database) error {
		link, err := h.linkFor(r.Context(), tx, &in, hash)
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
		answer.User, err = tx.userByID(r.Context(), link.user.ID)
		return err
	})
	if err != nil {
		return reply{}, err
	}
	answer.VerificationType = in.Type
	kind := in.Type
	if kind == linkEmailChangeCurrent || kind == linkEmailChangeNew {
		kind = mailEmailChange
	}
	answer.ActionLink = h.actionLink(kind, answer.HashedToken, target)
	return ok(answer), nil
}

// linkPassword answers the hash of the password that a sign-up link begins with.
func (h *Handler) linkPassword(in *generateLinkRequest) (string, error) {
	if in.Type != mailSignup {
		return "", nil
	}
	if in.Password == "" {
		return "", badRequest(codeValidation, "Signup requires a valid password")
	}
	if err := h.checkPassword(in.Password); err != nil {
		return "", err
	}
	return h.hashPassword(in.Password)
}

// link is what a link is made for.
type link struct {
	user    *User
	kind    tokenKind
	address string
	columns map[string]any
}

// linkFor finds, or for an invitation or a sign-up makes, the account of a link.
// A magic link for nobody becomes a sign-up.
func (h *Handler) linkFor(ctx context.Context, tx database, in *generateLinkRequest, hash string) (link, error) {
	now := h.now()
	user, err := tx.userByEmail(ctx, in.Email)
	if err != nil {
		return link{}, err
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
		user, err := h.waitingUser(ctx, tx, newEmailUser{email: in.Email, hash: hash, data: in.Data})
		return link{user: user, kind: confirmationToken, address: in.Email, columns: columns}, err
	case mailMagicLink, mailRecovery, linkEmailChangeCurrent, linkEmailChangeNew:
		if user == nil {
			return link{}, notFound(codeUserNotFound, "User with this email not found")
		}
	default:
		return link{}, badRequest(codeValidation, fmt.Sprintf("Invalid email action link type requested: %s", in.Type))
	}
	if in.Type == mailMagicLink || in.Type == mailRecovery {
		return link{user: user, kind: recoveryToken, address: in.Email, columns: map[string]any{"recovery_sent_at": now}}, nil
	}
	return h.emailChangeLink(ctx, tx, user, *in)
}

func (h *Handler) emailChangeLink(ctx context.Context, tx database, user *User, in generateLinkRequest) (link, error) {
	if in.Type == linkEmailChangeCurrent && h.opts.SingleEmailChange {
		return link{}, badRequest(codeValidation, "Enable secure email change to generate link for current email")
	}
	email, err := tx.freeEmail(ctx, in.NewEmail, user.ID)
	if err != nil {
		return link{}, err
	}
	columns := map[string]any{"email_change": email, "email_change_sent_at": h.now(), "email_change_confirm_status": 0}
	if in.Type == linkEmailChangeCurrent {
		return link{user: user, kind: emailChangeCurrent, address: in.Email, columns: columns}, nil
	}
	return link{user: user, kind: emailChangeNew, address: email, columns: columns}, nil
}
