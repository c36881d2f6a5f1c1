package sqlscript

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
)

// Commands of psql, by what a Loader does with them.
var (
	ignoredCommands = []string{"restrict", "unrestrict", "timing", "pset", "x", "t", "a", "f", "o", "encoding", "unset", "errverbose", "conninfo", "."}
	printedCommands = []string{"echo", "qecho", "warn"}
)

// executeCommand runs a command of psql: it executes it, skips it with a notice, or returns an error
// with the remedy.
func (l *Loader) executeCommand(ctx context.Context, s source) error {
	name, rest, _ := strings.Cut(strings.TrimPrefix(s.SQL, `\`), " ")
	arguments := splitArguments(l.interpolate(rest))
	switch {
	case slices.Contains(ignoredCommands, name):
		return nil
	case slices.Contains(printedCommands, name):
		l.report(s, "%s", strings.Join(arguments, " "))
		return nil
	case name == "connect" || name == "c":
		l.report(s, "skipped: all objects are created in the database postgres")
		return nil
	case name == "set":
		return l.setVariable(arguments)
	case name == "i" || name == "include" || name == "ir" || name == "include_relative":
		if len(arguments) != 1 {
			return fmt.Errorf(`\%s requires a file`, name)
		}
		return l.LoadFile(ctx, resolve(s.file, arguments[0], strings.HasPrefix(name, "ir") || name == "include_relative"))
	case name == "copy":
		return l.copyFile(ctx, s, rest)
	case name == "q" || name == "quit":
		return errQuit
	case strings.HasPrefix(name, "d") || name == "l" || name == "z" || name == "sf" || name == "sv":
		l.report(s, `skipped: \%s only prints`, name)
		return nil
	}
	return fmt.Errorf(`\%s is a command of psql that is not supported; remove the line, or run the file with psql and the DB URL`, name)
}

// setVariable runs \set. The variables that only control psql have no effect.
func (l *Loader) setVariable(arguments []string) error {
	if len(arguments) == 0 {
		return nil // prints the variables
	}
	l.variables[arguments[0]] = strings.Join(arguments[1:], "")
	return nil
}

// argument matches an argument of a command: in single quotes, where a doubled quote is one quote, in
// double quotes, or up to the next white space.
var argument = regexp.MustCompile(`'((?:[^']|'')*)'|"([^"]*)"|(\S+)`)

// splitArguments returns the arguments of a command.
func splitArguments(text string) []string {
	var arguments []string
	for _, match := range argument.FindAllStringSubmatch(text, -1) {
		arguments = append(arguments, strings.ReplaceAll(match[1], "''", "'")+match[2]+match[3])
	}
	return arguments
}

// copyFrom matches \copy TABLE FROM FILE OPTIONS. The file can be in single quotes.
var copyFrom = regexp.MustCompile(`(?is)^(.*?)\sfrom\s+('(?:[^']|'')*'|\S+)(.*)$`)

// copyFile runs \copy ... from 'file' as COPY ... FROM STDIN with the content of the file.
func (l *Loader) copyFile(ctx context.Context, s source, arguments string) error {
	parts := copyFrom.FindStringSubmatch(strings.TrimSuffix(strings.TrimSpace(arguments), ";"))
	if parts == nil {
		return errors.New(`only \copy ... from a file is supported; remove the line, or run the file with psql and the DB URL`)
	}
	path := strings.ReplaceAll(strings.Trim(parts[2], "'"), "''", "'")
	if path == "stdin" || path == "pstdin" || path == "program" {
		return errors.New(`\copy from ` + path + ` is not supported; name a file`)
	}
	file, err := os.Open(resolve(s.file, path, false))
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = l.tx.Conn().PgConn().CopyFrom(ctx, file, "copy "+parts[1]+" from stdin"+parts[3])
	return err
}

// variableReference matches :name, :'name' and :"name".
var variableReference = regexp.MustCompile(`^:(?:'([A-Za-z0-9_]+)'|"([A-Za-z0-9_]+)"|([A-Za-z0-9_]+))`)

// interpolate replaces the references to variables that \set has defined, outside of quotes and
// comments.
func (l *Loader) interpolate(sql string) string {
	if len(l.variables) == 0 || !strings.Contains(sql, ":") {
		return sql
	}
	var out strings.Builder
	s := scanner{text: sql, line: 1}
	for !s.isAtEnd() {
		start := s.pos
		switch c := s.peek(0); {
		case c == '\'' || c == '"':
			s.skipQuoted(c, false)
		case c == '$':
			s.skipDollarQuoted()
		case c == ':' && s.peek(1) == ':':
			s.advance(2)
		case c == ':':
			if replacement, length, ok := l.expand(sql[start:]); ok {
				out.WriteString(replacement)
				s.advance(length)
				continue
			}
			s.advance(1)
		case isNameStart(c):
			s.readWord()
		default:
			if !s.skipComment() {
				s.advance(1)
			}
		}
		out.WriteString(sql[start:s.pos])
	}
	return out.String()
}

// expand returns the value of the reference at the start of text and the length of the reference.
func (l *Loader) expand(text string) (value string, length int, ok bool) {
	match := variableReference.FindStringSubmatch(text)
	if match == nil {
		return "", 0, false
	}
	value, ok = l.variables[match[1]+match[2]+match[3]]
	switch {
	case match[1] != "":
		value = "'" + strings.ReplaceAll(value, "'", "''") + "'"
	case match[2] != "":
		value = `"` + strings.ReplaceAll(value, `"`, `""`) + `"`
	}
	return value, len(match[0]), ok
}
