package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/tableside/tableside/server/actions"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// Options configures a Server. SupabaseURL, PublishableKey and CookieSecrets are
// required; the others have the defaults that their comments name.
type Options struct {
	SupabaseURL    string
	PublishableKey string // or the anon key
	SecretKey      string // "": no schema from OpenAPI, no forwarded client addresses
	BackendID      string // identifies a backend whose URL changes at each start; "": the URL identifies it

	PublicURL     string   // the address that users open; "": the Host of the request
	CookieSecrets [][]byte // each 32 bytes or more, the same on every replica; the first encrypts, all decrypt
	Schemas       []string // database schemas in the app, the default first; nil: public
	SchemaFile    string   // "": none

	EdgeFunctions    []actions.EdgeFunction // valid declarations of edge functions that users can run; nil: those of tableside_actions
	FunctionsTimeout time.Duration          // until an edge function's headers, and between parts of its body; 0: 150 s

	Name         string // "": "Tableside"
	Version      string
	Commit       string
	Mode         Mode // "": ModeHosted
	DemoAccounts []DemoAccount
	MailboxURL   string // localbase's mailbox; "": none
	// ListUngrantedTables lists the tables of a local backend that no user can access; nil: none.
	ListUngrantedTables func(context.Context) (UngrantedTables, error)
	// IsFirstAccount reports whether a user has the first account of a local backend; nil: no.
	IsFirstAccount func(ctx context.Context, userID string) (bool, error)
	Assets         fs.FS // the built app, index.html at its root; nil: none is served

	MaxRows     int   // rows in a response of the backend; 0: 1,000
	UploadBytes int64 // largest upload; 0: only the backend limits it
	BodyBytes   int64 // largest body of a request with rows or arguments; at most half of BufferBytes; 0: 8 MiB
	BufferBytes int64 // limit for request bodies in memory, and the same for responses; at least MinBufferBytes; 0: 32 MiB

	TrustedProxies       []netip.Prefix // their X-Forwarded-For contains the client; nil: none
	SignInsPerClient     int            // failed sign-ins, and sign-ups, of a client in 5 minutes; 0: 20
	SignInsPerAccount    int            // the same for an account; 0: 10
	MaxConcurrentSignIns int            // requests to the backend at the same time; 0: 4

	Providers            []string             // OAuth providers in addition to those in the backend's settings, such as "custom:acme"
	ViewAs               ViewAsOptions        // the zero value turns the mode off
	RequireMFA           bool                 // data only for sessions with a second factor
	Captcha              *Captcha             // that the backend requires; nil: none
	LockMinutes          int                  // idle minutes after which the app locks; 0: never
	PasswordMinLength    int                  // of the backend, checked while a user types; 0: 6
	PasswordRequirements PasswordRequirements // the same for characters

	RealtimeConnections        int           // websockets of this process; 0: 1,000
	RealtimeConnectionsPerUser int           // 0: 20
	RealtimeChannels           int           // of a websocket; 0: 100
	RealtimeMessagesPerSecond  int           // of a websocket, from the browser; 0: 50
	RealtimeMessageBytes       int           // largest payload of a broadcast; 0: 256 KiB
	RealtimeQueueBytes         int           // of messages that a browser has not read; 0: 1 MiB
	RealtimeIdleTimeout        time.Duration // without a message of the browser, which sends a heartbeat each 25 s; 0: 60 s
	RealtimeCheckInterval      time.Duration // between checks of a websocket's session and peers; 0: 10 s

	UpstreamTimeout time.Duration // until the backend's headers, and between parts of its body; 0: 30 s
	DrainTimeout    time.Duration // for requests in progress when Serve's context ends; 0: 10 s
	ClientTimeout   time.Duration // between parts of an upload or download, and for any other response; 0: 60 s
	SchemaMaxAge    time.Duration // of a cached schema; 0: 60 s

	Logger    *slog.Logger      // nil: discards
	Now       func() time.Time  // nil: time.Now
	Transport http.RoundTripper // to the backend; nil: supa.NewTransport()
}

// MinBufferBytes is the minimum of Options.BufferBytes: the largest request body, and
// the largest response that is read as a whole, must fit.
const MinBufferBytes = 16 << 20

// defaultBodyBytes is the default of Options.BodyBytes.
const defaultBodyBytes = 8 << 20

// settings are Options with their defaults, the parsed URL and the schema file.
type settings struct {
	Options
	publicURL  *url.URL       // nil: not set
	schemaFile *schema.Schema // nil: not set
}

// applyDefaults returns the settings: the options with the documented defaults, parsed and checked.
// It reads the schema file.
func (o Options) applyDefaults() (*settings, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	publicURL, err := parsePublicURL(o.PublicURL)
	if err != nil {
		return nil, err
	}
	s := &settings{Options: o, publicURL: publicURL}
	setDefault(&s.Name, "Tableside")
	setDefault(&s.Mode, ModeHosted)
	setDefault(&s.ViewAs.MaxAge, defaultViewAsAge)
	setDefault(&s.MaxRows, 1000)
	setDefault(&s.BodyBytes, defaultBodyBytes)
	setDefault(&s.BufferBytes, 32<<20)
	if s.BodyBytes < 0 || s.BodyBytes > s.BufferBytes/2 {
		return nil, fmt.Errorf("a body can have %d bytes; the maximum is half of the buffer of %d bytes", s.BodyBytes, s.BufferBytes)
	}
	setDefault(&s.SignInsPerClient, 20)
	setDefault(&s.SignInsPerAccount, 10)
	setDefault(&s.MaxConcurrentSignIns, 4)
	setDefault(&s.PasswordMinLength, 6)
	setDefault(&s.RealtimeConnections, 1000)
	setDefault(&s.RealtimeConnectionsPerUser, 20)
	setDefault(&s.RealtimeChannels, 100)
	setDefault(&s.RealtimeMessagesPerSecond, 50)
	setDefault(&s.RealtimeMessageBytes, 256<<10)
	setDefault(&s.RealtimeQueueBytes, 1<<20)
	setDefault(&s.RealtimeIdleTimeout, time.Minute)
	setDefault(&s.RealtimeCheckInterval, 10*time.Second)
	setDefault(&s.FunctionsTimeout, 150*time.Second)
	setDefault(&s.UpstreamTimeout, supa.DefaultTimeout)
	setDefault(&s.DrainTimeout, 10*time.Second)
	setDefault(&s.ClientTimeout, time.Minute)
	setDefault(&s.SchemaMaxAge, time.Minute)
	if len(s.Schemas) == 0 {
		s.Schemas = []string{"public"}
	}
	if s.DemoAccounts == nil {
		s.DemoAccounts = []DemoAccount{}
	}
	if s.Logger == nil {
		s.Logger = slog.New(slog.DiscardHandler)
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	return s, s.readSchemaFile()
}

// validate checks the required options, and all others that are set.
func (o Options) validate() error {
	if len(o.CookieSecrets) == 0 {
		return errors.New("there is no cookie secret")
	}
	for _, secret := range o.CookieSecrets {
		if len(secret) < 32 {
			return fmt.Errorf("a cookie secret has %d bytes; the minimum is 32", len(secret))
		}
	}
	if o.BufferBytes != 0 && o.BufferBytes < MinBufferBytes {
		return fmt.Errorf("the buffer has %d bytes; the minimum is %d", o.BufferBytes, MinBufferBytes)
	}
	if !o.PasswordRequirements.IsValid() {
		return fmt.Errorf("unknown password requirements %q", o.PasswordRequirements)
	}
	if o.Captcha != nil && (o.Captcha.SiteKey == "" || o.Captcha.Provider != Turnstile && o.Captcha.Provider != HCaptcha) {
		return fmt.Errorf("the CAPTCHA provider %q is unknown, or has no site key", o.Captcha.Provider)
	}
	return nil
}

// parsePublicURL parses the public URL. It returns nil if the URL is not set.
func parsePublicURL(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	public, err := url.Parse(text)
	if err != nil || public.Host == "" || (public.Scheme != "http" && public.Scheme != "https") {
		return nil, fmt.Errorf("the public URL %q is not an http or https address", text)
	}
	return public, nil
}

// setDefault sets *field to value if it has the zero value.
func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// readSchemaFile reads the schema from SchemaFile, if it is set.
func (s *settings) readSchemaFile() error {
	if s.SchemaFile == "" {
		return nil
	}
	text, err := os.ReadFile(s.SchemaFile)
	if err != nil {
		return fmt.Errorf("read the schema file: %w", err)
	}
	if s.schemaFile, err = schema.ParseFile(text, s.Schemas); err != nil {
		return fmt.Errorf("schema file %s: %w", s.SchemaFile, err)
	}
	return nil
}

// isSecure reports whether cookies can be limited to https: the browser uses https,
// directly or, according to the public URL, through a proxy.
func (s *settings) isSecure(r *http.Request) bool {
	return r.TLS != nil || (s.publicURL != nil && s.publicURL.Scheme == "https")
}

// isOwnOrigin reports whether an origin is the address of this server.
func (s *settings) isOwnOrigin(origin string, r *http.Request) bool {
	from, err := url.Parse(origin)
	if err != nil || from.Host == "" {
		return false
	}
	if s.publicURL != nil && strings.EqualFold(from.Scheme, s.publicURL.Scheme) && strings.EqualFold(from.Host, s.publicURL.Host) {
		return true
	}
	return strings.EqualFold(from.Host, r.Host)
}

var errNoAssets = errors.New("the app has not been built: run ./scripts/build")
