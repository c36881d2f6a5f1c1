// Package pgrsterr defines the errors of the database REST service: a status and the four fields of
// PostgREST's error body. Codes and texts are PostgREST's wire contract.
package pgrsterr

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Error is the response to a failed request.
type Error struct {
	Status  int
	Code    string
	Message string
	Details any // string, a list of candidates, or nil
	Hint    any // string or nil
	Header  http.Header
	Cause   error // for the log only
}

// Error implements error.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Body encodes the four fields as JSON, in PostgREST's order; without details and hint if isMinimal.
func (e *Error) Body(isMinimal bool) []byte {
	var fields any = struct {
		Code    string `json:"code"`
		Details any    `json:"details"`
		Hint    any    `json:"hint"`
		Message string `json:"message"`
	}{e.Code, e.Details, e.Hint, e.Message}
	if isMinimal {
		fields = struct {
			Code    string `json:"code"`
			Message string `json:"message"`
		}{e.Code, e.Message}
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(fields); err != nil {
		panic(fmt.Sprintf("error body of %s: %v", e.Code, err)) // strings and lists of strings always encode
	}
	return bytes.TrimRight(body.Bytes(), "\n")
}

// New returns an error without details and hint.
func New(status int, code, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// WithDetails sets details and hint, and returns e. It ignores an argument that is "".
func (e *Error) WithDetails(details, hint string) *Error {
	if details != "" {
		e.Details = details
	}
	if hint != "" {
		e.Hint = hint
	}
	return e
}

// QueryParamError reports a query string that cannot be parsed (PGRST100).
func QueryParamError(message, details string) *Error {
	return New(http.StatusBadRequest, "PGRST100", message).WithDetails(details, "")
}

// UnsupportedRPCMethod reports a method that is not allowed for functions (PGRST101).
func UnsupportedRPCMethod(method string) *Error {
	return New(http.StatusMethodNotAllowed, "PGRST101", "Cannot use the "+method+" method on RPC")
}

// InvalidBody reports an invalid request body (PGRST102).
func InvalidBody(message string) *Error { return New(http.StatusBadRequest, "PGRST102", message) }

// BodyTooLarge reports a request body that exceeds limit bytes, as sent or converted to JSON (413).
// PostgREST has no such limit; proxies before it respond with this status.
func BodyTooLarge(limit int64) *Error {
	return New(http.StatusRequestEntityTooLarge, "PGRST102", fmt.Sprintf("The request body is larger than %d bytes", limit))
}

// InsufficientMemory reports that the body does not fit into the memory for all request bodies at
// the moment (503). The code is PostgreSQL's insufficient_resources.
func InsufficientMemory() *Error {
	e := New(http.StatusServiceUnavailable, "53000", "The service is busy with large request bodies")
	e.Header = http.Header{"Retry-After": {"1"}}
	return e
}

// InvalidRange reports a range that cannot be satisfied (PGRST103).
func InvalidRange(details string) *Error {
	return New(http.StatusRequestedRangeNotSatisfiable, "PGRST103", "Requested range not satisfiable").WithDetails(details, "")
}

// OffsetOutOfRange reports an offset after the last row (PGRST103). Its Content-Range contains the
// total (RFC 9110, section 14.4).
func OffsetOutOfRange(offset, total int64) *Error {
	e := InvalidRange(fmt.Sprintf("An offset of %d was requested, but there are only %d rows.", offset, total))
	e.Header = http.Header{"Content-Range": {fmt.Sprintf("*/%d", total)}}
	return e
}

// InvalidPutFilters reports a PUT whose filters are not exactly the primary key (PGRST105).
func InvalidPutFilters() *Error {
	return New(http.StatusMethodNotAllowed, "PGRST105", "Filters must include all and only primary key columns with 'eq' operators")
}

// UnacceptableSchema reports a schema that is not exposed (PGRST106).
func UnacceptableSchema(name string, exposed []string) *Error {
	return New(http.StatusNotAcceptable, "PGRST106", "Invalid schema: "+name).
		WithDetails("", "Only the following schemas are exposed: "+strings.Join(exposed, ", "))
}

// UnacceptableMediaType reports an Accept header without a supported media type (PGRST107).
func UnacceptableMediaType(accepted []string) *Error {
	return New(http.StatusNotAcceptable, "PGRST107", "None of these media types are available: "+strings.Join(accepted, ", "))
}

// NotEmbedded reports a filter, order or range of a relation that is not in select (PGRST108).
func NotEmbedded(name string) *Error {
	return New(http.StatusBadRequest, "PGRST108", "'"+name+"' is not an embedded resource in this request").
		WithDetails("", "Verify that '"+name+"' is included in the 'select' query parameter.")
}

// InvalidResponseHeaders reports an invalid value of the setting response.headers (PGRST111).
func InvalidResponseHeaders() *Error {
	return New(http.StatusInternalServerError, "PGRST111",
		"response.headers guc must be a JSON array composed of objects with a single key and a string value")
}

// InvalidResponseStatus reports an invalid value of the setting response.status (PGRST112).
func InvalidResponseStatus() *Error {
	return New(http.StatusInternalServerError, "PGRST112", "response.status guc must be a valid status code")
}

// PutLimitNotAllowed reports a PUT with a limit or an offset (PGRST114).
func PutLimitNotAllowed() *Error {
	return New(http.StatusBadRequest, "PGRST114", "limit/offset querystring parameters are not allowed for PUT")
}

// PutKeyMismatch reports a PUT whose body and URL contain different keys (PGRST115).
func PutKeyMismatch() *Error {
	return New(http.StatusBadRequest, "PGRST115", "Payload values do not match URL in primary key column(s)")
}

// NotSingular reports that the client accepts only a single object, but the result has another
// number of rows (PGRST116).
func NotSingular(rows int64) *Error {
	return New(http.StatusNotAcceptable, "PGRST116", "Cannot coerce the result to a single JSON object").
		WithDetails(fmt.Sprintf("The result contains %d rows", rows), "")
}

// UnsupportedMethod reports an HTTP method that the target does not support (PGRST117).
func UnsupportedMethod(method string) *Error {
	return New(http.StatusMethodNotAllowed, "PGRST117", "Unsupported HTTP method: "+method)
}

// RelatedOrderNotToOne reports an order by a column of a to-many relation (PGRST118).
func RelatedOrderNotToOne(origin, target string) *Error {
	return New(http.StatusBadRequest, "PGRST118", "A related order on '"+target+"' is not possible").
		WithDetails("'"+origin+"' and '"+target+"' do not form a many-to-one or one-to-one relationship", "")
}

// InvalidRaise reports a RAISE SQLSTATE 'PGRST' with an invalid message or detail (PGRST121).
func InvalidRaise(details, hint string) *Error {
	return New(http.StatusInternalServerError, "PGRST121", `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`).
		WithDetails(details, hint)
}

// InvalidPreferences reports unknown preferences with handling=strict (PGRST122).
func InvalidPreferences(unknown []string) *Error {
	return New(http.StatusBadRequest, "PGRST122", "Invalid preferences given with handling=strict").
		WithDetails("Invalid preferences: "+strings.Join(unknown, ", "), "")
}

// AggregatesNotAllowed reports an aggregate while aggregates are disabled (PGRST123).
func AggregatesNotAllowed() *Error {
	return New(http.StatusBadRequest, "PGRST123", "Use of aggregate functions is not allowed")
}

// MaxAffectedViolation reports a write that affects more rows than max-affected allows (PGRST124).
func MaxAffectedViolation(rows int64) *Error {
	return New(http.StatusBadRequest, "PGRST124", "Query result exceeds max-affected preference constraint").
		WithDetails(fmt.Sprintf("The query affects %d rows", rows), "")
}

// InvalidPath reports a path that is neither a relation nor a function (PGRST125).
func InvalidPath() *Error {
	return New(http.StatusNotFound, "PGRST125", "Invalid path specified in request URL")
}

// NotImplemented reports a combination that PostgREST does not support either (PGRST127).
func NotImplemented(details string) *Error {
	return New(http.StatusBadRequest, "PGRST127", "Feature not implemented").WithDetails(details, "")
}

// MaxAffectedRPCViolation reports max-affected with a function that returns a single value
// (PGRST128).
func MaxAffectedRPCViolation() *Error {
	return New(http.StatusBadRequest, "PGRST128",
		"Function must return SETOF or TABLE when max-affected preference is used with handling=strict")
}

// ColumnNotFound reports an unknown column in columns= or in the body (PGRST204).
func ColumnNotFound(relation, column string) *Error {
	return New(http.StatusBadRequest, "PGRST204", "Could not find the '"+column+"' column of '"+relation+"' in the schema cache")
}

// TableNotFound reports an unknown relation (PGRST205). similar is a suggestion, or "".
func TableNotFound(schema, name, similar string) *Error {
	e := New(http.StatusNotFound, "PGRST205", "Could not find the table '"+schema+"."+name+"' in the schema cache")
	if similar != "" {
		e.Hint = "Perhaps you meant the table '" + schema + "." + similar + "'"
	}
	return e
}
