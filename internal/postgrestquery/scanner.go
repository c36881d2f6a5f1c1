package postgrestquery

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// ParseError is a query string that can't be parsed (PGRST100).
type ParseError struct {
	Message string // `"failed to parse filter (0)" (line 1, column 1)`
	Details string // `unexpected "0" expecting operator (eq, gt, ...)`
}

// Error joins the two parts.
func (e *ParseError) Error() string { return e.Message + ": " + e.Details }

// scanner reads a value rune by rune and remembers the furthest place where
// something was missing, and what: parsers simply try one form after another,
// and the message still speaks of the place that matters.
type scanner struct {
	input    []rune
	pos      int
	furthest int
	expected []string
}

func newScanner(s string) *scanner { return &scanner{input: []rune(s)} }

// noteExpected notes that one of want was expected here. It answers false, so that a
// parser can return it.
func (s *scanner) noteExpected(want ...string) bool {
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

func (s *scanner) peek() rune {
	if s.isAtEnd() {
		return -1
	}
	return s.input[s.pos]
}

// acceptLiteral consumes text if it comes next.
func (s *scanner) acceptLiteral(text string) bool {
	if !s.startsWith(text) {
		return s.noteExpected(fmt.Sprintf("%q", text))
	}
	s.pos += len([]rune(text))
	return true
}

// startsWith tells whether text comes next.
func (s *scanner) startsWith(text string) bool {
	runes := []rune(text)
	return s.pos+len(runes) <= len(s.input) && slices.Equal(s.input[s.pos:s.pos+len(runes)], runes)
}

// acceptDelimiter consumes the dot between the parts of a filter or a path.
func (s *scanner) acceptDelimiter() bool {
	if s.peek() != '.' {
		return s.noteExpected("delimiter (.)")
	}
	s.pos++
	return true
}

// expectEnd wants the end of input.
func (s *scanner) expectEnd() bool {
	if !s.isAtEnd() {
		return s.noteExpected("end of input")
	}
	return true
}

func (s *scanner) skipBlanks() {
	for s.peek() == ' ' || s.peek() == '\t' {
		s.pos++
	}
}

// takeWhile consumes the longest run of runes that ok accepts.
func (s *scanner) takeWhile(ok func(rune) bool) string {
	start := s.pos
	for !s.isAtEnd() && ok(s.input[s.pos]) {
		s.pos++
	}
	return string(s.input[start:s.pos])
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
		r := s.input[s.pos]
		s.pos++
		switch {
		case r == '"':
			return text.String(), true
		case r == '\\' && !s.isAtEnd():
			text.WriteRune(s.input[s.pos])
			s.pos++
		default:
			text.WriteRune(r)
		}
	}
	s.noteExpected(`"\""`)
	s.pos = start
	return "", false
}

func isIdentifierRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == ' ' || r == '$'
}

// parseIdentifier reads a run of identifier runes and trims blanks around it.
func (s *scanner) parseIdentifier() (string, bool) {
	text := s.takeWhile(isIdentifierRune)
	if text == "" {
		return "", s.noteExpected("letter", "digit")
	}
	return strings.TrimSpace(text), true
}

const nameLabel = "field name (* or [a..z0..9_$])"

// parseName reads a quoted name, or identifiers joined by dashes (but not "->").
// Nothing in a database has an empty name.
func (s *scanner) parseName() (string, bool) {
	start := s.pos
	text, ok := s.parseDashedName(isIdentifierRune, nameLabel)
	if ok && text == "" {
		s.pos = start
		return "", s.noteExpected(nameLabel)
	}
	return text, ok
}

// parseJSONKey is like name, but nearly any rune may be in it.
func (s *scanner) parseJSONKey() (string, bool) {
	return s.parseDashedName(func(r rune) bool { return !strings.ContainsRune("(-:.,>)", r) },
		"any non reserved character different from: .,>()")
}

func (s *scanner) parseDashedName(ok func(rune) bool, label string) (string, bool) {
	if s.peek() == '"' {
		return s.parseQuoted()
	}
	var parts []string
	for {
		part := s.takeWhile(ok)
		if part == "" {
			return "", s.noteExpected(label)
		}
		parts = append(parts, strings.TrimSpace(part))
		if s.peek() != '-' || s.startsWith("->") {
			return strings.Join(parts, "-"), true
		}
		s.pos++
	}
}

// newParseError makes the error of the furthest place reached. what names the parameter
// in the words of PostgREST: "filter (0)".
func (s *scanner) newParseError(what string) *ParseError {
	return &ParseError{
		Message: fmt.Sprintf(`"failed to parse %s" (line 1, column %d)`, what, s.furthest+1),
		Details: s.describeUnexpected() + describeExpected(s.expected),
	}
}

// describeUnexpected names the first rune that is wrong: of a word that was begun, the
// one where it goes astray.
func (s *scanner) describeUnexpected() string {
	at := s.furthest
	for _, want := range s.expected {
		word, err := strconv.Unquote(want)
		if err != nil {
			continue // no word, but a description
		}
		begun := 0
		for i, r := range []rune(word) {
			if s.furthest+i >= len(s.input) || s.input[s.furthest+i] != r {
				break
			}
			begun = i + 1
		}
		at = max(at, s.furthest+begun)
	}
	switch {
	case at >= len(s.input):
		return "unexpected end of input"
	case slices.Contains(s.expected, "end of input"):
		return fmt.Sprintf("unexpected '%c'", s.input[at])
	default:
		return fmt.Sprintf("unexpected %q", string(s.input[at]))
	}
}

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
