package server

import (
	"strings"

	"github.com/tableside/tableside/server/supa"
)

// AssuranceLevel is the authenticator assurance level of a session, from the claim aal.
type AssuranceLevel string

// The assurance levels.
const (
	AAL1 AssuranceLevel = "aal1" // one factor: a password, a code, a provider
	AAL2 AssuranceLevel = "aal2" // also a code of a second factor
)

// User is the signed-in user, as the auth service describes them.
type User struct {
	ID           string         `json:"id"`
	Email        string         `json:"email"`     // "" for an anonymous user
	Name         string         `json:"name"`      // full_name, name, or first_name and last_name of the metadata, or the local part of the email
	Role         string         `json:"role"`      // database role of the token, e.g. "authenticated", "staff"
	AvatarURL    string         `json:"avatarUrl"` // avatar_url or picture of the metadata; "": none
	IsAnonymous  bool           `json:"isAnonymous"`
	AAL          AssuranceLevel `json:"aal"`
	NextAAL      AssuranceLevel `json:"nextAal"`      // aal2 if the user has a verified factor
	SignInMethod string         `json:"signInMethod"` // from the claim amr: "password", "otp", "oauth", "anonymous", ...; "" if unknown
}

// newUser returns the user of a token of the auth service.
func newUser(from supa.User, token string) User {
	claims := supa.ParseSessionClaims(token)
	user := User{
		ID: from.ID, Email: from.Email, Role: claims.Role, IsAnonymous: from.IsAnonymous,
		Name: firstText(from.Metadata.FullName, from.Metadata.Name, strings.TrimSpace(from.Metadata.FirstName+" "+from.Metadata.LastName)), AvatarURL: firstText(from.Metadata.AvatarURL, from.Metadata.Picture),
		AAL: AAL1, NextAAL: AAL1, SignInMethod: claims.SignInMethod(),
	}
	if user.Name == "" {
		user.Name, _, _ = strings.Cut(user.Email, "@")
	}
	if claims.AAL == string(AAL2) {
		user.AAL, user.NextAAL = AAL2, AAL2
	}
	if from.HasVerifiedFactor() {
		user.NextAAL = AAL2
	}
	return user
}

// firstText returns the first text that is not empty.
func firstText(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}
