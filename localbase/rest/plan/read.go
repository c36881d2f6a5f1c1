package plan

import (
	"strconv"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
)

// Names in the generated statements.
const (
	sourceName  = "pgrst_source"
	countName   = "pgrst_source_count"
	rowsName    = "_postgrest_t"
	callName    = "pgrst_call"
	bodyName    = "pgrst_body"
	scalarName  = "pgrst_scalar"
	foundColumn = "pgrst_found"
)

// writeSelect writes the SELECT of a node with all embedded nodes.
func (w *writer) writeSelect(n *node) {
	outputs := n.buildOutputs()
	w.writeText("select ")
	if len(outputs) == 0 {
		w.writeColumn(n, "*") // no output, but joins and ORDER BY can need its columns
	}
	w.writeList(len(outputs), ", ", func(i int) {
		outputs[i].write(w)
		if outputs[i].name != "" {
			w.writeText(" as ")
			w.writeIdent(outputs[i].name)
		}
	})
	w.writeFrom(n)
	for _, child := range n.embeds {
		w.writeJoin(child)
	}
	w.writeWhere(n, false)
	if n.isGrouped() {
		w.writeGroupBy(outputs)
	}
	w.writeOrderBy(n)
	w.writeLimit(n.window)
}

// writeFrom writes FROM. A junction is in the same FROM as its target.
func (w *writer) writeFrom(n *node) {
	w.writeText(" from ")
	switch {
	case n.isSource:
		w.writeIdent(sourceName)
	case n.relationship != nil && n.relationship.Kind == catalog.Computed:
		w.writeName(n.relationship.Function)
		w.writeText("(")
		w.writeIdent(n.parent.rowName())
		w.writeText("::")
		w.writeName(n.relationship.From)
		w.writeText(")")
	default:
		w.writeName(n.relation)
	}
	if n.alias != "" {
		w.writeText(" as ")
		w.writeIdent(n.alias)
	}
	if n.relationship != nil && n.relationship.Junction != nil {
		w.writeText(", ")
		w.writeName(n.relationship.Junction.Relation)
		w.writeText(" as ")
		w.writeIdent(n.junctionName())
	}
}

func (n *node) junctionName() string { return "pgrst_junction_" + strconv.Itoa(n.depth) }

// writeJoin joins an embedded node to its parent's rows.
func (w *writer) writeJoin(n *node) {
	if n.item.IsInner {
		w.writeText(" inner join lateral (")
	} else {
		w.writeText(" left join lateral (")
	}
	switch {
	case n.isToManySpread():
		w.writeSpreadArrays(n)
	case n.relationship.IsToOne():
		w.writeSelect(n)
	default:
		w.writeText("select json_agg(")
		w.writeIdent(n.joinAlias)
		w.writeText(") as ")
		w.writeIdent(n.joinAlias)
		w.writeText(" from (")
		w.writeSelect(n)
		w.writeText(") as ")
		w.writeIdent(n.joinAlias)
	}
	w.writeText(") as ")
	w.writeIdent(n.joinAlias)
	switch {
	case n.item.IsInner && n.isToManySpread():
		w.writeText(" on ")
		w.writeIdent(n.joinAlias, foundColumn)
	case n.item.IsInner && !n.relationship.IsToOne():
		w.writeText(" on ")
		w.writeIdent(n.joinAlias, n.joinAlias)
		w.writeText(" is not null")
	default:
		w.writeText(" on true")
	}
}

// writeSpreadArrays writes a SELECT that aggregates each column of a to-many relation into an
// array.
func (w *writer) writeSpreadArrays(n *node) {
	w.writeText("select count(*) > 0 as ")
	w.writeIdent(foundColumn)
	for _, o := range n.buildOutputs() {
		w.writeText(", coalesce(json_agg(")
		w.writeIdent(n.joinAlias, o.name)
		w.writeText("), '[]') as ")
		w.writeIdent(o.name)
	}
	w.writeText(" from (")
	w.writeSelect(n)
	w.writeText(") as ")
	w.writeIdent(n.joinAlias)
}

// writeWhere writes WHERE with the node's conditions and those that join it to its parent; nothing if
// there are none. If isCount is true, embedded relations are not joined (see writeCondition), so an
// inner join of one of them becomes EXISTS.
func (w *writer) writeWhere(n *node, isCount bool) {
	separator := " where "
	writeAnd := func() {
		w.writeText(separator)
		separator = " and "
	}
	for _, l := range n.conditions {
		writeAnd()
		w.writeCondition(n, l, isCount)
	}
	if n.relationship != nil {
		w.writeJoinConditions(n, writeAnd)
	}
	if !isCount {
		return
	}
	for _, child := range n.embeds {
		if child.item.IsInner {
			writeAnd()
			w.writeExists(child)
		}
	}
}

// writeJoinConditions writes the conditions that join n with its parent. It calls writeAnd before
// each condition.
func (w *writer) writeJoinConditions(n *node, writeAnd func()) {
	writeEqual := func(left, right func()) {
		writeAnd()
		left()
		w.writeText(" = ")
		right()
	}
	if j := n.relationship.Junction; j != nil {
		for _, p := range j.FromColumns {
			writeEqual(func() { w.writeIdent(n.junctionName(), p.To) }, func() { w.writeColumn(n.parent, p.From) })
		}
		for _, p := range j.ToColumns {
			writeEqual(func() { w.writeIdent(n.junctionName(), p.From) }, func() { w.writeColumn(n, p.To) })
		}
		return
	}
	for _, p := range n.relationship.Columns {
		writeEqual(func() { w.writeColumn(n, p.To) }, func() { w.writeColumn(n.parent, p.From) })
	}
}

// writeExists writes whether the embedded relation n has rows for the row of its parent.
func (w *writer) writeExists(n *node) {
	w.writeText("exists (")
	w.writeCountSelect(n)
	w.writeText(")")
}

// writeCountSelect writes a SELECT that returns 1 for each row of the node. It does not join the
// embedded relations; inner joins become EXISTS.
func (w *writer) writeCountSelect(n *node) {
	w.writeText("select 1")
	w.writeFrom(n)
	w.writeWhere(n, true)
}

// writeGroupBy groups by the position of each output that is not an aggregate. A second copy of the
// expression would have different parameters, so Postgres would treat it as another expression.
func (w *writer) writeGroupBy(outputs []outputColumn) {
	separator := " group by "
	for i, o := range outputs {
		if !o.isAggregate {
			w.writeText(separator, strconv.Itoa(i+1))
			separator = ", "
		}
	}
}

// writeOrderBy writes "order by" with the order of n; nothing without an order.
func (w *writer) writeOrderBy(n *node) {
	if len(n.order) == 0 {
		return
	}
	w.writeText(" order by ")
	w.writeList(len(n.order), ", ", func(i int) {
		term := n.order[i]
		if term.Relation == "" {
			w.writeField(n, term.Field)
		} else {
			w.writeRelatedField(n, term)
		}
		if term.IsDescending {
			w.writeText(" desc")
		}
		switch term.NullOrder {
		case postgrestquery.NullsFirst:
			w.writeText(" nulls first")
		case postgrestquery.NullsLast:
			w.writeText(" nulls last")
		}
	})
}

// writeRelatedField writes a column of an embedded to-one relation for ORDER BY.
func (w *writer) writeRelatedField(n *node, term postgrestquery.OrderTerm) {
	for _, child := range n.embeds {
		if child.key() != term.Relation {
			continue
		}
		w.writeJSONPath(term.Field.Path, isJSON(child.knownRelation, term.Field.Name), func() {
			w.writeIdent(child.joinAlias, term.Field.Name)
		})
		return
	}
}

// writeLimit writes "limit" and "offset", if they are set.
func (w *writer) writeLimit(r postgrestquery.Range) {
	if r.Limit != nil {
		w.writeLimitRows(*r.Limit)
	}
	if r.Offset > 0 {
		w.writeText(" offset ")
		w.writeParam(strconv.FormatInt(r.Offset, 10))
	}
}

// writeLimitRows writes "limit". For a parameter, PostgreSQL's generic plan expects a tenth of all rows,
// so that it is chosen only if w.hasGenericPlan.
func (w *writer) writeLimitRows(rows int64) {
	w.writeText(" limit ")
	if text := strconv.FormatInt(rows, 10); w.hasGenericPlan {
		w.writeText(text)
	} else {
		w.writeParam(text)
	}
}
