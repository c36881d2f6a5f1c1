package main

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/tableside/tableside/server"
)

// signInFlags are the settings of sign-ins that the backend does not report.
type signInFlags struct {
	RequireMFA                 bool     `name:"require-mfa" env:"TABLESIDE_REQUIRE_MFA" help:"Require a second factor: without it, users have access to their account only."`
	Providers                  []string `env:"TABLESIDE_PROVIDERS" placeholder:"NAME" help:"OAuth providers to offer in addition to those in the project's settings, which do not list custom ones (custom:acme)."`
	CaptchaProvider            string   `env:"TABLESIDE_CAPTCHA_PROVIDER" placeholder:"NAME" help:"The project's CAPTCHA, if it is enabled: turnstile or hcaptcha."`
	CaptchaSiteKey             string   `env:"TABLESIDE_CAPTCHA_SITE_KEY" placeholder:"KEY" help:"The site key of the CAPTCHA, which is public."`
	LockMinutes                int      `env:"TABLESIDE_LOCK_MINUTES" default:"0" help:"Idle minutes after which the app locks; 0: never."`
	PasswordMinLength          int      `env:"TABLESIDE_PASSWORD_MIN_LENGTH" default:"6" help:"The project's minimum length of a password, which is checked while a user types. localbase uses its own."`
	PasswordRequiredCharacters string   `env:"TABLESIDE_PASSWORD_REQUIRED_CHARACTERS" placeholder:"SET" help:"The project's required characters: letters_digits, lower_upper_letters_digits or lower_upper_letters_digits_symbols. localbase uses its own."`
}

// providerNamePattern matches the name of an OAuth provider.
var providerNamePattern = regexp.MustCompile(`^[a-z0-9][a-z0-9_:-]{0,63}$`)

// check rejects invalid settings.
func (f *signInFlags) check() error {
	for _, name := range f.Providers {
		if !providerNamePattern.MatchString(name) {
			return fmt.Errorf("TABLESIDE_PROVIDERS contains %q: it must be names such as custom:acme, separated by commas", name)
		}
	}
	provider := server.CaptchaProvider(f.CaptchaProvider)
	switch {
	case provider != "" && provider != server.Turnstile && provider != server.HCaptcha:
		return fmt.Errorf("TABLESIDE_CAPTCHA_PROVIDER is %q: it must be turnstile or hcaptcha", f.CaptchaProvider)
	case provider != "" && f.CaptchaSiteKey == "":
		return errors.New("TABLESIDE_CAPTCHA_PROVIDER is set, but TABLESIDE_CAPTCHA_SITE_KEY is not: it is on the provider's page of the site")
	case provider == "" && f.CaptchaSiteKey != "":
		return errors.New("TABLESIDE_CAPTCHA_SITE_KEY is set, but TABLESIDE_CAPTCHA_PROVIDER is not: set it to turnstile or hcaptcha")
	case f.LockMinutes < 0:
		return fmt.Errorf("TABLESIDE_LOCK_MINUTES is %d: it must be at least 0", f.LockMinutes)
	case f.PasswordMinLength < 1:
		return fmt.Errorf("TABLESIDE_PASSWORD_MIN_LENGTH is %d: it must be at least 1", f.PasswordMinLength)
	case !server.PasswordRequirements(f.PasswordRequiredCharacters).IsValid():
		return fmt.Errorf("TABLESIDE_PASSWORD_REQUIRED_CHARACTERS is %q: it must be letters_digits, lower_upper_letters_digits or lower_upper_letters_digits_symbols",
			f.PasswordRequiredCharacters)
	}
	return nil
}

// apply sets the options of the server.
func (f *signInFlags) apply(to *server.Options) {
	to.RequireMFA, to.Providers, to.LockMinutes = f.RequireMFA, f.Providers, f.LockMinutes
	to.PasswordMinLength, to.PasswordRequirements = f.PasswordMinLength, server.PasswordRequirements(f.PasswordRequiredCharacters)
	if f.CaptchaProvider != "" {
		to.Captcha = &server.Captcha{Provider: server.CaptchaProvider(f.CaptchaProvider), SiteKey: f.CaptchaSiteKey}
	}
}
