// Package auth is localbase's authentication service: it answers what Supabase
// Auth (GoTrue) answers under /auth/v1, with users in schema auth of the same
// database, so that the official clients can't tell the difference.
//
// Mail isn't sent: it is kept in memory and shown by Mailbox.
package auth

import (
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/crypto/bcrypt"

	"github.com/tableside/tableside/localbase/caller"
)

// Version is what GET /health answers: the release of Supabase Auth whose
// behaviour this service follows.
const Version = "v2.196.0"

// Options configure a Handler. Pool and Keys are required; the zero value of
// every other field stands for the stated default.
type Options struct {
	Pool   *pgxpool.Pool    // connected as supabase_auth_admin
	Keys   *caller.Keys     // sign and verify access tokens
	Logger *slog.Logger     // nil: discarded. Never given an address, a password or a token
	Now    func() time.Time // nil: time.Now

	SiteURL     string // where links lead that name no allowed redirect; "": http://127.0.0.1:3000
	ExternalURL string // this service as clients reach it, with /auth/v1; also the tokens' issuer; "": http://127.0.0.1:54321/auth/v1

	RedirectURLs []string // further URLs that flows may end at; * and ? stand for anything but . and /, ** for anything

	DisableSignup     bool // refuse new accounts
	Autoconfirm       bool // an address counts as confirmed without a mail, as `supabase start` has it
	AnonymousUsers    bool // allow accounts without an address
	ManualLinking     bool // let people link and unlink identities
	SingleEmailChange bool // the new address alone confirms an e-mail change; else both have to

	PasswordMinLength          int      // characters; 0: 6
	PasswordRequiredCharacters []string // sets of which a password needs one each; nil: none
	PasswordCost               int      // of bcrypt, 4 to 31; 0: 10
	SecurePasswordChange       bool     // a session older than 24 h needs a nonce from /reauthenticate

	JWTExpiry            time.Duration // of an access token; 0: 1 h
	RefreshReuseInterval time.Duration // within which a used refresh token is forgiven; 0: 10 s
	OTPLength            int           // digits of a one-time code; 0: 6
	OTPExpiry            time.Duration // of a code and its link; 0: 1 h
	MailInterval         time.Duration // between mails of a kind to one person; 0: 1 s
	RateLimits           RateLimits    // zero: none

	Providers  map[string]Provider // OpenID providers by the name that clients use
	HTTPClient *http.Client        // towards providers; nil: one with a time-out of 10 s
}

func (o Options) withDefaults() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.SiteURL == "" {
		o.SiteURL = "http://127.0.0.1:3000"
	}
	if o.ExternalURL == "" {
		o.ExternalURL = "http://127.0.0.1:54321/auth/v1"
	}
	o.ExternalURL = strings.TrimRight(o.ExternalURL, "/")
	if o.PasswordMinLength == 0 {
		o.PasswordMinLength = 6
	}
	if o.PasswordCost == 0 {
		o.PasswordCost = bcrypt.DefaultCost
	}
	if o.JWTExpiry == 0 {
		o.JWTExpiry = time.Hour
	}
	if o.RefreshReuseInterval == 0 {
		o.RefreshReuseInterval = 10 * time.Second
	}
	if o.OTPLength == 0 {
		o.OTPLength = 6
	}
	if o.OTPExpiry == 0 {
		o.OTPExpiry = time.Hour
	}
	if o.MailInterval == 0 {
		o.MailInterval = time.Second
	}
	if o.HTTPClient == nil {
		o.HTTPClient = &http.Client{Timeout: 10 * time.Second}
	}
	return o
}

// Handler serves the auth protocol, with the prefix /auth/v1 already stripped.
type Handler struct {
	opts           Options
	db             database
	mux            *http.ServeMux
	mailbox        mailbox
	limits         limits
	simulatedMails simulatedMails
	providers      map[string]*oidcProvider
	hashingSlots   chan struct{} // an element for each password that is being hashed
}

// New makes a Handler.
func New(opts Options) *Handler {
	opts = opts.withDefaults()
	h := &Handler{
		opts: opts, db: database{opts.Pool}, mux: http.NewServeMux(),
		limits: newLimits(opts.RateLimits), providers: map[string]*oidcProvider{},
		simulatedMails: simulatedMails{sent: map[string]time.Time{}},
		hashingSlots:   make(chan struct{}, max(1, runtime.GOMAXPROCS(0)/2)),
	}
	for name, provider := range opts.Providers {
		h.providers[name] = &oidcProvider{Provider: provider, name: name, now: opts.Now}
	}
	h.registerRoutes()
	return h
}

// ServeHTTP answers one request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.mux.ServeHTTP(w, r) }

// now is the clock in the precision of the database.
func (h *Handler) now() time.Time { return h.opts.Now().UTC().Truncate(time.Microsecond) }
