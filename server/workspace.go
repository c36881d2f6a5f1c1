package server

import (
	"context"
	"errors"
)

// Mode is the kind of backend.
type Mode string

// The modes.
const (
	ModeLocal  Mode = "local"  // localbase
	ModeHosted Mode = "hosted" // SUPABASE_URL
)

// Workspace is the response of GET /api/workspace.
type Workspace struct {
	Name               string        `json:"name"` // TABLESIDE_NAME; "Harbour Roasters" in the demo
	Version            string        `json:"version"`
	Commit             string        `json:"commit"`
	Mode               Mode          `json:"mode"`
	BackendFingerprint string        `json:"backend"` // fingerprint of the backend; "" when signed out
	SignIn             SignInMethods `json:"signIn"`
	Limits             Limits        `json:"limits"`
	DemoAccounts       []DemoAccount `json:"demoAccounts"` // empty outside the demo
	User               *User         `json:"user"`         // null when signed out
	MailboxURL         string        `json:"mailboxUrl"`   // localbase's mailbox, on this machine; "" with a hosted backend
	ViewAs             ViewAs        `json:"viewAs"`       // off when signed out
}

// Limits are limits of the server and the backend.
type Limits struct {
	MaxRows     int   `json:"maxRows"`     // maximum rows of a response; do not request more
	BodyBytes   int64 `json:"bodyBytes"`   // largest body of a request with rows or arguments
	UploadBytes int64 `json:"uploadBytes"` // largest upload; 0: unknown. A bucket can have a lower limit
}

// DemoAccount is an account that the sign-in page offers.
type DemoAccount struct {
	Email    string `json:"email"`
	Password string `json:"password"`
	Name     string `json:"name"`
	Role     string `json:"role"`
	About    string `json:"about"` // what this user can do, in one sentence
}

// getWorkspace handles GET /api/workspace. Anyone can call it. For a session that has
// ended, the user is null.
func (s *Server) getWorkspace(ctx context.Context) (Workspace, error) {
	v := getRequestSession(ctx)
	var rejection *Error
	caller, err := v.resolveCallerOfAnyLevel(ctx)
	if err != nil && (!errors.As(err, &rejection) || rejection.Code != CodeNotSignedIn) {
		return Workspace{}, err
	}
	methods, err := s.getSignInMethods(ctx)
	if err != nil {
		return Workspace{}, err
	}
	return Workspace{
		Name: s.Name, Version: s.Version, Commit: s.Commit, Mode: s.Mode,
		BackendFingerprint: s.backendFingerprint(caller, v.viewedBy()), SignIn: methods,
		Limits:       Limits{MaxRows: s.MaxRows, BodyBytes: s.BodyBytes, UploadBytes: s.UploadBytes},
		DemoAccounts: s.DemoAccounts, User: v.user(), MailboxURL: s.MailboxURL, ViewAs: s.describeViewAs(v.currentSession()),
	}, nil
}
