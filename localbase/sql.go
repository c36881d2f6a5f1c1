package localbase

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/dump"
	"github.com/tableside/tableside/localbase/migrations"
	"github.com/tableside/tableside/localbase/postgres"
	"github.com/tableside/tableside/localbase/sqlfiles"
	"github.com/tableside/tableside/localbase/sqlscript"
)

// RunSQL runs a script as the database's owner in one transaction, then reloads the schema cache
// of the REST service. name appears in error messages. If PostgreSQL rejects a statement,
// the error is a *sqlscript.Error with the line, and nothing has changed.
func (b *Backend) RunSQL(ctx context.Context, name, sql string) error {
	if err := runSQL(ctx, b.db.DSN(migrations.Owner, database), name, sql); err != nil {
		return err
	}
	return b.reload(ctx)
}

// runSQL runs a script on a new connection, since the script can change the session's settings.
func runSQL(ctx context.Context, dsn, name, sql string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := sqlscript.Run(ctx, tx, name, sql); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `notify pgrst, 'reload schema'`); err != nil {
			return fmt.Errorf("reload the schema cache: %w", err)
		}
		return nil
	})
}

// OwnerConnection runs SQL on a data folder, with or without a running Backend.
type OwnerConnection struct {
	address postgres.Address
	server  *postgres.Server // nil if another process runs the database
}

// Connect connects to the database of opts.DataDir. If no Backend runs on it, Connect starts the
// database, and OwnerConnection.Close stops it.
func Connect(ctx context.Context, opts Options) (*OwnerConnection, error) {
	for {
		if address, err := postgres.FindRunning(opts.DataDir); err == nil {
			return &OwnerConnection{address: address}, nil
		} else if !errors.Is(err, postgres.ErrNotRunning) {
			return nil, err
		}
		owner, err := startOwnServer(ctx, opts)
		if !errors.Is(err, postgres.ErrInUse) {
			return owner, err
		}
		// Another process is starting or stopping the database.
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// startOwnServer starts the database of opts.DataDir and prepares it as Start does.
func startOwnServer(ctx context.Context, opts Options) (*OwnerConnection, error) {
	log := opts.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	server, err := postgres.Start(ctx, postgres.Options{Dir: opts.DataDir, BinDir: opts.PostgresDir, Logger: log})
	if err != nil {
		return nil, err
	}
	owner := &OwnerConnection{address: server.Address, server: server}
	stored, err := loadSecrets(filepath.Join(opts.DataDir, secretsFile), opts.JWTSecret)
	if err == nil {
		err = prepareDatabase(ctx, owner.address, stored.DBPassword, opts.InstallSQL)
	}
	if err != nil {
		return nil, errors.Join(err, owner.Close(context.WithoutCancel(ctx)))
	}
	return owner, nil
}

// RunSQL works like Backend.RunSQL, except that a running REST service reloads its schema cache
// shortly after RunSQL returns.
func (o *OwnerConnection) RunSQL(ctx context.Context, name, sql string) error {
	return runSQL(ctx, o.address.DSN(migrations.Owner, database), name, sql)
}

// RunFiles runs a file or a folder of SQL files: dumps, or the migrations and seeds of a project of
// the Supabase CLI. See sqlfiles.Runner for the contract. A running REST service reloads its schema
// cache shortly after each file.
func (o *OwnerConnection) RunFiles(ctx context.Context, path string, done func(path, state string), notify func(sqlscript.Notice)) error {
	return sqlfiles.Runner{DSN: o.address.DSN(migrations.Admin, database), Done: done, Notify: notify}.Run(ctx, path)
}

// Dump writes the objects that the user has created as an SQL script for a hosted project: see dump.Write.
func (o *OwnerConnection) Dump(ctx context.Context, out io.Writer, options dump.Options) error {
	conn, err := pgx.Connect(ctx, o.address.DSN(migrations.Admin, database))
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return dump.Write(ctx, conn, out, options)
}

// Close stops the database if Connect started it.
func (o *OwnerConnection) Close(ctx context.Context) error {
	if o.server == nil {
		return nil
	}
	return o.server.Stop(ctx)
}

// Reset deletes the database, the objects and the secrets in a data folder. It does not delete
// users' files, such as edge functions. It returns postgres.ErrInUse if a process uses the
// folder, and nil if the folder doesn't exist.
func Reset(dataDir string) error { return postgres.RemoveData(dataDir, secretsFile, storageDir) }
