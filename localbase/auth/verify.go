package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/google/uuid"
)

// mailEmail is a type of /verify for codes of sign-ups and of magic links.
const mailEmail = "email"

const confirmOtherMessage = "Confirmation link accepted. Please proceed to confirm link sent to the other email"

type verifyRequest struct {
	Type       string `json:"type"`
	Token      string `json:"token"`
	TokenHash  string `json:"token_hash"`
	Email      string `json:"email"`
	Phone      string `json:"phone"`
	RedirectTo string `json:"redirect_to"`
}

// tokenKindsFor returns the kinds of token that a type of /verify accepts, or nil.
func tokenKindsFor(verification string) []tokenKind {
	switch verification {
	case mailEmail:
		return []tokenKind{confirmationToken, recoveryToken}
	case mailSignup, mailInvite:
		return []tokenKind{confirmationToken}
	case mailRecovery, mailMagicLink:
		return []tokenKind{recoveryToken}
	case mailEmailChange:
		return []tokenKind{emailChangeCurrent, emailChangeNew}
	default:
		return nil
	}
}

// verification is the result of redeemToken.
type verification struct {
	user *User  // nil if the other address must confirm an email change too
	kind string // the type of mail that contained the token
}

// verifyPost handles POST /verify. It exchanges an address and its code, or a token_hash, for a
// session.
func (h *Handler) verifyPost(r *request) (response, error) {
	in, err := decode[verifyRequest](r)
	if err != nil {
		return response{}, err
	}
	hashes, err := in.tokenHashes()
	if err != nil {
		return response{}, err
	}
	invalid := "Token has expired or is invalid"
	if in.TokenHash != "" {
		invalid = "Email link is invalid or has expired"
	}
	var tokens tokenResponse
	var result verification
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		if result, err = h.redeemToken(r, tx, in.Type, hashes, invalid); err != nil || result.user == nil {
			return err
		}
		tokens, err = h.signInTransaction(r, tx, result.user, methodOTP)
		return err
	})
	if err != nil {
		return response{}, err
	}
	if result.user == nil {
		return respondOK(map[string]string{"msg": confirmOtherMessage, "code": strconv.Itoa(http.StatusOK)}), nil
	}
	return respondOK(tokens), nil
}

// tokenHashes returns the hashes as which the request's token can be stored.
func (in verifyRequest) tokenHashes() ([]string, error) {
	switch {
	case in.Type == "":
		return nil, newBadRequest(codeValidation, "Verify requires a verification type")
	case (in.Token == "") == (in.TokenHash == ""):
		return nil, newBadRequest(codeValidation, "Verify requires either a token or a token hash")
	case in.TokenHash != "" && (in.Email != "" || in.Phone != "" || in.RedirectTo != ""):
		return nil, newBadRequest(codeValidation, "Only the token_hash and type should be provided")
	case in.TokenHash != "":
		return []string{in.TokenHash}, nil
	case in.Phone != "" && in.Email == "":
		if _, err := parsePhone(in.Phone); err != nil {
			return nil, err
		}
		return nil, newForbidden(codeOTPExpired, "Token has expired or is invalid") // there are no codes for phones
	case in.Email == "" || in.Phone != "":
		return nil, newBadRequest(codeValidation, "Only an email address or phone number should be provided on verify")
	}
	email, err := parseEmail(in.Email)
	if err != nil {
		return nil, newUnprocessable(codeValidation, "Invalid email format")
	}
	hash := hashCode(email, in.Token)
	return []string{hash, pkcePrefix + hash}, nil
}

// verifyGet handles GET /verify?token=...&type=...&redirect_to=..., the link in a mail. It redirects to
// the application with a session, a code or an error.
func (h *Handler) verifyGet(r *request) (response, error) {
	query := r.URL.Query()
	kind, token := query.Get("type"), query.Get("token")
	if kind == "" {
		return response{}, newBadRequest(codeValidation, "Verify requires a verification type")
	}
	if token == "" {
		return response{}, newBadRequest(codeValidation, "Verify requires a token or a token hash")
	}
	target := h.redirectTarget(r.Request)
	usesPKCE := strings.HasPrefix(token, pkcePrefix)
	var location string
	err := h.db.runTransaction(r.Context(), func(tx database) error {
		result, err := h.redeemToken(r, tx, kind, []string{token}, "Email link is invalid or has expired")
		switch {
		case err != nil:
			return err
		case result.user == nil:
			message := url.Values{"message": {confirmOtherMessage}}
			location = addQuery(target, nil, message)
			if usesPKCE {
				location = addQuery(target, message, message)
			}
			return nil
		case usesPKCE:
			location, err = h.issueCodeLocation(r.Context(), tx, result, target)
			return err
		}
		session, err := h.signInTransaction(r, tx, result.user, methodOTP)
		location = session.redirectLocation(target, url.Values{"type": {kind}})
		return err
	})
	var apiError *Error
	if errors.As(err, &apiError) {
		return newErrorRedirect(target, apiError, usesPKCE), nil
	}
	return response{status: http.StatusSeeOther, location: location}, err
}

// redirectLocation returns the application's URL with the session in the fragment.
func (t tokenResponse) redirectLocation(target string, values url.Values) string {
	values.Set("access_token", t.AccessToken)
	values.Set("token_type", t.TokenType)
	values.Set("expires_in", strconv.Itoa(t.ExpiresIn))
	values.Set("expires_at", strconv.FormatInt(t.ExpiresAt, 10))
	values.Set("refresh_token", t.RefreshToken)
	return addQuery(target, nil, values)
}

// issueCodeLocation returns the application's URL with an authorization code.
func (h *Handler) issueCodeLocation(ctx context.Context, tx database, result verification, target string) (string, error) {
	method := result.kind
	if method == mailSignup {
		method = methodSignup
	}
	code, err := tx.issueCode(ctx, result.user.ID, method, h.now())
	if err != nil {
		return "", err
	}
	if code == "" {
		return "", newBadRequest(codeFlowStateNotFound, "No associated flow state found.")
	}
	return addQuery(target, url.Values{"code": {code}}, nil), nil
}

// redeemToken checks a one-time token and performs its action. invalid is the error message for a
// wrong, used or expired token.
func (h *Handler) redeemToken(r *request, tx database, kind string, hashes []string, invalid string) (verification, error) {
	ctx := r.Context()
	kinds := tokenKindsFor(kind)
	if kinds == nil {
		return verification{}, newBadRequest(codeValidation, "Invalid email verification type")
	}
	token, err := tx.findTokenByHash(ctx, hashes, kinds...)
	if err != nil {
		return verification{}, err
	}
	if token == nil || h.now().After(token.createdAt.Add(h.opts.OTPExpiry)) {
		return verification{}, newForbidden(codeOTPExpired, invalid)
	}
	user, err := h.findActiveUser(ctx, tx, token.userID)
	if err != nil {
		return verification{}, err
	}
	if kind == mailEmail {
		kind = mailSignup
		if token.kind == recoveryToken {
			kind = mailMagicLink
		}
	}
	result := verification{kind: kind}
	switch kind {
	case mailEmailChange:
		var isPending bool
		if isPending, err = h.confirmEmailChange(ctx, tx, user, token.kind); err != nil || isPending {
			return result, err
		}
	default:
		err = h.confirmAddress(ctx, tx, user)
	}
	if err == nil {
		err = tx.syncProviders(ctx, user.ID, h.now())
	}
	if err == nil {
		result.user, err = tx.findUserByID(ctx, user.ID)
	}
	return result, err
}

// confirmAddress marks the user's address as confirmed and deletes all one-time tokens.
func (h *Handler) confirmAddress(ctx context.Context, tx database, user *User) error {
	now := h.now()
	if err := tx.clearTokens(ctx, user.ID, allTokenKinds...); err != nil {
		return err
	}
	if user.isConfirmed() {
		return nil
	}
	err := tx.updateUser(ctx, user.ID, now, map[string]any{
		"email_confirmed_at": now,
		"raw_user_meta_data": merge(user.UserMetadata, map[string]any{"email_verified": true}),
	})
	if err != nil {
		return err
	}
	for _, identity := range user.Identities {
		if identity.Email == "" || identity.Email != normalizeEmail(user.Email) {
			continue
		}
		if err := tx.updateIdentity(ctx, identity.IdentityID, merge(identity.Data, map[string]any{"email_verified": true}), now); err != nil {
			return err
		}
	}
	return nil
}

// confirmEmailChange records the confirmation of an email change by the address of kind. If both
// addresses must confirm, the first confirmation returns isPending.
func (h *Handler) confirmEmailChange(ctx context.Context, tx database, user *User, kind tokenKind) (isPending bool, err error) {
	both := !h.opts.Autoconfirm && !h.opts.SingleEmailChange && user.Email != ""
	if both && user.emailChangeConfirmStatus == 0 {
		if err := tx.clearTokens(ctx, user.ID, kind); err != nil {
			return false, err
		}
		return true, tx.updateUser(ctx, user.ID, h.now(), map[string]any{"email_change_confirm_status": 1})
	}
	return false, h.changeEmail(ctx, tx, user, user.EmailChange)
}

// changeEmail sets the confirmed address of an account and of its email identity.
func (h *Handler) changeEmail(ctx context.Context, tx database, user *User, email string) error {
	now := h.now()
	if owner, err := tx.findEmailOwner(ctx, email, user.ID); err != nil {
		return err
	} else if owner != nil { // registered since the mail was sent
		return newUnprocessable(codeEmailExists, emailExistsMessage)
	}
	if err := tx.clearTokens(ctx, user.ID, allTokenKinds...); err != nil {
		return err
	}
	columns := map[string]any{"email": email, "email_change": "", "email_change_confirm_status": 0, "is_anonymous": false}
	if !user.isConfirmed() {
		columns["email_confirmed_at"] = now
		columns["raw_user_meta_data"] = merge(user.UserMetadata, map[string]any{"email_verified": true})
	}
	if err := tx.updateUser(ctx, user.ID, now, columns); err != nil {
		return err
	}
	data := map[string]any{"sub": user.ID.String(), "email": email, "email_verified": true, "phone_verified": false}
	for _, identity := range user.Identities {
		if identity.Provider == providerEmail {
			return tx.updateIdentity(ctx, identity.IdentityID, merge(identity.Data, data), now)
		}
	}
	return tx.insertIdentity(ctx, Identity{IdentityID: uuid.New(), ID: user.ID.String(), UserID: user.ID, Data: data,
		Provider: providerEmail, LastSignInAt: &now, CreatedAt: now})
}
