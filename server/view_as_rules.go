package server

import (
	"context"
	"slices"
	"time"

	"github.com/tableside/tableside/server/supa"
)

// ViewAsObstacle is the reason why an account cannot be viewed: the session of another user is a
// sign-in with a link at the auth service, which must change nothing but the time of the last
// sign-in.
type ViewAsObstacle string

// The obstacles.
const (
	ViewAsPossible    ViewAsObstacle = ""                    // the account can be viewed
	ViewAsNoEmail     ViewAsObstacle = "no_email"            // a link needs an address
	ViewAsUnconfirmed ViewAsObstacle = "email_not_confirmed" // the link would confirm the address
	ViewAsBanned      ViewAsObstacle = "banned"              // the auth service starts no session
	ViewAsSSO         ViewAsObstacle = "sso"                 // the link would create another account with the address
)

// findViewAsObstacle returns why a user cannot be viewed, or ViewAsPossible.
func findViewAsObstacle(user supa.User, now time.Time) ViewAsObstacle {
	switch {
	case user.Email == "":
		return ViewAsNoEmail
	case user.IsSSO():
		return ViewAsSSO
	case user.EmailConfirmedAt == nil:
		return ViewAsUnconfirmed
	case user.IsBanned(now):
		return ViewAsBanned
	}
	return ViewAsPossible
}

// newViewAsObstacleError returns the error view_as_impossible with the reason.
func newViewAsObstacleError(obstacle ViewAsObstacle) *Error {
	texts := map[ViewAsObstacle][2]string{
		ViewAsNoEmail:     {"This account has no email address.", "The auth service starts a session for another user only with an address."},
		ViewAsUnconfirmed: {"This user has not confirmed their email address.", "Starting the mode would confirm the address for them."},
		ViewAsBanned:      {"This account is banned.", "The auth service starts no session for a banned user."},
		ViewAsSSO:         {"This account uses single sign-on.", "The auth service starts a session for it only at its identity provider."},
	}[obstacle]
	return &Error{Code: CodeViewAsImpossible, Message: texts[0], Hint: texts[1]}
}

// describeViewer returns the caller's own session, and the viewer of a mode that starts now. It
// renews the session, so that its role is the current one, and the token outlasts the mode. If the
// backend's tokens are valid for a shorter time, the mode ends with the token. Codes: those of
// requireViewAs and of the auth service.
func (s *Server) describeViewer(ctx context.Context) (*session, *viewer, error) {
	if err := getRequestSession(ctx).renewSession(ctx); err != nil {
		return nil, nil, err
	}
	own, err := s.requireViewAs(ctx)
	if err != nil {
		return nil, nil, err
	}
	account, err := s.backend.FetchUser(ctx, supa.Caller{Token: own.AccessToken})
	if err != nil {
		return nil, nil, err
	}
	endsAt := min(s.Now().Add(s.ViewAs.MaxAge).Unix(), own.ExpiresAt)
	return own, &viewer{ID: own.User.ID, Name: own.User.Name, EndsAt: endsAt, Token: own.AccessToken, Role: account.Role}, nil
}

// findViewAsEnd returns why the mode must end now, by the time and the settings; "": it continues.
func (s *Server) findViewAsEnd(by *viewer) string {
	switch {
	case s.Now().Unix() >= by.EndsAt:
		return "time limit"
	case s.viewAsAdmin == nil, !slices.Contains(s.ViewAs.Roles, supa.ParseSessionClaims(by.Token).Role):
		return "settings"
	}
	return ""
}

// checkViewer ends a session of the mode if the viewer's own session or account no longer exists, or
// if the account is banned or has another role. The error is then errAlreadySignedOut.
func (s *sessionManager) checkViewer(ctx context.Context, viewed *session) error {
	by := viewed.ViewedBy
	if by == nil {
		return nil
	}
	account, err := s.backend.FetchUser(ctx, supa.Caller{Token: by.Token})
	isRejected := hasStatus(err, 401) || hasStatus(err, 403)
	if !isRejected && (err != nil || account.Role == by.Role && !account.IsBanned(s.now())) {
		return err
	}
	s.revokeViewed(ctx, viewed, "end of the viewer's session")
	return errAlreadySignedOut
}
