package sqlscript

import "strings"

// byteOrderMark is at the start of files from some editors.
const byteOrderMark = "\ufeff"

// Statement is a statement of a script.
type Statement struct {
	SQL  string // without leading comments and the final semicolon
	Line int    // line of SQL's start, from 1
	Data string // the lines after COPY ... FROM STDIN, up to `\.`
}

// Split splits a script at the semicolons between statements. It ignores semicolons in strings,
// quoted names, dollar quotes, comments, parentheses (CREATE RULE) and BEGIN ATOMIC bodies of
// functions. An unterminated string or comment extends to the end of the script, so that Postgres
// reports it.
func Split(script string) []Statement { return splitScript(script, false) }

// splitScript is Split. If hasCommands is true, a line that starts with a backslash is a statement: a
// command of psql.
func splitScript(script string, hasCommands bool) []Statement {
	var statements []Statement
	s := scanner{text: strings.TrimPrefix(script, byteOrderMark), line: 1}
	for {
		s.skipSpace()
		if s.isAtEnd() {
			return statements
		}
		start, line := s.pos, s.line
		if hasCommands && s.peek(0) == '\\' {
			s.skipPast("\n")
			statements = append(statements, Statement{SQL: strings.TrimSpace(s.text[start:s.pos]), Line: line})
			continue
		}
		s.skipStatement()
		sql := strings.TrimRight(s.text[start:s.pos], " \t\r\n\f\v")
		s.skipByte(';')
		if sql == "" {
			continue
		}
		next := Statement{SQL: sql, Line: line}
		if isCopyFromStdin(sql) {
			next.Data = s.readCopyData()
		}
		statements = append(statements, next)
	}
}

// isCopyFromStdin reports whether sql is a COPY whose data follows in the script.
func isCopyFromStdin(sql string) bool {
	words := strings.Fields(strings.ToLower(sql))
	if len(words) == 0 || words[0] != "copy" {
		return false
	}
	for i := 1; i+1 < len(words); i++ {
		if words[i] == "from" && strings.TrimRight(words[i+1], ";(") == "stdin" {
			return true
		}
	}
	return false
}

// scanner is a position in a script.
type scanner struct {
	text string
	pos  int
	line int
}

func (s *scanner) isAtEnd() bool { return s.pos >= len(s.text) }

// peek returns the byte at an offset from the position, or 0 after the end.
func (s *scanner) peek(offset int) byte {
	if s.pos+offset < len(s.text) {
		return s.text[s.pos+offset]
	}
	return 0
}

// advance moves the position by n bytes and counts the lines.
func (s *scanner) advance(n int) {
	end := min(s.pos+n, len(s.text))
	s.line += strings.Count(s.text[s.pos:end], "\n")
	s.pos = end
}

// skipByte skips the next byte if it is c.
func (s *scanner) skipByte(c byte) {
	if s.peek(0) == c {
		s.advance(1)
	}
}

// skipPast moves behind the next occurrence of mark, or to the end.
func (s *scanner) skipPast(mark string) {
	if i := strings.Index(s.text[s.pos:], mark); i >= 0 {
		s.advance(i + len(mark))
		return
	}
	s.advance(len(s.text))
}

// skipSpace skips white space, comments, and the \restrict lines of pg_dump.
func (s *scanner) skipSpace() {
	for !s.isAtEnd() {
		switch {
		case strings.IndexByte(" \t\r\n\f\v", s.peek(0)) >= 0:
			s.advance(1)
		case s.skipRestriction():
		case !s.skipComment():
			return
		}
	}
}

// skipRestriction skips the \restrict and \unrestrict lines of pg_dump, which are commands for
// psql. It reports whether the position was at such a line.
func (s *scanner) skipRestriction() bool {
	for _, command := range []string{`\restrict `, `\unrestrict `} {
		if strings.HasPrefix(s.text[s.pos:], command) {
			s.skipPast("\n")
			return true
		}
	}
	return false
}

// skipComment skips a comment and reports whether the position was at its start. Block comments can
// be nested.
func (s *scanner) skipComment() bool {
	switch {
	case s.peek(0) == '-' && s.peek(1) == '-':
		s.skipPast("\n")
		return true
	case s.peek(0) == '/' && s.peek(1) == '*':
		s.advance(2)
		for depth := 1; depth > 0 && !s.isAtEnd(); {
			switch {
			case s.peek(0) == '*' && s.peek(1) == '/':
				depth--
				s.advance(2)
			case s.peek(0) == '/' && s.peek(1) == '*':
				depth++
				s.advance(2)
			default:
				s.advance(1)
			}
		}
		return true
	}
	return false
}

// skipStatement moves to the semicolon after the statement, or to the end.
func (s *scanner) skipStatement() {
	var words blockTracker
	parens := 0
	for !s.isAtEnd() {
		switch c := s.peek(0); {
		case c == ';' && parens <= 0 && words.depth == 0:
			return
		case c == '(':
			parens++
			s.advance(1)
		case c == ')':
			parens--
			s.advance(1)
		case c == '\'':
			s.skipQuoted('\'', false)
		case c == '"':
			s.skipQuoted('"', false)
		case c == '$':
			s.skipDollarQuoted()
		case isNameStart(c):
			word := s.readWord()
			if strings.EqualFold(word, "e") && s.peek(0) == '\'' {
				s.skipQuoted('\'', true)
				continue
			}
			if parens == 0 {
				words.addWord(strings.ToLower(word))
			}
		default:
			if !s.skipComment() {
				s.advance(1)
			}
		}
	}
}

// skipQuoted skips a string or a quoted name. It treats a doubled quote as the end and the start of
// another string.
func (s *scanner) skipQuoted(quote byte, hasEscapes bool) {
	s.advance(1)
	for !s.isAtEnd() {
		switch c := s.peek(0); {
		case c == '\\' && hasEscapes:
			s.advance(2)
		case c == quote && hasEscapes && s.peek(1) == quote:
			s.advance(2) // an escape string continues after a doubled quote; the next string would have no escapes
		case c == quote:
			s.advance(1)
			return
		default:
			s.advance(1)
		}
	}
}

// skipDollarQuoted skips $tag$...$tag$, or the dollar of a parameter.
func (s *scanner) skipDollarQuoted() {
	end := s.pos + 1
	for end < len(s.text) && (isNameStart(s.text[end]) || end > s.pos+1 && isDigit(s.text[end])) {
		end++
	}
	if end >= len(s.text) || s.text[end] != '$' {
		s.advance(1)
		return
	}
	tag := s.text[s.pos : end+1]
	s.advance(len(tag))
	s.skipPast(tag)
}

// readWord reads a name or keyword, which can contain dollars.
func (s *scanner) readWord() string {
	start := s.pos
	for !s.isAtEnd() && (isNameStart(s.peek(0)) || isDigit(s.peek(0)) || s.peek(0) == '$') {
		s.advance(1)
	}
	return s.text[start:s.pos]
}

// readCopyData returns the lines after COPY ... FROM STDIN, up to the line `\.`.
func (s *scanner) readCopyData() string {
	s.skipPast("\n")
	start := s.pos
	for !s.isAtEnd() {
		lineStart := s.pos
		s.skipPast("\n")
		if strings.TrimRight(s.text[lineStart:s.pos], "\r\n") == `\.` {
			return s.text[start:lineStart]
		}
	}
	return s.text[start:]
}

func isNameStart(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// blockTracker tracks the words of a statement to detect a BEGIN ATOMIC ... END body of a function
// or procedure.
type blockTracker struct {
	firstWords   []string // the first four words, which show whether the statement creates a routine
	isAfterBegin bool     // the last word was BEGIN
	depth        int
	isRoutine    bool
}

// addWord processes the next word, in lower case.
func (b *blockTracker) addWord(word string) {
	if len(b.firstWords) < 4 {
		b.firstWords = append(b.firstWords, word)
		words := b.firstWords
		if len(words) > 2 && words[1] == "or" && words[2] == "replace" {
			words = append([]string{words[0]}, words[3:]...)
		}
		b.isRoutine = len(words) > 1 && words[0] == "create" && (words[1] == "function" || words[1] == "procedure")
	}
	switch {
	case b.isRoutine && b.isAfterBegin && word == "atomic":
		b.depth = 1
	case b.depth > 0 && word == "case":
		b.depth++
	case b.depth > 0 && word == "end":
		b.depth--
	}
	b.isAfterBegin = word == "begin"
}
