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
		return response{}, newUnprocessable(codePhoneProviderDisabled, "Phone logins are disabled")
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
		"iss":           h.opts.ExternalURL,
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

type refreshGrantRequest struct {
	RefreshToken string `json:"refresh_token"`
}

const refreshTokenNotFoundMessage = "Invalid Refresh Token: Refresh Token Not Found"

// refreshGrant rotates a session's refresh token. It accepts a used token within the reuse interval,
// and also later if its successor was not used, which it then returns again, since the client can
// have lost the response. Otherwise it assumes that the token was stolen and revokes all tokens
// of the session.
func (h *Handler) refreshGrant(r *request) (response, error) {
	in, err := decode[refreshGrantRequest](r)
	if err != nil {
		return response{}, err
	}
	if err := h.checkRateLimit(r, h.limits.refreshes); err != nil {
		return response{}, err
	}
	ctx := r.Context()
	if in.RefreshToken == "" {
		return response{}, newBadRequest(codeValidation, "refresh_token required")
	}
	if len(in.RefreshToken) != refreshTokenLength {
		return response{}, newBadRequest(codeValidation, refreshTokenNotFoundMessage)
	}
	var tokens tokenResponse
	var rejection error // returned after the transaction was committed
	err = h.db.runTransaction(ctx, func(tx database) error {
		token, err := h.lockRefreshToken(ctx, tx, in.RefreshToken)
		if err != nil {
			return err
		}
		next, reuse, err := h.rotateRefreshToken(ctx, tx, *token)
		if err != nil {
			return err
		}
		if reuse != nil {
			rejection = reuse
			return nil
		}
		tokens, err = h.issueTokens(ctx, tx, token.user, *token.session, next)
		return err
	})
	if err != nil {
		return response{}, err
	}
	if rejection != nil {
		return response{}, rejection
	}
	r.addEvent(audit.TokenRefreshed, tokens.User, nil)
	r.addEvent(audit.TokenRevoked, tokens.User, nil)
	return respondOK(tokens), nil
}

// lockRefreshToken finds a valid token and locks its session.
func (h *Handler) lockRefreshToken(ctx context.Context, tx database, value string) (*refreshToken, error) {
	token, err := tx.findRefreshTokenByValue(ctx, value)
	if err != nil {
		return nil, err
	}
	if token == nil {
		return nil, newBadRequest(codeRefreshTokenNotFound, refreshTokenNotFoundMessage)
	}
	user, err := tx.findUserByID(ctx, token.user)
	if err != nil {
		return nil, err
	}
	if user == nil {
		return nil, newBadRequest(codeRefreshTokenNotFound, refreshTokenNotFoundMessage)
	}
	if user.isBanned(h.now()) {
		return nil, newBadRequest(codeUserBanned, "Invalid Refresh Token: User Banned")
	}
	notFound := newBadRequest(codeSessionNotFound, "Invalid Refresh Token: No Valid Session Found")
	if token.session == nil {
		return nil, notFound
	}
	if exists, err := tx.lockSession(ctx, *token.session); err != nil {
		return nil, err
	} else if !exists {
		return nil, notFound
	}
	s, err := tx.findSession(ctx, *token.session)
	if err != nil {
		return nil, err
	}
	if err := h.checkSessionAge(s); err != nil {
		return nil, err
	}
	// Read it again, since another request can have used it while this one waited for the lock.
	return tx.findRefreshTokenByValue(ctx, value)
}

// checkSessionAge returns 400 session_expired for a session that is too old or was not used for too
// long.
func (h *Handler) checkSessionAge(s *session) error {
	now := h.now()
	switch {
	case s.notAfter != nil && now.After(*s.notAfter),
		h.opts.SessionTimebox > 0 && now.After(s.createdAt.Add(h.opts.SessionTimebox)):
		return newBadRequest(codeSessionExpired, "Invalid Refresh Token: Session Expired")
	case h.opts.SessionInactivity > 0 && now.After(s.usedAt.Add(h.opts.SessionInactivity)):
		return newBadRequest(codeSessionExpired, "Invalid Refresh Token: Session Expired (Inactivity)")
	}
	return nil
}

// rotateRefreshToken returns the next token. If it has revoked all tokens, it returns the rejection in
// reuse, and the transaction must be committed.
func (h *Handler) rotateRefreshToken(ctx context.Context, tx database, token refreshToken) (next string, reuse, err error) {
	now := h.now()
	if token.revoked {
		active, err := tx.findActiveRefreshToken(ctx, *token.session)
		if err != nil {
			return "", nil, err
		}
		if active != nil && active.parent == token.token {
			return active.token, nil, nil
		}
		if active == nil || now.After(token.updatedAt.Add(h.opts.RefreshReuseInterval)) {
			reuse = newError(http.StatusBadRequest, codeRefreshTokenUsed, "Invalid Refresh Token: Already Used")
			return "", reuse, tx.revokeRefreshTokens(ctx, *token.session, now)
		}
	}
	next, err = tx.swapRefreshToken(ctx, token, now)
	if err != nil {
		return "", nil, err
	}
	_, err = tx.Exec(ctx, `update auth.sessions set refreshed_at = $2 at time zone 'utc', updated_at = $2 where id = $1`, *token.session, now)
	return next, nil, err
}
