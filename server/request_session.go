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

// expectedUserHeader contains the id of the user whose page sends the request. If
// another user or nobody is signed in, because another tab has signed in or out, the
// response is not_signed_in: a guest's response would look like missing data, and a
// change would be made as another user.
const expectedUserHeader = "X-Tableside-Expected-User"

// maxCookieDelay is how long after a change of the session a response sets the
// cookie. Later, the browser can have a newer cookie from another replica: it
// must not be overwritten. The next response sets the cookie instead.
const maxCookieDelay = 10 * time.Second

// requestSession is the session of one request. A fetch that outlives its request can
// renew it while the response is written, so every access needs the lock.
type requestSession struct {
	sessions       *sessionManager
	requireMFA     bool     // Options.RequireMFA
	expectedUserID string   // of expectedUserHeader; "" if the request has none
	cookieSession  *session // of the request's cookie; nil: no valid cookie

	mu              sync.Mutex
	session         *session  // nil: a guest
	ended           bool      // the cookie's session has ended
	changed         bool      // the response sets the cookie
	changedAt       time.Time // since when
	isTokenRejected bool      // the backend rejected a token during this request
}

type requestSessionKey struct{}

// getRequestSession returns the session that withRequestSession has stored in the context of a request;
// it is never nil, also for a guest. It panics if the request did not pass withRequestSession.
func getRequestSession(ctx context.Context) *requestSession {
	return ctx.Value(requestSessionKey{}).(*requestSession)
}

// withRequestSession reads the cookie. If the session changed during the request, it
// sets the cookie when the response's headers are written.
func (s *Server) withRequestSession(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		r, secure := c.Request(), s.isSecure(c.Request())
		v := s.sessions.newRequestSession(r, secure)
		v.requireMFA = s.RequireMFA
		response, err := echo.UnwrapResponse(c.Response())
		if err != nil {
			return fmt.Errorf("find the response: %w", err)
		}
		response.Before(func() {
			session, changed := v.pendingCookie()
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
		c.SetRequest(r.WithContext(context.WithValue(r.Context(), requestSessionKey{}, v)))
		return v.classifyError(c.Request().Context(), next(c))
	}
}

// newRequestSession returns the session of a request, from its cookie: without a user if there is no cookie or the
// session has ended. A cookie that cannot be decrypted is deleted. secure: the cookie is that of HTTPS.
func (s *sessionManager) newRequestSession(r *http.Request, secure bool) *requestSession {
	v := &requestSession{sessions: s, expectedUserID: r.Header.Get(expectedUserHeader)}
	value := readCookie(r, secure)
	if value == "" {
		return v
	}
	opened, err := s.openCookie(value)
	if err != nil {
		v.setSession(nil) // deletes the cookie
		return v
	}
	v.cookieSession = opened
	s.states.recordCookie(opened)
	// The cookie of an ended session is not deleted: the browser can have the cookie of
	// another session by now.
	if v.ended = s.states.get(opened).ended; !v.ended {
		v.session = opened
	}
	return v
}

// resolveCaller returns the identity for calls of the backend, after a refresh of the
// session where one is due; the zero Caller for a guest. If the backend has
// ended the session, the error is not_signed_in and the cookie is deleted. If
// Options.RequireMFA is set and the session has no second factor, it is mfa_required.
func (v *requestSession) resolveCaller(ctx context.Context) (supa.Caller, error) {
	caller, err := v.resolveCallerOfAnyLevel(ctx)
	// The viewer of another user had the second factor when the mode began.
	if err == nil && v.requireMFA && caller.Token != "" && v.viewedBy() == nil && supa.ParseSessionClaims(caller.Token).AAL != string(AAL2) {
		return supa.Caller{}, &Error{
			Code: CodeMFARequired, Message: "This workspace requires a second factor.",
			Hint: "Enter the code of your authenticator app, or add one to your account.",
		}
	}
	return caller, err
}

// resolveCallerOfAnyLevel is resolveCaller for routes that a session without a second
// factor can use: they never return data of the database or of files.
func (v *requestSession) resolveCallerOfAnyLevel(ctx context.Context) (supa.Caller, error) {
	current := v.currentSession()
	if v.expectedUserID != "" && (current == nil || current.User.ID != v.expectedUserID) {
		return supa.Caller{}, newNotSignedInError(errors.New("the page belongs to another user"))
	}
	if current == nil {
		if v.hasEnded() {
			return supa.Caller{}, newNotSignedInError(errAlreadySignedOut)
		}
		return supa.Caller{}, nil
	}
	fresh, err := v.sessions.ensureFresh(ctx, current)
	if err = v.applyRefresh(current, fresh, err); err != nil {
		return supa.Caller{}, err
	}
	return supa.Caller{Token: fresh.AccessToken, RenewToken: v.renewToken}, nil
}

// renewToken returns a newer token than one that the backend rejected although it has
// not expired by this machine's clock: clocks differ or jump, and keys change.
func (v *requestSession) renewToken(ctx context.Context, rejected string) (string, error) {
	v.mu.Lock()
	current := v.session
	v.isTokenRejected = v.isTokenRejected || current != nil && current.AccessToken == rejected
	v.mu.Unlock()
	switch {
	case current == nil:
		return "", newNotSignedInError(errSignedOut)
	case current.AccessToken != rejected: // already renewed
		return current.AccessToken, nil
	}
	fresh, err := v.sessions.renew(ctx, current)
	if err = v.applyRefresh(current, fresh, err); err != nil {
		return "", err
	}
	return fresh.AccessToken, nil
}

// applyRefresh stores the result of a refresh of old, unless the request's session has
// changed since, and returns the error for the handler.
func (v *requestSession) applyRefresh(old, fresh *session, err error) error {
	ended := errors.Is(err, errSignedOut)
	if err != nil && !ended {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.session != old:
	case errors.Is(err, errAlreadySignedOut):
		v.session, v.ended = nil, true // what ended it sets the cookie
	case fresh != old:
		v.session, v.ended, v.changed, v.changedAt = fresh, ended, true, v.sessions.now()
	}
	if ended {
		return newNotSignedInError(err)
	}
	return nil
}

// viewedBy returns the user who views the workspace as the session's user; nil if it is the user's own
// session, or a guest.
func (v *requestSession) viewedBy() *viewer {
	current := v.currentSession()
	if current == nil {
		return nil
	}
	return current.ViewedBy
}

// renewSession replaces the session with one that has the user's current data and
// assurance level. It returns not_signed_in if the session has ended.
func (v *requestSession) renewSession(ctx context.Context) error {
	current := v.currentSession()
	if current == nil {
		return newNotSignedInError(errSignedOut)
	}
	fresh, err := v.sessions.renew(ctx, current)
	return v.applyRefresh(current, fresh, err)
}

// setSession replaces the session and lets the response set the cookie; nil signs the browser out.
func (v *requestSession) setSession(session *session) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.session, v.changed, v.changedAt = session, true, v.sessions.now()
}

// currentSession returns the session, with any changes during the request; nil for a guest.
func (v *requestSession) currentSession() *session {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.session
}

func (v *requestSession) hasEnded() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.ended
}

// pendingCookie returns the session for the cookie (nil: the cookie is deleted), and
// whether the response can set it: not if the session has ended, if it is older than the
// browser's, or if a later sign-in has replaced it.
func (v *requestSession) pendingCookie() (*session, bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	states := v.sessions.states
	switch {
	case !v.changed, v.sessions.now().Sub(v.changedAt) > maxCookieDelay:
		return nil, false
	case v.session == nil:
		return nil, v.cookieSession == nil || !states.get(v.cookieSession).replaced
	}
	return states.newestGeneration(v.session), !states.get(v.session).ended
}

// user returns the signed-in user, or nil.
func (v *requestSession) user() *User {
	current := v.currentSession()
	if current == nil {
		return nil
	}
	return &current.User
}

// classifyError returns the error for a handler's error: if the backend rejected a
// token, and the request could not be sent again or was rejected again, it is
// token_rejected or not_signed_in.
func (v *requestSession) classifyError(ctx context.Context, err error) error {
	var rejection *supa.Error
	current := v.currentSession()
	if current == nil || !errors.As(err, &rejection) || !rejection.IsTokenRejection() || errors.Is(err, supa.ErrNotRun) {
		return err // ErrNotRun: the token is renewed, and the user can run the function again
	}
	v.mu.Lock()
	renewed := v.isTokenRejected
	v.mu.Unlock()
	if renewed { // another sign-in would not help
		return &Error{
			Code: CodeTokenRejected, Message: "The backend rejected your session directly after renewing it.",
			Details: rejection.Message, Hint: "The clocks or keys of its services can differ. Contact the owner of this workspace.", Cause: err,
		}
	}
	if _, renewErr := v.renewToken(ctx, current.AccessToken); renewErr != nil {
		return renewErr
	}
	return &Error{Code: CodeTokenRejected, Message: "Your session expired and was renewed.", Hint: "Try again.", Cause: err}
}

func newNotSignedInError(cause error) *Error {
	return &Error{Code: CodeNotSignedIn, Message: "Sign in to continue.", Cause: cause}
}
