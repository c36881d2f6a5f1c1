package plan

import (
	"slices"
	"strconv"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// outputColumn is one column of a node's SELECT.
type outputColumn struct {
	name        string // "" only for "*"
	write       func(w *writer)
	isAggregate bool
}

// outputName is the name of a field's value in the row: the alias, else the
// last key of its JSON path, else the aggregate's name, else the column's.
func outputName(f postgrestquery.FieldItem) string {
	switch {
	case f.Alias != "":
		return f.Alias
	case f.Aggregate != postgrestquery.NoAggregate:
		return string(f.Aggregate)
	}
	for _, step := range slices.Backward(f.Field.Path) {
		if !step.IsIndex {
			return step.Key
		}
	}
	return f.Field.Name
}

// isGrouped tells whether the node's rows are groups.
func (n *node) isGrouped() bool {
	if n.isToOneSpread() {
		return false
	}
	return len(n.findAggregates()) > 0
}

// hoistedAggregate is an aggregate over rows of a spread relation, or of the node itself.
type hoistedAggregate struct {
	field postgrestquery.FieldItem
	node  *node // where the field is
	index int   // of the field there
}

// findAggregates are the node's own and those of the relations spread into it.
func (n *node) findAggregates() []hoistedAggregate {
	var out []hoistedAggregate
	for i, f := range n.fields {
		if f.Aggregate != postgrestquery.NoAggregate {
			out = append(out, hoistedAggregate{f, n, i})
		}
	}
	for _, child := range n.embeds {
		if child.isToOneSpread() {
			out = append(out, child.findAggregates()...)
		}
	}
	return out
}

// operandName names the column by which a spread relation hands the input of an
// aggregate to its parent.
func (h hoistedAggregate) operandName() string {
	return "pgrst_agg_" + strconv.Itoa(h.node.depth) + "_" + strconv.Itoa(h.index)
}

// buildOutputs are the columns of the node's SELECT. In groups every column has to
// be named, so there stars are written out.
func (n *node) buildOutputs() []outputColumn {
	grouped := n.isGrouped()
	expand := grouped || n.hasNamedColumns() || n.isSource && len(n.findComputedColumns()) > 0
	var out []outputColumn
	for i, f := range n.fields {
		switch {
		case f.Field.Name == "*" && f.Aggregate == postgrestquery.NoAggregate && expand && n.knownRelation != nil:
			for _, c := range n.knownRelation.Columns {
				out = append(out, n.plainOutput(postgrestquery.FieldItem{Field: postgrestquery.Field{Name: c.Name}}))
			}
		case f.Aggregate != postgrestquery.NoAggregate && n.isToOneSpread():
			out = append(out, n.operandOutput(f, hoistedAggregate{f, n, i}))
		case f.Aggregate != postgrestquery.NoAggregate:
			out = append(out, outputColumn{outputName(f), func(w *writer) { w.aggregate(f, func() { n.writeValue(w, f) }) }, true})
		default:
			out = append(out, n.plainOutput(f))
		}
	}
	for _, child := range n.embeds {
		out = append(out, n.embedOutputs(child, grouped)...)
	}
	return out
}

// hasNamedColumns tells whether the parent has to name each column: to make
// arrays of them, or to group by them.
func (n *node) hasNamedColumns() bool {
	if !n.item.IsSpread {
		return false
	}
	return !n.relationship.IsToOne() || n.parent.isGrouped() || n.parent.hasNamedColumns()
}

func (n *node) plainOutput(f postgrestquery.FieldItem) outputColumn {
	if f.Field.Name == "*" {
		return outputColumn{write: func(w *writer) { w.column(n, "*") }}
	}
	return outputColumn{name: outputName(f), write: func(w *writer) { n.writeValue(w, f) }}
}

// operandOutput hands an aggregate's input up: for count() anything that isn't
// null, for joined rows that are there.
func (n *node) operandOutput(f postgrestquery.FieldItem, h hoistedAggregate) outputColumn {
	return outputColumn{name: h.operandName(), write: func(w *writer) {
		if f.Field.Name == "*" {
			w.text("1")
			return
		}
		n.writeValue(w, f)
	}}
}

// writeValue writes a field with its cast; of count() the star.
func (n *node) writeValue(w *writer, f postgrestquery.FieldItem) {
	if f.Field.Name == "*" {
		w.text("*")
		return
	}
	w.cast(f.Cast, func() { w.field(n, f.Field) })
}

func (w *writer) aggregate(f postgrestquery.FieldItem, operand func()) {
	w.cast(f.AggregateCast, func() {
		w.text(string(f.Aggregate), "(")
		operand()
		w.text(")")
	})
}

// embedOutputs are the columns that an embedded relation adds to its parent.
func (n *node) embedOutputs(child *node, grouped bool) []outputColumn {
	switch {
	case child.item.IsSpread:
		return n.spreadOutputs(child)
	case child.isEmpty():
		return nil
	case child.relationship.IsToOne():
		return []outputColumn{{name: child.key(), write: func(w *writer) {
			w.text("row_to_json(")
			w.ident(child.joinAlias)
			w.text(".*)")
			w.castForGrouping(grouped)
		}}}
	default:
		return []outputColumn{{name: child.key(), write: func(w *writer) {
			w.text("coalesce(")
			w.ident(child.joinAlias, child.joinAlias)
			w.text(", '[]')")
			w.castForGrouping(grouped)
		}}}
	}
}

// castForGrouping casts to a type that has equality.
func (w *writer) castForGrouping(grouped bool) {
	if grouped {
		w.text("::jsonb")
	}
}

// spreadOutputs are the columns of a spread relation within its parent's row.
func (n *node) spreadOutputs(child *node) []outputColumn {
	aggregates := map[string]hoistedAggregate{}
	if !child.isToManySpread() {
		for _, h := range child.findAggregates() {
			aggregates[h.operandName()] = h
		}
	}
	var out []outputColumn
	for _, inner := range child.buildOutputs() {
		joined := func(w *writer) { w.ident(child.joinAlias, inner.name) }
		h, isOperand := aggregates[inner.name]
		switch {
		case inner.name == "":
			out = append(out, outputColumn{write: func(w *writer) { w.ident(child.joinAlias); w.text(".*") }})
		case isOperand && !n.isToOneSpread():
			out = append(out, outputColumn{outputName(h.field), func(w *writer) {
				w.aggregate(h.field, func() { joined(w) })
			}, true})
		default:
			out = append(out, outputColumn{name: inner.name, write: joined})
		}
	}
	return out
}
