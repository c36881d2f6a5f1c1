// Package catalog is the schema cache of the database REST service: the relations, columns, keys,
// relationships and functions of the exposed schemas, read from pg_catalog. A Catalog is immutable.
package catalog

import (
	"cmp"
	"slices"
)

// Name is a schema-qualified name.
type Name struct{ Schema, Name string }

// String returns "schema.name" for messages. It does not quote.
func (n Name) String() string { return n.Schema + "." + n.Name }

// Relation is a table, view, materialized view, foreign or partitioned table.
type Relation struct {
	Name        Name
	Description string
	IsView      bool
	Columns     []Column
	PrimaryKey  []string // column names; of a view, those of the tables that it selects from
	Insertable  bool
	Updatable   bool
	Deletable   bool

	ComputedVectors []string // names of the computed columns of type tsvector
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
	Type        string // SQL type without length; the base type of a domain
	FullType    string // declared SQL type with length and schema; safe in SQL
	Nullable    bool
	Default     string // SQL expression; "": none, or always generated
	MaxLength   int    // 0: none
	Enum        []string

	Representation Representation // of a domain
}

// Kind is the cardinality of a relationship, or Computed.
type Kind int

// Kinds, in the order in which PGRST201 lists candidates.
const (
	OneToMany Kind = iota
	ManyToOne
	OneToOne
	ManyToMany
	Computed
)

// Pair is a pair of columns, one on each side of a relationship.
type Pair struct{ From, To string }

// Relationship connects two relations in the direction From → To.
type Relationship struct {
	From, To             Name
	Kind                 Kind
	Constraint           string
	Columns              []Pair // empty for ManyToMany and Computed
	IsFromView, IsToView bool
	IsReferenced         bool      // OneToOne, seen from the referenced relation
	Junction             *Junction // for ManyToMany
	Function             Name      // for Computed
	IsSingle             bool      // Computed with at most one row
}

// Junction is the relation between the two sides of a many-to-many relationship.
type Junction struct {
	Relation                     Name
	FromConstraint, ToConstraint string
	FromColumns                  []Pair // column of From, column of the junction
	ToColumns                    []Pair // column of the junction, column of To
}

// IsToOne reports whether To has at most one row for each row of From.
func (r *Relationship) IsToOne() bool {
	return r.Kind == ManyToOne || r.Kind == OneToOne || r.Kind == Computed && r.IsSingle
}

// IsSelf reports whether both sides are the same relation.
func (r *Relationship) IsSelf() bool { return r.From == r.To }

// Volatility is the volatility of a function, as in pg_proc.provolatile.
type Volatility string

// Volatilities.
const (
	Immutable Volatility = "i"
	Stable    Volatility = "s"
	Volatile  Volatility = "v"
)

// Function is a function that clients can call under /rpc.
type Function struct {
	Name        Name
	Description string
	Params      []Param
	Returns     Returns
	Volatility  Volatility
	Settings    []Setting // SET clauses to apply to the whole transaction
}

// Param is an input parameter.
type Param struct {
	Name     string // "": unnamed
	Type     string // SQL type; safe in SQL
	Required bool
	Variadic bool
}

// Returns is the result type of a function.
type Returns struct {
	Type           Name
	IsSetReturning bool
	IsComposite    bool // rows: a relation's type, a composite type, or OUT parameters
}

// IsScalar reports whether each result is a single value.
func (r Returns) IsScalar() bool { return !r.IsComposite }

// IsVoid reports whether the function returns nothing.
func (r Returns) IsVoid() bool {
	return !r.IsSetReturning && r.Type == Name{"pg_catalog", "void"}
}

// Setting is a configuration parameter with its value.
type Setting struct{ Name, Value string }

// Catalog is the schema cache.
type Catalog struct {
	Schemas       []string // exposed schemas, the default first
	relations     map[Name]*Relation
	functions     map[Name][]*Function
	relationships map[Name][]*Relationship
	settings      map[string][]Setting
	mediaHandlers map[mediaKey]*MediaHandler
}

// Relation returns an exposed relation.
func (c *Catalog) Relation(name Name) (*Relation, bool) {
	r, ok := c.relations[name]
	return r, ok
}

// Relations returns the relations of a schema, sorted by name.
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

// Functions returns the overloads of a function, those with fewer parameters first.
func (c *Catalog) Functions(name Name) []*Function { return c.functions[name] }

// AllFunctions returns the functions of a schema, sorted by name.
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

// Relationships returns the relationships of a relation to relations of the same schema. A junction
// can be in any exposed schema.
func (c *Catalog) Relationships(from Name) []*Relationship { return c.relationships[from] }

// RoleSettings returns the settings from ALTER ROLE ... SET that any user can set.
func (c *Catalog) RoleSettings(role string) []Setting { return c.settings[role] }
