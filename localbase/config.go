package localbase

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/functions"
)

// config contains the keys of the Supabase CLI's config.toml that localbase supports. It
// ignores the other keys.
//
// Source: https://supabase.com/docs/guides/local-development/cli/config
type config struct {
	API struct {
		Schemas         []string `toml:"schemas"`
		ExtraSearchPath []string `toml:"extra_search_path"`
		MaxRows         int64    `toml:"max_rows"`
		AutoExpose      *bool    `toml:"auto_expose_new_tables"` // nil: not in the file
	} `toml:"api"`
	Auth        authConfig                  `toml:"auth"`
	Functions   map[string]functions.Config `toml:"functions"`
	EdgeRuntime struct {
		Secrets map[string]string `toml:"secrets"`
	} `toml:"edge_runtime"`
	Storage struct {
		FileSizeLimit byteSize                `toml:"file_size_limit"`
		Buckets       map[string]bucketConfig `toml:"buckets"`
	} `toml:"storage"`

	signingKeys []caller.SigningKey // from auth.signing_keys_path; none means that the shared secret signs
}

// authConfig is the section [auth]. Durations are in seconds, except MaxFrequency.
type authConfig struct {
	SiteURL              string   `toml:"site_url"`
	RedirectURLs         []string `toml:"additional_redirect_urls"`
	JWTExpiry            int      `toml:"jwt_expiry"`
	JWTIssuer            string   `toml:"jwt_issuer"`
	SigningKeysPath      string   `toml:"signing_keys_path"`
	RefreshReuseInterval int      `toml:"refresh_token_reuse_interval"`
	EnableSignup         bool     `toml:"enable_signup"`
	AnonymousSignIns     bool     `toml:"enable_anonymous_sign_ins"`
	ManualLinking        bool     `toml:"enable_manual_linking"`
	PasswordMinLength    int      `toml:"minimum_password_length"`
	PasswordRequirements string   `toml:"password_requirements"`
	RateLimit            struct {
		EmailSent          int `toml:"email_sent"`
		AnonymousUsers     int `toml:"anonymous_users"`
		SignInSignUps      int `toml:"sign_in_sign_ups"`
		TokenRefresh       int `toml:"token_refresh"`
		TokenVerifications int `toml:"token_verifications"`
	} `toml:"rate_limit"`
	Email struct {
		EnableSignup         *bool `toml:"enable_signup"`
		DoubleConfirmChanges bool  `toml:"double_confirm_changes"`
		EnableConfirmations  bool  `toml:"enable_confirmations"`
		SecurePasswordChange bool  `toml:"secure_password_change"`
		// RequireCurrentPassword is not a key of the CLI: a hosted project has the setting in its dashboard.
		RequireCurrentPassword bool   `toml:"require_current_password"`
		MaxFrequency           string `toml:"max_frequency"` // a Go duration: the interval between two mails
		OTPLength              int    `toml:"otp_length"`
		OTPExpiry              int    `toml:"otp_expiry"`
	} `toml:"email"`
	Sessions struct {
		Timebox           string `toml:"timebox"` // a Go duration
		InactivityTimeout string `toml:"inactivity_timeout"`
	} `toml:"sessions"`
	MFA struct {
		MaxFactors int `toml:"max_enrolled_factors"`
		TOTP       struct {
			EnrollEnabled *bool `toml:"enroll_enabled"`
			VerifyEnabled *bool `toml:"verify_enabled"`
		} `toml:"totp"`
	} `toml:"mfa"`
	External map[string]externalConfig `toml:"external"`
	Passkey  struct {
		Enabled *bool `toml:"enabled"` // nil: not in the file
	} `toml:"passkey"`
	WebAuthn struct {
		RPID          string   `toml:"rp_id"`
		RPDisplayName string   `toml:"rp_display_name"`
		RPOrigins     []string `toml:"rp_origins"`
	} `toml:"webauthn"`

	passkeys *auth.RelyingParty // set by applySite; nil if passkeys are disabled
}

// externalConfig is a section [auth.external.NAME].
type externalConfig struct {
	Enabled        bool   `toml:"enabled"`
	ClientID       string `toml:"client_id"`
	Secret         string `toml:"secret"`
	URL            string `toml:"url"` // the issuer
	SkipNonceCheck bool   `toml:"skip_nonce_check"`
}

// passwordRequirements maps values of auth.password_requirements to character sets. A password
// must contain a character of each set.
var passwordRequirements = map[string][]string{
	"":                                   nil,
	"letters_digits":                     {lower + upper, digits},
	"lower_upper_letters_digits":         {lower, upper, digits},
	"lower_upper_letters_digits_symbols": {lower, upper, digits, symbols},
}

const (
	lower   = "abcdefghijklmnopqrstuvwxyz"
	upper   = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
	symbols = "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~"
)

// readConfig reads file and applies the CLI's defaults to missing keys; "" returns the defaults.
// Two defaults are more permissive than the CLI's: anonymous sign-ins are allowed, and there
// are no rate limits.
func readConfig(file string) (config, error) {
	var c config
	c.Storage.FileSizeLimit = defaultFileSizeLimit
	c.Auth.EnableSignup, c.Auth.AnonymousSignIns = true, true
	c.Auth.Email.DoubleConfirmChanges = true
	if file == "" {
		return c, nil
	}
	if _, err := toml.DecodeFile(file, &c); err != nil {
		return config{}, fmt.Errorf("read configuration: %w", err)
	}
	if _, known := passwordRequirements[c.Auth.PasswordRequirements]; !known {
		return config{}, fmt.Errorf("%s: auth.password_requirements is %q; use letters_digits, lower_upper_letters_digits or lower_upper_letters_digits_symbols", file, c.Auth.PasswordRequirements)
	}
	for key, text := range map[string]string{
		"auth.email.max_frequency": c.Auth.Email.MaxFrequency,
		"auth.sessions.timebox":    c.Auth.Sessions.Timebox, "auth.sessions.inactivity_timeout": c.Auth.Sessions.InactivityTimeout,
	} {
		if _, err := time.ParseDuration(text); text != "" && err != nil {
			return config{}, fmt.Errorf("%s: %s: %w", file, key, err)
		}
	}
	if path := c.Auth.SigningKeysPath; path != "" {
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file), path)
		}
		var err error
		if c.signingKeys, err = readSigningKeys(path); err != nil {
			return config{}, fmt.Errorf("%s: auth.signing_keys_path: %w", file, err)
		}
	}
	return c, nil
}

// keys returns keys that sign with the first configured key, or with secret if there is none. They
// verify tokens of all of these.
func (c config) keys(secret string) *caller.Keys {
	return caller.NewKeys([]byte(secret), nil).WithSigningKeys(c.signingKeys...)
}

// options returns the options of the auth service that the configuration determines.
func (c authConfig) options() auth.Options {
	duration := func(text string) time.Duration {
		d, _ := time.ParseDuration(text) // readConfig has checked the format; "" is 0
		return d
	}
	isDisabled := func(enabled *bool) bool { return enabled != nil && !*enabled }
	o := auth.Options{
		SiteURL: c.SiteURL, RedirectURLs: c.RedirectURLs,
		DisableSignup: !c.EnableSignup, Autoconfirm: !c.Email.EnableConfirmations,
		AnonymousUsers: c.AnonymousSignIns, ManualLinking: c.ManualLinking,
		SingleEmailChange:          !c.Email.DoubleConfirmChanges,
		PasswordMinLength:          c.PasswordMinLength,
		PasswordRequiredCharacters: passwordRequirements[c.PasswordRequirements],
		SecurePasswordChange:       c.Email.SecurePasswordChange,
		RequireCurrentPassword:     c.Email.RequireCurrentPassword,
		JWTExpiry:                  time.Duration(c.JWTExpiry) * time.Second,
		Issuer:                     expandEnvironment(c.JWTIssuer),
		RefreshReuseInterval:       time.Duration(c.RefreshReuseInterval) * time.Second,
		OTPLength:                  c.Email.OTPLength,
		OTPExpiry:                  time.Duration(c.Email.OTPExpiry) * time.Second,
		MailInterval:               duration(c.Email.MaxFrequency),
		DisableEmail:               isDisabled(c.Email.EnableSignup),
		SessionTimebox:             duration(c.Sessions.Timebox),
		SessionInactivity:          duration(c.Sessions.InactivityTimeout),
		MaxFactors:                 c.MFA.MaxFactors,
		DisableTOTPEnroll:          isDisabled(c.MFA.TOTP.EnrollEnabled),
		DisableTOTPVerify:          isDisabled(c.MFA.TOTP.VerifyEnabled),
		RateLimits: auth.RateLimits{
			EmailSent: c.RateLimit.EmailSent, AnonymousUsers: c.RateLimit.AnonymousUsers, SignInSignUps: c.RateLimit.SignInSignUps,
			TokenRefresh: c.RateLimit.TokenRefresh, TokenVerifications: c.RateLimit.TokenVerifications,
		},
		Passkeys:  c.passkeys,
		Providers: map[string]auth.Provider{},
	}
	for name, external := range c.External {
		if provider, ok := external.provider(name); ok {
			o.Providers[name] = provider
		}
	}
	return o
}

// applySite replaces site_url with siteURL, unless it is "", and sets the relying party of passkeys. If the
// file does not contain auth.passkey.enabled, passkeys determines whether they are enabled.
func (c *authConfig) applySite(siteURL string, passkeys bool) error {
	if siteURL != "" {
		c.SiteURL = siteURL
	}
	if c.Passkey.Enabled != nil {
		passkeys = *c.Passkey.Enabled
	}
	if !passkeys {
		return nil
	}
	var err error
	c.passkeys, err = c.relyingParty()
	return err
}

// relyingParty returns the relying party of passkeys. Unlike the CLI, which requires the section
// [auth.webauthn], it derives missing keys from site_url.
func (c *authConfig) relyingParty() (*auth.RelyingParty, error) {
	id, name, origins := c.WebAuthn.RPID, c.WebAuthn.RPDisplayName, c.WebAuthn.RPOrigins
	site, err := url.Parse(c.SiteURL)
	if err != nil {
		return nil, fmt.Errorf("site_url: %w", err)
	}
	if id == "" {
		id = site.Hostname()
	}
	if name == "" {
		name = id
	}
	if len(origins) == 0 {
		origins = []string{site.Scheme + "://" + site.Host}
	}
	return auth.NewRelyingParty(id, name, origins)
}

// unsupportedProviders returns the names of enabled providers without an OpenID issuer. They
// remain disabled.
func (c authConfig) unsupportedProviders() []string {
	var names []string
	for name, external := range c.External {
		if _, ok := external.provider(name); external.Enabled && !ok {
			names = append(names, name)
		}
	}
	return names
}

// provider returns the OpenID provider, and false if it is disabled or has no issuer.
func (e externalConfig) provider(name string) (auth.Provider, bool) {
	issuer := e.URL
	if issuer == "" && name == "google" {
		issuer = "https://accounts.google.com"
	}
	return auth.Provider{
		Issuer: issuer, ClientID: expandEnvironment(e.ClientID), ClientSecret: expandEnvironment(e.Secret), SkipNonceCheck: e.SkipNonceCheck,
	}, e.Enabled && issuer != ""
}

// expandEnvironment replaces env(NAME) with the value of an environment variable, as the CLI does.
func expandEnvironment(value string) string {
	name, isEnv := strings.CutPrefix(value, "env(")
	if name, closed := strings.CutSuffix(name, ")"); isEnv && closed {
		return os.Getenv(name)
	}
	return value
}

// readSigningKeys reads a JSON array of private JWKs (RFC 7517), as `supabase gen signing-key` writes
// it.
func readSigningKeys(file string) ([]caller.SigningKey, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read signing keys: %w", err)
	}
	return caller.ParseSigningKeys(text)
}
