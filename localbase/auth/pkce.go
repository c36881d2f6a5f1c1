package auth

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// flowLifetime is the lifetime of an authorization code, and of a sign-in at a provider.
const flowLifetime = 5 * time.Minute

// pkce is the challenge of a PKCE flow (RFC 7636). The zero value means no PKCE.
type pkce struct {
	CodeChallenge       string `json:"code_challenge"`
	CodeChallengeMethod string `json:"code_challenge_method"` // "s256" or "plain", case-insensitive
}

var challengeFormat = regexp.MustCompile(`^[a-zA-Z0-9._~-]+$`)

func (p pkce) isUsed() bool { return p.CodeChallenge != "" }

// tokenPrefix returns the prefix of the one-time tokens of a PKCE flow; "" without PKCE.
func (p pkce) tokenPrefix() string {
	if p.isUsed() {
		return pkcePrefix
	}
	return ""
}

// validate returns 400 validation_failed unless the challenge and its method are valid, or both are
// empty.
func (p pkce) validate() error {
	switch {
	case (p.CodeChallenge == "") != (p.CodeChallengeMethod == ""):
		return newBadRequest(codeValidation, "PKCE flow requires code_challenge_method and code_challenge")
	case p.CodeChallenge == "":
		return nil
	case len(p.CodeChallenge) < 43 || len(p.CodeChallenge) > 128:
		return newBadRequest(codeValidation, "code challenge has to be between 43 and 128 characters")
	case !challengeFormat.MatchString(p.CodeChallenge):
		return newBadRequest(codeValidation, "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes")
	}
	if method := strings.ToLower(p.CodeChallengeMethod); method != "s256" && method != "plain" {
		return newBadRequest(codeValidation, fmt.Sprintf("unsupported code_challenge method %q", p.CodeChallengeMethod))
	}
	return nil
}

// flowState is the state of a sign-in by link or by a provider.
type flowState struct {
	id           uuid.UUID
	userID       *uuid.UUID
	authCode     string
	challenge    string
	method       string // of the challenge
	provider     string
	accessToken  string // the provider's
	refreshToken string // the provider's
	createdAt    time.Time
	issuedAt     *time.Time // of the code
	authMethod   string
	referrer     string
	linkUserID   *uuid.UUID
}

// isExpired reports whether flowLifetime has passed since the flow began, or, for a magic link, since its code was issued.
// Source: supabase/auth, internal/models/flow_state.go (IsExpired).
func (f *flowState) isExpired(now time.Time) bool {
	since := f.createdAt
	if f.issuedAt != nil && f.authMethod == mailMagicLink {
		since = *f.issuedAt
	}
	return now.After(since.Add(flowLifetime))
}

// isVerifiedBy reports whether the challenge was created from verifier.
func (f *flowState) isVerifiedBy(verifier string) bool {
	computed := verifier
	if f.method == "s256" {
		sum := sha256.Sum256([]byte(verifier))
		computed = base64.RawURLEncoding.EncodeToString(sum[:])
	}
	return f.challenge != "" && subtle.ConstantTimeCompare([]byte(computed), []byte(f.challenge)) == 1
}

// flowRetention is the time after which an abandoned flow is deleted.
const flowRetention = 24 * time.Hour

// insertFlow stores a new flow and returns its id. It also deletes abandoned flows.
func (db database) insertFlow(ctx context.Context, f flowState, challenge pkce, now time.Time) (uuid.UUID, error) {
	id := uuid.New()
	if _, err := db.Exec(ctx, `delete from auth.flow_state where created_at < $1`, now.Add(-flowRetention)); err != nil {
		return id, fmt.Errorf("delete stale flow states: %w", err)
	}
	var method any
	if challenge.isUsed() {
		method = strings.ToLower(challenge.CodeChallengeMethod)
	}
	_, err := db.Exec(ctx, `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge,
			provider_type, created_at, updated_at, authentication_method, referrer, linking_target_id)
		values ($1, $2, $3, $4::text::auth.code_challenge_method, nullif($5, ''), $6, $7, $7, $8, nullif($9, ''), $10)`,
		id, f.userID, uuid.NewString(), method, challenge.CodeChallenge, f.provider, now, f.authMethod, f.referrer, f.linkUserID)
	if err != nil {
		return id, fmt.Errorf("insert flow state: %w", err)
	}
	return id, nil
}

// insertMailFlow stores the PKCE flow that starts with a mail. It has no effect without a challenge.
func (db database) insertMailFlow(ctx context.Context, user uuid.UUID, method string, challenge pkce, now time.Time) error {
	if !challenge.isUsed() {
		return nil
	}
	_, err := db.insertFlow(ctx, flowState{userID: &user, provider: providerEmail, authMethod: method}, challenge, now)
	return err
}

// findFlow returns the flow that meets an SQL condition, or nil.
func (db database) findFlow(ctx context.Context, condition string, args ...any) (*flowState, error) {
	var f flowState
	err := db.QueryRow(ctx, `select id, user_id, coalesce(auth_code, ''), coalesce(code_challenge, ''), coalesce(code_challenge_method::text, ''),
			provider_type, coalesce(provider_access_token, ''), coalesce(provider_refresh_token, ''), coalesce(created_at, 'epoch'),
			auth_code_issued_at, authentication_method, coalesce(referrer, ''), linking_target_id
		from auth.flow_state where `+condition, args...).
		Scan(&f.id, &f.userID, &f.authCode, &f.challenge, &f.method, &f.provider, &f.accessToken, &f.refreshToken, &f.createdAt,
			&f.issuedAt, &f.authMethod, &f.referrer, &f.linkUserID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find flow state: %w", err)
	}
	return &f, nil
}

// issueCode marks the authorization code of the user's latest flow of a method as issued and returns
// it. It returns "" if there is no such flow.
func (db database) issueCode(ctx context.Context, user uuid.UUID, method string, now time.Time) (string, error) {
	flow, err := db.findFlow(ctx, `user_id = $1 and authentication_method = $2 order by created_at desc limit 1`, user, method)
	if err != nil || flow == nil {
		return "", err
	}
	_, err = db.Exec(ctx, `update auth.flow_state set auth_code_issued_at = $2, updated_at = $2 where id = $1`, flow.id, now)
	if err != nil {
		return "", fmt.Errorf("issue authorization code: %w", err)
	}
	return flow.authCode, nil
}

// deleteFlow deletes a flow and reports whether it existed.
func (db database) deleteFlow(ctx context.Context, id uuid.UUID) (deleted bool, err error) {
	tag, err := db.Exec(ctx, `delete from auth.flow_state where id = $1`, id)
	if err != nil {
		return false, fmt.Errorf("delete flow state: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

type pkceGrantRequest struct {
	AuthCode     string `json:"auth_code"`
	CodeVerifier string `json:"code_verifier"`
}

// providerTokenResponse is a token response with the provider's tokens.
type providerTokenResponse struct {
	tokenResponse
	ProviderToken        string `json:"provider_token,omitempty"`
	ProviderRefreshToken string `json:"provider_refresh_token,omitempty"`
}

// pkceGrant exchanges an authorization code for a session. A code is valid once.
func (h *Handler) pkceGrant(r *request) (response, error) {
	in, err := decode[pkceGrantRequest](r)
	if err != nil {
		return response{}, err
	}
	if in.AuthCode == "" || in.CodeVerifier == "" {
		return response{}, newBadRequest(codeValidation, "invalid request: both auth code and code verifier should be non-empty")
	}
	ctx := r.Context()
	notFound := newNotFound(codeFlowStateNotFound, "invalid flow state, no valid flow state found")
	var tokens providerTokenResponse
	err = h.db.runTransaction(ctx, func(tx database) error {
		flow, err := tx.findFlow(ctx, `auth_code = $1 and auth_code_issued_at is not null`, in.AuthCode)
		switch {
		case err != nil:
			return err
		case flow == nil || flow.userID == nil:
			return notFound
		case flow.isExpired(h.now()):
			return newUnprocessable(codeFlowStateExpired, "invalid flow state, flow state has expired")
		case !flow.isVerifiedBy(in.CodeVerifier):
			return newBadRequest(codeBadCodeVerifier, "code challenge does not match previously saved code verifier")
		}
		if deleted, err := tx.deleteFlow(ctx, flow.id); err != nil {
			return err
		} else if !deleted { // another request has used the code
			return notFound
		}
		user, err := h.findActiveUser(ctx, tx, *flow.userID)
		if err != nil {
			return err
		}
		tokens.ProviderToken, tokens.ProviderRefreshToken = flow.accessToken, flow.refreshToken
		tokens.tokenResponse, err = h.signInTransaction(r, tx, user, flow.authMethod)
		return err
	})
	if err != nil {
		return response{}, err
	}
	return respondOK(tokens), nil
}

// findActiveUser returns a user who can sign in. The error is 403 user_not_found or user_banned.
func (h *Handler) findActiveUser(ctx context.Context, tx database, id uuid.UUID) (*User, error) {
	user, err := tx.findUserByID(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case user == nil:
		return nil, newForbidden(codeUserNotFound, "User not found")
	case user.isBanned(h.now()):
		return nil, newForbidden(codeUserBanned, "User is banned")
	}
	return user, nil
}
