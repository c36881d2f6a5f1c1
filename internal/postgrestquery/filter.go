package postgrestquery

import (
	"slices"
	"strings"
)

// Operators by what they accept. Each name is that of the URL.
var (
	quantifiable  = []string{"eq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch"}
	simple        = []string{"neq", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj", "isdistinct"}
	textSearch    = []string{"fts", "plfts", "phfts", "wfts"}
	operatorLabel = "operator (eq, gt, ...)"
)

// operation reads [not.]operator[modifier].value; value reads the value.
func (s *scanner) operation(value func(*scanner) string) (Filter, bool) {
	var f Filter
	if s.ahead("not.") {
		s.pos += len("not.")
		f.Not = true
	} else {
		s.miss(`"not"`)
	}
	start := s.pos
	name := s.takeWhile(func(r rune) bool { return r >= 'a' && r <= 'z' })
	f.Op = Operator(name)
	ok := false
	switch {
	case name == "in" && s.peek() == '.':
		s.pos++
		f.Values, ok = s.list()
		return f, ok
	case name == "is" && s.peek() == '.':
		s.pos++
		f.Is, ok = s.isValue()
		return f, ok
	case slices.Contains(quantifiable, name):
		f.Quantifier, ok = s.quantifier()
	case slices.Contains(textSearch, name):
		f.Config, ok = s.searchConfig()
	case slices.Contains(simple, name):
		ok = true
	}
	if !ok {
		s.pos = start
		return f, s.miss(operatorLabel)
	}
	if !s.delimiter() {
		s.pos = start
		return f, s.miss(operatorLabel)
	}
	f.Value = value(s)
	return f, true
}

func (s *scanner) quantifier() (Quantifier, bool) {
	switch {
	case s.ahead("(any)"):
		s.pos += len("(any)")
		return Any, true
	case s.ahead("(all)"):
		s.pos += len("(all)")
		return All, true
	case s.peek() == '(':
		return NoQuantifier, s.miss(operatorLabel)
	default:
		return NoQuantifier, true
	}
}

// searchConfig reads the "(english)" of fts(english).
func (s *scanner) searchConfig() (string, bool) {
	if s.peek() != '(' {
		return "", true
	}
	s.pos++
	name, ok := s.identifier()
	if !ok {
		return "", false
	}
	return name, s.literal(")")
}

// isValue matches without regard to case, the longer word first.
func (s *scanner) isValue() (IsValue, bool) {
	for _, v := range []IsValue{IsNotNull, IsNull, IsTrue, IsFalse, IsUnknown} {
		n := len(v)
		if s.pos+n <= len(s.in) && strings.EqualFold(string(s.in[s.pos:s.pos+n]), string(v)) {
			s.pos += n
			return v, true
		}
	}
	return "", s.miss("isVal: (null, not_null, true, false, unknown)")
}

// list reads (a,"b,c",d).
func (s *scanner) list() ([]string, bool) {
	s.blanks()
	if !s.literal("(") {
		return nil, false
	}
	s.blanks()
	var values []string
	for {
		values = append(values, s.element())
		if s.peek() == ',' {
			s.pos++
			continue
		}
		if !s.literal(")") {
			return nil, false
		}
		s.blanks()
		return values, true
	}
}

// element reads a quoted value, or all up to the next comma or parenthesis.
func (s *scanner) element() string {
	start := s.pos
	if s.peek() == '"' {
		if text, ok := s.quoted(); ok && (s.end() || s.peek() == ',' || s.peek() == ')') {
			return text
		}
		s.pos = start
	}
	return s.takeWhile(func(r rune) bool { return r != ',' && r != ')' })
}

// rawValue is the value of a top-level filter: all of it, never unquoted.
func (s *scanner) rawValue() string { return s.takeWhile(func(rune) bool { return true }) }

// logicValue is a value inside and=() or or=(): quoted, an array literal, or
// all up to the next comma or parenthesis.
func (s *scanner) logicValue() string {
	if s.peek() == '{' {
		start := s.pos
		s.pos++
		inner := s.takeWhile(func(r rune) bool { return r != '{' && r != '}' })
		if s.peek() == '}' {
			s.pos++
			return "{" + inner + "}"
		}
		s.pos = start
	}
	return s.element()
}

// logicTree reads a filter, or [not.](and|or)(tree,...).
func (s *scanner) logicTree(depth int) (Logic, bool) {
	start := s.pos
	if f, ok := s.logicFilter(); ok {
		return f, true
	}
	s.pos = start
	var g Group
	if s.ahead("not.") {
		s.pos += len("not.")
		g.Not = true
	}
	switch {
	case s.ahead("and"):
		s.pos += len("and")
	case s.ahead("or"):
		s.pos += len("or")
		g.Or = true
	case g.Not:
		return nil, s.miss("logic operator (and, or)")
	default:
		return nil, s.miss("negation operator (not)", "logic operator (and, or)")
	}
	s.blanks()
	if !s.literal("(") || depth >= maxDepth {
		return nil, false
	}
	for {
		s.blanks()
		term, ok := s.logicTree(depth + 1)
		if !ok {
			return nil, false
		}
		g.Terms = append(g.Terms, term)
		s.blanks()
		if s.peek() == ',' {
			s.pos++
			continue
		}
		if !s.literal(")") {
			return nil, s.miss(`","`)
		}
		s.blanks()
		return g, true
	}
}

func (s *scanner) logicFilter() (Filter, bool) {
	field, ok := s.field()
	if !ok || !s.delimiter() {
		return Filter{}, false
	}
	f, ok := s.operation((*scanner).logicValue)
	f.Field = field
	return f, ok
}

// orderTerms reads the comma-separated terms of order=.
func (s *scanner) orderTerms() ([]OrderTerm, bool) {
	var terms []OrderTerm
	for {
		s.blanks()
		term, ok := s.orderTerm()
		if !ok {
			return nil, false
		}
		terms = append(terms, term)
		s.blanks()
		if s.peek() != ',' {
			s.miss(`","`)
			return terms, true
		}
		s.pos++
	}
}

// orderTerm reads field or relation(field), then [.asc|.desc][.nullsfirst|.nullslast].
func (s *scanner) orderTerm() (OrderTerm, bool) {
	var t OrderTerm
	start := s.pos
	if name, ok := s.name(); ok && s.peek() == '(' {
		s.pos++
		t.Relation = name
		if t.Field, ok = s.field(); !ok || !s.literal(")") {
			return t, false
		}
	} else {
		s.pos = start
		if t.Field, ok = s.field(); !ok {
			return t, false
		}
	}
	switch {
	case s.ahead(".asc"):
		s.pos += len(".asc")
	case s.ahead(".desc"):
		s.pos += len(".desc")
		t.Desc = true
	}
	switch {
	case s.ahead(".nullsfirst"):
		s.pos += len(".nullsfirst")
		t.Nulls = NullsFirst
	case s.ahead(".nullslast"):
		s.pos += len(".nullslast")
		t.Nulls = NullsLast
	}
	if s.peek() == '.' {
		s.pos++
		return t, s.miss(`"asc"`, `"desc"`, `"nullsfirst"`, `"nullslast"`)
	}
	return t, true
}
