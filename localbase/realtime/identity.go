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

// identity is whom a socket or a channel acts for.
type identity struct {
	caller.Caller
	token   string
	expires time.Time
}

// rejection is an error whose text a client may read.
type rejection struct {
	code    string // as upstream's logs name it
	message string
}

func (r *rejection) Error() string { return r.code + ": " + r.message }

func newRejection(code, format string, args ...any) *rejection {
	return &rejection{code: code, message: fmt.Sprintf(format, args...)}
}

// identify verifies a token. Every error is a *refusal.
func (h *Handler) identify(token string) (identity, error) {
	who, err := h.opts.Keys.Verify(token)
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
	if err := json.Unmarshal(who.Claims, &claims); err != nil || claims.Role == "" || claims.Expires == nil {
		return identity{}, newRejection("InvalidJWTToken", "Fields `role` and `exp` are required in JWT")
	}
	id := identity{Caller: who, token: token, expires: time.Unix(int64(*claims.Expires), 0)}
	if late := h.opts.Now().Sub(id.expires); late >= 0 {
		return identity{}, newRejection("InvalidJWTToken", "Token has expired %d seconds ago", int(late.Seconds()))
	}
	return id, nil
}

// readExpiry is the exp of a token whose signature was found good.
func readExpiry(token string) time.Time {
	claims := jwt.MapClaims{}
	_, _, _ = jwt.NewParser().ParseUnverified(token, claims) // Verify has read it
	expires, _ := claims.GetExpirationTime()
	if expires == nil {
		return time.Time{}
	}
	return expires.Time
}

// readRequestToken is the token of a request: the gateway's, or a key that is a token.
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

// encodePolicyHeaders are the headers that a policy may read with
// current_setting('request.headers'), as JSON: those that begin with X-.
func encodePolicyHeaders(r *http.Request) string {
	headers := make(map[string]string)
	for name, values := range r.Header {
		if name = strings.ToLower(name); strings.HasPrefix(name, "x-") && name != "x-api-key" {
			headers[name] = values[0]
		}
	}
	return string(encodeJSON(headers))
}
