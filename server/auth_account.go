package server

import (
	"context"
	"encoding/json"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/tableside/tableside/server/supa"
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

// getAccount handles GET /api/auth/account. Codes: not_signed_in.
func (s *Server) getAccount(ctx context.Context) (Account, error) {
	var account Account
	err := s.callAsUser(ctx, func(caller supa.Caller) error {
		user, err := s.backend.FetchUser(ctx, caller)
		if err == nil {
			account = newAccount(user, caller.Token)
		}
		return err
	})
	return account, err
}

// newAccount returns the account of a user, with the claims of the token, which it does not verify.
func newAccount(user supa.User, token string) Account {
	account := Account{
		Email: user.Email, NewEmail: user.NewEmail, Phone: user.Phone, Identities: []UserIdentity{},
		Factors: convertFactors(user.Factors), Claims: supa.DecodeClaims(token), CreatedAt: user.CreatedAt, LastSignInAt: user.LastSignInAt,
	}
	for _, identity := range user.Identities {
		account.Identities = append(account.Identities, UserIdentity(identity))
	}
	return account
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

// maxProfileText limits the name and the address of the avatar, in bytes: they are part
// of each token.
const maxProfileText = 1000

// validate returns bad_request unless the request changes something, and the name and the picture are valid.
func (r UpdateUserRequest) validate() error {
	switch {
	case r.Name == nil && r.AvatarURL == nil && r.Email == "" && r.Password == "":
		return newBadRequestError("The body changes nothing.")
	case r.Name != nil && len(*r.Name) > maxProfileText:
		return &Error{Code: CodeBadRequest, Message: "The name is too long.", Column: "name"}
	case r.AvatarURL != nil && !isAvatarURL(*r.AvatarURL):
		return &Error{Code: CodeBadRequest, Message: "The address of the picture isn’t valid.", Column: "avatarUrl"}
	}
	return nil
}

// isAvatarURL reports whether an address is "", a file of this server, or of https. The browsers
// of other users request it, so it must not be another path of this server.
func isAvatarURL(address string) bool {
	parsed, err := url.Parse(address)
	if address == "" || err != nil || len(address) > maxProfileText {
		return address == ""
	}
	isFile := strings.HasPrefix(address, "/api/files/") && path.Clean(parsed.Path) == parsed.Path && !strings.Contains(address, `\`)
	return isFile || parsed.Scheme == "https" && parsed.Host != ""
}

// UpdateUserResponse is the response of PATCH /api/auth/user.
type UpdateUserResponse struct {
	User                  User `json:"user"`
	EmailConfirmationSent bool `json:"emailConfirmationSent"` // the new address must be confirmed by mail
}

// updateUser handles PATCH /api/auth/user. A new password ends the user's other sessions.
// Codes: not_signed_in, too_many_attempts, weak_password, same_password, email_exists,
// reauthentication_needed, insufficient_aal and others of the auth service.
func (s *Server) updateUser(ctx context.Context, p requestParams, in UpdateUserRequest) (UpdateUserResponse, error) {
	update := supa.UserUpdate{
		Email: strings.TrimSpace(in.Email), Password: in.Password, CurrentPassword: in.CurrentPassword,
		Nonce: normalizeCode(in.Nonce), Metadata: map[string]any{},
	}
	if in.Name != nil {
		update.Metadata["full_name"], update.Metadata["name"] = *in.Name, *in.Name
	}
	if in.AvatarURL != nil {
		update.Metadata["avatar_url"] = *in.AvatarURL
		if *in.AvatarURL == "" {
			update.Metadata["avatar_url"], update.Metadata["picture"] = nil, nil
		}
	}
	var started *flow
	if update.Email != "" {
		started, update.Flow = s.newFlow(p.c.Request(), flowEmailChange, accountPath, false)
	}
	updated, err := s.sendUpdate(ctx, p, update)
	if err != nil {
		return UpdateUserResponse{}, err
	}
	sent := started != nil && strings.EqualFold(updated.NewEmail, update.Email)
	if sent {
		if err := s.saveFlow(p.c, started); err != nil {
			return UpdateUserResponse{}, err
		}
	}
	v := getRequestSession(ctx)
	before := v.currentSession()
	if err := s.updateSessionUser(ctx); err != nil {
		return UpdateUserResponse{}, err
	}
	user := *v.user()
	if v.currentSession() == before { // the session has old data
		user = newUser(updated, before.AccessToken)
	}
	return UpdateUserResponse{User: user, EmailConfirmationSent: sent}, nil
}

// sendUpdate sends the changes of the signed-in user to the auth service. It limits the attempts if they contain a
// password or a nonce.
func (s *Server) sendUpdate(ctx context.Context, p requestParams, update supa.UserUpdate) (updated supa.User, err error) {
	err = s.callAsUser(ctx, func(caller supa.Caller) error {
		send := func() (err error) {
			updated, err = s.backend.UpdateUser(ctx, caller, update)
			return err
		}
		if update.Password == "" && update.Nonce == "" {
			return send()
		}
		return s.limitCodeAttempt(ctx, p, getRequestSession(ctx).user().ID, send)
	})
	return updated, err
}

// reauthenticate handles POST /api/auth/reauthenticate: 204. It sends a mail with the
// nonce that the backend can require for a new password. Codes: not_signed_in,
// too_many_attempts and those of the auth service.
func (s *Server) reauthenticate(ctx context.Context, p requestParams) (noContent, error) {
	return noContent{}, s.callAsUser(ctx, func(caller supa.Caller) error {
		return s.limitAttempt(ctx, p, getRequestSession(ctx).user().ID, isRejectedOrSuccessful, func() error {
			return s.backend.Reauthenticate(ctx, caller)
		})
	})
}

// unlinkIdentity handles DELETE /api/auth/identities/:id: 204. Codes: not_signed_in,
// single_identity_not_deletable and others of the auth service.
func (s *Server) unlinkIdentity(ctx context.Context, p requestParams) (noContent, error) {
	err := s.callAsUser(ctx, func(caller supa.Caller) error { return s.backend.UnlinkIdentity(ctx, caller, p.get("id")) })
	if err != nil {
		return noContent{}, err
	}
	return noContent{}, s.updateSessionUser(ctx) // the address can change
}
