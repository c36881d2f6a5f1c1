package server

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/tableside/tableside/server/supa"
)

// ViewAsOptions configures the mode in which some users see the workspace of another user,
// with a session of that user, and can change nothing.
type ViewAsOptions struct {
	SecretKey string        // of the backend: lists the users and starts their sessions
	Roles     []string      // the database roles whose users can view as any other user
	MaxAge    time.Duration // after which the mode ends; 0: 30 minutes
}

// viewer is the user who views as the user of a session.
type viewer struct {
	ID     string `json:"i"`
	Name   string `json:"n"`
	EndsAt int64  `json:"e"` // Unix seconds
	Token  string `json:"t"` // of the viewer's own session: the mode ends with that session
	Role   string `json:"r"` // of the viewer's account when the mode began: the mode ends with it
}

// ViewAsStatus is what the current user can do with the mode.
type ViewAsStatus string

// The states.
const (
	ViewAsOff        ViewAsStatus = "off"         // the settings are missing
	ViewAsNotAllowed ViewAsStatus = "not_allowed" // TABLESIDE_VIEW_AS_ROLES does not contain the user's role
	ViewAsAllowed    ViewAsStatus = "allowed"
	ViewAsActive     ViewAsStatus = "active" // the user of the session is viewed by another user
)

// ViewAs describes the mode for the current user.
type ViewAs struct {
	Status   ViewAsStatus `json:"status"`
	ByID     string       `json:"byId"`   // who views as the user; "" unless active
	ByName   string       `json:"byName"` // "" unless active
	EndsAtMS int64        `json:"endsAt"` // when the mode ends, in milliseconds since 1970; 0 unless active
}

// ViewAsRequest is the body of POST /api/auth/view-as.
type ViewAsRequest struct {
	UserID string `json:"userId"`
}

func (r ViewAsRequest) validate() error {
	if len(r.UserID) == len(uuid.Nil.String()) && uuid.Validate(r.UserID) == nil {
		return nil
	}
	return newBadRequestError("The user’s id must be a UUID.")
}

// ViewAsUser is an account that can be viewed.
type ViewAsUser struct {
	ID       string         `json:"id"`
	Email    string         `json:"email"`
	Name     string         `json:"name"`
	Obstacle ViewAsObstacle `json:"obstacle"` // why the account cannot be viewed
}

// ViewAsUsers is the response of GET /api/auth/view-as/users.
type ViewAsUsers struct {
	Users   []ViewAsUser `json:"users"`
	HasMore bool         `json:"hasMore"` // there can be further pages
}

const (
	defaultViewAsAge = 30 * time.Minute
	viewAsPageSize   = 50
	// maxViewAsFilter limits the text with which users are searched, in bytes.
	maxViewAsFilter = 200
)

// describeViewAs returns what the user of a session can do with the mode; off for a guest.
func (s *Server) describeViewAs(current *session) ViewAs {
	switch {
	case current == nil, s.viewAsAdmin == nil:
		return ViewAs{Status: ViewAsOff}
	case current.ViewedBy != nil:
		by := current.ViewedBy
		return ViewAs{Status: ViewAsActive, ByID: by.ID, ByName: by.Name, EndsAtMS: by.EndsAt * 1000}
	case slices.Contains(s.ViewAs.Roles, current.User.Role):
		return ViewAs{Status: ViewAsAllowed}
	}
	return ViewAs{Status: ViewAsNotAllowed}
}

// requireViewAs returns the session of a user who can view as others. Codes: not_signed_in,
// mfa_required, view_as_not_allowed.
func (s *Server) requireViewAs(ctx context.Context) (*session, error) {
	v := getRequestSession(ctx)
	caller, err := v.resolveCaller(ctx)
	current := v.currentSession()
	switch {
	case err != nil:
		return nil, err
	case caller.Token == "" || current == nil:
		return nil, newNotSignedInError(nil)
	case s.describeViewAs(current).Status != ViewAsAllowed:
		return nil, &Error{
			Code: CodeViewAsNotAllowed, Message: "You can’t view the workspace as another user.",
			Hint: "The owner allows it with SUPABASE_SECRET_KEY and TABLESIDE_VIEW_AS_ROLES.",
		}
	case current.User.AAL != current.User.NextAAL:
		return nil, &Error{
			Code: CodeMFARequired, Message: "To view the workspace as another user, enter the code of your second factor first.",
			Hint: "Enter the code of your authenticator app.",
		}
	}
	return current, nil
}

// listViewAsUsers handles GET /api/auth/view-as/users?filter=&page=1: the accounts of the
// project, from newest to oldest. Users of the roles in TABLESIDE_VIEW_AS_ROLES can call it.
// Codes: not_signed_in, mfa_required, view_as_not_allowed, bad_request.
func (s *Server) listViewAsUsers(ctx context.Context, p requestParams) (ViewAsUsers, error) {
	current, err := s.requireViewAs(ctx)
	if err != nil {
		return ViewAsUsers{}, err
	}
	filter, page := strings.TrimSpace(p.c.QueryParam("filter")), 1
	if text := p.c.QueryParam("page"); text != "" {
		page, err = strconv.Atoi(text)
	}
	if err != nil || page < 1 || len(filter) > maxViewAsFilter {
		return ViewAsUsers{}, newBadRequestError("The page must be a positive number, and the filter a short text.")
	}
	found, err := s.viewAsAdmin.ListUsers(ctx, filter, page, viewAsPageSize)
	if err != nil {
		return ViewAsUsers{}, err
	}
	list := ViewAsUsers{Users: []ViewAsUser{}, HasMore: len(found) == viewAsPageSize}
	for _, user := range found {
		if user.ID != current.User.ID {
			described := newUser(user, "")
			list.Users = append(list.Users, ViewAsUser{
				ID: user.ID, Email: user.Email, Name: described.Name, Obstacle: findViewAsObstacle(user, s.Now()),
			})
		}
	}
	return list, nil
}

// startViewAs handles POST /api/auth/view-as: it replaces the session of the browser by one of
// another user, in which the server rejects every change, and parks the caller's own. The mode
// ends with endViewAs, with the caller's own session, with a sign-out, or after
// ViewAsOptions.MaxAge. Users of the roles in TABLESIDE_VIEW_AS_ROLES can call it. Codes:
// bad_request, not_signed_in, mfa_required, view_as_not_allowed, view_as_impossible,
// too_many_accounts, and those of the auth service.
func (s *Server) startViewAs(ctx context.Context, p requestParams, in ViewAsRequest) (SignInResponse, error) {
	current, err := s.requireViewAs(ctx)
	if err != nil {
		return SignInResponse{}, err
	}
	target, err := s.viewAsAdmin.FetchUser(ctx, in.UserID)
	if err != nil {
		return SignInResponse{}, err
	}
	if target.ID == current.User.ID {
		return SignInResponse{}, &Error{Code: CodeViewAsImpossible, Message: "This is your own account."}
	}
	if obstacle := findViewAsObstacle(target, s.Now()); obstacle != ViewAsPossible {
		return SignInResponse{}, newViewAsObstacleError(obstacle)
	}
	own, by, err := s.describeViewer(ctx)
	if err != nil {
		return SignInResponse{}, err
	}
	from, err := s.viewAsAdmin.StartSession(ctx, target)
	if errors.Is(err, supa.ErrOtherAccount) {
		return SignInResponse{}, newAccountNotFoundError(err)
	}
	if err != nil {
		return SignInResponse{}, err
	}
	viewed, err := s.sessions.createSession(from, by)
	if err == nil {
		err = s.parkSession(p.c, own, viewed.User.ID)
	}
	if err == nil && !s.sessions.states.markReplaced(own) {
		err = newNotSignedInError(errAlreadySignedOut) // another tab has started the mode, or signed out
	}
	if err != nil {
		s.discardSession(ctx, from)
		return SignInResponse{}, err
	}
	v := getRequestSession(ctx)
	v.setSession(viewed)
	s.Logger.Info("view as another user started", "user", viewed.User.ID, "viewed_by", by.ID)
	// Without a further request, too. After a restart, protectViewedUser
	// ends the session at the next request.
	time.AfterFunc(time.Unix(by.EndsAt, 0).Sub(s.Now()), func() { s.revokeViewedSession(context.WithoutCancel(ctx), viewed, "time limit") })
	return SignInResponse{User: v.user()}, nil
}

// endViewAs handles DELETE /api/auth/view-as: it ends the viewed user's session, also at the
// backend, and makes the viewer's own session the current one. The user of the response is
// null if that has ended. Anyone can call it: without the mode, it changes nothing.
func (s *Server) endViewAs(ctx context.Context, p requestParams) (SignInResponse, error) {
	v := getRequestSession(ctx)
	viewed := v.cookieSession
	if viewed == nil || viewed.ViewedBy == nil {
		return SignInResponse{User: v.user()}, nil // another tab has ended it
	}
	var own *session
	parked, err := s.findParked(p.c, viewed.ViewedBy.ID)
	if err == nil {
		own, err = s.activateParked(ctx, p, parked)
	}
	var missing *Error
	if err != nil && !(errors.As(err, &missing) && missing.Code == CodeAccountNotFound) {
		return SignInResponse{}, err
	}
	s.forgetParked(p.c, viewed.ViewedBy.ID)
	s.revokeViewedSession(ctx, viewed, "request")
	v.setSession(own)
	return SignInResponse{User: v.user()}, nil
}

// signViewerOut ends the session of a viewed user and the viewer's own.
func (s *Server) signViewerOut(ctx context.Context, p requestParams, viewed *session) {
	s.revokeViewedSession(ctx, viewed, "sign-out")
	if parked, err := s.findParked(p.c, viewed.ViewedBy.ID); err == nil {
		s.forgetParked(p.c, parked.User.ID)
		s.endBackendSession(ctx, parked)
	}
}

// revokeViewedSession ends a session of the mode here and at the backend, unless it has ended.
func (s *Server) revokeViewedSession(ctx context.Context, viewed *session, reason string) {
	if s.sessions.states.get(viewed).ended {
		return
	}
	last := s.sessions.states.newestGeneration(viewed)
	s.sessions.states.markEnded(last)
	attributes := []any{"user", viewed.User.ID, "viewed_by", viewed.ViewedBy.ID, "reason", reason}
	if err := s.sessions.endBackendSession(ctx, last); err != nil {
		s.Logger.Error("the session of a viewed user could not be ended at the backend", append(attributes, "error", err)...)
	}
	s.Logger.Info("view as another user ended", attributes...)
}

// newViewAsAdmin returns the admin API for the mode; nil without its settings.
func newViewAsAdmin(s *settings, backend *supa.Backend) *supa.Admin {
	if s.ViewAs.SecretKey == "" || len(s.ViewAs.Roles) == 0 {
		return nil
	}
	return supa.NewAdmin(backend, s.ViewAs.SecretKey)
}
