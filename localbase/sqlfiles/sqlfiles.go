// Package sqlfiles runs SQL files and folders: dumps, and the migrations and seeds of a project of the
// Supabase CLI.
package sqlfiles

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/migrations"
	"github.com/tableside/tableside/localbase/sqlscript"
)

// Runner runs files, each in one transaction on a connection of its own, since a file can change the
// settings of its session.
type Runner struct {
	DSN    string                   // of the superuser; the files run as the owner
	Done   func(path, state string) // called after each file; state is "done", "applied" or "already applied"
	Notify func(sqlscript.Notice)
}

// Run runs a file, or a folder: the migrations and seeds of a project, or else all *.sql files of
// the folder in alphabetical order. It stops at the first error; the file with the error has changed
// nothing. A project is a folder that contains migrations (or supabase/migrations), or the folder
// migrations itself.
func (r Runner) Run(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return fmt.Errorf("read SQL: %w", err)
	}
	if !info.IsDir() {
		return r.runFile(ctx, path, "done", nil)
	}
	if filepath.Base(filepath.Clean(path)) == "migrations" {
		return r.runProject(ctx, filepath.Dir(filepath.Clean(path)))
	}
	for _, project := range []string{path, filepath.Join(path, "supabase")} {
		if info, err := os.Stat(filepath.Join(project, "migrations")); err == nil && info.IsDir() {
			return r.runProject(ctx, project)
		}
	}
	files, err := filepath.Glob(filepath.Join(path, "*.sql")) // sorted
	if err != nil {
		return fmt.Errorf("list %s: %w", path, err)
	}
	if len(files) == 0 {
		return fmt.Errorf("%s contains no SQL files", path)
	}
	for _, file := range files {
		if err := r.runFile(ctx, file, "done", nil); err != nil {
			return err
		}
	}
	return nil
}

// becomeOwner gives the session of a superuser the rights of the owner. Unlike a connection of the owner,
// the session can become the superuser again, to create an extension.
const becomeOwner = "set session authorization " + migrations.Owner

// runFile runs a file and then record, which can be nil, in one transaction.
func (r Runner) runFile(ctx context.Context, path, state string, record func(tx pgx.Tx) error) error {
	conn, err := pgx.Connect(ctx, r.DSN)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, becomeOwner); err != nil {
			return fmt.Errorf("become the owner: %w", err)
		}
		if err := sqlscript.NewLoader(tx, r.Notify).LoadFile(ctx, path); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, becomeOwner+`; notify pgrst, 'reload schema'`); err != nil {
			return fmt.Errorf("reload the schema cache: %w", err)
		}
		if record == nil {
			return nil
		}
		return record(tx)
	})
	if err != nil {
		return err
	}
	r.Done(path, state)
	return nil
}

// projectConfig contains the keys of config.toml about SQL files and the privileges of what they create. Migrations and seeds are
// enabled by default.
type projectConfig struct {
	API struct {
		AutoExpose *bool `toml:"auto_expose_new_tables"` // nil: not in the file
	} `toml:"api"`
	DB struct {
		Migrations struct {
			Enabled *bool `toml:"enabled"`
		} `toml:"migrations"`
		Seed struct {
			Enabled *bool    `toml:"enabled"`
			Paths   []string `toml:"sql_paths"`
		} `toml:"seed"`
	} `toml:"db"`
}

// runProject applies the new migrations of a project, then its seeds.
func (r Runner) runProject(ctx context.Context, project string) error {
	var config projectConfig
	if _, err := toml.DecodeFile(filepath.Join(project, "config.toml"), &config); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read config.toml: %w", err)
	}
	conn, err := pgx.Connect(ctx, r.DSN)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, becomeOwner+";"+createHistory); err != nil {
		return fmt.Errorf("create the history of migrations: %w", err)
	}
	if expose := config.API.AutoExpose; expose != nil {
		if err := migrations.SetDefaultPrivileges(ctx, conn, *expose); err != nil {
			return err
		}
	}
	if isEnabled(config.DB.Migrations.Enabled) {
		if err := r.applyMigrations(ctx, conn, filepath.Join(project, "migrations")); err != nil {
			return err
		}
	}
	if !isEnabled(config.DB.Seed.Enabled) {
		return nil
	}
	paths := config.DB.Seed.Paths
	if paths == nil {
		paths = []string{"seed.sql"}
	}
	return r.applySeeds(ctx, conn, project, paths)
}

func isEnabled(setting *bool) bool { return setting == nil || *setting }

// createHistory creates the tables in which the Supabase CLI stores the applied migrations and seeds.
const createHistory = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
alter table supabase_migrations.schema_migrations add column if not exists statements text[];
alter table supabase_migrations.schema_migrations add column if not exists name text;
create table if not exists supabase_migrations.seed_files (path text not null primary key, hash text not null)`

// migrationName matches the names of migrations: a version, an underscore and a name.
var migrationName = regexp.MustCompile(`^([0-9]+)_(.*)\.sql$`)

// applyMigrations runs the files of the folder that are not in the history, in the order of their
// names, and records each.
func (r Runner) applyMigrations(ctx context.Context, conn *pgx.Conn, folder string) error {
	entries, err := os.ReadDir(folder) // sorted by name
	if err != nil {
		return fmt.Errorf("list migrations: %w", err)
	}
	rows, err := conn.Query(ctx, `select version from supabase_migrations.schema_migrations`)
	if err != nil {
		return fmt.Errorf("read the history of migrations: %w", err)
	}
	applied, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("read the history of migrations: %w", err)
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		match := migrationName.FindStringSubmatch(entry.Name())
		switch {
		case match == nil:
			if filepath.Ext(path) == ".sql" {
				r.Notify(sqlscript.Notice{File: path, Line: 1, Text: "skipped: the name of a migration is <version>_<name>.sql"})
			}
			continue
		case slices.Contains(applied, match[1]):
			r.Done(path, "already applied")
			continue
		}
		err := r.runFile(ctx, path, "applied", func(tx pgx.Tx) error { return recordMigration(ctx, tx, path, match[1], match[2]) })
		if err != nil {
			return err
		}
	}
	return nil
}

// recordMigration adds a migration to the history, with its statements.
func recordMigration(ctx context.Context, tx pgx.Tx, path, version, name string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read SQL: %w", err)
	}
	statements := []string{}
	for _, statement := range sqlscript.Split(string(text)) {
		statements = append(statements, statement.SQL)
	}
	_, err = tx.Exec(ctx, `insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)`, version, name, statements)
	if err != nil {
		return fmt.Errorf("record the migration %s: %w", version, err)
	}
	return nil
}

// applySeeds runs the files that the patterns match, relative to the project, and that were not applied
// before. A seed that has changed since is not run again, as with the CLI.
func (r Runner) applySeeds(ctx context.Context, conn *pgx.Conn, project string, patterns []string) error {
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(project, pattern)) // sorted
		if err != nil {
			return fmt.Errorf("db.seed.sql_paths: %q: %w", pattern, err)
		}
		for _, path := range files {
			if err := r.applySeed(ctx, conn, project, path); err != nil {
				return err
			}
		}
	}
	return nil
}

// applySeed runs a seed and records it, unless it was applied before.
func (r Runner) applySeed(ctx context.Context, conn *pgx.Conn, project, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read SQL: %w", err)
	}
	name, err := filepath.Rel(project, path)
	if err != nil {
		return err
	}
	name = filepath.ToSlash(filepath.Join("supabase", name)) // the CLI's paths begin at the parent of supabase
	digest := sha256.Sum256(text)
	hash := hex.EncodeToString(digest[:])
	var stored string
	err = conn.QueryRow(ctx, `select hash from supabase_migrations.seed_files where path = $1`, name).Scan(&stored)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
	case err != nil:
		return fmt.Errorf("read the history of seeds: %w", err)
	default:
		if stored != hash {
			r.Notify(sqlscript.Notice{File: path, Line: 1, Text: "skipped: the seed has changed since it was applied; run the file itself to apply it again"})
		}
		r.Done(path, "already applied")
		return nil
	}
	return r.runFile(ctx, path, "applied", func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `insert into supabase_migrations.seed_files (path, hash) values ($1, $2)`, name, hash)
		return err
	})
}
