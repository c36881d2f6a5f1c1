package auth

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// The levels of assurance of a session.
const (
	aal1 = "aal1"
	aal2 = "aal2"
)

// session is one sign-in. Its refresh tokens form a chain of which only the
// last is unused.
type session struct {
	id        uuid.UUID
	userID    uuid.UUID
	aal       string
	notAfter  *time.Time
	createdAt time.Time
}

// refreshToken is a link of that chain.
type refreshToken struct {
	token     string
	parent    string
	session   *uuid.UUID
	user      uuid.UUID
	revoked   bool
	updatedAt time.Time
}

// findSession answers nil when there is no such session.
func (db database) findSession(ctx context.Context, id uuid.UUID) (*session, error) {
	var s session
	err := db.QueryRow(ctx, `select id, user_id, coalesce(aal::text, 'aal1'), not_after, coalesce(created_at, 'epoch')
		from auth.sessions where id = $1`, id).Scan(&s.id, &s.userID, &s.aal, &s.notAfter, &s.createdAt)
	if err == pgx.ErrNoRows {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find session: %w", err)
	}
	return &s, nil
}

// insertSession begins a session of r's client, signed in by method.
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

// addMethod notes that the session's person has proved themselves by method.
func (db database) addMethod(ctx context.Context, session uuid.UUID, method string, now time.Time) error {
	_, err := db.Exec(ctx, `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
		values ($1, $2, $3, $3, $4)
		on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
		uuid.New(), session, now, method)
	if err != nil {
		return fmt.Errorf("note authentication method: %w", err)
	}
	return nil
}

// methodEntry is an element of the claim amr.
type methodEntry struct {
	Method    string `json:"method"`
	Timestamp int64  `json:"timestamp"`
}

// findMethods answers how a session's person has proved themselves, latest first.
func (db database) findMethods(ctx context.Context, session uuid.UUID) ([]methodEntry, error) {
	rows, err := db.Query(ctx, `select authentication_method, floor(extract(epoch from updated_at))::bigint
		from auth.mfa_amr_claims where session_id = $1 order by updated_at desc, created_at desc`, session)
	if err != nil {
		return nil, fmt.Errorf("find authentication methods: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (methodEntry, error) {
		var m methodEntry
		err := row.Scan(&m.Method, &m.Timestamp)
		return m, err
	})
	if err != nil {
		return nil, fmt.Errorf("read authentication methods: %w", err)
	}
	return found, nil
}

const refreshTokenLength = 12

// newRefreshToken is lower-case base32: 60 random bits.
func newRefreshToken() string {
	return strings.ToLower(randomBase32(8))[:refreshTokenLength]
}

// randomBase32 encodes that many random bytes, without padding.
func randomBase32(bytes int) string {
	b := make([]byte, bytes)
	_, _ = rand.Read(b) // never fails: see crypto/rand
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(b)
}

// insertRefreshToken stores the next token of a session; parent is "" for the first.
func (db database) insertRefreshToken(ctx context.Context, session, user uuid.UUID, parent string, now time.Time) (string, error) {
	token := newRefreshToken()
	_, err := db.Exec(ctx, `insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
		values ($1, $2, $3, false, $4, $4, nullif($5, ''), $6)`, uuid.Nil, token, user.String(), now, parent, session)
	if err != nil {
		return "", fmt.Errorf("insert refresh token: %w", err)
	}
	return token, nil
}

// swapRefreshToken revokes old, if it isn't yet, and stores its successor.
func (db database) swapRefreshToken(ctx context.Context, old refreshToken, now time.Time) (string, error) {
	_, err := db.Exec(ctx, `update auth.refresh_tokens set revoked = true, updated_at = $2 where token = $1`, old.token, now)
	if err != nil {
		return "", fmt.Errorf("revoke refresh token: %w", err)
	}
	return db.insertRefreshToken(ctx, *old.session, old.user, old.token, now)
}

const refreshTokenColumns = `token, coalesce(parent, ''), session_id, user_id::uuid, coalesce(revoked, false), coalesce(updated_at, 'epoch')`

func (db database) findRefreshToken(ctx context.Context, condition string, arg any) (*refreshToken, error) {
	var t refreshToken
	err := db.QueryRow(ctx, `select `+refreshTokenColumns+` from auth.refresh_tokens where `+condition, arg).
		Scan(&t.token, &t.parent, &t.session, &t.user, &t.revoked, &t.updatedAt)
	if err == pgx.ErrNoRows {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find refresh token: %w", err)
	}
	return &t, nil
}

// lockSession makes the transaction the only one that may change the session's
// tokens; it answers whether the session still exists.
func (db database) lockSession(ctx context.Context, id uuid.UUID) (bool, error) {
	tag, err := db.Exec(ctx, `select from auth.sessions where id = $1 for update`, id)
	if err != nil {
		return false, fmt.Errorf("lock session: %w", err)
	}
	return tag.RowsAffected() == 1, nil
}

// findRefreshTokenByValue answers nil when there is no such token.
func (db database) findRefreshTokenByValue(ctx context.Context, token string) (*refreshToken, error) {
	return db.findRefreshToken(ctx, `token = $1`, token)
}

// findActiveRefreshToken answers the session's unused token; nil when its family was revoked.
func (db database) findActiveRefreshToken(ctx context.Context, session uuid.UUID) (*refreshToken, error) {
	return db.findRefreshToken(ctx, `session_id = $1 and not revoked order by id desc limit 1`, session)
}

// revokeRefreshTokens makes every refresh token of a session useless.
func (db database) revokeRefreshTokens(ctx context.Context, session uuid.UUID, now time.Time) error {
	_, err := db.Exec(ctx, `update auth.refresh_tokens set revoked = true, updated_at = $2 where session_id = $1 and not revoked`, session, now)
	if err != nil {
		return fmt.Errorf("revoke token family: %w", err)
	}
	return nil
}

// deleteSessions ends the sessions that a condition names, with their tokens.
func (db database) deleteSessions(ctx context.Context, condition string, args ...any) error {
	if _, err := db.Exec(ctx, `delete from auth.sessions where `+condition, args...); err != nil {
		return fmt.Errorf("delete sessions: %w", err)
	}
	return nil
}
