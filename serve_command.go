package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/tableside/tableside/localbase"
	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/supa"
)

type serveCommand struct {
	logFlags
	dataFlags
	realtimeFlags
	signInFlags
	functionFlags
	SupabaseURL       string         `name:"supabase-url" env:"SUPABASE_URL" placeholder:"URL" help:"The project's URL. If not set, Tableside starts localbase."`
	PublishableKey    string         `env:"SUPABASE_PUBLISHABLE_KEY,SUPABASE_ANON_KEY" placeholder:"KEY" help:"The project's publishable (or anon) key."`
	SecretKey         string         `env:"SUPABASE_SECRET_KEY" placeholder:"KEY" help:"Optional: reads the schema if tableside_schema() is not installed, and sends each client's address to the auth service; with TABLESIDE_VIEW_AS_ROLES, starts sessions of other users. Never reads rows or files."`
	ViewAsRoles       []string       `env:"TABLESIDE_VIEW_AS_ROLES" placeholder:"ROLE" help:"Database roles whose users can view the workspace as any other user, without changing anything. Requires SUPABASE_SECRET_KEY. Default: none; in the demo, owner."`
	Addr              string         `env:"TABLESIDE_ADDR" placeholder:"HOST:PORT" help:"The address to listen on. Default: :8080, with the demo 127.0.0.1:8080."`
	Port              uint16         `env:"PORT" help:"Only the port, as hosting platforms set it; addr takes precedence."`
	PublicURL         string         `name:"public-url" env:"TABLESIDE_PUBLIC_URL" placeholder:"URL" help:"The URL that users open, if it differs from the address of this server."`
	CookieSecrets     []string       `name:"cookie-secret" env:"TABLESIDE_COOKIE_SECRET" placeholder:"SECRET" help:"Encrypts sessions. At least 32 characters, the same on all replicas. To change it, set the new and the old one, separated by a comma."`
	Schemas           []string       `env:"TABLESIDE_SCHEMAS" default:"public" help:"The database schemas to show, the default first."`
	SchemaFile        string         `env:"TABLESIDE_SCHEMA_FILE" type:"existingfile" placeholder:"FILE" help:"A JSON file with the schema, if the backend cannot provide it."`
	WorkspaceName     string         `name:"name" env:"TABLESIDE_NAME" placeholder:"NAME" help:"The displayed name of the workspace."`
	Config            string         `env:"TABLESIDE_CONFIG" type:"existingfile" placeholder:"FILE" help:"With localbase: the Supabase CLI's config.toml; docs/localbase.md lists the supported keys."`
	Demo              bool           `env:"TABLESIDE_DEMO" default:"true" negatable:"" help:"With localbase: load the demo workspace."`
	DemoReadings      int            `env:"TABLESIDE_DEMO_READINGS" default:"20000" help:"Number of rows in the demo's time series."`
	DemoDate          demoDate       `env:"TABLESIDE_DEMO_DATE" placeholder:"YYYY-MM-DD" help:"The demo's current date, to which its data is relative. Default: the day of the first start."`
	MetricsAddr       string         `env:"TABLESIDE_METRICS_ADDR" placeholder:"HOST:PORT" help:"The address that serves Prometheus metrics. Default: not served."`
	UploadBytes       int64          `env:"TABLESIDE_UPLOAD_BYTES" default:"0" help:"Maximum size of an upload in bytes, in addition to the limits of the backend and of buckets; 0: none."`
	BodyBytes         int64          `env:"TABLESIDE_BODY_BYTES" default:"8388608" help:"Maximum size of a request with rows or arguments in bytes; at most half of TABLESIDE_BUFFER_BYTES."`
	MaxRows           int            `env:"TABLESIDE_MAX_ROWS" default:"1000" help:"The backend's maximum number of rows in a response."`
	BufferBytes       int64          `env:"TABLESIDE_BUFFER_BYTES" default:"33554432" help:"Maximum size of all buffered request bodies in bytes, and of all buffered responses; further large requests get 503. At least 16777216."`
	TrustedProxies    []addressRange `env:"TABLESIDE_TRUSTED_PROXIES" placeholder:"ADDRESS" help:"Addresses or networks (10.0.0.0/8) of your proxies, whose X-Forwarded-For contains the client's address. Default: none."`
	SignInsPerClient  int            `name:"sign-ins-per-client" env:"TABLESIDE_SIGN_INS_PER_CLIENT" default:"20" help:"Maximum number of failed sign-ins and sign-ups of a client address in five minutes."`
	SignInsPerAccount int            `name:"sign-ins-per-account" env:"TABLESIDE_SIGN_INS_PER_ACCOUNT" default:"10" help:"Maximum number of these for one account."`
	SignInsAtOnce     int            `name:"sign-ins-at-once" env:"TABLESIDE_SIGN_INS_AT_ONCE" default:"4" help:"Maximum number of concurrent sign-ins and sign-ups; others wait."`
	UpstreamTimeout   time.Duration  `env:"TABLESIDE_UPSTREAM_TIMEOUT" default:"30s" help:"Timeout for the start of a response of the backend."`
}

// Run serves the workspace until the context of the command ends.
func (c *serveCommand) Run(s *commandContext) error {
	if err := c.check(); err != nil {
		return err
	}
	logger := c.logger(s.stderr)
	listener, err := listen(c.listenAddress(), "TABLESIDE_ADDR or PORT")
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // already closed after an orderly end

	options := server.Options{
		SupabaseURL: c.SupabaseURL, PublishableKey: c.PublishableKey, SecretKey: c.SecretKey,
		PublicURL: c.PublicURL,
		Schemas:   c.Schemas, SchemaFile: c.SchemaFile, Name: c.WorkspaceName,
		Version: version, Commit: commit, Mode: server.ModeHosted,
		Assets: openBuiltApp(), MaxRows: c.MaxRows, UploadBytes: c.UploadBytes, BodyBytes: c.BodyBytes, BufferBytes: c.BufferBytes,
		UpstreamTimeout: c.UpstreamTimeout, Logger: logger,
		SignInsPerClient: c.SignInsPerClient, SignInsPerAccount: c.SignInsPerAccount, MaxConcurrentSignIns: c.SignInsAtOnce,
	}
	for _, secret := range c.CookieSecrets {
		options.CookieSecrets = append(options.CookieSecrets, []byte(secret))
	}
	options.ViewAs = server.ViewAsOptions{SecretKey: c.SecretKey, Roles: c.ViewAsRoles}
	c.realtimeFlags.apply(&options)
	c.signInFlags.apply(&options)
	c.functionFlags.apply(&options)
	for _, proxy := range c.TrustedProxies {
		options.TrustedProxies = append(options.TrustedProxies, proxy.Prefix)
	}
	if c.usesLocalbase() {
		base, err := c.startLocalbase(s, &options, listener.Addr())
		if err != nil {
			return err
		}
		defer closeLocalbase(base, logger)
	}
	if len(options.CookieSecrets) == 0 {
		logger.Warn("TABLESIDE_COOKIE_SECRET is not set: a restart signs all users out, and replicas cannot share sessions")
		options.CookieSecrets = [][]byte{[]byte(rand.Text() + rand.Text())}
	}
	product, err := server.New(options)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	metrics, err := c.serveMetrics(ctx, product)
	if err != nil {
		return err
	}
	c.printAddress(s.stdout, listener.Addr(), options.MailboxURL)
	err = product.Serve(ctx, listener)
	cancel()
	return errors.Join(err, metrics())
}

func (c *serveCommand) usesLocalbase() bool { return c.SupabaseURL == "" }

// startLocalbase starts localbase and sets the options of the server that connect to it. The error
// is errInterrupted if the process was interrupted during the start.
func (c *serveCommand) startLocalbase(s *commandContext, options *server.Options, addr net.Addr) (*localbase.Backend, error) {
	base, err := localbase.Start(s.ctx, localbase.Options{
		SiteURL: c.siteURL(addr), RedirectURLs: c.redirectURLs(addr), Passkeys: true, ConfigFile: c.Config,
		DataDir: c.Data, PostgresDir: c.PostgresDir, Schemas: c.Schemas, InstallSQL: listInstallScripts(c.Schemas, c.Demo),
		Demo: c.Demo, DemoReadings: c.DemoReadings, DemoNow: c.DemoDate.noon(), Logger: options.Logger,
		RealtimeConnections: max(c.RealtimeConnections, minLocalbaseConnections),
	})
	if s.ctx.Err() != nil && err != nil {
		return nil, errInterrupted
	}
	if err != nil {
		return nil, fmt.Errorf("start localbase, because SUPABASE_URL is not set: %w", err)
	}
	info := base.Info()
	options.Mode, options.Transport = server.ModeLocal, base.Transport(supa.NewTransport())
	options.SupabaseURL, options.PublishableKey, options.BackendID = info.URL, info.PublishableKey, info.ID
	options.MailboxURL = info.MailboxURL
	options.ListUngrantedTables, options.IsFirstAccount = listUngrantedTables(base), base.IsFirstAccount
	options.ViewAs.SecretKey = info.SecretKey
	if c.Demo && len(options.ViewAs.Roles) == 0 {
		options.ViewAs.Roles = []string{demo.Accounts[0].Role}
	}
	if limit := base.FileSizeLimit(); options.UploadBytes == 0 || options.UploadBytes > limit {
		options.UploadBytes = limit
	}
	length, characters := base.PasswordRules()
	options.PasswordMinLength, options.PasswordRequirements = length, server.PasswordRequirements(characters)
	if len(options.CookieSecrets) == 0 {
		// Derived, so that sessions survive a restart without another stored secret.
		mac := hmac.New(sha256.New, []byte(info.JWTSecret))
		mac.Write([]byte("tableside cookie"))
		options.CookieSecrets = [][]byte{mac.Sum(nil)}
	}
	if c.Demo {
		for _, account := range demo.Accounts {
			options.DemoAccounts = append(options.DemoAccounts, server.DemoAccount(account))
		}
		if options.Name == "" {
			options.Name = demo.Name
		}
	}
	return base, nil
}

// listUngrantedTables returns the function that lists the tables of localbase that no
// user can access.
func listUngrantedTables(base *localbase.Backend) func(context.Context) (server.UngrantedTables, error) {
	return func(ctx context.Context) (server.UngrantedTables, error) {
		found, err := base.ListUngrantedTables(ctx)
		tables := server.UngrantedTables{Names: []string{}, Grants: localbase.FormatGrants(found)}
		for _, table := range found {
			tables.Names = append(tables.Names, table.Schema+"."+table.Name)
		}
		return tables, err
	}
}

// errInterrupted is the error of a start that a signal has ended, in place of the errors
// of the parts that it has stopped.
var errInterrupted = errors.New("stopped by a signal before the start was complete")

// closeLocalbase stops the backend after the server has stopped. The context of the
// command has ended by then, so it uses its own, of ten seconds.
func closeLocalbase(base interface{ Close(context.Context) error }, logger *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := base.Close(ctx); err != nil {
		logger.Error("stop localbase", "error", err)
	}
}

// serveMetrics serves the metrics until ctx ends. wait returns when the server has
// ended.
func (c *serveCommand) serveMetrics(ctx context.Context, product *server.Server) (wait func() error, err error) {
	if c.MetricsAddr == "" {
		return func() error { return nil }, nil
	}
	listener, err := listen(c.MetricsAddr, "TABLESIDE_METRICS_ADDR")
	if err != nil {
		return nil, err
	}
	metrics := &http.Server{Handler: product.Metrics(), ReadHeaderTimeout: 5 * time.Second}
	done := make(chan error, 1)
	go func() { done <- metrics.Serve(listener) }()
	go func() {
		<-ctx.Done()
		_ = metrics.Close() // Prometheus repeats a canceled scrape
	}()
	return func() error {
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve metrics: %w", err)
		}
		return nil
	}, nil
}

// siteURL returns the URL that users open, without a trailing slash: the public URL, or addr, with
// localhost instead of an address of this machine. Passkeys need a domain.
func (c *serveCommand) siteURL(addr net.Addr) string {
	if c.PublicURL != "" {
		return strings.TrimRight(c.PublicURL, "/")
	}
	tcp, ok := addr.(*net.TCPAddr)
	if ok && (tcp.IP.IsLoopback() || tcp.IP.IsUnspecified()) {
		return fmt.Sprintf("http://localhost:%d", tcp.Port)
	}
	return "http://" + addr.String()
}

// redirectURLs returns the patterns of addresses, in addition to siteURL, to which localbase's links
// lead: the other names of this machine.
func (c *serveCommand) redirectURLs(addr net.Addr) []string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || c.PublicURL != "" {
		return nil
	}
	return []string{fmt.Sprintf("http://127.0.0.1:%d/**", tcp.Port), fmt.Sprintf("http://[::1]:%d/**", tcp.Port)}
}

// printAddress prints the URL, the demo accounts if there are any, and localbase's mailbox.
func (c *serveCommand) printAddress(w io.Writer, addr net.Addr, mailboxURL string) {
	fmt.Fprintf(w, "\n  Tableside %s is at %s\n", version, c.siteURL(addr))
	if c.usesLocalbase() && c.Demo {
		printDemoAccounts(w)
	}
	if mailboxURL != "" {
		fmt.Fprintf(w, "\n  Mailbox with all mails: %s\n", mailboxURL)
	}
	fmt.Fprintf(w, "\n  Press Ctrl-C to stop.\n\n")
}

// printDemoAccounts prints the email addresses and the common password of the demo accounts.
func printDemoAccounts(w io.Writer) {
	fmt.Fprintf(w, "\n  Demo accounts, password %q:\n", demo.Accounts[0].Password)
	for _, account := range demo.Accounts {
		fmt.Fprintf(w, "    %-22s %s\n", account.Email, account.About)
	}
}
