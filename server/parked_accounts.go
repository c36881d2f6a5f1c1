package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v5"
)

// ParkedAccount is an account that is signed in in this browser, in addition to the
// current one.
type ParkedAccount struct {
	UserID    string `json:"userId"`
	Email     string `json:"email"`
	Name      string `json:"name"`
	Role      string `json:"role"`
	AvatarURL string `json:"avatarUrl"`
}

// SwitchRequest is the body of POST /api/auth/switch.
type SwitchRequest struct {
	UserID string `json:"userId"`
}

const (
	// maxParked is the number of accounts that can be signed in in a browser, in addition
	// to the current one.
	maxParked = 4
	// maxParkedChunks limits the cookies of an account: the server accepts 64 kB of
	// headers, and proxies less.
	maxParkedChunks = 3
	// parkedPath is the only path to which a browser sends the sessions of other accounts.
	parkedPath       = "/api/auth"
	parkedCookieName = "tableside-account."
)

// parkedCookie returns the cookies of a parked account, whose names end with the index of
// the chunk. The name contains a hash, because the id of a user is text of the backend.
func (s *Server) parkedCookie(r *http.Request, userID string) http.Cookie {
	sum := sha256.Sum256([]byte(userID))
	secure := s.isSecure(r)
	return http.Cookie{
		Name: parkedPrefix(secure) + hex.EncodeToString(sum[:8]) + ".", Path: parkedPath, HttpOnly: true, Secure: secure,
		SameSite: http.SameSiteLaxMode, MaxAge: int(cookieMaxAge.Seconds()),
	}
}

// parkedPrefix returns the prefix of the cookies of all parked accounts. "__Host-" is not
// possible with a path.
func parkedPrefix(secure bool) string {
	if secure {
		return "__Secure-" + parkedCookieName
	}
	return parkedCookieName
}

// parkSession keeps a session in the browser, under a new id: the old one has ended for
// all responses that are still on their way. nextUserID is the user who becomes the
// current one, and is no longer parked. Codes: too_many_accounts, session_too_large.
func (s *Server) parkSession(c *echo.Context, current *session, nextUserID string) error {
	others := slices.DeleteFunc(s.listParked(c), func(p *session) bool { return p.User.ID == nextUserID || p.User.ID == current.User.ID })
	if len(others) >= maxParked {
		return newTooManyAccountsError()
	}
	parked := *current
	parked.ID, parked.Generation = rand.Text(), 0
	value, err := s.sessions.encrypt(parkedCookieName, parked)
	if err != nil {
		return err
	}
	if len(value) > maxChunkBytes*maxParkedChunks {
		return newSessionTooLargeError(len(value), maxChunkBytes*maxParkedChunks)
	}
	writeChunks(c.Response().Header(), c.Request(), value, maxParkedChunks, s.parkedCookie(c.Request(), parked.User.ID))
	return nil
}

// forgetParked deletes the cookies of a parked account.
func (s *Server) forgetParked(c *echo.Context, userID string) {
	writeChunks(c.Response().Header(), c.Request(), "", maxParkedChunks, s.parkedCookie(c.Request(), userID))
}

// findParked returns the parked session of a user. Codes: account_not_found.
func (s *Server) findParked(c *echo.Context, userID string) (*session, error) {
	value := readChunks(c.Request(), s.parkedCookie(c.Request(), userID).Name, maxParkedChunks)
	var parked session
	if err := s.sessions.decrypt(parkedCookieName, value, &parked); err != nil || parked.User.ID != userID {
		return nil, newAccountNotFoundError(err)
	}
	return &parked, nil
}

func newAccountNotFoundError(cause error) *Error {
	return &Error{Code: CodeAccountNotFound, Message: "This account is no longer signed in in this browser.", Hint: "Sign in again.", Cause: cause}
}

// listParked returns the parked sessions of this browser, by name.
func (s *Server) listParked(c *echo.Context) []*session {
	found := []*session{}
	prefix := parkedPrefix(s.isSecure(c.Request()))
	for _, cookie := range c.Request().Cookies() {
		name, isFirst := strings.CutSuffix(cookie.Name, ".0")
		if !isFirst || !strings.HasPrefix(name, prefix) {
			continue
		}
		var parked session
		value := readChunks(c.Request(), name+".", maxParkedChunks)
		if s.sessions.decrypt(parkedCookieName, value, &parked) == nil {
			found = append(found, &parked)
		}
	}
	slices.SortFunc(found, func(a, b *session) int {
		return cmp.Or(strings.Compare(a.User.Name, b.User.Name), strings.Compare(a.User.ID, b.User.ID))
	})
	return found
}

// checkAccountLimit rejects a sign-in with add=1 if the browser has the maximum number of
// accounts. Codes: too_many_accounts.
func (s *Server) checkAccountLimit(p requestParams) error {
	if p.addsAccount() && len(s.listParked(p.c)) >= maxParked {
		return newTooManyAccountsError()
	}
	return nil
}

func newTooManyAccountsError() *Error {
	return &Error{
		Code: CodeTooManyAccounts, Message: fmt.Sprintf("At most %d accounts can be signed in in one browser.", maxParked+1),
		Hint: "Sign out of one of them first.",
	}
}

// listAccounts handles GET /api/auth/accounts: the accounts that are signed in in this
// browser in addition to the current one, by name. Their sessions can have ended. Anyone
// can call it.
func (s *Server) listAccounts(_ context.Context, p requestParams) ([]ParkedAccount, error) {
	accounts := []ParkedAccount{}
	for _, parked := range s.listParked(p.c) {
		user := parked.User
		accounts = append(accounts, ParkedAccount{UserID: user.ID, Email: user.Email, Name: user.Name, Role: user.Role, AvatarURL: user.AvatarURL})
	}
	return accounts, nil
}

// switchAccount handles POST /api/auth/switch: it makes a parked account the current one,
// and parks the current one. Pages of the former user get not_signed_in, because they send
// expectedUserHeader. Codes: account_not_found, also if the backend has ended the session.
func (s *Server) switchAccount(ctx context.Context, p requestParams, in SwitchRequest) (SignInResponse, error) {
	v := getRequestSession(ctx)
	current := v.currentSession()
	if current != nil && current.User.ID == in.UserID {
		return SignInResponse{User: v.user()}, nil // another tab has switched
	}
	parked, err := s.findParked(p.c, in.UserID)
	if err != nil {
		return SignInResponse{}, err
	}
	next, err := s.activateParked(ctx, p, parked)
	if err != nil {
		return SignInResponse{}, err
	}
	if current != nil {
		last := s.sessions.states.newestGeneration(current)
		if err := s.parkSession(p.c, last, in.UserID); err != nil {
			return SignInResponse{}, err
		}
		s.sessions.states.markReplaced(last)
	}
	s.forgetParked(p.c, in.UserID)
	v.setSession(next)
	return SignInResponse{User: v.user()}, nil
}

// activateParked returns a parked session under a new id, after the auth service has
// confirmed it.
func (s *Server) activateParked(ctx context.Context, p requestParams, parked *session) (*session, error) {
	activated := *parked
	activated.ID = rand.Text()
	next, err := s.sessions.ensureFresh(ctx, &activated)
	if errors.Is(err, errSignedOut) {
		s.forgetParked(p.c, parked.User.ID)
		return nil, newAccountNotFoundError(err)
	}
	return next, err
}

// removeAccount handles DELETE /api/auth/accounts/:userId: 204. It signs a parked account
// out, even if the backend is not reachable. Codes: account_not_found.
func (s *Server) removeAccount(ctx context.Context, p requestParams) (noContent, error) {
	parked, err := s.findParked(p.c, p.get("userId"))
	if err != nil {
		return noContent{}, err
	}
	s.forgetParked(p.c, parked.User.ID)
	s.endBackendSession(ctx, parked)
	return noContent{}, nil
}
