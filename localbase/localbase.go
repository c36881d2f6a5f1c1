// Package localbase is an embedded Supabase-compatible backend: a real
// PostgreSQL child process, the database REST, auth and storage protocols, and
// the gateway in front of them, on 127.0.0.1 only.
package localbase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/localbase/migrations"
	"github.com/tableside/tableside/localbase/postgres"
	"github.com/tableside/tableside/localbase/sqlscript"
)

// Options configure Start.
type Options struct {
	DataDir      string       // made if missing; nothing is written outside of it, but see package postgres on running as root
	Port         int          // of the gateway; 0 picks a free one
	MailPort     int          // of the mailbox; 0 picks a free one
	DBPort       int          // of PostgreSQL; 0 means unix socket only
	JWTSecret    string       // signs tokens; "" means a random one, kept in DataDir
	PostgresDir  string       // folder of PostgreSQL's binaries; "" searches, see package postgres
	ConfigFile   string       // the Supabase CLI's config.toml; "" means the CLI's defaults
	Schemas      []string     // that the REST service exposes, the default first; nil means those of ConfigFile, then public
	InstallSQL   []string     // SQL run at every start as the owner, after the migrations
	Demo         bool         // load the demo workspace, once
	DemoReadings int          // rows of the demo's time series; 0 means 20,000
	DemoNow      time.Time    // the time at which the demo's data ends; zero means the present
	Logger       *slog.Logger // nil discards
}

// Info is what `supabase status` prints.
type Info struct {
	ID             string // identifies the data folder: the same at each start, another one for a copy
	URL            string
	PublishableKey string
	SecretKey      string
	AnonKey        string // the publishable key's older form, a JWT
	ServiceRoleKey string // the secret key's older form, a JWT
	JWTSecret      string
	DBURL          string
	MailboxURL     string // a page with the mails that weren't sent
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
	reload  func(context.Context) error   // has REST read the schema, which it else does a moment after a change
	closers []func(context.Context) error // run in reverse
}

// Start brings up the backend on opts.DataDir and answers when it serves. ctx
// bounds the start only. postgres.ErrInUse: another process works on DataDir.
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

func (b *Backend) start(ctx context.Context) error {
	var err error
	if b.config, err = readConfig(b.opts.ConfigFile); err != nil {
		return err
	}
	for _, name := range b.config.Auth.unknownProviders() {
		b.log.Warn("a sign-in provider stays off: it needs the url of an OpenID issuer", "provider", name)
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
		DBURL:          b.db.URL(postgres.Superuser, b.secrets.DBPassword, postgres.Superuser),
		MailboxURL:     "http://" + mailListener.Addr().String(),
	}
	services, err := b.newServices(ctx)
	if err != nil {
		return err
	}
	b.serve(mailListener, mailboxHandler(b.mailbox))
	b.serve(listener, &gateway{info: b.info, keys: b.keys, services: services, checkHealth: b.checkDatabase})
	if b.opts.Demo {
		return b.loadDemo(ctx)
	}
	return nil
}

// loadDemo makes the demo workspace if it isn't there, through the services
// where it can. What a killed start left undone is done by the next.
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

// connect makes a connection as the owner.
func (b *Backend) connect(ctx context.Context) (*pgx.Conn, error) {
	conn, err := pgx.Connect(ctx, b.db.DSN(postgres.Superuser, postgres.Superuser))
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	return conn, nil
}

// startDatabase starts Postgres, which also locks the data folder, and brings
// the database up to date.
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
	if b.keys, err = b.config.keys(b.secrets.JWTSecret); err != nil {
		return err
	}
	return prepareDatabase(ctx, b.db.DSN(postgres.Superuser, postgres.Superuser), b.secrets.DBPassword, b.opts.InstallSQL)
}

// prepareDatabase migrates, sets the owner's password for connections by TCP,
// and runs what is to be installed.
func prepareDatabase(ctx context.Context, dsn, password string, install []string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := migrations.Run(ctx, conn); err != nil {
		return err
	}
	// ALTER ROLE takes no parameters; the password is of our own making, without quotes.
	if _, err := conn.Exec(ctx, fmt.Sprintf("alter role %s password '%s'", postgres.Superuser, password)); err != nil {
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

// listen opens a port on this machine only. Serving closes the listener as well;
// closing it twice is harmless.
func (b *Backend) listen(name string, port int) (net.Listener, error) {
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return nil, fmt.Errorf("%s's port %d can't be used: %w", name, port, err)
	}
	b.addCloser(func(context.Context) error { listener.Close(); return nil })
	return listener, nil
}

// serve starts an HTTP server on listener, which Close drains.
func (b *Backend) serve(listener net.Listener, handler http.Handler) {
	server := &http.Server{
		Handler: handler,
		// Bodies have no time limit: uploads and exports take as long as they move.
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(b.log.Handler(), slog.LevelWarn),
	}
	b.addCloser(func(ctx context.Context) error {
		if err := server.Shutdown(ctx); err != nil {
			return errors.Join(fmt.Errorf("drain %s: %w", listener.Addr(), err), server.Close())
		}
		return nil
	})
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			b.log.Error("a server of localbase stopped", "address", listener.Addr(), "error", err)
		}
	}()
}

// checkDatabase says whether the database answers.
func (b *Backend) checkDatabase(ctx context.Context) error {
	conn, err := b.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return conn.Ping(ctx)
}

// Info says how to reach the backend.
func (b *Backend) Info() Info { return b.info }

func (b *Backend) addCloser(f func(context.Context) error) { b.closers = append(b.closers, f) }

// Close finishes running requests, then stops the database. When ctx ends
// first, both end at once, and no commit is lost.
func (b *Backend) Close(ctx context.Context) error {
	var problems []error
	for len(b.closers) > 0 {
		last := len(b.closers) - 1
		closer := b.closers[last]
		b.closers = b.closers[:last]
		if err := closer(ctx); err != nil {
			problems = append(problems, err)
		}
	}
	return errors.Join(problems...)
}
