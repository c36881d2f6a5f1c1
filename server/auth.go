package server

import (
	"context"
	"net/http"
	"strings"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// SignInRequest is the body of POST /api/auth/sign-in and /sign-up.
type SignInRequest struct {
	Email        string `json:"email"`
	Password     string `json:"password"`
	CaptchaToken string `json:"captchaToken,omitempty"` // if SignInMethods.Captcha is set
}

func (r SignInRequest) validate() error {
	switch {
	case strings.TrimSpace(r.Email) == "":
		return &Error{Code: CodeBadRequest, Message: "Enter your email address.", Column: "email"}
	case r.Password == "":
		return &Error{Code: CodeBadRequest, Message: "Enter your password.", Column: "password"}
	}
	return nil
}

// SignInResponse is the response of each route that starts a session. User is null if
// the user must first confirm an email address.
type SignInResponse struct {
	User *User `json:"user"`
}

// signIn handles POST /api/auth/sign-in. Anyone can call it. It sets the cookie. Codes:
// too_many_attempts, busy, invalid_credentials, email_not_confirmed and others of the
// auth service.
func (s *Server) signIn(ctx context.Context, p requestParams, in SignInRequest) (SignInResponse, error) {
	email := strings.TrimSpace(in.Email)
	session, err := s.signIns.runAttempt(ctx, p.clientAddress(), email, isRejected, func() (*supa.Session, error) {
		return s.backend.SignIn(ctx, supa.Credentials{Email: email, Password: in.Password, CaptchaToken: in.CaptchaToken})
	})
	if err != nil {
		return SignInResponse{}, err
	}
	return s.startSession(ctx, session)
}

// signUp handles POST /api/auth/sign-up. Anyone can call it, if the backend allows
// sign-ups. Codes: too_many_attempts, busy, signup_disabled, user_already_exists,
// weak_password and others of the auth service.
func (s *Server) signUp(ctx context.Context, p requestParams, in SignInRequest) (SignInResponse, error) {
	email := strings.TrimSpace(in.Email)
	session, err := s.signIns.runAttempt(ctx, p.clientAddress(), email, isRejectedOrSuccessful, func() (*supa.Session, error) {
		return s.backend.SignUp(ctx, supa.Credentials{Email: email, Password: in.Password, CaptchaToken: in.CaptchaToken}, supa.PKCE{})
	})
	if err != nil || session == nil {
		return SignInResponse{}, err
	}
	return s.startSession(ctx, session)
}

// AnonymousRequest is the body of POST /api/auth/anonymous.
type AnonymousRequest struct {
	CaptchaToken string `json:"captchaToken,omitempty"`
}

// signInAnonymously handles POST /api/auth/anonymous. Anyone can call it, if the backend
// allows anonymous users. Codes: too_many_attempts, busy, anonymous_provider_disabled and
// others of the auth service.
func (s *Server) signInAnonymously(ctx context.Context, p requestParams, in AnonymousRequest) (SignInResponse, error) {
	session, err := s.signIns.runAttempt(ctx, p.clientAddress(), "", isRejectedOrSuccessful, func() (*supa.Session, error) {
		return s.backend.SignInAnonymously(ctx, in.CaptchaToken)
	})
	if err != nil {
		return SignInResponse{}, err
	}
	return s.startSession(ctx, session)
}

// startSession sets a new session. It ends the session that the browser had, so that a
// late response cannot set it again.
func (s *Server) startSession(ctx context.Context, from *supa.Session) (SignInResponse, error) {
	v := getRequestSession(ctx)
	started, err := s.sessions.createSession(from)
	if err != nil {
		return SignInResponse{}, err
	}
	if v.cookieSession != nil {
		last := s.sessions.states.newestGeneration(v.cookieSession)
		s.sessions.states.markReplaced(last)
		s.endBackendSession(ctx, last)
	}
	v.setSession(started)
	return SignInResponse{User: v.user()}, nil
}

// signOut handles POST /api/auth/sign-out: 204, also for a guest. It ends the session of
// the cookie, whichever user the page names, even if the backend is not reachable.
func (s *Server) signOut(c *echo.Context) error {
	ctx := c.Request().Context()
	v := getRequestSession(ctx)
	if v.cookieSession != nil {
		last := s.sessions.states.newestGeneration(v.cookieSession)
		s.sessions.states.markEnded(last)
		s.endBackendSession(ctx, last)
	}
	v.setSession(nil)
	return c.NoContent(http.StatusNoContent)
}

// endBackendSession ends a session at the backend. It only logs an error.
func (s *Server) endBackendSession(ctx context.Context, ended *session) {
	if err := s.sessions.endBackendSession(ctx, ended); err != nil {
		s.Logger.WarnContext(ctx, "the backend could not end a session", "error", err)
	}
}
