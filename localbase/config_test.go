package localbase

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/auth"
)

func writeFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestDefaultConfigEqualsSupabaseStart(t *testing.T) {
	c, err := readConfig("")
	if err != nil {
		t.Fatal(err)
	}
	want := auth.Options{Autoconfirm: true, AnonymousUsers: true, Providers: map[string]auth.Provider{}}
	if got := c.Auth.options(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestReadConfigOfTheSupabaseCLI(t *testing.T) {
	t.Setenv("PROVIDER_SECRET", "from the environment")
	file := writeFile(t, t.TempDir(), "config.toml", `
project_id = "ignored"
[api]
schemas = ["public", "personal"]
extra_search_path = ["extensions"]
max_rows = 50
[auth]
site_url = "http://app.test"
additional_redirect_urls = ["http://app.test/**"]
jwt_expiry = 60
jwt_issuer = "http://issuer.test/auth"
enable_signup = false
enable_anonymous_sign_ins = false
enable_manual_linking = true
minimum_password_length = 9
password_requirements = "letters_digits"
[auth.rate_limit]
token_refresh = 150
[auth.email]
double_confirm_changes = false
enable_confirmations = true
max_frequency = "5s"
otp_length = 8
enable_signup = false
[auth.sessions]
timebox = "24h"
inactivity_timeout = "8h"
[auth.mfa]
max_enrolled_factors = 3
[auth.mfa.totp]
enroll_enabled = false
verify_enabled = true
[auth.passkey]
enabled = true
[auth.webauthn]
rp_id = "app.test"
rp_display_name = "App"
rp_origins = ["https://app.test"]
[auth.external.keycloak]
enabled = true
client_id = "tableside"
secret = "env(PROVIDER_SECRET)"
url = "http://issuer.test"
[auth.external.apple]
enabled = false
[auth.external.github]
enabled = true
[auth.external.google]
enabled = true
skip_nonce_check = true
`)
	c, err := readConfig(file)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(c.API.Schemas, []string{"public", "personal"}) || !reflect.DeepEqual(c.API.ExtraSearchPath, []string{"extensions"}) || c.API.MaxRows != 50 {
		t.Errorf("got api %+v", c.API)
	}
	passkeys, err := auth.NewRelyingParty("app.test", "App", []string{"https://app.test"})
	if err != nil {
		t.Fatal(err)
	}
	want := auth.Options{
		Passkeys: passkeys,
		SiteURL:  "http://app.test", RedirectURLs: []string{"http://app.test/**"}, JWTExpiry: time.Minute, Issuer: "http://issuer.test/auth",
		DisableSignup: true, ManualLinking: true, SingleEmailChange: true,
		PasswordMinLength: 9, PasswordRequiredCharacters: []string{lower + upper, digits},
		DisableEmail: true, SessionTimebox: 24 * time.Hour, SessionInactivity: 8 * time.Hour, MaxFactors: 3, DisableTOTPEnroll: true,
		MailInterval: 5 * time.Second, OTPLength: 8, RateLimits: auth.RateLimits{TokenRefresh: 150},
		Providers: map[string]auth.Provider{
			"keycloak": {Issuer: "http://issuer.test", ClientID: "tableside", ClientSecret: "from the environment"},
			"google":   {Issuer: "https://accounts.google.com", SkipNonceCheck: true},
		},
	}
	if err := c.Auth.applySite("", false); err != nil {
		t.Fatal(err)
	}
	if got := c.Auth.options(); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got := c.Auth.unsupportedProviders(); !reflect.DeepEqual(got, []string{"github"}) {
		t.Errorf("unsupported: got %v", got)
	}
}

func TestPasskeySettings(t *testing.T) {
	const enabled, disabled = "[auth.passkey]\nenabled = true\n", "[auth.passkey]\nenabled = false\n"
	for _, test := range []struct {
		name, file, siteURL string
		passkeys            bool
		wantID, wantOrigin  string // "" if passkeys are disabled
		wantError           string
	}{
		{name: "the default is disabled", siteURL: "http://localhost:8080"},
		{name: "derived from site_url", file: "[auth]\nsite_url = \"http://localhost:3000/app\"\n" + enabled, wantID: "localhost", wantOrigin: "http://localhost:3000"},
		{name: "derived from the site of the option", siteURL: "http://localhost:8080", passkeys: true, wantID: "localhost", wantOrigin: "http://localhost:8080"},
		{name: "the option takes precedence over site_url", file: "[auth]\nsite_url = \"http://127.0.0.1:3000\"\n" + enabled, siteURL: "https://app.test", wantID: "app.test", wantOrigin: "https://app.test"},
		{name: "the section takes precedence over the site", file: "[auth.webauthn]\nrp_id = \"app.test\"\nrp_origins = [\"https://one.app.test\"]", siteURL: "https://two.app.test", passkeys: true, wantID: "app.test", wantOrigin: "https://one.app.test"},
		{name: "disabled in the file", file: disabled, siteURL: "http://localhost:8080", passkeys: true},
		{name: "no site", file: enabled, wantError: "not a domain"},
		{name: "an IP address", siteURL: "http://192.0.2.1:8080", passkeys: true, wantError: "not a domain"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := readConfig(writeFile(t, t.TempDir(), "config.toml", test.file))
			if err != nil {
				t.Fatal(err)
			}
			err = c.Auth.applySite(test.siteURL, test.passkeys)
			if test.wantError != "" {
				if err == nil || !strings.Contains(err.Error(), test.wantError) {
					t.Errorf("got error %v, want %q", err, test.wantError)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var want *auth.RelyingParty
			if test.wantID != "" {
				if want, err = auth.NewRelyingParty(test.wantID, test.wantID, []string{test.wantOrigin}); err != nil {
					t.Fatal(err)
				}
			}
			if got := c.Auth.options().Passkeys; !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestConfigWithSigningKey(t *testing.T) {
	// RFC 7515, appendix A.3.
	const key = `[{"kty":"EC","crv":"P-256","alg":"ES256","d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}]`
	dir := t.TempDir()
	writeFile(t, dir, "signing_keys.json", key)
	c, err := readConfig(writeFile(t, dir, "config.toml", "[auth]\nsigning_keys_path = \"./signing_keys.json\""))
	if err != nil {
		t.Fatal(err)
	}
	if set := c.keys(strings.Repeat("s", 32)).JWKS().Keys; len(set) != 1 || set[0].X != "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU" {
		t.Errorf("got public keys %+v", set)
	}
}

func TestInvalidConfigErrorNamesTheKey(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"[auth", "read configuration"},
		{"[auth]\npassword_requirements = \"hard\"", "auth.password_requirements"},
		{"[auth.email]\nmax_frequency = \"often\"", "auth.email.max_frequency"},
		{"[auth.sessions]\ntimebox = \"long\"", "auth.sessions.timebox"},
		{"[auth]\nsigning_keys_path = \"missing.json\"", "auth.signing_keys_path"},
	} {
		_, err := readConfig(writeFile(t, t.TempDir(), "config.toml", test.text))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: got %v, want an error with %s", test.text, err, test.want)
		}
	}
}

func TestPasswordRulesComeFromTheConfig(t *testing.T) {
	for text, want := range map[string]string{
		"": "6 ", "[auth]\nminimum_password_length = 9\npassword_requirements = \"letters_digits\"": "9 letters_digits",
	} {
		c, err := readConfig(writeFile(t, t.TempDir(), "config.toml", text))
		if err != nil {
			t.Fatal(err)
		}
		length, requirements := (&Backend{config: c}).PasswordRules()
		if got := fmt.Sprint(length, " ", requirements); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestFileSizeLimitHasTheUnitsOfTheCLI(t *testing.T) {
	for _, tt := range []struct {
		text string
		want byteSize // 0: an error
	}{
		{`file_size_limit = "50MiB"`, 50 << 20}, {`file_size_limit = "1.5GB"`, 3 << 29}, {`file_size_limit = "300 kb"`, 300 << 10},
		{`file_size_limit = "12"`, 12}, {`file_size_limit = "2g"`, 2 << 30}, {``, 50 << 20},
		{`file_size_limit = "0"`, 0}, {`file_size_limit = "-1MB"`, 0}, {`file_size_limit = "many"`, 0}, {`file_size_limit = "99999999PB"`, 0},
	} {
		c, err := readConfig(writeFile(t, t.TempDir(), "config.toml", "[storage]\n"+tt.text))
		if (err != nil) != (tt.want == 0) || err == nil && c.Storage.FileSizeLimit != tt.want {
			t.Errorf("%s: got %d, %v; want %d", tt.text, c.Storage.FileSizeLimit, err, tt.want)
		}
	}
}
