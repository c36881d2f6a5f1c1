// Package sqlscript runs SQL files and reports the line of an error.
package sqlscript

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Error is the error of a statement in a script.
type Error struct {
	File      string
	Line      int    // of the position that Postgres reports, otherwise of the statement
	Statement string // its beginning, as a single line
	Cause     error  // a *pgconn.PgError if Postgres rejected the statement
}

// Error formats the error, with further lines for detail and hint.
func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s:%d: ", e.File, e.Line)
	var pgErr *pgconn.PgError
	if errors.As(e.Cause, &pgErr) {
		fmt.Fprintf(&text, "%s (%s)", pgErr.Message, pgErr.Code)
	} else {
		text.WriteString(e.Cause.Error())
	}
	fmt.Fprintf(&text, "\n  in: %s", e.Statement)
	if pgErr != nil && pgErr.Detail != "" {
		fmt.Fprintf(&text, "\n  detail: %s", pgErr.Detail)
	}
	if pgErr != nil && pgErr.Hint != "" {
		fmt.Fprintf(&text, "\n  hint: %s", pgErr.Hint)
	}
	return text.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Run executes the statements of a script in tx. It ignores BEGIN and COMMIT, because the script
// runs in one transaction, and rejects ROLLBACK. Its errors are *Error; the caller must then roll
// back.
func Run(ctx context.Context, tx pgx.Tx, file, script string) error {
	for _, statement := range Split(script) {
		if err := execute(ctx, tx, statement); err != nil {
			return &Error{
				File:      file,
				Line:      statement.Line + countLinesToError(statement.SQL, err),
				Statement: shortenStatement(statement.SQL),
				Cause:     err,
			}
		}
	}
	return nil
}

// execute runs a statement, or a "copy from stdin" with its data, in tx. It ignores begin and
// commit. A rollback is an error.
func execute(ctx context.Context, tx pgx.Tx, statement Statement) error {
	switch readFirstWord(statement.SQL) {
	case "begin", "commit", "end":
		return nil
	case "rollback", "abort":
		return errors.New("a file runs in one transaction and cannot contain a rollback")
	}
	if isCopyFromStdin(statement.SQL) {
		_, err := tx.Conn().PgConn().CopyFrom(ctx, strings.NewReader(statement.Data), statement.SQL)
		return err
	}
	_, err := tx.Exec(ctx, statement.SQL)
	return err
}

// readFirstWord returns the first keyword of a statement in lower case. It must recognize every
// form of COMMIT, which would end the transaction.
func readFirstWord(sql string) string {
	s := scanner{text: sql}
	return strings.ToLower(s.readWord())
}

// countLinesToError returns the number of lines in sql before the position of err.
func countLinesToError(sql string, err error) int {
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) || pgErr.Position == 0 {
		return 0
	}
	lines := 0
	for i, position := 0, int32(1); i < len(sql) && position < pgErr.Position; position++ {
		r, size := utf8.DecodeRuneInString(sql[i:])
		if r == '\n' {
			lines++
		}
		i += size
	}
	return lines
}

const excerptLength = 100 // characters

// shortenStatement returns a statement on one line, with at most excerptLength characters, for an
// error.
func shortenStatement(sql string) string {
	line := []rune(strings.Join(strings.Fields(sql), " "))
	if len(line) <= excerptLength {
		return string(line)
	}
	return string(line[:excerptLength]) + "…"
}
