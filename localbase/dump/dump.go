// Package dump writes the objects that a user has created in localbase as an SQL script, for a hosted
// project or another database. It reads the catalog, because pg_dump is not part of the installation.
package dump

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Options configures Write.
type Options struct {
	HasData      bool // also write the rows of the tables, the users of auth and the buckets of storage
	HasPasswords bool // write the users with the hashes of their passwords; otherwise they must set a new one
}

// Write writes the script. conn must be a superuser's connection; Write changes its search path. The
// script does not contain the schemas of the services, except policies and triggers on their tables.
func Write(ctx context.Context, conn *pgx.Conn, out io.Writer, options Options) error {
	tx, err := conn.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // read-only
	if _, err := tx.Exec(ctx, `select set_config('search_path', '', false)`); err != nil {
		return fmt.Errorf("clear search_path: %w", err)
	}
	d := &dumper{ctx: ctx, tx: tx, out: out}
	d.print(header)
	for _, section := range []struct{ title, query string }{
		{"roles", rolesSQL}, {"extensions", extensionsSQL}, {"schemas", schemasSQL},
	} {
		d.section(section.title, section.query)
	}
	d.objects()
	d.section("sequences of columns", ownedSequencesSQL)
	d.section("defaults", defaultsSQL)
	if options.HasData {
		d.data(options.HasPasswords)
	}
	for _, section := range []struct{ title, query string }{
		{"constraints", constraintsSQL}, {"indexes", indexesSQL}, {"partitions", partitionsSQL}, {"inheritance", inheritanceSQL},
		{"foreign keys", foreignKeysSQL},
		{"casts", castsSQL}, {"rules", rulesSQL}, {"triggers", triggersSQL}, {"row-level security", securitySQL}, {"policies", policiesSQL},
		{"comments", commentsSQL}, {"grants", grantsSQL}, {"publications", publicationsSQL},
	} {
		d.section(section.title, section.query)
	}
	if options.HasData {
		d.section("materialized views", refreshSQL)
	}
	d.print("\nreset all;\n")
	return d.err
}

const header = `-- Objects of a localbase database, as SQL for a hosted project: run the file with psql.

set statement_timeout = 0;
set client_encoding = 'UTF8';
set standard_conforming_strings = on;
set check_function_bodies = false;
select set_config('search_path', '', false);
`

// dumper writes the script. It stops at the first error, err.
type dumper struct {
	ctx context.Context
	tx  pgx.Tx
	out io.Writer
	err error
}

// print writes text.
func (d *dumper) print(text string) {
	if d.err == nil {
		_, d.err = io.WriteString(d.out, text)
	}
}

// section writes the statements that a query returns, under a title if there are any.
func (d *dumper) section(title, query string) {
	statements := d.list(title, query)
	if len(statements) > 0 {
		d.print("\n-- " + title + "\n\n")
	}
	for _, statement := range statements {
		d.print(statement + ";\n")
	}
}

// list returns the texts that a query returns.
func (d *dumper) list(title, query string) []string {
	if d.err != nil {
		return nil
	}
	rows, err := d.tx.Query(d.ctx, query)
	if err == nil {
		var texts []string
		texts, err = pgx.CollectRows(rows, pgx.RowTo[string])
		if err == nil {
			return texts
		}
	}
	d.err = fmt.Errorf("dump %s: %w", title, err)
	return nil
}

// data writes the buckets, the users, the rows of all tables as COPY, and the values of the sequences.
func (d *dumper) data(hasPasswords bool) {
	d.section("buckets", bucketsSQL)
	tables := append(d.list("users", usersSQL), d.list("data", tablesWithDataSQL)...)
	if len(tables) > 0 {
		d.print("\n-- data\n\n")
	}
	for _, table := range tables { // "schema.table (columns)"
		source := table
		if name, columns, _ := strings.Cut(table, " "); name == "auth.users" {
			source = "(select " + hideSecrets(strings.Trim(columns, "()"), hasPasswords) + " from auth.users)"
		}
		d.print("copy " + table + " from stdin;\n")
		if d.err == nil {
			_, d.err = d.tx.Conn().PgConn().CopyTo(d.ctx, d.out, "copy "+source+" to stdout")
		}
		d.print("\\.\n\n")
	}
	d.section("values of sequences", sequenceValuesSQL)
}

// hideSecrets replaces the columns of auth.users that contain secrets with empty texts, which the auth
// service accepts, unlike NULL. The tokens of mails are valid for a short time only.
func hideSecrets(columns string, hasPasswords bool) string {
	names := strings.Split(columns, ", ")
	for i, name := range names {
		if strings.Contains(name, "_token") || name == "encrypted_password" && !hasPasswords {
			names[i] = "''"
		}
	}
	return strings.Join(names, ", ")
}
