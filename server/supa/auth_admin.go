package supa

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// Admin calls the admin API of the auth service, which is not subject to policies.
type Admin struct {
	backend   *Backend
	secretKey string
}

// NewAdmin returns the admin API of a backend, for its secret (or service_role) key.
func NewAdmin(b *Backend, secretKey string) *Admin { return &Admin{b, secretKey} }

// ListUsers returns a page of the accounts, from newest to oldest. The filter is a part of an
// address or a name, case-insensitively; "" matches all. The first page is 1.
func (a *Admin) ListUsers(ctx context.Context, filter string, page, size int) ([]User, error) {
	query := url.Values{"page": {strconv.Itoa(page)}, "per_page": {strconv.Itoa(size)}}
	if filter != "" {
		// The service stores addresses in lower case, and compares them with their case
		// (supabase/auth, internal/models/user.go, FindUsersInAudience); names case-insensitively.
		query.Set("filter", strings.ToLower(filter))
	}
	var list struct {
		Users []User `json:"users"`
	}
	err := a.call(ctx, http.MethodGet, "/admin/users?"+query.Encode(), nil, &list)
	return list.Users, err
}

// FetchUser returns an account. Codes: user_not_found.
func (a *Admin) FetchUser(ctx context.Context, id string) (User, error) {
	segment, err := escapeSegment(id)
	if err != nil {
		return User{}, err
	}
	var user User
	err = a.call(ctx, http.MethodGet, "/admin/users/"+segment, nil, &user)
	return user, err
}

// ErrOtherAccount means that the address of an account belongs to another account, or is no longer
// confirmed.
var ErrOtherAccount = errors.New("the address belongs to another account, or is not confirmed")

// StartSession starts a session of a user whose address is confirmed, without a mail: it generates
// a link for a sign-in and follows it. The auth service would create a user for an unknown address,
// and confirm an address that is not confirmed, so StartSession follows only a link of this user.
// The error is ErrOtherAccount if the address has changed in the meantime.
func (a *Admin) StartSession(ctx context.Context, of User) (*Session, error) {
	var link struct {
		User
		TokenHash string `json:"hashed_token"`
		Type      string `json:"verification_type"`
	}
	body := map[string]string{"type": "magiclink", "email": of.Email}
	if err := a.call(ctx, http.MethodPost, "/admin/generate_link", body, &link); err != nil {
		return nil, err
	}
	if link.ID != of.ID || link.EmailConfirmedAt == nil {
		return nil, ErrOtherAccount
	}
	return requireSession(a.backend.Verify(ctx, Verification{Type: link.Type, TokenHash: link.TokenHash}))
}

func (a *Admin) call(ctx context.Context, method, path string, body, into any) error {
	return a.backend.callAuth(ctx, method, path, Caller{Token: a.secretKey, apiKey: a.secretKey}, body, into)
}
