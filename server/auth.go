package server

import (
	"context"
	"errors"
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

// validate returns bad_request without an address or a password.
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

// signIn handles POST /api/auth/sign-in. Anyone can call it. It sets the cookie. With the
// query add=1, the current user of the browser stays signed in (see switchAccount). Codes:
// too_many_attempts, busy, too_many_accounts, invalid_credentials, email_not_confirmed and
// others of the auth service.
func (s *Server) signIn(ctx context.Context, p requestParams, in SignInRequest) (SignInResponse, error) {
	if err := s.checkAccountLimit(p); err != nil {
		return SignInResponse{}, err
	}
	email := strings.TrimSpace(in.Email)
	session, err := s.signIns.runAttempt(ctx, p.clientAddress(), email, isRejected, func() (*supa.Session, error) {
		return s.backend.SignIn(ctx, supa.Credentials{Email: email, Password: in.Password, CaptchaToken: in.CaptchaToken})
	})
	if err != nil {
		return SignInResponse{}, err
	}
	return s.startSession(ctx, p.c, session, p.addsAccount())
}

// signUp handles POST /api/auth/sign-up, also with add=1. Anyone can call it, if the
// backend allows sign-ups. Codes: too_many_attempts, busy, too_many_accounts,
// signup_disabled, user_already_exists, weak_password and others of the auth service.
func (s *Server) signUp(ctx context.Context, p requestParams, in SignInRequest) (SignInResponse, error) {
	if err := s.checkAccountLimit(p); err != nil {
		return SignInResponse{}, err
	}
	email := strings.TrimSpace(in.Email)
	link := s.newTokenRedirect(p.c.Request())
	session, err := s.signIns.runAttempt(ctx, p.clientAddress(), email, isRejectedOrSuccessful, func() (*supa.Session, error) {
		return s.backend.SignUp(ctx, supa.Credentials{Email: email, Password: in.Password, CaptchaToken: in.CaptchaToken}, link)
	})
	if err != nil || session == nil {
		return SignInResponse{}, err
	}
	return s.startSession(ctx, p.c, session, p.addsAccount())
}

// AnonymousRequest is the body of POST /api/auth/anonymous.
type AnonymousRequest struct {
	CaptchaToken string `json:"captchaToken,omitempty"`
}

// signInAnonymously handles POST /api/auth/anonymous, also with add=1. Anyone can call it,
// if the backend allows anonymous users. Codes: too_many_attempts, busy,
// too_many_accounts, anonymous_provider_disabled and others of the auth service.
func (s *Server) signInAnonymously(ctx context.Context, p requestParams, in AnonymousRequest) (SignInResponse, error) {
	if err := s.checkAccountLimit(p); err != nil {
		return SignInResponse{}, err
	}
	session, err := s.signIns.runAttempt(ctx, p.clientAddress(), "", isRejectedOrSuccessful, func() (*supa.Session, error) {
		return s.backend.SignInAnonymously(ctx, in.CaptchaToken)
	})
	if err != nil {
		return SignInResponse{}, err
	}
	return s.startSession(ctx, p.c, session, p.addsAccount())
}

// addsAccount reports whether the current user of the browser stays signed in when
// another user signs in (query add=1).
func (p requestParams) addsAccount() bool { return p.c.QueryParam("add") == "1" }

// startSession sets a new session. It ends the session that the browser had, so that a
// late response cannot set it again; with add, it parks the session of another user.
func (s *Server) startSession(ctx context.Context, c *echo.Context, from *supa.Session, add bool) (SignInResponse, error) {
	v := getRequestSession(ctx)
	started, err := s.sessions.createSession(from, nil)
	if err != nil {
		return SignInResponse{}, err
	}
	if v.cookieSession != nil {
		last := s.sessions.states.newestGeneration(v.cookieSession)
		if add && v.currentSession() != nil && last.User.ID != started.User.ID {
			if err := s.parkSession(c, last, started.User.ID); err != nil {
				s.discardSession(ctx, from)
				return SignInResponse{}, err
			}
		} else {
			s.endBackendSession(ctx, last)
		}
		s.sessions.states.markReplaced(last)
	}
	s.forgetParked(c, started.User.ID)
	v.setSession(started)
	return SignInResponse{User: v.user()}, nil
}

// SignOutScope names the sessions that a sign-out ends.
type SignOutScope string

// The scopes.
const (
	SignOutLocal  SignOutScope = "local"  // this session
	SignOutOthers SignOutScope = "others" // all other sessions of the user
	SignOutGlobal SignOutScope = "global" // all sessions of the user
)

// SignOutRequest is the optional body of POST /api/auth/sign-out.
type SignOutRequest struct {
	Scope SignOutScope `json:"scope,omitempty"` // "": SignOutLocal
}

func (r SignOutRequest) validate() error {
	switch r.Scope {
	case "", SignOutLocal, SignOutOthers, SignOutGlobal:
		return nil
	}
	return newBadRequestError("The scope must be local, others or global.")
}

// signOutPath is the route of signOut.
const signOutPath = "/api/auth/sign-out"

// signOut handles POST /api/auth/sign-out: 204. With the scope local, it ends the session
// of the cookie, whichever user the page names, even if the backend is not reachable; a
// guest can call it. If the user is viewed by another user, it also ends the viewer's own
// session. The other scopes require a user, and end nothing if the backend is
// not reachable. Codes of these: not_signed_in, view_as_read_only.
func (s *Server) signOut(ctx context.Context, p requestParams, in SignOutRequest) (noContent, error) {
	v := getRequestSession(ctx)
	if in.Scope == SignOutOthers || in.Scope == SignOutGlobal {
		if v.viewedBy() != nil { // the other sessions are those of the viewed user
			return noContent{}, newViewAsReadOnlyError()
		}
		err := s.callAsUser(ctx, func(caller supa.Caller) error { return s.backend.SignOut(ctx, caller, string(in.Scope)) })
		if err != nil || in.Scope == SignOutOthers {
			return noContent{}, err
		}
	}
	switch {
	case v.cookieSession == nil:
	case v.cookieSession.ViewedBy != nil:
		s.signViewerOut(ctx, p, v.cookieSession)
	default:
		last := s.sessions.states.newestGeneration(v.cookieSession)
		s.sessions.states.markEnded(last)
		if in.Scope != SignOutGlobal {
			s.endBackendSession(ctx, last)
		}
	}
	v.setSession(nil)
	return noContent{}, nil
}

// requireUser returns the signed-in user for routes that a session without a second factor
// can use. Codes: not_signed_in.
func (s *Server) requireUser(ctx context.Context) (supa.Caller, error) {
	caller, err := getRequestSession(ctx).resolveCallerOfAnyLevel(ctx)
	if err == nil && caller.Token == "" {
		err = newNotSignedInError(nil)
	}
	return caller, err
}

// callAsUser calls the auth service as the signed-in user. If the service reports that
// the session or the user no longer exists, the error is not_signed_in and the cookie is
// deleted.
func (s *Server) callAsUser(ctx context.Context, call func(supa.Caller) error) error {
	caller, err := s.requireUser(ctx)
	if err != nil {
		return err
	}
	err = call(caller)
	var rejection *supa.Error
	if errors.As(err, &rejection) && rejection.Status == http.StatusForbidden &&
		(rejection.Code == "session_not_found" || rejection.Code == "user_not_found") {
		if renewErr := getRequestSession(ctx).renewSession(ctx); renewErr != nil {
			return renewErr
		}
	}
	return err
}

// updateSessionUser gives the session the user's data after a change that the auth service
// has made. The error is not_signed_in. Any other error is only logged, because the change
// has been made: the next refresh brings the data.
func (s *Server) updateSessionUser(ctx context.Context) error {
	err := getRequestSession(ctx).renewSession(ctx)
	var rejection *Error
	if err == nil || errors.As(err, &rejection) && rejection.Code == CodeNotSignedIn {
		return err
	}
	s.Logger.WarnContext(ctx, "a session has old data of its user", "error", err)
	return nil
}

// endBackendSession ends a session at the backend. It only logs an error.
func (s *Server) endBackendSession(ctx context.Context, ended *session) {
	if err := s.sessions.endBackendSession(ctx, ended); err != nil {
		s.Logger.WarnContext(ctx, "the backend could not end a session", "error", err)
	}
}
