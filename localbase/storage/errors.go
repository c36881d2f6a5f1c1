package storage

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/dberr"
)

// Codes of errors, as supabase/storage names them.
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

// apiError is an error that a client is told of. Nearly all leave with the outer
// status 400 and their own status inside, as supabase/storage does.
type apiError struct {
	status     int    // the statusCode inside
	code       string // one of the codes above
	label      string // the "error" field; "" means the code
	message    string
	httpStatus int   // the HTTP status; 0 means 400, or 500 for a status of 500
	cause      error // for the log only
}

// Error says the code, the message and the cause.
func (f *apiError) Error() string {
	if f.cause != nil {
		return f.code + ": " + f.message + ": " + f.cause.Error()
	}
	return f.code + ": " + f.message
}

// Unwrap gives the cause.
func (f *apiError) Unwrap() error { return f.cause }

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

func newTooLarge(what string) *apiError {
	return &apiError{status: 413, code: codeEntityTooLarge, label: "Payload too large",
		message: "The " + what + " exceeded the maximum allowed size"}
}

func newInvalidKey(key string) *apiError {
	return &apiError{status: 400, code: codeInvalidKey, message: "Invalid key: " + key}
}

func newInvalidMimeType(mime string) *apiError {
	return &apiError{status: 415, code: codeInvalidMimeType, label: "invalid_mime_type",
		message: fmt.Sprintf("mime type %s is not supported", mime)}
}

func newInvalidRequest(message string) *apiError {
	return &apiError{status: 400, code: codeInvalidRequest, message: message}
}

// asAPIError finds what a client may be told of err: a failure in its chain, what
// Postgres said, or nothing but 'internal error'.
func asAPIError(err error) *apiError {
	var f *apiError
	if errors.As(err, &f) {
		return f
	}
	if dberr.IsDiskFull(err) {
		return newInsufficientStorage(err)
	}
	if dberr.IsUnavailable(err) {
		return newUnavailable(err)
	}
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return convertPostgresError(pg, err)
	}
	return &apiError{status: 500, code: codeInternalError, message: "Internal server error", cause: err}
}

func newUnavailable(err error) *apiError {
	return &apiError{status: 503, code: codeUnavailable, httpStatus: http.StatusServiceUnavailable,
		message: "The database is not reachable. Please try again later.", cause: err}
}

// newInsufficientStorage is a full disk. supabase/storage has no code for it: there it
// is a 500 InternalError.
func newInsufficientStorage(err error) *apiError {
	return &apiError{status: http.StatusInsufficientStorage, code: codeInsufficientStorage, httpStatus: http.StatusInsufficientStorage,
		message: "The disk of the storage service is full. Nothing was stored.", cause: err}
}

// convertPostgresError maps an SQLSTATE as supabase/storage does (src/storage/database/errors.ts).
func convertPostgresError(pg *pgconn.PgError, err error) *apiError {
	switch {
	case pg.Code == "42501" && strings.Contains(pg.Message, "row-level security"):
		return newAccessDenied("new row violates row-level security policy", err)
	case pg.Code == "42501":
		return newAccessDenied(pg.Message, err)
	case pg.Code == "23505":
		f := newAlreadyExists(codeResourceAlreadyExists)
		f.cause = err
		return f
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

// write is the one place that answers with an error.
func (f *apiError) write(w http.ResponseWriter) {
	outer := f.httpStatus
	switch {
	case outer == 0 && f.status == http.StatusInternalServerError:
		outer = http.StatusInternalServerError
	case outer == 0:
		outer = http.StatusBadRequest
	}
	if outer == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	label := f.label
	if label == "" {
		label = f.code
	}
	w.Header().Del("Content-Length")
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, outer, struct {
		StatusCode string `json:"statusCode"`
		Error      string `json:"error"`
		Message    string `json:"message"`
		Code       string `json:"code"`
	}{strconv.Itoa(f.status), label, f.message, f.code})
}

// writeJSON answers with body. An error while writing means that the client went away.
func writeJSON(w http.ResponseWriter, status int, body any) {
	encoded, err := json.Marshal(body)
	if err != nil {
		slog.Error("encode storage response", "error", err)
		http.Error(w, "Internal server error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Content-Length", strconv.Itoa(len(encoded)))
	w.WriteHeader(status)
	_, _ = w.Write(encoded)
}
