package auth

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Authenticator assurance levels of a session.
const (
	aal1 = "aal1"
	aal2 = "aal2"
)

// session is a sign-in. Its refresh tokens form a chain, in which only the last is active.
type session struct {
	id        uuid.UUID
	userID    uuid.UUID
	aal       string
	notAfter  *time.Time
	createdAt time.Time
	usedAt    time.Time // of the last refresh, or createdAt
}

// refreshToken is a token of a session's chain.
type refreshToken struct {
	token     string
	parent    string
	session   *uuid.UUID
	user      uuid.UUID
	revoked   bool
	updatedAt time.Time
}

// findSession returns a session, or nil.
func (db database) findSession(ctx context.Context, id uuid.UUID) (*session, error) {
	var s session
	err := db.QueryRow(ctx, `select id, user_id, coalesce(aal::text, 'aal1'), not_after, coalesce(created_at, 'epoch'),
		coalesce(refreshed_at at time zone 'utc', created_at, 'epoch')
		from auth.sessions where id = $1`, id).Scan(&s.id, &s.userID, &s.aal, &s.notAfter, &s.createdAt, &s.usedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find session: %w", err)
	}
	return &s, nil
}

// insertSession inserts a session for the client of r and returns its id.
func (db database) insertSession(ctx context.Context, r *request, user uuid.UUID, method string, now time.Time) (uuid.UUID, error) {
	id := uuid.New()
	var ip any
	if addr := r.address(); addr.IsValid() {
		ip = addr
	}
	_, err := db.Exec(ctx, `insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
		values ($1, $2, $3, $3, 'aal1', nullif($4, ''), $5)`, id, user, now, r.UserAgent(), ip)
	if err != nil {
		return id, fmt.Errorf("insert session: %w", err)
	}
	return id, db.addMethod(ctx, id, method, now)
}

// addMethod stores that the session's user has authenticated with a method.
func (db database) addMethod(ctx context.Context, session uuid.UUID, method string, now time.Time) error {
	_, err := db.Exec(ctx, `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
		values ($1, $2, $3, $3, $4)
		on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
		uuid.New(), session, now, method)
	if err != nil {
		return fmt.Errorf("store authentication method: %w", err)
	}
	return nil
}

// methodEntry is an element of the claim amr (authentication methods).
type methodEntry struct {
	Method    string `json:"method"`
	Timestamp int64  `json:"timestamp"`
}

// findMethods returns the authentication methods of a session, latest first.
func (db database) findMethods(ctx context.Context, session uuid.UUID) ([]methodEntry, error) {
	rows, err := db.Query(ctx, `select authentication_method, floor(extract(epoch from updated_at))::bigint
		from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, created_at desc`, session)
	if err != nil {
		return nil, fmt.Errorf("find authentication methods: %w", err)
	}
	methods, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (methodEntry, error) {
		var m methodEntry
		err := row.Scan(&m.Method, &m.Timestamp)
		return m, err
	})
	if err != nil {
		return nil, fmt.Errorf("read authentication methods: %w", err)
	}
	return methods, nil
}

const refreshTokenLength = 12

// newRefreshToken returns a random token of 60 bits in lower-case base32.
func newRefreshToken() string {
	return strings.ToLower(randomBase32(8))[:refreshTokenLength]
}

// randomBase32 returns random bytes in base32, without padding.
func randomBase32(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never returns an error
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b)
}

// insertRefreshToken inserts and returns the next token of a session. parent is "" for the first
// token.
func (db database) insertRefreshToken(ctx context.Context, session, user uuid.UUID, parent string, now time.Time) (string, error) {
	token := newRefreshToken()
	_, err := db.Exec(ctx, `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
		values ($1, $2, $3, false, $4, $4, nullif($5, ''), $6)`, uuid.Nil, token, user.String(), now, parent, session)
	if err != nil {
		return "", fmt.Errorf("insert refresh token: %w", err)
	}
	return token, nil
}

// swapRefreshToken revokes old and inserts its successor, which it returns.
func (db database) swapRefreshToken(ctx context.Context, old refreshToken, now time.Time) (string, error) {
	_, err := db.Exec(ctx, `update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1`, old.token, now)
	if err != nil {
		return "", fmt.Errorf("revoke refresh token: %w", err)
	}
	return db.insertRefreshToken(ctx, *old.session, old.user, old.token, now)
}

const refreshTokenColumns = `token, coalesce(parent, ''), session_id, user_id::uuid, coalesce(revoked, false), coalesce(updated_at, 'epoch')`

// findRefreshToken returns the refresh token that meets an SQL condition, or nil.
func (db database) findRefreshToken(ctx context.Context, condition string, arg any) (*refreshToken, error) {
	var t refreshToken
	err := db.QueryRow(ctx, `select `+refreshTokenColumns+` from auth.refresh_tokens where `+condition, arg).
		Scan(&t.token, &t.parent, &t.session, &t.user, &t.revoked, &t.updatedAt)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find refresh token: %w", err)
	}
	return &t, nil
}

// lockSession locks a session against concurrent changes of its tokens. It reports whether the session
// exists.
func (db database) lockSession(ctx context.Context, id uuid.UUID) (bool, error) {
	tag, err := db.Exec(ctx, `select from auth.sessions where id = $1 for update`, id)
	if err != nil {
		return false, fmt.Errorf("lock session: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

// findRefreshTokenByValue returns a refresh token, or nil.
func (db database) findRefreshTokenByValue(ctx context.Context, token string) (*refreshToken, error) {
	return db.findRefreshToken(ctx, `token = $1`, token)
}

// findActiveRefreshToken returns the session's active token, or nil if all are revoked.
func (db database) findActiveRefreshToken(ctx context.Context, session uuid.UUID) (*refreshToken, error) {
	return db.findRefreshToken(ctx, `session_id = $1 and not revoked order by id desc limit 1`, session)
}

// revokeRefreshTokens revokes all refresh tokens of a session.
func (db database) revokeRefreshTokens(ctx context.Context, session uuid.UUID, now time.Time) error {
	_, err := db.Exec(ctx, `update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked`, session, now)
	if err != nil {
		return fmt.Errorf("revoke refresh tokens: %w", err)
	}
	return nil
}

// deleteSessions deletes the sessions that meet an SQL condition, with their tokens.
func (db database) deleteSessions(ctx context.Context, condition string, args ...any) error {
	if _, err := db.Exec(ctx, `delete from auth.sessions where `+condition, args...); err != nil {
		return fmt.Errorf("delete sessions: %w", err)
	}
	return nil
}
