// Package plan converts a parsed request to SQL. It looks up names in the catalog, converts
// relationships to joins, and writes the statement from the resulting tree. All values are
// parameters, and all identifiers are quoted.
package plan

import (
	"slices"
	"strconv"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// Settings are the limits of the service that apply to a plan.
type Settings struct {
	MaxRows    int64 // 0: no limit
	Aggregates bool
}

// node selects from a relation: the root, or a relation embedded in its parent.
type node struct {
	relation      catalog.Name
	knownRelation *catalog.Relation        // nil: the relation is not exposed
	item          postgrestquery.EmbedItem // the item of select; zero for the root
	relationship  *catalog.Relationship
	parent        *node
	depth         int
	alias         string // name of its rows in the SQL; "": the relation's name
	joinAlias     string // name of the joined subquery in the parent's SQL
	isSource      bool   // its rows come from the statement's CTE: a write or a call
	format        Format // of the body, which selects the representations of domains

	fields     []postgrestquery.FieldItem
	embeds     []*node
	conditions []postgrestquery.Logic
	order      []postgrestquery.OrderTerm
	window     postgrestquery.Range
}

// key returns the name of the embedded rows in the parent's row.
func (n *node) key() string {
	if n.item.Alias != "" {
		return n.item.Alias
	}
	return n.item.Relation
}

// hasName reports whether a path or a filter with this name refers to the node.
func (n *node) hasName(name string) bool {
	return n.item.Relation == name || n.item.Alias == name
}

// isToManySpread reports whether the node's columns become arrays in the parent's row.
func (n *node) isToManySpread() bool { return n.item.IsSpread && !n.relationship.IsToOne() }

// isToOneSpread reports whether the parent computes this node's aggregates.
func (n *node) isToOneSpread() bool { return n.item.IsSpread && n.relationship.IsToOne() }

// hasNoOutput reports whether the node adds no columns: rel() only filters.
func (n *node) hasNoOutput() bool {
	return n.parent != nil && len(n.fields) == 0 && !slices.ContainsFunc(n.embeds, func(e *node) bool { return !e.hasNoOutput() })
}

// buildTree builds the tree of nodes for a request to a relation. If isSource is true, the root's
// rows come from the statement's CTE. If isChange is true, it ignores the root's filters and range,
// because they belong to the statement that writes.
func (p *planner) buildTree(root catalog.Name, params *postgrestquery.Params, isSource, isChange bool) (*node, error) {
	n := &node{relation: root, isSource: isSource, format: p.format}
	n.knownRelation, _ = p.catalog.Relation(root)
	if isSource {
		n.alias = root.Name
	}
	n.addItems(params.Select)
	if n.fields == nil && n.embeds == nil {
		n.fields = []postgrestquery.FieldItem{{Field: postgrestquery.Field{Name: "*"}}}
	}
	if err := p.attachParams(n, params, isChange); err != nil {
		return nil, err
	}
	if err := p.resolveRelationships(n); err != nil {
		return nil, err
	}
	if err := p.validateTree(n); err != nil {
		return nil, err
	}
	if !isChange {
		n.limitRows(p.settings.MaxRows)
	}
	return n, nil
}

// addItems adds the items of select= to n: the fields, and a child node for each embedded relation.
func (n *node) addItems(items []postgrestquery.SelectItem) {
	for _, item := range items {
		switch item := item.(type) {
		case postgrestquery.FieldItem:
			n.fields = append(n.fields, item)
		case postgrestquery.EmbedItem:
			child := &node{
				relation: catalog.Name{Schema: n.relation.Schema, Name: item.Relation},
				item:     item, parent: n, depth: n.depth + 1, format: n.format,
			}
			child.addItems(item.Items)
			n.embeds = append(n.embeds, child)
		}
	}
}

// findNode finds the node at a path of embedded names.
func (n *node) findNode(path []string) (*node, error) {
	for _, name := range path {
		i := slices.IndexFunc(n.embeds, func(e *node) bool { return e.hasName(name) })
		if i < 0 {
			return nil, pgrsterr.NotEmbedded(name)
		}
		n = n.embeds[i]
	}
	return n, nil
}

// attachParams adds the filters, order and range to each node.
func (p *planner) attachParams(root *node, params *postgrestquery.Params, isChange bool) error {
	for _, f := range params.Filters {
		if isChange && len(f.Path) == 0 {
			continue
		}
		n, err := root.findNode(f.Path)
		if err != nil {
			return err
		}
		n.conditions = append(n.conditions, f.Filter)
	}
	for _, r := range params.Ranges {
		n, err := root.findNode(r.Path)
		if err != nil {
			return err
		}
		if n != root || !isChange {
			n.window = r.Range
		}
	}
	for _, l := range params.Logic {
		if isChange && len(l.Path) == 0 {
			continue
		}
		n, err := root.findNode(l.Path)
		if err != nil {
			return err
		}
		n.conditions = append(n.conditions, l.Logic)
	}
	for _, o := range params.Order {
		n, err := root.findNode(o.Path)
		if err != nil {
			return err
		}
		n.order = o.Terms
	}
	return nil
}

// maxIdentifierLength is the length to which Postgres truncates a name. Two longer names could
// become equal.
const maxIdentifierLength = 63

// resolveRelationships finds the relationship of each embedded node. Aliases and join names are
// PostgREST's, because they appear in Postgres' messages.
func (p *planner) resolveRelationships(n *node) error {
	for i, child := range n.embeds {
		rel, err := p.findRelationship(n.relation, child.item)
		if err != nil {
			return err
		}
		child.relationship, child.relation = rel, rel.To
		child.knownRelation, _ = p.catalog.Relation(rel.To)
		name := rel.To.Name
		if rel.Kind == catalog.Computed {
			name = rel.Function.Name
		}
		child.alias = shortenName(name+"_"+strconv.Itoa(child.depth), "pgrst_rows_"+strconv.Itoa(child.depth))
		for ancestor := n; ancestor != nil; ancestor = ancestor.parent {
			if ancestor.rowName() == child.alias {
				child.alias += "_"
			}
		}
		child.joinAlias = shortenName(n.relation.Name+"_"+child.key()+"_"+strconv.Itoa(child.depth),
			"pgrst_"+strconv.Itoa(child.depth)+"_"+strconv.Itoa(i+1))
		if err := p.resolveRelationships(child); err != nil {
			return err
		}
	}
	return nil
}

// shortenName returns the name, or the other one if Postgres would truncate it.
func shortenName(name, other string) string {
	if len(name) > maxIdentifierLength {
		return other
	}
	return name
}

// rowName returns the name of the node's rows in other parts of the SQL.
func (n *node) rowName() string {
	if n.alias != "" {
		return n.alias
	}
	return n.relation.Name
}

// validateTree returns an error if the tree contains an unsupported combination.
func (p *planner) validateTree(n *node) error {
	for _, f := range n.fields {
		if f.Aggregate == postgrestquery.NoAggregate {
			continue
		}
		if !p.settings.Aggregates {
			return pgrsterr.AggregatesNotAllowed()
		}
		for ancestor := n; ancestor != nil && ancestor.item.IsSpread; ancestor = ancestor.parent {
			if ancestor.isToManySpread() {
				return pgrsterr.NotImplemented("Aggregates are not implemented for one-to-many or many-to-many spreads.")
			}
		}
	}
	for _, o := range n.order {
		if o.Relation == "" {
			continue
		}
		i := slices.IndexFunc(n.embeds, func(e *node) bool { return e.key() == o.Relation })
		if i < 0 {
			return pgrsterr.NotEmbedded(o.Relation)
		}
		if !n.embeds[i].relationship.IsToOne() {
			return pgrsterr.RelatedOrderNotToOne(n.relation.Name, o.Relation)
		}
	}
	for _, child := range n.embeds {
		if err := p.validateTree(child); err != nil {
			return err
		}
	}
	return nil
}

// limitRows applies the service's limit to every list of rows. It does not limit to-one relations,
// so that Postgres can choose any join.
func (n *node) limitRows(rows int64) {
	if n.parent == nil || !n.relationship.IsToOne() {
		n.window = n.window.LimitTo(rows)
	}
	for _, child := range n.embeds {
		child.limitRows(rows)
	}
}
