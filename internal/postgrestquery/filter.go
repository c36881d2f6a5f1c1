package postgrestquery

import (
	"slices"
	"strings"
)

// Operators by what can follow them. Each name is that of the URL.
var (
	quantifiableOperators = []string{"eq", "gte", "gt", "lte", "lt", "like", "ilike", "match", "imatch"}
	simpleOperators       = []string{"neq", "cs", "cd", "ov", "sl", "sr", "nxr", "nxl", "adj", "isdistinct"}
	textSearchOperators   = []string{"fts", "plfts", "phfts", "wfts"}
	operatorLabel         = "operator (eq, gt, ...)"
)

// parseOperation reads [not.]operator[modifier].value; value reads the value.
func (s *scanner) parseOperation(value func(*scanner) string) (Filter, bool) {
	var f Filter
	if s.startsWith("not.") {
		s.pos += len("not.")
		f.IsNegated = true
	} else {
		s.noteExpected(`"not"`)
	}
	start := s.pos
	name := s.takeWhile(func(r rune) bool { return r >= 'a' && r <= 'z' })
	f.Op = Operator(name)
	ok := false
	switch {
	case name == "in" && s.peek() == '.':
		s.pos++
		f.Values, ok = s.parseList()
		return f, ok
	case name == "is" && s.peek() == '.':
		s.pos++
		f.Is, ok = s.parseIsValue()
		return f, ok
	case slices.Contains(quantifiableOperators, name):
		f.Quantifier, ok = s.parseQuantifier()
	case slices.Contains(textSearchOperators, name):
		f.Config, ok = s.parseSearchConfig()
	case slices.Contains(simpleOperators, name):
		ok = true
	}
	if !ok {
		s.pos = start
		return f, s.noteExpected(operatorLabel)
	}
	if !s.acceptDelimiter() {
		s.pos = start
		return f, s.noteExpected(operatorLabel)
	}
	f.Value = value(s)
	return f, true
}

// parseQuantifier reads (any) or (all) if a parenthesis comes next. Any other text in parentheses
// is an error.
func (s *scanner) parseQuantifier() (Quantifier, bool) {
	switch {
	case s.startsWith("(any)"):
		s.pos += len("(any)")
		return QuantifierAny, true
	case s.startsWith("(all)"):
		s.pos += len("(all)")
		return QuantifierAll, true
	case s.peek() == '(':
		return NoQuantifier, s.noteExpected(operatorLabel)
	default:
		return NoQuantifier, true
	}
}

// parseSearchConfig reads the "(english)" of fts(english).
func (s *scanner) parseSearchConfig() (string, bool) {
	if s.peek() != '(' {
		return "", true
	}
	s.pos++
	name, ok := s.parseIdentifier()
	if !ok {
		return "", false
	}
	return name, s.acceptLiteral(")")
}

// parseIsValue reads a value of "is", in any case, the longest that fits.
func (s *scanner) parseIsValue() (IsValue, bool) {
	for _, v := range []IsValue{IsNotNull, IsNull, IsTrue, IsFalse, IsUnknown} {
		n := len(v)
		if s.pos+n <= len(s.input) && strings.EqualFold(s.input[s.pos:s.pos+n], string(v)) {
			s.pos += n
			return v, true
		}
	}
	return "", s.noteExpected("isVal: (null, not_null, true, false, unknown)")
}

// parseList reads (a,"b,c",d).
func (s *scanner) parseList() ([]string, bool) {
	s.skipBlanks()
	if !s.acceptLiteral("(") {
		return nil, false
	}
	s.skipBlanks()
	var values []string
	for {
		values = append(values, s.parseElement())
		if s.peek() == ',' {
			s.pos++
			continue
		}
		if !s.acceptLiteral(")") {
			return nil, false
		}
		s.skipBlanks()
		return values, true
	}
}

// parseElement reads a quoted value, or the text up to the next comma or parenthesis.
func (s *scanner) parseElement() string {
	start := s.pos
	if s.peek() == '"' {
		if text, ok := s.parseQuoted(); ok && (s.isAtEnd() || s.peek() == ',' || s.peek() == ')') {
			return text
		}
		s.pos = start
	}
	return s.takeWhile(func(r rune) bool { return r != ',' && r != ')' })
}

// parseRawValue reads the value of a top-level filter: the rest of the input, with quotes.
func (s *scanner) parseRawValue() string { return s.takeWhile(func(rune) bool { return true }) }

// parseLogicValue reads a value inside and=() or or=(): a quoted value, an array literal,
// or the text up to the next comma or parenthesis.
func (s *scanner) parseLogicValue() string {
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
	return s.parseElement()
}

// parseLogicTree reads a filter, or [not.](and|or)(tree,...).
func (s *scanner) parseLogicTree(depth int) (Logic, bool) {
	start := s.pos
	if f, ok := s.parseLogicFilter(); ok {
		return f, true
	}
	s.pos = start
	var g Group
	if s.startsWith("not.") {
		s.pos += len("not.")
		g.IsNegated = true
	}
	switch {
	case s.startsWith("and"):
		s.pos += len("and")
	case s.startsWith("or"):
		s.pos += len("or")
		g.IsOr = true
	case g.IsNegated:
		return nil, s.noteExpected("logic operator (and, or)")
	default:
		return nil, s.noteExpected("negation operator (not)", "logic operator (and, or)")
	}
	s.skipBlanks()
	if !s.acceptLiteral("(") || depth >= maxNestingDepth {
		return nil, false
	}
	for {
		s.skipBlanks()
		term, ok := s.parseLogicTree(depth + 1)
		if !ok {
			return nil, false
		}
		g.Terms = append(g.Terms, term)
		s.skipBlanks()
		if s.peek() == ',' {
			s.pos++
			continue
		}
		if !s.acceptLiteral(")") {
			return nil, s.noteExpected(`","`)
		}
		s.skipBlanks()
		return g, true
	}
}

// parseLogicFilter reads a filter inside and=() or or=(): field.operator.value.
func (s *scanner) parseLogicFilter() (Filter, bool) {
	field, ok := s.parseField()
	if !ok || !s.acceptDelimiter() {
		return Filter{}, false
	}
	f, ok := s.parseOperation((*scanner).parseLogicValue)
	f.Field = field
	return f, ok
}

// parseOrderTerms reads the comma-separated terms of order=.
func (s *scanner) parseOrderTerms() ([]OrderTerm, bool) {
	var terms []OrderTerm
	for {
		s.skipBlanks()
		term, ok := s.parseOrderTerm()
		if !ok {
			return nil, false
		}
		terms = append(terms, term)
		s.skipBlanks()
		if s.peek() != ',' {
			s.noteExpected(`","`)
			return terms, true
		}
		s.pos++
	}
}

// parseOrderTerm reads field or relation(field), then [.asc|.desc][.nullsfirst|.nullslast].
func (s *scanner) parseOrderTerm() (OrderTerm, bool) {
	var t OrderTerm
	start := s.pos
	if name, ok := s.parseName(); ok && s.peek() == '(' {
		s.pos++
		t.Relation = name
		if t.Field, ok = s.parseField(); !ok || !s.acceptLiteral(")") {
			return t, false
		}
	} else {
		s.pos = start
		if t.Field, ok = s.parseField(); !ok {
			return t, false
		}
	}
	switch {
	case s.startsWith(".asc"):
		s.pos += len(".asc")
	case s.startsWith(".desc"):
		s.pos += len(".desc")
		t.IsDescending = true
	}
	switch {
	case s.startsWith(".nullsfirst"):
		s.pos += len(".nullsfirst")
		t.NullOrder = NullsFirst
	case s.startsWith(".nullslast"):
		s.pos += len(".nullslast")
		t.NullOrder = NullsLast
	}
	if s.peek() == '.' {
		s.pos++
		return t, s.noteExpected(`"asc"`, `"desc"`, `"nullsfirst"`, `"nullslast"`)
	}
	return t, true
}
