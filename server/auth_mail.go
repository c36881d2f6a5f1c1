package server

// OTPRequest is the body of POST /api/auth/otp.
type OTPRequest struct {
	Email        string `json:"email"`
	Next         string `json:"next,omitempty"` // the path that the link of the mail opens; "": the start page
	CaptchaToken string `json:"captchaToken,omitempty"`
}

// RecoverRequest is the body of POST /api/auth/recover.
type RecoverRequest struct {
	Email        string `json:"email"`
	CaptchaToken string `json:"captchaToken,omitempty"`
}

// VerificationType is the kind of mail from which a code or a link is.
type VerificationType string

// The types of codes and links.
const (
	VerifyEmail       VerificationType = "email" // a sign-in or the confirmation of a sign-up
	VerifyRecovery    VerificationType = "recovery"
	VerifyInvite      VerificationType = "invite"
	VerifySignUp      VerificationType = "signup"
	VerifyEmailChange VerificationType = "email_change"
	VerifyMagicLink   VerificationType = "magiclink"
)

// VerifyRequest is the body of POST /api/auth/verify: an address and its code, or the
// token_hash of a link.
type VerifyRequest struct {
	Type      VerificationType `json:"type"`
	Email     string           `json:"email,omitempty"`
	Token     string           `json:"token,omitempty"` // the code: 6 to 10 digits
	TokenHash string           `json:"token_hash,omitempty"`
	Replace   bool             `json:"replace,omitempty"` // with TokenHash: end the session of another user
}

// ResendRequest is the body of POST /api/auth/resend.
type ResendRequest struct {
	Email        string           `json:"email"`
	Type         VerificationType `json:"type"` // VerifySignUp or VerifyEmailChange
	CaptchaToken string           `json:"captchaToken,omitempty"`
}

// SessionRequest is the body of POST /api/auth/session: the tokens that a link has in its
// fragment.
type SessionRequest struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	Replace      bool   `json:"replace,omitempty"` // end the session of another user
}
