// Package catalog is the schema cache of the database REST service: what
// pg_catalog says of the exposed schemas' relations, columns, keys,
// relationships and functions. A Catalog is read once and never changes.
package catalog

import (
	"cmp"
	"slices"
)

// Name is a schema-qualified name.
type Name struct{ Schema, Name string }

// String is "schema.name", as messages show it; it is not quoted SQL.
func (n Name) String() string { return n.Schema + "." + n.Name }

// Relation is a table, view, materialized view, foreign or partitioned table.
type Relation struct {
	Name        Name
	Description string
	IsView      bool
	Columns     []Column
	PrimaryKey  []string // column names; of a view, those of the tables below it
	Insertable  bool
	Updatable   bool
	Deletable   bool
}

// Column finds a column by name.
func (r *Relation) Column(name string) (Column, bool) {
	i := slices.IndexFunc(r.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return Column{}, false
	}
	return r.Columns[i], true
}

// Column is a column of a relation.
type Column struct {
	Name        string
	Description string
	Type        string // SQL type, of a domain its base type, without length
	FullType    string // SQL type as declared, with length and schema: safe to put into SQL
	Nullable    bool
	Default     string // SQL expression; "" when there is none, or it is always generated
	MaxLength   int    // 0: none
	Enum        []string
}

// Kind is the cardinality of a relationship, or Computed.
type Kind int

// The kinds, in the order in which candidates are listed.
const (
	OneToMany Kind = iota
	ManyToOne
	OneToOne
	ManyToMany
	Computed
)

// Pair is a column of each side of a relationship.
type Pair struct{ From, To string }

// Relationship leads from one relation to another.
type Relationship struct {
	From, To             Name
	Kind                 Kind
	Constraint           string
	Columns              []Pair // not of ManyToMany and Computed
	IsFromView, IsToView bool
	IsReferenced         bool      // OneToOne seen from the referenced side
	Junction             *Junction // ManyToMany
	Function             Name      // Computed
	IsSingle             bool      // Computed: at most one row
}

// Junction is the relation between the two sides of a many-to-many relationship.
type Junction struct {
	Relation                     Name
	FromConstraint, ToConstraint string
	FromColumns                  []Pair // column of the origin, column of the junction
	ToColumns                    []Pair // column of the junction, column of the target
}

// IsToOne tells whether at most one row is at the other end.
func (r *Relationship) IsToOne() bool {
	return r.Kind == ManyToOne || r.Kind == OneToOne || r.Kind == Computed && r.IsSingle
}

// IsSelf tells whether both ends are the same relation.
func (r *Relationship) IsSelf() bool { return r.From == r.To }

// Volatility of a function, as in pg_proc.provolatile.
type Volatility string

// The volatilities.
const (
	Immutable Volatility = "i"
	Stable    Volatility = "s"
	Volatile  Volatility = "v"
)

// Function can be called under /rpc.
type Function struct {
	Name        Name
	Description string
	Params      []Param
	Returns     Returns
	Volatility  Volatility
	Settings    []Setting // its SET clauses that hold for the whole transaction
}

// Param is an input parameter.
type Param struct {
	Name     string // "" when it is unnamed
	Type     string // SQL type: safe to put into SQL
	Required bool
	Variadic bool
}

// Returns is a function's result.
type Returns struct {
	Type           Name
	IsSetReturning bool
	IsComposite    bool // rows: a relation's type, a composite type, or OUT parameters
}

// IsScalar tells whether each result is a single value.
func (r Returns) IsScalar() bool { return !r.IsComposite }

// IsVoid tells whether there is no result.
func (r Returns) IsVoid() bool {
	return !r.IsSetReturning && r.Type == Name{"pg_catalog", "void"}
}

// Setting is a configuration parameter and its value.
type Setting struct{ Name, Value string }

// Catalog is the schema cache.
type Catalog struct {
	Schemas       []string // exposed ones, the default first
	relations     map[Name]*Relation
	functions     map[Name][]*Function
	relationships map[Name][]*Relationship
	settings      map[string][]Setting
}

// Relation finds an exposed relation.
func (c *Catalog) Relation(name Name) (*Relation, bool) {
	r, ok := c.relations[name]
	return r, ok
}

// Relations are those of a schema, sorted by name.
func (c *Catalog) Relations(schema string) []*Relation {
	var out []*Relation
	for name, r := range c.relations {
		if name.Schema == schema {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b *Relation) int { return cmp.Compare(a.Name.Name, b.Name.Name) })
	return out
}

// Functions are the overloads of a name, those with fewer parameters first.
func (c *Catalog) Functions(name Name) []*Function { return c.functions[name] }

// AllFunctions are those of a schema, sorted by name.
func (c *Catalog) AllFunctions(schema string) []*Function {
	var names []Name
	for name := range c.functions {
		if name.Schema == schema {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b Name) int { return cmp.Compare(a.Name, b.Name) })
	var out []*Function
	for _, name := range names {
		out = append(out, c.functions[name]...)
	}
	return out
}

// Relationships are those that lead from a relation to another one of its
// schema, through a junction of an exposed schema if any.
func (c *Catalog) Relationships(from Name) []*Relationship { return c.relationships[from] }

// RoleSettings are what ALTER ROLE ... SET gave a role, of those settings that
// any user may set.
func (c *Catalog) RoleSettings(role string) []Setting { return c.settings[role] }
