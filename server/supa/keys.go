package supa

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// serviceRole is the database role that bypasses row-level security.
const serviceRole = "service_role"

// secretKeyPrefix is the prefix of a secret key in the new format.
const secretKeyPrefix = "sb_secret_"

// IsSecretKey reports whether an API key is secret: in the new format, or as a legacy
// service_role token.
func IsSecretKey(key string) bool {
	return strings.HasPrefix(key, secretKeyPrefix) || TokenRole(key) == serviceRole
}

// TokenRole returns a token's role, "" if it has none. The backend verifies the
// signature; use this only for display and to reject a request early.
func TokenRole(token string) string { return parseClaims(token).Role }

// TokenIssuer returns a token's issuer, "" if it has none. The token is not verified.
func TokenIssuer(token string) string { return parseClaims(token).Issuer }

type tokenClaims struct {
	Role   string `json:"role"`
	Issuer string `json:"iss"`
}

// parseClaims decodes the claims of a JWT. It returns the zero value for other texts.
func parseClaims(token string) tokenClaims {
	var claims tokenClaims
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return claims
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return claims
	}
	_ = json.Unmarshal(payload, &claims)
	return claims
}
