package server

import (
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

	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// Options are everything that a Server needs. SupabaseURL, PublishableKey and
// CookieSecret have no default.
type Options struct {
	SupabaseURL    string
	PublishableKey string // or the anon key
	SecretKey      string // "": the schema is not read from OpenAPI, no client address is forwarded
	BackendID      string // identifies a backend whose URL changes from start to start; "": its URL does

	PublicURL    string   // the address that people open; "": the one that a request came to
	CookieSecret []byte   // 32 bytes or more; the same on every replica
	Schemas      []string // database schemas to show, the default one first; nil: public
	SchemaFile   string   // "": none

	Name         string // "": "Tableside"
	Version      string
	Commit       string
	Mode         Mode // "": ModeHosted
	DemoAccounts []DemoAccount
	Assets       fs.FS // the built app, index.html at its root; nil: none is served

	MaxRows     int   // rows in one answer of the backend; 0: 1,000
	UploadBytes int64 // largest single upload; 0: 50 MiB
	BufferBytes int64 // request bodies held in memory at once, and as many of responses; at least MinBufferBytes; 0: 32 MiB

	TrustedProxies       []netip.Prefix // whose X-Forwarded-For names the client; nil: none
	SignInsPerClient     int            // failed sign-ins, and sign-ups, of a client in five minutes; 0: 20
	SignInsPerAccount    int            // of these, for one account; 0: 10
	MaxConcurrentSignIns int            // sent to the backend at a time; 0: 4

	UpstreamTimeout time.Duration // until the backend begins to answer, and for each silence after; 0: 30 s
	DrainTimeout    time.Duration // for requests that run when Serve's context ends; 0: 10 s
	ClientTimeout   time.Duration // for each silence of a browser in an upload or download, and for any other answer; 0: 60 s
	SchemaMaxAge    time.Duration // how long a schema is kept; 0: 60 s

	Logger    *slog.Logger      // nil: discards
	Now       func() time.Time  // nil: time.Now
	Transport http.RoundTripper // to the backend; nil: supa.NewTransport()
}

// MinBufferBytes is the smallest Options.BufferBytes: the largest body, and the
// largest response that is read whole, must fit.
const MinBufferBytes = 16 << 20

// settings are Options with the defaults filled in and the URL and file read.
type settings struct {
	Options
	publicURL  *url.URL       // nil when not set
	schemaFile *schema.Schema // nil when not set
}

func (o Options) applyDefaults() (*settings, error) {
	s := &settings{Options: o}
	if len(o.CookieSecret) < 32 {
		return nil, fmt.Errorf("the cookie secret has %d bytes; 32 or more are needed", len(o.CookieSecret))
	}
	if o.BufferBytes != 0 && o.BufferBytes < MinBufferBytes {
		return nil, fmt.Errorf("the buffer has %d bytes; %d or more are needed", o.BufferBytes, MinBufferBytes)
	}
	if o.PublicURL != "" {
		public, err := url.Parse(o.PublicURL)
		if err != nil || public.Host == "" || (public.Scheme != "http" && public.Scheme != "https") {
			return nil, fmt.Errorf("the public URL is %q; an http or https address is needed", o.PublicURL)
		}
		s.publicURL = public
	}
	setDefault(&s.Name, "Tableside")
	setDefault(&s.Mode, ModeHosted)
	setDefault(&s.MaxRows, 1000)
	setDefault(&s.UploadBytes, 50<<20)
	setDefault(&s.BufferBytes, 32<<20)
	setDefault(&s.SignInsPerClient, 20)
	setDefault(&s.SignInsPerAccount, 10)
	setDefault(&s.MaxConcurrentSignIns, 4)
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

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

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

// isSecure reports whether cookies may be limited to https: the browser reached
// us by it, directly or, as the public URL says, through a proxy.
func (s *settings) isSecure(r *http.Request) bool {
	return r.TLS != nil || (s.publicURL != nil && s.publicURL.Scheme == "https")
}

// isOwnOrigin reports whether origin is where people open this server.
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
