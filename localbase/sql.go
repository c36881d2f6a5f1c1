package localbase

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/postgres"
	"github.com/tableside/tableside/localbase/sqlscript"
)

// RunSQL runs a script as the database's owner, in one transaction; the REST
// service has read the schema again when it returns. name is for messages. What
// Postgres refuses is a *sqlscript.Error with the line; nothing is then changed.
func (b *Backend) RunSQL(ctx context.Context, name, sql string) error {
	if err := runSQL(ctx, b.db.DSN(postgres.Superuser, postgres.Superuser), name, sql); err != nil {
		return err
	}
	return b.reload(ctx)
}

// runSQL uses a connection of its own, which a script may leave with other
// settings than it found.
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
			return fmt.Errorf("have the schema read again: %w", err)
		}
		return nil
	})
}

// OwnerConnection runs SQL on a data folder, whether a Base runs on it or not.
type OwnerConnection struct {
	dsn    string
	server *postgres.Server // nil when another process runs the database
}

// Connect reaches the database of a Base that runs on dataDir in another
// process or, if there is none, starts the database for itself.
func Connect(ctx context.Context, opts Options) (*OwnerConnection, error) {
	for {
		if address, err := postgres.FindRunning(opts.DataDir); err == nil {
			return &OwnerConnection{dsn: address.DSN(postgres.Superuser, postgres.Superuser)}, nil
		} else if !errors.Is(err, postgres.ErrNotRunning) {
			return nil, err
		}
		owner, err := startOwnServer(ctx, opts)
		if !errors.Is(err, postgres.ErrInUse) {
			return owner, err
		}
		// Somebody else is just starting it, or stopping.
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func startOwnServer(ctx context.Context, opts Options) (*OwnerConnection, error) {
	log := opts.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	server, err := postgres.Start(ctx, postgres.Options{Dir: opts.DataDir, BinDir: opts.PostgresDir, Logger: log})
	if err != nil {
		return nil, err
	}
	owner := &OwnerConnection{dsn: server.DSN(postgres.Superuser, postgres.Superuser), server: server}
	kept, err := loadSecrets(filepath.Join(opts.DataDir, secretsFile), opts.JWTSecret)
	if err == nil {
		err = prepareDatabase(ctx, owner.dsn, kept.DBPassword, opts.InstallSQL)
	}
	if err != nil {
		return nil, errors.Join(err, owner.Close(context.WithoutCancel(ctx)))
	}
	return owner, nil
}

// RunSQL is Base.RunSQL, but a running REST service reads the schema a moment later.
func (o *OwnerConnection) RunSQL(ctx context.Context, name, sql string) error {
	return runSQL(ctx, o.dsn, name, sql)
}

// Close stops the database if Connect started it.
func (o *OwnerConnection) Close(ctx context.Context) error {
	if o.server == nil {
		return nil
	}
	return o.server.Stop(ctx)
}

// Reset deletes the database, the objects and the secrets in a data folder, and
// leaves what a person put there. postgres.ErrInUse: a process works on it. No
// such folder: nothing to do.
func Reset(dataDir string) error { return postgres.RemoveData(dataDir, secretsFile, storageDir) }
