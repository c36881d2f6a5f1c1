package pgrsterr

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// FromPgError returns the response to an error of the database. If anonymous is true, missing
// privileges are 401 instead of 403, because a signed-in user could have them.
func FromPgError(err *pgconn.PgError, anonymous bool) *Error {
	if err.Code == "PGRST" {
		return parseRaise(err)
	}
	status := findStatus(err, anonymous)
	e := New(status, err.Code, err.Message).WithDetails(err.Detail, err.Hint)
	if status == http.StatusUnauthorized {
		e.Header = http.Header{"Www-Authenticate": {"Bearer"}}
	}
	if status == http.StatusServiceUnavailable {
		e.Header = http.Header{"Retry-After": {retryAfter}}
	}
	e.Cause = err
	return e
}

// statusByCode contains the codes whose status differs from that of their class.
var statusByCode = map[string]int{
	"23503": http.StatusConflict,
	"23505": http.StatusConflict,
	"25006": http.StatusMethodNotAllowed,
	"53400": http.StatusInternalServerError,
	"57P01": http.StatusServiceUnavailable,
	"42883": http.StatusNotFound,
	"42P01": http.StatusNotFound,
	"42P17": http.StatusInternalServerError,
	"P0001": http.StatusBadRequest,
}

// statusByClass contains the classes (first two characters of a code) whose status is not 400.
var statusByClass = map[string]int{
	"08": http.StatusServiceUnavailable,
	"09": http.StatusInternalServerError,
	"0L": http.StatusForbidden,
	"0P": http.StatusForbidden,
	"25": http.StatusInternalServerError,
	"28": http.StatusForbidden,
	"2D": http.StatusInternalServerError,
	"38": http.StatusInternalServerError,
	"39": http.StatusInternalServerError,
	"3B": http.StatusInternalServerError,
	"40": http.StatusInternalServerError,
	"53": http.StatusServiceUnavailable,
	"54": http.StatusInternalServerError,
	"55": http.StatusInternalServerError,
	"57": http.StatusInternalServerError,
	"58": http.StatusInternalServerError,
	"F0": http.StatusInternalServerError,
	"HV": http.StatusInternalServerError,
	"P0": http.StatusInternalServerError,
	"XX": http.StatusInternalServerError,
}

// findStatus returns the HTTP status of an error of PostgreSQL, as PostgREST does. For missing
// privileges it depends on whether the caller is anonymous.
func findStatus(err *pgconn.PgError, anonymous bool) int {
	code := err.Code
	switch {
	case code == "42501" && anonymous:
		return http.StatusUnauthorized
	case code == "42501":
		return http.StatusForbidden
	case code == "21000" && strings.HasSuffix(err.Message, "requires a WHERE clause"):
		return http.StatusBadRequest // raised by pg-safeupdate
	case code == "21000":
		return http.StatusInternalServerError
	case code == "55000" && strings.HasPrefix(err.Message, "cannot ") && strings.Contains(err.Message, " view "):
		return http.StatusMethodNotAllowed // a write to a view that is not updatable
	case code == "22023" && strings.HasPrefix(err.Message, "role") && strings.HasSuffix(err.Message, "does not exist"):
		return http.StatusUnauthorized
	case strings.HasPrefix(code, "PT"):
		if n, convErr := strconv.Atoi(code[2:]); convErr == nil && n >= 200 && n < 600 {
			return n
		}
		return http.StatusInternalServerError
	}
	if status, ok := statusByCode[code]; ok {
		return status
	}
	if status, ok := statusByClass[code[:min(2, len(code))]]; ok {
		return status
	}
	return http.StatusBadRequest
}

// parseRaise parses RAISE SQLSTATE 'PGRST', with which a function defines the whole error response:
// its message and its detail are JSON.
func parseRaise(err *pgconn.PgError) *Error {
	var message struct {
		Code    *string `json:"code"`
		Message *string `json:"message"`
		Details *string `json:"details"`
		Hint    *string `json:"hint"`
	}
	if json.Unmarshal([]byte(err.Message), &message) != nil || message.Code == nil || message.Message == nil {
		return InvalidRaise("Invalid JSON value for MESSAGE: '"+err.Message+"'",
			"MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.")
	}
	const detailHint = "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."
	if err.Detail == "" {
		return InvalidRaise("DETAIL is missing in the RAISE statement", detailHint)
	}
	var detail struct {
		Status  *int              `json:"status"`
		Headers map[string]string `json:"headers"`
	}
	if json.Unmarshal([]byte(err.Detail), &detail) != nil || detail.Status == nil || detail.Headers == nil ||
		*detail.Status < 200 || *detail.Status > 599 {
		return InvalidRaise("Invalid JSON value for DETAIL: '"+err.Detail+"'", detailHint)
	}
	e := New(*detail.Status, *message.Code, *message.Message)
	e.Header = http.Header{}
	if message.Details != nil {
		e.Details = *message.Details
	}
	if message.Hint != nil {
		e.Hint = *message.Hint
	}
	for name, value := range detail.Headers {
		e.Header.Set(name, value)
	}
	return e
}

// retryAfter is the value of Retry-After in seconds while the database is unavailable.
const retryAfter = "1"

// newUnavailable returns a 503 with Retry-After.
func newUnavailable(code, message string, cause error) *Error {
	e := New(http.StatusServiceUnavailable, code, message)
	e.Header = http.Header{"Retry-After": {retryAfter}}
	e.Cause = cause
	return e
}

// ConnectionFailed reports that the database is not reachable (PGRST000). Unlike PostgREST's error,
// it has no details, because the driver's text contains the path of the data folder.
func ConnectionFailed(cause error) *Error {
	return newUnavailable("PGRST000", "Database connection error. Retrying the connection.", cause)
}

// ConnectionLost reports a connection that broke during a request (PGRST001).
func ConnectionLost(cause error) *Error {
	return newUnavailable("PGRST001", "Database client error. Retrying the connection.", cause)
}

// NoSchemaCache reports that the schema cache is not loaded yet (PGRST002).
func NoSchemaCache(cause error) *Error {
	return newUnavailable("PGRST002", "Could not query the database for the schema cache. Retrying.", cause)
}

// PoolTimeout reports that no connection became free in time (PGRST003).
func PoolTimeout() *Error {
	return New(http.StatusGatewayTimeout, "PGRST003", "Timed out acquiring connection from connection pool.")
}
