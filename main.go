// Command tableside serves a workspace for the data of a Supabase backend. This file
// contains the command line and the short commands.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"github.com/tableside/tableside/internal/heaptarget"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// Set by scripts/build.
var (
	version = "development"
	commit  = "unknown"
)

func main() {
	// storage-go sends its requests with http.DefaultTransport. This is the only change of it.
	supa.RegisterStorage(http.DefaultTransport.(*http.Transport))
	heaptarget.Raise()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second Ctrl-C ends the process immediately, but not within a second of the first:
	// npm sends the signal again, and the database must stop first.
	context.AfterFunc(ctx, func() { time.AfterFunc(time.Second, stop) })
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "tableside:", err)
		os.Exit(1)
	}
}

// commands is the command line. A test checks that docs/configuration.md contains the
// same settings.
type commands struct {
	Serve     serveCommand     `cmd:"" default:"withargs" help:"Serve the workspace (the default)."`
	Local     localCommand     `cmd:"" help:"Run only localbase, the embedded Supabase-compatible backend."`
	SchemaSQL schemaSQLCommand `cmd:"" name:"schema-sql" help:"Print the SQL to install in a hosted project."`
	Licenses  licensesCommand  `cmd:"" help:"Print the license notices of all software in the binary."`
	Version   versionCommand   `cmd:"" help:"Print version and commit."`
}

// commandContext is the context and the standard streams of a command.
type commandContext struct {
	ctx    context.Context
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
}

// run parses args and runs the command until it ends or ctx ends. The error is for the
// user. kong reads the environment, so that --help and errors name the variables.
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
		return fmt.Errorf("define the command line: %w", err)
	}
	command, err := parser.Parse(args)
	if exited { // --help has been printed
		return nil
	}
	if err != nil {
		return err
	}
	return command.Run(&commandContext{ctx: ctx, stdin: stdin, stdout: stdout, stderr: stderr})
}

type schemaSQLCommand struct {
	Schemas       []string `env:"TABLESIDE_SCHEMAS" default:"public" help:"The schemas that the project exposes, if its database has no setting pgrst.db_schemas."`
	Views         bool     `help:"Print the optional SQL of the tables of saved views and of follows instead, so that users can share views and have them in every browser."`
	Administrator string   `placeholder:"ROLE" help:"With --views: a database role that can delete all shared views."`
	Comments      bool     `help:"Print the optional SQL of the table of comments on records instead."`
	Actions       bool     `help:"Print the optional SQL of the table of edge functions that are actions instead."`
	Transitions   bool     `help:"Print the optional SQL of the function with the permitted changes of statuses instead."`
	Search        bool     `help:"Print the optional SQL of the function with which the palette searches all tables in one call instead."`
	Live          bool     `help:"Print the optional SQL that makes tables live instead: triggers that report changes, and policies of their channels."`
	Tables        []string `arg:"" optional:"" help:"With --live: the tables, as table or schema.table."`
}

// Run prints the SQL as one transaction, which fails rather than block the project's
// requests while it waits for a long transaction.
func (c *schemaSQLCommand) Run(s *commandContext) error {
	sql, count := schema.InstallSQL(c.Schemas), 0
	for _, option := range []struct {
		isSet bool
		sql   string
	}{{c.Views, schema.ViewsSQL}, {c.Comments, schema.CommentsSQL}, {c.Actions, schema.ActionsSQL}, {c.Transitions, schema.TransitionsSQL}, {c.Search, schema.SearchSQL(c.Schemas)}, {c.Live, ""}} {
		if option.isSet {
			sql = option.sql
			count++
		}
	}
	if c.Live != (len(c.Tables) > 0) || count > 1 {
		return errors.New("--live needs the names of tables; --views, --comments, --actions, --transitions, --search and --live cannot be combined")
	}
	if c.Live {
		var err error
		if sql, err = schema.LiveSQL(c.Tables); err != nil {
			return err
		}
	}
	if c.Administrator != "" {
		if !c.Views {
			return errors.New("--administrator needs --views")
		}
		sql += schema.ViewsAdministratorSQL(c.Administrator)
	}
	_, err := fmt.Fprintf(s.stdout, "begin;\nset local lock_timeout = '5s';\n\n%s\ncommit;\n", sql)
	return err
}

// listInstallScripts returns the SQL that localbase runs at each start.
// schemas are the exposed schemas, nil: public.
func listInstallScripts(schemas []string, demo bool) []string {
	install := schema.CreateFunctionSchemaSQL(schemas) + schema.InstallSQL(schemas)
	if demo {
		live, _ := schema.LiveSQL(nil) // the policies of presence; it fails only for names of tables
		return []string{install, schema.ViewsSQL, schema.CommentsSQL, schema.ActionsSQL, live}
	}
	return []string{install}
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

// Run prints the version and the commit.
func (versionCommand) Run(s *commandContext) error {
	_, err := fmt.Fprintf(s.stdout, "tableside %s (%s)\n", version, commit)
	return err
}
