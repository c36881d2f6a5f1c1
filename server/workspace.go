package server

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/tableside/tableside/server/cache"
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
}

// SignInMethods are the sign-in methods of the backend, from /auth/v1/settings.
type SignInMethods struct {
	Password  bool     `json:"password"`
	SignUp    bool     `json:"signUp"`
	Providers []string `json:"providers"` // names of the enabled OAuth providers
}

// Limits are limits of the server and the backend.
type Limits struct {
	MaxRows     int   `json:"maxRows"`     // maximum rows of a response; do not request more
	UploadBytes int64 `json:"uploadBytes"` // largest upload; a bucket can have a lower limit
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
	caller, err := v.resolveCaller(ctx)
	if err != nil && (!errors.As(err, &rejection) || rejection.Code != CodeNotSignedIn) {
		return Workspace{}, err
	}
	methods, err := s.getSignInMethods(ctx)
	if err != nil {
		return Workspace{}, err
	}
	return Workspace{
		Name: s.Name, Version: s.Version, Commit: s.Commit, Mode: s.Mode,
		BackendFingerprint: s.backendFingerprint(caller), SignIn: methods,
		Limits:       Limits{MaxRows: s.MaxRows, UploadBytes: s.UploadBytes},
		DemoAccounts: s.DemoAccounts, User: v.user(),
	}, nil
}

// nonProviderNames are the names in the auth service's "external" that are not OAuth
// providers.
var nonProviderNames = map[string]bool{"email": true, "phone": true, "anonymous_users": true}

// signInMethodsMaxAge is the time for which the sign-in methods are cached.
const signInMethodsMaxAge = time.Minute

func newSignInMethodsCache(settings *settings) *cache.Cache[SignInMethods] {
	return cache.New(cache.Options[SignInMethods]{MaxAge: signInMethodsMaxAge, MaxEntries: 1, Now: settings.Now})
}

func (s *Server) getSignInMethods(ctx context.Context) (SignInMethods, error) {
	return s.signInMethods.Get(ctx, "", func(ctx context.Context) (SignInMethods, error) {
		settings, err := s.backend.FetchAuthSettings(ctx)
		if err != nil {
			return SignInMethods{}, err
		}
		methods := SignInMethods{Providers: []string{}, Password: settings.External["email"]}
		methods.SignUp = methods.Password && !settings.DisableSignUp
		for name, isEnabled := range settings.External {
			if isEnabled && !nonProviderNames[name] {
				methods.Providers = append(methods.Providers, name)
			}
		}
		slices.Sort(methods.Providers)
		return methods, nil
	})
}
