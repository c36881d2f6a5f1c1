package supa

import (
	"context"
	"net/http"
)

// MailRequest requests a mail with a code and a link.
type MailRequest struct {
	Email        string
	CaptchaToken string
	Flow         PKCE
}

type mailBody struct {
	Email      string `json:"email"`
	CreateUser *bool  `json:"create_user,omitempty"`
	Type       string `json:"type,omitempty"`
	challengeFields
	captchaFields
}

func (r MailRequest) body() mailBody {
	return mailBody{Email: r.Email, challengeFields: r.Flow.fields(), captchaFields: newCaptchaFields(r.CaptchaToken)}
}

// SendSignInMail sends a mail that signs in. If createUser is set, an unknown address
// gets an account; otherwise the error is otp_disabled or signup_disabled.
func (b *Backend) SendSignInMail(ctx context.Context, in MailRequest, createUser bool) error {
	body := in.body()
	body.CreateUser = &createUser
	return b.callAuth(ctx, http.MethodPost, in.Flow.path("/otp"), Caller{}, body, nil)
}

// SendRecoveryMail sends a mail with which a user who has forgotten the password signs
// in. It sends nothing to an unknown address, without an error.
func (b *Backend) SendRecoveryMail(ctx context.Context, in MailRequest) error {
	return b.callAuth(ctx, http.MethodPost, in.Flow.path("/recover"), Caller{}, in.body(), nil)
}

// ResendMail sends the mail of a sign-up ("signup") or of a change of the address
// ("email_change") again.
func (b *Backend) ResendMail(ctx context.Context, in MailRequest, kind string) error {
	body := in.body()
	body.Type = kind
	return b.callAuth(ctx, http.MethodPost, in.Flow.path("/resend"), Caller{}, body, nil)
}

// Verification is a code with its address, or the token_hash of a link.
type Verification struct {
	Type      string `json:"type"`
	Email     string `json:"email,omitempty"`
	Token     string `json:"token,omitempty"`
	TokenHash string `json:"token_hash,omitempty"`
}

// Verify exchanges a code or a link for a session. The session is nil if the other
// address of a change must confirm too.
func (b *Backend) Verify(ctx context.Context, in Verification) (*Session, error) {
	return b.requestToken(ctx, "/verify", Caller{}, in)
}
