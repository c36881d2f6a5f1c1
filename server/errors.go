// Package server is Tableside's product server: the embedded app, and thin
// typed handlers in front of a Supabase backend.
package server

import "net/http"

// Codes of our own, beside those that the backend sends (SQLSTATE, PGRST...,
// auth and storage codes, which are passed on as they are).
const (
	CodeBadRequest        = "bad_request"         // 400 the body or query is not what the route takes
	CodeFilterRequired    = "filter_required"     // 400 PATCH or DELETE without a filter
	CodeUnknownColumn     = "unknown_column"      // 400
	CodeNotSignedIn       = "not_signed_in"       // 401
	CodeCrossOrigin       = "cross_origin"        // 403 a change that another site asked for
	CodeRowRefused        = "row_refused"         // 403 the row is visible but a policy refuses the change
	CodeNotFound          = "not_found"           // 404 no such route
	CodeRowNotFound       = "row_not_found"       // 404 no row matches: gone, changed meanwhile, or not visible
	CodeUnknownTable      = "unknown_table"       // 404 no such table, or none that this role can reach
	CodeMethodNotAllowed  = "method_not_allowed"  // 405
	CodeTooLarge          = "too_large"           // 413
	CodeSchemaUnavailable = "schema_unavailable"  // 503 no schema source: the owner has to install tableside_schema()
	CodeUnreachable       = "backend_unreachable" // 503, with Retry-After
	CodeTimeout           = "backend_timeout"     // 504
	CodeBackendNonsense   = "backend_nonsense"    // 502 the backend answered what it never should
	CodeInternal          = "internal"            // 500
)

// Error is the one error shape of the API: the database REST service's own
// message, details, hint and code, plus status, request id and, where it can be
// told, the column that it concerns.
type Error struct {
	Code      string `json:"code"`
	Message   string `json:"message"`
	Details   string `json:"details"` // "" when the backend gave none
	Hint      string `json:"hint"`
	Status    int    `json:"status"`
	RequestID string `json:"requestId"`
	Column    string `json:"column,omitempty"`

	Cause error `json:"-"` // for the log only
}

// Error says the code and the message.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// StatusOf is the HTTP status of one of our own codes.
func StatusOf(code string) int {
	if status, ok := statuses[code]; ok {
		return status
	}
	return http.StatusInternalServerError
}

var statuses = map[string]int{
	CodeBadRequest:        http.StatusBadRequest,
	CodeFilterRequired:    http.StatusBadRequest,
	CodeUnknownColumn:     http.StatusBadRequest,
	CodeNotSignedIn:       http.StatusUnauthorized,
	CodeCrossOrigin:       http.StatusForbidden,
	CodeRowRefused:        http.StatusForbidden,
	CodeNotFound:          http.StatusNotFound,
	CodeRowNotFound:       http.StatusNotFound,
	CodeUnknownTable:      http.StatusNotFound,
	CodeMethodNotAllowed:  http.StatusMethodNotAllowed,
	CodeTooLarge:          http.StatusRequestEntityTooLarge,
	CodeSchemaUnavailable: http.StatusServiceUnavailable,
	CodeUnreachable:       http.StatusServiceUnavailable,
	CodeTimeout:           http.StatusGatewayTimeout,
	CodeBackendNonsense:   http.StatusBadGateway,
	CodeInternal:          http.StatusInternalServerError,
}
