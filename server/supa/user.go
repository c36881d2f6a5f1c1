package supa

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// User is a user as the auth service describes them.
type User struct {
	ID           string       `json:"id"`
	Email        string       `json:"email"`
	NewEmail     string       `json:"new_email"` // that the user has not confirmed yet; "": none
	Phone        string       `json:"phone"`
	IsAnonymous  bool         `json:"is_anonymous"`
	Metadata     UserMetadata `json:"user_metadata"`
	Identities   []Identity   `json:"identities"`
	Factors      []Factor     `json:"factors"`
	CreatedAt    time.Time    `json:"created_at"`
	LastSignInAt *time.Time   `json:"last_sign_in_at"`

	Role             string         `json:"role"`               // of the account; a hook can give its tokens another one
	EmailConfirmedAt *time.Time     `json:"email_confirmed_at"` // nil: the user has not shown that the address is theirs
	BannedUntil      *time.Time     `json:"banned_until"`       // nil: not banned
	AppMetadata      map[string]any `json:"app_metadata"`       // of the auth service; users cannot change it
}

// ssoPrefix starts the provider of accounts of single sign-on, before the id of their provider.
const ssoPrefix = "sso:"

// IsSSO reports whether the account belongs to single sign-on. The auth service finds no such
// account by its address, because another account can have the same address.
func (u User) IsSSO() bool {
	provider, _ := u.AppMetadata["provider"].(string)
	return strings.HasPrefix(provider, ssoPrefix) ||
		slices.ContainsFunc(u.Identities, func(i Identity) bool { return strings.HasPrefix(i.Provider, ssoPrefix) })
}

// IsBanned reports whether an administrator has locked the account.
func (u User) IsBanned(now time.Time) bool { return u.BannedUntil != nil && now.Before(*u.BannedUntil) }

// UserMetadata are the fields of the metadata that Tableside shows. Users can change
// their metadata.
type UserMetadata struct {
	FullName  string
	Name      string
	FirstName string
	LastName  string
	AvatarURL string
	Picture   string
}

// UnmarshalJSON ignores fields that are not texts, because users can store any JSON.
func (m *UserMetadata) UnmarshalJSON(text []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return nil //nolint:nilerr // not an object: no metadata
	}
	for name, field := range map[string]*string{
		"full_name": &m.FullName, "name": &m.Name, "first_name": &m.FirstName, "last_name": &m.LastName, "avatar_url": &m.AvatarURL, "picture": &m.Picture,
	} {
		if json.Unmarshal(fields[name], field) != nil {
			*field = ""
		}
	}
	return nil
}

// Identity is a method of sign-in of a user: an email address, or an account at a
// provider.
type Identity struct {
	ID           string     `json:"identity_id"`
	Provider     string     `json:"provider"` // "email", "google", ...
	Email        string     `json:"email"`
	LastSignInAt *time.Time `json:"last_sign_in_at"`
}

// Factor is a second factor of a user.
type Factor struct {
	ID        string    `json:"id"`
	Type      string    `json:"factor_type"` // "totp", "phone" or "webauthn"
	Name      string    `json:"friendly_name"`
	Status    string    `json:"status"` // FactorVerified or "unverified"
	CreatedAt time.Time `json:"created_at"`
}

// FactorVerified is the status of a factor that can be used.
const FactorVerified = "verified"

// HasVerifiedFactor reports whether the user has a second factor.
func (u User) HasVerifiedFactor() bool {
	return slices.ContainsFunc(u.Factors, func(f Factor) bool { return f.Status == FactorVerified })
}
