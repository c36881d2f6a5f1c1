package postgrestquery

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// pair is one name=value of a query string, decoded.
type pair struct{ key, value string }

// Parse reads a raw query string. call is true for the call of a function by
// GET or HEAD, where what is no filter is an argument. The error is a
// *ParseError.
func Parse(raw string, call bool) (*Params, error) {
	pairs, canonical := split(raw)
	p := &Params{Canonical: canonical}
	var limits []pair
	seen := map[string]bool{}
	for _, kv := range pairs {
		last := kv.key[strings.LastIndexByte(kv.key, '.')+1:]
		var err error
		switch {
		case kv.key == "select" || kv.key == "columns" || kv.key == "on_conflict":
			if !seen[kv.key] {
				err = p.reserved(kv)
			}
		case last == "order":
			if !seen[kv.key] {
				err = p.order(kv)
			}
		case last == "limit" || last == "offset":
			limits = append(limits, kv)
		case last == "and" || last == "or":
			err = p.logic(kv)
		default:
			err = p.filter(kv, call)
		}
		if err != nil {
			return nil, err
		}
		seen[kv.key] = true
	}
	if err := p.ranges(limits); err != nil {
		return nil, err
	}
	return p, nil
}

// split decodes the query string. A name without "=" is no parameter.
func split(raw string) (pairs []pair, canonical string) {
	var all []pair
	for part := range strings.SplitSeq(raw, "&") {
		if part == "" {
			continue
		}
		key, value, found := strings.Cut(part, "=")
		kv := pair{unescape(key), unescape(value)}
		all = append(all, kv)
		if found {
			pairs = append(pairs, kv)
		}
	}
	slices.SortStableFunc(all, func(a, b pair) int { return cmp.Compare(a.key, b.key) })
	encoded := make([]string, len(all))
	for i, kv := range all {
		encoded[i] = escape(kv.key) + "=" + escape(kv.value)
	}
	return pairs, strings.Join(encoded, "&")
}

// unescape leaves text with a bad escape as it is.
func unescape(s string) string {
	if decoded, err := url.QueryUnescape(s); err == nil {
		s = decoded
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

func (p *Params) reserved(kv pair) error {
	s := newScanner(kv.value)
	var ok bool
	switch kv.key {
	case "select":
		if p.Select, ok = s.selectItems(); ok && s.finish() {
			return nil
		}
		return s.fail("select parameter (" + kv.value + ")")
	case "columns":
		if p.Columns, ok = s.names(); ok && s.finish() {
			return nil
		}
		return s.fail("columns parameter (" + kv.value + ")")
	default:
		if p.OnConflict, ok = s.names(); ok && s.finish() {
			return nil
		}
		return s.fail("on_conflict parameter (" + kv.value + ")")
	}
}

// names reads names separated by commas.
func (s *scanner) names() ([]string, bool) {
	var names []string
	for {
		name, ok := s.name()
		if !ok {
			return nil, false
		}
		names = append(names, name)
		s.blanks()
		if s.peek() != ',' {
			return names, true
		}
		s.pos++
		s.blanks()
	}
}

// treePath reads "a.b.column->key": the path to an embedded relation, and a field.
func treePath(key string) ([]string, Field, error) {
	s := newScanner(key)
	var names []string
	for {
		name, ok := s.name()
		if !ok {
			return nil, Field{}, s.fail("tree path (" + key + ")")
		}
		names = append(names, name)
		if s.peek() != '.' {
			break
		}
		s.pos++
	}
	steps, ok := s.jsonPath()
	if !ok || !s.finish() {
		return nil, Field{}, s.fail("tree path (" + key + ")")
	}
	last := len(names) - 1
	return names[:last], Field{Name: names[last], Path: steps}, nil
}

func (p *Params) filter(kv pair, call bool) error {
	s := newScanner(kv.value)
	f, ok := s.operation((*scanner).rawValue)
	if (!ok || !s.finish()) && call && !strings.Contains(kv.key, ".") {
		p.Args = append(p.Args, Arg{kv.key, kv.value})
		return nil
	}
	path, field, err := treePath(kv.key)
	if err != nil {
		return err
	}
	if !ok || !s.finish() {
		return s.fail("filter (" + kv.value + ")")
	}
	f.Field = field
	p.Filters = append(p.Filters, PathFilter{path, f})
	return nil
}

func (p *Params) order(kv pair) error {
	path, _, err := treePath(kv.key)
	if err != nil {
		return err
	}
	s := newScanner(kv.value)
	terms, ok := s.orderTerms()
	if !ok || !s.finish() {
		return s.fail("order (" + kv.value + ")")
	}
	p.Order = append(p.Order, PathOrder{path, terms})
	return nil
}

// logic reads "a.b.not.or=(...)".
func (p *Params) logic(kv pair) error {
	s := newScanner(kv.key)
	var path []string
	for {
		name, ok := s.name()
		if !ok {
			return s.fail("logic path (" + kv.key + ")")
		}
		path = append(path, name)
		if s.peek() != '.' {
			break
		}
		s.pos++
	}
	if !s.finish() {
		return s.fail("logic path (" + kv.key + ")")
	}
	last := len(path) - 1
	op, path := path[last], path[:last]
	if slices.Contains(path, "not") {
		op = "not." + op
		path = slices.DeleteFunc(path, func(name string) bool { return name == "not" })
	}
	s = newScanner(op + kv.value)
	tree, ok := s.logicTree(0)
	if !ok || !s.finish() {
		return s.fail("logic tree (" + kv.value + ")")
	}
	p.Logic = append(p.Logic, PathLogic{path, tree})
	return nil
}

// ranges joins the limit and the offset of each path. A value that is no
// number is ignored, as PostgREST does.
func (p *Params) ranges(limits []pair) error {
	index := map[string]int{}
	for _, kv := range limits {
		n, err := strconv.ParseInt(strings.TrimSpace(kv.value), 10, 64)
		if err != nil {
			continue
		}
		path, field, perr := treePath(kv.key)
		if perr != nil {
			return perr
		}
		key := strings.Join(path, ".")
		at, known := index[key]
		if !known {
			at = len(p.Ranges)
			index[key] = at
			p.Ranges = append(p.Ranges, PathRange{path, Unbounded})
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
