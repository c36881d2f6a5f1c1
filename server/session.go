package server

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/tableside/tableside/server/cache"
	"github.com/tableside/tableside/server/supa"
)

const (
	// A token is refreshed when a refreshLeadDivisor-th of its lifetime remains, at most
	// maxRefreshLead before its expiry. Tokens can have a lifetime of less than a minute.
	refreshLeadDivisor = 5
	maxRefreshLead     = time.Minute
	// maxRefreshRetries is the number of retries of a refresh that another replica
	// does at the same time (409 conflict). refreshRetryDelay is the time between them.
	maxRefreshRetries = 3
	refreshRetryDelay = 250 * time.Millisecond
	// sessionCheckTimeout limits the check whether a session still exists.
	sessionCheckTimeout = 3 * time.Second
	// signOutTimeout limits the request that ends a session at the backend.
	signOutTimeout = 10 * time.Second
)

// errSignedOut means that the session has ended, and errAlreadySignedOut that it had
// ended before this request used it.
var (
	errSignedOut        = errors.New("the session has ended")
	errAlreadySignedOut = fmt.Errorf("%w before this request", errSignedOut)
)

// sessionManager refreshes, checks and ends sessions. Requests that need the same
// refresh or check share it.
type sessionManager struct {
	*sealer
	backend *supa.Backend
	now     func() time.Time
	states  *sessionStates
	shared  cache.Group[*session]
	opened  *cache.Cache[*session] // by the value of the cookie
	// revokeViewed ends a session in which another user views as its user.
	revokeViewed func(ctx context.Context, viewed *session, reason string)
}

const (
	// openedSessionMaxAge limits how long the tokens of an opened cookie stay in memory.
	openedSessionMaxAge    = 5 * time.Minute
	maxOpenedSessions      = 10_000
	maxOpenedSessionsBytes = 16 << 20
)

// newSessionManager returns a manager without sessions. The secrets encrypt the cookies: the first one is for new cookies.
func newSessionManager(backend *supa.Backend, secrets [][]byte, now func() time.Time) (*sessionManager, error) {
	sealer, err := newSealer(secrets)
	if err != nil {
		return nil, err
	}
	return &sessionManager{
		sealer: sealer, backend: backend, now: now, states: newSessionStates(now),
		opened: cache.New(cache.Options[*session]{
			MaxAge: openedSessionMaxAge, MaxEntries: maxOpenedSessions, MaxBytes: maxOpenedSessionsBytes, Now: now,
			Size: measureSession,
		}),
	}, nil
}

// measureSession returns the size of a session in memory, in bytes.
func measureSession(s *session) int64 {
	size := len(s.AccessToken) + len(s.RefreshToken)
	if s.ViewedBy != nil {
		size += len(s.ViewedBy.Token)
	}
	return int64(size)
}

// openCookie returns the session in the value of a cookie, which it decrypts once.
// The session can have ended since: the caller checks its state.
func (s *sessionManager) openCookie(value string) (*session, error) {
	if opened, ok := s.opened.Find(value); ok {
		return opened, nil
	}
	opened, err := s.open(value)
	if err == nil {
		s.opened.Put(strings.Clone(value), opened) // the value is a part of the request's header
	}
	return opened, err
}

// createSession returns the first generation of a session that the backend has
// started. by is who views as its user; nil: it is the user's own session.
func (s *sessionManager) createSession(from *supa.Session, by *viewer) (*session, error) {
	started, err := s.convertSession(from, &session{ID: rand.Text(), Generation: -1, ViewedBy: by})
	if err == nil {
		s.states.confirm(started)
	}
	return started, err
}

// convertSession converts the backend's session to the next generation of a session. Codes:
// session_too_large.
func (s *sessionManager) convertSession(from *supa.Session, previous *session) (*session, error) {
	converted := &session{
		ID: previous.ID, Generation: previous.Generation + 1, ViewedBy: previous.ViewedBy,
		AccessToken: from.AccessToken, RefreshToken: from.RefreshToken,
		// Not the backend's time of expiry, because its clock can differ.
		ExpiresAt: s.now().Add(from.Lifetime).Unix(), Lifetime: int64(from.Lifetime.Seconds()), User: newUser(from.User, from.AccessToken),
	}
	// An error is possible here, but not when the headers are written.
	_, err := s.seal(converted)
	return converted, err
}

// ensureFresh returns the newest generation of a session, with an access token that
// does not expire soon: after a refresh if one is due, and after a check if the
// auth service has not confirmed the session lately. If the auth service is not
// reachable, a token that has not expired is used. The error is errSignedOut if
// the session has ended.
func (s *sessionManager) ensureFresh(ctx context.Context, old *session) (*session, error) {
	if s.states.get(old).ended {
		return nil, errAlreadySignedOut
	}
	current := s.states.newestGeneration(old)
	left := time.Unix(current.ExpiresAt, 0).Sub(s.now())
	if left > current.refreshLead() {
		return s.checkIfDue(ctx, current)
	}
	renewed, err := s.renew(ctx, current)
	if err != nil && left > 0 && !errors.Is(err, errSignedOut) && ctx.Err() == nil {
		return current, nil
	}
	return renewed, err
}

// refreshLead returns how long before its expiry the access token is refreshed.
func (s *session) refreshLead() time.Duration {
	if s.Lifetime == 0 { // a cookie of an earlier version
		return maxRefreshLead
	}
	return min(time.Duration(s.Lifetime)*time.Second/refreshLeadDivisor, maxRefreshLead)
}

// checkIfDue asks the auth service whether a session still exists, if it has not
// confirmed that lately. If the auth service rejects the token, checkIfDue refreshes it,
// which fails if the session has ended. The session of a viewed user ends with the viewer's own.
func (s *sessionManager) checkIfDue(ctx context.Context, current *session) (*session, error) {
	if !s.states.isCheckDue(current) {
		return current, nil
	}
	return s.shared.Do(ctx, "check "+current.ID, func(ctx context.Context) (*session, error) {
		if !s.states.isCheckDue(current) {
			return current, nil
		}
		limited, cancel := context.WithTimeout(ctx, sessionCheckTimeout)
		defer cancel()
		err := s.backend.CheckSession(limited, supa.Caller{Token: current.AccessToken})
		if err == nil {
			err = s.checkViewer(limited, current)
		}
		switch {
		case errors.Is(err, errSignedOut):
			return nil, err
		case hasStatus(err, http.StatusUnauthorized), hasStatus(err, http.StatusForbidden):
			return s.renew(ctx, current)
		case err != nil:
			s.states.postponeCheck(current)
		case !s.states.confirm(current):
			return nil, errAlreadySignedOut
		}
		return current, nil
	})
}

// renew returns the next generation of a session.
func (s *sessionManager) renew(ctx context.Context, old *session) (*session, error) {
	return s.shared.Do(ctx, "refresh "+old.ID, func(ctx context.Context) (*session, error) {
		if s.states.get(old).ended {
			return nil, errAlreadySignedOut
		}
		if newest := s.states.newestGeneration(old); newest != old {
			return newest, nil
		}
		return s.refresh(ctx, old)
	})
}

// refresh exchanges the session's refresh token for a new session. It returns errSignedOut if the auth service rejects
// the token, and supa.ErrUnreachable if another replica does not finish its own refresh of the token in time.
func (s *sessionManager) refresh(ctx context.Context, old *session) (*session, error) {
	got, err := s.backend.Refresh(ctx, old.RefreshToken)
	for range maxRefreshRetries {
		if !hasStatus(err, http.StatusConflict) {
			break
		}
		time.Sleep(refreshRetryDelay) // another replica refreshes it, and both get the same token
		got, err = s.backend.Refresh(ctx, old.RefreshToken)
	}
	var rejection *supa.Error
	switch {
	case hasStatus(err, http.StatusConflict):
		return nil, fmt.Errorf("%w: refresh a session: %v", supa.ErrUnreachable, err)
	case errors.As(err, &rejection) && !supa.IsTransient(err):
		s.states.markEnded(old)
		return nil, fmt.Errorf("%w: %w", errSignedOut, err)
	case err != nil:
		return nil, fmt.Errorf("refresh a session: %w", err)
	}
	renewed, err := s.convertSession(got, old)
	if err != nil {
		return nil, err
	}
	return s.confirmNext(old, renewed)
}

// confirmNext stores the next generation of a session. It returns errAlreadySignedOut if the
// session has ended in the meantime.
func (s *sessionManager) confirmNext(old, next *session) (*session, error) {
	if !s.states.confirm(next) {
		return nil, errAlreadySignedOut
	}
	if old.User.AAL == AAL2 && next.User.AAL != AAL2 {
		s.states.notifyDowngrade(next)
	}
	return next, nil
}

// addGeneration returns the next generation of a session, with the tokens that the auth
// service has issued for it outside of a refresh.
func (s *sessionManager) addGeneration(current *session, from *supa.Session) (*session, error) {
	next, err := s.convertSession(from, s.states.newestGeneration(current))
	if err != nil {
		return nil, err
	}
	return s.confirmNext(current, next)
}

// endBackendSession ends a session at the backend. Its callers mark the session as ended
// before, so that no response sets it again. After an error, the session can still exist
// at the backend.
func (s *sessionManager) endBackendSession(ctx context.Context, ended *session) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), signOutTimeout)
	defer cancel()
	err := s.backend.SignOut(ctx, supa.Caller{Token: ended.AccessToken}, string(SignOutLocal))
	var rejection *supa.Error
	if errors.As(err, &rejection) && rejection.Code == "bad_jwt" { // expired
		var renewed *supa.Session
		if renewed, err = s.backend.Refresh(ctx, ended.RefreshToken); err == nil {
			err = s.backend.SignOut(ctx, supa.Caller{Token: renewed.AccessToken}, string(SignOutLocal))
		}
	}
	if errors.As(err, &rejection) && !supa.IsTransient(err) {
		return nil // the session had ended before
	}
	return err
}

func hasStatus(err error, status int) bool {
	var rejection *supa.Error
	return errors.As(err, &rejection) && rejection.Status == status
}
