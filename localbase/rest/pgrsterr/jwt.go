package pgrsterr

import (
	"fmt"
	"net/http"
)

// InvalidToken reports a token that is malformed or has an invalid signature (PGRST301).
func InvalidToken(message, details string) *Error {
	return newUnauthorized("PGRST301", message).WithDetails(details, "")
}

// InvalidClaims reports a token with a valid signature but invalid claims, for example an expired
// token (PGRST303).
func InvalidClaims(message string) *Error { return newUnauthorized("PGRST303", message) }

// newUnauthorized returns a 401 with the WWW-Authenticate header of an invalid token.
func newUnauthorized(code, message string) *Error {
	e := New(http.StatusUnauthorized, code, message)
	e.Header = http.Header{"Www-Authenticate": {fmt.Sprintf(`Bearer error="invalid_token", error_description=%q`, message)}}
	return e
}
