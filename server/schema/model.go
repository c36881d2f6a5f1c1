// Package schema is what a signed-in person can reach, as read from the
// backend: tables, columns, keys, relations, enums, checks, functions, and the
// privileges of the person's own database role.
package schema

// Schema is the answer of GET /api/schema.
type Schema struct {
	Role      string     `json:"role"`    // the caller's database role, e.g. "authenticated"
	Source    Source     `json:"source"`  // where it was read from
	Schemas   []string   `json:"schemas"` // the exposed database schemas, the default one first
	Tables    []Table    `json:"tables"`  // by schema, then name; only those with some privilege
	Functions []Function `json:"functions"`
}

// Source names where a Schema was read from.
type Source string

// The sources, in the order in which they are tried.
const (
	SourceFunction Source = "function" // tableside_schema(), with the caller's own privileges
	SourceOpenAPI  Source = "openapi"  // the REST root with a secret key: privileges unknown, taken as granted
	SourceFile     Source = "file"     // TABLESIDE_SCHEMA_FILE
)

// TableKind is what a relation is.
type TableKind string

// The relation kinds.
const (
	KindTable            TableKind = "table"
	KindPartitionedTable TableKind = "partitioned table"
	KindView             TableKind = "view"
	KindMaterializedView TableKind = "materialized view"
	KindForeignTable     TableKind = "foreign table"
)

// Table is a relation that the caller can reach.
type Table struct {
	Schema               string                `json:"schema"`
	Name                 string                `json:"name"`
	Kind                 TableKind             `json:"kind"`
	Title                string                `json:"title"`   // tag @title, else the name in words
	Comment              string                `json:"comment"` // comment on table, without its tags; may be ""
	Tags                 Tags                  `json:"tags"`
	Columns              []Column              `json:"columns"`    // in the table's order; only those with some privilege
	PrimaryKey           []string              `json:"primaryKey"` // column names; empty when there is none that the caller can read
	UniqueKeys           [][]string            `json:"uniqueKeys"` // the other unique keys that the caller can read: whole-table, immediate ones
	ForeignKeys          []ForeignKey          `json:"foreignKeys"`
	Checks               []Check               `json:"checks"`
	ExclusiveConstraints []ExclusiveConstraint `json:"-"`             // what a duplicate is refused by; empty where the source doesn't tell
	EstimatedRows        *int64                `json:"estimatedRows"` // the planner's estimate; null when never analysed, or when policies hide rows from the caller
	RowSecurity          bool                  `json:"rowSecurity"`
	Privileges           TablePrivileges       `json:"privileges"`
}

// TablePrivileges says what the caller may try on a table. False is certain:
// no grant on the table or any column, a view that can't be written, or
// policies that refuse whatever the row. True may still be refused for a row.
type TablePrivileges struct {
	Select bool `json:"select"`
	Insert bool `json:"insert"`
	Update bool `json:"update"`
	Delete bool `json:"delete"`
}

// Tags are the display tags in a comment: "@hidden" is {"hidden": ""},
// "@file bucket=product-photos" is {"file": "bucket=product-photos"}.
type Tags map[string]string

// Kind is the family of a column's type: what decides editor and operators.
type Kind string

// The kinds. For an array or a domain it is the kind of the element or base type.
const (
	Boolean     Kind = "boolean"
	Integer     Kind = "integer" // int2, int4, int8, oid
	Numeric     Kind = "numeric" // exact decimals, money
	Float       Kind = "float"
	Text        Kind = "text" // text, varchar, bpchar, citext, name
	UUID        Kind = "uuid"
	Date        Kind = "date"
	Time        Kind = "time"
	TimeTZ      Kind = "timetz"
	Timestamp   Kind = "timestamp"
	TimestampTZ Kind = "timestamptz"
	Interval    Kind = "interval"
	JSON        Kind = "json" // json, jsonb
	Bytea       Kind = "bytea"
	Enum        Kind = "enum"
	Range       Kind = "range"
	Multirange  Kind = "multirange"
	TSVector    Kind = "tsvector"
	Network     Kind = "network" // inet, cidr, macaddr
	Composite   Kind = "composite"
	Other       Kind = "other" // edited as text
)

// Column is a column of a table.
type Column struct {
	Name       string           `json:"name"`
	Title      string           `json:"title"`   // tag @title, else the name in words
	Comment    string           `json:"comment"` // without its tags; may be ""
	Tags       Tags             `json:"tags"`
	Type       string           `json:"type"` // as SQL writes it, e.g. "character varying(60)", "numeric(10,2)[]"
	Base       string           `json:"base"` // pg_type name of the element or base type, e.g. "int8"
	Kind       Kind             `json:"kind"`
	IsArray    bool             `json:"array"`
	Enum       []string         `json:"enum"` // values in their order when Kind is Enum, else empty
	Nullable   bool             `json:"nullable"`
	Default    *string          `json:"default"`   // SQL expression; null when there is none
	Generated  bool             `json:"generated"` // generated always as (...) stored: never written
	Identity   Identity         `json:"identity"`
	MaxLength  *int             `json:"maxLength"`
	Precision  *int             `json:"precision"`
	Scale      *int             `json:"scale"`
	Privileges ColumnPrivileges `json:"privileges"`
}

// Identity says whether a column is an identity column.
type Identity string

// The identity modes.
const (
	IdentityNone      Identity = ""
	IdentityAlways    Identity = "always" // never written
	IdentityByDefault Identity = "by default"
)

// ColumnPrivileges says what the caller's role is granted on a column.
type ColumnPrivileges struct {
	Select bool `json:"select"`
	Insert bool `json:"insert"`
	Update bool `json:"update"`
}

// ForeignKey is a constraint that points to another table.
type ForeignKey struct {
	Name       string   `json:"name"`
	Columns    []string `json:"columns"`
	RefSchema  string   `json:"refSchema"`
	RefTable   string   `json:"refTable"`
	RefColumns []string `json:"refColumns"`
	OnDelete   string   `json:"onDelete"` // "no action", "restrict", "cascade", "set null", "set default"
}

// Check is a check constraint.
type Check struct {
	Name       string   `json:"name"`
	Columns    []string `json:"columns"`
	Expression string   `json:"expression"` // e.g. "price > 0"
	Comment    string   `json:"comment"`    // comment on constraint: the sentence to show; may be ""
}

// ExclusiveConstraint is a unique index or an exclusion constraint, of the table or of one
// of its partitions. It may be partial or over expressions. Without tags: no part
// of the API.
type ExclusiveConstraint struct {
	Name    string
	Columns []string
}

// Volatility of a function decides how it may be called: immutable and stable
// ones also by GET.
type Volatility string

// The volatilities.
const (
	Immutable Volatility = "immutable"
	Stable    Volatility = "stable"
	Volatile  Volatility = "volatile"
)

// Function is a database function that the caller may execute.
type Function struct {
	Schema     string         `json:"schema"`
	Name       string         `json:"name"`
	Title      string         `json:"title"`
	Comment    string         `json:"comment"`
	Tags       Tags           `json:"tags"`
	Args       []Argument     `json:"args"`
	Result     FunctionResult `json:"returns"`
	Volatility Volatility     `json:"volatility"`
}

// Argument is an input argument of a function.
type Argument struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Base     string   `json:"base"`
	Kind     Kind     `json:"kind"`
	IsArray  bool     `json:"array"`
	Enum     []string `json:"enum"`
	Required bool     `json:"required"` // false: it has a default
	Variadic bool     `json:"variadic"`
}

// FunctionResult is what a function answers.
type FunctionResult struct {
	Type  string `json:"type"` // "void" for nothing
	Kind  Kind   `json:"kind"`
	IsSet bool   `json:"set"`   // many rows
	Table string `json:"table"` // name of the table whose rows it answers, else ""
}
