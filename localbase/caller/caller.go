// Package caller authenticates requests to localbase. It verifies the JSON Web Token and applies
// its role and claims to a transaction, as PostgREST does, so that auth.uid() and row-level
// security apply to the user.
package caller

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Database roles of every Supabase project.
const (
	RoleAnon          = "anon"
	RoleAuthenticated = "authenticated"
	RoleService       = "service_role"
)

// Leeway is the accepted clock skew for exp, nbf and iat, as in PostgREST.
const Leeway = 30 * time.Second

// Errors of Keys.Verify. They are wrapped; use errors.Is.
var (
	ErrExpired     = errors.New("JWT expired")
	ErrMalformed   = errors.New("JWT malformed")
	ErrSignature   = errors.New("JWT signature invalid")
	ErrNotYetValid = errors.New("JWT not yet valid")
)

// ClaimsError is the error of Keys.Verify for a claim of the wrong type, or for a token that was issued
// in the future. Its text is PostgREST's message.
type ClaimsError string

// Error returns the text.
func (e ClaimsError) Error() string { return string(e) }

// Caller is the identity of a request.
type Caller struct {
	Role   string          // database role; never empty
	Claims json.RawMessage // the token's payload, as signed; `{"role":"anon"}` without a token
}

// Anonymous is the caller of a request without a token.
var Anonymous = Caller{Role: RoleAnon, Claims: json.RawMessage(`{"role":"anon"}`)}

// Subject returns the user id in the claim "sub", or "" if there is none.
func (c Caller) Subject() string {
	var claims struct {
		Sub string `json:"sub"`
	}
	_ = json.Unmarshal(c.Claims, &claims) // Verify has parsed the claims
	return claims.Sub
}

// ApplyRole sets the caller's role and claims for the rest of tx. PostgreSQL rejects an unknown
// role and a role of which the session's user is not a member (22023, 42501). ApplyRole
// rejects roles that must not come from a token (42501): see ForbiddenRoleCondition.
func (c Caller) ApplyRole(ctx context.Context, tx pgx.Tx) error {
	settings := c.Settings()
	var isForbidden bool
	err := tx.QueryRow(ctx, `select `+ForbiddenRoleCondition("$2::text")+`, set_config($1, $2, true), set_config($3, $4, true)`,
		settings[0].Name, settings[0].Value, settings[1].Name, settings[1].Value).Scan(&isForbidden, nil, nil)
	if err == nil && isForbidden {
		err = c.PermissionDeniedError()
	}
	if err != nil {
		return fmt.Errorf("apply role %q: %w", c.Role, err)
	}
	return nil
}

// ForbiddenRoleCondition returns a boolean SQL expression that is true if a token must not select a role:
// "none", a role that can log in, or a superuser. It is false for all other roles, such as service_role,
// and for a role that does not exist. role is an SQL expression of type text; it must not be NULL.
//
// The role "none" selects the service's own user, login roles belong to services and administrators, and
// superusers bypass row-level security. PostgreSQL itself could accept all of them.
func ForbiddenRoleCondition(role string) string {
	return `(` + role + ` = 'none' or exists (select from pg_catalog.pg_roles where rolname = ` + role + ` and (rolcanlogin or rolsuper)))`
}

// PermissionDeniedError returns PostgreSQL's error for a role that the session must not set.
func (c Caller) PermissionDeniedError() error {
	return &pgconn.PgError{Severity: "ERROR", Code: "42501", Message: fmt.Sprintf("permission denied to set role %q", c.Role)}
}

// IsAPIKey reports whether token is a publishable or secret API key. A legacy key is a JWT.
func IsAPIKey(token string) bool { return strings.HasPrefix(token, "sb_") }

// Setting is a PostgreSQL setting for a transaction.
type Setting struct{ Name, Value string }

// Settings returns the settings that ApplyRole sets, role first. It is for services that set
// others in the same statement.
func (c Caller) Settings() [2]Setting {
	return [2]Setting{{"role", c.Role}, {"request.jwt.claims", string(c.Claims)}}
}

// Keys signs and verifies tokens with HS256, and with ES256 and RS256 after WithSigningKeys.
type Keys struct {
	secret []byte
	now    func() time.Time

	signingKeys []SigningKey // the first signs; empty: HS256

	cache *tokenCache
}

// NewKeys returns keys that sign with HS256. Supabase requires a secret of at least 32 bytes. If now
// is nil, tokens are verified at the current time.
func NewKeys(secret []byte, now func() time.Time) *Keys {
	if now == nil {
		now = time.Now
	}
	return &Keys{secret: secret, now: now, cache: newTokenCache()}
}

// Sign returns a token with the claims. It adds no claims.
func (k *Keys) Sign(claims map[string]any) (string, error) {
	var token string
	var err error
	if len(k.signingKeys) == 0 {
		token, err = jwt.NewWithClaims(jwt.SigningMethodHS256, jwt.MapClaims(claims)).SignedString(k.secret)
	} else {
		key := k.signingKeys[0]
		unsigned := jwt.NewWithClaims(key.method, jwt.MapClaims(claims))
		unsigned.Header["kid"] = key.public.KeyID
		token, err = unsigned.SignedString(key.private)
	}
	if err != nil {
		return "", fmt.Errorf("sign token: %w", err)
	}
	return token, nil
}

// Verify checks the signature and the times of a token and returns its caller. A token without a
// role has the role anon, as in PostgREST. The signature of a token is checked once, its times in
// each call.
func (k *Keys) Verify(token string) (Caller, error) {
	verified, ok := k.cache.find(token)
	if !ok {
		var err error
		if verified, err = k.verifySignature(token); err != nil {
			return Caller{}, err
		}
		k.cache.put(token, verified)
	}
	if err := checkClaims(verified.claims, k.now()); err != nil {
		return Caller{}, err
	}
	return verified.caller, nil
}

// verifySignature checks the signature of a token, and reads it.
func (k *Keys) verifySignature(token string) (verifiedToken, error) {
	claims := jwt.MapClaims{}
	_, err := jwt.ParseWithClaims(token, claims, k.selectVerificationKey,
		jwt.WithValidMethods([]string{"HS256", "ES256", "RS256"}), jwt.WithoutClaimsValidation(),
		jwt.WithJSONNumber()) // policies receive numbers without rounding
	switch {
	case errors.Is(err, jwt.ErrTokenSignatureInvalid):
		return verifiedToken{}, fmt.Errorf("%w: %w", ErrSignature, err)
	case err != nil:
		return verifiedToken{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return verifiedToken{}, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return verifiedToken{claims, Caller{Role: readRole(claims["role"]), Claims: payload}}, nil
}

// readRole returns the role of a claim; anon if there is none. As in PostgREST, a claim that is not a
// string is a role with the name of its JSON text, which does not exist.
func readRole(claim any) string {
	switch role := claim.(type) {
	case nil:
		return RoleAnon
	case string:
		return cmp.Or(role, RoleAnon)
	default:
		text, _ := json.Marshal(role) // the claim comes from JSON
		return string(text)
	}
}
