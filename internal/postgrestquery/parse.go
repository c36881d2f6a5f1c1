package postgrestquery

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// queryParameter is a parameter of a query string, decoded.
type queryParameter struct{ key, value string }

// Parse parses a raw query string. isCall is true for a call of a function by GET or
// HEAD: there, a parameter that is not a filter is an argument. The error is a
// *ParseError.
func Parse(raw string, isCall bool) (*Params, error) {
	var parameters []queryParameter
	for part := range strings.SplitSeq(raw, "&") {
		if key, value, found := strings.Cut(part, "="); found { // without "=" it is not a parameter
			parameters = append(parameters, queryParameter{unescapeText(key), unescapeText(value)})
		}
	}
	return parseParameters(parameters, isCall)
}

// ParseValues parses a query string that url.ParseQuery has decoded. It reads the
// parameters in the order of their names. The error is a *ParseError.
func ParseValues(values url.Values) (*Params, error) {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	parameters := make([]queryParameter, 0, len(names))
	for _, name := range names {
		for _, value := range values[name] {
			parameters = append(parameters, queryParameter{toValidText(name), toValidText(value)})
		}
	}
	return parseParameters(parameters, false)
}

// CanonicalQuery returns a raw query string with its parameters sorted by name, as
// PostgREST returns it in Content-Location.
func CanonicalQuery(raw string) string {
	var parameters []queryParameter
	for part := range strings.SplitSeq(raw, "&") {
		if part != "" {
			key, value, _ := strings.Cut(part, "=")
			parameters = append(parameters, queryParameter{unescapeText(key), unescapeText(value)})
		}
	}
	slices.SortStableFunc(parameters, func(a, b queryParameter) int { return cmp.Compare(a.key, b.key) })
	encoded := make([]string, len(parameters))
	for i, parameter := range parameters {
		encoded[i] = escapeText(parameter.key) + "=" + escapeText(parameter.value)
	}
	return strings.Join(encoded, "&")
}

// parser parses the parameters of a query string.
type parser struct {
	Params
	isCall         bool
	describesError bool // the scanners record what an error message needs
}

// parseParameters parses without recording what the errors need, which takes most of
// the time, and again with it if there is an error.
func parseParameters(parameters []queryParameter, isCall bool) (*Params, error) {
	p := &parser{isCall: isCall}
	err := p.parseAll(parameters)
	if err != nil {
		p = &parser{isCall: isCall, describesError: true}
		err = p.parseAll(parameters)
	}
	if err != nil {
		return nil, err
	}
	return &p.Params, nil
}

// parseAll parses the parameters of a query string into p.
func (p *parser) parseAll(parameters []queryParameter) error {
	var limits []queryParameter
	seen := map[string]bool{}
	for _, kv := range parameters {
		last := kv.key[strings.LastIndexByte(kv.key, '.')+1:]
		var err error
		switch {
		case kv.key == "select" || kv.key == "columns" || kv.key == "on_conflict":
			if !seen[kv.key] { // PostgREST reads the first one
				err = p.parseReserved(kv)
			}
			seen[kv.key] = true
		case last == "order":
			if !seen[kv.key] {
				err = p.addOrder(kv)
			}
			seen[kv.key] = true
		case last == "limit" || last == "offset":
			limits = append(limits, kv)
		case last == "and" || last == "or":
			err = p.addLogic(kv)
		default:
			err = p.addFilter(kv)
		}
		if err != nil {
			return err
		}
	}
	return p.addRanges(limits)
}

func (p *parser) newScanner(input string) *scanner {
	return &scanner{input: input, records: p.describesError}
}

// unescapeText returns a text with an invalid escape as it is.
func unescapeText(s string) string {
	if decoded, err := url.QueryUnescape(s); err == nil {
		s = decoded
	}
	return toValidText(s)
}

func toValidText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

func escapeText(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

// parseReserved parses select=, columns= or on_conflict=.
func (p *parser) parseReserved(kv queryParameter) error {
	s := p.newScanner(kv.value)
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

// parseTreePath parses "a.b.column->key": the path to an embedded relation, and a field.
func (p *parser) parseTreePath(key string) ([]string, Field, error) {
	s := p.newScanner(key)
	if name, ok := s.parsePlainName(); ok && s.isAtEnd() {
		return nil, Field{Name: name}, nil
	}
	s.pos = 0
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

// addFilter parses a parameter as a filter. In a call of a function, a parameter that is not a
// filter is an argument.
func (p *parser) addFilter(kv queryParameter) error {
	s := p.newScanner(kv.value)
	f, ok := s.parseOperation((*scanner).parseRawValue)
	if (!ok || !s.expectEnd()) && p.isCall && !strings.Contains(kv.key, ".") {
		p.Args = append(p.Args, Arg{kv.key, kv.value})
		return nil
	}
	path, field, err := p.parseTreePath(kv.key)
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

// addOrder parses [path.]order=.
func (p *parser) addOrder(kv queryParameter) error {
	path, _, err := p.parseTreePath(kv.key)
	if err != nil {
		return err
	}
	s := p.newScanner(kv.value)
	terms, ok := s.parseOrderTerms()
	if !ok || !s.expectEnd() {
		return s.newParseError("order (" + kv.value + ")")
	}
	p.Order = append(p.Order, PathOrder{path, terms})
	return nil
}

// addLogic parses "a.b.not.or=(...)".
func (p *parser) addLogic(kv queryParameter) error {
	s := p.newScanner(kv.key)
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
	s = p.newScanner(op + kv.value)
	tree, ok := s.parseLogicTree(0)
	if !ok || !s.expectEnd() {
		return s.newParseError("logic tree (" + kv.value + ")")
	}
	p.Logic = append(p.Logic, PathLogic{path, tree})
	return nil
}

// addRanges joins the limit and the offset of each path. It ignores a value that is
// not a number, as PostgREST does.
func (p *parser) addRanges(limits []queryParameter) error {
	index := map[string]int{} // of a path in p.Ranges
	for _, kv := range limits {
		n, err := strconv.ParseInt(strings.TrimSpace(kv.value), 10, 64)
		if err != nil {
			continue
		}
		path, field, perr := p.parseTreePath(kv.key)
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
