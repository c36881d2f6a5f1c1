package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// userHeader contains the id of the user whose page sends the request. If
// another user, or nobody, is signed in (another tab signed in or out), the
// response is not_signed_in: a guest's response would look like missing data,
// and a change would be made as another user.
const userHeader = "X-Tableside-User"

// cookieDelay is how long after a change of the session a response sets the
// cookie. Later, the browser can have a newer cookie from another replica: it
// must not be overwritten. The next response sets the cookie instead.
const cookieDelay = 10 * time.Second

// visit is the session of one request. A fetch that outlives its request can
// renew it while the response is written, so every access needs the lock.
type visit struct {
	sessions *sessions
	expected string   // user id of userHeader; "" if the request has none
	sent     *session // of the request's cookie; nil: none that we could open

	mu        sync.Mutex
	session   *session  // nil: a guest
	ended     bool      // the cookie's session has ended
	changed   bool      // the response sets the cookie
	changedAt time.Time // since when
	renewed   bool      // the backend refused a token during this request
}

type visitKey struct{}

// visitOf returns the visit in a request's context.
func visitOf(ctx context.Context) *visit { return ctx.Value(visitKey{}).(*visit) }

// withVisit reads the cookie. If the session changed during the request, it
// sets the cookie when the response's headers are written.
func (s *Server) withVisit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		r, secure := c.Request(), s.secure(c.Request())
		v := s.sessions.newVisit(r, secure)
		response, err := echo.UnwrapResponse(c.Response())
		if err != nil {
			return fmt.Errorf("find the response: %w", err)
		}
		response.Before(func() {
			session, changed := v.cookie()
			if !changed {
				return
			}
			var value string
			if session != nil {
				if value, err = s.sessions.seal(session); err != nil {
					s.Logger.Error("seal a session", "error", err)
				}
			}
			writeCookie(response.Header(), r, secure, value)
		})
		c.SetRequest(r.WithContext(context.WithValue(r.Context(), visitKey{}, v)))
		return v.classify(c.Request().Context(), next(c))
	}
}

func (s *sessions) newVisit(r *http.Request, secure bool) *visit {
	v := &visit{sessions: s, expected: r.Header.Get(userHeader)}
	value := readCookie(r, secure)
	if value == "" {
		return v
	}
	opened, err := s.open(value)
	if err != nil {
		v.set(nil) // not ours: deleted
		return v
	}
	v.sent = opened
	// An ended session's cookie is not deleted here: the browser can have
	// another session's by now.
	if v.ended = s.states.get(opened).ended; !v.ended {
		v.session = opened
	}
	return v
}

// caller returns the identity for calls of the backend, after a refresh of the
// session where one is due; the zero Caller for a guest. If the backend has
// ended the session, the error is not_signed_in and the cookie is deleted.
func (v *visit) caller(ctx context.Context) (supa.Caller, error) {
	current := v.current()
	if v.expected != "" && (current == nil || current.User.ID != v.expected) {
		return supa.Caller{}, notSignedIn(errors.New("the page belongs to another user"))
	}
	if current == nil {
		if v.hasEnded() {
			return supa.Caller{}, notSignedIn(errEndedBefore)
		}
		return supa.Caller{}, nil
	}
	fresh, err := v.sessions.fresh(ctx, current)
	if err = v.adopt(current, fresh, err); err != nil {
		return supa.Caller{}, err
	}
	return supa.Caller{Token: fresh.AccessToken, Renew: v.renew}, nil
}

// renew returns a newer token than one that the backend refused although it
// has not expired by our clock: clocks differ or jump, keys are changed.
func (v *visit) renew(ctx context.Context, refused string) (string, error) {
	v.mu.Lock()
	current := v.session
	v.renewed = v.renewed || current != nil && current.AccessToken == refused
	v.mu.Unlock()
	switch {
	case current == nil:
		return "", notSignedIn(errSignedOut)
	case current.AccessToken != refused: // already renewed
		return current.AccessToken, nil
	}
	fresh, err := v.sessions.renewed(ctx, current)
	if err = v.adopt(current, fresh, err); err != nil {
		return "", err
	}
	return fresh.AccessToken, nil
}

// adopt stores the result of a refresh of old, unless the request's session has
// changed since, and returns the error for the handler.
func (v *visit) adopt(old, fresh *session, err error) error {
	ended := errors.Is(err, errSignedOut)
	if err != nil && !ended {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.session != old:
	case errors.Is(err, errEndedBefore):
		v.session, v.ended = nil, true // what ended it sets the cookie
	case fresh != old:
		v.session, v.ended, v.changed, v.changedAt = fresh, ended, true, v.sessions.now()
	}
	if ended {
		return notSignedIn(err)
	}
	return nil
}

// set changes the browser's session; nil signs it out.
func (v *visit) set(session *session) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.session, v.changed, v.changedAt = session, true, v.sessions.now()
}

func (v *visit) current() *session {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.session
}

func (v *visit) hasEnded() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.ended
}

// cookie returns the session for the cookie (nil: the cookie is deleted), and
// whether the response may set it: never one that has ended or is older than
// the browser's, and never in place of a later sign-in's.
func (v *visit) cookie() (*session, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	states := v.sessions.states
	switch {
	case !v.changed, v.sessions.now().Sub(v.changedAt) > cookieDelay:
		return nil, false
	case v.session == nil:
		return nil, v.sent == nil || !states.get(v.sent).replaced
	}
	return states.newest(v.session), !states.get(v.session).ended
}

// user returns the signed-in user, or nil.
func (v *visit) user() *User {
	current := v.current()
	if current == nil {
		return nil
	}
	return &current.User
}

// classify converts a handler's error: the backend refused a token, and the
// request could not be sent again, or was refused again.
func (v *visit) classify(ctx context.Context, err error) error {
	var refused *supa.Error
	current := v.current()
	if current == nil || !errors.As(err, &refused) || !refused.OfToken() {
		return err
	}
	v.mu.Lock()
	renewed := v.renewed
	v.mu.Unlock()
	if renewed { // its services disagree: another sign-in would not help
		return &Error{
			Code: CodeTokenRefused, Message: "The backend doesn’t accept the session that it has just renewed.",
			Details: refused.Message, Hint: "Its clocks, or the keys of its services, may differ. Contact the owner of this workspace.", Cause: err,
		}
	}
	if _, renewErr := v.renew(ctx, current.AccessToken); renewErr != nil {
		return renewErr
	}
	return &Error{Code: CodeTokenRefused, Message: "Your session had expired and is now renewed.", Hint: "Try again.", Cause: err}
}

func notSignedIn(cause error) *Error {
	return &Error{Code: CodeNotSignedIn, Message: "Sign in first: nobody is signed in, or the session has ended.", Cause: cause}
}
