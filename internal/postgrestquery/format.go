package postgrestquery

import "strings"

var quoteEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quoteText returns text in double quotes, with \" and \\.
func quoteText(text string) string { return `"` + quoteEscaper.Replace(text) + `"` }

// FormatName returns a name of a column or relation as queries contain it: in double quotes, unless it has only ASCII
// letters, digits and "_" and does not start with a digit. The caller percent-encodes the query.
func FormatName(name string) string {
	if isPlainName(name) {
		return name
	}
	return quoteText(name)
}

// isPlainName reports whether a name has only ASCII letters, digits and "_", and
// does not start with a digit.
func isPlainName(name string) bool {
	for i := range len(name) {
		if !isPlainByte(name[i]) {
			return false
		}
	}
	return name != "" && (name[0] < '0' || name[0] > '9')
}

// FormatNames returns the names, formatted by FormatName, with commas between them: the value of columns= and
// on_conflict=.
func FormatNames(names []string) string { return joinNames(names, ",") }

// FormatPath returns the names of embedded relations, formatted by FormatName, with dots between them. Parameters of an
// embedded relation have this prefix and a dot: customer.orders.limit=5. It returns "" for an empty path, the root.
func FormatPath(path []string) string { return joinNames(path, ".") }

// joinNames formats the names, with separator between them.
func joinNames(names []string, separator string) string {
	if len(names) == 0 {
		return ""
	}
	formatted := make([]string, len(names))
	for i, name := range names {
		formatted[i] = FormatName(name)
	}
	return strings.Join(formatted, separator)
}

// String returns the field as select, order and filters contain it.
func (f Field) String() string {
	if len(f.Path) == 0 {
		return FormatName(f.Name)
	}
	var text strings.Builder
	text.WriteString(FormatName(f.Name))
	for _, step := range f.Path {
		text.WriteString("->")
		if step.AsText {
			text.WriteString(">")
		}
		if step.IsIndex {
			text.WriteString(step.Key)
		} else {
			text.WriteString(FormatName(step.Key))
		}
	}
	return text.String()
}

// FormatSelect returns the value of select=.
func FormatSelect(items []SelectItem) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.format()
	}
	return strings.Join(texts, ",")
}

// format returns the item as in select=: [alias:]field[::cast][.aggregate()[::cast]].
func (f FieldItem) format() string {
	if f.Alias == "" && f.Cast == "" && f.Aggregate == NoAggregate && f.AggregateCast == "" && f.Field.Name != "*" {
		return f.Field.String()
	}
	var text strings.Builder
	text.WriteString(formatAlias(f.Alias))
	switch {
	case f.Field.Name == "*" && f.Aggregate == Count:
		text.WriteString("count()")
	case f.Field.Name == "*":
		return "*"
	default:
		text.WriteString(f.Field.String() + formatCast(f.Cast))
		if f.Aggregate != NoAggregate {
			text.WriteString("." + string(f.Aggregate) + "()")
		}
	}
	text.WriteString(formatCast(f.AggregateCast))
	return text.String()
}

// format returns the item as in select=: [...|alias:]relation[!hint][!inner](items).
func (e EmbedItem) format() string {
	text := formatAlias(e.Alias) + FormatName(e.Relation)
	if e.IsSpread {
		text = "..." + text
	}
	if e.Hint != "" {
		text += "!" + FormatName(e.Hint)
	}
	if e.IsInner {
		text += "!inner"
	}
	return text + "(" + FormatSelect(e.Items) + ")"
}

// formatAlias returns "alias:"; "" without an alias.
func formatAlias(alias string) string {
	if alias == "" {
		return ""
	}
	return FormatName(alias) + ":"
}

// formatCast returns "::type"; "" without a cast.
func formatCast(cast string) string {
	if cast == "" {
		return ""
	}
	return "::" + cast
}

// String returns what the term sorts by: "column" or "relation(column)".
func (t OrderTerm) String() string {
	if t.Relation == "" {
		return t.Field.String()
	}
	return FormatName(t.Relation) + "(" + t.Field.String() + ")"
}

// SortsNullsFirst reports whether nulls sort before all values. Without a stated
// order this is PostgreSQL's default: first if descending.
func (t OrderTerm) SortsNullsFirst() bool {
	return t.NullOrder == NullsFirst || t.NullOrder == NullsDefault && t.IsDescending
}

// FormatValue returns the value as a parameter contains it after the operator (status=eq.VALUE): the unquoted text, or
// for in, the list in parentheses with each element quoted. Inside and=(...), values need quotes: FormatLogic.
func (f Filter) FormatValue() string {
	switch f.Op {
	case OpIs:
		return string(f.Is)
	case OpIn:
		if len(f.Values) == 1 && f.Values[0] == "" {
			return "()" // PostgREST reads the empty list as one empty text
		}
		quoted := make([]string, len(f.Values))
		for i, value := range f.Values {
			quoted[i] = quoteText(value)
		}
		return "(" + strings.Join(quoted, ",") + ")"
	default:
		return f.Value
	}
}

// FormatLogic returns a filter or group as an element of and=(...), such as total.gt."5" or or(...), with each value
// quoted.
func FormatLogic(condition Logic) string { return condition.format() }

// WithoutNotNull returns the filter with not.is.null instead of is.not_null, which PostgREST reads since version 13.
func (f Filter) WithoutNotNull() Filter {
	if f.Op == OpIs && f.Is == IsNotNull {
		f.Is, f.IsNegated = IsNull, !f.IsNegated
	}
	return f
}

// format returns the filter as an element of and=(...).
func (f Filter) format() string {
	f = f.WithoutNotNull()
	text := f.Field.String() + "."
	if f.IsNegated {
		text += "not."
	}
	text += string(f.Op)
	if modifier := string(f.Quantifier) + f.Config; modifier != "" {
		text += "(" + modifier + ")"
	}
	if f.Op == OpIn || f.Op == OpIs {
		return text + "." + f.FormatValue()
	}
	return text + "." + quoteText(f.Value)
}

// format returns the group as [not.](and|or)(...).
func (g Group) format() string {
	terms := make([]string, len(g.Terms))
	for i, term := range g.Terms {
		terms[i] = term.format()
	}
	name := "and"
	if g.IsOr {
		name = "or"
	}
	if g.IsNegated {
		name = "not." + name
	}
	return name + "(" + strings.Join(terms, ",") + ")"
}
