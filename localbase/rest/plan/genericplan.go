package plan

import (
	"slices"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// suitsGenericPlan reports whether one query plan is good for all values of the parameters: the
// conditions are on the first column of the order, or select rows by the primary key. PostgreSQL uses
// such a plan without planning again. For other conditions, the best plan depends on how many
// rows have the value.
func (n *node) suitsGenericPlan() bool {
	if n.knownRelation == nil || n.isSource {
		return false
	}
	for _, condition := range n.conditions {
		if !n.suitsCondition(condition, false) {
			return false
		}
	}
	return !slices.ContainsFunc(n.embeds, func(child *node) bool { return len(child.conditions) > 0 || !child.suitsGenericPlan() })
}

// suitsCondition is suitsGenericPlan for a condition of the root. Inside of an or, conditions can be
// on any column of the order, as in the condition of the rows after a row.
func (n *node) suitsCondition(condition postgrestquery.Logic, isInOr bool) bool {
	switch c := condition.(type) {
	case postgrestquery.Group:
		return !c.IsNegated && !slices.ContainsFunc(c.Terms, func(term postgrestquery.Logic) bool { return !n.suitsCondition(term, isInOr || c.IsOr) })
	case postgrestquery.Filter:
		key := n.knownRelation.PrimaryKey
		isByKey := len(key) == 1 && c.Field.Name == key[0] && (c.Op == "eq" || c.Op == postgrestquery.OpIn) && !c.IsNegated && !isInOr
		position := slices.IndexFunc(n.order, func(term postgrestquery.OrderTerm) bool {
			return term.Relation == "" && len(term.Field.Path) == 0 && term.Field.Name == c.Field.Name
		})
		return len(c.Field.Path) == 0 && (isByKey || position == 0 || isInOr && position > 0)
	}
	return false
}
