package plan

import (
	"slices"
	"strconv"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// outputColumn is a column of a node's SELECT.
type outputColumn struct {
	name        string // "" only for "*"
	write       func(w *writer)
	isAggregate bool
}

// outputName returns the name of a field in the row: the alias, the aggregate, the last key of the
// JSON path, or the column.
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

// isGrouped reports whether the node's SELECT needs GROUP BY.
func (n *node) isGrouped() bool {
	if n.isToOneSpread() {
		return false
	}
	return len(n.findAggregates()) > 0
}

// isSpreadIntoGroups reports whether the node's columns become columns of an ancestor's SELECT that
// needs GROUP BY.
func (n *node) isSpreadIntoGroups() bool {
	for ; n.parent != nil && n.isToOneSpread(); n = n.parent {
		if n.parent.isGrouped() {
			return true
		}
	}
	return false
}

// hoistedAggregate is an aggregate of a node or of a relation spread into it. The node that is not
// spread computes it.
type hoistedAggregate struct {
	field postgrestquery.FieldItem
	node  *node // the node that contains the field
	index int   // index of the field in node.fields
}

// findAggregates returns the aggregates of the node and of the to-one relations spread into it.
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

// operandName returns the name of the column with which a spread relation passes the input of an
// aggregate to its parent.
func (h hoistedAggregate) operandName() string {
	return "pgrst_agg_" + strconv.Itoa(h.node.depth) + "_" + strconv.Itoa(h.index)
}

// buildOutputs returns the columns of the node's SELECT. It expands "*" where each column needs a
// name, for example in groups.
func (n *node) buildOutputs() []outputColumn {
	grouped := n.isGrouped()
	expand := grouped || n.hasNamedColumns() || n.hasPresentations() || n.isSource && len(n.findComputedColumns()) > 0
	var out []outputColumn
	for i, f := range n.fields {
		switch {
		case f.Field.Name == "*" && f.Aggregate == postgrestquery.NoAggregate && expand && n.knownRelation != nil:
			for _, c := range n.knownRelation.Columns {
				out = append(out, n.newFieldOutput(postgrestquery.FieldItem{Field: postgrestquery.Field{Name: c.Name}}))
			}
		case f.Aggregate != postgrestquery.NoAggregate && n.isToOneSpread():
			out = append(out, n.newOperandOutput(f, hoistedAggregate{f, n, i}))
		case f.Aggregate != postgrestquery.NoAggregate:
			out = append(out, outputColumn{outputName(f), func(w *writer) { w.writeAggregate(f, func() { n.writeValue(w, f) }) }, true})
		default:
			out = append(out, n.newFieldOutput(f))
		}
	}
	for _, child := range n.embeds {
		out = append(out, n.buildEmbedOutputs(child, grouped || n.isSpreadIntoGroups())...)
	}
	return out
}

// hasNamedColumns reports whether "*" of the spread node n must be replaced by the names of its columns, because an
// ancestor aggregates each column into an array (a spread to-many relation) or groups by it. It is false for a node that
// is not spread.
func (n *node) hasNamedColumns() bool {
	if !n.item.IsSpread {
		return false
	}
	return !n.relationship.IsToOne() || n.parent.isGrouped() || n.parent.hasNamedColumns()
}

// newFieldOutput returns the output column of a field, written with its data representation if it has one; for "*", one
// output without a name that writes all columns.
func (n *node) newFieldOutput(f postgrestquery.FieldItem) outputColumn {
	if f.Field.Name == "*" {
		return outputColumn{write: func(w *writer) { w.writeColumn(n, "*") }}
	}
	return outputColumn{name: outputName(f), write: func(w *writer) {
		present := n.findPresentation(f)
		if present == "" {
			n.writeValue(w, f)
			return
		}
		w.writeCast(f.Cast, func() {
			w.writeText(present, "(")
			w.writeField(n, f.Field)
			w.writeText(")")
		})
		if f.Cast == "" {
			w.writeGroupingCast(n.isGrouped() || n.isSpreadIntoGroups())
		}
	}}
}

// newOperandOutput returns the column that passes the input of an aggregate to the parent. For
// count() it is 1, so that it is not null for each joined row.
func (n *node) newOperandOutput(f postgrestquery.FieldItem, h hoistedAggregate) outputColumn {
	return outputColumn{name: h.operandName(), write: func(w *writer) {
		if f.Field.Name == "*" {
			w.writeText("1")
			return
		}
		n.writeValue(w, f)
	}}
}

// writeValue writes a field with its cast, or "*" for count().
func (n *node) writeValue(w *writer, f postgrestquery.FieldItem) {
	if f.Field.Name == "*" {
		w.writeText("*")
		return
	}
	w.writeCast(f.Cast, func() { w.writeField(n, f.Field) })
}

// writeAggregate writes the aggregate of f over operand, with its cast.
func (w *writer) writeAggregate(f postgrestquery.FieldItem, operand func()) {
	w.writeCast(f.AggregateCast, func() {
		w.writeText(string(f.Aggregate), "(")
		operand()
		w.writeText(")")
	})
}

// buildEmbedOutputs returns the columns that an embedded relation adds to its parent: those of a spread, one of
// JSON for other relations, nil if the relation has no output. grouped: the parent's query has a GROUP BY.
func (n *node) buildEmbedOutputs(child *node, grouped bool) []outputColumn {
	switch {
	case child.item.IsSpread:
		return n.buildSpreadOutputs(child)
	case child.hasNoOutput():
		return nil
	case child.relationship.IsToOne():
		return []outputColumn{{name: child.key(), write: func(w *writer) {
			w.writeText("row_to_json(")
			w.writeIdent(child.joinAlias)
			w.writeText(".*)")
			w.writeGroupingCast(grouped)
		}}}
	default:
		return []outputColumn{{name: child.key(), write: func(w *writer) {
			w.writeText("coalesce(")
			w.writeIdent(child.joinAlias, child.joinAlias)
			w.writeText(", '[]')")
			w.writeGroupingCast(grouped)
		}}}
	}
}

// writeGroupingCast appends a cast to jsonb to the JSON expression that was just written, if grouped. GROUP BY
// requires an equality operator, which jsonb has and json does not.
func (w *writer) writeGroupingCast(grouped bool) {
	if grouped {
		w.writeText("::jsonb")
	}
}

// buildSpreadOutputs returns the columns that the spread relation child adds to n. If n is not a to-one spread itself, it
// computes the aggregates of child over their operands.
func (n *node) buildSpreadOutputs(child *node) []outputColumn {
	aggregates := map[string]hoistedAggregate{}
	if !child.isToManySpread() {
		for _, h := range child.findAggregates() {
			aggregates[h.operandName()] = h
		}
	}
	var out []outputColumn
	for _, inner := range child.buildOutputs() {
		writeJoined := func(w *writer) { w.writeIdent(child.joinAlias, inner.name) }
		h, isOperand := aggregates[inner.name]
		switch {
		case inner.name == "":
			out = append(out, outputColumn{write: func(w *writer) { w.writeIdent(child.joinAlias); w.writeText(".*") }})
		case isOperand && !n.isToOneSpread():
			out = append(out, outputColumn{outputName(h.field), func(w *writer) {
				w.writeAggregate(h.field, func() { writeJoined(w) })
			}, true})
		default:
			out = append(out, outputColumn{name: inner.name, write: writeJoined})
		}
	}
	return out
}
