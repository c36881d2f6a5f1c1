package pgrsterr

import (
	"fmt"
	"net/http"
)

// InvalidToken is a token that can't be read or isn't ours (PGRST301).
func InvalidToken(message, details string) *Error {
	return newUnauthorized("PGRST301", message).WithDetails(details, "")
}

// InvalidClaims is a genuine token whose claims refuse it (PGRST303).
func InvalidClaims(message string) *Error { return newUnauthorized("PGRST303", message) }

func newUnauthorized(code, message string) *Error {
	e := New(http.StatusUnauthorized, code, message)
	e.Header = http.Header{"Www-Authenticate": {fmt.Sprintf(`Bearer error="invalid_token", error_description=%q`, message)}}
	return e
}
