// Package migrations creates and updates the objects that localbase needs in a database: roles, and
// the schemas of its services. Each NNNN_name.sql runs once, in a transaction, as a superuser: the first
// ones as that of initdb, those from firstOfAdmin on as Admin. The SQL of a released file must not
// change.
package migrations

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/extensions"
	"github.com/tableside/tableside/localbase/postgres"
	"github.com/tableside/tableside/localbase/sqlscript"
)

//go:embed *.sql
var files embed.FS

// Roles of a migrated server.
const (
	Admin = "supabase_admin" // superuser; localbase works as this role
	Owner = "postgres"       // owner of the user's objects, with the rights of postgres on a hosted project
)

// firstOfAdmin is the first migration that Admin runs. Until then, the superuser has the name of Owner.
const firstOfAdmin = "0010_postgres_role"

const createVersionsTable = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.localbase (
  version text primary key,
  applied_at timestamptz not null default now()
)`

// Run applies the missing migrations to a database. dsn returns the connection string of a user, who
// needs no password. It returns an error if a newer version of this program migrated the database.
func Run(ctx context.Context, dsn func(user string) string) error {
	conn, err := pgx.Connect(ctx, dsn(Admin))
	var pgErr *pgconn.PgError
	if errors.As(err, &pgErr) && pgErr.Code == "28000" { // the role does not exist, or cannot log in
		if err := createAdmin(ctx, dsn(postgres.Superuser)); err != nil {
			return err
		}
		conn, err = pgx.Connect(ctx, dsn(Admin))
	}
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := run(ctx, conn, func(string) bool { return true }); err != nil {
		return err
	}
	return installVault(ctx, conn)
}

// installVault installs the replacement of supabase_vault, which every hosted project has: its users'
// SQL calls it without CREATE EXTENSION.
func installVault(ctx context.Context, conn *pgx.Conn) error {
	vault, _ := extensions.Find("supabase_vault")
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return vault.Install(ctx, tx, "") })
}

// createAdmin applies the migrations that precede version firstOfAdmin as the superuser of initdb. They create the
// role Admin, and createAdmin then allows it to log in.
func createAdmin(ctx context.Context, dsn string) error {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return fmt.Errorf("connect to the database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if err := run(ctx, conn, func(version string) bool { return version < firstOfAdmin }); err != nil {
		return err
	}
	if _, err := conn.Exec(ctx, "alter role "+Admin+" login"); err != nil {
		return fmt.Errorf("create the role %s: %w", Admin, err)
	}
	return nil
}

// run applies the missing migrations that isIncluded selects.
func run(ctx context.Context, conn *pgx.Conn, isIncluded func(version string) bool) error {
	isApplied, err := readApplied(ctx, conn)
	if err != nil {
		return err
	}
	names, err := fs.Glob(files, "*.sql") // sorted by name
	if err != nil {
		return fmt.Errorf("list migrations: %w", err)
	}
	for _, name := range names {
		if version := strings.TrimSuffix(name, ".sql"); !isApplied[version] && isIncluded(version) {
			if err := apply(ctx, conn, version); err != nil {
				return fmt.Errorf("migrate to %s: %w", version, err)
			}
		}
	}
	return nil
}

// readApplied returns the versions that the database has.
func readApplied(ctx context.Context, conn *pgx.Conn) (map[string]bool, error) {
	if _, err := conn.Exec(ctx, createVersionsTable); err != nil {
		return nil, fmt.Errorf("prepare migrations: %w", err)
	}
	rows, err := conn.Query(ctx, `select version from supabase_migrations.localbase`)
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	applied, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	isApplied := make(map[string]bool, len(applied))
	for _, version := range applied {
		if _, err := fs.Stat(files, version+".sql"); err != nil {
			return nil, fmt.Errorf("the database has the unknown migration %s; a newer version of Tableside created it", version)
		}
		isApplied[version] = true
	}
	return isApplied, nil
}

// apply runs a migration and records it in one transaction.
func apply(ctx context.Context, conn *pgx.Conn, version string) error {
	sql, err := files.ReadFile(version + ".sql")
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := sqlscript.Run(ctx, tx, version+".sql", string(sql)); err != nil {
			return err
		}
		// A migration can set the role of its service.
		if _, err := tx.Exec(ctx, `reset role`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into supabase_migrations.localbase (version) values ($1)`, version)
		return err
	})
}
