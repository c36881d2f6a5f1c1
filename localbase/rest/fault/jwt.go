package fault

import (
	"fmt"
	"net/http"
)

// Token is a token that can't be read or isn't ours (PGRST301).
func Token(message, details string) *Error {
	return unauthorized("PGRST301", message).With(details, "")
}

// Claims is a genuine token whose claims refuse it (PGRST303).
func Claims(message string) *Error { return unauthorized("PGRST303", message) }

func unauthorized(code, message string) *Error {
	e := New(http.StatusUnauthorized, code, message)
	e.Header = http.Header{"Www-Authenticate": {fmt.Sprintf(`Bearer error="invalid_token", error_description=%q`, message)}}
	return e
}
