// Package rowquery reads PostgREST's query syntax (select, filters, and/or,
// order, limit, offset, columns, on_conflict) into a tree, checks the tree
// against a schema, and writes its parts again in one canonical form. Nothing
// reaches the backend that wasn't understood here first.
//
// The grammar is PostgREST's src/PostgREST/ApiRequest/QueryParams.hs.
package rowquery

import "fmt"

// Query is a parsed query string.
type Query struct {
	Select     []Item   // nil when not given
	Conditions []Scoped // all of them must hold
	Orders     []Order  // at most one for each path
	Ranges     []Range  // at most one for each path
	Columns    []string // columns=, for inserts; nil when not given
	OnConflict []string // on_conflict=; nil when not given
}

// Path leads from the table to an embedded relation by the names used in
// select; empty is the table itself.
type Path []string

// Item is an entry of select: a field, "*", or an embedded relation.
type Item struct {
	Alias     string
	Star      bool
	Field     Field
	Cast      string // ::cast of the field
	Aggregate string // avg, count, max, min or sum
	AggCast   string // ::cast of the aggregate
	Embed     *Embed // a relation; the field is then unused
}

// Embed is an embedded relation.
type Embed struct {
	Relation string
	Hints    []string // "inner", "left", a constraint or a column
	Spread   bool     // ...relation(...)
	Items    []Item
}

// Field is a column, or a path into a JSON column.
type Field struct {
	Name string
	Path []JSONStep
}

// JSONStep is "->key" or, with Text, "->>key".
type JSONStep struct {
	Text  bool
	Key   string
	Index bool // Key is an array index
}

// Scoped is a condition on the relation at Path.
type Scoped struct {
	Path Path
	Condition
}

// Condition is a Filter or a Group.
type Condition interface {
	logic() string // as an element of and=(...)
	fields(visit func(Field))
}

// Filter compares a field.
type Filter struct {
	Field    Field
	Not      bool
	Operator string   // e.g. "eq", "in", "is"
	Modifier string   // any or all; a text search configuration
	Value    string   // for all but "in"
	List     []string // for "in"
}

// Group joins conditions with and, or with or.
type Group struct {
	Not     bool
	Or      bool
	Members []Condition
}

// Order sorts the relation at Path.
type Order struct {
	Path  Path
	Terms []Term
}

// Term is one column of an order.
type Term struct {
	Relation   string // order by a column of this embedded to-one relation
	Field      Field
	Descending bool
	NullsFirst bool // the database's default when the query doesn't say: first if descending
}

// Range cuts the relation at Path; nil is no limit.
type Range struct {
	Path   Path
	Limit  *int
	Offset *int
}

// Reason says what kind of mistake an Error is.
type Reason int

// The reasons.
const (
	Malformed     Reason = iota // the syntax is wrong
	UnknownColumn               // a column that the schema doesn't have, or doesn't show this person
)

// Error is a query that is not passed on.
type Error struct {
	Reason  Reason
	Message string
	Column  string // for UnknownColumn
}

func (e *Error) Error() string { return e.Message }

func malformed(format string, args ...any) *Error {
	return &Error{Reason: Malformed, Message: fmt.Sprintf(format, args...)}
}

// Unfiltered reports whether nothing filters the table itself. Conditions on
// embedded relations don't count: they don't keep a row from being changed.
func (q *Query) Unfiltered() bool {
	for _, c := range q.Conditions {
		if len(c.Path) == 0 {
			return false
		}
	}
	return true
}

// Range is the range of the table itself, if any.
func (q *Query) Range() Range {
	for _, r := range q.Ranges {
		if len(r.Path) == 0 {
			return r
		}
	}
	return Range{}
}

// Order is the order of the table itself.
func (q *Query) Order() []Term {
	for _, o := range q.Orders {
		if len(o.Path) == 0 {
			return o.Terms
		}
	}
	return nil
}
