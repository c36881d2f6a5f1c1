package server

import (
	"encoding/json"
	"time"
)

// Account is the response of GET /api/auth/account: what the auth service stores about
// the signed-in user.
type Account struct {
	Email        string                     `json:"email"`
	NewEmail     string                     `json:"newEmail"` // that the user has not confirmed yet; "": none
	Phone        string                     `json:"phone"`
	Identities   []UserIdentity             `json:"identities"`
	Factors      []Factor                   `json:"factors"`
	Claims       map[string]json.RawMessage `json:"claims"` // of the access token
	CreatedAt    time.Time                  `json:"createdAt"`
	LastSignInAt *time.Time                 `json:"lastSignInAt"`
}

// UserIdentity is a method of sign-in of a user: an email address, or an account at a
// provider.
type UserIdentity struct {
	ID           string     `json:"id"`
	Provider     string     `json:"provider"` // "email", "google", ...
	Email        string     `json:"email"`
	LastSignInAt *time.Time `json:"lastSignInAt"`
}

// UpdateUserRequest is the body of PATCH /api/auth/user. Absent fields stay unchanged.
type UpdateUserRequest struct {
	Name            *string `json:"name,omitempty"`
	AvatarURL       *string `json:"avatarUrl,omitempty"` // "" removes it
	Email           string  `json:"email,omitempty"`
	Password        string  `json:"password,omitempty"`
	CurrentPassword string  `json:"currentPassword,omitempty"` // if the backend requires it
	Nonce           string  `json:"nonce,omitempty"`           // the code of POST /api/auth/reauthenticate, if the backend requires it
}

// UpdateUserResponse is the response of PATCH /api/auth/user.
type UpdateUserResponse struct {
	User                  User `json:"user"`
	EmailConfirmationSent bool `json:"emailConfirmationSent"` // the new address must be confirmed by mail
}

// SignOutScope names the sessions that a sign-out ends.
type SignOutScope string

// The scopes.
const (
	SignOutLocal  SignOutScope = "local"  // this session
	SignOutOthers SignOutScope = "others" // all other sessions of the user
	SignOutGlobal SignOutScope = "global" // all sessions of the user
)

// SignOutRequest is the optional body of POST /api/auth/sign-out.
type SignOutRequest struct {
	Scope SignOutScope `json:"scope,omitempty"` // "": SignOutLocal
}

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
