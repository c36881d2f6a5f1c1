package auth

import (
	"context"
	"net/http"

	"github.com/tableside/tableside/localbase/auth/audit"
)

type refreshGrantRequest struct {
	RefreshToken string `json:"refresh_token"`
}

const refreshTokenNotFoundMessage = "Invalid Refresh Token: Refresh Token Not Found"

// refreshGrant handles POST /token?grant_type=refresh_token: it returns an access token and the next
// refresh token of the session. A refresh token that was not used is revoked, and its successor is
// returned. A used token, which the client sends again if it has lost the response, has these results:
//   - If its successor was not used, the successor is returned again, at any time.
//   - If its successor was used, another successor is issued within the reuse interval.
//   - Later, or if the session has no active token, the token is assumed to be stolen: all tokens of
//     the session are revoked, and the error is 400 refresh_token_already_used.
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

// lockRefreshToken locks the session of a refresh token and returns the token, used or not, as it is
// under the lock. It returns a 400 if the token or its session does not exist, its user is banned, or
// the session has expired.
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

// rotateRefreshToken returns the token that follows a token, as refreshGrant describes. If it has revoked
// all tokens of the session, it returns the rejection in reuse and no err: the caller must commit the
// transaction, so that the revocation is stored.
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
