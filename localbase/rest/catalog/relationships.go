package catalog

import (
	"cmp"
	"maps"
	"slices"
)

// foreignKey is a foreign key constraint between two relations, by oid.
type foreignKey struct {
	name     string
	from, to uint32
	columns  []columnPair
	isUnique bool // the referencing columns are a primary or unique key
}

type columnPair struct{ from, to int16 }

// column is a column of a relation, by oid.
type column struct {
	relation uint32
	number   int16
}

// builder combines the results of the queries, by oid, into a Catalog.
type builder struct {
	names        map[uint32]Name                // all relations outside pg_catalog
	views        map[uint32]bool                // oids of views
	columnNames  map[column]string              // names of all columns
	primaryKeys  map[uint32][]int16             // primary keys of tables
	foreignKeys  []foreignKey                   //
	shownColumns map[uint32]map[column][]string // view → table column → columns of the view that expose it
}

// deriveRelationships returns all relationships that follow from foreign keys: between tables,
// between views that expose their columns, inverse and many-to-many.
func (b *builder) deriveRelationships(primaryKeys map[Name][]string) []*Relationship {
	var direct []*Relationship
	for _, fk := range b.foreignKeys {
		direct = append(direct, b.deriveFromForeignKey(fk)...)
	}
	out := slices.Concat(direct, deriveManyToMany(direct, primaryKeys))
	for _, r := range direct {
		out = append(out, invertRelationship(r))
	}
	return out
}

// side is a relation that exposes the columns of one side of a foreign key.
type side struct {
	relation uint32
	columns  []string
}

// deriveFromForeignKey returns a many-to-one or one-to-one relationship of a foreign key for each
// pair of relations that expose its two sides.
func (b *builder) deriveFromForeignKey(fk foreignKey) []*Relationship {
	var fromAtts, toAtts []int16
	for _, p := range fk.columns {
		fromAtts, toAtts = append(fromAtts, p.from), append(toAtts, p.to)
	}
	kind := ManyToOne
	if fk.isUnique {
		kind = OneToOne
	}
	var out []*Relationship
	for _, from := range b.findSides(fk.from, fromAtts) {
		for _, to := range b.findSides(fk.to, toAtts) {
			r := &Relationship{
				From: b.names[from.relation], To: b.names[to.relation], Kind: kind, Constraint: fk.name,
				IsFromView: b.views[from.relation], IsToView: b.views[to.relation],
			}
			for i := range from.columns {
				r.Columns = append(r.Columns, Pair{from.columns[i], to.columns[i]})
			}
			out = append(out, r)
		}
	}
	return out
}

// findSides returns the table and each view that exposes all the columns. A view that exposes a
// column several times appears once for each combination.
func (b *builder) findSides(table uint32, atts []int16) []side {
	var own []string
	for _, att := range atts {
		own = append(own, b.columnNames[column{table, att}])
	}
	sides := []side{{table, own}}
	for _, view := range slices.Sorted(maps.Keys(b.shownColumns)) {
		combinations := [][]string{nil}
		for _, att := range atts {
			var longer [][]string
			for _, shown := range b.shownColumns[view][column{table, att}] {
				for _, c := range combinations {
					longer = append(longer, append(slices.Clone(c), shown))
				}
			}
			combinations = longer
		}
		for _, c := range combinations {
			sides = append(sides, side{view, c})
		}
	}
	return sides
}

// invertRelationship returns the relationship in the other direction: for a foreign key from r.From
// to r.To, that from r.To to r.From.
func invertRelationship(r *Relationship) *Relationship {
	inv := &Relationship{
		From: r.To, To: r.From, Kind: OneToMany, Constraint: r.Constraint, IsFromView: r.IsToView, IsToView: r.IsFromView,
	}
	if r.Kind == OneToOne {
		inv.Kind, inv.IsReferenced = OneToOne, true
	}
	for _, p := range r.Columns {
		inv.Columns = append(inv.Columns, Pair{p.To, p.From})
	}
	return inv
}

// deriveManyToMany returns the many-to-many relationships. A junction is a relation with two
// foreign keys whose columns are all part of its primary key.
func deriveManyToMany(direct []*Relationship, primaryKeys map[Name][]string) []*Relationship {
	byOrigin := map[Name][]*Relationship{}
	for _, r := range direct {
		inKey := func(p Pair) bool { return slices.Contains(primaryKeys[r.From], p.From) }
		if r.Kind == ManyToOne && !slices.ContainsFunc(r.Columns, func(p Pair) bool { return !inKey(p) }) {
			byOrigin[r.From] = append(byOrigin[r.From], r)
		}
	}
	var out []*Relationship
	for junction, keys := range byOrigin {
		for _, first := range keys {
			for _, second := range keys {
				if first.Constraint == second.Constraint {
					continue
				}
				j := &Junction{Relation: junction, FromConstraint: first.Constraint, ToConstraint: second.Constraint, ToColumns: second.Columns}
				for _, p := range first.Columns {
					j.FromColumns = append(j.FromColumns, Pair{p.To, p.From})
				}
				out = append(out, &Relationship{
					From: first.To, To: second.To, Kind: ManyToMany, Junction: j, IsFromView: first.IsToView, IsToView: second.IsToView,
				})
			}
		}
	}
	return out
}

// indexRelationships groups the relationships within exposed schemas by origin. A computed
// relationship replaces the relationships with the same origin and target name.
func indexRelationships(found, computed []*Relationship, exposed []string) map[Name][]*Relationship {
	type key struct{ from, target Name }
	replaced := map[key]bool{}
	for _, r := range computed {
		replaced[key{r.From, r.Function}] = true
	}
	out := map[Name][]*Relationship{}
	add := func(r *Relationship, target Name) {
		if !slices.Contains(exposed, r.From.Schema) || r.From.Schema != target.Schema {
			return
		}
		if r.Junction != nil && !slices.Contains(exposed, r.Junction.Relation.Schema) {
			return
		}
		out[r.From] = append(out[r.From], r)
	}
	for _, r := range found {
		if !replaced[key{r.From, r.To}] {
			add(r, r.To)
		}
	}
	for _, r := range computed {
		add(r, r.Function)
	}
	for _, rels := range out {
		slices.SortStableFunc(rels, func(a, b *Relationship) int {
			return cmp.Or(cmp.Compare(a.To.String(), b.To.String()), cmp.Compare(a.Kind, b.Kind),
				cmp.Compare(a.Constraint, b.Constraint), cmp.Compare(junctionName(a), junctionName(b)))
		})
	}
	return out
}

// junctionName returns a text that identifies the junction of a many-to-many relationship; "" for
// other kinds.
func junctionName(r *Relationship) string {
	if r.Junction == nil {
		return ""
	}
	return r.Junction.Relation.String() + r.Junction.FromConstraint
}
