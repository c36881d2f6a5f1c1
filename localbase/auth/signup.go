package auth

import (
	"context"
	"maps"
	"net/http"
	"regexp"

	"github.com/google/uuid"

	"github.com/tableside/tableside/localbase/auth/audit"
)

// providerEmail is the provider of identities by email address.
const providerEmail = "email"

const emailExistsMessage = "A user with this email address has already been registered"

// emailFormat is the format of email addresses in HTML and Supabase Auth.
var emailFormat = regexp.MustCompile("^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?" +
	`(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$`)

// parseEmail returns the address in lower case. The error is 400 validation_failed.
func parseEmail(email string) (string, error) {
	email = normalizeEmail(email)
	switch {
	case email == "":
		return "", newBadRequest(codeValidation, "An email address is required")
	case len(email) > 255:
		return "", newBadRequest(codeValidation, "An email address is too long")
	case !emailFormat.MatchString(email):
		return "", newBadRequest(codeValidation, "Unable to validate email address: invalid format")
	}
	return email, nil
}

type signUpRequest struct {
	Email    string         `json:"email"`
	Phone    string         `json:"phone"`
	Password string         `json:"password"`
	Data     map[string]any `json:"data"`
	pkce
}

// signUp handles POST /signup. It returns a session if the address is confirmed, otherwise only the account.
// Without an address it creates an anonymous account.
func (h *Handler) signUp(r *request) (response, error) {
	in, err := decode[signUpRequest](r)
	if err != nil {
		return response{}, err
	}
	if in.Email == "" && in.Phone == "" {
		return h.signUpAnonymous(r, in.Data)
	}
	if err := h.checkRateLimit(r, h.limits.signIns); err != nil {
		return response{}, err
	}
	if h.opts.DisableSignup {
		return response{}, newUnprocessable(codeSignupDisabled, "Signups not allowed for this instance")
	}
	if err := h.checkSignUp(&in); err != nil {
		return response{}, err
	}
	existing, err := h.db.findEmailOwner(r.Context(), in.Email, uuid.Nil)
	if err != nil {
		return response{}, err
	}
	hash, err := h.hashPassword(in.Password) // also for an existing address, so that the response time is the same
	if err != nil {
		return response{}, err
	}
	switch {
	case existing != nil && h.opts.Autoconfirm && (existing.isConfirmed() || !h.isCorrectPassword(existing, in.Password)):
		return response{}, newUnprocessable(codeUserExists, "User already registered")
	case existing != nil && existing.isConfirmed():
		return respondOK(h.newDecoyUser(in)), h.simulateMail(mailSignup, in.Email)
	case h.opts.Autoconfirm:
		return h.signUpConfirmed(r, in, hash, existing)
	default:
		return h.signUpUnconfirmed(r, in, hash, existing)
	}
}

// checkSignUp validates the request and normalizes the address.
func (h *Handler) checkSignUp(in *signUpRequest) error {
	if in.Password == "" {
		return newBadRequest(codeValidation, "Signup requires a valid password")
	}
	if err := h.checkPassword(in.Password); err != nil {
		return err
	}
	if in.Email != "" && in.Phone != "" {
		return newBadRequest(codeValidation, "Only an email address or phone number should be provided on signup.")
	}
	if in.Phone != "" {
		return newPhoneDisabled(http.StatusBadRequest, "Phone signups are disabled")
	}
	if h.opts.DisableEmail {
		return newBadRequest(codeEmailProviderDisabled, "Email signups are disabled")
	}
	if err := in.validate(); err != nil {
		return err
	}
	var err error
	in.Email, err = parseEmail(in.Email)
	return err
}

// signUpConfirmed creates a confirmed account and signs in. It confirms an existing account, whose
// password the caller has checked.
func (h *Handler) signUpConfirmed(r *request, in signUpRequest, hash string, existing *User) (response, error) {
	var tokens tokenResponse
	err := h.db.runTransaction(r.Context(), func(tx database) error {
		user, err := existing, error(nil)
		if existing == nil {
			user, err = h.createEmailUser(r.Context(), tx, newEmailUser{email: in.Email, hash: hash, data: in.Data, isSignUp: true, isConfirmed: true})
		} else {
			err = h.confirmAddress(r.Context(), tx, existing)
		}
		if err != nil {
			return err
		}
		r.addEvent(audit.UserSignedUp, user, map[string]any{"provider": providerEmail})
		tokens, err = h.signInTransaction(r, tx, user, methodPassword)
		return err
	})
	return respondOK(tokens), err
}

// signUpUnconfirmed creates an account and mails the confirmation. For an existing unconfirmed account
// it only mails again, since the request can come from another person.
func (h *Handler) signUpUnconfirmed(r *request, in signUpRequest, hash string, existing *User) (response, error) {
	var user *User
	err := h.db.runTransaction(r.Context(), func(tx database) error {
		var err error
		user = existing
		if existing == nil {
			if user, err = h.createEmailUser(r.Context(), tx, newEmailUser{email: in.Email, hash: hash, data: in.Data, isSignUp: true}); err != nil {
				return err
			}
		}
		if err := h.sendConfirmation(r, tx, user, in.pkce); err != nil {
			return err
		}
		user, err = tx.findUserByID(r.Context(), user.ID)
		return err
	})
	if err != nil {
		return response{}, err
	}
	r.addEvent(audit.ConfirmationRequested, user, map[string]any{"provider": providerEmail})
	if user.InvitedAt != nil { // don't reveal what the administrator has stored
		user.UserMetadata, user.Identities = map[string]any{}, []Identity{}
	}
	return respondOK(user), nil
}

// newDecoyUser returns the response to a sign-up with an existing address. It looks like a new account,
// so that it doesn't reveal that the address has an account.
func (h *Handler) newDecoyUser(in signUpRequest) *User {
	now := h.now()
	user := &User{
		ID: uuid.New(), Aud: audience, Email: in.Email, ConfirmationSentAt: &now, CreatedAt: now, UpdatedAt: now,
		AppMetadata:  map[string]any{"provider": providerEmail, "providers": []string{providerEmail}},
		UserMetadata: map[string]any{}, Identities: []Identity{},
	}
	maps.Copy(user.UserMetadata, in.Data)
	return user
}

// newEmailUser contains the initial values of an account with an address.
type newEmailUser struct {
	email       string
	hash        string // of the password; "" means no password
	data        map[string]any
	isSignUp    bool // requested by the user, not by an administrator: user_metadata contains the identity's data
	isConfirmed bool
}

// createEmailUser inserts an account and its identity of provider email.
func (h *Handler) createEmailUser(ctx context.Context, tx database, in newEmailUser) (*User, error) {
	now, id := h.now(), uuid.New()
	identity := map[string]any{"sub": id.String(), "email": in.email, "email_verified": false, "phone_verified": false}
	metadata := in.data
	if in.isSignUp {
		identity = merge(in.data, identity)
		metadata = identity
	}
	user := &User{
		ID: id, Aud: audience, Role: audience, Email: in.email, passwordHash: in.hash, CreatedAt: now,
		AppMetadata:  map[string]any{"provider": providerEmail, "providers": []string{providerEmail}},
		UserMetadata: merge(metadata, nil),
	}
	if in.isConfirmed {
		user.EmailConfirmedAt = &now
		user.UserMetadata["email_verified"] = true
	}
	if err := tx.insertUser(ctx, user); err != nil {
		return nil, err
	}
	err := tx.insertIdentity(ctx, Identity{IdentityID: uuid.New(), ID: id.String(), UserID: id, Data: identity,
		Provider: providerEmail, LastSignInAt: &now, CreatedAt: now})
	if err != nil {
		return nil, err
	}
	return tx.findUserByID(ctx, id) // triggers can have changed it
}

// signUpAnonymous creates an account without an address and signs in.
func (h *Handler) signUpAnonymous(r *request, data map[string]any) (response, error) {
	if !h.opts.AnonymousUsers {
		return response{}, newUnprocessable(codeAnonymousDisabled, "Anonymous sign-ins are disabled")
	}
	if h.opts.DisableSignup {
		return response{}, newUnprocessable(codeSignupDisabled, "Signups not allowed for this instance")
	}
	if err := h.checkRateLimit(r, h.limits.anonymous); err != nil {
		return response{}, err
	}
	user := &User{
		ID: uuid.New(), Aud: audience, Role: audience, IsAnonymous: true, CreatedAt: h.now(),
		AppMetadata: map[string]any{}, UserMetadata: merge(nil, data),
	}
	var tokens tokenResponse
	err := h.db.runTransaction(r.Context(), func(tx database) error {
		err := tx.insertUser(r.Context(), user)
		if err == nil {
			tokens, err = h.signInTransaction(r, tx, user, "anonymous")
		}
		return err
	})
	return respondOK(tokens), err
}
