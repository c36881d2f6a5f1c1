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
