package postgrestquery

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// queryParameter is one name=value of a query string, decoded.
type queryParameter struct{ key, value string }

// Parse reads a raw query string. call is true for the call of a function by
// GET or HEAD, where what is no filter is an argument. The error is a
// *ParseError.
func Parse(raw string, call bool) (*Params, error) {
	pairs, canonical := splitQuery(raw)
	p := &Params{Canonical: canonical}
	var limits []queryParameter
	seen := map[string]bool{}
	for _, kv := range pairs {
		last := kv.key[strings.LastIndexByte(kv.key, '.')+1:]
		var err error
		switch {
		case kv.key == "select" || kv.key == "columns" || kv.key == "on_conflict":
			if !seen[kv.key] {
				err = p.parseReserved(kv)
			}
		case last == "order":
			if !seen[kv.key] {
				err = p.addOrder(kv)
			}
		case last == "limit" || last == "offset":
			limits = append(limits, kv)
		case last == "and" || last == "or":
			err = p.addLogic(kv)
		default:
			err = p.addFilter(kv, call)
		}
		if err != nil {
			return nil, err
		}
		seen[kv.key] = true
	}
	if err := p.addRanges(limits); err != nil {
		return nil, err
	}
	return p, nil
}

// splitQuery decodes the query string. A name without "=" is no parameter.
func splitQuery(raw string) (pairs []queryParameter, canonical string) {
	var all []queryParameter
	for part := range strings.SplitSeq(raw, "&") {
		if part == "" {
			continue
		}
		key, value, found := strings.Cut(part, "=")
		kv := queryParameter{unescapeText(key), unescapeText(value)}
		all = append(all, kv)
		if found {
			pairs = append(pairs, kv)
		}
	}
	slices.SortStableFunc(all, func(a, b queryParameter) int { return cmp.Compare(a.key, b.key) })
	encoded := make([]string, len(all))
	for i, kv := range all {
		encoded[i] = escapeText(kv.key) + "=" + escapeText(kv.value)
	}
	return pairs, strings.Join(encoded, "&")
}

// unescapeText leaves text with a bad escape as it is.
func unescapeText(s string) string {
	if decoded, err := url.QueryUnescape(s); err == nil {
		s = decoded
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

func escapeText(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

func (p *Params) parseReserved(kv queryParameter) error {
	s := newScanner(kv.value)
	var ok bool
	switch kv.key {
	case "select":
		if p.Select, ok = s.parseSelectItems(); ok && s.expectEnd() {
			return nil
		}
		return s.newParseError("select parameter (" + kv.value + ")")
	case "columns":
		if p.Columns, ok = s.parseNames(); ok && s.expectEnd() {
			return nil
		}
		return s.newParseError("columns parameter (" + kv.value + ")")
	default:
		if p.OnConflict, ok = s.parseNames(); ok && s.expectEnd() {
			return nil
		}
		return s.newParseError("on_conflict parameter (" + kv.value + ")")
	}
}

// parseNames reads names separated by commas.
func (s *scanner) parseNames() ([]string, bool) {
	var names []string
	for {
		name, ok := s.parseName()
		if !ok {
			return nil, false
		}
		names = append(names, name)
		s.skipBlanks()
		if s.peek() != ',' {
			return names, true
		}
		s.pos++
		s.skipBlanks()
	}
}

// parseTreePath reads "a.b.column->key": the path to an embedded relation, and a field.
func parseTreePath(key string) ([]string, Field, error) {
	s := newScanner(key)
	var names []string
	for {
		name, ok := s.parseName()
		if !ok {
			return nil, Field{}, s.newParseError("tree path (" + key + ")")
		}
		names = append(names, name)
		if s.peek() != '.' {
			break
		}
		s.pos++
	}
	steps, ok := s.parseJSONPath()
	if !ok || !s.expectEnd() {
		return nil, Field{}, s.newParseError("tree path (" + key + ")")
	}
	last := len(names) - 1
	return names[:last], Field{Name: names[last], Path: steps}, nil
}

func (p *Params) addFilter(kv queryParameter, call bool) error {
	s := newScanner(kv.value)
	f, ok := s.parseOperation((*scanner).parseRawValue)
	if (!ok || !s.expectEnd()) && call && !strings.Contains(kv.key, ".") {
		p.Args = append(p.Args, Arg{kv.key, kv.value})
		return nil
	}
	path, field, err := parseTreePath(kv.key)
	if err != nil {
		return err
	}
	if !ok || !s.expectEnd() {
		return s.newParseError("filter (" + kv.value + ")")
	}
	f.Field = field
	p.Filters = append(p.Filters, PathFilter{path, f})
	return nil
}

func (p *Params) addOrder(kv queryParameter) error {
	path, _, err := parseTreePath(kv.key)
	if err != nil {
		return err
	}
	s := newScanner(kv.value)
	terms, ok := s.parseOrderTerms()
	if !ok || !s.expectEnd() {
		return s.newParseError("order (" + kv.value + ")")
	}
	p.Order = append(p.Order, PathOrder{path, terms})
	return nil
}

// addLogic reads "a.b.not.or=(...)".
func (p *Params) addLogic(kv queryParameter) error {
	s := newScanner(kv.key)
	var path []string
	for {
		name, ok := s.parseName()
		if !ok {
			return s.newParseError("logic path (" + kv.key + ")")
		}
		path = append(path, name)
		if s.peek() != '.' {
			break
		}
		s.pos++
	}
	if !s.expectEnd() {
		return s.newParseError("logic path (" + kv.key + ")")
	}
	last := len(path) - 1
	op, path := path[last], path[:last]
	if slices.Contains(path, "not") {
		op = "not." + op
		path = slices.DeleteFunc(path, func(name string) bool { return name == "not" })
	}
	s = newScanner(op + kv.value)
	tree, ok := s.parseLogicTree(0)
	if !ok || !s.expectEnd() {
		return s.newParseError("logic tree (" + kv.value + ")")
	}
	p.Logic = append(p.Logic, PathLogic{path, tree})
	return nil
}

// addRanges joins the limit and the offset of each path. A value that is no
// number is ignored, as PostgREST does.
func (p *Params) addRanges(limits []queryParameter) error {
	index := map[string]int{}
	for _, kv := range limits {
		n, err := strconv.ParseInt(strings.TrimSpace(kv.value), 10, 64)
		if err != nil {
			continue
		}
		path, field, perr := parseTreePath(kv.key)
		if perr != nil {
			return perr
		}
		key := strings.Join(path, ".")
		at, known := index[key]
		if !known {
			at = len(p.Ranges)
			index[key] = at
			p.Ranges = append(p.Ranges, PathRange{path, UnboundedRange})
		}
		r := &p.Ranges[at].Range
		if field.Name == "limit" {
			r.Limit = &n
		} else {
			r.Offset = max(n, 0)
		}
	}
	return nil
}
