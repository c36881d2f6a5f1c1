package supa

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Errors of calls without a usable response. They are wrapped: use errors.Is.
var (
	ErrUnreachable     = errors.New("backend not reachable")
	ErrTimeout         = errors.New("backend did not respond in time")
	ErrInvalidResponse = errors.New("backend returned an unexpected response")
	ErrInvalidName     = errors.New("name that the backend does not accept")
	// ErrReservedBucket means that the id of the bucket is a route of the storage
	// service.
	ErrReservedBucket = errors.New("the bucket's name is a route of the storage service")
)

// Error is a rejection by the backend, with the text of the backend.
type Error struct {
	Area       Area
	Status     int // the HTTP status that the backend intended
	Code       string
	Message    string
	Details    string
	Hint       string
	RetryAfter string // the header; "": none
	Internal   string // text about a failure inside the backend, only for the log
}

// Error returns the area, the status, the code and the message.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: %d %s: %s", e.Area, e.Status, e.Code, e.Message)
}

// IsTokenRejection reports whether the backend rejected the caller's token itself,
// because it has expired or its key is no longer valid. The request had no effect.
func (e *Error) IsTokenRejection() bool {
	switch e.Code {
	case "PGRST301", "PGRST303":
		return e.Status == http.StatusUnauthorized
	case codeInvalidJWT:
		return e.Area == Storage
	case "bad_jwt":
		return e.Area == Auth
	}
	return false
}

// codeInvalidJWT is the storage service's code for an invalid token.
const codeInvalidJWT = "InvalidJWT"

// CodeAddressTooLong is the code for a request with a longer URL than the backend or its
// gateway accepts, with the status 414.
const CodeAddressTooLong = "address_too_long"

// maxErrorBody limits how much of an error response is read, in bytes.
const maxErrorBody = 64 << 10

// parseRejection returns the error for a response that is not a success, and closes its body. The
// error is an *Error with the backend's code, or ErrTimeout or ErrUnreachable for a failure that a
// gateway reports.
func parseRejection(area Area, resp *http.Response) error {
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	if err != nil {
		return fmt.Errorf("%w: read %s's error: %w", ErrUnreachable, area, err)
	}
	if rejection := parseProjectRejection(area, resp.StatusCode, body); rejection != nil {
		return rejection
	}
	rejection := &Error{Area: area, Status: resp.StatusCode, RetryAfter: resp.Header.Get("Retry-After")}
	switch area {
	case Rest:
		rejection.parseRest(resp.Header, body)
	case Auth:
		rejection.parseAuth(resp.Header, body)
	case Storage:
		if isResumable(resp.Request) {
			rejection.parseResumable(resp.Header, body)
			break
		}
		rejection.parseStorage(body)
		if rejection.Code == "" && resp.Request != nil && resp.Request.Method == http.MethodHead {
			rejection.guessStorageRejection()
		}
	case Realtime:
		rejection.parseRealtime(body)
	}
	if rejection.Code != "" {
		return rejection.hideInternals()
	}
	switch code := resp.StatusCode; {
	case code == statusDatabaseTimeout:
		return fmt.Errorf("%w: %s: HTTP %d", ErrTimeout, area, code)
	case isFailure(code): // often a page of a gateway
		return fmt.Errorf("%w: %s: HTTP %d %s", ErrUnreachable, area, code, gatewayMessage(body))
	case code == http.StatusRequestURITooLong, code == http.StatusRequestHeaderFieldsTooLarge:
		rejection.Status, rejection.Code = http.StatusRequestURITooLong, CodeAddressTooLong
		rejection.Message = "The request is too long. Select fewer rows or use a shorter filter."
		return rejection
	case code == http.StatusTooManyRequests:
		rejection.Code, rejection.Message = "over_request_rate_limit", "The backend received too many requests."
		if rejection.RetryAfter == "" {
			rejection.RetryAfter = defaultRetryAfter
		}
		return rejection
	}
	return fmt.Errorf("%w: %s: HTTP %d %s", ErrInvalidResponse, area, resp.StatusCode, gatewayMessage(body))
}

// statusDatabaseTimeout is a status that only Supabase uses.
const statusDatabaseTimeout = 544

// isFailure reports whether a status means that the service failed. These are all from
// 500 on, except an unsupported request and a full disk, which are rejections.
func isFailure(status int) bool {
	return status >= 500 && status != http.StatusNotImplemented && status != http.StatusInsufficientStorage
}

// hideInternals returns the error for a response with a code. A failure of the auth or
// storage service is not a rejection, whatever its code is. Its text can contain hosts
// and database users, so only the log gets it. The REST service has a code for each
// failure, so only the details of a lost database connection are removed.
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

// describeFailure returns a failure inside the backend as an error for the log.
func (e *Error) describeFailure() error {
	return fmt.Errorf("%s: HTTP %d %s: %s", e.Area, e.Status, e.Code, e.Message)
}

// IsTransient reports whether the same call can succeed later: the backend was not
// reachable, failed or received too many requests. It has rejected nothing.
func IsTransient(err error) bool {
	var rejection *Error
	if errors.As(err, &rejection) {
		return isFailure(rejection.Status) || rejection.Status == http.StatusTooManyRequests
	}
	return errors.Is(err, ErrUnreachable) || errors.Is(err, ErrTimeout)
}

// gatewayMessage returns the message of a gateway's error, which has no code ("Invalid
// API key").
func gatewayMessage(body []byte) string {
	var parsed struct {
		Message string `json:"message"`
	}
	if json.Unmarshal(body, &parsed) != nil {
		return ""
	}
	return parsed.Message
}

// parseRest parses PostgREST's error. The response to HEAD contains only the code, in
// Proxy-Status.
func (e *Error) parseRest(header http.Header, body []byte) {
	var parsed struct {
		Code, Message, Hint string
		Details             json.RawMessage // a list of candidates for PGRST201 and 203
	}
	if json.Unmarshal(body, &parsed) == nil {
		e.Code, e.Message, e.Hint, e.Details = parsed.Code, parsed.Message, parsed.Hint, decodeText(parsed.Details)
		if e.Code == "PGRST301" || e.Code == "PGRST303" {
			e.convertClockSkew()
		}
		return
	}
	_, code, _ := strings.Cut(header.Get("Proxy-Status"), "error=")
	e.Code, e.Message = code, code
}

// parseAuth parses both versions of GoTrue's error. The code is a string in "code" or
// "error_code". Some rejections of a grant have the form of OAuth (RFC 6749, 5.2) instead, also in
// the latest version: supabase/auth, internal/tokens/service.go (RefreshTokenGrant).
func (e *Error) parseAuth(header http.Header, body []byte) {
	var parsed struct {
		Code         json.RawMessage `json:"code"`
		ErrorCode    string          `json:"error_code"`
		Message      string          `json:"message"`
		Msg          string          `json:"msg"`
		WeakPassword struct {
			Reasons []string `json:"reasons"`
		} `json:"weak_password"`
		OAuthCode   string `json:"error"`
		Description string `json:"error_description"`
	}
	if json.Unmarshal(body, &parsed) != nil {
		return
	}
	e.Code, e.Message = parsed.ErrorCode, parsed.Msg
	if slices.Contains(oauthCodes, parsed.OAuthCode) && e.Status == http.StatusBadRequest {
		e.Code, e.Message = parsed.OAuthCode, parsed.Description
	}
	if e.Code == "" {
		e.Code = header.Get("X-Sb-Error-Code")
	}
	if e.Code == "" && json.Unmarshal(parsed.Code, &e.Code) != nil {
		e.Code = ""
	}
	if e.Message == "" {
		e.Message = parsed.Message
	}
	e.Details = strings.Join(parsed.WeakPassword.Reasons, ", ")
	e.setAuthRetryAfter()
}

// oauthCodes are the codes with which the auth service rejects a grant in the form of OAuth. A gateway can return
// other texts in "error".
var oauthCodes = []string{"invalid_request", "invalid_client", "invalid_grant", "unauthorized_client", "unsupported_grant_type"}

// setAuthRetryAfter sets the time to wait for a request that the auth service throttles.
// The service sends no header, and only some of its messages contain the seconds.
func (e *Error) setAuthRetryAfter() {
	if e.Status != http.StatusTooManyRequests {
		return
	}
	if _, err := strconv.Atoi(e.RetryAfter); err == nil {
		return // otherwise absent or a date
	}
	e.RetryAfter = defaultRetryAfter
	if found := secondsPattern.FindStringSubmatch(e.Message); found != nil {
		e.RetryAfter = found[1]
	}
}

// defaultRetryAfter is the time to wait, in seconds, if the auth service does not send it.
const defaultRetryAfter = "60"

// secondsPattern matches "you can only request this after 43 seconds".
var secondsPattern = regexp.MustCompile(`after ([0-9]{1,5}) seconds?`)

// parseStorage parses the error of the storage service. Its HTTP status is almost always
// 400; the body contains the intended status.
func (e *Error) parseStorage(body []byte) {
	var parsed struct {
		StatusCode json.RawMessage `json:"statusCode"`
		Error      string          `json:"error"`
		Message    string          `json:"message"`
		Code       string          `json:"code"` // since 2026
	}
	if json.Unmarshal(body, &parsed) != nil {
		return
	}
	if status, err := strconv.Atoi(decodeText(parsed.StatusCode)); err == nil && status >= 400 && status < 600 {
		e.Status = status
	}
	e.Code, e.Message = parsed.Code, parsed.Message
	if e.Code == "" {
		e.Code = strings.ReplaceAll(parsed.Error, " ", "")
	}
	if e.Status == http.StatusInternalServerError && strings.HasPrefix(parsed.Message, "ENOSPC") { // supabase/storage with a full disk
		e.Status, e.Code, e.Message = http.StatusInsufficientStorage, "InsufficientStorage", "The disk of the storage service is full."
	}
	if badTokenPattern.MatchString(parsed.Message) && (e.Status == http.StatusBadRequest || e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden) {
		e.Code = codeInvalidJWT
	}
}

// badTokenPattern matches the messages with which the storage service rejects a token.
// It has sent them with several statuses and codes, among them those of a rejection by a
// policy (403 AccessDenied). The whole message must match, because other messages can
// quote the name of an object.
var badTokenPattern = regexp.MustCompile(`^(?:"(?:exp|nbf|iat)" claim timestamp check failed|Invalid Compact JWS|signature verification failed|` +
	`no applicable key found in the JSON Web Key Set|jwt (?:expired|malformed)|invalid (?:jwt|signature|token)|Invalid JWT)$`)

// guessStorageRejection sets the most likely reason of a rejected HEAD: its response has
// no body, and the storage service uses the status 400 for a missing object.
func (e *Error) guessStorageRejection() {
	switch e.Status {
	case http.StatusBadRequest, http.StatusNotFound:
		e.Status, e.Code, e.Message = http.StatusNotFound, "NoSuchKey", "Object not found"
	case http.StatusForbidden:
		e.Code, e.Message = "AccessDenied", "You don’t have permission to view this object."
	}
}

// decodeText returns the text of a JSON string, "" for null, and other JSON compacted.
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
