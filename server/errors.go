// Package server serves the embedded app and its API: thin, typed handlers in front
// of a Supabase backend.
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

// The server's own error codes, with their HTTP status. Errors of the backend keep
// their code: a SQLSTATE, a PGRST code, or a code of the auth or storage service.
const (
	CodeBadRequest             = "bad_request"              // 400 the route does not accept the body or the query
	CodeFilterRequired         = "filter_required"          // 400 PATCH or DELETE without a filter
	CodeUnknownColumn          = "unknown_column"           // 400
	CodeNoRecursiveList        = "no_recursive_list"        // 400 the storage service has no list-v2: list each folder
	CodeReservedBucket         = "reserved_bucket"          // 400 the bucket's name is a route of the storage service
	CodeNotSignedIn            = "not_signed_in"            // 401
	CodeStateMismatch          = "state_mismatch"           // 400 this browser did not start the sign-in, or it has expired
	CodeOtherBrowser           = "other_browser"            // 400 the mail link was requested in another browser
	CodeLinkUsed               = "link_used"                // 400 the browser has already used the code of a link
	CodeLinkExpired            = "link_expired"             // 400 the tokens of a link are not valid
	CodeEmailChangePending     = "email_change_pending"     // 409 the other address of a change must confirm too
	CodeSignUpConfirmed        = "sign_up_confirmed"        // 409 a link is too old to sign in; it has confirmed a new account
	CodeProviderFailed         = "provider_failed"          // 400 the provider or the auth service failed without a code
	CodeMFARequired            = "mfa_required"             // 403 the session has no second factor, and TABLESIDE_REQUIRE_MFA is set or the user views as others
	CodeCrossOrigin            = "cross_origin"             // 403 another site sent a change
	CodeViewAsNotAllowed       = "view_as_not_allowed"      // 403 the user's role cannot view as another user
	CodeViewAsReadOnly         = "view_as_read_only"        // 403 a change by a user who views as another user
	CodeViewAsImpossible       = "view_as_impossible"       // 409 there can be no session of this account
	CodeRowRejected            = "row_rejected"             // 403 the row is visible, but a policy rejects the change
	CodeNotFound               = "not_found"                // 404 no such route
	CodeRowNotFound            = "row_not_found"            // 404 no row matches: it was deleted or changed, or is not visible
	CodeUnknownTable           = "unknown_table"            // 404 the table does not exist, or the role has no access to it
	CodeAccountNotFound        = "account_not_found"        // 404 the account is not signed in in this browser, or its session has ended
	CodeAlreadySignedIn        = "already_signed_in"        // 409 another user is signed in in this browser
	CodeTooManyAccounts        = "too_many_accounts"        // 409 this browser has the maximum number of signed-in accounts
	CodeUnknownHost            = "unknown_host"             // 421 a foreign Host header while the server listens on loopback
	CodeMethodNotAllowed       = "method_not_allowed"       // 405
	CodeDuplicateRun           = "duplicate_run"            // 409 a function was already called with this Idempotency-Key
	CodeTooLarge               = "too_large"                // 413
	CodeUpgradeRequired        = "upgrade_required"         // 426 the route is a websocket
	CodeTooManyConnections     = "too_many_connections"     // 429, with Retry-After: websockets of this user
	CodeTooManyAttempts        = "too_many_attempts"        // 429, with Retry-After: sign-ins of this client
	CodeClientClosedRequest    = "client_closed_request"    // 499 the client disconnected before the response; for the log
	CodeSchemaUnavailable      = "schema_unavailable"       // 503 no schema source: the owner must install tableside_schema()
	CodeAggregatesUnavailable  = "aggregates_unavailable"   // 501 neither the REST service's aggregates nor tableside_aggregate() can compute a request
	CodeBusy                   = "busy"                     // 503, with Retry-After: too many bytes are buffered
	CodeUnreachable            = "backend_unreachable"      // 503, with Retry-After
	CodeNotRun                 = "not_run"                  // 503 the backend rejected the call before the function ran
	CodeTimeout                = "backend_timeout"          // 504
	CodeFunctionTimeout        = "function_timeout"         // 504 an edge function sent no response in time: it can have run
	CodeOutcomeUnknown         = "outcome_unknown"          // 504 the call was sent, but there is no response: the function can have run
	CodeFunctionRedirected     = "function_redirected"      // 502 an edge function returned a redirect, which is not followed
	CodeInvalidBackendResponse = "invalid_backend_response" // 502 the backend returned an unexpected response
	CodeTokenRejected          = "token_rejected"           // 502 the backend rejects a token that it has just issued
	CodeSessionTooLarge        = "session_too_large"        // 502 the backend's tokens do not fit into a cookie
	CodeInternal               = "internal"                 // 500
)

// Error is the body of each error response: message, details, hint and code as PostgREST
// returns them, and the status, the request id and, if known, the columns that caused
// the error.
type Error struct {
	Code      string   `json:"code"`
	Message   string   `json:"message"`
	Details   string   `json:"details"` // "" if the backend returned none
	Hint      string   `json:"hint"`
	Status    int      `json:"status"`
	RequestID string   `json:"requestId"`
	Column    string   `json:"column,omitempty"`  // the first of columns
	Columns   []string `json:"columns,omitempty"` // only if there are several

	Cause      error `json:"-"` // for the log only
	RetryAfter int   `json:"-"` // seconds; 0: depends on the status
}

// Error returns the code and the message.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// StatusOf returns the HTTP status of one of the server's own codes.
func StatusOf(code string) int {
	if status, ok := statusByCode[code]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// statusClientClosedRequest is the status that nginx logs if the client disconnects.
const statusClientClosedRequest = 499

var statusByCode = map[string]int{
	CodeAggregatesUnavailable:  http.StatusNotImplemented,
	CodeBadRequest:             http.StatusBadRequest,
	CodeFilterRequired:         http.StatusBadRequest,
	CodeUnknownColumn:          http.StatusBadRequest,
	CodeNoRecursiveList:        http.StatusBadRequest,
	CodeReservedBucket:         http.StatusBadRequest,
	CodeNotSignedIn:            http.StatusUnauthorized,
	CodeStateMismatch:          http.StatusBadRequest,
	CodeOtherBrowser:           http.StatusBadRequest,
	CodeLinkUsed:               http.StatusBadRequest,
	CodeLinkExpired:            http.StatusBadRequest,
	CodeEmailChangePending:     http.StatusConflict,
	CodeSignUpConfirmed:        http.StatusConflict,
	CodeProviderFailed:         http.StatusBadRequest,
	CodeMFARequired:            http.StatusForbidden,
	CodeCrossOrigin:            http.StatusForbidden,
	CodeViewAsNotAllowed:       http.StatusForbidden,
	CodeViewAsReadOnly:         http.StatusForbidden,
	CodeViewAsImpossible:       http.StatusConflict,
	CodeRowRejected:            http.StatusForbidden,
	CodeNotFound:               http.StatusNotFound,
	CodeRowNotFound:            http.StatusNotFound,
	CodeUnknownTable:           http.StatusNotFound,
	CodeAccountNotFound:        http.StatusNotFound,
	CodeAlreadySignedIn:        http.StatusConflict,
	CodeTooManyAccounts:        http.StatusConflict,
	CodeUnknownHost:            http.StatusMisdirectedRequest,
	CodeMethodNotAllowed:       http.StatusMethodNotAllowed,
	CodeDuplicateRun:           http.StatusConflict,
	CodeTooLarge:               http.StatusRequestEntityTooLarge,
	CodeUpgradeRequired:        http.StatusUpgradeRequired,
	CodeTooManyConnections:     http.StatusTooManyRequests,
	CodeTooManyAttempts:        http.StatusTooManyRequests,
	CodeClientClosedRequest:    statusClientClosedRequest,
	CodeSchemaUnavailable:      http.StatusServiceUnavailable,
	CodeBusy:                   http.StatusServiceUnavailable,
	CodeUnreachable:            http.StatusServiceUnavailable,
	CodeNotRun:                 http.StatusServiceUnavailable,
	CodeTimeout:                http.StatusGatewayTimeout,
	CodeFunctionTimeout:        http.StatusGatewayTimeout,
	CodeOutcomeUnknown:         http.StatusGatewayTimeout,
	CodeFunctionRedirected:     http.StatusBadGateway,
	CodeInvalidBackendResponse: http.StatusBadGateway,
	CodeTokenRejected:          http.StatusBadGateway,
	CodeSessionTooLarge:        http.StatusBadGateway,
	CodeInternal:               http.StatusInternalServerError,
}

func newBadRequestError(format string, args ...any) *Error {
	return &Error{Code: CodeBadRequest, Message: fmt.Sprintf(format, args...)}
}

// writeError writes each error response. The user gets the code and the message; the log
// gets the cause (see observeRequest).
func (s *Server) writeError(c *echo.Context, err error) {
	if resp, unwrapErr := echo.UnwrapResponse(c.Response()); unwrapErr == nil && resp.Committed {
		return // the headers are sent: only a broken connection can report the error
	}
	response := *convertError(err)
	response.RequestID = requestID(c)
	header := c.Response().Header()
	if retry := chooseRetryAfter(err, response.Status); retry != "" {
		header.Set("Retry-After", retry)
	}
	if err := c.JSON(response.Status, response); err != nil {
		s.Logger.Debug("write an error", "error", err)
	}
}

// chooseRetryAfter returns the value of Retry-After in seconds: Error.RetryAfter if it is
// set, otherwise the backend's value, otherwise 5 for the status 503. It returns "" if the
// response needs no such header.
func chooseRetryAfter(err error, status int) string {
	var ours *Error
	if errors.As(err, &ours) && ours.RetryAfter > 0 {
		return strconv.Itoa(ours.RetryAfter)
	}
	var rejection *supa.Error
	if errors.As(err, &rejection) && rejection.RetryAfter != "" {
		return rejection.RetryAfter
	}
	if status == http.StatusServiceUnavailable {
		return "5"
	}
	return ""
}

// convertError returns the response for an error. The response for an unexpected error
// contains nothing of its cause.
func convertError(err error) *Error {
	var ours *Error
	var rejection *supa.Error
	var syntax *postgrestquery.ParseError
	var column *rowquery.UnknownColumnError
	if outcome := newOutcomeError(err); outcome != nil && !errors.As(err, &ours) {
		return outcome
	}
	switch {
	case errors.As(err, &ours):
		copied := *ours // requests that share a result share its error
		if copied.Status == 0 {
			copied.Status = StatusOf(copied.Code)
		}
		return &copied
	case errors.As(err, &rejection) && rejection.Area == supa.Auth && rejection.Status == http.StatusTooManyRequests:
		return newThrottledError(rejection, err)
	case errors.As(err, &rejection):
		return &Error{Code: rejection.Code, Message: rejection.Message, Details: rejection.Details,
			Hint: rejection.Hint, Status: rejection.Status, Cause: err}
	case errors.Is(err, bytebudget.ErrExhausted):
		return newCodedError(CodeBusy, "The server is busy with large requests. No changes were made.", err)
	case errors.As(err, &syntax):
		return &Error{Code: CodeBadRequest, Message: syntax.Message, Details: syntax.Details, Status: StatusOf(CodeBadRequest)}
	case errors.As(err, &column):
		return &Error{Code: CodeUnknownColumn, Message: column.Error(), Column: column.Column, Status: StatusOf(CodeUnknownColumn)}
	case errors.Is(err, supa.ErrTimeout), errors.Is(err, context.DeadlineExceeded):
		return newCodedError(CodeTimeout, "The backend didn’t respond in time.", err)
	case errors.Is(err, context.Canceled):
		return newCodedError(CodeClientClosedRequest, "The request was canceled.", err)
	case errors.Is(err, supa.ErrUnreachable):
		return newCodedError(CodeUnreachable, "The backend can’t be reached right now.", err)
	case errors.Is(err, supa.ErrInvalidResponse):
		return newCodedError(CodeInvalidBackendResponse, "The backend returned an unexpected response.", err)
	case errors.Is(err, supa.ErrReservedBucket):
		return &Error{Code: CodeReservedBucket, Status: StatusOf(CodeReservedBucket), Cause: err,
			Message: "Tableside can’t open this bucket, because its name is reserved by the storage service.",
			Hint:    "Move its files to a bucket with a different name."}
	case errors.Is(err, supa.ErrInvalidName):
		return newCodedError(CodeBadRequest, "The backend doesn’t accept this name.", err)
	}
	if echo.StatusCode(err) == http.StatusNotFound {
		return newCodedError(CodeNotFound, "Route not found.", err)
	}
	return newCodedError(CodeInternal, "Something went wrong on the server.", err)
}

// newThrottledError returns the error for too many requests to the auth service, with the
// time to wait.
func newThrottledError(rejection *supa.Error, cause error) *Error {
	unit := "seconds"
	if rejection.RetryAfter == "1" {
		unit = "second"
	}
	wait := fmt.Sprintf("Try again in %s %s.", rejection.RetryAfter, unit)
	message := "Too many requests. "
	if rejection.Code == "over_email_send_rate_limit" {
		message = "Too many emails were sent. "
	}
	return &Error{Code: rejection.Code, Message: message + wait, Details: rejection.Message, Status: rejection.Status, Cause: cause}
}

func newCodedError(code, message string, cause error) *Error {
	return &Error{Code: code, Message: message, Status: StatusOf(code), Cause: cause}
}
