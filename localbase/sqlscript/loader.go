package sqlscript

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Notice reports a statement that a Loader skipped or changed.
type Notice struct {
	File string
	Line int
	Text string
}

// String formats the notice like an error.
func (n Notice) String() string { return fmt.Sprintf("%s:%d: %s", n.File, n.Line, n.Text) }

// Loader runs SQL files as users have them: dumps, files for psql, and migrations. Unlike Run, it
// executes or skips the commands of psql, skips statements about roles that do not exist, and installs
// replacements of extensions that the database does not have.
type Loader struct {
	tx     pgx.Tx
	notify func(Notice)
	owner  string // the user of the session when the first file starts

	variables map[string]string // of psql, from \set
	depth     int               // of \i
}

// NewLoader returns a loader that runs files in tx as the user of its session. This session can become a
// superuser. It calls notify for each notice.
func NewLoader(tx pgx.Tx, notify func(Notice)) *Loader {
	return &Loader{tx: tx, notify: notify, variables: map[string]string{}}
}

// errQuit ends a file at \q.
var errQuit = errors.New("quit")

// maxDepth is the maximum depth of files that include each other.
const maxDepth = 16

// LoadFile reads a file and runs it. Its errors of statements are *Error; the caller must then roll back.
func (l *Loader) LoadFile(ctx context.Context, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("read SQL: %w", err)
	}
	return l.Load(ctx, path, string(text))
}

// Load runs a script. The folder of file is the base of \ir.
func (l *Loader) Load(ctx context.Context, file, script string) error {
	l.depth++
	defer func() { l.depth-- }()
	if l.depth > maxDepth {
		return fmt.Errorf("%s: the files include each other more than %d times", file, maxDepth)
	}
	if l.owner == "" {
		if err := l.tx.QueryRow(ctx, "select session_user").Scan(&l.owner); err != nil {
			return fmt.Errorf("read the user of the session: %w", err)
		}
	}
	for _, statement := range splitScript(script, true) {
		s := source{file: file, Statement: statement}
		err := l.execute(ctx, s)
		if errors.Is(err, errQuit) {
			return nil
		}
		var nested *Error
		if errors.As(err, &nested) { // of a file that this one includes
			return err
		}
		if err != nil {
			return &Error{
				File: file, Line: statement.Line + countLinesToError(statement.SQL, err),
				Statement: shortenStatement(statement.SQL), Cause: adviseRemedy(err),
			}
		}
	}
	return nil
}

// source is a statement with its file.
type source struct {
	Statement
	file string
}

// report sends a notice about a statement.
func (l *Loader) report(s source, format string, args ...any) {
	l.notify(Notice{File: s.file, Line: s.Line, Text: fmt.Sprintf(format, args...)})
}

// execute runs a statement or a command of psql.
func (l *Loader) execute(ctx context.Context, s source) error {
	if strings.HasPrefix(s.SQL, `\`) {
		return l.executeCommand(ctx, s)
	}
	s.SQL = l.interpolate(s.SQL)
	words := scanTokens(s.SQL, maxTokens)
	switch {
	case startsWith(words, "create", "extension"):
		return l.createExtension(ctx, s, words)
	case startsWith(words, "drop", "extension"), startsWith(words, "alter", "extension"), startsWith(words, "comment", "on", "extension"):
		return l.changeExtension(ctx, s, words)
	case startsWith(words, "create", "database"), startsWith(words, "alter", "database"):
		l.report(s, "skipped: all objects are created in the database postgres")
		return nil
	case startsWith(words, "drop", "database", "if", "exists") && textAt(words, 4) != "postgres": // of pg_dump --create --clean
		l.report(s, "skipped: all objects are created in the database postgres")
		return nil
	case startsWith(words, "drop", "database"):
		return errors.New("the database can't be dropped; to delete all data, run `tableside local reset`")
	case changesSessionUser(words):
		return l.changeSessionUser(ctx, s, words)
	case insertsIntoPlatformTable(words):
		return l.insertNewRows(ctx, s, words)
	}
	s.SQL = removeNosuperuser(s.SQL, words)
	if index, ok := findConcurrently(words); ok {
		s.SQL = s.SQL[:words[index].start] + s.SQL[words[index].end:]
		l.report(s, "runs without CONCURRENTLY, because the file is one transaction")
	}
	if needsSuperuser(words) {
		return l.asSuperuser(ctx, func() error { return l.executeTolerantly(ctx, s, words) })
	}
	return l.executeTolerantly(ctx, s, words)
}

// executeTolerantly runs a statement. It skips it with a notice after an error that a rule of
// findTolerance permits.
func (l *Loader) executeTolerantly(ctx context.Context, s source, words []token) error {
	tolerated := findTolerance(words)
	if tolerated == nil {
		return execute(ctx, l.tx, s.Statement)
	}
	err := pgx.BeginFunc(ctx, l.tx, func(savepoint pgx.Tx) error { return execute(ctx, savepoint, s.Statement) })
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) {
		return err
	}
	reason := tolerated(pgErr)
	if reason == "" {
		return err
	}
	l.report(s, "skipped: %s", reason)
	return nil
}

// resolve returns the path of an included file. A relative path of \i refers to the working folder, as
// in psql, or else to the folder of the file, like that of \ir.
func resolve(file, path string, isRelativeToFile bool) string {
	if filepath.IsAbs(path) {
		return path
	}
	if _, err := os.Stat(path); err == nil && !isRelativeToFile {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}
