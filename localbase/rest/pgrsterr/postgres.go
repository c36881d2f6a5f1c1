package pgrsterr

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// FromPgError turns an error of the database into the answer. anonymous is true
// when the request acts as the anonymous role: what it may not do could be
// allowed to somebody who signs in, so 401 instead of 403.
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

// statusByCode are codes whose status isn't that of their class.
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

// statusByClass are the classes (the first two characters) that aren't 400.
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

func findStatus(err *pgconn.PgError, anonymous bool) int {
	code := err.Code
	switch {
	case code == "42501" && anonymous:
		return http.StatusUnauthorized
	case code == "42501":
		return http.StatusForbidden
	case code == "21000" && strings.HasSuffix(err.Message, "requires a WHERE clause"):
		return http.StatusBadRequest // pg-safeupdate
	case code == "21000":
		return http.StatusInternalServerError
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

// parseRaise reads RAISE SQLSTATE 'PGRST': the function decides the whole answer,
// its message and detail being JSON.
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

// retryAfter is how many seconds a client is told to wait for the database.
const retryAfter = "1"

func newUnavailable(code, message string, cause error) *Error {
	e := New(http.StatusServiceUnavailable, code, message)
	e.Header = http.Header{"Retry-After": {retryAfter}}
	e.Cause = cause
	return e
}

// ConnectionFailed is a database that can't be reached. Unlike PostgREST's, the error has
// no details: the driver's text contains the path of the data folder.
func ConnectionFailed(cause error) *Error {
	return newUnavailable("PGRST000", "Database connection error. Retrying the connection.", cause)
}

// ConnectionLost is a connection lost in the middle of a request.
func ConnectionLost(cause error) *Error {
	return newUnavailable("PGRST001", "Database client error. Retrying the connection.", cause)
}

// NoSchemaCache is a catalog that couldn't be read yet.
func NoSchemaCache(cause error) *Error {
	return newUnavailable("PGRST002", "Could not query the database for the schema cache. Retrying.", cause)
}

// PoolTimeout is a request that waited for a connection too long.
func PoolTimeout() *Error {
	return New(http.StatusGatewayTimeout, "PGRST003", "Timed out acquiring connection from connection pool.")
}
