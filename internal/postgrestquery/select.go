package postgrestquery

import "unicode"

// maxNestingDepth limits the nesting of relations and logic, so that a query string
// cannot exhaust the stack.
const maxNestingDepth = 64

// parseSelectItems reads the comma-separated items of select=. An empty list is
// allowed: rel().
func (s *scanner) parseSelectItems() ([]SelectItem, bool) { return s.parseSelectList(0) }

// parseSelectList reads the comma-separated items up to the end or ")". depth is the number of
// relations around the list.
func (s *scanner) parseSelectList(depth int) ([]SelectItem, bool) {
	s.skipBlanks()
	if s.isAtEnd() || s.peek() == ')' {
		return nil, true
	}
	var items []SelectItem
	for {
		item, ok := s.parseSelectItem(depth)
		if !ok {
			return nil, false
		}
		items = append(items, item)
		s.skipBlanks()
		if s.peek() != ',' {
			s.noteExpected(`","`)
			return items, true
		}
		s.pos++
		s.skipBlanks()
	}
}

// parseSelectItem reads a relation with its items, or a field.
func (s *scanner) parseSelectItem(depth int) (SelectItem, bool) {
	if name, ok := s.parsePlainName(); ok {
		return FieldItem{Field: Field{Name: name}}, true
	}
	start := s.pos
	if embed, ok := s.parseEmbed(depth); ok {
		return embed, true
	}
	s.pos = start
	field, ok := s.parseFieldItem()
	return field, ok
}

// parsePlainName reads an item that is only a name of ASCII letters, digits and "_".
// Most items are; the general parsers read a name several times.
func (s *scanner) parsePlainName() (string, bool) {
	end := s.pos
	for end < len(s.input) && isPlainByte(s.input[end]) {
		end++
	}
	name := s.input[s.pos:end]
	if name == "" || end < len(s.input) && s.input[end] != ',' && s.input[end] != ')' {
		return "", false
	}
	s.pos = end
	return name, true
}

func isPlainByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// parseEmbed reads [...|alias:]relation[!hint][!inner](items).
func (s *scanner) parseEmbed(depth int) (EmbedItem, bool) {
	var e EmbedItem
	if s.startsWith("...") {
		s.pos += 3
		e.IsSpread = true
	} else {
		e.Alias = s.parseAlias()
	}
	name, ok := s.parseName()
	if !ok || name == "count" {
		return e, false
	}
	e.Relation = name
	for range 2 {
		if s.peek() != '!' {
			break
		}
		s.pos++
		param, ok := s.parseName()
		if !ok {
			return e, false
		}
		switch param {
		case "inner":
			e.IsInner = true
		case "left":
		default:
			e.Hint = param
		}
	}
	if !s.acceptLiteral("(") || depth >= maxNestingDepth {
		return e, false
	}
	if e.Items, ok = s.parseSelectList(depth + 1); !ok {
		return e, false
	}
	return e, s.acceptLiteral(")")
}

// parseAlias reads "name:" if it comes next ("name::" is a cast).
func (s *scanner) parseAlias() string {
	start, far, want := s.pos, s.furthest, s.expected
	name, ok := s.parseName()
	if ok && s.peek() == ':' && !s.startsWith("::") {
		s.pos++
		return name
	}
	s.pos, s.furthest, s.expected = start, far, want
	return ""
}

// parseFieldItem reads *, count() or [alias:]field[::cast][.aggregate()[::cast]].
func (s *scanner) parseFieldItem() (FieldItem, bool) {
	var f FieldItem
	if s.peek() == '*' {
		s.pos++
		f.Field.Name = "*"
		return f, s.expectItemEnd()
	}
	f.Alias = s.parseAlias()
	if s.startsWith("count()") {
		s.pos += len("count()")
		f.Field.Name, f.Aggregate = "*", Count
		var ok bool
		if f.AggregateCast, ok = s.parseCast(); !ok {
			return f, false
		}
		return f, s.expectItemEnd()
	}
	var ok bool
	if f.Field, ok = s.parseField(); !ok {
		return f, false
	}
	if f.Cast, ok = s.parseCast(); !ok {
		return f, false
	}
	if s.peek() == '.' {
		if f.Aggregate, ok = s.parseAggregate(); !ok {
			return f, false
		}
		if f.AggregateCast, ok = s.parseCast(); !ok {
			return f, false
		}
	}
	return f, s.expectItemEnd()
}

// expectItemEnd reports whether an item of select= has ended.
func (s *scanner) expectItemEnd() bool {
	s.skipBlanks()
	if s.isAtEnd() || s.peek() == ',' || s.peek() == ')' {
		return true
	}
	return s.noteExpected(`")"`, `","`, "end of input")
}

// parseCast reads ::type if it comes next.
func (s *scanner) parseCast() (string, bool) {
	if !s.startsWith("::") {
		s.noteExpected(`"::"`)
		return "", true
	}
	s.pos += 2
	return s.parseIdentifier()
}

// parseAggregate reads .sum(), .avg(), .count(), .max() or .min().
func (s *scanner) parseAggregate() (Aggregate, bool) {
	s.pos++ // the dot
	for _, a := range []Aggregate{Sum, Avg, Count, Max, Min} {
		if s.startsWith(string(a) + "()") {
			s.pos += len(a) + len("()")
			return a, true
		}
	}
	return NoAggregate, s.noteExpected(`"sum()"`, `"avg()"`, `"count()"`, `"max()"`, `"min()"`)
}

// parseField reads a column name with a JSON path, and blanks around it.
func (s *scanner) parseField() (Field, bool) {
	s.skipBlanks()
	name, ok := s.parseName()
	if !ok {
		return Field{}, false
	}
	path, ok := s.parseJSONPath()
	s.skipBlanks()
	return Field{Name: name, Path: path}, ok
}

// parseJSONPath reads ->key and ->>key, as often as they come next.
func (s *scanner) parseJSONPath() ([]JSONStep, bool) {
	var steps []JSONStep
	for s.startsWith("->") {
		s.pos += 2
		var step JSONStep
		if s.peek() == '>' {
			s.pos++
			step.AsText = true
		}
		if step.Key, step.IsIndex = s.parseJSONIndex(); !step.IsIndex {
			var ok bool
			if step.Key, ok = s.parseJSONKey(); !ok {
				return nil, false
			}
		}
		steps = append(steps, step)
	}
	s.noteExpected(`"->>"`, `"->"`)
	return steps, true
}

// parseJSONIndex reads an array index. Digits that other characters follow are a key.
func (s *scanner) parseJSONIndex() (string, bool) {
	start := s.pos
	sign := ""
	if s.peek() == '-' {
		s.pos++
		sign = "-"
	}
	digits := s.takeWhile(func(r rune) bool { return r < unicode.MaxASCII && unicode.IsDigit(r) })
	ends := s.isAtEnd() || s.startsWith("->") || s.startsWith("::") || s.peek() == '.' || s.peek() == ',' || s.peek() == ')'
	if digits != "" && ends {
		return sign + digits, true
	}
	if digits == "" && sign == "" {
		s.noteExpected(`"-"`, "digit")
	} else if digits == "" {
		s.noteExpected("digit")
	}
	s.pos = start
	return "", false
}
