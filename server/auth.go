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
	Email    string `json:"email"`
	Password string `json:"password"`
}

func (r SignInRequest) valid() error {
	switch {
	case strings.TrimSpace(r.Email) == "":
		return &Error{Code: CodeBadRequest, Message: "The e-mail address is missing.", Column: "email"}
	case r.Password == "":
		return &Error{Code: CodeBadRequest, Message: "The password is missing.", Column: "password"}
	}
	return nil
}

// SignInResponse answers both. User is null when a sign-up waits for the
// e-mail to be confirmed.
type SignInResponse struct {
	User *User `json:"user"`
}

// signIn is POST /api/auth/sign-in. Anyone may call; the cookie is set. Codes:
// invalid_credentials, email_not_confirmed and others of the auth area.
func (s *Server) signIn(ctx context.Context, _ params, in SignInRequest) (SignInResponse, error) {
	session, err := s.backend.SignIn(ctx, strings.TrimSpace(in.Email), in.Password)
	if err != nil {
		return SignInResponse{}, err
	}
	return begin(ctx, session), nil
}

// signUp is POST /api/auth/sign-up. Anyone may call where the backend allows
// it. Codes: signup_disabled, user_already_exists, weak_password and others of
// the auth area.
func (s *Server) signUp(ctx context.Context, _ params, in SignInRequest) (SignInResponse, error) {
	session, err := s.backend.SignUp(ctx, strings.TrimSpace(in.Email), in.Password)
	if err != nil || session == nil {
		return SignInResponse{}, err
	}
	return begin(ctx, session), nil
}

func begin(ctx context.Context, from *supa.Session) SignInResponse {
	v := visitOf(ctx)
	v.begin(v.sessions.fromBackend(from))
	return SignInResponse{User: v.user()}
}

// signOut is POST /api/auth/sign-out: 204, also for a guest. The session ends
// here even when the backend can't be told.
func (s *Server) signOut(c *echo.Context) error {
	ctx := c.Request().Context()
	v := visitOf(ctx)
	caller, err := v.caller(ctx)
	if err == nil && caller.Token != "" {
		err = s.backend.SignOut(ctx, caller)
	}
	var told *Error
	var refused *supa.Error
	if err != nil && !errors.As(err, &told) && !errors.As(err, &refused) { // those two: it was over already
		s.Logger.Warn("sign-out: the backend could not be told", "id", requestID(c), "error", err)
	}
	v.end()
	return c.NoContent(http.StatusNoContent)
}
