package schema

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// openAPIDocument is the part of the document at the REST root (Swagger 2.0) that is
// used. The properties of a table are in the order of its columns.
type openAPIDocument struct {
	Swagger     string                       `json:"swagger"`
	Definitions map[string]openAPIDefinition `json:"definitions"`
	Paths       map[string]openAPIPath       `json:"paths"`
}

type openAPIDefinition struct {
	Description string                         `json:"description"`
	Required    []string                       `json:"required"`
	Properties  orderedObject[openAPIProperty] `json:"properties"`
}

type openAPIProperty struct {
	Description string          `json:"description"`
	Type        string          `json:"type"`
	Format      string          `json:"format"`
	Default     json.RawMessage `json:"default"`
	Enum        []string        `json:"enum"`
	MaxLength   *int            `json:"maxLength"`
}

type openAPIPath map[string]openAPIOperation // by method

type openAPIOperation struct {
	Summary     string `json:"summary"`
	Description string `json:"description"`
	Parameters  []struct {
		In     string            `json:"in"`
		Schema openAPIDefinition `json:"schema"`
	} `json:"parameters"`
}

// Notes that the service adds to a column's description.
var (
	primaryKeyNotePattern = regexp.MustCompile(`(?s)\n*Note:\nThis is a Primary Key\.<pk/>`)
	foreignKeyNotePattern = regexp.MustCompile("(?s)\\n*(?:Note:\\n)?This is a Foreign Key to `[^`]*`\\.<fk table='([^']*)' column='([^']*)'/>")
)

// ParseOpenAPI parses the document at the REST root, which describes one database
// schema: schemas[0]. The document contains no grants and policies, so the result has
// all privileges (for a view those of its listed methods), and the backend rejects what
// the user cannot do. It also contains no unique keys, checks, identity and generated
// columns, and results of functions. The error is ErrInvalidSchema.
func ParseOpenAPI(text []byte, schemas []string) (*Schema, error) {
	var doc openAPIDocument
	if err := json.Unmarshal(text, &doc); err != nil {
		return nil, fmt.Errorf("read the OpenAPI document: %w: %w", ErrInvalidSchema, err)
	}
	if doc.Swagger != "2.0" || len(schemas) == 0 {
		return nil, fmt.Errorf("read the OpenAPI document: %w: Swagger %q, want \"2.0\"", ErrInvalidSchema, doc.Swagger)
	}
	s := &Schema{Source: SourceOpenAPI, Schemas: schemas, Tables: []Table{}, Actions: []Action{}, Warnings: []Warning{}}
	for path, methods := range doc.Paths {
		name := strings.TrimPrefix(path, "/")
		if function, ok := strings.CutPrefix(name, "rpc/"); ok {
			if call, ok := methods["post"]; ok && !strings.HasPrefix(function, "tableside_") {
				_, readOnly := methods["get"]
				s.Functions = append(s.Functions, call.function(schemas[0], function, readOnly))
			}
		} else if definition, ok := doc.Definitions[name]; ok {
			s.Tables = append(s.Tables, definition.table(schemas[0], name, methods, &s.Warnings))
		}
	}
	shortenColumnTitles(s.Tables)
	slices.SortFunc(s.Tables, func(a, b Table) int { return strings.Compare(a.Name, b.Name) })
	slices.SortFunc(s.Functions, func(a, b Function) int { return strings.Compare(a.Name, b.Name) })
	return s, nil
}

// table returns the table of a definition. Its privileges are the methods of its path. It
// adds the problems of comments to warnings.
func (d openAPIDefinition) table(schema, name string, methods openAPIPath, warnings *[]Warning) Table {
	help, tags := parseObjectComment(d.Description, "table "+schema+"."+name, TableTags, warnings)
	can := func(method string) bool { _, ok := methods[method]; return ok }
	t := Table{
		Schema: schema, Name: name, Kind: KindTable, Title: FormatTitle(tags, name), Comment: help, Tags: tags,
		Columns: []Column{}, PrimaryKey: []string{}, UniqueKeys: [][]string{}, ForeignKeys: []ForeignKey{}, Checks: []Check{},
		Privileges: TablePrivileges{Select: can("get"), Insert: can("post"), Update: can("patch"), Delete: can("delete")},
	}
	for _, p := range d.Properties {
		column := p.value.column(p.name, slices.Contains(d.Required, p.name), "column "+schema+"."+name+"."+p.name, warnings)
		column.Privileges = ColumnPrivileges{Select: true, Insert: t.Privileges.Insert, Update: t.Privileges.Update}
		t.Columns = append(t.Columns, column)
		if primaryKeyNotePattern.MatchString(p.value.Description) {
			t.PrimaryKey = append(t.PrimaryKey, p.name)
		}
		if fk := foreignKeyNotePattern.FindStringSubmatch(p.value.Description); fk != nil {
			t.ForeignKeys = append(t.ForeignKeys, ForeignKey{
				Name: name + "_" + p.name + "_fkey", Columns: []string{p.name},
				RefSchema: schema, RefTable: fk[1], RefColumns: []string{fk[2]}, OnDelete: "no action",
			})
		}
	}
	t.markStatusTexts()
	if key := tags.key(); len(t.PrimaryKey) == 0 && t.hasColumns(key) {
		t.PrimaryKey = key
	}
	return t
}

// column returns the column of a property, without privileges. A required property is not
// nullable. object names the column in warnings.
func (p openAPIProperty) column(name string, required bool, object string, warnings *[]Warning) Column {
	description := primaryKeyNotePattern.ReplaceAllString(p.Description, "")
	description = foreignKeyNotePattern.ReplaceAllString(description, "")
	help, tags := parseObjectComment(strings.TrimSpace(description), object, ColumnTags, warnings)
	t := p.parseType()
	c := Column{
		Name: name, Title: FormatTitle(tags, name), Comment: help, Tags: tags,
		Type: t.Type, Base: t.Base, Kind: t.kind(), IsArray: t.IsArray, Enum: emptyIfNil(t.Enum),
		Nullable: !required, MaxLength: p.MaxLength,
	}
	c.readValueTags(object, warnings)
	if len(p.Default) > 0 && string(p.Default) != "null" {
		text := string(p.Default)
		var plain string
		if json.Unmarshal(p.Default, &plain) == nil {
			text = plain
		}
		c.Default = &text
	}
	return c
}

// function returns the function of an operation. readOnly is true if it can be called by GET.
func (o openAPIOperation) function(schema, name string, readOnly bool) Function {
	f := Function{
		Schema: schema, Name: name, Comment: strings.TrimSpace(o.Summary + "\n" + o.Description), Args: []Argument{},
		Result: FunctionResult{Type: Type{Kind: Other}}, Volatility: Volatile,
	}
	if readOnly {
		f.Volatility = Stable
	}
	for _, parameter := range o.Parameters {
		if parameter.In != "body" {
			continue
		}
		for _, p := range parameter.Schema.Properties {
			f.Args = append(f.Args, Argument{
				Name: p.name, Type: p.value.parseType().convert(), Required: slices.Contains(parameter.Schema.Required, p.name),
			})
		}
	}
	return f
}

// typeNames maps the name of a type in SQL to its name in pg_type, if they differ.
var typeNames = map[string]string{
	"boolean": "bool", "smallint": "int2", "integer": "int4", "bigint": "int8", "int32": "int4", "int64": "int8",
	"real": "float4", "double precision": "float8", "character varying": "varchar", "character": "bpchar",
	"timestamp without time zone": "timestamp", "timestamp with time zone": "timestamptz",
	"time without time zone": "time", "time with time zone": "timetz", `"char"`: "char",
}

var typeModifierPattern = regexp.MustCompile(`\([0-9, ]+\)`)

// parseType returns the type in "format", which contains it as in SQL.
func (p openAPIProperty) parseType() responseType {
	element, array := strings.CutSuffix(p.Format, "[]")
	base := typeModifierPattern.ReplaceAllString(element, "")
	if named, ok := typeNames[base]; ok {
		base = named
	} else if dot := strings.LastIndexByte(base, '.'); dot >= 0 {
		base = strings.Trim(base[dot+1:], `"`)
	}
	t := responseType{Type: p.Format, Base: base, IsArray: array || p.Type == "array", Enum: p.Enum}
	switch {
	case len(p.Enum) > 0:
		t.TypType = "e"
	case strings.HasSuffix(base, "multirange"):
		t.TypType = "m"
	case strings.HasSuffix(base, "range"):
		t.TypType = "r"
	}
	return t
}

// orderedObject is a JSON object with its members in their order.
type orderedObject[T any] []objectMember[T]

type objectMember[T any] struct {
	name  string
	value T
}

// UnmarshalJSON decodes the members one after the other.
func (o *orderedObject[T]) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return fmt.Errorf("read properties: %s is no object", strconv.Quote(string(text)))
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return fmt.Errorf("read properties: %w", err)
		}
		var value T
		if err := decoder.Decode(&value); err != nil {
			return fmt.Errorf("read property %v: %w", name, err)
		}
		*o = append(*o, objectMember[T]{name.(string), value})
	}
	return nil
}
