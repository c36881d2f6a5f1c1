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
func TokenRole(token string) string { return ParseSessionClaims(token).Role }

// TokenIssuer returns a token's issuer, "" if it has none. The token is not verified.
func TokenIssuer(token string) string { return ParseSessionClaims(token).Issuer }

// SessionClaims are the claims of an access token that Tableside reads. They are not
// verified: the auth service has issued the token to this server.
type SessionClaims struct {
	Role   string       `json:"role"`
	Issuer string       `json:"iss"`
	AAL    string       `json:"aal"` // authenticator assurance level: "aal1" or "aal2"
	AMR    []AuthMethod `json:"amr"` // authentication methods of the session
}

// AuthMethod is an entry of the claim amr.
type AuthMethod struct {
	Method    string `json:"method"` // "password", "otp", "oauth", "totp", ...
	Timestamp int64  `json:"timestamp"`
}

// UnmarshalJSON also accepts a text, the form of RFC 8176 that a hook can produce.
func (m *AuthMethod) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &m.Method) == nil {
		return nil
	}
	type plain AuthMethod
	return json.Unmarshal(text, (*plain)(m))
}

// secondFactorMethods are the methods of the claim amr that are not a sign-in.
var secondFactorMethods = map[string]bool{"totp": true, "mfa/phone": true, "mfa/webauthn": true, "mfa": true}

// SignInMethod returns the method of the session's latest sign-in, without second
// factors; "" if the token does not contain it.
func (c SessionClaims) SignInMethod() string {
	var latest AuthMethod
	for _, entry := range c.AMR {
		if !secondFactorMethods[entry.Method] && (latest.Method == "" || entry.Timestamp > latest.Timestamp) {
			latest = entry
		}
	}
	return latest.Method
}

// ParseSessionClaims decodes the claims of a JWT. It returns the zero value for other
// texts.
func ParseSessionClaims(token string) (claims SessionClaims) {
	_ = json.Unmarshal(decodePayload(token), &claims)
	return claims
}

// DecodeClaims returns all claims of a JWT, none for other texts.
func DecodeClaims(token string) map[string]json.RawMessage {
	claims := map[string]json.RawMessage{}
	_ = json.Unmarshal(decodePayload(token), &claims)
	return claims
}

// decodePayload returns the payload of a JWT, without a check of its signature; nil if the token is
// not a JWT.
func decodePayload(token string) []byte {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return nil
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return nil
	}
	return payload
}
