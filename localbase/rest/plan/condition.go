package plan

import (
	"slices"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
)

var operators = map[postgrestquery.Operator]string{
	"eq": "=", "neq": "<>", "gt": ">", "gte": ">=", "lt": "<", "lte": "<=",
	"like": "like", "ilike": "ilike", "match": "~", "imatch": "~*",
	"cs": "@>", "cd": "<@", "ov": "&&", "sl": "<<", "sr": ">>", "nxr": "&<", "nxl": "&>", "adj": "-|-",
	"isdistinct": "is distinct from",
}

var textSearchFunctions = map[postgrestquery.Operator]string{
	"fts": "to_tsquery", "plfts": "plainto_tsquery", "phfts": "phraseto_tsquery", "wfts": "websearch_to_tsquery",
}

var isValues = map[postgrestquery.IsValue]string{
	postgrestquery.IsNull: "null", postgrestquery.IsNotNull: "not null", postgrestquery.IsTrue: "true", postgrestquery.IsFalse: "false", postgrestquery.IsUnknown: "unknown",
}

// condition writes one condition of a node. counting is true where the
// embedded relations aren't joined, so that those filtered by null are looked
// up with exists.
func (w *writer) condition(n *node, l postgrestquery.Logic, counting bool) {
	switch l := l.(type) {
	case postgrestquery.Filter:
		if embed, present := findNullEmbed(n, l); embed != nil {
			w.embedCondition(embed, present, counting)
			return
		}
		w.filter(n, l)
	case postgrestquery.Group:
		if l.IsNegated {
			w.text("not ")
		}
		w.text("(")
		separator := " and "
		if l.IsOr {
			separator = " or "
		}
		w.list(len(l.Terms), separator, func(i int) { w.condition(n, l.Terms[i], counting) })
		w.text(")")
	}
}

// findNullEmbed finds the embedded relation that a filter asks to be there or not.
func findNullEmbed(n *node, f postgrestquery.Filter) (embed *node, present bool) {
	if f.Op != postgrestquery.OpIs || len(f.Field.Path) > 0 || f.Is != postgrestquery.IsNull && f.Is != postgrestquery.IsNotNull {
		return nil, false
	}
	i := slices.IndexFunc(n.embeds, func(e *node) bool { return e.key() == f.Field.Name })
	if i < 0 {
		return nil, false
	}
	return n.embeds[i], (f.Is == postgrestquery.IsNotNull) != f.IsNegated
}

func (w *writer) embedCondition(embed *node, present, counting bool) {
	switch {
	case counting:
		if !present {
			w.text("not ")
		}
		w.exists(embed)
	case embed.isToManySpread():
		if !present {
			w.text("not ")
		}
		w.ident(embed.joinAlias, foundColumn)
	case embed.relationship.IsToOne():
		// The whole row: null exactly when the join found none. "is null"
		// would also be true of a row of nulls.
		w.ident(embed.joinAlias)
		if present {
			w.text(" is distinct from null")
		} else {
			w.text(" is not distinct from null")
		}
	default:
		w.ident(embed.joinAlias, embed.joinAlias)
		if present {
			w.text(" is not null")
		} else {
			w.text(" is null")
		}
	}
}

func (w *writer) filter(n *node, f postgrestquery.Filter) {
	if f.IsNegated {
		w.text("not ")
	}
	column := func() { w.field(n, f.Field) }
	if function, ok := textSearchFunctions[f.Op]; ok {
		w.search(n, f, function)
		return
	}
	column()
	switch f.Op {
	case postgrestquery.OpIs:
		w.text(" is ", isValues[f.Is])
	case postgrestquery.OpIn:
		if len(f.Values) == 1 && f.Values[0] == "" {
			w.text(" = any('{}')")
			return
		}
		w.text(" = any(")
		w.param(formatArrayLiteral(f.Values))
		w.text(")")
	default:
		w.text(" ", operators[f.Op], " ")
		value := f.Value
		if f.Op == postgrestquery.OpLike || f.Op == postgrestquery.OpILike {
			value = strings.ReplaceAll(value, "*", "%")
		}
		if f.Quantifier != postgrestquery.NoQuantifier {
			w.text(string(f.Quantifier), "(")
			w.param(value)
			w.text(")")
			return
		}
		w.param(value)
	}
}

// search writes a full-text condition; a column that is no tsvector becomes one.
func (w *writer) search(n *node, f postgrestquery.Filter, function string) {
	config := func() {
		if f.Config != "" {
			w.param(f.Config)
			w.text(", ")
		}
	}
	if len(f.Field.Path) == 0 && findColumnType(n.knownRelation, f.Field.Name) == "tsvector" {
		w.field(n, f.Field)
	} else {
		w.text("to_tsvector(")
		config()
		w.field(n, f.Field)
		w.text(")")
	}
	w.text(" @@ ", function, "(")
	config()
	w.param(f.Value)
	w.text(")")
}
