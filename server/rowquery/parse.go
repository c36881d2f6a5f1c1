package rowquery

import (
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Parse reads a query string that has been split into its parameters. Every
// error is an *Error with the reason Malformed.
func Parse(params url.Values) (*Query, error) {
	q := &Query{}
	names := make([]string, 0, len(params))
	for name := range params {
		names = append(names, name)
	}
	sort.Strings(names) // so that the first mistake told is always the same
	for _, name := range names {
		for _, value := range params[name] {
			if err := q.parameter(name, value); err != nil {
				return nil, err
			}
		}
		if single(name) && len(params[name]) > 1 {
			return nil, malformed("%s is given twice", name)
		}
	}
	return q, nil
}

func single(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	return slices.Contains([]string{"select", "columns", "on_conflict", "order", "limit", "offset"}, last)
}

func (q *Query) parameter(name, value string) (err error) {
	switch name {
	case "select":
		q.Select, err = parseSelect(value)
		return err
	case "columns":
		q.Columns, err = parseNames("columns", value)
		return err
	case "on_conflict":
		q.OnConflict, err = parseNames("on_conflict", value)
		return err
	}
	path, field, err := parseKey(name)
	if err != nil {
		return err
	}
	switch field.Name {
	case "order":
		terms, err := parseOrder(name, value)
		q.Orders = append(q.Orders, Order{Path: path, Terms: terms})
		return err
	case "limit", "offset":
		return q.parseRange(path, name, field.Name, value)
	case "and", "or":
		return q.parseGroup(path, name, field.Name == "or", value)
	}
	s := &scanner{in: value, what: "filter " + name}
	filter, err := s.operation(field, s.wholeValue)
	if err != nil {
		return err
	}
	if !s.done() {
		return s.expected("the end")
	}
	q.Conditions = append(q.Conditions, Scoped{Path: path, Condition: filter})
	return nil
}

// parseKey splits "relation.column->path" into the path to the relation and
// the field.
func parseKey(name string) (Path, Field, error) {
	s := &scanner{in: name, what: "parameter " + name}
	var path Path
	for {
		field, err := s.field()
		if err != nil {
			return nil, Field{}, err
		}
		if s.done() {
			return path, field, nil
		}
		if len(field.Path) > 0 || !s.accept(".") {
			return nil, Field{}, s.expected("a column")
		}
		path = append(path, field.Name)
	}
}

func parseNames(what, value string) ([]string, error) {
	s := &scanner{in: value, what: what}
	names := []string{}
	for {
		name, err := s.name()
		if err != nil {
			return nil, err
		}
		names = append(names, name)
		if s.space(); s.done() {
			return names, nil
		}
		if !s.accept(",") {
			return nil, s.expected(`","`)
		}
	}
}

func (q *Query) parseRange(path Path, name, kind, value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 {
		return malformed("%s: expected a whole number, found %q", name, value)
	}
	i := slices.IndexFunc(q.Ranges, func(r Range) bool { return slices.Equal(r.Path, path) })
	if i < 0 {
		q.Ranges = append(q.Ranges, Range{Path: path})
		i = len(q.Ranges) - 1
	}
	if kind == "limit" {
		q.Ranges[i].Limit = &n
	} else {
		q.Ranges[i].Offset = &n
	}
	return nil
}

func (q *Query) parseGroup(path Path, name string, or bool, value string) error {
	negations := len(path)
	path = slices.DeleteFunc(path, func(part string) bool { return part == "not" })
	s := &scanner{in: value, what: name}
	group, err := s.group(negations > len(path), or)
	if err != nil {
		return err
	}
	if s.space(); !s.done() {
		return s.expected("the end")
	}
	q.Conditions = append(q.Conditions, Scoped{Path: path, Condition: group})
	return nil
}

func parseOrder(what, value string) ([]Term, error) {
	s := &scanner{in: value, what: what}
	var terms []Term
	for {
		term, err := s.term()
		if err != nil {
			return nil, err
		}
		terms = append(terms, term)
		if s.space(); s.done() {
			return terms, nil
		}
		if !s.accept(",") {
			return nil, s.expected(`","`)
		}
	}
}

func (s *scanner) term() (Term, error) {
	field, err := s.field()
	if err != nil {
		return Term{}, err
	}
	term := Term{Field: field}
	if len(field.Path) == 0 && s.accept("(") {
		term.Relation = field.Name
		if term.Field, err = s.field(); err != nil {
			return Term{}, err
		}
		if !s.accept(")") {
			return Term{}, s.expected(`")"`)
		}
	}
	switch {
	case s.accept(".desc"):
		term.Descending, term.NullsFirst = true, true
	case s.accept(".asc"):
	}
	switch {
	case s.accept(".nullsfirst"):
		term.NullsFirst = true
	case s.accept(".nullslast"):
		term.NullsFirst = false
	}
	return term, nil
}
