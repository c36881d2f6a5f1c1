package plan

import (
	"strconv"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
)

// Names of ours within a statement.
const (
	sourceName  = "pgrst_source"
	countName   = "pgrst_source_count"
	rowsName    = "_postgrest_t"
	callName    = "pgrst_call"
	bodyName    = "pgrst_body"
	scalarName  = "pgrst_scalar"
	foundColumn = "pgrst_found"
)

// selectNode writes the SELECT of a node with everything embedded in it.
func (w *writer) selectNode(n *node) {
	outputs := n.buildOutputs()
	w.text("select ")
	if len(outputs) == 0 {
		w.column(n, "*") // shows nothing, but joins and orders may need its columns
	}
	w.list(len(outputs), ", ", func(i int) {
		outputs[i].write(w)
		if outputs[i].name != "" {
			w.text(" as ")
			w.ident(outputs[i].name)
		}
	})
	w.from(n)
	for _, child := range n.embeds {
		w.join(child)
	}
	w.whereNode(n, false)
	if n.isGrouped() {
		w.groupBy(outputs)
	}
	w.orderBy(n)
	w.limit(n.window)
}

// from writes FROM; a junction stands beside its target.
func (w *writer) from(n *node) {
	w.text(" from ")
	switch {
	case n.isSource:
		w.ident(sourceName)
	case n.relationship != nil && n.relationship.Kind == catalog.Computed:
		w.name(n.relationship.Function)
		w.text("(")
		w.ident(n.parent.rowName())
		w.text("::")
		w.name(n.relationship.From)
		w.text(")")
	default:
		w.name(n.relation)
	}
	if n.alias != "" {
		w.text(" as ")
		w.ident(n.alias)
	}
	if n.relationship != nil && n.relationship.Junction != nil {
		w.text(", ")
		w.name(n.relationship.Junction.Relation)
		w.text(" as ")
		w.ident(n.junctionName())
	}
}

func (n *node) junctionName() string { return "pgrst_junction_" + strconv.Itoa(n.depth) }

// join joins an embedded relation to its parent's rows.
func (w *writer) join(n *node) {
	if n.item.IsInner {
		w.text(" inner join lateral (")
	} else {
		w.text(" left join lateral (")
	}
	switch {
	case n.isToManySpread():
		w.spreadArrays(n)
	case n.relationship.IsToOne():
		w.selectNode(n)
	default:
		w.text("select json_agg(")
		w.ident(n.joinAlias)
		w.text(") as ")
		w.ident(n.joinAlias)
		w.text(" from (")
		w.selectNode(n)
		w.text(") as ")
		w.ident(n.joinAlias)
	}
	w.text(") as ")
	w.ident(n.joinAlias)
	switch {
	case n.item.IsInner && n.isToManySpread():
		w.text(" on ")
		w.ident(n.joinAlias, foundColumn)
	case n.item.IsInner && !n.relationship.IsToOne():
		w.text(" on ")
		w.ident(n.joinAlias, n.joinAlias)
		w.text(" is not null")
	default:
		w.text(" on true")
	}
}

// spreadArrays makes one array of each column of a to-many relation.
func (w *writer) spreadArrays(n *node) {
	w.text("select count(*) > 0 as ")
	w.ident(foundColumn)
	for _, o := range n.buildOutputs() {
		w.text(", coalesce(json_agg(")
		w.ident(n.joinAlias, o.name)
		w.text("), '[]') as ")
		w.ident(o.name)
	}
	w.text(" from (")
	w.selectNode(n)
	w.text(") as ")
	w.ident(n.joinAlias)
}

// whereNode writes the node's conditions and those that join it to its parent.
func (w *writer) whereNode(n *node, counting bool) {
	separator := " where "
	and := func() {
		w.text(separator)
		separator = " and "
	}
	for _, l := range n.conditions {
		and()
		w.condition(n, l, counting)
	}
	if n.relationship != nil {
		w.joinConditions(n, and)
	}
	if !counting {
		return
	}
	for _, child := range n.embeds {
		if child.item.IsInner {
			and()
			w.exists(child)
		}
	}
}

func (w *writer) joinConditions(n *node, and func()) {
	equal := func(left, right func()) {
		and()
		left()
		w.text(" = ")
		right()
	}
	if j := n.relationship.Junction; j != nil {
		for _, p := range j.FromColumns {
			equal(func() { w.ident(n.junctionName(), p.To) }, func() { w.column(n.parent, p.From) })
		}
		for _, p := range j.ToColumns {
			equal(func() { w.ident(n.junctionName(), p.From) }, func() { w.column(n, p.To) })
		}
		return
	}
	for _, p := range n.relationship.Columns {
		equal(func() { w.column(n, p.To) }, func() { w.column(n.parent, p.From) })
	}
}

func (w *writer) exists(n *node) {
	w.text("exists (")
	w.countNode(n)
	w.text(")")
}

// countNode selects a 1 for each row of the node, whatever is embedded in it:
// inner joins become exists.
func (w *writer) countNode(n *node) {
	w.text("select 1")
	w.from(n)
	w.whereNode(n, true)
}

// groupBy groups by the place of each output that is no aggregate: the same
// expression written twice would have other parameters, and not be the same.
func (w *writer) groupBy(outputs []outputColumn) {
	separator := " group by "
	for i, o := range outputs {
		if !o.isAggregate {
			w.text(separator, strconv.Itoa(i+1))
			separator = ", "
		}
	}
}

func (w *writer) orderBy(n *node) {
	if len(n.order) == 0 {
		return
	}
	w.text(" order by ")
	w.list(len(n.order), ", ", func(i int) {
		term := n.order[i]
		if term.Relation == "" {
			w.field(n, term.Field)
		} else {
			w.relatedField(n, term)
		}
		if term.IsDescending {
			w.text(" desc")
		}
		switch term.NullOrder {
		case postgrestquery.NullsFirst:
			w.text(" nulls first")
		case postgrestquery.NullsLast:
			w.text(" nulls last")
		}
	})
}

// relatedField writes a column of a to-one relation, as the parent's join sees it.
func (w *writer) relatedField(n *node, term postgrestquery.OrderTerm) {
	for _, child := range n.embeds {
		if child.key() != term.Relation {
			continue
		}
		w.path(term.Field.Path, isJSON(child.knownRelation, term.Field.Name), func() {
			w.ident(child.joinAlias, term.Field.Name)
		})
		return
	}
}

func (w *writer) limit(r postgrestquery.Range) {
	if r.Limit != nil {
		w.text(" limit ")
		w.param(strconv.FormatInt(*r.Limit, 10))
	}
	if r.Offset > 0 {
		w.text(" offset ")
		w.param(strconv.FormatInt(r.Offset, 10))
	}
}
