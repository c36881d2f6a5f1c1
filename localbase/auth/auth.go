// Package auth implements the protocol of Supabase Auth (GoTrue), so that the official clients
// work with it. Users are in the schema auth of the database.
//
// It sends no mail. It stores mails in memory, and Mailbox serves them.
package auth

import (
	"cmp"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/crypto/bcrypt"

	"github.com/tableside/tableside/localbase/caller"
)

// Version is the release of Supabase Auth that this service is compatible with. GET /health returns
// it.
const Version = "v2.196.0"

// DefaultPasswordMinLength is the minimum length of a password without a setting, in characters.
const DefaultPasswordMinLength = 6

// Options configures a Handler. Pool and Keys are required.
type Options struct {
	Pool   *pgxpool.Pool    // connected as supabase_auth_admin
	Keys   *caller.Keys     // signs and verifies access tokens
	Logger *slog.Logger     // nil discards messages. They never contain addresses, passwords or tokens
	Now    func() time.Time // nil means time.Now

	SiteURL     string // target of links without an allowed redirect; "" means http://127.0.0.1:3000
	ExternalURL string // public URL of this service; "" means http://127.0.0.1:54321/auth/v1
	Issuer      string // claim iss of the tokens; "" means ExternalURL

	RedirectURLs []string // other allowed redirects; * and ? match any text or character except . and /, ** matches any text

	DisableSignup     bool // reject new accounts
	DisableEmail      bool // reject sign-up and sign-in by email address
	Autoconfirm       bool // confirm addresses without a mail, as `supabase start` does
	AnonymousUsers    bool // allow accounts without an address
	ManualLinking     bool // let users link and unlink identities
	SingleEmailChange bool // only the new address must confirm an email change, not both

	PasswordMinLength          int      // in characters; 0 means DefaultPasswordMinLength
	PasswordRequiredCharacters []string // character sets; a password must contain a character of each
	PasswordCost               int      // of bcrypt, 4 to 31; 0 means 10
	SecurePasswordChange       bool     // require a nonce of /reauthenticate for sessions older than 24 h
	RequireCurrentPassword     bool     // require the current password for a new one, except after a sign-in by mail

	JWTExpiry            time.Duration // of an access token; 0 means 1 h
	RefreshReuseInterval time.Duration // time in which a used refresh token is accepted again; 0 means 10 s
	OTPLength            int           // digits of a one-time code; 0 means 6
	OTPExpiry            time.Duration // of a code and its link; 0 means 1 h
	MailInterval         time.Duration // minimum time between two mails of a type to an address; 0 means 1 s
	SessionTimebox       time.Duration // maximum age of a session; 0 means no limit
	SessionInactivity    time.Duration // time without a refresh after which a session ends; 0 means no limit
	RateLimits           RateLimits    // the zero value means no limits

	MaxFactors        int  // of a user; 0 means 10
	DisableTOTPEnroll bool // reject new authenticator apps
	DisableTOTPVerify bool // reject codes of authenticator apps

	Passkeys *RelyingParty // nil disables passkeys

	Providers  map[string]Provider // OpenID providers, by name
	HTTPClient *http.Client        // for requests to providers; nil means a client with a timeout of 10 s
}

// withDefaults returns the options with the documented defaults in place of zero values.
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
	o.Issuer = cmp.Or(o.Issuer, o.ExternalURL)
	if o.PasswordMinLength == 0 {
		o.PasswordMinLength = DefaultPasswordMinLength
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
	if o.MaxFactors == 0 {
		o.MaxFactors = 10
	}
	if o.MailInterval == 0 {
		o.MailInterval = time.Second
	}
	if o.HTTPClient == nil {
		o.HTTPClient = &http.Client{Timeout: 10 * time.Second}
	}
	return o
}

// Handler serves the auth protocol, without the prefix /auth/v1.
type Handler struct {
	opts           Options
	db             database
	mux            *http.ServeMux
	mailbox        mailbox
	limits         limits
	simulatedMails simulatedMails
	providers      map[string]*oidcProvider
	hashingSlots   chan struct{} // semaphore; an element for each password that is being hashed
}

// New returns a Handler.
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

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.mux.ServeHTTP(w, r) }

// now returns the time with the precision of the database.
func (h *Handler) now() time.Time { return h.opts.Now().UTC().Truncate(time.Microsecond) }
