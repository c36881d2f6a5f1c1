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

// writeCondition writes a condition of a node. If isCount is true, the embedded relations are not
// joined, so a null filter on one of them becomes EXISTS.
func (w *writer) writeCondition(n *node, l postgrestquery.Logic, isCount bool) {
	switch l := l.(type) {
	case postgrestquery.Filter:
		if embed, present := findNullEmbed(n, l); embed != nil {
			w.writeEmbedCondition(embed, present, isCount)
			return
		}
		w.writeFilter(n, l)
	case postgrestquery.Group:
		if l.IsNegated {
			w.writeText("not ")
		}
		w.writeText("(")
		separator := " and "
		if l.IsOr {
			separator = " or "
		}
		w.writeList(len(l.Terms), separator, func(i int) { w.writeCondition(n, l.Terms[i], isCount) })
		w.writeText(")")
	}
}

// findNullEmbed returns the embedded relation to which an "is null" filter applies, and whether the
// filter requires rows there; nil if the filter applies to a column.
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

// writeEmbedCondition writes whether the embedded relation has rows, or with present = false that
// it has none. With isCount, the statement does not join the relation.
func (w *writer) writeEmbedCondition(embed *node, present, isCount bool) {
	switch {
	case isCount:
		if !present {
			w.writeText("not ")
		}
		w.writeExists(embed)
	case embed.isToManySpread():
		if !present {
			w.writeText("not ")
		}
		w.writeIdent(embed.joinAlias, foundColumn)
	case embed.relationship.IsToOne():
		// Compares the whole row, which is null only if the join found no row. "is null" is also
		// true for a row of nulls.
		w.writeIdent(embed.joinAlias)
		if present {
			w.writeText(" is distinct from null")
		} else {
			w.writeText(" is not distinct from null")
		}
	default:
		w.writeIdent(embed.joinAlias, embed.joinAlias)
		if present {
			w.writeText(" is not null")
		} else {
			w.writeText(" is null")
		}
	}
}

// writeFilter writes the SQL condition of a filter on the rows of n.
func (w *writer) writeFilter(n *node, f postgrestquery.Filter) {
	if f.IsNegated {
		w.writeText("not ")
	}
	if function, ok := textSearchFunctions[f.Op]; ok {
		w.writeTextSearch(n, f, function)
		return
	}
	w.writeField(n, f.Field)
	switch f.Op {
	case postgrestquery.OpIs:
		w.writeText(" is ", isValues[f.Is])
	case postgrestquery.OpIn:
		if len(f.Values) == 1 && f.Values[0] == "" {
			w.writeText(" = any('{}')")
			return
		}
		w.writeText(" = any(")
		if findFilterParser(n, f.Field) == "" {
			w.writeParam(formatArrayLiteral(f.Values))
		} else {
			w.writeText("array[")
			w.writeList(len(f.Values), ", ", func(i int) { w.writeFilterValue(n, f.Field, f.Values[i]) })
			w.writeText("]")
		}
		w.writeText(")")
	default:
		w.writeText(" ", operators[f.Op], " ")
		value := f.Value
		if f.Op == postgrestquery.OpLike || f.Op == postgrestquery.OpILike {
			value = strings.ReplaceAll(value, "*", "%")
		}
		if f.Quantifier != postgrestquery.NoQuantifier {
			w.writeText(string(f.Quantifier), "(")
			w.writeParam(value)
			w.writeText(")")
			return
		}
		w.writeFilterValue(n, f.Field, value)
	}
}

// writeTextSearch writes a full-text condition. It converts a column that is not a tsvector.
func (w *writer) writeTextSearch(n *node, f postgrestquery.Filter, function string) {
	config := func() {
		if f.Config != "" {
			w.writeParam(f.Config)
			w.writeText(", ")
		}
	}
	if len(f.Field.Path) == 0 && findColumnType(n.knownRelation, f.Field.Name) == "tsvector" {
		w.writeField(n, f.Field)
	} else {
		w.writeText("to_tsvector(")
		config()
		w.writeField(n, f.Field)
		w.writeText(")")
	}
	w.writeText(" @@ ", function, "(")
	config()
	w.writeParam(f.Value)
	w.writeText(")")
}
