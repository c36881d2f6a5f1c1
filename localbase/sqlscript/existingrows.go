package sqlscript

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// insertsIntoPlatformTable reports whether a statement adds rows to a table of a platform schema, which a dump
// can't drop. A dump that is loaded again contains rows that such a table has.
func insertsIntoPlatformTable(tokens []token) bool {
	schema := 1
	if startsWith(tokens, "insert", "into") {
		schema = 2
	} else if !startsWith(tokens, "copy") {
		return false
	}
	return isPlatformSchema(textAt(tokens, schema)) && textAt(tokens, schema+1) == "."
}

// insertNewRows runs COPY or INSERT. If rows with the same keys exist, it adds only the others and reports it.
func (l *Loader) insertNewRows(ctx context.Context, s source, tokens []token) error {
	err := pgx.BeginFunc(ctx, l.tx, func(savepoint pgx.Tx) error { return execute(ctx, savepoint, s.Statement) })
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) {
		return err
	}
	if pgErr.Code != uniqueViolation {
		if reason := explainConflict(tokens, pgErr); reason != "" {
			l.report(s, "skipped: %s", reason)
			return nil
		}
		return err
	}
	if isCopyFromStdin(s.SQL) {
		err = l.copyNewRows(ctx, s, tokens)
	} else {
		s.SQL = strings.TrimSuffix(strings.TrimSpace(s.SQL), ";") + "\non conflict do nothing"
		err = execute(ctx, l.tx, s.Statement)
	}
	if err != nil {
		return err
	}
	l.report(s, "skipped the rows that exist: %s", strings.ToLower(pgErr.Detail))
	return nil
}

// copyNewRows copies rows into a temporary table, and those whose keys are new into the table.
func (l *Loader) copyNewRows(ctx context.Context, s source, tokens []token) error {
	from := indexOf(tokens, "from", "stdin")
	if from < 0 { // more columns than scanTokens returned
		tokens = scanTokens(s.SQL, len(s.SQL))
		from = indexOf(tokens, "from", "stdin")
	}
	target := s.SQL[tokens[1].start:tokens[from-1].end] // the table with its columns
	table, columns, _ := strings.Cut(target, "(")
	columns = strings.TrimSuffix(columns, ")")
	selected := columns
	if columns == "" {
		selected = "*"
	}
	const staging = "pg_temp.localbase_copy"
	if _, err := l.tx.Exec(ctx, fmt.Sprintf("create temporary table localbase_copy as select %s from %s limit 0", selected, table)); err != nil {
		return err
	}
	options := s.SQL[tokens[from].start:]
	if _, err := l.tx.Conn().PgConn().CopyFrom(ctx, strings.NewReader(s.Data), "copy "+staging+" "+options); err != nil {
		return err
	}
	_, err := l.tx.Exec(ctx, fmt.Sprintf("insert into %s overriding system value select * from %s on conflict do nothing; drop table %s", target, staging, staging))
	return err
}
