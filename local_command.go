package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"syscall"

	"github.com/tableside/tableside/localbase"
	"github.com/tableside/tableside/localbase/dump"
	"github.com/tableside/tableside/localbase/sqlscript"
)

type localCommand struct {
	Start localStartCommand `cmd:"" default:"withargs" help:"Start localbase and print its URL and keys (the default)."`
	SQL   localSQLCommand   `cmd:"" name:"sql" help:"Run SQL files, dumps and folders of migrations as the database's owner, each file in one transaction."`
	Dump  localDumpCommand  `cmd:"" help:"Write what was created in the database as an SQL script, for a hosted project."`
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

	RealtimeConnections int `default:"500" help:"Maximum number of realtime websockets."`
}

// Run serves the backend until the context of the command ends.
func (c *localStartCommand) Run(s *commandContext) error {
	if err := c.check(); err != nil {
		return err
	}
	logger := c.logger(s.stderr)
	base, err := localbase.Start(s.ctx, localbase.Options{
		DataDir: c.Data, PostgresDir: c.PostgresDir, Port: int(c.Port), DBPort: int(c.DBPort), MailPort: int(c.MailPort), JWTSecret: c.JWTSecret,
		ConfigFile: c.Config, Schemas: c.Schemas, InstallSQL: listInstallScripts(c.Schemas, c.Demo),
		Demo: c.Demo, DemoReadings: c.DemoReadings, DemoNow: c.DemoDate.noon(), Logger: logger,
		RealtimeConnections: c.RealtimeConnections,
	})
	if s.ctx.Err() != nil && err != nil {
		return errInterrupted
	}
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("start localbase: %w; use --port, --db-port and --mail-port to change the ports", err)
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
	Paths []string `arg:"" type:"path" help:"SQL files and folders, in the order in which to run them. Of a project of the Supabase CLI (a folder with migrations), the new migrations run, then the seeds."`
}

// Run runs the files in their order, each in a transaction, and stops at the first
// error.
func (c *localSQLCommand) Run(s *commandContext) error {
	if err := c.check(); err != nil {
		return err
	}
	logger := c.logger(s.stderr)
	base, err := c.connect(s.ctx, logger)
	if err != nil {
		return err
	}
	defer closeLocalbase(base, logger)
	done := func(path, state string) { fmt.Fprintf(s.stdout, "%s: %s\n", path, state) }
	notify := func(n sqlscript.Notice) { fmt.Fprintln(s.stderr, n) }
	for _, path := range c.Paths {
		if err := base.RunFiles(s.ctx, path, done, notify); err != nil {
			return err
		}
	}
	return nil
}

// connect connects to the database of the data folder, which it starts if it does not run.
func (f dataFlags) connect(ctx context.Context, logger *slog.Logger) (*localbase.OwnerConnection, error) {
	return localbase.Connect(ctx, localbase.Options{
		DataDir: f.Data, PostgresDir: f.PostgresDir, InstallSQL: listInstallScripts(nil, false), Logger: logger,
	})
}

type localDumpCommand struct {
	logFlags
	dataFlags
	Rows      bool   `help:"Also write the rows of the tables, the users without their passwords, and the buckets of storage."`
	Passwords bool   `help:"With --rows, write the users with the hashes of their passwords. Keep the file secret."`
	Output    string `short:"o" type:"path" placeholder:"FILE" help:"The file to write. Default: the standard output."`
}

// Run writes the script. It does not leave an incomplete file.
func (c *localDumpCommand) Run(s *commandContext) error {
	if err := c.check(); err != nil {
		return err
	}
	logger := c.logger(s.stderr)
	base, err := c.connect(s.ctx, logger)
	if err != nil {
		return err
	}
	defer closeLocalbase(base, logger)
	if c.Passwords && !c.Rows {
		return errors.New("--passwords requires --rows")
	}
	options := dump.Options{HasData: c.Rows, HasPasswords: c.Passwords}
	if c.Output == "" {
		return base.Dump(s.ctx, s.stdout, options)
	}
	file, err := os.Create(c.Output)
	if err != nil {
		return fmt.Errorf("write the dump: %w", err)
	}
	if err := errors.Join(base.Dump(s.ctx, file, options), file.Close()); err != nil {
		return errors.Join(err, os.Remove(c.Output))
	}
	fmt.Fprintf(s.stdout, "%s: done\n", c.Output)
	return nil
}

type localResetCommand struct {
	dataFlags
	Yes bool `short:"y" help:"Do not ask for confirmation."`
}

// Run deletes the data folder, after the user has confirmed it or with --yes. Without the
// confirmation, it deletes nothing and returns nil.
func (c *localResetCommand) Run(s *commandContext) error {
	if err := c.check(); err != nil {
		return err
	}
	if !c.Yes {
		fmt.Fprintf(s.stdout, "This deletes every table, account and file in %s. Type yes to continue: ", c.Data)
		line, err := bufio.NewReader(s.stdin).ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read the confirmation: %w", err)
		}
		if strings.TrimSpace(line) != "yes" {
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
