// Tableside turns a Supabase backend into a workspace for the people who work
// with its data. This file is commands, configuration, signals and wiring.
package main

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/tableside/tableside/localbase"
	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// Stamped in by scripts/build.
var (
	version = "development"
	commit  = "unknown"
)

func main() {
	// storage-go sends its requests with http.DefaultTransport.
	supa.RegisterStorage(http.DefaultTransport.(*http.Transport))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second Ctrl-C ends the process at once. Not within a second: npm passes on
	// what the terminal has sent already, and the database is to be stopped first.
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, stop) })
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tableside:", err)
		os.Exit(1)
	}
}

// commands is the whole command line; docs/configuration.md is its table, and a
// test keeps the two equal.
type commands struct {
	Serve     serveCommand     `cmd:"" default:"withargs" help:"Serve the workspace (the default)."`
	Local     localCommand     `cmd:"" help:"Run only localbase, the embedded Supabase-compatible backend."`
	SchemaSQL schemaSQLCommand `cmd:"" name:"schema-sql" help:"Print the SQL to install in a hosted project."`
	Licenses  licensesCommand  `cmd:"" help:"Print the license notices of all software in the binary."`
	Version   versionCommand   `cmd:"" help:"Print version and commit."`
}

// commandContext is what a command needs of the process that runs it.
type commandContext struct {
	ctx    context.Context
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// run is the program: it parses args, runs the command until it is done or ctx
// ends, and returns what the person has to be told. The environment is read by
// kong, so that --help and errors name the variables.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	var cli commands
	exited := false
	parser, err := kong.New(&cli,
		kong.Name("tableside"),
		kong.Description("A workspace for the people who work with a Supabase backend's data."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(int) { exited = true }),
	)
	if err != nil {
		return fmt.Errorf("read the command line's description: %w", err)
	}
	command, err := parser.Parse(args)
	if exited { // --help was asked for, and printed
		return nil
	}
	if err != nil {
		return err
	}
	return command.Run(&commandContext{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr})
}

type serveCommand struct {
	logFlags
	dataFlags
	SupabaseURL       string         `name:"supabase-url" env:"SUPABASE_URL" placeholder:"URL" help:"The project's URL. If not set, Tableside starts localbase."`
	PublishableKey    string         `env:"SUPABASE_PUBLISHABLE_KEY,SUPABASE_ANON_KEY" placeholder:"KEY" help:"The project's publishable (or anon) key."`
	SecretKey         string         `env:"SUPABASE_SECRET_KEY" placeholder:"KEY" help:"Optional: reads the schema if tableside_schema() is not installed, and sends each client's address to the auth service; never reads user data."`
	Addr              string         `env:"TABLESIDE_ADDR" placeholder:"HOST:PORT" help:"The address to listen on. Default: :8080, with the demo 127.0.0.1:8080."`
	Port              uint16         `env:"PORT" help:"Only the port, as hosting platforms set it; addr takes precedence."`
	PublicURL         string         `name:"public-url" env:"TABLESIDE_PUBLIC_URL" placeholder:"URL" help:"The URL that users open, if it differs from the address of this server."`
	CookieSecret      string         `env:"TABLESIDE_COOKIE_SECRET" placeholder:"SECRET" help:"Encrypts sessions. At least 32 characters, the same on all replicas."`
	Schemas           []string       `env:"TABLESIDE_SCHEMAS" default:"public" help:"The database schemas to show, the default first."`
	SchemaFile        string         `env:"TABLESIDE_SCHEMA_FILE" type:"existingfile" placeholder:"FILE" help:"A JSON file with the schema, if the backend cannot provide it."`
	WorkspaceName     string         `name:"name" env:"TABLESIDE_NAME" placeholder:"NAME" help:"The displayed name of the workspace."`
	Demo              bool           `env:"TABLESIDE_DEMO" default:"true" negatable:"" help:"With localbase: load the demo workspace."`
	DemoReadings      int            `env:"TABLESIDE_DEMO_READINGS" default:"20000" help:"Number of rows in the demo's time series."`
	DemoDate          demoDate       `env:"TABLESIDE_DEMO_DATE" placeholder:"YYYY-MM-DD" help:"The demo's current date, to which its data is relative. Default: the day of the first start."`
	MetricsAddr       string         `env:"TABLESIDE_METRICS_ADDR" placeholder:"HOST:PORT" help:"The address that serves Prometheus metrics. Default: not served."`
	UploadBytes       int64          `env:"TABLESIDE_UPLOAD_BYTES" default:"52428800" help:"Maximum size of an upload in bytes."`
	MaxRows           int            `env:"TABLESIDE_MAX_ROWS" default:"1000" help:"The backend's maximum number of rows in a response."`
	BufferBytes       int64          `env:"TABLESIDE_BUFFER_BYTES" default:"33554432" help:"Maximum size of all buffered request bodies in bytes, and of all buffered responses; further large requests get 503. At least 16777216."`
	TrustedProxies    []addressRange `env:"TABLESIDE_TRUSTED_PROXIES" placeholder:"ADDRESS" help:"Addresses or networks (10.0.0.0/8) of your proxies, whose X-Forwarded-For contains the client's address. Default: none."`
	SignInsPerClient  int            `name:"sign-ins-per-client" env:"TABLESIDE_SIGN_INS_PER_CLIENT" default:"20" help:"Maximum number of failed sign-ins and sign-ups of a client address in five minutes."`
	SignInsPerAccount int            `name:"sign-ins-per-account" env:"TABLESIDE_SIGN_INS_PER_ACCOUNT" default:"10" help:"Maximum number of these for one account."`
	SignInsAtOnce     int            `name:"sign-ins-at-once" env:"TABLESIDE_SIGN_INS_AT_ONCE" default:"4" help:"Maximum number of concurrent sign-ins and sign-ups; others wait."`
	UpstreamTimeout   time.Duration  `env:"TABLESIDE_UPSTREAM_TIMEOUT" default:"30s" help:"Timeout for the start of a response of the backend."`
}

// Run serves until the session's context ends.
func (c *serveCommand) Run(s *commandContext) error {
	if err := c.check(); err != nil {
		return err
	}
	logger := c.logger(s.stderr)
	listener, err := listen(c.listenAddress(), "TABLESIDE_ADDR or PORT")
	if err != nil {
		return err
	}
	defer func() { _ = listener.Close() }() // closed already when the server drained

	options := server.Options{
		SupabaseURL: c.SupabaseURL, PublishableKey: c.PublishableKey, SecretKey: c.SecretKey,
		PublicURL: c.PublicURL, CookieSecret: []byte(c.CookieSecret),
		Schemas: c.Schemas, SchemaFile: c.SchemaFile, Name: c.WorkspaceName,
		Version: version, Commit: commit, Mode: server.ModeHosted,
		Assets: openBuiltApp(), MaxRows: c.MaxRows, UploadBytes: c.UploadBytes, BufferBytes: c.BufferBytes,
		UpstreamTimeout: c.UpstreamTimeout, Logger: logger,
		SignInsPerClient: c.SignInsPerClient, SignInsPerAccount: c.SignInsPerAccount, MaxConcurrentSignIns: c.SignInsAtOnce,
	}
	for _, proxy := range c.TrustedProxies {
		options.TrustedProxies = append(options.TrustedProxies, proxy.Prefix)
	}
	if c.usesLocalbase() {
		base, err := c.startLocalbase(s, &options)
		if err != nil {
			return err
		}
		defer closeLocalbase(base, logger)
	}
	if len(options.CookieSecret) == 0 {
		logger.Warn("TABLESIDE_COOKIE_SECRET is not set: a restart signs everybody out, and replicas can't share sessions")
		options.CookieSecret = []byte(rand.Text() + rand.Text())
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
	c.printAddress(s.stdout, listener.Addr())
	err = product.Serve(ctx, listener)
	cancel()
	return errors.Join(err, metrics())
}

func (c *serveCommand) usesLocalbase() bool { return c.SupabaseURL == "" }

func (c *serveCommand) startLocalbase(s *commandContext, options *server.Options) (*localbase.Backend, error) {
	base, err := localbase.Start(s.ctx, localbase.Options{
		DataDir: c.Data, PostgresDir: c.PostgresDir, Schemas: c.Schemas, InstallSQL: listInstallScripts(c.Demo),
		Demo: c.Demo, DemoReadings: c.DemoReadings, DemoNow: c.DemoDate.noon(), Logger: options.Logger,
	})
	if s.ctx.Err() != nil && err != nil {
		return nil, errInterrupted
	}
	if err != nil {
		return nil, fmt.Errorf("start localbase, as SUPABASE_URL is not set: %w", err)
	}
	info := base.Info()
	options.Mode = server.ModeLocal
	options.SupabaseURL, options.PublishableKey, options.BackendID = info.URL, info.PublishableKey, info.ID
	if len(options.CookieSecret) == 0 {
		// Kept sessions across restarts, without one more secret to keep.
		mac := hmac.New(sha256.New, []byte(info.JWTSecret))
		mac.Write([]byte("tableside cookie"))
		options.CookieSecret = mac.Sum(nil)
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

// errInterrupted is all to say of a start that a signal has ended: what each part
// says of its own end helps nobody.
var errInterrupted = errors.New("stopped before it had started; the next start begins anew")

// closeLocalbase stops the backend after the server has drained. The session's
// context is over by then, so it has ten seconds of its own.
func closeLocalbase(base interface{ Close(context.Context) error }, logger *slog.Logger) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := base.Close(ctx); err != nil {
		logger.Error("stop localbase", "error", err)
	}
}

// serveMetrics answers a function that waits for the listener's end.
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
		_ = metrics.Close() // a scrape that is cut is tried again
	}()
	return func() error {
		if err := <-done; !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve metrics: %w", err)
		}
		return nil
	}, nil
}

func (c *serveCommand) printAddress(w io.Writer, addr net.Addr) {
	address := c.PublicURL
	if address == "" {
		address = "http://" + strings.NewReplacer("[::]", "localhost", "127.0.0.1", "localhost").Replace(addr.String())
	}
	fmt.Fprintf(w, "\n  Tableside %s is at %s\n", version, address)
	if c.usesLocalbase() && c.Demo {
		printDemoAccounts(w)
	}
	fmt.Fprintf(w, "\n  Ctrl-C stops it.\n\n")
}

func printDemoAccounts(w io.Writer) {
	fmt.Fprintf(w, "\n  Demo accounts, password %q:\n", demo.Accounts[0].Password)
	for _, account := range demo.Accounts {
		fmt.Fprintf(w, "    %-22s %s\n", account.Email, account.About)
	}
}

type localCommand struct {
	Start localStartCommand `cmd:"" default:"withargs" help:"Start localbase and print its URL and keys (the default)."`
	SQL   localSQLCommand   `cmd:"" name:"sql" help:"Run SQL files as the database's owner, each in one transaction."`
	Reset localResetCommand `cmd:"" help:"Delete localbase's data, after a confirmation."`
}

type localStartCommand struct {
	logFlags
	dataFlags
	Port         uint16   `default:"54321" help:"The API's port on 127.0.0.1."`
	DBPort       uint16   `name:"db-port" default:"54322" help:"PostgreSQL's port on 127.0.0.1."`
	MailPort     uint16   `name:"mail-port" default:"54324" help:"The mailbox's port on 127.0.0.1."`
	JWTSecret    string   `name:"jwt-secret" placeholder:"SECRET" help:"At least 32 characters. Default: a random secret, stored in the data folder."`
	Config       string   `env:"TABLESIDE_CONFIG" type:"existingfile" placeholder:"FILE" help:"The Supabase CLI's config.toml; docs/localbase.md lists the supported keys."`
	Schemas      []string `env:"TABLESIDE_SCHEMAS" help:"The database schemas that REST exposes, the default first. Default: those in the config, or public."`
	Demo         bool     `help:"Load the demo workspace."`
	DemoReadings int      `default:"20000" help:"Number of rows in the demo's time series."`
	DemoDate     demoDate `env:"TABLESIDE_DEMO_DATE" placeholder:"YYYY-MM-DD" help:"The demo's current date, to which its data is relative. Default: the day of the first start."`
}

// Run serves the backend until the session's context ends.
func (c *localStartCommand) Run(s *commandContext) error {
	if err := c.check(); err != nil {
		return err
	}
	logger := c.logger(s.stderr)
	base, err := localbase.Start(s.ctx, localbase.Options{
		DataDir: c.Data, PostgresDir: c.PostgresDir, Port: int(c.Port), DBPort: int(c.DBPort), MailPort: int(c.MailPort), JWTSecret: c.JWTSecret,
		ConfigFile: c.Config, Schemas: c.Schemas, InstallSQL: listInstallScripts(c.Demo),
		Demo: c.Demo, DemoReadings: c.DemoReadings, DemoNow: c.DemoDate.noon(), Logger: logger,
	})
	if s.ctx.Err() != nil && err != nil {
		return errInterrupted
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("start localbase: %w; --port, --db-port and --mail-port choose others", err)
	}
	if err != nil {
		return fmt.Errorf("start localbase: %w", err)
	}
	defer closeLocalbase(base, logger)
	info := base.Info()
	for _, line := range [][2]string{
		{"API URL", info.URL}, {"DB URL", info.DBURL}, {"Mailbox URL", info.MailboxURL},
		{"Publishable key", info.PublishableKey}, {"Secret key", info.SecretKey},
		{"anon key", info.AnonKey}, {"service_role key", info.ServiceRoleKey},
		{"JWT secret", info.JWTSecret},
	} {
		fmt.Fprintf(s.stdout, "%16s: %s\n", line[0], line[1])
	}
	if c.Demo {
		printDemoAccounts(s.stdout)
	}
	<-s.ctx.Done()
	return nil
}

type localSQLCommand struct {
	logFlags
	dataFlags
	Files []string `arg:"" type:"existingfile" help:"SQL files, in the order in which to run them."`
}

// Run stops at the first file that fails; that file has changed nothing.
func (c *localSQLCommand) Run(s *commandContext) error {
	if err := c.check(); err != nil {
		return err
	}
	logger := c.logger(s.stderr)
	base, err := localbase.Connect(s.ctx, localbase.Options{
		DataDir: c.Data, PostgresDir: c.PostgresDir, InstallSQL: listInstallScripts(false), Logger: logger,
	})
	if err != nil {
		return err
	}
	defer closeLocalbase(base, logger)
	for _, file := range c.Files {
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("read SQL: %w", err)
		}
		if err := base.RunSQL(s.ctx, file, string(text)); err != nil {
			return err
		}
		fmt.Fprintf(s.stdout, "%s: done\n", file)
	}
	return nil
}

type localResetCommand struct {
	dataFlags
	Yes bool `short:"y" help:"Do not ask for confirmation."`
}

// Run deletes the data folder when the person says yes.
func (c *localResetCommand) Run(s *commandContext) error {
	if err := c.check(); err != nil {
		return err
	}
	if !c.Yes {
		fmt.Fprintf(s.stdout, "This deletes every table, account and file in %s. Type yes to go on: ", c.Data)
		answer, err := bufio.NewReader(s.stdin).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read the answer: %w", err)
		}
		if strings.TrimSpace(answer) != "yes" {
			fmt.Fprintln(s.stdout, "Nothing was deleted.")
			return nil
		}
	}
	if err := localbase.Reset(c.Data); err != nil {
		return err
	}
	fmt.Fprintf(s.stdout, "%s is empty.\n", c.Data)
	return nil
}

type schemaSQLCommand struct {
	Schemas       []string `env:"TABLESIDE_SCHEMAS" default:"public" help:"The schemas that the project exposes, if its database has no setting pgrst.db_schemas."`
	Views         bool     `help:"Print the optional SQL of the table of saved views instead, so that users can share views."`
	Administrator string   `placeholder:"ROLE" help:"With --views: a database role that can delete all shared views."`
}

// Run prints the SQL as one transaction, which gives up rather than block the
// project's requests behind a long transaction.
func (c *schemaSQLCommand) Run(s *commandContext) error {
	sql := schema.InstallSQL(c.Schemas)
	if c.Views {
		sql = schema.ViewsSQL
	}
	if c.Administrator != "" {
		if !c.Views {
			return errors.New("--administrator goes with --views")
		}
		sql += schema.ViewsAdministratorSQL(c.Administrator)
	}
	_, err := fmt.Fprintf(s.stdout, "begin;\nset local lock_timeout = '5s';\n\n%s\ncommit;\n", sql)
	return err
}

// listInstallScripts is what localbase runs at each start.
func listInstallScripts(demo bool) []string {
	if demo {
		return []string{schema.InstallSQL(nil), schema.ViewsSQL}
	}
	return []string{schema.InstallSQL(nil)}
}

type licensesCommand struct{}

// Run prints the notices that scripts/notices wrote at build time.
func (licensesCommand) Run(s *commandContext) error {
	notices, err := fs.ReadFile(openBuiltApp(), "THIRD_PARTY_NOTICES.txt")
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("this binary was built without license notices; ./scripts/build includes them")
	}
	if err != nil {
		return fmt.Errorf("read the license notices: %w", err)
	}
	_, err = s.stdout.Write(notices)
	return err
}

type versionCommand struct{}

// Run prints the stamps.
func (versionCommand) Run(s *commandContext) error {
	_, err := fmt.Fprintf(s.stdout, "tableside %s (%s)\n", version, commit)
	return err
}
