// Package postgrestquery parses and formats the requests of the database REST
// service: the URL's query string and the Prefer and Range headers, in
// PostgREST's syntax (its module PostgREST.ApiRequest.QueryParams). It does not
// know the database: callers check the names. Server and localbase both use it.
package postgrestquery

import "slices"

// Params is a parsed query string.
type Params struct {
	Select     []SelectItem // empty: every column
	Filters    []PathFilter // top-level filters and those of embedded relations
	Logic      []PathLogic  // and=, or=
	Order      []PathOrder
	Ranges     []PathRange // limit=, offset=
	Columns    []string    // columns=; nil: not set
	OnConflict []string    // on_conflict=; nil: not set
	Args       []Arg       // parameters that are not filters, in a call of a function by GET
}

// IsUnfiltered reports whether no condition restricts the requested relation. Conditions of
// embedded relations do not count: they do not restrict which rows change.
func (p *Params) IsUnfiltered() bool {
	return !slices.ContainsFunc(p.Filters, func(f PathFilter) bool { return len(f.Path) == 0 }) &&
		!slices.ContainsFunc(p.Logic, func(l PathLogic) bool { return len(l.Path) == 0 })
}

// RootOrder returns the order of the requested relation, without that of embedded relations; nil if
// there is none.
func (p *Params) RootOrder() []OrderTerm {
	for _, order := range p.Order {
		if len(order.Path) == 0 {
			return order.Terms
		}
	}
	return nil
}

// Arg is a function's argument in a query string.
type Arg struct{ Name, Value string }

// Field is a column, or a path into a JSON column.
type Field struct {
	Name string
	Path []JSONStep
}

// JSONStep is one "->" or "->>" of a JSON path.
type JSONStep struct {
	AsText  bool   // ->>
	Key     string // object key, or the digits of an array index with its sign
	IsIndex bool
}

// SelectItem is a FieldItem or an EmbedItem.
type SelectItem interface{ format() string }

// FieldItem selects a column, "*", or an aggregate of either.
type FieldItem struct {
	Field         Field // Name "*" is every column; with Count, every row
	Cast          string
	Aggregate     Aggregate
	AggregateCast string
	Alias         string
}

// EmbedItem selects from a related relation.
type EmbedItem struct {
	Relation string
	Alias    string
	Hint     string
	IsInner  bool
	IsSpread bool
	Items    []SelectItem
}

// Aggregate is the name of an aggregate function, or "".
type Aggregate string

// The aggregates.
const (
	NoAggregate Aggregate = ""
	Sum         Aggregate = "sum"
	Avg         Aggregate = "avg"
	Count       Aggregate = "count"
	Max         Aggregate = "max"
	Min         Aggregate = "min"
)

// Logic is a Filter or a Group.
type Logic interface{ format() string }

// Filter compares a field with a value.
type Filter struct {
	Field      Field
	IsNegated  bool
	Op         Operator
	Quantifier Quantifier
	Value      string   // of all operators except In and Is
	Values     []string // In
	Is         IsValue  // Is
	Config     string   // text search configuration of the fts operators
}

// Group joins conditions with and or with or.
type Group struct {
	IsNegated bool
	IsOr      bool
	Terms     []Logic
}

// Operator is the operator of a filter, as in the URL.
type Operator string

// Operators with their own handling.
const (
	OpIn         Operator = "in"
	OpIs         Operator = "is"
	OpIsDistinct Operator = "isdistinct"
	OpLike       Operator = "like"
	OpILike      Operator = "ilike"
)

// Quantifier is the modifier in like(any).{a,b}.
type Quantifier string

// The quantifiers.
const (
	NoQuantifier  Quantifier = ""
	QuantifierAny Quantifier = "any"
	QuantifierAll Quantifier = "all"
)

// IsValue is the value of the operator "is".
type IsValue string

// The values of is.
const (
	IsNull    IsValue = "null"
	IsNotNull IsValue = "not_null"
	IsTrue    IsValue = "true"
	IsFalse   IsValue = "false"
	IsUnknown IsValue = "unknown"
)

// OrderTerm is one term of order=.
type OrderTerm struct {
	Relation     string // embedded relation for order=rel(col), otherwise ""
	Field        Field
	IsDescending bool
	NullOrder    NullOrder
}

// NullOrder is the position of nulls; the zero value is the default of PostgreSQL.
type NullOrder string

// The null orders.
const (
	NullsDefault NullOrder = ""
	NullsFirst   NullOrder = "nullsfirst"
	NullsLast    NullOrder = "nullslast"
)

// PathFilter is a filter of the embedded relation at Path; empty is the root.
type PathFilter struct {
	Path   []string
	Filter Filter
}

// PathLogic is a group of conditions of the relation at Path.
type PathLogic struct {
	Path  []string
	Logic Logic
}

// PathOrder is the order of the relation at Path.
type PathOrder struct {
	Path  []string
	Terms []OrderTerm
}

// PathRange is the limit and offset of the relation at Path.
type PathRange struct {
	Path  []string
	Range Range
}
