package auth

import (
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/tableside/tableside/localbase/dberr"
	"github.com/tableside/tableside/localbase/httpjson"
)

// Error codes of Supabase Auth that this service returns.
const (
	codeUnexpected                = "unexpected_failure"
	codeValidation                = "validation_failed"
	codeBadJSON                   = "bad_json"
	codeBadJWT                    = "bad_jwt"
	codeNoAuthorization           = "no_authorization"
	codeNotAdmin                  = "not_admin"
	codeInvalidCredentials        = "invalid_credentials"
	codeEmailNotConfirmed         = "email_not_confirmed"
	codeUserExists                = "user_already_exists"
	codeEmailExists               = "email_exists"
	codePhoneExists               = "phone_exists"
	codeNotFound                  = "not_found"
	codeConflict                  = "conflict"
	codeFeatureDisabled           = "feature_disabled"
	codeUserNotFound              = "user_not_found"
	codeUserBanned                = "user_banned"
	codeUserSSOManaged            = "user_sso_managed"
	codeSignupDisabled            = "signup_disabled"
	codeWeakPassword              = "weak_password"
	codeSamePassword              = "same_password"
	codeCurrentPasswordRequired   = "current_password_required"
	codeCurrentPasswordInvalid    = "current_password_invalid"
	codeSessionNotFound           = "session_not_found"
	codeSessionExpired            = "session_expired"
	codeRefreshTokenNotFound      = "refresh_token_not_found"
	codeRefreshTokenUsed          = "refresh_token_already_used"
	codeEmailProviderDisabled     = "email_provider_disabled"
	codePhoneProviderDisabled     = "phone_provider_disabled"
	codeProviderDisabled          = "provider_disabled"
	codeAnonymousDisabled         = "anonymous_provider_disabled"
	codeManualLinkingDisabled     = "manual_linking_disabled"
	codeOTPExpired                = "otp_expired"
	codeOTPDisabled               = "otp_disabled"
	codeReauthenticationNeeded    = "reauthentication_needed"
	codeReauthenticationInvalid   = "reauthentication_not_valid"
	codeMailRateLimit             = "over_email_send_rate_limit"
	codeRequestRateLimit          = "over_request_rate_limit"
	codeFlowStateNotFound         = "flow_state_not_found"
	codeFlowStateExpired          = "flow_state_expired"
	codeBadCodeVerifier           = "bad_code_verifier"
	codeBadOAuthState             = "bad_oauth_state"
	codeBadOAuthCallback          = "bad_oauth_callback"
	codeProviderEmailUnverified   = "provider_email_needs_verification"
	codeIdentityNotFound          = "identity_not_found"
	codeIdentityExists            = "identity_already_exists"
	codeSingleIdentity            = "single_identity_not_deletable"
	codeEmailConflictIdentity     = "email_conflict_identity_not_deletable"
	codeInsufficientAAL           = "insufficient_aal"
	codeFactorNotFound            = "mfa_factor_not_found"
	codeFactorNameConflict        = "mfa_factor_name_conflict"
	codeTooManyFactors            = "too_many_enrolled_mfa_factors"
	codeChallengeExpired          = "mfa_challenge_expired"
	codeChallengeAddress          = "mfa_ip_address_mismatch"
	codeVerificationFailed        = "mfa_verification_failed"
	codePasskeyDisabled           = "passkey_disabled"
	codeTooManyPasskeys           = "too_many_passkeys"
	codePasskeyExists             = "webauthn_credential_exists"
	codePasskeyChallengeNotFound  = "webauthn_challenge_not_found"
	codePasskeyChallengeExpired   = "webauthn_challenge_expired"
	codePasskeyVerificationFailed = "webauthn_verification_failed"
)

// versionHeader selects the format of error bodies. Responses repeat it.
const (
	versionHeader = "X-Supabase-Api-Version"
	version2024   = "2024-01-01"
)

// Error is an error that the client receives, with one of the codes above.
type Error struct {
	Status  int
	Code    string
	Message string
	Reasons []string // reasons of codeWeakPassword
}

// Error returns the code and the message.
func (e *Error) Error() string { return e.Code + ": " + e.Message }

func newError(status int, code, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

func newBadRequest(code, message string) *Error {
	return newError(http.StatusBadRequest, code, message)
}
func newForbidden(code, message string) *Error { return newError(http.StatusForbidden, code, message) }
func newNotFound(code, message string) *Error  { return newError(http.StatusNotFound, code, message) }
func newUnprocessable(code, message string) *Error {
	return newError(http.StatusUnprocessableEntity, code, message)
}

type weakPassword struct {
	Reasons []string `json:"reasons"`
}

// errorBody is the body of an error in the first version of the API.
type errorBody struct {
	Status  int           `json:"code"`
	Code    string        `json:"error_code"`
	Message string        `json:"msg"`
	Weak    *weakPassword `json:"weak_password,omitempty"`
}

// errorBody2024 is the body of an error in the version that clients select with versionHeader.
type errorBody2024 struct {
	Code    string        `json:"code"`
	Message string        `json:"message"`
	Weak    *weakPassword `json:"weak_password,omitempty"`
}

// classifyError returns the error that the client receives: an *Error in the chain of err, or a 500 or
// 503 without the cause. It logs the cause of errors from 500.
func (h *Handler) classifyError(r *http.Request, err error) *Error {
	var apiError *Error
	if errors.As(err, &apiError) && apiError.Status < http.StatusInternalServerError {
		return apiError
	}
	if hasSQLState(err, characterNotInRepertoire) {
		return newBadRequest(codeValidation, "A value contains a character that is not allowed in text")
	}
	h.opts.Logger.LogAttrs(r.Context(), slog.LevelError, "auth request failed",
		slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.Any("error", err))
	if apiError != nil {
		return apiError
	}
	if dberr.IsUnavailable(err) { // like the other services; Supabase Auth returns 500
		return newError(http.StatusServiceUnavailable, codeUnexpected, "The database is not reachable. Please try again later.")
	}
	return newError(http.StatusInternalServerError, codeUnexpected,
		"Unexpected failure, please check server logs for more information")
}

// writeError writes the response for err.
func (h *Handler) writeError(w http.ResponseWriter, r *http.Request, err error) {
	apiError := h.classifyError(r, err)
	var weak *weakPassword
	if apiError.Code == codeWeakPassword {
		weak = &weakPassword{Reasons: apiError.Reasons}
	}
	if apiError.Status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	w.Header().Set("X-Sb-Error-Code", apiError.Code)
	if hasVersion2024(r) {
		w.Header().Set(versionHeader, version2024)
		writeJSON(w, apiError.Status, errorBody2024{Code: apiError.Code, Message: apiError.Message, Weak: weak})
		return
	}
	writeJSON(w, apiError.Status, errorBody{Status: apiError.Status, Code: apiError.Code, Message: apiError.Message, Weak: weak})
}

// hasVersion2024 reports whether the client requested version2024 or a later version.
func hasVersion2024(r *http.Request) bool {
	version := r.Header.Get(versionHeader)
	_, err := time.Parse(time.DateOnly, version)
	return err == nil && version >= version2024 // dates in this format compare as text
}

// writeJSON writes body with the Content-Type of Supabase Auth.
func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	httpjson.Write(w, status, body)
}
