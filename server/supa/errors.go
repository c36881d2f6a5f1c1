package supa

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
)

// What a call that got no usable answer fails with, wrapped; use errors.Is.
var (
	ErrUnreachable     = errors.New("backend not reachable")
	ErrTimeout         = errors.New("backend did not answer in time")
	ErrInvalidResponse = errors.New("backend answered what it never should")
	ErrInvalidName     = errors.New("not a name that the backend can take")
	// ErrReservedBucket is a bucket whose id is a route of the storage service.
	ErrReservedBucket = errors.New("the bucket's name is a route of the storage service")
)

// Error is a refusal by the backend, in the backend's own words.
type Error struct {
	Area       Area
	Status     int // the HTTP status that the backend meant
	Code       string
	Message    string
	Details    string
	Hint       string
	RetryAfter string // the header, if there was one
	Internal   string // the text of a failure inside the backend, for the log only
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s: %d %s: %s", e.Area, e.Status, e.Code, e.Message)
}

// IsTokenRejection reports whether the backend rejected the caller's token itself: it is
// expired, or signed with a key that the backend no longer has. The request had
// no effect.
func (e *Error) IsTokenRejection() bool {
	switch e.Code {
	case "PGRST301", "PGRST303":
		return e.Status == http.StatusUnauthorized
	case codeInvalidJWT:
		return e.Area == Storage
	}
	return false
}

// codeInvalidJWT is storage's code for a bad token.
const codeInvalidJWT = "InvalidJWT"

// CodeProjectPaused is a hosted project that sleeps; it comes with the status 503.
const CodeProjectPaused = "project_paused"

// CodeAddressTooLong is a request with more in its address than the backend, or
// what stands before it, takes; it comes with the status 414.
const CodeAddressTooLong = "address_too_long"

// maxErrorBody bounds how much of an error's body is read.
const maxErrorBody = 64 << 10

// parseRejection turns a response that is not a success into an error and closes it.
func parseRejection(area Area, resp *http.Response) error {
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	if err != nil {
		return fmt.Errorf("%w: read %s's error: %w", ErrUnreachable, area, err)
	}
	refused := &Error{Area: area, Status: resp.StatusCode, RetryAfter: resp.Header.Get("Retry-After")}
	switch area {
	case Rest:
		refused.parseRest(resp.Header, body)
	case Auth:
		refused.parseAuth(resp.Header, body)
	case Storage:
		refused.parseStorage(body)
		if refused.Code == "" && resp.Request != nil && resp.Request.Method == http.MethodHead {
			refused.guessStorageRejection()
		}
	}
	if refused.Code != "" {
		return refused.hideInternals()
	}
	switch code := resp.StatusCode; {
	// Supabase's own: supabase.com/docs/guides/platform/http-status-codes
	case code == 540:
		refused.Status, refused.Code = http.StatusServiceUnavailable, CodeProjectPaused
		refused.Message = "The Supabase project is paused."
		return refused
	case code == statusDatabaseTimeout:
		return fmt.Errorf("%w: %s: HTTP %d", ErrTimeout, area, code)
	case isFailure(code): // often a gateway, with a page of its own
		return fmt.Errorf("%w: %s: HTTP %d %s", ErrUnreachable, area, code, gatewayMessage(body))
	case code == http.StatusRequestURITooLong, code == http.StatusRequestHeaderFieldsTooLarge:
		refused.Status, refused.Code = http.StatusRequestURITooLong, CodeAddressTooLong
		refused.Message = "This asks for more at once than fits into one request."
		return refused
	case code == http.StatusTooManyRequests:
		refused.Code, refused.Message = "over_request_rate_limit", "The backend asks to slow down."
		return refused
	}
	return fmt.Errorf("%w: %s: HTTP %d %s", ErrInvalidResponse, area, resp.StatusCode, gatewayMessage(body))
}

// statusDatabaseTimeout is Supabase's own.
const statusDatabaseTimeout = 544

// isFailure reports whether a status means that the service failed. All from 500
// on do, except two: an unsupported request and a full disk are refused again.
func isFailure(status int) bool {
	return status >= 500 && status != http.StatusNotImplemented && status != http.StatusInsufficientStorage
}

// hideInternals returns the error for a response with a code. A failure of
// auth or storage is no refusal, whatever its code is. Its text can name hosts
// and database users: only the log gets it. The REST service has a code for
// each failure, so only the details of a lost database connection are removed.
func (e *Error) hideInternals() error {
	switch {
	case !isFailure(e.Status):
	case e.Area == Rest:
		if strings.HasPrefix(e.Code, "PGRST0") || strings.HasPrefix(e.Code, "08") {
			e.Details, e.Internal = "", e.Details
		}
	case e.Status == http.StatusGatewayTimeout, e.Status == statusDatabaseTimeout:
		return fmt.Errorf("%w: %w", ErrTimeout, e.describeFailure())
	default:
		return fmt.Errorf("%w: %w", ErrUnreachable, e.describeFailure())
	}
	return e
}

// describeFailure describes a failure inside the backend, for the log.
func (e *Error) describeFailure() error {
	return fmt.Errorf("%s: HTTP %d %s: %s", e.Area, e.Status, e.Code, e.Message)
}

// IsTransient reports whether the same call can succeed later: the backend was
// not reachable, failed or asked to slow down. Nothing was refused.
func IsTransient(err error) bool {
	var refused *Error
	if errors.As(err, &refused) {
		return isFailure(refused.Status) || refused.Status == http.StatusTooManyRequests
	}
	return errors.Is(err, ErrUnreachable) || errors.Is(err, ErrTimeout)
}

// gatewayMessage is what a gateway in front of the areas says, which has no
// code ("Invalid API key").
func gatewayMessage(body []byte) string {
	var said struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(body, &said) != nil {
		return ""
	}
	return said.Message
}

// parseRest reads PostgREST's error; to a HEAD it says only the code, in
// Proxy-Status.
func (e *Error) parseRest(header http.Header, body []byte) {
	var said struct {
		Code, Message, Hint string
		Details             json.RawMessage // a list of candidates for PGRST201 and 203
	}
	if json.Unmarshal(body, &said) == nil {
		e.Code, e.Message, e.Hint, e.Details = said.Code, said.Message, said.Hint, decodeText(said.Details)
		return
	}
	_, code, _ := strings.Cut(header.Get("Proxy-Status"), "error=")
	e.Code, e.Message = code, code
}

// parseAuth reads both versions of GoTrue's error: the code is a string under
// "code" or "error_code".
func (e *Error) parseAuth(header http.Header, body []byte) {
	var said struct {
		Code         json.RawMessage `json:"code"`
		ErrorCode    string          `json:"error_code"`
		Message      string          `json:"message"`
		Msg          string          `json:"msg"`
		WeakPassword struct {
			Reasons []string `json:"reasons"`
		} `json:"weak_password"`
	}
	if json.Unmarshal(body, &said) != nil {
		return
	}
	e.Code, e.Message = said.ErrorCode, said.Msg
	if e.Code == "" {
		e.Code = header.Get("X-Sb-Error-Code")
	}
	if e.Code == "" && json.Unmarshal(said.Code, &e.Code) != nil {
		e.Code = ""
	}
	if e.Message == "" {
		e.Message = said.Message
	}
	e.Details = strings.Join(said.WeakPassword.Reasons, ", ")
}

// parseStorage reads storage's error. Its HTTP status is 400 for nearly all;
// the one that is meant is in the body.
func (e *Error) parseStorage(body []byte) {
	var said struct {
		StatusCode json.RawMessage `json:"statusCode"`
		Error      string          `json:"error"`
		Message    string          `json:"message"`
		Code       string          `json:"code"` // since 2026
	}
	if json.Unmarshal(body, &said) != nil {
		return
	}
	if status, err := strconv.Atoi(decodeText(said.StatusCode)); err == nil && status >= 400 && status < 600 {
		e.Status = status
	}
	e.Code, e.Message = said.Code, said.Message
	if e.Code == "" {
		e.Code = strings.ReplaceAll(said.Error, " ", "")
	}
	if e.Status == http.StatusInternalServerError && strings.HasPrefix(said.Message, "ENOSPC") { // supabase/storage on a full disk of its own
		e.Status, e.Code, e.Message = http.StatusInsufficientStorage, "InsufficientStorage", "The disk of the storage service is full."
	}
	if badTokenPattern.MatchString(said.Message) && (e.Status == http.StatusBadRequest || e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden) {
		e.Code = codeInvalidJWT
	}
}

// badTokenPattern matches the messages with which storage rejects a token. It has sent
// them with several statuses and codes, among them those of a policy's rejection
// (403 AccessDenied). The whole message must match: others can quote the name of
// an object.
var badTokenPattern = regexp.MustCompile(`^(?:"(?:exp|nbf|iat)" claim timestamp check failed|Invalid Compact JWS|signature verification failed|` +
	`no applicable key found in the JSON Web Key Set|jwt (?:expired|malformed)|invalid (?:jwt|signature|token)|Invalid JWT)$`)

// guessStorageRejection says what a HEAD is most likely refused for: its answer has no
// body, and the status 400 is what storage gives for a missing object.
func (e *Error) guessStorageRejection() {
	switch e.Status {
	case http.StatusBadRequest, http.StatusNotFound:
		e.Status, e.Code, e.Message = http.StatusNotFound, "NoSuchKey", "Object not found"
	case http.StatusForbidden:
		e.Code, e.Message = "AccessDenied", "You may not see this object."
	}
}

// decodeText is a JSON string's text, "" for null, and anything else as it is.
func decodeText(raw json.RawMessage) string {
	var s string
	if len(raw) == 0 || json.Unmarshal(raw, &s) == nil {
		return s
	}
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return ""
	}
	return compact.String()
}
