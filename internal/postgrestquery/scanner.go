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
	in   []rune
	pos  int
	far  int
	want []string
}

func newScanner(s string) *scanner { return &scanner{in: []rune(s)} }

// miss notes that one of want was expected here. It answers false, so that a
// parser can return it.
func (s *scanner) miss(want ...string) bool {
	if s.pos > s.far {
		s.far, s.want = s.pos, nil
	}
	if s.pos == s.far {
		for _, w := range want {
			if !slices.Contains(s.want, w) {
				s.want = append(s.want, w)
			}
		}
	}
	return false
}

func (s *scanner) end() bool { return s.pos >= len(s.in) }

func (s *scanner) peek() rune {
	if s.end() {
		return -1
	}
	return s.in[s.pos]
}

// literal consumes text if it comes next.
func (s *scanner) literal(text string) bool {
	if !s.ahead(text) {
		return s.miss(fmt.Sprintf("%q", text))
	}
	s.pos += len([]rune(text))
	return true
}

// ahead tells whether text comes next.
func (s *scanner) ahead(text string) bool {
	runes := []rune(text)
	return s.pos+len(runes) <= len(s.in) && slices.Equal(s.in[s.pos:s.pos+len(runes)], runes)
}

// delimiter consumes the dot between the parts of a filter or a path.
func (s *scanner) delimiter() bool {
	if s.peek() != '.' {
		return s.miss("delimiter (.)")
	}
	s.pos++
	return true
}

// finish wants the end of input.
func (s *scanner) finish() bool {
	if !s.end() {
		return s.miss("end of input")
	}
	return true
}

func (s *scanner) blanks() {
	for s.peek() == ' ' || s.peek() == '\t' {
		s.pos++
	}
}

// takeWhile consumes the longest run of runes that ok accepts.
func (s *scanner) takeWhile(ok func(rune) bool) string {
	start := s.pos
	for !s.end() && ok(s.in[s.pos]) {
		s.pos++
	}
	return string(s.in[start:s.pos])
}

// quoted reads "..." with \" and \\.
func (s *scanner) quoted() (string, bool) {
	start := s.pos
	if s.peek() != '"' {
		return "", s.miss(`"\""`)
	}
	s.pos++
	var text strings.Builder
	for !s.end() {
		r := s.in[s.pos]
		s.pos++
		switch {
		case r == '"':
			return text.String(), true
		case r == '\\' && !s.end():
			text.WriteRune(s.in[s.pos])
			s.pos++
		default:
			text.WriteRune(r)
		}
	}
	s.miss(`"\""`)
	s.pos = start
	return "", false
}

func isIdentifierRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == ' ' || r == '$'
}

// identifier reads a run of identifier runes and trims blanks around it.
func (s *scanner) identifier() (string, bool) {
	text := s.takeWhile(isIdentifierRune)
	if text == "" {
		return "", s.miss("letter", "digit")
	}
	return strings.TrimSpace(text), true
}

const nameLabel = "field name (* or [a..z0..9_$])"

// name reads a quoted name, or identifiers joined by dashes (but not "->").
// Nothing in a database has an empty name.
func (s *scanner) name() (string, bool) {
	start := s.pos
	text, ok := s.dashed(isIdentifierRune, nameLabel)
	if ok && text == "" {
		s.pos = start
		return "", s.miss(nameLabel)
	}
	return text, ok
}

// jsonKey is like name, but nearly any rune may be in it.
func (s *scanner) jsonKey() (string, bool) {
	return s.dashed(func(r rune) bool { return !strings.ContainsRune("(-:.,>)", r) },
		"any non reserved character different from: .,>()")
}

func (s *scanner) dashed(ok func(rune) bool, label string) (string, bool) {
	if s.peek() == '"' {
		return s.quoted()
	}
	var parts []string
	for {
		part := s.takeWhile(ok)
		if part == "" {
			return "", s.miss(label)
		}
		parts = append(parts, strings.TrimSpace(part))
		if s.peek() != '-' || s.ahead("->") {
			return strings.Join(parts, "-"), true
		}
		s.pos++
	}
}

// fail makes the error of the furthest place reached. what names the parameter
// in the words of PostgREST: "filter (0)".
func (s *scanner) fail(what string) *ParseError {
	return &ParseError{
		Message: fmt.Sprintf(`"failed to parse %s" (line 1, column %d)`, what, s.far+1),
		Details: s.unexpected() + expecting(s.want),
	}
}

// unexpected names the first rune that is wrong: of a word that was begun, the
// one where it goes astray.
func (s *scanner) unexpected() string {
	at := s.far
	for _, want := range s.want {
		word, err := strconv.Unquote(want)
		if err != nil {
			continue // no word, but a description
		}
		begun := 0
		for i, r := range []rune(word) {
			if s.far+i >= len(s.in) || s.in[s.far+i] != r {
				break
			}
			begun = i + 1
		}
		at = max(at, s.far+begun)
	}
	switch {
	case at >= len(s.in):
		return "unexpected end of input"
	case slices.Contains(s.want, "end of input"):
		return fmt.Sprintf("unexpected '%c'", s.in[at])
	default:
		return fmt.Sprintf("unexpected %q", string(s.in[at]))
	}
}

func expecting(want []string) string {
	switch n := len(want); n {
	case 0:
		return ""
	case 1:
		return " expecting " + want[0]
	default:
		return " expecting " + strings.Join(want[:n-1], ", ") + " or " + want[n-1]
	}
}
