package storage

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/dberr"
	"github.com/tableside/tableside/localbase/httpjson"
)

// Error codes of supabase/storage.
const (
	codeAccessDenied          = "AccessDenied"
	codeBucketAlreadyExists   = "BucketAlreadyExists"
	codeDatabaseError         = "DatabaseError"
	codeDatabaseTimeout       = "DatabaseTimeout"
	codeEntityTooLarge        = "EntityTooLarge"
	codeInsufficientStorage   = "InsufficientStorage"
	codeInternalError         = "InternalError"
	codeInvalidBucketName     = "InvalidBucketName"
	codeInvalidJWT            = "InvalidJWT"
	codeInvalidKey            = "InvalidKey"
	codeInvalidMimeType       = "InvalidMimeType"
	codeInvalidParameter      = "InvalidParameter"
	codeInvalidRange          = "InvalidRange"
	codeInvalidRequest        = "InvalidRequest"
	codeInvalidSignature      = "InvalidSignature"
	codeKeyAlreadyExists      = "KeyAlreadyExists"
	codeNoSuchBucket          = "NoSuchBucket"
	codeNoSuchKey             = "NoSuchKey"
	codeResourceAlreadyExists = "ResourceAlreadyExists"
	codeResourceNotEmpty      = "ResourceNotEmpty"
	codeUnavailable           = "DatabaseConnectionLimit"
)

// apiError is an error for the client. As in supabase/storage, most errors have the HTTP status 400 and
// their own status in the body.
type apiError struct {
	status     int    // the statusCode in the body
	code       string // one of the codes above
	label      string // the "error" field; "" means the code
	message    string
	httpStatus int   // the HTTP status; 0 means 400, or 500 for a status of 500
	cause      error // for the log only
}

// Error returns the code, the message and the cause.
func (e *apiError) Error() string {
	if e.cause != nil {
		return e.code + ": " + e.message + ": " + e.cause.Error()
	}
	return e.code + ": " + e.message
}

// Unwrap returns the cause.
func (e *apiError) Unwrap() error { return e.cause }

func newNoSuchBucket() *apiError {
	return &apiError{status: 404, code: codeNoSuchBucket, label: "Bucket not found", message: "Bucket not found"}
}

func newNoSuchKey() *apiError {
	return &apiError{status: 404, code: codeNoSuchKey, label: "not_found", message: "Object not found"}
}

func newAccessDenied(message string, cause error) *apiError {
	return &apiError{status: 403, code: codeAccessDenied, label: "Unauthorized", message: message, cause: cause}
}

func newAlreadyExists(code string) *apiError {
	return &apiError{status: 409, code: code, label: "Duplicate", message: "The resource already exists"}
}

// newTooLarge returns the 413 for a request whose part ("object", ...) is too large.
func newTooLarge(what string) *apiError {
	return &apiError{status: 413, code: codeEntityTooLarge, label: "Payload too large",
		message: "The " + what + " exceeded the maximum allowed size"}
}

func newInvalidKey(key string) *apiError {
	return &apiError{status: 400, code: codeInvalidKey, message: "Invalid key: " + key}
}

// newInvalidMimeType returns the 415 for a type that the bucket does not allow.
func newInvalidMimeType(mime string) *apiError {
	return &apiError{status: 415, code: codeInvalidMimeType, label: "invalid_mime_type",
		message: fmt.Sprintf("mime type %s is not supported", mime)}
}

// newInvalidRequest returns the 400 for a request that is not valid.
func newInvalidRequest(message string) *apiError {
	return &apiError{status: 400, code: codeInvalidRequest, message: message}
}

// asAPIError returns the apiError in the chain of err, or converts errors of the disk and of Postgres. All
// others become InternalError without details.
func asAPIError(err error) *apiError {
	var apiErr *apiError
	if errors.As(err, &apiErr) {
		return apiErr
	}
	if dberr.IsDiskFull(err) {
		return newInsufficientStorage(err)
	}
	if dberr.IsUnavailable(err) {
		return newDatabaseUnavailable(err)
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return convertPostgresError(pg, err)
	}
	return &apiError{status: 500, code: codeInternalError, message: "Internal server error", cause: err}
}

// newDatabaseUnavailable returns the 503 for a database that cannot be reached. The client can
// retry later.
func newDatabaseUnavailable(err error) *apiError {
	return &apiError{status: 503, code: codeUnavailable, httpStatus: http.StatusServiceUnavailable,
		message: "The database is not reachable. Please try again later.", cause: err}
}

// newInsufficientStorage returns the error for a full disk. supabase/storage has no such code; it returns
// a 500 InternalError.
func newInsufficientStorage(err error) *apiError {
	return &apiError{status: http.StatusInsufficientStorage, code: codeInsufficientStorage, httpStatus: http.StatusInsufficientStorage,
		message: "The disk of the storage service is full. Nothing was stored.", cause: err}
}

// convertPostgresError converts an SQLSTATE code as supabase/storage does
// (src/storage/database/errors.ts).
func convertPostgresError(pg *pgconn.PgError, err error) *apiError {
	switch {
	case pg.Code == "42501" && strings.Contains(pg.Message, "row-level security"):
		return newAccessDenied("new row violates row-level security policy", err)
	case pg.Code == "42501":
		return newAccessDenied(pg.Message, err)
	case pg.Code == "23505":
		apiErr := newAlreadyExists(codeResourceAlreadyExists)
		apiErr.cause = err
		return apiErr
	case pg.Code == "23503":
		return &apiError{status: 404, code: codeInvalidRequest, message: "The related resource does not exist", cause: err}
	case strings.HasPrefix(pg.Code, "22"):
		return &apiError{status: 400, code: codeInvalidParameter, message: pg.Message, cause: err}
	case pg.Code == "57014":
		return &apiError{status: 544, code: codeDatabaseTimeout, httpStatus: 544,
			message: "The connection to the database timed out", cause: err}
	}
	return &apiError{status: 500, code: codeDatabaseError, message: "database error, code: " + pg.Code, cause: err}
}

// write writes the error as the response.
func (e *apiError) write(w http.ResponseWriter) {
	httpStatus := e.httpStatus
	switch {
	case httpStatus == 0 && e.status == http.StatusInternalServerError:
		httpStatus = http.StatusInternalServerError
	case httpStatus == 0:
		httpStatus = http.StatusBadRequest
	}
	if httpStatus == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	label := e.label
	if label == "" {
		label = e.code
	}
	w.Header().Del("Content-Length")
	w.Header().Set("Cache-Control", "no-store")
	httpjson.Write(w, httpStatus, struct {
		StatusCode string `json:"statusCode"`
		Error      string `json:"error"`
		Message    string `json:"message"`
		Code       string `json:"code"`
	}{strconv.Itoa(e.status), label, e.message, e.code})
}
