package plan

import (
	"slices"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
)

// findPresentation returns the function that converts a field for the body; "" if there is none. A
// JSON path and an aggregate use the stored value; a cast converts the result of the function.
func (n *node) findPresentation(f postgrestquery.FieldItem) string {
	if n.knownRelation == nil || len(f.Field.Path) > 0 || f.Aggregate != postgrestquery.NoAggregate {
		return ""
	}
	c, _ := n.knownRelation.Column(f.Field.Name)
	return n.choosePresentation(c)
}

// choosePresentation returns the function that converts a column for the format of the body.
func (n *node) choosePresentation(c catalog.Column) string {
	switch n.format {
	case Array, Object:
		return c.Representation.ToJSON
	case CSV:
		return c.Representation.ToText
	}
	return ""
}

// hasPresentations reports whether a column of the relation is converted for the body, so that "*"
// must be expanded.
func (n *node) hasPresentations() bool {
	return n.knownRelation != nil &&
		slices.ContainsFunc(n.knownRelation.Columns, func(c catalog.Column) bool { return n.choosePresentation(c) != "" })
}

// writeFilterValue writes the value of a filter, converted if the field is a domain with a
// representation.
func (w *writer) writeFilterValue(n *node, f postgrestquery.Field, value string) {
	parse := findFilterParser(n, f)
	if parse == "" {
		w.writeParam(value)
		return
	}
	w.writeText(parse, "(")
	w.writeParam(value)
	w.writeText("::text)")
}

// findFilterParser returns the function that converts a value of a filter; "" if there is none.
func findFilterParser(n *node, f postgrestquery.Field) string {
	if n.knownRelation == nil || len(f.Path) > 0 {
		return ""
	}
	c, _ := n.knownRelation.Column(f.Name)
	return c.Representation.FromText
}

// bodyType returns the type with which Postgres reads a column from the body.
func bodyType(c catalog.Column) string {
	if c.Representation.FromJSON != "" {
		return "json"
	}
	return c.FullType
}

// writeBodyColumn writes a column of the body, converted if it is a domain with a representation.
func (w *writer) writeBodyColumn(c catalog.Column) {
	parse := c.Representation.FromJSON
	if parse != "" {
		w.writeText(parse, "(")
	}
	w.writeIdent(bodyName, c.Name)
	if parse != "" {
		w.writeText(")")
	}
}
