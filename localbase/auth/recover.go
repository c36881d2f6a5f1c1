package auth

import (
	"net/http"

	"github.com/tableside/tableside/localbase/auth/audit"
)

// emptyBody is the body of responses that must not reveal whether an address has an account.
var emptyBody = struct{}{}

type recoverRequest struct {
	Email string `json:"email"`
	pkce
}

// handleRecover handles POST /recover. It mails a link to set a new password.
func (h *Handler) handleRecover(r *request) (response, error) {
	in, err := decode[recoverRequest](r)
	if err != nil {
		return response{}, err
	}
	if in.Email, err = parseEmail(in.Email); err != nil {
		return response{}, err
	}
	if err := in.validate(); err != nil {
		return response{}, err
	}
	user, err := h.db.findUserByEmail(r.Context(), in.Email)
	if err != nil {
		return response{}, err
	}
	if user == nil {
		return respondOK(emptyBody), h.simulateMail(mailRecovery, in.Email)
	}
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		return h.sendRecovery(r, tx, user, mailRecovery, in.pkce)
	})
	r.addEvent(audit.RecoveryRequested, user, nil)
	return respondOK(emptyBody), err
}

type otpRequest struct {
	Email      string         `json:"email"`
	Phone      string         `json:"phone"`
	CreateUser *bool          `json:"create_user"` // the default is true
	Data       map[string]any `json:"data"`
	Channel    string         `json:"channel"`
	pkce
}

// handleOTP handles POST /otp. It mails a code and a link that sign in. It creates an account for an
// unknown address unless create_user is false.
func (h *Handler) handleOTP(r *request) (response, error) {
	in, err := decode[otpRequest](r)
	if err != nil {
		return response{}, err
	}
	switch {
	case in.Email != "" && in.Phone != "":
		return response{}, newBadRequest(codeValidation, "Only an email address or phone number should be provided")
	case in.Email != "" && in.Channel != "":
		return response{}, newBadRequest(codeValidation, "Channel should only be specified with Phone OTP")
	case in.Phone != "":
		return response{}, newPhoneDisabled(http.StatusBadRequest, "Unsupported phone provider")
	case in.Email == "":
		return response{}, newBadRequest(codeValidation, "One of email or phone must be set")
	}
	return h.mailSignIn(r, in)
}

// handleMagicLink handles POST /magiclink, the legacy form of /otp for email.
func (h *Handler) handleMagicLink(r *request) (response, error) {
	in, err := decode[otpRequest](r)
	if err != nil {
		return response{}, err
	}
	in.CreateUser = nil
	return h.mailSignIn(r, in)
}

// requireEmail rejects requests while sign-in by email address is disabled.
func (h *Handler) requireEmail(next endpoint) endpoint {
	return func(r *request) (response, error) {
		if h.opts.DisableEmail {
			return response{}, newBadRequest(codeEmailProviderDisabled, "Email logins are disabled")
		}
		return next(r)
	}
}

// mailSignIn queues a mail with a link and a code that sign in. It creates a missing account unless create_user is false
// (422 otp_disabled) or sign-ups are disabled (422 signup_disabled). An account that is not confirmed gets the mail that
// confirms its address, which also signs in.
func (h *Handler) mailSignIn(r *request, in otpRequest) (response, error) {
	email, err := parseEmail(in.Email)
	if err != nil {
		return response{}, err
	}
	if err := in.validate(); err != nil {
		return response{}, err
	}
	user, err := h.db.findUserByEmail(r.Context(), email)
	if err != nil {
		return response{}, err
	}
	if user == nil {
		if in.CreateUser != nil && !*in.CreateUser {
			return response{}, newUnprocessable(codeOTPDisabled, "Signups not allowed for otp")
		}
		if h.opts.DisableSignup {
			return response{}, newUnprocessable(codeSignupDisabled, "Signups not allowed for this instance")
		}
	}
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		var err error
		if user == nil {
			if user, err = h.createEmailUser(r.Context(), tx, newEmailUser{email: email, data: in.Data, isSignUp: true, isConfirmed: h.opts.Autoconfirm}); err != nil {
				return err
			}
		}
		if !user.isConfirmed() { // the link of the confirmation also signs in
			return h.sendConfirmation(r, tx, user, in.pkce)
		}
		return h.sendRecovery(r, tx, user, mailMagicLink, in.pkce)
	})
	return respondOK(emptyBody), err
}

type resendRequest struct {
	Type  string `json:"type"`
	Email string `json:"email"`
	Phone string `json:"phone"`
	pkce
}

// resend handles POST /resend. It mails the confirmation of a sign-up or of an email change again.
func (h *Handler) resend(r *request) (response, error) {
	in, err := decode[resendRequest](r)
	if err != nil {
		return response{}, err
	}
	switch {
	case in.Type != mailSignup && in.Type != mailEmailChange && in.Type != "sms" && in.Type != "phone_change":
		return response{}, newBadRequest(codeValidation, "Missing one of these types: signup, email_change, sms, phone_change")
	case in.Phone != "":
		return response{}, newPhoneDisabled(http.StatusBadRequest, "Phone logins are disabled")
	case in.Email == "":
		return response{}, newBadRequest(codeValidation, "Type provided requires an email address")
	}
	if in.Email, err = parseEmail(in.Email); err != nil {
		return response{}, err
	}
	if err := in.validate(); err != nil {
		return response{}, err
	}
	user, err := h.db.findUserByEmail(r.Context(), in.Email)
	if err != nil {
		return response{}, err
	}
	err = h.db.runTransaction(r.Context(), func(tx database) error {
		switch {
		case user != nil && in.Type == mailSignup && !user.isConfirmed():
			return h.sendConfirmation(r, tx, user, in.pkce)
		case user != nil && in.Type == mailEmailChange && user.EmailChange != "":
			return h.sendEmailChange(r, tx, user, user.EmailChange, in.pkce)
		default:
			return h.simulateMail(in.Type, in.Email)
		}
	})
	return respondOK(emptyBody), err
}

// reauthenticate handles GET /reauthenticate. It mails the nonce that PUT /user requires for a new
// password with SecurePasswordChange.
func (h *Handler) reauthenticate(r *request) (response, error) {
	if r.user.Email == "" {
		return response{}, newBadRequest(codeValidation, "Reauthentication requires the user to have an email or a phone number")
	}
	if !r.user.isConfirmed() {
		return response{}, newUnprocessable(codeEmailNotConfirmed, "Please verify your email first.")
	}
	err := h.db.runTransaction(r.Context(), func(tx database) error {
		err := h.sendToken(r, tx, r.user, mailReauthentication, reauthenticationToken, r.user.Email, r.user.ReauthenticationSentAt, pkce{})
		if err != nil {
			return err
		}
		return tx.updateUser(r.Context(), r.user.ID, h.now(), map[string]any{"reauthentication_sent_at": h.now()})
	})
	return response{status: http.StatusOK, body: emptyBody}, err
}

// useNonce checks and deletes the nonce of /reauthenticate. The error is 422
// reauthentication_not_valid if it is wrong, used or expired.
func (h *Handler) useNonce(r *request, tx database, nonce string) error {
	token, err := tx.findTokenByHash(r.Context(), []string{hashCode(r.user.Email, nonce)}, reauthenticationToken)
	if err != nil {
		return err
	}
	if token == nil || token.userID != r.user.ID || h.now().After(token.createdAt.Add(h.opts.OTPExpiry)) {
		return newUnprocessable(codeReauthenticationInvalid, "Nonce has expired or is invalid")
	}
	return tx.clearTokens(r.Context(), r.user.ID, reauthenticationToken)
}
