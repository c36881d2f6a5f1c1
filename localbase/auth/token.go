package auth

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/google/uuid"

	"github.com/tableside/tableside/localbase/auth/audit"
)

// Authentication methods of the claim amr.
const (
	methodPassword = "password"
	methodOTP      = "otp"
	methodOAuth    = "oauth"
	methodTOTP     = "totp"
	methodPasskey  = "passkey"
	methodSignup   = "email/signup"
)

// mailMethods are the methods of a session that began with a code or a link of a mail.
var mailMethods = []string{methodOTP, mailMagicLink, mailRecovery}

// tokenResponse is the response to a sign-in or a refresh.
type tokenResponse struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"` // "bearer"
	ExpiresIn    int    `json:"expires_in"` // seconds
	ExpiresAt    int64  `json:"expires_at"` // Unix time
	RefreshToken string `json:"refresh_token"`
	User         *User  `json:"user"`
}

// passwordTokenResponse is the response of the password grant.
type passwordTokenResponse struct {
	tokenResponse
	WeakPassword *weakPassword `json:"weak_password"` // null if the password meets the current requirements
}

// handleToken handles POST /token?grant_type=password|refresh_token|pkce|id_token.
func (h *Handler) handleToken(r *request) (response, error) {
	switch r.URL.Query().Get("grant_type") {
	case "password":
		return h.passwordGrant(r)
	case "refresh_token":
		return h.refreshGrant(r)
	case "pkce":
		return h.pkceGrant(r)
	case "id_token":
		return h.idTokenGrant(r)
	case "web3":
		return response{}, newUnprocessable("web3_provider_disabled", "Web3 provider is disabled")
	default:
		return response{}, newBadRequest(codeInvalidCredentials, "unsupported_grant_type")
	}
}

type passwordGrantRequest struct {
	Email    string `json:"email"`
	Phone    string `json:"phone"`
	Password string `json:"password"`
}

// passwordGrant signs in with an address and a password.
func (h *Handler) passwordGrant(r *request) (response, error) {
	in, err := decode[passwordGrantRequest](r)
	if err != nil {
		return response{}, err
	}
	if err := h.checkRateLimit(r, h.limits.signIns); err != nil {
		return response{}, err
	}
	ctx := r.Context()
	switch {
	case in.Email != "" && in.Phone != "":
		return response{}, newBadRequest(codeValidation, "Only an email address or phone number should be provided on login.")
	case in.Phone != "":
		return response{}, newPhoneDisabled(http.StatusUnprocessableEntity, "Phone logins are disabled")
	case in.Email == "":
		return response{}, newBadRequest(codeValidation, "missing email or phone")
	}
	if h.opts.DisableEmail {
		return response{}, newUnprocessable(codeEmailProviderDisabled, "Email logins are disabled")
	}
	user, err := h.db.findUserByEmail(ctx, in.Email)
	if err != nil {
		return response{}, err
	}
	if !h.isCorrectPassword(user, in.Password) {
		return response{}, newBadRequest(codeInvalidCredentials, "Invalid login credentials")
	}
	if user.isBanned(h.now()) {
		return response{}, newBadRequest(codeUserBanned, "User is banned")
	}
	if !user.isConfirmed() {
		return response{}, newBadRequest(codeEmailNotConfirmed, "Email not confirmed")
	}
	tokens, err := h.signIn(r, user, methodPassword)
	if err != nil {
		return response{}, err
	}
	result := passwordTokenResponse{tokenResponse: tokens}
	var weak *Error
	if errors.As(h.checkPassword(in.Password), &weak) && weak.Code == codeWeakPassword {
		result.WeakPassword = &weakPassword{Reasons: weak.Reasons}
	}
	return respondOK(result), nil
}

// signIn creates a session of a user who has authenticated with a method.
func (h *Handler) signIn(r *request, user *User, method string) (tokenResponse, error) {
	var tokens tokenResponse
	err := h.db.runTransaction(r.Context(), func(tx database) error {
		var err error
		tokens, err = h.signInTransaction(r, tx, user, method)
		return err
	})
	return tokens, err
}

// signInTransaction is signIn within a transaction.
func (h *Handler) signInTransaction(r *request, tx database, user *User, method string) (tokenResponse, error) {
	ctx, now := r.Context(), h.now()
	id, err := tx.insertSession(ctx, r, user.ID, method, now)
	if err != nil {
		return tokenResponse{}, err
	}
	refresh, err := tx.insertRefreshToken(ctx, id, user.ID, "", now)
	if err != nil {
		return tokenResponse{}, err
	}
	if err := tx.updateUser(ctx, user.ID, now, map[string]any{"last_sign_in_at": now}); err != nil {
		return tokenResponse{}, err
	}
	provider := method
	if method == methodPassword || method == methodOTP {
		provider = providerEmail
	}
	r.addEvent(audit.Login, user, map[string]any{"provider": provider})
	return h.issueTokens(ctx, tx, user.ID, id, refresh)
}

// issueTokens signs an access token for a session with the current values of the account. refresh is
// the refresh token of the response.
func (h *Handler) issueTokens(ctx context.Context, tx database, userID, sessionID uuid.UUID, refresh string) (tokenResponse, error) {
	user, err := tx.findUserByID(ctx, userID)
	if err != nil {
		return tokenResponse{}, err
	}
	if user == nil { // deleted since the sign-in
		return tokenResponse{}, newForbidden(codeUserNotFound, "User not found")
	}
	methods, err := tx.findMethods(ctx, sessionID)
	if err != nil {
		return tokenResponse{}, err
	}
	now := h.now()
	expires := now.Add(h.opts.JWTExpiry).Unix()
	token, err := h.opts.Keys.Sign(map[string]any{
		"iss":           h.opts.Issuer,
		"sub":           user.ID.String(),
		"aud":           user.Aud,
		"exp":           expires,
		"iat":           now.Unix(),
		"email":         user.Email,
		"phone":         user.Phone,
		"app_metadata":  user.AppMetadata,
		"user_metadata": user.UserMetadata,
		"role":          user.Role,
		"aal":           assuranceLevel(methods),
		"amr":           methods,
		"session_id":    sessionID.String(),
		"is_anonymous":  user.IsAnonymous,
	})
	if err != nil {
		return tokenResponse{}, err
	}
	return tokenResponse{
		AccessToken: token, TokenType: "bearer", RefreshToken: refresh, User: user,
		ExpiresIn: int(h.opts.JWTExpiry / time.Second), ExpiresAt: expires,
	}, nil
}

// assuranceLevel returns the authenticator assurance level of the methods.
func assuranceLevel(methods []methodEntry) string {
	for _, m := range methods {
		if m.Method == methodTOTP {
			return aal2
		}
	}
	return aal1
}
