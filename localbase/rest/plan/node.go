// Package plan turns a parsed request into SQL: names are looked up in the
// catalog, relationships become joins, and the statement is written from the
// resulting tree with parameters for every value and quotes around every
// identifier.
package plan

import (
	"slices"
	"strconv"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// Settings of the service that decide what a plan may hold.
type Settings struct {
	MaxRows    int64 // 0: no limit
	Aggregates bool
}

// node selects from one relation: the root, or one embedded in its parent.
type node struct {
	relation      catalog.Name
	knownRelation *catalog.Relation        // nil when the relation isn't exposed
	item          postgrestquery.EmbedItem // how it was asked for; zero for the root
	relationship  *catalog.Relationship
	parent        *node
	depth         int
	alias         string // name of its rows within the SQL; "" is the relation's own
	joinAlias     string // name of the joined subquery within the parent's SQL
	isSource      bool   // its rows come from the statement's source: a change, or a call

	fields     []postgrestquery.FieldItem
	embeds     []*node
	conditions []postgrestquery.Logic
	order      []postgrestquery.OrderTerm
	window     postgrestquery.Range
}

// key is the name of the embedded rows in the parent's row.
func (n *node) key() string {
	if n.item.Alias != "" {
		return n.item.Alias
	}
	return n.item.Relation
}

// hasName tells whether a path or a filter means this embedded relation.
func (n *node) hasName(name string) bool {
	return n.item.Relation == name || n.item.Alias == name
}

// isToManySpread tells whether the columns are arrays in the parent's row.
func (n *node) isToManySpread() bool { return n.item.IsSpread && !n.relationship.IsToOne() }

// isToOneSpread tells whether the parent computes this node's aggregates.
func (n *node) isToOneSpread() bool { return n.item.IsSpread && n.relationship.IsToOne() }

// isEmpty tells whether nothing of it is shown: rel() serves filters only.
func (n *node) isEmpty() bool {
	return n.parent != nil && len(n.fields) == 0 && !slices.ContainsFunc(n.embeds, func(e *node) bool { return !e.isEmpty() })
}

// buildTree builds the nodes of a request to a relation. change is true for a
// statement that writes: filters and range of the root aren't the tree's.
func (p *planner) buildTree(root catalog.Name, params *postgrestquery.Params, source, change bool) (*node, error) {
	n := &node{relation: root, isSource: source}
	n.knownRelation, _ = p.catalog.Relation(root)
	if source {
		n.alias = root.Name
	}
	n.addItems(params.Select)
	if n.fields == nil && n.embeds == nil {
		n.fields = []postgrestquery.FieldItem{{Field: postgrestquery.Field{Name: "*"}}}
	}
	if err := p.attachParams(n, params, change); err != nil {
		return nil, err
	}
	if err := p.resolveRelationships(n); err != nil {
		return nil, err
	}
	if err := p.validateTree(n); err != nil {
		return nil, err
	}
	if !change {
		n.limitRows(p.settings.MaxRows)
	}
	return n, nil
}

func (n *node) addItems(items []postgrestquery.SelectItem) {
	for _, item := range items {
		switch item := item.(type) {
		case postgrestquery.FieldItem:
			n.fields = append(n.fields, item)
		case postgrestquery.EmbedItem:
			child := &node{
				relation: catalog.Name{Schema: n.relation.Schema, Name: item.Relation},
				item:     item, parent: n, depth: n.depth + 1,
			}
			child.addItems(item.Items)
			n.embeds = append(n.embeds, child)
		}
	}
}

// findNode finds the node of a path of embedded names.
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

// attachParams gives each node its filters, order and range.
func (p *planner) attachParams(root *node, params *postgrestquery.Params, change bool) error {
	for _, f := range params.Filters {
		if change && len(f.Path) == 0 {
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
		if n != root || !change {
			n.window = r.Range
		}
	}
	for _, l := range params.Logic {
		if change && len(l.Path) == 0 {
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

// maxIdentifierLength is the length at which Postgres cuts a name, so that two may
// become one.
const maxIdentifierLength = 63

// resolveRelationships finds the relationship of every embedded node. The names of aliases
// and joins are PostgREST's, because they come up in messages of Postgres.
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
		for above := n; above != nil; above = above.parent {
			if above.rowName() == child.alias {
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

// shortenName is the name, or the other one if Postgres would cut it.
func shortenName(name, other string) string {
	if len(name) > maxIdentifierLength {
		return other
	}
	return name
}

// rowName is the name by which other parts of the SQL call the node's rows.
func (n *node) rowName() string {
	if n.alias != "" {
		return n.alias
	}
	return n.relation.Name
}

// validateTree refuses what the tree can't be written as.
func (p *planner) validateTree(n *node) error {
	for _, f := range n.fields {
		if f.Aggregate == postgrestquery.NoAggregate {
			continue
		}
		if !p.settings.Aggregates {
			return pgrsterr.AggregatesNotAllowed()
		}
		for above := n; above != nil && above.item.IsSpread; above = above.parent {
			if above.isToManySpread() {
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

// limitRows applies the service's own limit to every list of rows. A to-one
// relation needs none, and without it Postgres is free in how it joins.
func (n *node) limitRows(rows int64) {
	if n.parent == nil || !n.relationship.IsToOne() {
		n.window = n.window.LimitTo(rows)
	}
	for _, child := range n.embeds {
		child.limitRows(rows)
	}
}
