// Package schema describes what a user can reach in the database: tables, columns, keys,
// relations, enums, checks, functions, and the privileges of the user's role. It parses
// the sources from which a schema can be read.
package schema

import (
	"regexp"
	"slices"
)

// Schema is the response of GET /api/schema.
type Schema struct {
	Role      string     `json:"role"`     // the caller's database role, e.g. "authenticated"
	Source    Source     `json:"source"`   // from which it was read
	Schemas   []string   `json:"schemas"`  // the exposed database schemas, the default first
	Tables    []Table    `json:"tables"`   // sorted by schema and name; only those with a privilege
	Actions   []Action   `json:"actions"`  // functions that the user can run; sorted by title
	Warnings  []Warning  `json:"warnings"` // problems in comments; only for owners (see HideWarnings)
	Functions []Function `json:"-"`        // from which package actions creates Actions; nil for a file of GET /api/schema
	IsOwner   bool       `json:"-"`        // the role has the rights of the owner of a table or function
}

// ownerRole matches the names of roles whose users maintain the comments of a project,
// although the tables belong to another role, as they do on hosted projects.
var ownerRole = regexp.MustCompile(`(?i)^(owner|admin|administrator)$`)

// IsForOwner reports whether the user owns objects of the database, or has a role that is named after
// owners.
func (s *Schema) IsForOwner() bool { return s.IsOwner || ownerRole.MatchString(s.Role) }

// HideWarnings removes the warnings, unless the user owns the objects or has a role that
// is named after owners: others can't correct the comments.
func (s *Schema) HideWarnings() {
	if !s.IsForOwner() {
		s.Warnings = []Warning{}
	}
}

// Source is a source of a Schema.
type Source string

// The sources, in the order in which they are tried.
const (
	SourceFunction Source = "function" // tableside_schema(), with the caller's own privileges
	SourceOpenAPI  Source = "openapi"  // the REST root, read with a secret key: assumes all privileges
	SourceFile     Source = "file"     // TABLESIDE_SCHEMA_FILE
)

// TableKind is the kind of a relation.
type TableKind string

// The relation kinds.
const (
	KindTable            TableKind = "table"
	KindPartitionedTable TableKind = "partitioned table"
	KindView             TableKind = "view"
	KindMaterializedView TableKind = "materialized view"
	KindForeignTable     TableKind = "foreign table"
)

// Table is a relation that the user can reach.
type Table struct {
	Schema               string                `json:"schema"`
	Name                 string                `json:"name"`
	Kind                 TableKind             `json:"kind"`
	Title                string                `json:"title"`   // tag @title, or the name as words
	Comment              string                `json:"comment"` // the comment without its tags; "": none
	Tags                 Tags                  `json:"tags"`
	Columns              []Column              `json:"columns"`          // in the order of the table; only those with a privilege
	PrimaryKey           []string              `json:"primaryKey"`       // column names; empty if the user cannot read all of them
	RowsOf               *TableName            `json:"rowsOf,omitempty"` // of a view whose rows each show one row of a table that the user can read there, too: this table; absent if unknown or none
	viewOrder            string                // of a view with ORDER BY: its order, as in the tag @order
	UniqueKeys           [][]string            `json:"uniqueKeys"` // the other unique keys that the user can read; not partial, not deferrable
	ForeignKeys          []ForeignKey          `json:"foreignKeys"`
	Checks               []Check               `json:"checks"`
	ExclusiveConstraints []ExclusiveConstraint `json:"-"`             // that reject duplicates; empty if the source does not contain them
	EstimatedRows        *int64                `json:"estimatedRows"` // the planner's estimate; null if unknown, or if policies hide rows from the user
	hasManyRows          bool                  // whether it has more than 200,000 rows, including those that policies hide
	Live                 *LiveSource           `json:"live"` // how the backend reports changes of rows; null: not at all
	RowSecurity          bool                  `json:"rowSecurity"`
	Privileges           TablePrivileges       `json:"privileges"`
	SecondFactor         TablePrivileges       `json:"secondFactor"` // the privileges for which a policy requires aal2, while the session has aal1
}

// hasColumns reports whether the table contains all the columns.
func (t Table) hasColumns(names []string) bool {
	for _, name := range names {
		if !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Name == name }) {
			return false
		}
	}
	return len(names) > 0
}

// LiveSource is the way in which the backend reports changes of a table's rows over
// realtime.
type LiveSource string

// The sources of live updates.
const (
	LiveChanges   LiveSource = "changes"   // postgres_changes: the table is in the publication supabase_realtime
	LiveBroadcast LiveSource = "broadcast" // messages of the triggers that LiveSQL creates
)

// TablePrivileges are the privileges of the user on a table. False is certain: there is
// no grant on the table or any column, the view is read-only, or the policies reject
// every row. With true, a policy can still reject a row.
type TablePrivileges struct {
	Select bool `json:"select"`
	Insert bool `json:"insert"`
	Update bool `json:"update"`
	Delete bool `json:"delete"`
}

// Tags are the display tags in a comment: "@hidden" is {"hidden": ""},
// "@file bucket=product-photos" is {"file": "bucket=product-photos"}.
type Tags map[string]string

// Kind is a family of types. It determines the input and the operators of a column.
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
	Title      string           `json:"title"`   // tag @title, or the name as words
	Comment    string           `json:"comment"` // without its tags; "": none
	Tags       Tags             `json:"tags"`
	Type       string           `json:"type"` // as SQL writes it, e.g. "character varying(60)", "numeric(10,2)[]"
	Base       string           `json:"base"` // pg_type name of the element or base type, e.g. "int8"
	Kind       Kind             `json:"kind"`
	IsArray    bool             `json:"array"`
	Enum       []string         `json:"enum"` // the values of an Enum, also of a text with a check constraint that lists them; otherwise empty
	Nullable   bool             `json:"nullable"`
	Default    *string          `json:"default"`   // SQL expression; null: none
	Generated  bool             `json:"generated"` // generated always as (...) stored: read-only
	Identity   Identity         `json:"identity"`
	IsLarge    bool             `json:"large"`            // has values of many kilobytes, which clients load after the other columns; false if unknown
	IsOwner    bool             `json:"owner,omitempty"`  // must contain the caller's id in new rows, because a policy requires it, and has no default
	IsFilled   bool             `json:"filled,omitempty"` // is required, and a trigger assigns it before an insert
	IsStatus   bool             `json:"status,omitempty"` // is a text that contains a status, by its name
	IsTenant   bool             `json:"tenant,omitempty"` // refers to the tenant of a multi-tenant database: all rows that a user sees usually have the same value
	MaxLength  *int             `json:"maxLength"`
	Precision  *int             `json:"precision"`
	Scale      *int             `json:"scale"`
	Privileges ColumnPrivileges `json:"privileges"`
	// Transitions are the values that can follow each value of an enum column, from the tag
	// @transitions. A value without an entry is a final value. Absent: the column has no such tag.
	Transitions map[string][]string `json:"transitions,omitempty"`
	// Labels are the displayed texts of values, from the tag @labels. A value without an entry
	// is displayed as words. Absent: the column has no such tag.
	Labels map[string]string `json:"labels,omitempty"`
	// Done are the values of a status with which a row is finished, from the tag @done: its due
	// date is not late. Absent: the column has no such tag.
	Done []string `json:"done,omitempty"`

	isInPolicy         bool // a policy for SELECT depends on it
	hasRandomReference bool // is a reference whose default in the database generates a UUID, which Default omits
}

// Identity is the identity mode of a column.
type Identity string

// The identity modes.
const (
	IdentityNone      Identity = ""
	IdentityAlways    Identity = "always" // read-only
	IdentityByDefault Identity = "by default"
)

// ColumnPrivileges are the grants of the user's role on a column.
type ColumnPrivileges struct {
	Select bool `json:"select"`
	Insert bool `json:"insert"`
	Update bool `json:"update"`
}

// ForeignKey is a constraint that points to another table. Those of a view are the constraints of the tables whose columns it shows.
type ForeignKey struct {
	Name       string   `json:"name"`
	Columns    []string `json:"columns"`
	RefSchema  string   `json:"refSchema"`
	RefTable   string   `json:"refTable"`
	RefColumns []string `json:"refColumns"`
	OnDelete   string   `json:"onDelete"` // "no action", "restrict", "cascade", "set null", "set default"
	// NotEmbeddable reports that the REST service can’t embed by it: only partitions of the table have the
	// constraint, or it is not a constraint, but a view that shows the key of another table.
	NotEmbeddable bool `json:"notEmbeddable,omitempty"`
}

// Check is a check constraint.
type Check struct {
	Name       string   `json:"name"`
	Columns    []string `json:"columns"`
	Expression string   `json:"expression"` // e.g. "price > 0"
	Comment    string   `json:"comment"`    // the comment of the constraint, for error messages; "": none
}

// ExclusiveConstraint is a unique index or an exclusion constraint of the table or of
// one of its partitions. It can be partial, or on expressions. It is not part of the
// API.
type ExclusiveConstraint struct {
	Name    string
	Columns []string
}
