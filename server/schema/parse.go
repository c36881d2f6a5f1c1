package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// ErrInvalidSchema means that a text is not a schema. It is wrapped.
var ErrInvalidSchema = errors.New("not a schema")

// schemaResponse is the result of tableside_schema(), version 1.
type schemaResponse struct {
	Version   int                `json:"version"`
	Role      string             `json:"role"`
	Schemas   []string           `json:"schemas"`
	Owner     bool               `json:"owner"` // false from earlier versions of the function
	Tables    []responseTable    `json:"tables"`
	Functions []responseFunction `json:"functions"`
	// Transitions is the result of tableside_transitions(): null without the function, or the text of its error.
	Transitions json.RawMessage `json:"transitions"`
}

type responseTable struct {
	Schema               string                `json:"schema"`
	Name                 string                `json:"name"`
	RelKind              string                `json:"relkind"` // pg_class.relkind
	Comment              string                `json:"comment"`
	Columns              []responseColumn      `json:"columns"`
	PrimaryKey           []string              `json:"primaryKey"`
	RowsOf               *TableName            `json:"rowsOf"` // nil also from earlier versions of the function
	Order                string                `json:"order"`  // of a view with ORDER BY: the columns that it shows; "" also from earlier versions of the function
	UniqueKeys           [][]string            `json:"uniqueKeys"`
	ForeignKeys          []responseForeignKey  `json:"foreignKeys"`
	Checks               []Check               `json:"checks"`
	OriginChecks         []Check               `json:"originChecks"` // lists of values of the columns that a view shows; nil from earlier versions of the function
	ExclusiveConstraints []ExclusiveConstraint `json:"exclusives"`
	OwnerColumns         []string              `json:"ownerColumns"`  // nil from earlier versions of the function
	PolicyColumns        []string              `json:"policyColumns"` // on which a policy for SELECT depends; nil from earlier versions of the function
	EstimatedRows        *int64                `json:"estimatedRows"`
	HasManyRows          *bool                 `json:"manyRows"` // nil from earlier versions of the function
	Live                 *LiveSource           `json:"live"`
	RowSecurity          bool                  `json:"rowSecurity"`
	Privileges           TablePrivileges       `json:"privileges"`
	SecondFactor         TablePrivileges       `json:"secondFactor"`
}

// responseForeignKey is a foreign key. Earlier versions of the function reported OnPartitions instead of NotEmbeddable.
type responseForeignKey struct {
	ForeignKey
	OnPartitions bool `json:"onPartitions"`
}

// responseType is a type, with the base of its domains and arrays.
type responseType struct {
	Type    string          `json:"type"`
	Base    string          `json:"base"`
	TypType string          `json:"typtype"` // pg_type.typtype of the base
	IsArray bool            `json:"array"`
	Enum    []string        `json:"enum"`
	RowOf   *TableName      `json:"rowOf"`  // the table of a row type; only in functions
	Fields  []responseField `json:"fields"` // of another composite type; only in functions
}

type responseColumn struct {
	responseType
	Name     string `json:"name"`
	Comment  string `json:"comment"`
	IsFilled bool   `json:"filled"` // false from earlier versions of the function
	// OriginComment is the comment of the column that a view's column without a comment shows; "" from earlier versions of the function.
	OriginComment string  `json:"originComment"`
	Nullable      bool    `json:"nullable"`
	Default       *string `json:"default"`
	Generated     bool    `json:"generated"`
	Identity      string  `json:"identity"` // pg_attribute.attidentity
	IsLarge       bool    `json:"large"`
	MaxLength     *int    `json:"maxLength"`
	Precision     *int    `json:"precision"`
	Scale         *int    `json:"scale"`
	Select        bool    `json:"select"`
	Insert        bool    `json:"insert"`
	Update        bool    `json:"update"`
}

// Parse parses the result of tableside_schema(). The error is ErrInvalidSchema, also for
// a version that this program does not know.
func Parse(text []byte) (*Schema, error) {
	var a schemaResponse
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, fmt.Errorf("parse the result of %s(): %w: %w", SchemaFunctionName, ErrInvalidSchema, err)
	}
	if a.Version != 1 {
		return nil, fmt.Errorf("parse the result of %s(): %w: version %d, want 1; install the function again",
			SchemaFunctionName, ErrInvalidSchema, a.Version)
	}
	s := &Schema{Role: a.Role, IsOwner: a.Owner, Source: SourceFunction, Schemas: emptyIfNil(a.Schemas), Actions: []Action{}, Warnings: []Warning{}}
	s.Tables = make([]Table, 0, len(a.Tables))
	for _, t := range a.Tables {
		s.Tables = append(s.Tables, t.table(&s.Warnings))
	}
	setDefaultOrders(s.Tables)
	linkAccountCopies(s.Tables)
	setTenants(s.Tables)
	shortenColumnTitles(s.Tables)
	checkChoiceFilters(s.Tables, &s.Warnings)
	s.addTransitions(a.Transitions)
	s.Functions = make([]Function, 0, len(a.Functions))
	for _, f := range a.Functions {
		if f.takesPseudoType() {
			continue
		}
		s.Functions = append(s.Functions, f.function())
	}
	return s, nil
}

// ParseFile parses TABLESIDE_SCHEMA_FILE: a Schema as GET /api/schema returns it, a
// result of tableside_schema(), or the OpenAPI document of the REST root, which
// describes schemas[0]. The error is ErrInvalidSchema.
func ParseFile(text []byte, schemas []string) (*Schema, error) {
	var shape struct {
		Version *int    `json:"version"`
		Swagger *string `json:"swagger"`
		Source  *Source `json:"source"`
	}
	if err := json.Unmarshal(text, &shape); err != nil {
		return nil, fmt.Errorf("parse the schema file: %w: %w", ErrInvalidSchema, err)
	}
	var s *Schema
	var err error
	switch {
	case shape.Version != nil:
		s, err = Parse(text)
	case shape.Swagger != nil:
		s, err = ParseOpenAPI(text, schemas)
	case shape.Source != nil:
		s = &Schema{}
		err = json.Unmarshal(text, s)
		s.addFunctionsOfActions()
	default:
		err = fmt.Errorf("%w: neither a result of %s() or /api/schema, nor an OpenAPI document", ErrInvalidSchema, SchemaFunctionName)
	}
	if err != nil {
		return nil, fmt.Errorf("parse the schema file: %w", err)
	}
	s.Source = SourceFile
	return s, nil
}

// table converts a table of the SQL function's response. It parses the tags in comments
// and adds their problems to warnings.
func (t responseTable) table(warnings *[]Warning) Table {
	help, tags := parseObjectComment(t.Comment, "table "+t.Schema+"."+t.Name, TableTags, warnings)
	out := Table{
		Schema: t.Schema, Name: t.Name, Kind: tableKinds[t.RelKind],
		Title: formatTableTitle(tags, t.Name, t.RelKind), Comment: help, Tags: tags,
		Columns:       make([]Column, 0, len(t.Columns)),
		EstimatedRows: t.EstimatedRows, hasManyRows: t.HasManyRows == nil || *t.HasManyRows, Live: t.Live, RowsOf: t.RowsOf, viewOrder: t.Order, RowSecurity: t.RowSecurity, Privileges: t.Privileges, SecondFactor: t.SecondFactor,
		ForeignKeys: make([]ForeignKey, 0, len(t.ForeignKeys)), Checks: emptyIfNil(t.Checks), ExclusiveConstraints: t.ExclusiveConstraints,
	}
	for _, k := range t.ForeignKeys {
		k.NotEmbeddable = k.NotEmbeddable || k.OnPartitions
		out.ForeignKeys = append(out.ForeignKeys, k.ForeignKey)
	}
	readable := map[string]bool{}
	checks := slices.Concat(t.Checks, t.OriginChecks)
	for _, c := range t.Columns {
		column := c.column("column "+t.Schema+"."+t.Name+"."+c.Name, checks, warnings)
		column.IsOwner = slices.Contains(t.OwnerColumns, c.Name)
		column.isInPolicy = slices.Contains(t.PolicyColumns, c.Name)
		out.Columns = append(out.Columns, column)
		readable[c.Name] = c.Select
	}
	out.markStatusTexts()
	// A key with a column that the user cannot read does not identify rows for them.
	usable := func(key []string) bool {
		for _, name := range key {
			if !readable[name] {
				return false
			}
		}
		return len(key) > 0
	}
	out.PrimaryKey, out.UniqueKeys = []string{}, [][]string{}
	isView := t.RelKind == "v" || t.RelKind == "m"
	if key := tags.key(); usable(key) && (isView || len(t.PrimaryKey) == 0) {
		out.PrimaryKey = key
	} else if usable(t.PrimaryKey) {
		out.PrimaryKey = t.PrimaryKey
	}
	for _, key := range t.UniqueKeys {
		if usable(key) {
			out.UniqueKeys = append(out.UniqueKeys, key)
		}
	}
	out.removeRandomReferences()
	return out
}

// column converts a column of the SQL function's response. checks are those of its table, and
// those of the columns that a view shows. object names it in warnings.
func (c responseColumn) column(object string, checks []Check, warnings *[]Warning) Column {
	help, tags := parseObjectComment(c.Comment, object, ColumnTags, warnings)
	if c.Comment == "" && c.OriginComment != "" { // its warnings are those of the table
		warnings = &[]Warning{}
		help, tags = parseObjectComment(c.OriginComment, object, ColumnTags, warnings)
	}
	out := Column{
		Name: c.Name, Title: FormatTitle(tags, c.Name), Comment: help, Tags: tags,
		Type: c.Type, Base: c.Base, Kind: c.kind(), IsArray: c.IsArray, Enum: emptyIfNil(c.Enum),
		Nullable: c.Nullable, Default: c.Default, Generated: c.Generated, Identity: identityModes[c.Identity],
		IsLarge: c.IsLarge, IsFilled: c.IsFilled, MaxLength: c.MaxLength, Precision: c.Precision, Scale: c.Scale,
		Privileges: ColumnPrivileges{Select: c.Select, Insert: c.Insert, Update: c.Update},
	}
	out.convertToEnum(checks)
	out.readValueTags(object, warnings)
	return out
}

// parseObjectComment parses the comment on a table or column, and adds its problems to
// warnings. object names it, e.g. "table public.orders".
func parseObjectComment(comment, object string, set TagSet, warnings *[]Warning) (help string, tags Tags) {
	parsed := ParseComment(comment, set)
	*warnings = append(*warnings, parsed.Warnings(object, set)...)
	return parsed.Help, parsed.TagMap()
}

var tableKinds = map[string]TableKind{
	"r": KindTable, "p": KindPartitionedTable, "v": KindView, "m": KindMaterializedView, "f": KindForeignTable,
}

var identityModes = map[string]Identity{"a": IdentityAlways, "d": IdentityByDefault}

// emptyIfNil returns an empty list for nil, so that JSON contains [] and not null.
func emptyIfNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
