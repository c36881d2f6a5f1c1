package plan

import (
	"net/http"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// findRelationship finds the relationship between a relation and an item of select. The item names
// the target by relation, constraint, column or function, and can contain a hint. findRelationship
// returns PGRST200 if none matches and PGRST201 if several match.
func (p *planner) findRelationship(origin catalog.Name, item postgrestquery.EmbedItem) (*catalog.Relationship, error) {
	var matches []*catalog.Relationship
	for _, r := range p.catalog.Relationships(origin) {
		if isMatch(r, item.Relation, item.Hint) {
			matches = append(matches, r)
		}
	}
	switch len(matches) {
	case 0:
		return nil, p.newRelationshipNotFound(origin, item)
	case 1:
		return matches[0], nil
	default:
		return nil, newAmbiguousRelationship(origin, item.Relation, matches)
	}
}

// isMatch reports whether a relationship matches target and hint, by PostgREST's rules.
func isMatch(r *catalog.Relationship, target, hint string) bool {
	from, to := "", "" // the column pair of a single-column foreign key
	if len(r.Columns) == 1 {
		from, to = r.Columns[0].From, r.Columns[0].To
	}
	byName := target == r.To.Name
	switch {
	case r.Kind == catalog.Computed:
		return target == r.Function.Name
	case r.IsSelf() && hint == "":
		return byName && r.Kind == catalog.OneToMany || target == from && r.Kind == catalog.ManyToOne
	case r.IsSelf():
		return byName && (r.Kind == catalog.OneToMany && hint == to || r.Kind == catalog.ManyToMany && hint == r.Junction.Relation.Name)
	case hint == "":
		return byName || !r.IsToView && r.Kind != catalog.ManyToMany && (target == r.Constraint || target == from)
	case r.Kind == catalog.ManyToMany:
		return byName && hint == r.Junction.Relation.Name
	default:
		return byName && (hint == r.Constraint || hint == from || hint == to)
	}
}

// newRelationshipNotFound returns PGRST200, with a similar name as a hint.
func (p *planner) newRelationshipNotFound(origin catalog.Name, item postgrestquery.EmbedItem) error {
	e := pgrsterr.New(http.StatusBadRequest, "PGRST200",
		"Could not find a relationship between '"+origin.Name+"' and '"+item.Relation+"' in the schema cache")
	using := ""
	if item.Hint != "" {
		using = "' using the hint '" + item.Hint
	}
	e.Details = "Searched for a foreign key relationship between '" + origin.Name + "' and '" + item.Relation + using +
		"' in the schema '" + origin.Schema + "', but no matches were found."
	if len(p.catalog.Relationships(origin)) == 0 {
		if similar := p.catalog.FindSimilarOrigin(origin); similar != "" {
			e.Hint = "Perhaps you meant '" + similar + "' instead of '" + origin.Name + "'."
		}
		return e
	}
	if similar := p.catalog.FindSimilarTarget(origin, item.Relation); similar != "" {
		e.Hint = "Perhaps you meant '" + similar + "' instead of '" + item.Relation + "'."
	}
	return e
}

// candidate is one of the relationships that PGRST201 lists.
type candidate struct {
	Cardinality  string `json:"cardinality"`
	Embedding    string `json:"embedding"`
	Relationship string `json:"relationship"`
}

// newAmbiguousRelationship returns PGRST201 with the relationships that were found.
func newAmbiguousRelationship(origin catalog.Name, target string, found []*catalog.Relationship) error {
	e := pgrsterr.New(http.StatusMultipleChoices, "PGRST201",
		"Could not embed because more than one relationship was found for '"+origin.Name+"' and '"+target+"'")
	var candidates []candidate
	var hints []string
	for _, r := range found {
		c := candidate{Embedding: r.From.Name + " with " + r.To.Name}
		by := r.Constraint
		if r.Kind == catalog.ManyToMany {
			j := r.Junction
			by = j.Relation.Name
			c.Cardinality = "many-to-many"
			c.Relationship = j.Relation.Name + " using " + j.FromConstraint + formatColumnList(j.FromColumns, pairTo) +
				" and " + j.ToConstraint + formatColumnList(j.ToColumns, pairFrom)
		} else {
			c.Cardinality = map[catalog.Kind]string{
				catalog.OneToMany: "one-to-many", catalog.ManyToOne: "many-to-one", catalog.OneToOne: "one-to-one",
			}[r.Kind]
			c.Relationship = r.Constraint + " using " + r.From.Name + formatColumnList(r.Columns, pairFrom) +
				" and " + r.To.Name + formatColumnList(r.Columns, pairTo)
		}
		candidates = append(candidates, c)
		hints = append(hints, "'"+r.To.Name+"!"+by+"'")
	}
	e.Details = candidates
	e.Hint = "Try changing '" + target + "' to one of the following: " + strings.Join(hints, ", ") +
		". Find the desired relationship in the 'details' key."
	return e
}

func pairFrom(p catalog.Pair) string { return p.From }
func pairTo(p catalog.Pair) string   { return p.To }

// formatColumnList returns "(a, b)" with one column of each pair, which end chooses.
func formatColumnList(pairs []catalog.Pair, end func(catalog.Pair) string) string {
	var names []string
	for _, p := range pairs {
		names = append(names, end(p))
	}
	return "(" + strings.Join(names, ", ") + ")"
}
