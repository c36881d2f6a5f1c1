package postgrestquery

import "unicode"

// maxDepth bounds the nesting of embeds and of logic, so that a hostile query
// string can't exhaust the stack.
const maxDepth = 64

// selectItems reads the comma-separated items of select=. An empty list is
// allowed: rel().
func (s *scanner) selectItems() ([]SelectItem, bool) { return s.selectList(0) }

func (s *scanner) selectList(depth int) ([]SelectItem, bool) {
	s.blanks()
	if s.end() || s.peek() == ')' {
		return nil, true
	}
	var items []SelectItem
	for {
		item, ok := s.selectItem(depth)
		if !ok {
			return nil, false
		}
		items = append(items, item)
		s.blanks()
		if s.peek() != ',' {
			s.miss(`","`)
			return items, true
		}
		s.pos++
		s.blanks()
	}
}

func (s *scanner) selectItem(depth int) (SelectItem, bool) {
	start := s.pos
	if embed, ok := s.embed(depth); ok {
		return embed, true
	}
	s.pos = start
	field, ok := s.fieldItem()
	return field, ok
}

// embed reads [...|alias:]relation[!hint][!inner](items).
func (s *scanner) embed(depth int) (EmbedItem, bool) {
	var e EmbedItem
	if s.ahead("...") {
		s.pos += 3
		e.Spread = true
	} else {
		e.Alias = s.alias()
	}
	name, ok := s.name()
	if !ok || name == "count" {
		return e, false
	}
	e.Relation = name
	for range 2 {
		if s.peek() != '!' {
			break
		}
		s.pos++
		param, ok := s.name()
		if !ok {
			return e, false
		}
		switch param {
		case "inner":
			e.Inner = true
		case "left":
		default:
			e.Hint = param
		}
	}
	if !s.literal("(") || depth >= maxDepth {
		return e, false
	}
	if e.Items, ok = s.selectList(depth + 1); !ok {
		return e, false
	}
	return e, s.literal(")")
}

// alias reads "name:" if it comes next ("name::" is a cast).
func (s *scanner) alias() string {
	start, far, want := s.pos, s.far, s.want
	name, ok := s.name()
	if ok && s.peek() == ':' && !s.ahead("::") {
		s.pos++
		return name
	}
	s.pos, s.far, s.want = start, far, want
	return ""
}

// fieldItem reads *, count() or [alias:]field[::cast][.aggregate()[::cast]].
func (s *scanner) fieldItem() (FieldItem, bool) {
	var f FieldItem
	if s.peek() == '*' {
		s.pos++
		f.Field.Name = "*"
		return f, s.itemEnd()
	}
	f.Alias = s.alias()
	if s.ahead("count()") {
		s.pos += len("count()")
		f.Field.Name, f.Aggregate = "*", Count
		var ok bool
		if f.AggregateCast, ok = s.cast(); !ok {
			return f, false
		}
		return f, s.itemEnd()
	}
	var ok bool
	if f.Field, ok = s.field(); !ok {
		return f, false
	}
	if f.Cast, ok = s.cast(); !ok {
		return f, false
	}
	if s.peek() == '.' {
		if f.Aggregate, ok = s.aggregate(); !ok {
			return f, false
		}
		if f.AggregateCast, ok = s.cast(); !ok {
			return f, false
		}
	}
	return f, s.itemEnd()
}

// itemEnd looks for what may follow an item of select=.
func (s *scanner) itemEnd() bool {
	s.blanks()
	if s.end() || s.peek() == ',' || s.peek() == ')' {
		return true
	}
	return s.miss(`")"`, `","`, "end of input")
}

// cast reads ::type if it comes next.
func (s *scanner) cast() (string, bool) {
	if !s.ahead("::") {
		s.miss(`"::"`)
		return "", true
	}
	s.pos += 2
	return s.identifier()
}

func (s *scanner) aggregate() (Aggregate, bool) {
	s.pos++ // the dot
	for _, a := range []Aggregate{Sum, Avg, Count, Max, Min} {
		if s.ahead(string(a) + "()") {
			s.pos += len(a) + len("()")
			return a, true
		}
	}
	return NoAggregate, s.miss(`"sum()"`, `"avg()"`, `"count()"`, `"max()"`, `"min()"`)
}

// field reads a column name with a JSON path, and blanks around it.
func (s *scanner) field() (Field, bool) {
	s.blanks()
	name, ok := s.name()
	if !ok {
		return Field{}, false
	}
	path, ok := s.jsonPath()
	s.blanks()
	return Field{Name: name, Path: path}, ok
}

func (s *scanner) jsonPath() ([]JSONStep, bool) {
	var steps []JSONStep
	for s.ahead("->") {
		s.pos += 2
		var step JSONStep
		if s.peek() == '>' {
			s.pos++
			step.Text = true
		}
		if step.Key, step.Index = s.jsonIndex(); !step.Index {
			var ok bool
			if step.Key, ok = s.jsonKey(); !ok {
				return nil, false
			}
		}
		steps = append(steps, step)
	}
	s.miss(`"->>"`, `"->"`)
	return steps, true
}

// jsonIndex reads an array index; digits that go on as a word are a key.
func (s *scanner) jsonIndex() (string, bool) {
	start := s.pos
	sign := ""
	if s.peek() == '-' {
		s.pos++
		sign = "-"
	}
	digits := s.takeWhile(func(r rune) bool { return r < unicode.MaxASCII && unicode.IsDigit(r) })
	ends := s.end() || s.ahead("->") || s.ahead("::") || s.peek() == '.' || s.peek() == ',' || s.peek() == ')'
	if digits != "" && ends {
		return sign + digits, true
	}
	s.pos = start
	return "", false
}
