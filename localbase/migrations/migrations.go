// Package migrations creates and updates the objects that localbase needs in a database: roles, and
// the schemas of its services. Each NNNN_name.sql runs once, in a transaction, as the superuser.
// The SQL of a released file must not change.
package migrations

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/sqlscript"
)

//go:embed *.sql
var files embed.FS

const createVersionsTable = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.localbase (
  version text primary key,
  applied_at timestamptz not null default now()
)`

// Run applies the missing migrations to the database of conn, which must be a superuser's
// connection. It returns an error if a newer version of this program migrated the database.
func Run(ctx context.Context, conn *pgx.Conn) error {
	if _, err := conn.Exec(ctx, createVersionsTable); err != nil {
		return fmt.Errorf("prepare migrations: %w", err)
	}
	rows, err := conn.Query(ctx, `select version from supabase_migrations.localbase`)
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	applied, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	isApplied := make(map[string]bool, len(applied))
	for _, version := range applied {
		if _, err := fs.Stat(files, version+".sql"); err != nil {
			return fmt.Errorf("the database has the unknown migration %s; a newer version of Tableside created it", version)
		}
		isApplied[version] = true
	}
	names, err := fs.Glob(files, "*.sql") // sorted by name
	if err != nil {
		return fmt.Errorf("list migrations: %w", err)
	}
	for _, name := range names {
		if version := strings.TrimSuffix(name, ".sql"); !isApplied[version] {
			if err := apply(ctx, conn, version); err != nil {
				return fmt.Errorf("migrate to %s: %w", version, err)
			}
		}
	}
	return nil
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
