package supa

import (
	"encoding/base64"
	"encoding/json"
	"strings"
)

// serviceRole is the database role that row-level security does not hold.
const serviceRole = "service_role"

// IsSecretKey reports whether an API key is a secret one, in its newer form or
// as the older service_role token.
func IsSecretKey(key string) bool {
	return strings.HasPrefix(key, "sb_secret_") || TokenRole(key) == serviceRole
}

// TokenRole reads the role from a token, "" when there is none. The signature is
// the backend's business: what this says is for display and for early refusals.
func TokenRole(token string) string {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return ""
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return ""
	}
	var claims struct {
		Role string `json:"role"`
	}
	_ = json.Unmarshal(payload, &claims) // no claims, no role
	return claims.Role
}
