package server

import (
	"sync"
	"time"
)

const (
	// checkInterval is the time between checks whether a session still exists. It limits
	// how long the server accepts a session that ended elsewhere: on another device, by
	// an administrator, or at another replica.
	checkInterval = 30 * time.Second
	// checkRetryDelay is the time until the next check if the auth service did not
	// respond.
	checkRetryDelay = time.Minute
	// minStateAge is the minimum time for which a state is stored.
	minStateAge = 10 * time.Minute
)

// sessionStates stores what this process knows about recent sessions. A cookie can be
// old: the state shows whether its session has a newer generation, or has ended.
type sessionStates struct {
	now   func() time.Time
	onEnd func(sessionID string, isReplaced bool) // called after a session has ended; nil: not called
	// onDowngrade is called after a session has lost its second factor; nil: not called.
	onDowngrade func(sessionID string)

	mu      sync.Mutex
	byID    map[string]*sessionState
	pruneAt time.Time
}

type sessionState struct {
	latest           *session  // the newest generation that was refreshed here; nil: none
	cookieGeneration int       // the newest generation in a cookie of a request
	ended            bool      // signed out, or rejected by the auth service
	replaced         bool      // ended by a sign-in, which has set the cookie of another session
	checkAt          time.Time // when the auth service must confirm the session
	deleteAfter      time.Time // when the state is deleted: the access token has expired
}

func newSessionStates(now func() time.Time) *sessionStates {
	return &sessionStates{now: now, byID: map[string]*sessionState{}}
}

// update changes the state of a session, and creates it if there is none.
func (s *sessionStates) update(of *session, change func(*sessionState)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if now.After(s.pruneAt) {
		for id, state := range s.byID {
			if now.After(state.deleteAfter) {
				delete(s.byID, id)
			}
		}
		s.pruneAt = now.Add(time.Minute)
	}
	state := s.byID[of.ID]
	if state == nil {
		state = &sessionState{}
		s.byID[of.ID] = state
	}
	for _, until := range []time.Time{now.Add(minStateAge), time.Unix(of.ExpiresAt, 0).Add(maxRefreshLead)} {
		if until.After(state.deleteAfter) {
			state.deleteAfter = until
		}
	}
	change(state)
}

// get returns a copy of a session's state; the zero state if there is none.
func (s *sessionStates) get(of *session) sessionState {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state := s.byID[of.ID]; of.ID != "" && state != nil {
		return *state
	}
	return sessionState{}
}

// newestGeneration returns the newest known generation of a session.
func (s *sessionStates) newestGeneration(of *session) *session {
	if latest := s.get(of).latest; latest != nil && latest.Generation > of.Generation {
		return latest
	}
	return of
}

// confirm stores that the auth service has just issued or accepted a session's token. It
// returns false if the session has ended in the meantime.
func (s *sessionStates) confirm(current *session) (ok bool) {
	s.update(current, func(state *sessionState) {
		if ok = !state.ended; !ok {
			return
		}
		state.checkAt = s.now().Add(checkInterval)
		if current.Generation > 0 && (state.latest == nil || current.Generation > state.latest.Generation) {
			state.latest = current
		}
	})
	return ok
}

// isCheckDue reports whether the auth service must confirm a session.
func (s *sessionStates) isCheckDue(of *session) bool {
	return !s.now().Before(s.get(of).checkAt)
}

// postponeCheck accepts a session until checkRetryDelay has passed, because the auth
// service did not respond.
func (s *sessionStates) postponeCheck(of *session) {
	s.update(of, func(state *sessionState) { state.checkAt = s.now().Add(checkRetryDelay) })
}

// markEnded marks a session as ended.
func (s *sessionStates) markEnded(of *session) {
	s.update(of, func(state *sessionState) { state.ended, state.latest = true, nil })
	s.notifyEnd(of, false)
}

// markReplaced marks a session as ended by a sign-in with its cookie. It returns false if the
// session had ended before.
func (s *sessionStates) markReplaced(of *session) (ok bool) {
	s.update(of, func(state *sessionState) {
		ok = !state.ended
		state.ended, state.replaced, state.latest = true, true, nil
	})
	s.notifyEnd(of, true)
	return ok
}

func (s *sessionStates) notifyEnd(of *session, isReplaced bool) {
	if s.onEnd != nil {
		s.onEnd(of.ID, isReplaced)
	}
}

func (s *sessionStates) notifyDowngrade(of *session) {
	if s.onDowngrade != nil {
		s.onDowngrade(of.ID)
	}
}

// recordCookie stores the generation of the browser's cookie, if the session has a state.
func (s *sessionStates) recordCookie(of *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if state := s.byID[of.ID]; state != nil {
		state.cookieGeneration = max(state.cookieGeneration, of.Generation)
	}
}
