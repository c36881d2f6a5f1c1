package realtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/tableside/tableside/localbase/caller"
)

// identity is the verified caller of a socket or channel.
type identity struct {
	caller.Caller
	token   string
	expires time.Time
}

// rejection is an error whose text is sent to the client.
type rejection struct {
	code    string // as in upstream's logs
	message string
}

// Error implements error.
func (r *rejection) Error() string { return r.code + ": " + r.message }

func newRejection(code, format string, args ...any) *rejection {
	return &rejection{code: code, message: fmt.Sprintf(format, args...)}
}

// identify verifies a token. All its errors are *rejection.
func (h *Handler) identify(token string) (identity, error) {
	verified, err := h.opts.Keys.Verify(token)
	switch {
	case errors.Is(err, caller.ErrExpired):
		return identity{}, newRejection("InvalidJWTToken", "Token has expired %d seconds ago", int(h.opts.Now().Sub(readExpiry(token)).Seconds()))
	case errors.Is(err, caller.ErrNotYetValid):
		return identity{}, newRejection("InvalidJWTToken", "Token is not valid yet")
	case errors.Is(err, caller.ErrSignature):
		return identity{}, newRejection("JwtSignatureError", "Failed to validate JWT signature")
	case err != nil:
		return identity{}, newRejection("MalformedJWT", "The token provided is not a valid JWT")
	}
	var claims struct {
		Role    string   `json:"role"`
		Expires *float64 `json:"exp"`
	}
	if err := json.Unmarshal(verified.Claims, &claims); err != nil || claims.Role == "" || claims.Expires == nil {
		return identity{}, newRejection("InvalidJWTToken", "Fields `role` and `exp` are required in JWT")
	}
	id := identity{Caller: verified, token: token, expires: time.Unix(int64(*claims.Expires), 0)}
	if late := h.opts.Now().Sub(id.expires); late >= 0 {
		return identity{}, newRejection("InvalidJWTToken", "Token has expired %d seconds ago", int(late.Seconds()))
	}
	return id, nil
}

// readExpiry returns the exp claim of a token with a verified signature.
func readExpiry(token string) time.Time {
	claims := jwt.MapClaims{}
	_, _, _ = jwt.NewParser().ParseUnverified(token, claims) // Verify parsed it already
	expires, _ := claims.GetExpirationTime()
	if expires == nil {
		return time.Time{}
	}
	return expires.Time
}

// readRequestToken returns the token of a request: the Authorization header, or an API key that is
// a token.
func readRequestToken(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(scheme, "Bearer") && token != "" {
		return strings.TrimSpace(token)
	}
	if key := r.Header.Get("X-Api-Key"); key != "" {
		return key
	}
	return r.URL.Query().Get("apikey")
}

// encodePolicyHeaders returns the headers that policies can read with
// current_setting('request.headers'), as JSON: those with the prefix X-.
func encodePolicyHeaders(r *http.Request) string {
	headers := make(map[string]string)
	for name, values := range r.Header {
		if name = strings.ToLower(name); strings.HasPrefix(name, "x-") && name != "x-api-key" {
			headers[name] = values[0]
		}
	}
	return string(encodeJSON(headers))
}
