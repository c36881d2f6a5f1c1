package auth

import (
	"net/http"
)

// empty answers what must look the same whether or not an address is known.
var empty = struct{}{}

type recoverRequest struct {
	Email string `json:"email"`
	pkce
}

// recover is POST /recover: mails a link to set a new password.
func (h *Handler) recover(r *request) (reply, error) {
	in, err := decode[recoverRequest](r)
	if err != nil {
		return reply{}, err
	}
	if in.Email, err = validEmail(in.Email); err != nil {
		return reply{}, err
	}
	if err := in.validate(); err != nil {
		return reply{}, err
	}
	user, err := h.db.userByEmail(r.Context(), in.Email)
	if err != nil {
		return reply{}, err
	}
	if user == nil {
		return ok(empty), h.pretendMail(mailRecovery, in.Email)
	}
	err = h.db.transact(r.Context(), func(tx database) error {
		return h.sendRecovery(r, tx, user, mailRecovery, in.pkce)
	})
	return ok(empty), err
}

type otpRequest struct {
	Email      string         `json:"email"`
	Phone      string         `json:"phone"`
	CreateUser *bool          `json:"create_user"` // absent: true
	Data       map[string]any `json:"data"`
	Channel    string         `json:"channel"`
	pkce
}

// otp is POST /otp: mails a code and a link that sign in; unless told
// otherwise, an unknown address gets an account.
func (h *Handler) otp(r *request) (reply, error) {
	in, err := decode[otpRequest](r)
	if err != nil {
		return reply{}, err
	}
	switch {
	case in.Email != "" && in.Phone != "":
		return reply{}, badRequest(codeValidation, "Only an email address or phone number should be provided")
	case in.Email != "" && in.Channel != "":
		return reply{}, badRequest(codeValidation, "Channel should only be specified with Phone OTP")
	case in.Phone != "":
		return reply{}, badRequest(codePhoneProviderDisabled, "Unsupported phone provider")
	case in.Email == "":
		return reply{}, badRequest(codeValidation, "One of email or phone must be set")
	}
	return h.mailSignIn(r, in)
}

// magicLink is POST /magiclink, the older name of /otp for e-mail.
func (h *Handler) magicLink(r *request) (reply, error) {
	in, err := decode[otpRequest](r)
	if err != nil {
		return reply{}, err
	}
	in.CreateUser = nil
	return h.mailSignIn(r, in)
}

func (h *Handler) mailSignIn(r *request, in otpRequest) (reply, error) {
	email, err := validEmail(in.Email)
	if err != nil {
		return reply{}, err
	}
	if err := in.validate(); err != nil {
		return reply{}, err
	}
	user, err := h.db.userByEmail(r.Context(), email)
	if err != nil {
		return reply{}, err
	}
	if user == nil {
		if in.CreateUser != nil && !*in.CreateUser {
			return reply{}, unprocessable(codeOTPDisabled, "Signups not allowed for otp")
		}
		if h.opts.DisableSignup {
			return reply{}, unprocessable(codeSignupDisabled, "Signups not allowed for this instance")
		}
	}
	err = h.db.transact(r.Context(), func(tx database) error {
		var err error
		if user == nil {
			if user, err = h.createEmailUser(r.Context(), tx, newEmailUser{email: email, data: in.Data, signsUp: true, confirmed: h.opts.Autoconfirm}); err != nil {
				return err
			}
		}
		if !user.confirmed() { // the confirmation's link signs in too
			return h.sendConfirmation(r, tx, user, in.pkce)
		}
		return h.sendRecovery(r, tx, user, mailMagicLink, in.pkce)
	})
	return ok(empty), err
}

type resendRequest struct {
	Type  string `json:"type"`
	Email string `json:"email"`
	Phone string `json:"phone"`
	pkce
}

// resend is POST /resend: mails the confirmation of a sign-up or of an e-mail change again.
func (h *Handler) resend(r *request) (reply, error) {
	in, err := decode[resendRequest](r)
	if err != nil {
		return reply{}, err
	}
	switch {
	case in.Type != mailSignup && in.Type != mailEmailChange && in.Type != "sms" && in.Type != "phone_change":
		return reply{}, badRequest(codeValidation, "Missing one of these types: signup, email_change, sms, phone_change")
	case in.Phone != "":
		return reply{}, badRequest(codePhoneProviderDisabled, "Phone logins are disabled")
	case in.Email == "":
		return reply{}, badRequest(codeValidation, "Type provided requires an email address")
	}
	if in.Email, err = validEmail(in.Email); err != nil {
		return reply{}, err
	}
	if err := in.validate(); err != nil {
		return reply{}, err
	}
	user, err := h.db.userByEmail(r.Context(), in.Email)
	if err != nil {
		return reply{}, err
	}
	err = h.db.transact(r.Context(), func(tx database) error {
		switch {
		case user != nil && in.Type == mailSignup && !user.confirmed():
			return h.sendConfirmation(r, tx, user, in.pkce)
		case user != nil && in.Type == mailEmailChange && user.EmailChange != "":
			return h.sendEmailChange(r, tx, user, user.EmailChange, in.pkce)
		default:
			return h.pretendMail(in.Type, in.Email)
		}
	})
	return ok(empty), err
}

// reauthenticate is GET /reauthenticate: mails the nonce that PUT /user wants
// for a new password where the settings ask for one.
func (h *Handler) reauthenticate(r *request) (reply, error) {
	if r.user.Email == "" {
		return reply{}, badRequest(codeValidation, "Reauthentication requires the user to have an email or a phone number")
	}
	if !r.user.confirmed() {
		return reply{}, unprocessable(codeEmailNotConfirmed, "Please verify your email first.")
	}
	err := h.db.transact(r.Context(), func(tx database) error {
		err := h.sendToken(r, tx, r.user, mailReauthentication, reauthenticationToken, r.user.Email, r.user.ReauthenticationSentAt, pkce{})
		if err != nil {
			return err
		}
		return tx.updateUser(r.Context(), r.user.ID, h.now(), map[string]any{"reauthentication_sent_at": h.now()})
	})
	return reply{status: http.StatusOK, body: empty}, err
}

// useNonce takes the nonce of /reauthenticate: 422 reauthentication_not_valid
// when it is wrong, used or expired.
func (h *Handler) useNonce(r *request, tx database, nonce string) error {
	token, err := tx.tokenByHash(r.Context(), []string{hashCode(r.user.Email, nonce)}, reauthenticationToken)
	if err != nil {
		return err
	}
	if token == nil || token.userID != r.user.ID || h.now().After(token.createdAt.Add(h.opts.OTPExpiry)) {
		return unprocessable(codeReauthenticationInvalid, "Nonce has expired or is invalid")
	}
	return tx.clearTokens(r.Context(), r.user.ID, reauthenticationToken)
}
