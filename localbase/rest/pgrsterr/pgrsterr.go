// Package pgrsterr defines the errors of the database REST service: a status and the
// four fields of PostgREST's error body. Codes and texts are wire contracts.
package pgrsterr

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Error is what a request is answered with when it fails.
type Error struct {
	Status  int
	Code    string
	Message string
	Details any // string, a list of candidates, or nil
	Hint    any // string or nil
	Header  http.Header
	Cause   error // for the log only
}

// Error says the code and the message.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Body is the JSON of the four fields, in PostgREST's order.
func (e *Error) Body() []byte {
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		Code    string `json:"code"`
		Details any    `json:"details"`
		Hint    any    `json:"hint"`
		Message string `json:"message"`
	}{e.Code, e.Details, e.Hint, e.Message})
	if err != nil {
		panic(fmt.Sprintf("error body of %s: %v", e.Code, err)) // strings and lists of strings always encode
	}
	return bytes.TrimRight(body.Bytes(), "\n")
}

// New makes an error without details and hint.
func New(status int, code, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// WithDetails adds details and hint; "" leaves one out.
func (e *Error) WithDetails(details, hint string) *Error {
	if details != "" {
		e.Details = details
	}
	if hint != "" {
		e.Hint = hint
	}
	return e
}

// QueryParamError is a query string that can't be parsed.
func QueryParamError(message, details string) *Error {
	return New(http.StatusBadRequest, "PGRST100", message).WithDetails(details, "")
}

// UnsupportedRPCMethod is a method that functions can't be called with.
func UnsupportedRPCMethod(method string) *Error {
	return New(http.StatusMethodNotAllowed, "PGRST101", "Cannot use the "+method+" method on RPC")
}

// InvalidBody is a request body that can't be used.
func InvalidBody(message string) *Error { return New(http.StatusBadRequest, "PGRST102", message) }

// BodyTooLarge is a request body of more than limit bytes, also if it has them only
// as JSON. PostgREST has no such limit; the status is that of a proxy before it.
func BodyTooLarge(limit int64) *Error {
	return New(http.StatusRequestEntityTooLarge, "PGRST102", fmt.Sprintf("The request body is larger than %d bytes", limit))
}

// InsufficientMemory is a request whose body does not fit into the memory for all bodies at the
// moment. The code is PostgreSQL's insufficient_resources.
func InsufficientMemory() *Error {
	e := New(http.StatusServiceUnavailable, "53000", "The service is busy with large request bodies")
	e.Header = http.Header{"Retry-After": {"1"}}
	return e
}

// InvalidRange is a range that can't be satisfied.
func InvalidRange(details string) *Error {
	return New(http.StatusRequestedRangeNotSatisfiable, "PGRST103", "Requested range not satisfiable").WithDetails(details, "")
}

// OffsetOutOfRange is an offset past the last row.
func OffsetOutOfRange(offset, total int64) *Error {
	return InvalidRange(fmt.Sprintf("An offset of %d was requested, but there are only %d rows.", offset, total))
}

// InvalidPutFilters is a PUT whose filters aren't the whole primary key.
func InvalidPutFilters() *Error {
	return New(http.StatusMethodNotAllowed, "PGRST105", "Filters must include all and only primary key columns with 'eq' operators")
}

// UnacceptableSchema is a schema that isn't exposed.
func UnacceptableSchema(name string, exposed []string) *Error {
	return New(http.StatusNotAcceptable, "PGRST106", "Invalid schema: "+name).
		WithDetails("", "Only the following schemas are exposed: "+strings.Join(exposed, ", "))
}

// UnacceptableMediaType is an Accept header that can't be met.
func UnacceptableMediaType(accepted []string) *Error {
	return New(http.StatusNotAcceptable, "PGRST107", "None of these media types are available: "+strings.Join(accepted, ", "))
}

// NotEmbedded is a filter, order or range of a relation that isn't selected.
func NotEmbedded(name string) *Error {
	return New(http.StatusBadRequest, "PGRST108", "'"+name+"' is not an embedded resource in this request").
		WithDetails("", "Verify that '"+name+"' is included in the 'select' query parameter.")
}

// InvalidResponseHeaders is a bad value of the response.headers setting.
func InvalidResponseHeaders() *Error {
	return New(http.StatusInternalServerError, "PGRST111",
		"response.headers guc must be a JSON array composed of objects with a single key and a string value")
}

// InvalidResponseStatus is a bad value of the response.status setting.
func InvalidResponseStatus() *Error {
	return New(http.StatusInternalServerError, "PGRST112", "response.status guc must be a valid status code")
}

// PutLimitNotAllowed is a PUT with a limit or an offset.
func PutLimitNotAllowed() *Error {
	return New(http.StatusBadRequest, "PGRST114", "limit/offset querystring parameters are not allowed for PUT")
}

// PutKeyMismatch is a PUT whose body has another key than its URL.
func PutKeyMismatch() *Error {
	return New(http.StatusBadRequest, "PGRST115", "Payload values do not match URL in primary key column(s)")
}

// NotSingular is a single object asked for where there are rows rows.
func NotSingular(rows int64) *Error {
	return New(http.StatusNotAcceptable, "PGRST116", "Cannot coerce the result to a single JSON object").
		WithDetails(fmt.Sprintf("The result contains %d rows", rows), "")
}

// UnsupportedMethod is an HTTP method that means nothing here.
func UnsupportedMethod(method string) *Error {
	return New(http.StatusMethodNotAllowed, "PGRST117", "Unsupported HTTP method: "+method)
}

// RelatedOrderNotToOne is an order by a column of a to-many relation.
func RelatedOrderNotToOne(origin, target string) *Error {
	return New(http.StatusBadRequest, "PGRST118", "A related order on '"+target+"' is not possible").
		WithDetails("'"+origin+"' and '"+target+"' do not form a many-to-one or one-to-one relationship", "")
}

// InvalidRaise is a RAISE SQLSTATE 'PGRST' whose message or detail is no JSON.
func InvalidRaise(details, hint string) *Error {
	return New(http.StatusInternalServerError, "PGRST121", `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`).
		WithDetails(details, hint)
}

// InvalidPreferences are unknown preferences with handling=strict.
func InvalidPreferences(unknown []string) *Error {
	return New(http.StatusBadRequest, "PGRST122", "Invalid preferences given with handling=strict").
		WithDetails("Invalid preferences: "+strings.Join(unknown, ", "), "")
}

// AggregatesNotAllowed is an aggregate where they are switched off.
func AggregatesNotAllowed() *Error {
	return New(http.StatusBadRequest, "PGRST123", "Use of aggregate functions is not allowed")
}

// MaxAffectedViolation is a change of more rows than max-affected allows.
func MaxAffectedViolation(rows int64) *Error {
	return New(http.StatusBadRequest, "PGRST124", "Query result exceeds max-affected preference constraint").
		WithDetails(fmt.Sprintf("The query affects %d rows", rows), "")
}

// InvalidPath is a path that names nothing.
func InvalidPath() *Error {
	return New(http.StatusNotFound, "PGRST125", "Invalid path specified in request URL")
}

// NotImplemented is a combination that PostgREST doesn't offer either.
func NotImplemented(details string) *Error {
	return New(http.StatusBadRequest, "PGRST127", "Feature not implemented").WithDetails(details, "")
}

// MaxAffectedRPCViolation is max-affected with a function that answers one value.
func MaxAffectedRPCViolation() *Error {
	return New(http.StatusBadRequest, "PGRST128",
		"Function must return SETOF or TABLE when max-affected preference is used with handling=strict")
}

// ColumnNotFound is an unknown column of columns= or of the body.
func ColumnNotFound(relation, column string) *Error {
	return New(http.StatusBadRequest, "PGRST204", "Could not find the '"+column+"' column of '"+relation+"' in the schema cache")
}

// TableNotFound is an unknown relation; similar is a suggestion or "".
func TableNotFound(schema, name, similar string) *Error {
	e := New(http.StatusNotFound, "PGRST205", "Could not find the table '"+schema+"."+name+"' in the schema cache")
	if similar != "" {
		e.Hint = "Perhaps you meant the table '" + schema + "." + similar + "'"
	}
	return e
}
