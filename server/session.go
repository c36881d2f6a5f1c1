package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/tableside/tableside/server/supa"
)

// User is the signed-in user, as the auth service describes them.
type User struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"` // user_metadata full_name or name, else the e-mail's local part
	Role  string `json:"role"` // database role of the token, e.g. "authenticated", "staff"
}

const (
	// refreshAhead is how long before its expiry a token is refreshed.
	refreshAhead = time.Minute
	// refreshTries is the number of further tries of a refresh that another
	// replica does at the same moment (409 conflict), refreshPause apart.
	refreshTries = 3
	refreshPause = 250 * time.Millisecond
	// checkTimeout bounds the question whether a session still exists.
	checkTimeout = 3 * time.Second
	// signOutTimeout bounds the end of a session at the backend.
	signOutTimeout = 10 * time.Second
)

// errSignedOut means that the session has ended. errEndedBefore is the same for
// a session that had ended before this request used it.
var (
	errSignedOut   = errors.New("the session has ended")
	errEndedBefore = fmt.Errorf("%w before this request", errSignedOut)
)

// sessions refreshes, checks and ends sessions. Requests that need the same
// refresh or check share it.
type sessions struct {
	*sealer
	backend *supa.Backend
	now     func() time.Time
	states  *sessionStates
	group   singleflight.Group
}

func newSessions(backend *supa.Backend, secret []byte, now func() time.Time) (*sessions, error) {
	sealer, err := newSealer(secret)
	if err != nil {
		return nil, err
	}
	return &sessions{sealer: sealer, backend: backend, now: now, states: newSessionStates(now)}, nil
}

// signedIn returns the first generation of a session that the backend has
// started.
func (s *sessions) signedIn(from *supa.Session) (*session, error) {
	started, err := s.fromBackend(from, rand.Text(), 0)
	if err == nil {
		s.states.confirm(started)
	}
	return started, err
}

// fromBackend converts the backend's session. Codes: session_too_large.
func (s *sessions) fromBackend(from *supa.Session, id string, generation int) (*session, error) {
	user := User{ID: from.User.ID, Email: from.User.Email, Role: supa.TokenRole(from.AccessToken)}
	for _, name := range []string{from.User.Metadata.FullName, from.User.Metadata.Name} {
		if user.Name == "" {
			user.Name = name
		}
	}
	if user.Name == "" {
		user.Name, _, _ = strings.Cut(user.Email, "@")
	}
	converted := &session{
		ID: id, Generation: generation,
		AccessToken: from.AccessToken, RefreshToken: from.RefreshToken,
		// By our clock, from now: the backend's clock may differ.
		ExpiresAt: s.now().Add(from.Lifetime).Unix(), User: user,
	}
	// Checked here: when the headers are written, it is too late for an error.
	_, err := s.seal(converted)
	return converted, err
}

// fresh returns the newest generation of a session, with an access token that
// does not expire soon: after a refresh if one is due, and after a check if the
// auth service has not confirmed the session lately. If the auth service is not
// reachable, a token that has not expired is used. The error is errSignedOut if
// the session has ended.
func (s *sessions) fresh(ctx context.Context, old *session) (*session, error) {
	if s.states.get(old).ended {
		return nil, errEndedBefore
	}
	current := s.states.newest(old)
	left := time.Unix(current.ExpiresAt, 0).Sub(s.now())
	if left > refreshAhead {
		return s.checked(ctx, current)
	}
	renewed, err := s.renewed(ctx, current)
	if err != nil && left > 0 && !errors.Is(err, errSignedOut) && ctx.Err() == nil {
		return current, nil
	}
	return renewed, err
}

// checked asks the auth service whether a session still exists, if it has not
// confirmed that lately. A token that the auth service refuses is refreshed:
// that fails if the session has ended.
func (s *sessions) checked(ctx context.Context, current *session) (*session, error) {
	if !s.states.isCheckDue(current) {
		return current, nil
	}
	return s.shared(ctx, "check "+current.ID, func(ctx context.Context) (*session, error) {
		if !s.states.isCheckDue(current) {
			return current, nil
		}
		limited, cancel := context.WithTimeout(ctx, checkTimeout)
		defer cancel()
		err := s.backend.CheckSession(limited, supa.Caller{Token: current.AccessToken})
		switch {
		case hasStatus(err, http.StatusUnauthorized), hasStatus(err, http.StatusForbidden):
			return s.renewed(ctx, current)
		case err != nil:
			s.states.postponeCheck(current)
		case !s.states.confirm(current):
			return nil, errEndedBefore
		}
		return current, nil
	})
}

// renewed returns the next generation of a session.
func (s *sessions) renewed(ctx context.Context, old *session) (*session, error) {
	return s.shared(ctx, "refresh "+old.ID, func(ctx context.Context) (*session, error) {
		if s.states.get(old).ended {
			return nil, errEndedBefore
		}
		if newest := s.states.newest(old); newest != old {
			return newest, nil
		}
		return s.refresh(ctx, old)
	})
}

// shared runs a function once for all requests that wait for the same key. The
// function does not end with the request that started it.
func (s *sessions) shared(ctx context.Context, key string, run func(context.Context) (*session, error)) (*session, error) {
	result := s.group.DoChan(key, func() (any, error) { return run(context.WithoutCancel(ctx)) })
	select {
	case r := <-result:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*session), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the auth service: %w", ctx.Err())
	}
}

func (s *sessions) refresh(ctx context.Context, old *session) (*session, error) {
	got, err := s.backend.Refresh(ctx, old.RefreshToken)
	for range refreshTries {
		if !hasStatus(err, http.StatusConflict) {
			break
		}
		time.Sleep(refreshPause) // another replica refreshes it: both get the same token
		got, err = s.backend.Refresh(ctx, old.RefreshToken)
	}
	var refused *supa.Error
	switch {
	case hasStatus(err, http.StatusConflict):
		return nil, fmt.Errorf("%w: refresh a session: %v", supa.ErrUnreachable, err)
	case errors.As(err, &refused) && !supa.IsTransient(err):
		s.states.end(old)
		return nil, fmt.Errorf("%w: %w", errSignedOut, err)
	case err != nil:
		return nil, fmt.Errorf("refresh a session: %w", err)
	}
	renewed, err := s.fromBackend(got, old.ID, old.Generation+1)
	if err != nil {
		return nil, err
	}
	if !s.states.confirm(renewed) {
		return nil, errEndedBefore
	}
	return renewed, nil
}

// end ends a session at the backend. Callers mark it as ended first, so that no
// response sets it again. An error means that the backend may not have ended it.
func (s *sessions) end(ctx context.Context, ended *session) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), signOutTimeout)
	defer cancel()
	err := s.backend.SignOut(ctx, supa.Caller{Token: ended.AccessToken})
	var refused *supa.Error
	if errors.As(err, &refused) && refused.Code == "bad_jwt" { // expired
		var renewed *supa.Session
		if renewed, err = s.backend.Refresh(ctx, ended.RefreshToken); err == nil {
			err = s.backend.SignOut(ctx, supa.Caller{Token: renewed.AccessToken})
		}
	}
	if errors.As(err, &refused) && !supa.IsTransient(err) {
		return nil // it had ended before
	}
	return err
}

func hasStatus(err error, status int) bool {
	var refused *supa.Error
	return errors.As(err, &refused) && refused.Status == status
}
