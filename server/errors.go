// Package server is Tableside's product server: the embedded app, and thin
// typed handlers in front of a Supabase backend.
package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/bytebudget"
	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/supa"
)

// Codes of our own, beside those that the backend sends (SQLSTATE, PGRST...,
// auth and storage codes, which are passed on as they are).
const (
	CodeBadRequest             = "bad_request"              // 400 the body or query is not what the route takes
	CodeFilterRequired         = "filter_required"          // 400 PATCH or DELETE without a filter
	CodeUnknownColumn          = "unknown_column"           // 400
	CodeReservedBucket         = "reserved_bucket"          // 400 the bucket's name is a route of the storage service
	CodeNotSignedIn            = "not_signed_in"            // 401
	CodeCrossOrigin            = "cross_origin"             // 403 a change that another site asked for
	CodeRowRejected            = "row_rejected"             // 403 the row is visible but a policy refuses the change
	CodeNotFound               = "not_found"                // 404 no such route
	CodeRowNotFound            = "row_not_found"            // 404 no row matches: gone, changed meanwhile, or not visible
	CodeUnknownTable           = "unknown_table"            // 404 no such table, or none that this role can reach
	CodeUnknownHost            = "unknown_host"             // 421 a foreign Host header while the server listens on loopback
	CodeMethodNotAllowed       = "method_not_allowed"       // 405
	CodeTooLarge               = "too_large"                // 413
	CodeTooManyAttempts        = "too_many_attempts"        // 429, with Retry-After: sign-ins of this client
	CodeClientClosedRequest    = "client_closed_request"    // 499 the caller left before the answer; for the log
	CodeSchemaUnavailable      = "schema_unavailable"       // 503 no schema source: the owner has to install tableside_schema()
	CodeBusy                   = "busy"                     // 503, with Retry-After: too many bytes are buffered
	CodeUnreachable            = "backend_unreachable"      // 503, with Retry-After
	CodeTimeout                = "backend_timeout"          // 504
	CodeInvalidBackendResponse = "invalid_backend_response" // 502 the backend answered what it never should
	CodeTokenRejected          = "token_rejected"           // 502 the backend refuses the token that it has just given
	CodeSessionTooLarge        = "session_too_large"        // 502 the backend's tokens do not fit into a cookie
	CodeInternal               = "internal"                 // 500
)

// Error is the one error shape of the API: the database REST service's own
// message, details, hint and code, plus status, request id and, where it can be
// told, the column that it concerns, or all of them where they are several.
type Error struct {
	Code      string   `json:"code"`
	Message   string   `json:"message"`
	Details   string   `json:"details"` // "" when the backend gave none
	Hint      string   `json:"hint"`
	Status    int      `json:"status"`
	RequestID string   `json:"requestId"`
	Column    string   `json:"column,omitempty"`  // the first of columns
	Columns   []string `json:"columns,omitempty"` // only when there are several

	Cause      error `json:"-"` // for the log only
	RetryAfter int   `json:"-"` // seconds; 0: as for the status
}

// Error says the code and the message.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// StatusOf is the HTTP status of one of our own codes.
func StatusOf(code string) int {
	if status, ok := statusByCode[code]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// statusClientClosedRequest is what nginx logs of a caller who left.
const statusClientClosedRequest = 499

var statusByCode = map[string]int{
	CodeBadRequest:             http.StatusBadRequest,
	CodeFilterRequired:         http.StatusBadRequest,
	CodeUnknownColumn:          http.StatusBadRequest,
	CodeReservedBucket:         http.StatusBadRequest,
	CodeNotSignedIn:            http.StatusUnauthorized,
	CodeCrossOrigin:            http.StatusForbidden,
	CodeRowRejected:            http.StatusForbidden,
	CodeNotFound:               http.StatusNotFound,
	CodeRowNotFound:            http.StatusNotFound,
	CodeUnknownTable:           http.StatusNotFound,
	CodeUnknownHost:            http.StatusMisdirectedRequest,
	CodeMethodNotAllowed:       http.StatusMethodNotAllowed,
	CodeTooLarge:               http.StatusRequestEntityTooLarge,
	CodeTooManyAttempts:        http.StatusTooManyRequests,
	CodeClientClosedRequest:    statusClientClosedRequest,
	CodeSchemaUnavailable:      http.StatusServiceUnavailable,
	CodeBusy:                   http.StatusServiceUnavailable,
	CodeUnreachable:            http.StatusServiceUnavailable,
	CodeTimeout:                http.StatusGatewayTimeout,
	CodeInvalidBackendResponse: http.StatusBadGateway,
	CodeTokenRejected:          http.StatusBadGateway,
	CodeSessionTooLarge:        http.StatusBadGateway,
	CodeInternal:               http.StatusInternalServerError,
}

func newBadRequestError(format string, args ...any) *Error {
	return &Error{Code: CodeBadRequest, Message: fmt.Sprintf(format, args...)}
}

// writeError is the one place that writes an error. The person gets code and
// sentence; the log gets the cause (see observe).
func (s *Server) writeError(c *echo.Context, err error) {
	if resp, unwrapErr := echo.UnwrapResponse(c.Response()); unwrapErr == nil && resp.Committed {
		return // bytes are on their way: only breaking off can still tell
	}
	told := *convertError(err)
	told.RequestID = requestID(c)
	header := c.Response().Header()
	if retry := chooseRetryAfter(err, told.Status); retry != "" {
		header.Set("Retry-After", retry)
	}
	if err := c.JSON(told.Status, told); err != nil {
		s.Logger.Debug("write an error", "error", err)
	}
}

// chooseRetryAfter is when to come back, in seconds: what the backend says, or soon
// where it is down.
func chooseRetryAfter(err error, status int) string {
	var ours *Error
	if errors.As(err, &ours) && ours.RetryAfter > 0 {
		return strconv.Itoa(ours.RetryAfter)
	}
	var refused *supa.Error
	if errors.As(err, &refused) && refused.RetryAfter != "" {
		return refused.RetryAfter
	}
	if status == http.StatusServiceUnavailable {
		return "5"
	}
	return ""
}

// convertError finds out what to tell of err. Anything unexpected is internal, and
// says nothing of its cause.
func convertError(err error) *Error {
	var ours *Error
	var refused *supa.Error
	var syntax *postgrestquery.ParseError
	var column *rowquery.UnknownColumnError
	switch {
	case errors.As(err, &ours):
		told := *ours // requests that waited for one answer share its error
		if told.Status == 0 {
			told.Status = StatusOf(told.Code)
		}
		return &told
	case errors.As(err, &refused):
		return &Error{Code: refused.Code, Message: refused.Message, Details: refused.Details,
			Hint: refused.Hint, Status: refused.Status, Cause: err}
	case errors.Is(err, bytebudget.ErrExhausted):
		return newCodedError(CodeBusy, "The server is busy with large requests. Nothing was done.", err)
	case errors.As(err, &syntax):
		return &Error{Code: CodeBadRequest, Message: syntax.Message, Details: syntax.Details, Status: StatusOf(CodeBadRequest)}
	case errors.As(err, &column):
		return &Error{Code: CodeUnknownColumn, Message: column.Error(), Column: column.Column, Status: StatusOf(CodeUnknownColumn)}
	case errors.Is(err, supa.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return newCodedError(CodeTimeout, "The backend did not answer in time.", err)
	case errors.Is(err, context.Canceled):
		return newCodedError(CodeClientClosedRequest, "The request was given up.", err)
	case errors.Is(err, supa.ErrUnreachable):
		return newCodedError(CodeUnreachable, "The backend can’t be reached right now.", err)
	case errors.Is(err, supa.ErrInvalidResponse):
		return newCodedError(CodeInvalidBackendResponse, "The backend answered something that it never should.", err)
	case errors.Is(err, supa.ErrReservedBucket):
		return &Error{Code: CodeReservedBucket, Status: StatusOf(CodeReservedBucket), Cause: err,
			Message: "Tableside can’t use this bucket: its name is a route of the storage service.",
			Hint:    "Move its files to a bucket with another name."}
	case errors.Is(err, supa.ErrInvalidName):
		return newCodedError(CodeBadRequest, "This is not a name that the backend can take.", err)
	}
	if echo.StatusCode(err) == http.StatusNotFound {
		return newCodedError(CodeNotFound, "There is no such route.", err)
	}
	return newCodedError(CodeInternal, "Something went wrong on the server.", err)
}

func newCodedError(code, message string, cause error) *Error {
	return &Error{Code: code, Message: message, Status: StatusOf(code), Cause: cause}
}
