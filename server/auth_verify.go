package server

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"strings"

	"github.com/tableside/tableside/server/supa"
)

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
	Token     string           `json:"token,omitempty"` // the code: 6 to 10 digits, with any spaces
	TokenHash string           `json:"token_hash,omitempty"`
	Replace   bool             `json:"replace,omitempty"` // with TokenHash: end the session of another user
}

var codePattern = regexp.MustCompile(`^[0-9]{6,10}$`)

// normalizeCode removes the separators with which a mail or an app shows a code.
func normalizeCode(code string) string {
	return strings.NewReplacer(" ", "", "-", "", "\u00a0", "", "\t", "").Replace(strings.TrimSpace(code))
}

// validate returns bad_request unless the type is known, and there is either a token hash, or an address with its code.
func (r VerifyRequest) validate() error {
	switch r.Type {
	case VerifyEmail, VerifyRecovery, VerifyInvite, VerifySignUp, VerifyEmailChange, VerifyMagicLink:
	default:
		return newBadRequestError("The type of the code is unknown.")
	}
	switch {
	case r.TokenHash != "" && (r.Email != "" || r.Token != ""):
		return newBadRequestError("Send either a token_hash, or an email address and its code.")
	case r.TokenHash != "":
		return nil
	case !codePattern.MatchString(normalizeCode(r.Token)):
		return &Error{Code: CodeBadRequest, Message: "Enter the code of the mail: 6 to 10 digits.", Column: "token"}
	}
	return validateEmail(r.Email)
}

// verify handles POST /api/auth/verify, also with add=1: it exchanges a code or a link for
// a session. The user of the response is null if the other address of a change must
// confirm too. Anyone can call it. A link does not end the session of the current user
// without replace. Codes: too_many_attempts, busy, already_signed_in, otp_expired and
// others of the auth service.
func (s *Server) verify(ctx context.Context, p requestParams, in VerifyRequest) (SignInResponse, error) {
	current := getRequestSession(ctx).user()
	isChange := in.Type == VerifyEmailChange
	if in.TokenHash != "" && current != nil && !isChange && !in.Replace { // the link can be used only once
		return SignInResponse{}, newAlreadySignedInError(current)
	}
	if err := s.checkAccountLimit(p); err != nil {
		return SignInResponse{}, err
	}
	request := supa.Verification{Type: string(in.Type), TokenHash: in.TokenHash}
	if in.TokenHash == "" {
		request.Email, request.Token = strings.TrimSpace(in.Email), normalizeCode(in.Token)
	}
	session, err := s.requestVerification(ctx, p, request)
	switch {
	case err != nil || session == nil:
		return SignInResponse{}, err
	case isChange && current != nil && !in.Replace: // the user keeps the session, with its assurance level
		s.discardSession(ctx, session)
		if current.ID == session.User.ID {
			err = s.updateSessionUser(ctx)
		}
		return SignInResponse{User: getRequestSession(ctx).user()}, err
	}
	return s.startSession(ctx, p.c, session, p.addsAccount())
}

// requestVerification verifies a code or a token hash with the auth service. It limits the attempts by client, and those
// of codes also by address. The session is nil if the other address of a change must confirm too.
func (s *Server) requestVerification(ctx context.Context, p requestParams, in supa.Verification) (session *supa.Session, err error) {
	send := func() (err error) {
		session, err = s.backend.Verify(ctx, in)
		return err
	}
	if in.TokenHash != "" { // cannot be guessed
		err = s.limitAttempt(ctx, p, "link", isRejected, send)
	} else {
		err = s.limitCodeAttempt(ctx, p, in.Email, send)
	}
	return session, err
}

// SessionRequest is the body of POST /api/auth/session: the tokens that a link has in its
// fragment.
type SessionRequest struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	Replace      bool   `json:"replace,omitempty"` // end the session of another user
}

// tokenPattern matches a token that a header can contain (RFC 6750, section 2.1).
var tokenPattern = regexp.MustCompile(`^[A-Za-z0-9._~+/=-]+$`)

// maxLinkToken limits a token of a link, in bytes.
const maxLinkToken = 32 << 10

func (r SessionRequest) validate() error {
	for _, token := range []string{r.AccessToken, r.RefreshToken} {
		if len(token) > maxLinkToken || !tokenPattern.MatchString(token) {
			return newBadRequestError("The link is incomplete.")
		}
	}
	return nil
}

// importSession handles POST /api/auth/session, also with add=1: it starts a session with
// the tokens of a link. It refreshes them at once, so that the tokens in the browser's
// history cannot be used. Anyone can call it. Codes: too_many_attempts, busy,
// already_signed_in if another user is signed in, and link_expired.
func (s *Server) importSession(ctx context.Context, p requestParams, in SessionRequest) (SignInResponse, error) {
	if err := s.checkAccountLimit(p); err != nil {
		return SignInResponse{}, err
	}
	var owner supa.User
	err := s.limitAttempt(ctx, p, "session", isRejected, func() (err error) {
		owner, err = s.backend.FetchUser(ctx, supa.Caller{Token: in.AccessToken})
		return err
	})
	if err != nil {
		return SignInResponse{}, convertLinkError(err)
	}
	if current := getRequestSession(ctx).user(); current != nil && current.ID != owner.ID && !in.Replace && !p.addsAccount() {
		return SignInResponse{}, newAlreadySignedInError(current)
	}
	session, err := s.backend.Refresh(ctx, in.RefreshToken)
	if err != nil {
		return SignInResponse{}, convertLinkError(err)
	}
	if session.User.ID != owner.ID { // the tokens are of different users
		s.discardSession(ctx, session)
		return SignInResponse{}, newLinkExpiredError(nil)
	}
	return s.startSession(ctx, p.c, session, p.addsAccount())
}

// convertLinkError returns the error for tokens of a link that the auth service rejects.
func convertLinkError(err error) error {
	var rejection *supa.Error
	if !errors.As(err, &rejection) || supa.IsTransient(err) {
		return err
	}
	return newLinkExpiredError(err)
}

func newLinkExpiredError(cause error) *Error {
	return &Error{Code: CodeLinkExpired, Status: http.StatusBadRequest, Message: "This link has expired or was already used.", Hint: "Request a new one.", Cause: cause}
}
