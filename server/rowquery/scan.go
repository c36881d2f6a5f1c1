package rowquery

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth bounds nested embeds and groups.
const maxDepth = 16

// scanner reads one parameter's value from left to right. what names the
// parameter in errors.
type scanner struct {
	in    string
	pos   int
	what  string
	depth int
}

func (s *scanner) rest() string { return s.in[s.pos:] }

func (s *scanner) done() bool { return s.pos == len(s.in) }

// next reports whether text comes next.
func (s *scanner) next(text string) bool { return strings.HasPrefix(s.rest(), text) }

// accept steps over text if it comes next.
func (s *scanner) accept(text string) bool {
	if !s.next(text) {
		return false
	}
	s.pos += len(text)
	return true
}

func (s *scanner) space() {
	for !s.done() && (s.in[s.pos] == ' ' || s.in[s.pos] == '\t') {
		s.pos++
	}
}

func (s *scanner) expected(what string) *Error {
	if s.done() {
		return malformed("%s: expected %s at the end", s.what, what)
	}
	r, _ := utf8.DecodeRuneInString(s.rest())
	return malformed("%s: expected %s at character %d, found %q", s.what, what, utf8.RuneCountInString(s.in[:s.pos])+1, r)
}

func (s *scanner) enter() error {
	if s.depth++; s.depth > maxDepth {
		return malformed("%s: more than %d levels", s.what, maxDepth)
	}
	return nil
}

func (s *scanner) leave() { s.depth-- }

// name reads a column, table, alias or key: quoted, or letters, digits,
// spaces, "_", "$" and "-" (but not the "-" of "->").
func (s *scanner) name() (string, error) {
	s.space()
	if s.next(`"`) {
		if name, ok := s.quoted(); ok {
			return name, nil
		}
		return "", s.expected("a closed quote")
	}
	start := s.pos
	for !s.done() && !s.next("->") {
		r, size := utf8.DecodeRuneInString(s.rest())
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" _$-", r) {
			break
		}
		s.pos += size
	}
	name := strings.TrimSpace(s.in[start:s.pos])
	if name == "" {
		return "", s.expected("a name")
	}
	return name, nil
}

// quoted reads a double-quoted text with \" and \\; without a closing quote it
// reads nothing and answers false.
func (s *scanner) quoted() (string, bool) {
	var text strings.Builder
	for i := s.pos + 1; i < len(s.in); i++ {
		switch s.in[i] {
		case '"':
			s.pos = i + 1
			return text.String(), true
		case '\\':
			if i++; i == len(s.in) {
				return "", false
			}
		}
		text.WriteByte(s.in[i])
	}
	return "", false
}

// word reads letters, digits, "_", "$" and spaces: a cast, an operator.
func (s *scanner) word() string {
	start := s.pos
	for !s.done() {
		r, size := utf8.DecodeRuneInString(s.rest())
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" _$", r) {
			break
		}
		s.pos += size
	}
	return strings.TrimSpace(s.in[start:s.pos])
}

// field reads a column with an optional path into its JSON.
func (s *scanner) field() (Field, error) {
	name, err := s.name()
	if err != nil {
		return Field{}, err
	}
	return s.steps(name)
}

// steps reads the path into JSON that may follow a column's name.
func (s *scanner) steps(name string) (field Field, err error) {
	field.Name = name
	for s.next("->") {
		step := JSONStep{Text: s.next("->>")}
		s.pos += len("->")
		if step.Text {
			s.pos++
		}
		if step.Key, step.Index = s.index(); !step.Index {
			if step.Key, err = s.name(); err != nil {
				return Field{}, err
			}
		}
		field.Path = append(field.Path, step)
	}
	s.space()
	return field, nil
}

// index reads an array index if nothing but the end of a step follows it.
func (s *scanner) index() (string, bool) {
	end := s.pos
	if end < len(s.in) && s.in[end] == '-' {
		end++
	}
	digits := end
	for end < len(s.in) && s.in[end] >= '0' && s.in[end] <= '9' {
		end++
	}
	if end == digits || (end < len(s.in) && !strings.ContainsRune("-:.,) ", rune(s.in[end]))) {
		return "", false
	}
	index := s.in[s.pos:end]
	s.pos = end
	return index, true
}
