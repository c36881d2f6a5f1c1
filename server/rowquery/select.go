package rowquery

import "slices"

var aggregates = []string{"avg", "count", "max", "min", "sum"}

func parseSelect(value string) ([]Item, error) {
	s := &scanner{in: value, what: "select"}
	items, err := s.items()
	if err != nil {
		return nil, err
	}
	if !s.done() {
		return nil, s.expected(`"," or the end`)
	}
	return items, nil
}

// items reads one or more entries, up to ")" or the end.
func (s *scanner) items() ([]Item, error) {
	if err := s.enter(); err != nil {
		return nil, err
	}
	defer s.leave()
	items := []Item{}
	if s.space(); s.done() || s.next(")") {
		return items, nil
	}
	for {
		item, err := s.item()
		if err != nil {
			return nil, err
		}
		items = append(items, item)
		if s.space(); !s.accept(",") {
			return items, nil
		}
	}
}

func (s *scanner) item() (Item, error) {
	s.space()
	if s.accept("*") {
		return Item{Star: true}, nil
	}
	spread := s.accept("...")
	name, err := s.name()
	if err != nil {
		return Item{}, err
	}
	var item Item
	if !spread && s.next(":") && !s.next("::") {
		s.pos++
		item.Alias = name
		if name, err = s.name(); err != nil {
			return Item{}, err
		}
	}
	switch {
	case name == "count" && !spread && s.accept("()"):
		item.Aggregate = "count"
		item.AggCast, err = s.cast()
		return item, err
	case spread, s.next("!"), s.next("("):
		item.Embed, err = s.embed(name, spread)
		return item, err
	}
	return s.column(item, name)
}

func (s *scanner) embed(relation string, spread bool) (*Embed, error) {
	embed := &Embed{Relation: relation, Spread: spread}
	for s.accept("!") {
		hint, err := s.name()
		if err != nil {
			return nil, err
		}
		embed.Hints = append(embed.Hints, hint)
	}
	if !s.accept("(") {
		return nil, s.expected(`"("`)
	}
	items, err := s.items()
	if err != nil {
		return nil, err
	}
	if !s.accept(")") {
		return nil, s.expected(`")"`)
	}
	embed.Items = items
	return embed, nil
}

// column reads what may follow a column's name: a JSON path, a cast, an
// aggregate and its cast.
func (s *scanner) column(item Item, name string) (Item, error) {
	field, err := s.steps(name)
	if err != nil {
		return Item{}, err
	}
	item.Field = field
	if item.Cast, err = s.cast(); err != nil {
		return Item{}, err
	}
	if s.accept(".") {
		item.Aggregate = s.word()
		if !slices.Contains(aggregates, item.Aggregate) || !s.accept("()") {
			return Item{}, s.expected("avg(), count(), max(), min() or sum()")
		}
		if item.AggCast, err = s.cast(); err != nil {
			return Item{}, err
		}
	}
	return item, nil
}

func (s *scanner) cast() (string, error) {
	if !s.accept("::") {
		return "", nil
	}
	cast := s.word()
	if cast == "" {
		return "", s.expected("a type")
	}
	return cast, nil
}
