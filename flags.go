package main

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/supa"
)

// logFlags are the settings of the log, which goes to standard error.
type logFlags struct {
	LogLevel  logLevel  `env:"TABLESIDE_LOG_LEVEL" default:"info" help:"debug, info, warn or error."`
	LogFormat logFormat `env:"TABLESIDE_LOG_FORMAT" default:"json" help:"json or text."`
}

// logger returns a logger with the level and format of the flags, which writes to w.
func (f logFlags) logger(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: f.LogLevel.Level}
	if f.LogFormat == "text" {
		return slog.New(slog.NewTextHandler(w, options))
	}
	return slog.New(slog.NewJSONHandler(w, options))
}

type logLevel struct{ slog.Level }

// UnmarshalText parses a level. The error lists the levels.
func (l *logLevel) UnmarshalText(text []byte) error {
	switch strings.ToLower(string(text)) {
	case "debug", "info", "warn", "error":
		return l.Level.UnmarshalText(text)
	}
	return errors.New("must be debug, info, warn or error")
}

type logFormat string

// UnmarshalText parses a format. The error lists the formats. kong's enum tag would not
// name the environment variable.
func (f *logFormat) UnmarshalText(text []byte) error {
	if *f = logFormat(text); *f != "json" && *f != "text" {
		return errors.New("must be json or text")
	}
	return nil
}

// demoDate is a calendar date, or zero for the current date.
type demoDate struct{ time.Time }

// UnmarshalText parses YYYY-MM-DD. An empty text is the same as no setting.
func (d *demoDate) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*d = demoDate{}
		return nil
	}
	if d.Time, err = time.Parse(time.DateOnly, string(text)); err != nil {
		return fmt.Errorf("%q is not a date such as 2026-06-17", text)
	}
	// The demo's data starts six years before this date and ends some months after it.
	if year := d.Year(); year < 1970 || year > 9000 {
		return fmt.Errorf("the year %d is outside of 1970 to 9000", year)
	}
	return nil
}

// noon returns 12:00 UTC of the date, when it is the same date in almost every
// time zone. Without a date it returns the zero time.
func (d demoDate) noon() time.Time {
	if d.IsZero() {
		return time.Time{}
	}
	return d.Add(12 * time.Hour)
}

// addressRange is an IP address or a network.
type addressRange struct{ netip.Prefix }

// UnmarshalText accepts 192.0.2.1 and 192.0.2.0/24.
func (r *addressRange) UnmarshalText(text []byte) error {
	trimmed := strings.TrimSpace(string(text))
	if address, err := netip.ParseAddr(trimmed); err == nil && address.Zone() == "" {
		r.Prefix = netip.PrefixFrom(address, address.BitLen())
		return nil
	}
	var err error
	if r.Prefix, err = netip.ParsePrefix(trimmed); err != nil {
		return fmt.Errorf("must be an address or a network such as 10.0.0.0/8, not %q", trimmed)
	}
	return nil
}

// dataFlags are the folders of localbase.
type dataFlags struct {
	Data        string `env:"TABLESIDE_DATA" default:"./.tableside" placeholder:"DIR" help:"localbase's data folder."`
	PostgresDir string `env:"TABLESIDE_POSTGRES_DIR" placeholder:"DIR" help:"The folder of PostgreSQL's binaries (version 17 or later). Default: npm's, then those on PATH."`
}

// check rejects an empty name, which would mean the working directory.
func (f dataFlags) check() error {
	if f.Data == "" {
		return errors.New("TABLESIDE_DATA is empty: set it to a folder, or unset it to use ./.tableside")
	}
	return nil
}

// trimSchemaNames returns the names without spaces around them.
func trimSchemaNames(list []string) ([]string, error) {
	names := make([]string, len(list))
	for i, name := range list {
		if names[i] = strings.TrimSpace(name); names[i] == "" {
			return nil, fmt.Errorf("TABLESIDE_SCHEMAS is %q: it must be names separated by commas", strings.Join(list, ","))
		}
	}
	return names, nil
}

// check rejects invalid settings before anything starts.
func (c *serveCommand) check() error {
	if err := c.checkBackend(); err != nil {
		return err
	}
	for i, secret := range c.CookieSecrets {
		c.CookieSecrets[i] = strings.TrimSpace(secret)
		if length := len(c.CookieSecrets[i]); length < 32 {
			return fmt.Errorf("a secret of TABLESIDE_COOKIE_SECRET has %d characters: each must have at least 32 (for example from: openssl rand -base64 32)", length)
		}
	}
	switch {
	case c.PublicURL != "" && !isHTTPURL(c.PublicURL):
		return fmt.Errorf("TABLESIDE_PUBLIC_URL is %q: it must be a URL such as https://tables.example.com", c.PublicURL)
	case c.MaxRows < 1:
		return fmt.Errorf("TABLESIDE_MAX_ROWS is %d: it must be at least 1", c.MaxRows)
	case c.UploadBytes < 0:
		return fmt.Errorf("TABLESIDE_UPLOAD_BYTES is %d: it must not be negative", c.UploadBytes)
	case c.BufferBytes < server.MinBufferBytes:
		return fmt.Errorf("TABLESIDE_BUFFER_BYTES is %d: it must be at least %d", c.BufferBytes, server.MinBufferBytes)
	case c.BodyBytes < 1024 || c.BodyBytes > c.BufferBytes/2:
		return fmt.Errorf("TABLESIDE_BODY_BYTES is %d: it must be at least 1024 and at most half of TABLESIDE_BUFFER_BYTES (%d)", c.BodyBytes, c.BufferBytes/2)
	case c.SignInsPerClient < 1:
		return fmt.Errorf("TABLESIDE_SIGN_INS_PER_CLIENT is %d: it must be at least 1", c.SignInsPerClient)
	case c.SignInsPerAccount < 1:
		return fmt.Errorf("TABLESIDE_SIGN_INS_PER_ACCOUNT is %d: it must be at least 1", c.SignInsPerAccount)
	case c.SignInsAtOnce < 1:
		return fmt.Errorf("TABLESIDE_SIGN_INS_AT_ONCE is %d: it must be at least 1", c.SignInsAtOnce)
	case c.DemoReadings < 1:
		return fmt.Errorf("TABLESIDE_DEMO_READINGS is %d: it must be at least 1", c.DemoReadings)
	case c.UpstreamTimeout <= 0:
		return fmt.Errorf("TABLESIDE_UPSTREAM_TIMEOUT is %s: it must be a positive duration such as 30s", c.UpstreamTimeout)
	}
	if err := errors.Join(c.realtimeFlags.check(), c.signInFlags.check(), c.functionFlags.check()); err != nil {
		return err
	}
	var err error
	c.Schemas, err = trimSchemaNames(c.Schemas)
	return err
}

// checkBackend rejects incomplete settings of the backend.
func (c *serveCommand) checkBackend() error {
	switch {
	case c.usesLocalbase() && c.PublishableKey != "":
		return errors.New("SUPABASE_PUBLISHABLE_KEY is set, but SUPABASE_URL is not: set both for a Supabase project, or neither for localbase")
	case c.usesLocalbase() && c.SecretKey != "":
		return errors.New("SUPABASE_SECRET_KEY is set, but SUPABASE_URL is not: only a Supabase project has a secret key")
	case c.usesLocalbase():
		return c.dataFlags.check()
	case c.PublishableKey == "":
		return errors.New("SUPABASE_URL is set, but SUPABASE_PUBLISHABLE_KEY (or SUPABASE_ANON_KEY) is not: it is on the project's API keys page")
	case len(c.ViewAsRoles) > 0 && c.SecretKey == "":
		return errors.New("TABLESIDE_VIEW_AS_ROLES is set, but SUPABASE_SECRET_KEY is not: the sessions of other users are started with it")
	case !isHTTPURL(c.SupabaseURL):
		return fmt.Errorf("SUPABASE_URL is %q: it must be a URL such as https://abcd.supabase.co", c.SupabaseURL)
	case areaPathPattern.MatchString(c.SupabaseURL):
		return fmt.Errorf("SUPABASE_URL is %q: it must be the URL of the project, without the path of a service (%s)",
			c.SupabaseURL, areaPathPattern.FindString(c.SupabaseURL))
	case strings.HasPrefix(c.SecretKey, "sb_publishable_"), supa.TokenRole(c.SecretKey) == "anon":
		return errors.New("SUPABASE_SECRET_KEY contains a publishable key, which cannot read the schema: set it to a secret key, or unset it")
	case supa.IsSecretKey(c.PublishableKey):
		return errors.New("SUPABASE_PUBLISHABLE_KEY (or SUPABASE_ANON_KEY) contains a secret key, which would give every visitor full access: set it to the publishable or anon key")
	}
	return nil
}

// areaPathPattern matches the path of a service, which examples of the client libraries
// contain.
var areaPathPattern = regexp.MustCompile(`/(rest|auth|storage|realtime|functions)/v1/?$`)

// check rejects invalid settings before anything starts.
func (c *localStartCommand) check() error {
	switch {
	case c.JWTSecret != "" && len(c.JWTSecret) < 32:
		return fmt.Errorf("--jwt-secret has %d characters: it must have at least 32", len(c.JWTSecret))
	case c.DemoReadings < 1:
		return fmt.Errorf("--demo-readings is %d: it must be at least 1", c.DemoReadings)
	case c.RealtimeConnections < 1:
		return fmt.Errorf("--realtime-connections is %d: it must be at least 1", c.RealtimeConnections)
	}
	var err error
	if c.Schemas, err = trimSchemaNames(c.Schemas); err != nil {
		return err
	}
	return c.dataFlags.check()
}

// isHTTPURL reports whether address is an http or https URL without a query and a fragment.
func isHTTPURL(address string) bool {
	parsed, err := url.Parse(address)
	return err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https") && parsed.Host != "" &&
		parsed.RawQuery == "" && parsed.Fragment == ""
}

// listenAddress returns the address to listen on. The demo's passwords are public, so
// with the demo only this machine has access unless an address is set.
func (c *serveCommand) listenAddress() string {
	switch {
	case c.Addr != "":
		return c.Addr
	case c.Port != 0:
		return fmt.Sprintf(":%d", c.Port)
	case c.usesLocalbase() && c.Demo:
		return "127.0.0.1:8080"
	default:
		return ":8080"
	}
}

// listen opens a listener. variables names the settings of the address, for errors.
func listen(address, variables string) (net.Listener, error) {
	listener, err := net.Listen("tcp", address)
	var malformed *net.AddrError
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("another program listens on %s: set %s to another address, for example 127.0.0.1:8081", address, variables)
	case errors.As(err, &malformed):
		return nil, fmt.Errorf("listen on %q (set by %s): %s; it must be HOST:PORT or :PORT", address, variables, malformed.Err)
	case err != nil:
		return nil, fmt.Errorf("listen on %q (set by %s): %w", address, variables, err)
	}
	return listener, nil
}
