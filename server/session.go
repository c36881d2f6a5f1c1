package server

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v5"
	"golang.org/x/sync/singleflight"

	"github.com/tableside/tableside/server/supa"
)

// User is the signed-in person, as the auth area describes them.
type User struct {
	ID    string `json:"id"`
	Email string `json:"email"`
	Name  string `json:"name"` // user_metadata full_name or name, else the e-mail's local part
	Role  string `json:"role"` // database role of the token, e.g. "authenticated", "staff"
}

const (
	// refreshAhead is how long before its end a token is replaced.
	refreshAhead = time.Minute
	// refreshKept is how long a refreshed session is kept for requests that
	// still come with the cookie from before.
	refreshKept = time.Minute
	// refreshTries is how often more a refresh is tried that the backend does for
	// somebody else at the same moment (409 conflict), refreshPause apart.
	refreshTries = 3
	refreshPause = 250 * time.Millisecond
)

// sessions refreshes tokens: each refresh token once, however many requests
// need it.
type sessions struct {
	*sealer
	backend *supa.Backend
	now     func() time.Time
	group   singleflight.Group

	mu        sync.Mutex
	refreshed map[[sha256.Size]byte]refreshed // by the refresh token that was spent
}

type refreshed struct {
	session *session
	until   time.Time
}

func newSessions(backend *supa.Backend, secret []byte, now func() time.Time) (*sessions, error) {
	sealer, err := newSealer(secret)
	if err != nil {
		return nil, err
	}
	return &sessions{sealer: sealer, backend: backend, now: now, refreshed: map[[sha256.Size]byte]refreshed{}}, nil
}

// fromBackend makes our session of the backend's.
func (s *sessions) fromBackend(from *supa.Session) *session {
	user := User{ID: from.User.ID, Email: from.User.Email, Role: supa.TokenRole(from.AccessToken)}
	for _, name := range []string{from.User.Metadata.FullName, from.User.Metadata.Name} {
		if user.Name == "" {
			user.Name = name
		}
	}
	if user.Name == "" {
		user.Name, _, _ = strings.Cut(user.Email, "@")
	}
	return &session{
		AccessToken: from.AccessToken, RefreshToken: from.RefreshToken,
		// Counted on our clock from now: the backend's may differ.
		ExpiresAt: s.now().Add(from.Lifetime).Unix(), User: user,
	}
}

// fresh answers a session whose access token is good for a while: the same one,
// or a refreshed one. When the backend can't be asked, a token that is still
// good is used; a refused refresh is errSignedOut.
func (s *sessions) fresh(ctx context.Context, old *session) (*session, error) {
	left := time.Unix(old.ExpiresAt, 0).Sub(s.now())
	if left > refreshAhead {
		return old, nil
	}
	renewed, err := s.renewed(ctx, old)
	if err != nil && left > 0 && !errors.Is(err, errSignedOut) && ctx.Err() == nil {
		return old, nil
	}
	return renewed, err
}

// renewed refreshes a session, once however many ask for it.
func (s *sessions) renewed(ctx context.Context, old *session) (*session, error) {
	key := sha256.Sum256([]byte(old.RefreshToken))
	// One for all: the first one's end must not end it for the others.
	result := s.group.DoChan(string(key[:]), func() (any, error) {
		if kept := s.kept(key); kept != nil {
			return kept, nil
		}
		return s.refresh(context.WithoutCancel(ctx), key, old)
	})
	select {
	case r := <-result:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*session), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for a refresh: %w", ctx.Err())
	}
}

// errSignedOut is a session that the backend has ended.
var errSignedOut = errors.New("the session has ended")

func (s *sessions) refresh(ctx context.Context, key [sha256.Size]byte, old *session) (*session, error) {
	got, err := s.backend.Refresh(ctx, old.RefreshToken)
	for range refreshTries {
		if !hasStatus(err, http.StatusConflict) {
			break
		}
		time.Sleep(refreshPause) // another replica is at it: its answer is ours, too
		got, err = s.backend.Refresh(ctx, old.RefreshToken)
	}
	var refused *supa.Error
	switch {
	case hasStatus(err, http.StatusConflict):
		return nil, fmt.Errorf("%w: refresh a session: %v", supa.ErrUnreachable, err)
	case errors.As(err, &refused) && refused.Status < 500 && refused.Status != http.StatusTooManyRequests:
		return nil, fmt.Errorf("%w: %w", errSignedOut, err)
	case err != nil:
		return nil, fmt.Errorf("refresh a session: %w", err)
	}
	renewed := s.fromBackend(got)
	s.mu.Lock()
	defer s.mu.Unlock()
	for old, r := range s.refreshed {
		if s.now().After(r.until) {
			delete(s.refreshed, old)
		}
	}
	s.refreshed[key] = refreshed{session: renewed, until: s.now().Add(refreshKept)}
	return renewed, nil
}

func hasStatus(err error, status int) bool {
	var refused *supa.Error
	return errors.As(err, &refused) && refused.Status == status
}

func (s *sessions) kept(key [sha256.Size]byte) *session {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r, ok := s.refreshed[key]; ok && s.now().Before(r.until) {
		return r.session
	}
	return nil
}

// userHeader names whom a page believes to be signed in. With anybody else's
// session, or none, the request is not_signed_in: another tab has signed in or
// out meanwhile. An answer as a guest would look like data that is gone, and a
// change would be made as somebody else.
const userHeader = "X-Tableside-User"

// visit is one request's person.
type visit struct {
	sessions *sessions
	expected string // user id of userHeader; "" when the request names nobody

	mu      sync.Mutex // a handler may ask the backend for several things at once
	session *session   // nil: nobody
	changed bool       // the cookie has to be written
	renewed bool       // the backend refused a token during this request
}

type visitKey struct{}

// visitOf is the visit of a request's context.
func visitOf(ctx context.Context) *visit { return ctx.Value(visitKey{}).(*visit) }

// withVisit reads the cookie and, if a handler changed the session, writes it
// just before the answer's first byte.
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
			if !v.changed {
				return
			}
			var value string
			if v.session != nil {
				if value, err = s.sessions.seal(v.session); err != nil {
					s.Logger.Error("seal a session", "error", err)
				}
			}
			writeCookie(response.Header(), r, secure, value)
		})
		c.SetRequest(r.WithContext(context.WithValue(r.Context(), visitKey{}, v)))
		return v.judge(next(c))
	}
}

// caller is whom to ask the backend as; the zero Caller for a guest. It
// refreshes the session where needed; one that the backend has ended is
// not_signed_in, and the cookie goes.
func (v *visit) caller(ctx context.Context) (supa.Caller, error) {
	if v.expected != "" && (v.session == nil || v.session.User.ID != v.expected) {
		return supa.Caller{}, notSignedIn(errors.New("the page belongs to somebody else"))
	}
	if v.session == nil {
		return supa.Caller{}, nil
	}
	fresh, err := v.sessions.fresh(ctx, v.session)
	switch {
	case errors.Is(err, errSignedOut):
		v.end()
		return supa.Caller{}, notSignedIn(err)
	case err != nil:
		return supa.Caller{}, err
	}
	if fresh != v.session {
		v.begin(fresh)
	}
	return supa.Caller{Token: fresh.AccessToken, Renew: v.renew}, nil
}

// renew answers a newer token than one that the backend has refused, although it
// should be good by our clock: clocks differ or jump, keys are changed.
func (v *visit) renew(ctx context.Context, refused string) (string, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.session == nil:
		return "", notSignedIn(errSignedOut)
	case v.session.AccessToken != refused: // renewed already
		return v.session.AccessToken, nil
	}
	v.renewed = true
	fresh, err := v.sessions.renewed(ctx, v.session)
	switch {
	case errors.Is(err, errSignedOut):
		v.end()
		return "", notSignedIn(err)
	case err != nil:
		return "", err
	}
	v.begin(fresh)
	return fresh.AccessToken, nil
}

func (v *visit) begin(session *session) { v.session, v.changed = session, true }

func (v *visit) end() { v.session, v.changed = nil, true }

// user is the person, or nil.
func (v *visit) user() *User {
	if v.session == nil {
		return nil
	}
	return &v.session.User
}

// judge looks at a handler's error: a token that the backend does not take means
// that the session is over. One that it gave a moment ago and doesn't take says
// that something is wrong with the backend; signing in again wouldn't help.
func (v *visit) judge(err error) error {
	var refused *supa.Error
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case v.session == nil, !errors.As(err, &refused), !refused.OfToken():
		return err
	case v.renewed:
		return &Error{
			Code: CodeTokenRefused, Message: "The backend doesn’t take the sign-in that it has just renewed.",
			Details: refused.Message, Hint: "Its clocks, or the keys of its services, may differ. Tell who runs this workspace.", Cause: err,
		}
	}
	v.end()
	return notSignedIn(err)
}

func notSignedIn(cause error) *Error {
	return &Error{Code: CodeNotSignedIn, Message: "Sign in first: nobody is signed in, or the session has ended.", Cause: cause}
}
