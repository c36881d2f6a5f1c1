package server

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// userHeader contains the id of the user whose page sends the request. If
// another user, or nobody, is signed in (another tab signed in or out), the
// response is not_signed_in: a guest's response would look like missing data,
// and a change would be made as another user.
const userHeader = "X-Tableside-User"

// visit is the session of one request. A fetch that outlives its request can
// renew it while the response is written, so every access needs the lock.
type visit struct {
	sessions *sessions
	expected string // user id of userHeader; "" if the request has none

	mu      sync.Mutex
	session *session // nil: a guest
	changed bool     // the response sets the cookie
	renewed bool     // the backend refused a token during this request
}

type visitKey struct{}

// visitOf returns the visit in a request's context.
func visitOf(ctx context.Context) *visit { return ctx.Value(visitKey{}).(*visit) }

// withVisit reads the cookie. If a handler changed the session, it sets the
// cookie when the response's headers are written.
func (s *Server) withVisit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		r, secure := c.Request(), s.secure(c.Request())
		v := &visit{sessions: s.sessions, expected: r.Header.Get(userHeader)}
		if value := readCookie(r, secure); value != "" {
			opened, err := s.sessions.open(value)
			v.session, v.changed = opened, err != nil
		}
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
		return v.classify(next(c))
	}
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
	if v.session == old && fresh != old {
		v.session, v.changed = fresh, true
	}
	if ended {
		return notSignedIn(err)
	}
	return nil
}

// begin signs the request's browser in.
func (v *visit) begin(session *session) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.session, v.changed = session, true
}

// end signs the request's browser out.
func (v *visit) end() { v.begin(nil) }

func (v *visit) current() *session {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.session
}

// cookie returns the session for the cookie, and whether the response sets it.
func (v *visit) cookie() (*session, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.session, v.changed
}

// user returns the signed-in user, or nil.
func (v *visit) user() *User {
	current := v.current()
	if current == nil {
		return nil
	}
	return &current.User
}

// classify converts a handler's error: if the backend refused the token, the
// session has ended. If the backend has just issued that token, its services
// disagree, and another sign-in would not help.
func (v *visit) classify(err error) error {
	var refused *supa.Error
	if !errors.As(err, &refused) || !refused.OfToken() {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.session == nil:
		return err
	case v.renewed:
		return &Error{
			Code: CodeTokenRefused, Message: "The backend doesn’t accept the session that it has just renewed.",
			Details: refused.Message, Hint: "Its clocks, or the keys of its services, may differ. Contact the owner of this workspace.", Cause: err,
		}
	}
	v.session, v.changed = nil, true
	return notSignedIn(err)
}

func notSignedIn(cause error) *Error {
	return &Error{Code: CodeNotSignedIn, Message: "Sign in first: nobody is signed in, or the session has ended.", Cause: cause}
}
