package rowquery

import (
	"regexp"
	"strings"
)

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// quote writes text in double quotes, as PostgREST reads them.
func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// QuoteName writes a name as the query syntax takes it, quoted where needed.
func QuoteName(name string) string {
	if plainName.MatchString(name) {
		return name
	}
	return quote(name)
}

func quoteNames(names []string) string {
	quoted := make([]string, len(names))
	for i, name := range names {
		quoted[i] = QuoteName(name)
	}
	return strings.Join(quoted, ",")
}

// String is the path with a "." between its names.
func (p Path) String() string {
	return strings.ReplaceAll(quoteNames(p), ",", ".")
}

// String is the field as select, order and filters write it.
func (f Field) String() string {
	var text strings.Builder
	text.WriteString(QuoteName(f.Name))
	for _, step := range f.Path {
		text.WriteString("->")
		if step.Text {
			text.WriteString(">")
		}
		if step.Index {
			text.WriteString(step.Key)
		} else {
			text.WriteString(QuoteName(step.Key))
		}
	}
	return text.String()
}

// SelectText is the value of select, "" for none.
func SelectText(items []Item) string {
	texts := make([]string, len(items))
	for i, item := range items {
		texts[i] = item.text()
	}
	return strings.Join(texts, ",")
}

func (i Item) text() string {
	if i.Star {
		return "*"
	}
	var text strings.Builder
	if i.Alias != "" {
		text.WriteString(QuoteName(i.Alias) + ":")
	}
	if i.Embed != nil {
		text.WriteString(i.Embed.text())
		return text.String()
	}
	switch {
	case i.Field.Name == "" && i.Aggregate == "count":
		text.WriteString("count()")
	default:
		text.WriteString(i.Field.String())
		text.WriteString(castText(i.Cast))
		if i.Aggregate != "" {
			text.WriteString("." + i.Aggregate + "()")
		}
	}
	text.WriteString(castText(i.AggCast))
	return text.String()
}

func castText(cast string) string {
	if cast == "" {
		return ""
	}
	return "::" + cast
}

func (e *Embed) text() string {
	text := QuoteName(e.Relation)
	if e.Spread {
		text = "..." + text
	}
	for _, hint := range e.Hints {
		text += "!" + QuoteName(hint)
	}
	return text + "(" + SelectText(e.Items) + ")"
}

// ColumnsText is the value of columns and of on_conflict.
func ColumnsText(names []string) string { return quoteNames(names) }

// Key is the field of an order: "column" or "relation(column)".
func (t Term) Key() string {
	if t.Relation == "" {
		return t.Field.String()
	}
	return QuoteName(t.Relation) + "(" + t.Field.String() + ")"
}

// RawValue is the value as a parameter of its own has it.
func (f Filter) RawValue() string {
	if f.Operator != "in" {
		return f.Value
	}
	quoted := make([]string, len(f.List))
	for i, value := range f.List {
		quoted[i] = quote(value)
	}
	return "(" + strings.Join(quoted, ",") + ")"
}

func (f Filter) logic() string {
	text := f.Field.String() + "."
	if f.Not {
		text += "not."
	}
	text += f.Operator
	if f.Modifier != "" {
		text += "(" + f.Modifier + ")"
	}
	text += "."
	if f.Operator == "in" || f.Operator == "is" {
		return text + f.RawValue()
	}
	return text + quote(f.Value)
}

func (g Group) logic() string {
	members := make([]string, len(g.Members))
	for i, member := range g.Members {
		members[i] = member.logic()
	}
	name := "and"
	if g.Or {
		name = "or"
	}
	if g.Not {
		name = "not." + name
	}
	return name + "(" + strings.Join(members, ",") + ")"
}

// LogicText is the condition as an element of and=(...), every value quoted.
func LogicText(c Condition) string {
	if scoped, ok := c.(Scoped); ok {
		c = scoped.Condition
	}
	return c.logic()
}
