package plan

import (
	"slices"
	"strconv"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// output is one column of a node's SELECT.
type output struct {
	name      string // "" only for "*"
	write     func(w *writer)
	aggregate bool
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
		if !step.Index {
			return step.Key
		}
	}
	return f.Field.Name
}

// aggregated tells whether the node's rows are groups.
func (n *node) aggregated() bool {
	if n.hoists() {
		return false
	}
	return len(n.aggregates()) > 0
}

// hoisted is an aggregate over rows of a spread relation, or of the node itself.
type hoisted struct {
	field postgrestquery.FieldItem
	from  *node // where the field is
	index int   // of the field there
}

// aggregates are the node's own and those of the relations spread into it.
func (n *node) aggregates() []hoisted {
	var out []hoisted
	for i, f := range n.fields {
		if f.Aggregate != postgrestquery.NoAggregate {
			out = append(out, hoisted{f, n, i})
		}
	}
	for _, child := range n.embeds {
		if child.hoists() {
			out = append(out, child.aggregates()...)
		}
	}
	return out
}

// operand names the column by which a spread relation hands the input of an
// aggregate to its parent.
func (h hoisted) operand() string {
	return "pgrst_agg_" + strconv.Itoa(h.from.depth) + "_" + strconv.Itoa(h.index)
}

// outputs are the columns of the node's SELECT. In groups every column has to
// be named, so there stars are written out.
func (n *node) outputs() []output {
	grouped := n.aggregated()
	expand := grouped || n.toManyOrGrouped() || n.source && len(n.computed()) > 0
	var out []output
	for i, f := range n.fields {
		switch {
		case f.Field.Name == "*" && f.Aggregate == postgrestquery.NoAggregate && expand && n.known != nil:
			for _, c := range n.known.Columns {
				out = append(out, n.plain(postgrestquery.FieldItem{Field: postgrestquery.Field{Name: c.Name}}))
			}
		case f.Aggregate != postgrestquery.NoAggregate && n.hoists():
			out = append(out, n.operandOutput(f, hoisted{f, n, i}))
		case f.Aggregate != postgrestquery.NoAggregate:
			out = append(out, output{outputName(f), func(w *writer) { w.aggregate(f, func() { n.writeValue(w, f) }) }, true})
		default:
			out = append(out, n.plain(f))
		}
	}
	for _, child := range n.embeds {
		out = append(out, n.embedOutputs(child, grouped)...)
	}
	return out
}

// toManyOrGrouped tells whether the parent has to name each column: to make
// arrays of them, or to group by them.
func (n *node) toManyOrGrouped() bool {
	if !n.item.Spread {
		return false
	}
	return !n.rel.ToOne() || n.parent.aggregated() || n.parent.toManyOrGrouped()
}

func (n *node) plain(f postgrestquery.FieldItem) output {
	if f.Field.Name == "*" {
		return output{write: func(w *writer) { w.column(n, "*") }}
	}
	return output{name: outputName(f), write: func(w *writer) { n.writeValue(w, f) }}
}

// operandOutput hands an aggregate's input up: for count() anything that isn't
// null, for joined rows that are there.
func (n *node) operandOutput(f postgrestquery.FieldItem, h hoisted) output {
	return output{name: h.operand(), write: func(w *writer) {
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
func (n *node) embedOutputs(child *node, grouped bool) []output {
	switch {
	case child.item.Spread:
		return n.spreadOutputs(child)
	case child.empty():
		return nil
	case child.rel.ToOne():
		return []output{{name: child.key(), write: func(w *writer) {
			w.text("row_to_json(")
			w.ident(child.joinAs)
			w.text(".*)")
			w.groupable(grouped)
		}}}
	default:
		return []output{{name: child.key(), write: func(w *writer) {
			w.text("coalesce(")
			w.ident(child.joinAs, child.joinAs)
			w.text(", '[]')")
			w.groupable(grouped)
		}}}
	}
}

// groupable casts to a type that has equality.
func (w *writer) groupable(grouped bool) {
	if grouped {
		w.text("::jsonb")
	}
}

// spreadOutputs are the columns of a spread relation within its parent's row.
func (n *node) spreadOutputs(child *node) []output {
	aggregates := map[string]hoisted{}
	if !child.toManySpread() {
		for _, h := range child.aggregates() {
			aggregates[h.operand()] = h
		}
	}
	var out []output
	for _, inner := range child.outputs() {
		joined := func(w *writer) { w.ident(child.joinAs, inner.name) }
		h, isOperand := aggregates[inner.name]
		switch {
		case inner.name == "":
			out = append(out, output{write: func(w *writer) { w.ident(child.joinAs); w.text(".*") }})
		case isOperand && !n.hoists():
			out = append(out, output{outputName(h.field), func(w *writer) {
				w.aggregate(h.field, func() { joined(w) })
			}, true})
		default:
			out = append(out, output{name: inner.name, write: joined})
		}
	}
	return out
}
