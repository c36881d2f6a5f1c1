package server

import (
	"context"
	"errors"
	"strings"

	"github.com/tableside/tableside/server/supa"
)

// OTPRequest is the body of POST /api/auth/otp.
type OTPRequest struct {
	Email        string `json:"email"`
	Next         string `json:"next,omitempty"` // the path that the link of the mail opens; "": the start page
	CaptchaToken string `json:"captchaToken,omitempty"`
}

func (r OTPRequest) validate() error { return validateEmail(r.Email) }

func validateEmail(email string) error {
	if strings.TrimSpace(email) == "" {
		return &Error{Code: CodeBadRequest, Message: "Enter your email address.", Column: "email"}
	}
	return nil
}

// sendSignInMail handles POST /api/auth/otp, also with add=1: 204. It sends a mail with a
// code and a link that sign in; an unknown address gets an account if sign-ups are
// allowed. Anyone can call it. The response is the same for known and unknown addresses.
// Codes: too_many_attempts, busy, too_many_accounts, captcha_failed and others of the auth
// service.
func (s *Server) sendSignInMail(ctx context.Context, p requestParams, in OTPRequest) (noContent, error) {
	if err := s.checkAccountLimit(p); err != nil {
		return noContent{}, err
	}
	methods, err := s.getSignInMethods(ctx)
	if err != nil {
		return noContent{}, err
	}
	started, pkce := s.newFlow(p.c.Request(), flowMail, in.Next, p.addsAccount())
	mail := supa.MailRequest{Email: strings.TrimSpace(in.Email), CaptchaToken: in.CaptchaToken, Flow: pkce}
	err = s.sendMail(ctx, p, mail, !methods.SignUp, func() error { return s.backend.SendSignInMail(ctx, mail, methods.SignUp) })
	if err != nil {
		return noContent{}, err
	}
	return noContent{}, s.saveFlow(p.c, started)
}

// RecoverRequest is the body of POST /api/auth/recover.
type RecoverRequest struct {
	Email        string `json:"email"`
	CaptchaToken string `json:"captchaToken,omitempty"`
}

func (r RecoverRequest) validate() error { return validateEmail(r.Email) }

// sendRecoveryMail handles POST /api/auth/recover, also with add=1: 204. It sends a mail with a code and a
// link that sign in, so that the user can set a password. Anyone can call it. The response
// is the same for known and unknown addresses. Codes: as sendSignInMail.
func (s *Server) sendRecoveryMail(ctx context.Context, p requestParams, in RecoverRequest) (noContent, error) {
	if err := s.checkAccountLimit(p); err != nil {
		return noContent{}, err
	}
	mail := supa.MailRequest{Email: strings.TrimSpace(in.Email), CaptchaToken: in.CaptchaToken, Flow: s.newTokenRedirect(p.c.Request())}
	return noContent{}, s.sendMail(ctx, p, mail, true, func() error { return s.backend.SendRecoveryMail(ctx, mail) })
}

// ResendRequest is the body of POST /api/auth/resend.
type ResendRequest struct {
	Email        string           `json:"email"` // the current address of the account, also for VerifyEmailChange
	Type         VerificationType `json:"type"`  // VerifySignUp or VerifyEmailChange
	CaptchaToken string           `json:"captchaToken,omitempty"`
}

func (r ResendRequest) validate() error {
	if r.Type != VerifySignUp && r.Type != VerifyEmailChange {
		return newBadRequestError("The type must be signup or email_change.")
	}
	return validateEmail(r.Email)
}

// resendMail handles POST /api/auth/resend, also with add=1: 204. It sends the mail of a sign-up or of a
// change of the address again. Anyone can call it. The response is the same for known and
// unknown addresses. Codes: as sendSignInMail.
func (s *Server) resendMail(ctx context.Context, p requestParams, in ResendRequest) (noContent, error) {
	if err := s.checkAccountLimit(p); err != nil {
		return noContent{}, err
	}
	mail := supa.MailRequest{Email: strings.TrimSpace(in.Email), CaptchaToken: in.CaptchaToken, Flow: s.newTokenRedirect(p.c.Request())}
	var started *flow
	if in.Type == VerifyEmailChange {
		started, mail.Flow = s.newFlow(p.c.Request(), flowEmailChange, accountPath, p.addsAccount())
	}
	err := s.sendMail(ctx, p, mail, true, func() error { return s.backend.ResendMail(ctx, mail, string(in.Type)) })
	if err != nil || started == nil {
		return noContent{}, err
	}
	return noContent{}, s.saveFlow(p.c, started)
}

// sendMail requests a mail. Each request counts as an attempt. Some rejections would reveal
// which addresses are known: sendMail only logs them. These are the limit of mails to one
// address and, if the auth service sends mails only to known addresses, all rejections
// after it has looked for the address.
func (s *Server) sendMail(ctx context.Context, p requestParams, mail supa.MailRequest, onlyKnown bool, send func() error) error {
	err := s.limitAttempt(ctx, p, mail.Email, isRejectedOrSuccessful, send)
	var rejection *supa.Error
	isRejection := errors.As(err, &rejection)
	if !isRejection || isMailLimitOfProject(rejection) || independentCodes[rejection.Code] || !onlyKnown && rejection.Code != codeMailLimit {
		return err
	}
	s.Logger.WarnContext(ctx, "the auth service did not send a mail", "id", requestID(p.c), "code", rejection.Code)
	return nil
}

// codeMailLimit is the auth service's code if it has sent too many mails.
const codeMailLimit = "over_email_send_rate_limit"

// isMailLimitOfProject reports whether the auth service has sent too many mails to all
// addresses together. The limit for one address has the same code and another text:
// "For security purposes, you can only request this after 43 seconds."
func isMailLimitOfProject(rejection *supa.Error) bool {
	return rejection.Code == codeMailLimit && strings.Contains(rejection.Message, "rate limit exceeded")
}

// independentCodes are the codes with which the auth service rejects a request for a mail
// before it looks for the address.
var independentCodes = map[string]bool{
	"captcha_failed": true, "validation_failed": true, "bad_json": true, "email_address_invalid": true,
	"email_provider_disabled": true, "over_request_rate_limit": true, "request_timeout": true, "hook_timeout": true,
}
