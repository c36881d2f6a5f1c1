// Package localbase runs a Supabase-compatible backend on 127.0.0.1: a PostgreSQL child
// process, the REST, auth, storage, functions and realtime services, and the gateway
// in front of them.
package localbase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/localbase/migrations"
	"github.com/tableside/tableside/localbase/postgres"
	"github.com/tableside/tableside/localbase/sqlscript"
)

// database is the name of the database, as on hosted projects.
const database = "postgres"

// Options configures Start.
type Options struct {
	DataDir      string       // created if missing. Nothing is written outside of it, except as root: see package postgres
	Port         int          // of the gateway; 0 picks a free one
	MailPort     int          // of the mailbox; 0 picks a free one
	DBPort       int          // of PostgreSQL; 0 means unix socket only
	JWTSecret    string       // signs tokens; "" means a random secret, stored in DataDir
	PostgresDir  string       // folder of PostgreSQL's binaries; "" means the folder that package postgres finds
	ConfigFile   string       // the Supabase CLI's config.toml; "" means the CLI's defaults
	SiteURL      string       // URL that users of the app open; "" means site_url of ConfigFile
	RedirectURLs []string     // other URLs to which links of mails and providers lead, in addition to those of ConfigFile
	Passkeys     bool         // enables passkeys, if the host of SiteURL is a domain and ConfigFile does not disable them
	Schemas      []string     // exposed by the REST service, the default schema first; nil means those of ConfigFile, or public
	InstallSQL   []string     // scripts to run as the owner after the migrations, at each start
	Demo         bool         // load the demo workspace, if it is not loaded yet
	DemoReadings int          // rows of the demo's time series; 0 means 20,000
	DemoNow      time.Time    // time of the demo's latest rows; zero means the current time
	Logger       *slog.Logger // nil discards messages

	RealtimeConnections int // maximum number of realtime websockets; 0 means 500
}

// Info contains the addresses and keys of a backend, as `supabase status` prints them.
type Info struct {
	ID             string // identifies the data folder: the same at each start, different for a copy
	URL            string
	PublishableKey string
	SecretKey      string
	AnonKey        string // legacy form of the publishable key, a JWT
	ServiceRoleKey string // legacy form of the secret key, a JWT
	JWTSecret      string
	DBURL          string
	MailboxURL     string // page with all mails, since localbase does not send any
}

// Backend is a running backend.
type Backend struct {
	opts    Options
	log     *slog.Logger
	info    Info
	config  config
	secrets secrets
	keys    *caller.Keys
	db      *postgres.Server
	mailbox http.Handler
	handler http.Handler                  // the gateway
	reload  func(context.Context) error   // makes REST reload its schema cache now, instead of shortly after a change
	closers []func(context.Context) error // called in reverse order
}

// Start starts a backend on opts.DataDir and returns when it accepts requests. ctx limits only
// the start. The error is postgres.ErrInUse if another process uses DataDir.
func Start(ctx context.Context, opts Options) (*Backend, error) {
	b := &Backend{opts: opts, log: opts.Logger}
	if b.log == nil {
		b.log = slog.New(slog.DiscardHandler)
	}
	if err := b.start(ctx); err != nil {
		return nil, errors.Join(explainFullDisk(err, opts.DataDir), b.Close(context.WithoutCancel(ctx)))
	}
	return b, nil
}

// start is Start without the cleanup after an error.
func (b *Backend) start(ctx context.Context) error {
	var err error
	if err = b.loadConfig(); err != nil {
		return err
	}
	for _, name := range b.config.Auth.unsupportedProviders() {
		b.log.Warn("sign-in provider is disabled: set url to its OpenID issuer", "provider", name)
	}
	listener, err := b.listen("the local backend", b.opts.Port)
	if err != nil {
		return err
	}
	mailListener, err := b.listen("the mailbox", b.opts.MailPort)
	if err != nil {
		return err
	}
	if err := b.startDatabase(ctx); err != nil {
		return err
	}
	url := "http://" + listener.Addr().String()
	id, err := computeFolderID(b.opts.DataDir, b.secrets.JWTSecret)
	if err != nil {
		return err
	}
	b.info = Info{
		ID:             id,
		URL:            url,
		PublishableKey: b.secrets.PublishableKey,
		SecretKey:      b.secrets.SecretKey,
		AnonKey:        newRoleKey(b.secrets.JWTSecret, caller.RoleAnon),
		ServiceRoleKey: newRoleKey(b.secrets.JWTSecret, caller.RoleService),
		JWTSecret:      b.secrets.JWTSecret,
		DBURL:          b.db.URL(migrations.Owner, b.secrets.DBPassword, database),
		MailboxURL:     "http://" + mailListener.Addr().String(),
	}
	services, err := b.newServices(ctx)
	if err != nil {
		return err
	}
	b.serve(mailListener, mailboxHandler(b.mailbox))
	b.handler = &gateway{info: b.info, keys: b.keys, services: services, checkHealth: b.checkDatabase}
	b.serve(listener, b.handler)
	if b.opts.Demo {
		return b.loadDemo(ctx)
	}
	return nil
}

// loadConfig reads the configuration and applies the options that take precedence over it. An invalid
// site disables passkeys, unless the file enables them: then it is an error.
func (b *Backend) loadConfig() error {
	var err error
	if b.config, err = readConfig(b.opts.ConfigFile); err != nil {
		return err
	}
	b.config.Auth.RedirectURLs = append(b.config.Auth.RedirectURLs, b.opts.RedirectURLs...)
	err = b.config.Auth.applySite(b.opts.SiteURL, b.opts.Passkeys)
	switch {
	case err == nil:
	case b.config.Auth.Passkey.Enabled != nil:
		return fmt.Errorf("%s: auth.webauthn: %w", b.opts.ConfigFile, err)
	default:
		b.log.Warn("passkeys are disabled: users must open the app at a domain or at localhost", "url", b.opts.SiteURL, "error", err)
	}
	return nil
}

// loadDemo loads the parts of the demo workspace that are not loaded yet.
func (b *Backend) loadDemo(ctx context.Context) error {
	conn, err := b.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = demo.Load(ctx, demo.Options{
		DB: conn, StorageURL: b.info.URL + "/storage/v1", Key: b.info.ServiceRoleKey,
		Readings: b.opts.DemoReadings, Now: b.opts.DemoNow, Logger: b.log,
	})
	if err != nil {
		return err
	}
	return b.reload(ctx)
}

// connect opens a connection as the owner of the user's objects.
func (b *Backend) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, b.db.DSN(migrations.Owner, database))
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	return conn, nil
}

// startDatabase starts PostgreSQL, which also locks the data folder, then loads the secrets and
// migrates the database.
func (b *Backend) startDatabase(ctx context.Context) error {
	var err error
	b.db, err = postgres.Start(ctx, postgres.Options{
		Dir: b.opts.DataDir, BinDir: b.opts.PostgresDir, Port: b.opts.DBPort, Logger: b.log,
	})
	if err != nil {
		return err
	}
	b.addCloser(b.db.Stop)
	if b.secrets, err = loadSecrets(filepath.Join(b.opts.DataDir, secretsFile), b.opts.JWTSecret); err != nil {
		return err
	}
	b.keys = b.config.keys(b.secrets.JWTSecret)
	if err := prepareDatabase(ctx, b.db.Address, b.secrets.DBPassword, b.opts.InstallSQL); err != nil {
		return err
	}
	return b.applyConfig(ctx)
}

// prepareDatabase runs the migrations, sets the owner's password for TCP connections and runs
// the install scripts as the owner.
func prepareDatabase(ctx context.Context, server postgres.Address, password string, install []string) error {
	dsn := func(user string) string { return server.DSN(user, database) }
	if err := migrations.Run(ctx, dsn); err != nil {
		return err
	}
	conn, err := pgx.Connect(ctx, dsn(migrations.Owner))
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	// ALTER ROLE accepts no parameters. The password is generated and contains no quotes.
	if _, err := conn.Exec(ctx, fmt.Sprintf("alter role %s password '%s'", migrations.Owner, password)); err != nil {
		return fmt.Errorf("set the owner's password: %w", err)
	}
	for _, sql := range install {
		err := pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return sqlscript.Run(ctx, tx, "install", sql) })
		if err != nil {
			return fmt.Errorf("install SQL: %w", err)
		}
	}
	return nil
}

// checkDatabase returns an error if the database doesn't respond.
func (b *Backend) checkDatabase(ctx context.Context) error {
	conn, err := b.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return conn.Ping(ctx)
}

// Info returns the addresses and keys of the backend.
func (b *Backend) Info() Info { return b.info }

// FileSizeLimit returns the maximum size of an object in bytes.
func (b *Backend) FileSizeLimit() int64 { return int64(b.config.Storage.FileSizeLimit) }

// PasswordRules returns the minimum length of a password, and the name of the required characters as in
// auth.password_requirements; "" means none.
func (b *Backend) PasswordRules() (minLength int, requirements string) {
	return cmp.Or(b.config.Auth.PasswordMinLength, auth.DefaultPasswordMinLength), b.config.Auth.PasswordRequirements
}

func (b *Backend) addCloser(f func(context.Context) error) { b.closers = append(b.closers, f) }

// Close waits for running requests, then stops the database. When ctx ends, it cancels the
// requests and stops the database at once; committed transactions are never lost.
func (b *Backend) Close(ctx context.Context) error {
	var errs []error
	for len(b.closers) > 0 {
		last := len(b.closers) - 1
		closer := b.closers[last]
		b.closers = b.closers[:last]
		if err := closer(ctx); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
