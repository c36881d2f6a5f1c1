package server

import (
	"context"
	"regexp"
	"slices"
	"time"

	"github.com/tableside/tableside/server/cache"
)

// SignInMethods are the sign-in methods of the backend, from /auth/v1/settings, and the
// owner's settings for sign-ins.
type SignInMethods struct {
	Password   bool     `json:"password"`
	SignUp     bool     `json:"signUp"`
	EmailCode  bool     `json:"emailCode"` // one-time code or link by email
	Anonymous  bool     `json:"anonymous"` // false if RequireMFA, because anonymous users cannot have a second factor
	Passkeys   bool     `json:"passkeys"`
	Providers  []string `json:"providers"` // names of the enabled OAuth providers
	Captcha    *Captcha `json:"captcha"`   // null: not required
	RequireMFA bool     `json:"requireMfa"`

	LockMinutes                int                  `json:"lockMinutes"` // idle minutes after which the app locks; 0: never
	PasswordMinLength          int                  `json:"passwordMinLength"`
	PasswordRequiredCharacters PasswordRequirements `json:"passwordRequiredCharacters"`
}

// CaptchaProvider is a service that distinguishes users from programs.
type CaptchaProvider string

// The providers that the auth service supports.
const (
	Turnstile CaptchaProvider = "turnstile"
	HCaptcha  CaptchaProvider = "hcaptcha"
)

// Captcha is the CAPTCHA that the backend requires for sign-ins.
type Captcha struct {
	Provider CaptchaProvider `json:"provider"`
	SiteKey  string          `json:"siteKey"` // public
}

// PasswordRequirements are the characters that a password must contain, with the names
// of the Supabase CLI (auth.password_requirements).
type PasswordRequirements string

// The requirements.
const (
	NoPasswordRequirements      PasswordRequirements = ""
	LettersAndDigits            PasswordRequirements = "letters_digits"
	LowerUpperLettersDigits     PasswordRequirements = "lower_upper_letters_digits"
	LowerUpperLettersDigitsSyms PasswordRequirements = "lower_upper_letters_digits_symbols"
)

// IsValid reports whether r is one of the requirements.
func (r PasswordRequirements) IsValid() bool {
	return slices.Contains([]PasswordRequirements{
		NoPasswordRequirements, LettersAndDigits, LowerUpperLettersDigits, LowerUpperLettersDigitsSyms,
	}, r)
}

// nonProviderNames are the names in the auth service's "external" that are not OAuth
// providers.
var nonProviderNames = map[string]bool{
	"email": true, "phone": true, "anonymous_users": true, "web3": true, "web3_ethereum": true, "web3_solana": true,
}

// providerNamePattern matches the name of an OAuth provider: "google", "custom:acme".
var providerNamePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_:-]{0,63}$`)

// signInMethodsMaxAge is the time for which the sign-in methods are cached.
const signInMethodsMaxAge = time.Minute

func newSignInMethodsCache(settings *settings) *cache.Cache[SignInMethods] {
	return cache.New(cache.Options[SignInMethods]{MaxAge: signInMethodsMaxAge, MaxEntries: 1, Now: settings.Now})
}

// getSignInMethods returns the ways to sign in, from the backend's settings and the options. The
// result is cached.
func (s *Server) getSignInMethods(ctx context.Context) (SignInMethods, error) {
	return s.signInMethods.Get(ctx, "", func(ctx context.Context) (SignInMethods, error) {
		settings, err := s.backend.FetchAuthSettings(ctx)
		if err != nil {
			return SignInMethods{}, err
		}
		hasEmail := settings.External["email"]
		methods := SignInMethods{
			Password: hasEmail, EmailCode: hasEmail, SignUp: hasEmail && !settings.DisableSignUp,
			Anonymous: settings.External["anonymous_users"] && !settings.DisableSignUp && !s.RequireMFA,
			Passkeys:  settings.Passkeys, Providers: []string{}, Captcha: s.Captcha, RequireMFA: s.RequireMFA,
			LockMinutes: s.LockMinutes, PasswordMinLength: s.PasswordMinLength, PasswordRequiredCharacters: s.PasswordRequirements,
		}
		for name, isEnabled := range settings.External {
			if isEnabled && !nonProviderNames[name] && providerNamePattern.MatchString(name) {
				methods.Providers = append(methods.Providers, name)
			}
		}
		methods.Providers = append(methods.Providers, s.Providers...)
		slices.Sort(methods.Providers)
		methods.Providers = slices.Compact(methods.Providers)
		return methods, nil
	})
}
