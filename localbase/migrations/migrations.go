// Package migrations makes and updates what localbase needs in a database:
// roles, and the schemas of its services. Each NNNN_name.sql is run once, in
// one transaction, as the owner; it is never changed after a release.
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

// Run brings the database of conn, a superuser's connection, up to date. A
// database that a newer version of this program has migrated is refused.
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
	done := make(map[string]bool, len(applied))
	for _, version := range applied {
		if _, err := fs.Stat(files, version+".sql"); err != nil {
			return fmt.Errorf("the database has migration %s, which this version doesn't know: it was used with a newer one", version)
		}
		done[version] = true
	}
	names, err := fs.Glob(files, "*.sql") // in order of name
	if err != nil {
		return fmt.Errorf("list migrations: %w", err)
	}
	for _, name := range names {
		if version := strings.TrimSuffix(name, ".sql"); !done[version] {
			if err := apply(ctx, conn, version); err != nil {
				return fmt.Errorf("migrate to %s: %w", version, err)
			}
		}
	}
	return nil
}

func apply(ctx context.Context, conn *pgx.Conn, version string) error {
	sql, err := files.ReadFile(version + ".sql")
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if err := sqlscript.Run(ctx, tx, version+".sql", string(sql)); err != nil {
			return err
		}
		// A migration may have taken on the role of the service it is for.
		if _, err := tx.Exec(ctx, `reset role`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into supabase_migrations.localbase (version) values ($1)`, version)
		return err
	})
}
