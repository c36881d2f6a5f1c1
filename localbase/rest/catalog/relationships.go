package catalog

import (
	"cmp"
	"maps"
	"slices"
)

// foreignKey is a foreign key constraint between two relations known by oid.
type foreignKey struct {
	name     string
	from, to uint32
	columns  []columnPair
	isUnique bool // the referencing columns are a key of their own
}

type columnPair struct{ from, to int16 }

// column is a column of a relation known by oid.
type column struct {
	relation uint32
	number   int16
}

// builder joins what the queries read, by oid, into a Catalog.
type builder struct {
	names        map[uint32]Name                // every relation outside pg_catalog
	views        map[uint32]bool                // those that are views
	columnNames  map[column]string              // column names
	primaryKeys  map[uint32][]int16             // primary keys of tables
	foreignKeys  []foreignKey                   //
	shownColumns map[uint32]map[column][]string // by view: its columns that show a table's column
}

// deriveRelationships derives every relationship: of the foreign keys, of views that
// show their columns, inverse ones, and many-to-many ones.
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

// side is a relation that shows the columns of one end of a foreign key.
type side struct {
	relation uint32
	columns  []string
}

// deriveFromForeignKey makes the many-to-one or one-to-one relationships of a foreign
// key between each two relations that show its two ends.
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

// findSides are the table itself and each view that shows all the columns; a view
// that shows a column several times counts once for each.
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

// deriveManyToMany pairs the foreign keys of a relation whose columns are all part
// of its primary key: such a relation is a junction.
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
		for _, one := range keys {
			for _, other := range keys {
				if one.Constraint == other.Constraint {
					continue
				}
				j := &Junction{Relation: junction, FromConstraint: one.Constraint, ToConstraint: other.Constraint, ToColumns: other.Columns}
				for _, p := range one.Columns {
					j.FromColumns = append(j.FromColumns, Pair{p.To, p.From})
				}
				out = append(out, &Relationship{
					From: one.To, To: other.To, Kind: ManyToMany, Junction: j, IsFromView: one.IsToView, IsToView: other.IsToView,
				})
			}
		}
	}
	return out
}

// indexRelationships groups relationships by origin, keeps those within one exposed schema,
// and lets a computed relationship replace what was found under its name.
func indexRelationships(found, computed []*Relationship, exposed []string) map[Name][]*Relationship {
	type key struct{ from, target Name }
	replaced := map[key]bool{}
	for _, r := range computed {
		replaced[key{r.From, r.Function}] = true
	}
	out := map[Name][]*Relationship{}
	keep := func(r *Relationship, target Name) {
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
			keep(r, r.To)
		}
	}
	for _, r := range computed {
		keep(r, r.Function)
	}
	for _, rels := range out {
		slices.SortStableFunc(rels, func(a, b *Relationship) int {
			return cmp.Or(cmp.Compare(a.To.String(), b.To.String()), cmp.Compare(a.Kind, b.Kind),
				cmp.Compare(a.Constraint, b.Constraint), cmp.Compare(junctionName(a), junctionName(b)))
		})
	}
	return out
}

func junctionName(r *Relationship) string {
	if r.Junction == nil {
		return ""
	}
	return r.Junction.Relation.String() + r.Junction.FromConstraint
}
