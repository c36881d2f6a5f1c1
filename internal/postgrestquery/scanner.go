package postgrestquery

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseError reports a query string that cannot be parsed (PGRST100).
type ParseError struct {
	Message string // `"failed to parse filter (0)" (line 1, column 1)`
	Details string // `unexpected "0" expecting operator (eq, gt, ...)`
}

// Error returns the message and the details.
func (e *ParseError) Error() string { return e.Message + ": " + e.Details }

// scanner reads a value. The parsers try one form after another. If records is set,
// the scanner notes what it expected at the furthest position that they reached: that
// is the position of the error.
type scanner struct {
	input    string // valid UTF-8
	pos      int    // in bytes, like furthest
	records  bool
	furthest int
	expected []string
}

// noteExpected notes that one of want was expected at the position. It returns false,
// so that a parser can return its result.
func (s *scanner) noteExpected(want ...string) bool {
	if !s.records {
		return false
	}
	if s.pos > s.furthest {
		s.furthest, s.expected = s.pos, nil
	}
	if s.pos == s.furthest {
		for _, w := range want {
			if !slices.Contains(s.expected, w) {
				s.expected = append(s.expected, w)
			}
		}
	}
	return false
}

func (s *scanner) isAtEnd() bool { return s.pos >= len(s.input) }

// peek returns the next byte, 0 at the end. All characters that have a meaning are ASCII.
func (s *scanner) peek() byte {
	if s.isAtEnd() {
		return 0
	}
	return s.input[s.pos]
}

// acceptLiteral consumes text if it comes next.
func (s *scanner) acceptLiteral(text string) bool {
	if !s.startsWith(text) {
		if s.records {
			s.noteExpected(strconv.Quote(text))
		}
		return false
	}
	s.pos += len(text)
	return true
}

// startsWith reports whether text comes next.
func (s *scanner) startsWith(text string) bool {
	return strings.HasPrefix(s.input[s.pos:], text)
}

// acceptDelimiter consumes the dot between the parts of a filter or a path.
func (s *scanner) acceptDelimiter() bool {
	if s.peek() != '.' {
		return s.noteExpected("delimiter (.)")
	}
	s.pos++
	return true
}

// expectEnd reports whether the input has ended.
func (s *scanner) expectEnd() bool {
	if !s.isAtEnd() {
		return s.noteExpected("end of input")
	}
	return true
}

// skipBlanks skips spaces and tabs.
func (s *scanner) skipBlanks() {
	for s.peek() == ' ' || s.peek() == '\t' {
		s.pos++
	}
}

// takeWhile consumes the characters up to the first one that ok rejects.
func (s *scanner) takeWhile(ok func(rune) bool) string {
	start := s.pos
	for i, r := range s.input[start:] {
		if !ok(r) {
			s.pos = start + i
			return s.input[start:s.pos]
		}
	}
	s.pos = len(s.input)
	return s.input[start:]
}

// parseQuoted reads "..." with \" and \\.
func (s *scanner) parseQuoted() (string, bool) {
	start := s.pos
	if s.peek() != '"' {
		return "", s.noteExpected(`"\""`)
	}
	s.pos++
	var text strings.Builder
	for !s.isAtEnd() {
		c := s.input[s.pos]
		s.pos++
		switch {
		case c == '"':
			return text.String(), true
		case c == '\\' && !s.isAtEnd():
			text.WriteByte(s.input[s.pos])
			s.pos++
		default:
			text.WriteByte(c)
		}
	}
	s.noteExpected(`"\""`)
	s.pos = start
	return "", false
}

// isIdentifierRune reports whether a name that is not quoted can contain r.
func isIdentifierRune(r rune) bool {
	if r < utf8.RuneSelf {
		return isPlainByte(byte(r)) || r == ' ' || r == '$'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// parseIdentifier reads identifier characters and trims the blanks around them.
func (s *scanner) parseIdentifier() (string, bool) {
	text := s.takeWhile(isIdentifierRune)
	if text == "" {
		return "", s.noteExpected("letter", "digit")
	}
	return strings.TrimSpace(text), true
}

const nameLabel = "field name (* or [a..z0..9_$])"

// parseName reads a quoted name, or identifiers joined by dashes (but not "->"). It
// rejects an empty name: PostgreSQL has none.
func (s *scanner) parseName() (string, bool) {
	start := s.pos
	text, ok := s.parseDashedName(isIdentifierRune, nameLabel)
	if ok && text == "" {
		s.pos = start
		return "", s.noteExpected(nameLabel)
	}
	return text, ok
}

// parseJSONKey is parseName for a key, which can contain almost any character.
func (s *scanner) parseJSONKey() (string, bool) {
	return s.parseDashedName(func(r rune) bool { return !strings.ContainsRune("(-:.,>)", r) },
		"any non reserved character different from: .,>()")
}

// parseDashedName reads a quoted name, or parts of characters for which ok is true, joined by
// dashes (but not "->"). label names the part in an error.
func (s *scanner) parseDashedName(ok func(rune) bool, label string) (string, bool) {
	if s.peek() == '"' {
		return s.parseQuoted()
	}
	var parts []string // before the last one
	for {
		part := s.takeWhile(ok)
		if part == "" {
			return "", s.noteExpected(label)
		}
		part = strings.TrimSpace(part)
		if s.peek() != '-' || s.startsWith("->") {
			return strings.Join(append(parts, part), "-"), true
		}
		parts = append(parts, part)
		s.pos++
	}
}

// newParseError returns the error for input that does not match the grammar. It states the furthest position that any
// alternative has reached, and what was expected there, in PostgREST's words. what is PostgREST's name of the parsed
// parameter, such as "filter (0)".
func (s *scanner) newParseError(what string) *ParseError {
	return &ParseError{
		Message: fmt.Sprintf(`"failed to parse %s" (line 1, column %d)`, what, utf8.RuneCountInString(s.input[:s.furthest])+1),
		Details: s.describeUnexpected() + describeExpected(s.expected),
	}
}

// describeUnexpected names the first character that differs from what was expected,
// within an expected word if the input contains its beginning.
func (s *scanner) describeUnexpected() string {
	at := s.furthest
	for _, want := range s.expected {
		word, err := strconv.Unquote(want)
		if err != nil {
			continue // a description, not a word
		}
		matched := 0
		for matched < len(word) && strings.HasPrefix(s.input[s.furthest:], word[:matched+1]) {
			matched++
		}
		at = max(at, s.furthest+matched)
	}
	unexpected, _ := utf8.DecodeRuneInString(s.input[at:])
	switch {
	case at >= len(s.input):
		return "unexpected end of input"
	case slices.Contains(s.expected, "end of input"):
		return fmt.Sprintf("unexpected '%c'", unexpected)
	default:
		return fmt.Sprintf("unexpected %q", string(unexpected))
	}
}

// describeExpected returns the end of a parse error, as in PostgREST: " expecting a, b or c".
func describeExpected(want []string) string {
	switch n := len(want); n {
	case 0:
		return ""
	case 1:
		return " expecting " + want[0]
	default:
		return " expecting " + strings.Join(want[:n-1], ", ") + " or " + want[n-1]
	}
}
