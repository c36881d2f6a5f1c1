package sqlscript

import "strings"

// byteOrderMark is what some editors put at a file's beginning.
const byteOrderMark = "\ufeff"

// Statement is one statement of a script.
type Statement struct {
	SQL  string // without leading comments and the closing semicolon
	Line int    // where SQL begins, counted from 1
	Data string // the lines that follow COPY ... FROM STDIN, up to `\.`
}

// Split cuts a script at the semicolons that end its statements: not those in
// strings, quoted names, dollar quotes, comments, parentheses (CREATE RULE) or
// the BEGIN ATOMIC bodies of functions. What isn't closed runs to the end,
// where Postgres will say so.
func Split(script string) []Statement {
	var statements []Statement
	s := scanner{text: strings.TrimPrefix(script, byteOrderMark), line: 1}
	for {
		s.skipSpace()
		if s.isAtEnd() {
			return statements
		}
		start, line := s.pos, s.line
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

// isCopyFromStdin tells a COPY whose data follows in the script.
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

type scanner struct {
	text string
	pos  int
	line int
}

func (s *scanner) isAtEnd() bool { return s.pos >= len(s.text) }

// peek is the byte at an offset from here, 0 past the end.
func (s *scanner) peek(offset int) byte {
	if s.pos+offset < len(s.text) {
		return s.text[s.pos+offset]
	}
	return 0
}

func (s *scanner) advance(n int) {
	end := min(s.pos+n, len(s.text))
	s.line += strings.Count(s.text[s.pos:end], "\n")
	s.pos = end
}

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

// skipRestriction moves over the lines with which pg_dump guards psql against what
// a dump may hold. They are no SQL, and mean nothing here.
func (s *scanner) skipRestriction() bool {
	for _, command := range []string{`\restrict `, `\unrestrict `} {
		if strings.HasPrefix(s.text[s.pos:], command) {
			s.skipPast("\n")
			return true
		}
	}
	return false
}

// skipComment moves over a comment, if one begins here. Block comments nest.
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

// skipStatement moves to the semicolon that ends the statement, or to the end.
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

// skipQuoted moves over a string or a quoted name; doubled quotes need no care,
// since the second one opens anew.
func (s *scanner) skipQuoted(quote byte, backslash bool) {
	s.advance(1)
	for !s.isAtEnd() {
		switch c := s.peek(0); {
		case c == '\\' && backslash:
			s.advance(2)
		case c == quote && backslash && s.peek(1) == quote:
			s.advance(2) // here a doubled one must not open anew: that string would have no backslashes
		case c == quote:
			s.advance(1)
			return
		default:
			s.advance(1)
		}
	}
}

// skipDollarQuoted moves over $tag$...$tag$, or over the dollar of a parameter.
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

// readWord moves over a name or key word. A dollar inside belongs to it.
func (s *scanner) readWord() string {
	start := s.pos
	for !s.isAtEnd() && (isNameStart(s.peek(0)) || isDigit(s.peek(0)) || s.peek(0) == '$') {
		s.advance(1)
	}
	return s.text[start:s.pos]
}

// readCopyData takes the lines after COPY ... FROM STDIN; up to the one that is `\.`.
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

// blockTracker follows the words of a statement, to know when it is inside a BEGIN
// ATOMIC ... END of a function or procedure.
type blockTracker struct {
	firstWords   []string // the first words, which tell whether a routine is being made
	isAfterBegin bool     // the last word was BEGIN
	depth        int
	isRoutine    bool
}

func (b *blockTracker) addWord(word string) {
	if len(b.firstWords) < 4 {
		b.firstWords = append(b.firstWords, word)
		made := b.firstWords
		if len(made) > 2 && made[1] == "or" && made[2] == "replace" {
			made = append([]string{made[0]}, made[3:]...)
		}
		b.isRoutine = len(made) > 1 && made[0] == "create" && (made[1] == "function" || made[1] == "procedure")
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
