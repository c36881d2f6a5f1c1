package server

import (
	"context"
	"log/slog"
	"net/http"
	"slices"

	"github.com/labstack/echo/v5"
)

// viewAsChanges are the routes that can change something although their method is GET.
var viewAsChanges = []string{"/api/functions/:name", "/api/auth/oauth/:provider", callbackPath, "/api/realtime/websocket"}

// viewAsReads are the routes that change nothing although their method is POST.
var viewAsReads = []string{"/api/files/:bucket/zip"}

// viewAsPath is the route that starts and ends the mode.
const viewAsPath = "/api/auth/view-as"

// protectViewedUser rejects every request that can change something in a session in which
// another user views as its user: only reads, and the end of the mode, pass. It ends sessions
// whose time is over. A browser whose session has ended is signed out: it can sign in, and the
// handlers reject everything that needs a user. Codes: view_as_read_only, not_signed_in.
func (s *Server) protectViewedUser(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		ctx := c.Request().Context()
		v := getRequestSession(ctx)
		viewed := v.cookieSession
		if viewed == nil || viewed.ViewedBy == nil {
			return next(c)
		}
		if reason := s.findViewAsEnd(viewed.ViewedBy); reason != "" {
			s.revokeViewedSession(ctx, viewed, reason)
			v.forgetSession()
		}
		if canViewedUserSend(c) || v.confirmEnd(ctx) {
			return next(c)
		}
		return newViewAsReadOnlyError()
	}
}

func newViewAsReadOnlyError() *Error {
	return &Error{
		Code: CodeViewAsReadOnly, Message: "You view the workspace as another user, so you can’t change anything.",
		Hint: "End the mode to work with your own account.",
	}
}

// confirmEnd reports whether the session has ended, after a check at the auth service if one is due.
// It returns false if the auth service does not respond.
func (v *requestSession) confirmEnd(ctx context.Context) bool {
	if current := v.currentSession(); current != nil {
		fresh, err := v.sessions.ensureFresh(ctx, current)
		_ = v.applyRefresh(current, fresh, err) // changes nothing after an error other than the end
	}
	return v.hasEnded()
}

// canViewedUserSend reports whether a request changes nothing, or ends the mode.
func canViewedUserSend(c *echo.Context) bool {
	method, route := c.Request().Method, c.Path()
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		isCallback := route == "/" && c.QueryParam("code") != ""
		return !isCallback && !slices.Contains(viewAsChanges, route)
	case http.MethodPost:
		return slices.Contains(viewAsReads, route) || route == signOutPath
	case http.MethodDelete:
		return route == viewAsPath
	}
	return false
}

// forgetSession makes the request one of a user whose session has ended. The response keeps the
// cookie, with which the viewer's own session is found.
func (v *requestSession) forgetSession() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.session, v.ended, v.changed = nil, true, false
}

// viewedAttributes returns the ids of both users of a request in the mode, for the log.
func viewedAttributes(ctx context.Context) []slog.Attr {
	v, ok := ctx.Value(requestSessionKey{}).(*requestSession)
	if !ok || v.cookieSession == nil || v.cookieSession.ViewedBy == nil || v.hasEnded() {
		return nil
	}
	return []slog.Attr{slog.String("user", v.cookieSession.User.ID), slog.String("viewed_by", v.cookieSession.ViewedBy.ID)}
}
