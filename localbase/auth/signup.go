package auth

import (
	"context"
	"maps"
	"regexp"

	"github.com/google/uuid"
)

// The providers of localbase's own.
const providerEmail = "email"

// emailFormat is what HTML and Supabase Auth take for an address.
var emailFormat = regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?" +
	`(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$`)

// validEmail answers the address in lower case, or 400 validation_failed.
func validEmail(email string) (string, error) {
	email = normalEmail(email)
	switch {
	case email == "":
		return "", badRequest(codeValidation, "An email address is required")
	case len(email) > 255:
		return "", badRequest(codeValidation, "An email address is too long")
	case !emailFormat.MatchString(email):
		return "", badRequest(codeValidation, "Unable to validate email address: invalid format")
	}
	return email, nil
}

type signUpRequest struct {
	Email    string         `json:"email"`
	Phone    string         `json:"phone"`
	Password string         `json:"password"`
	Data     map[string]any `json:"data"`
}

// signUp is POST /signup. It answers a session when the address counts as
// confirmed, else the bare account.
func (h *Handler) signUp(r *request) (reply, error) {
	in, err := decode[signUpRequest](r)
	if err != nil {
		return reply{}, err
	}
	if h.opts.DisableSignup {
		return reply{}, unprocessable(codeSignupDisabled, "Signups not allowed for this instance")
	}
	if in.Password == "" {
		return reply{}, badRequest(codeValidation, "Signup requires a valid password")
	}
	if err := h.checkPassword(in.Password); err != nil {
		return reply{}, err
	}
	if in.Phone != "" {
		if in.Email != "" {
			return reply{}, badRequest(codeValidation, "Only an email address or phone number should be provided on signup.")
		}
		return reply{}, badRequest(codePhoneProviderDisabled, "Phone signups are disabled")
	}
	if in.Email, err = validEmail(in.Email); err != nil {
		return reply{}, err
	}
	known, err := h.db.emailTaken(r.Context(), in.Email, uuid.Nil)
	if err != nil {
		return reply{}, err
	}
	hash, err := hashPassword(in.Password) // known or not, to take the same time
	if err != nil {
		return reply{}, err
	}
	if known != nil {
		return reply{}, unprocessable(codeUserExists, "User already registered")
	}
	var answer tokenResponse
	err = h.db.transact(r.Context(), func(tx database) error {
		user, err := h.createEmailUser(r.Context(), tx, in.Email, hash, in.Data)
		if err != nil {
			return err
		}
		answer, err = h.signInTx(r, tx, user, methodPassword)
		return err
	})
	if err != nil {
		return reply{}, err
	}
	return ok(answer), nil
}

// createEmailUser stores an account with its identity of provider email.
func (h *Handler) createEmailUser(ctx context.Context, tx database, email, hash string, data map[string]any) (*User, error) {
	now, id := h.now(), uuid.New()
	identityData := map[string]any{}
	maps.Copy(identityData, data)
	maps.Copy(identityData, map[string]any{"sub": id.String(), "email": email, "email_verified": false, "phone_verified": false})
	user := &User{
		ID: id, Aud: audience, Role: audience, Email: email, passwordHash: hash, CreatedAt: now,
		AppMetadata:  map[string]any{"provider": providerEmail, "providers": []string{providerEmail}},
		UserMetadata: identityData,
	}
	if h.opts.Autoconfirm {
		user.EmailConfirmedAt = &now
		user.UserMetadata = merge(identityData, map[string]any{"email_verified": true})
	}
	if err := tx.insertUser(ctx, user); err != nil {
		return nil, err
	}
	err := tx.insertIdentity(ctx, Identity{IdentityID: uuid.New(), ID: id.String(), UserID: id, Data: identityData,
		Provider: providerEmail, LastSignInAt: &now, CreatedAt: now})
	if err != nil {
		return nil, err
	}
	return tx.userByID(ctx, id) // triggers may have changed it
}
