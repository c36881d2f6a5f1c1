package rowquery

import (
	"slices"
	"strings"
)

// operators are PostgREST's; each is "takes a modifier in parentheses".
var operators = map[string]bool{
	"eq": true, "neq": false, "gt": true, "gte": true, "lt": true, "lte": true,
	"like": true, "ilike": true, "match": true, "imatch": true,
	"in": false, "is": false, "isdistinct": false,
	"cs": false, "cd": false, "ov": false,
	"sl": false, "sr": false, "nxr": false, "nxl": false, "adj": false,
	"fts": true, "plfts": true, "phfts": true, "wfts": true,
}

// isValues are what may stand after "is.".
var isValues = []string{"null", "not_null", "true", "false", "unknown"}

// group reads "(condition,...)".
func (s *scanner) group(not, or bool) (Group, error) {
	group := Group{Not: not, Or: or}
	if err := s.enter(); err != nil {
		return group, err
	}
	defer s.leave()
	if s.space(); !s.accept("(") {
		return group, s.expected(`"("`)
	}
	for {
		member, err := s.condition()
		if err != nil {
			return group, err
		}
		group.Members = append(group.Members, member)
		s.space()
		if s.accept(")") {
			return group, nil
		}
		if !s.accept(",") {
			return group, s.expected(`"," or ")"`)
		}
	}
}

func (s *scanner) condition() (Condition, error) {
	s.space()
	for _, start := range []struct {
		text    string
		not, or bool
	}{{"and(", false, false}, {"or(", false, true}, {"not.and(", true, false}, {"not.or(", true, true}} {
		if s.accept(start.text) {
			s.pos-- // group reads its own "("
			return s.group(start.not, start.or)
		}
	}
	field, err := s.field()
	if err != nil {
		return nil, err
	}
	if !s.accept(".") {
		return nil, s.expected(`"." and an operator`)
	}
	return s.operation(field, s.elementValue)
}

// operation reads "not.", an operator, its modifier and its value.
func (s *scanner) operation(field Field, value func() string) (Filter, error) {
	filter := Filter{Field: field, Not: s.accept("not.")}
	start := s.pos
	filter.Operator = s.word()
	modified, known := operators[filter.Operator]
	if !known {
		s.pos = start
		return Filter{}, s.expected(`an operator ("eq.", "in.", "is."...)`)
	}
	if modified && s.accept("(") {
		filter.Modifier = s.word()
		if filter.Modifier == "" || !s.accept(")") {
			return Filter{}, s.expected("any, all or a text search configuration, then \")\"")
		}
	}
	if !s.accept(".") {
		return Filter{}, s.expected(`"." and a value`)
	}
	switch filter.Operator {
	case "in":
		list, err := s.list()
		filter.List = list
		return filter, err
	case "is":
		filter.Value = strings.ToLower(value())
		if !slices.Contains(isValues, filter.Value) {
			return Filter{}, s.expected("null, not_null, true, false or unknown after \"is.\"")
		}
	default:
		filter.Value = value()
	}
	return filter, nil
}

// wholeValue is the value of a parameter of its own: raw, to the end.
func (s *scanner) wholeValue() string {
	value := s.rest()
	s.pos = len(s.in)
	return value
}

// elementValue is the value of an element of a group or list: quoted, an array
// literal, or raw up to "," or ")".
func (s *scanner) elementValue() string {
	if s.next("{") {
		start := s.pos
		if end := strings.IndexAny(s.in[start+1:], "{}"); end >= 0 && s.in[start+1+end] == '}' {
			s.pos = start + end + 2
			return s.in[start:s.pos]
		}
	}
	return s.rawOrQuoted()
}

func (s *scanner) atElementEnd() bool {
	return s.done() || s.in[s.pos] == ',' || s.in[s.pos] == ')'
}

// list reads "(a,b)". "()" is the empty list.
func (s *scanner) list() ([]string, error) {
	list := []string{}
	if s.space(); !s.accept("(") {
		return nil, s.expected(`"("`)
	}
	if s.accept(")") {
		return list, nil
	}
	for {
		value := s.rawOrQuoted()
		list = append(list, value)
		switch {
		case s.accept(","):
		case s.accept(")"):
			return list, nil
		default:
			return nil, s.expected(`")"`)
		}
	}
}

// rawOrQuoted is a quoted value, or what is there up to "," or ")".
func (s *scanner) rawOrQuoted() string {
	start := s.pos
	if s.next(`"`) {
		if value, ok := s.quoted(); ok && s.atElementEnd() {
			return value
		}
		s.pos = start
	}
	for !s.atElementEnd() {
		s.pos++
	}
	return s.in[start:s.pos]
}
