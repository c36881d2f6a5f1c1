// Package sqlscript runs files of SQL, and says where in them an error is.
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

// Error says which statement of a script failed.
type Error struct {
	File      string
	Line      int    // of the place that Postgres points at, else of the statement
	Statement string // its beginning, in one line
	Cause     error  // a *pgconn.PgError when Postgres refused it
}

// Error is one line, and further ones for detail and hint.
func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s:%d: ", e.File, e.Line)
	var refused *pgconn.PgError
	if errors.As(e.Cause, &refused) {
		fmt.Fprintf(&text, "%s (%s)", refused.Message, refused.Code)
	} else {
		text.WriteString(e.Cause.Error())
	}
	fmt.Fprintf(&text, "\n  in: %s", e.Statement)
	if refused != nil && refused.Detail != "" {
		fmt.Fprintf(&text, "\n  detail: %s", refused.Detail)
	}
	if refused != nil && refused.Hint != "" {
		fmt.Fprintf(&text, "\n  hint: %s", refused.Hint)
	}
	return text.String()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

// Run executes the script's statements in tx. BEGIN and COMMIT in the script
// are passed over, since all of it is one transaction; ROLLBACK is refused. An
// error is an *Error; the transaction is then to be rolled back.
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

func execute(ctx context.Context, tx pgx.Tx, statement Statement) error {
	switch readFirstWord(statement.SQL) {
	case "begin", "commit", "end":
		return nil
	case "rollback", "abort":
		return errors.New("a file runs in one transaction, which can't be rolled back from inside")
	}
	if isCopyFromStdin(statement.SQL) {
		_, err := tx.Conn().PgConn().CopyFrom(ctx, strings.NewReader(statement.Data), statement.SQL)
		return err
	}
	_, err := tx.Exec(ctx, statement.SQL)
	return err
}

// readFirstWord is the statement's key word, in lower case, whatever follows it: a
// COMMIT that is taken for something else would end the transaction.
func readFirstWord(sql string) string {
	s := scanner{text: sql}
	return strings.ToLower(s.readWord())
}

// countLinesToError counts the lines of sql above the place that err points at.
func countLinesToError(sql string, err error) int {
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || refused.Position == 0 {
		return 0
	}
	lines := 0
	for i, position := 0, int32(1); i < len(sql) && position < refused.Position; position++ {
		r, size := utf8.DecodeRuneInString(sql[i:])
		if r == '\n' {
			lines++
		}
		i += size
	}
	return lines
}

const excerptLength = 100 // characters

func shortenStatement(sql string) string {
	line := []rune(strings.Join(strings.Fields(sql), " "))
	if len(line) <= excerptLength {
		return string(line)
	}
	return string(line[:excerptLength]) + "…"
}
