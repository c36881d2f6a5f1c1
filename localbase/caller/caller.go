// Package caller says who a request to localbase acts as: a database role and
// the claims of the caller's JSON Web Token, handed to Postgres the way
// PostgREST does it, so that auth.uid() and row-level security see the person.
package caller

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// The database roles that every Supabase project has.
const (
	RoleAnon          = "anon"
	RoleAuthenticated = "authenticated"
	RoleService       = "service_role"
)

// Leeway is the clock skew that a token's exp, nbf and iat are forgiven (PostgREST: 30 s).
const Leeway = 30 * time.Second

// Verify answers one of these, wrapped; use errors.Is.
var (
	ErrExpired     = errors.New("JWT expired")
	ErrMalformed   = errors.New("JWT malformed")
	ErrSignature   = errors.New("JWT signature invalid")
	ErrNotYetValid = errors.New("JWT not yet valid")
)

// Caller is who a request acts as.
type Caller struct {
	Role   string          // database role; never empty
	Claims json.RawMessage // the token's payload, as signed; `{"role":"anon"}` without a token
}

// Anonymous is a caller without a token.
var Anonymous = Caller{Role: RoleAnon, Claims: json.RawMessage(`{"role":"anon"}`)}

// Subject is the caller's user id ("sub"), or "" when the token names none.
func (c Caller) Subject() string {
	var claims struct {
		Sub string `json:"sub"`
	}
	_ = json.Unmarshal(c.Claims, &claims) // Claims were parsed when the token was verified
	return claims.Sub
}

// ApplyRole makes the rest of tx run as the caller: role and claims are local to
// the transaction. set_config quotes the role as an identifier. PostgreSQL
// rejects an unknown role, and a role that the session's user is not a member of
// (22023 or 42501); Become rejects a service role (42501).
func (c Caller) ApplyRole(ctx context.Context, tx pgx.Tx) error {
	settings := c.Settings()
	var isService bool
	err := tx.QueryRow(ctx, `select `+ServiceRoleCondition("$2::text")+`, set_config($1, $2, true), set_config($3, $4, true)`,
		settings[0].Name, settings[0].Value, settings[1].Name, settings[1].Value).Scan(&isService, nil, nil)
	if err == nil && isService {
		err = c.PermissionDeniedError()
	}
	if err != nil {
		return fmt.Errorf("act as %q: %w", c.Role, err)
	}
	return nil
}

// ServiceRoleCondition is an SQL expression: whether a role, given as text, must not come
// from a token. The role none is the service's own user, and a login role is a
// service's or a person's; PostgreSQL accepts both from a session's own user.
func ServiceRoleCondition(role string) string {
	return `(` + role + ` = 'none' or exists (select from pg_catalog.pg_roles where rolname = ` + role + ` and (rolcanlogin or rolsuper)))`
}

// PermissionDeniedError is PostgreSQL's error for a role that the caller must not have.
func (c Caller) PermissionDeniedError() error {
	return &pgconn.PgError{Severity: "ERROR", Code: "42501", Message: fmt.Sprintf("permission denied to set role %q", c.Role)}
}

// Setting is one of PostgreSQL, for a transaction.
type Setting struct{ Name, Value string }

// Settings are the two that Become makes, for a service that makes more of them
// in the same statement. The role comes first.
func (c Caller) Settings() [2]Setting {
	return [2]Setting{{"role", c.Role}, {"request.jwt.claims", string(c.Claims)}}
}

// Keys signs and verifies the backend's tokens: HS256, and ES256 where WithES256 added a key.
type Keys struct {
	secret []byte
	now    func() time.Time

	signingKey *ecdsa.PrivateKey // nil: HS256
	publicKey  JWK               // of signing
}

// NewKeys uses secret (at least 32 bytes, as Supabase asks). now nil means time.Now.
func NewKeys(secret []byte, now func() time.Time) *Keys {
	if now == nil {
		now = time.Now
	}
	return &Keys{secret: secret, now: now}
}

// Sign makes a token of claims.
func (k *Keys) Sign(claims map[string]any) (string, error) {
	var token string
	var err error
	if k.signingKey == nil {
		token, err = jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims(claims)).SignedString(k.secret)
	} else {
		unsigned := jwt.NewWithClaims(jwt.SigningMethodES256, jwt.MapClaims(claims))
		unsigned.Header["kid"] = k.publicKey.KeyID
		token, err = unsigned.SignedString(k.signingKey)
	}
	if err != nil {
		return "", fmt.Errorf("sign token: %w", err)
	}
	return token, nil
}

// Verify checks signature and times and answers whom the token speaks for. A
// token without a role is anonymous, as in PostgREST.
func (k *Keys) Verify(token string) (Caller, error) {
	claims := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(token, claims, k.selectVerificationKey,
		jwt.WithValidMethods([]string{"HS256", "ES256"}), jwt.WithLeeway(Leeway), jwt.WithTimeFunc(k.now),
		jwt.WithJSONNumber()) // claims go to policies with all their digits
	switch {
	case errors.Is(err, jwt.ErrTokenSignatureInvalid):
		return Caller{}, fmt.Errorf("%w: %w", ErrSignature, err)
	case errors.Is(err, jwt.ErrTokenExpired):
		return Caller{}, fmt.Errorf("%w: %w", ErrExpired, err)
	case errors.Is(err, jwt.ErrTokenNotValidYet), errors.Is(err, jwt.ErrTokenUsedBeforeIssued):
		return Caller{}, fmt.Errorf("%w: %w", ErrNotYetValid, err)
	case err != nil:
		return Caller{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return Caller{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	role, _ := claims["role"].(string)
	if role == "" {
		role = RoleAnon
	}
	return Caller{Role: role, Claims: payload}, nil
}
