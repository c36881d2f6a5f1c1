package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"
)

// The error codes of Supabase Auth that this service answers.
const (
	codeUnexpected            = "unexpected_failure"
	codeValidation            = "validation_failed"
	codeBadJSON               = "bad_json"
	codeBadJWT                = "bad_jwt"
	codeNoAuthorization       = "no_authorization"
	codeNotAdmin              = "not_admin"
	codeInvalidCredentials    = "invalid_credentials"
	codeEmailNotConfirmed     = "email_not_confirmed"
	codeUserExists            = "user_already_exists"
	codeEmailExists           = "email_exists"
	codePhoneExists           = "phone_exists"
	codeUserNotFound          = "user_not_found"
	codeUserBanned            = "user_banned"
	codeUserSSOManaged        = "user_sso_managed"
	codeSignupDisabled        = "signup_disabled"
	codeWeakPassword          = "weak_password"
	codeSamePassword          = "same_password"
	codeSessionNotFound       = "session_not_found"
	codeSessionExpired        = "session_expired"
	codeRefreshTokenNotFound  = "refresh_token_not_found"
	codeRefreshTokenUsed      = "refresh_token_already_used"
	codeEmailProviderDisabled = "email_provider_disabled"
	codePhoneProviderDisabled = "phone_provider_disabled"
)

// versionHeader selects the form of error bodies, and is echoed.
const (
	versionHeader = "X-Supabase-Api-Version"
	version2024   = "2024-01-01"
)

// Error is a refusal that the caller sees: status, one of the codes above, and
// a sentence. The cause goes to the log only.
type Error struct {
	Status  int
	Code    string
	Message string
	Reasons []string // of a weak password

	cause error
}

// Error says the code, the sentence and the cause.
func (e *Error) Error() string {
	if e.cause != nil {
		return fmt.Sprintf("%s: %s: %v", e.Code, e.Message, e.cause)
	}
	return e.Code + ": " + e.Message
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.cause }

func refuse(status int, code, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

func badRequest(code, message string) *Error { return refuse(http.StatusBadRequest, code, message) }
func forbidden(code, message string) *Error  { return refuse(http.StatusForbidden, code, message) }
func notFound(code, message string) *Error   { return refuse(http.StatusNotFound, code, message) }
func unprocessable(code, message string) *Error {
	return refuse(http.StatusUnprocessableEntity, code, message)
}

type weakPassword struct {
	Reasons []string `json:"reasons"`
}

// errorBody is the first version of an error's body; errorBody2024 the one that
// clients ask for with versionHeader.
type errorBody struct {
	Status  int           `json:"code"`
	Code    string        `json:"error_code"`
	Message string        `json:"msg"`
	Weak    *weakPassword `json:"weak_password,omitempty"`
}

type errorBody2024 struct {
	Code    string        `json:"code"`
	Message string        `json:"message"`
	Weak    *weakPassword `json:"weak_password,omitempty"`
}

// fail writes err: an *Error as it is, anything else as a 500 that says nothing
// of the cause.
func (h *Handler) fail(w http.ResponseWriter, r *http.Request, err error) {
	var refused *Error
	if !errors.As(err, &refused) {
		refused = refuse(http.StatusInternalServerError, codeUnexpected,
			"Unexpected failure, please check server logs for more information")
		h.opts.Logger.LogAttrs(r.Context(), slog.LevelError, "auth request failed",
			slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Any("error", err))
	}
	var weak *weakPassword
	if refused.Code == codeWeakPassword {
		weak = &weakPassword{Reasons: refused.Reasons}
	}
	w.Header().Set("X-Sb-Error-Code", refused.Code)
	if asks2024(r) {
		w.Header().Set(versionHeader, version2024)
		writeJSON(w, refused.Status, errorBody2024{Code: refused.Code, Message: refused.Message, Weak: weak})
		return
	}
	writeJSON(w, refused.Status, errorBody{Status: refused.Status, Code: refused.Code, Message: refused.Message, Weak: weak})
}

// asks2024 says whether the client asked for the second version, or a later one.
func asks2024(r *http.Request) bool {
	asked := r.Header.Get(versionHeader)
	_, err := time.Parse(time.DateOnly, asked)
	return err == nil && asked >= version2024 // as text: years first
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the client is gone
}
