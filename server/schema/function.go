package schema

import "slices"

// Volatility is the volatility of a function. Immutable and stable functions change
// nothing, so they can be called again.
type Volatility string

// The volatilities.
const (
	Immutable Volatility = "immutable"
	Stable    Volatility = "stable"
	Volatile  Volatility = "volatile"
)

// Function is a database function that the user can execute.
type Function struct {
	Schema         string
	Name           string
	Comment        string // with its tags
	Args           []Argument
	Result         FunctionResult
	Volatility     Volatility
	IsUsedByPolicy bool // a policy calls it
}

// Argument is an input argument of a function.
type Argument struct {
	Name     string // "": the only argument, which is the request's body
	Type     Type
	Required bool    // false: it has a default
	Default  *string // SQL expression; null: none or unknown
	Variadic bool
}

// Type is a type with the properties of its base: that of its domains and arrays.
type Type struct {
	SQL     string // e.g. "numeric(10,2)[]"
	Base    string // pg_type name, e.g. "numeric"
	Kind    Kind
	IsArray bool
	Enum    []string
	Table   *TableName       // the table of a row type; nil: no row type
	Fields  []CompositeField // of a composite type that is no row type
}

// FunctionResult is the type of the result of a function.
type FunctionResult struct {
	Type    Type
	IsKnown bool             // false: the source does not contain results
	IsSet   bool             // many rows
	Columns []CompositeField // of RETURNS TABLE and of several OUT arguments
}

// addFunctionsOfActions adds the functions of the actions of a Schema that was encoded as
// JSON, which contains no functions.
func (s *Schema) addFunctionsOfActions() {
	for _, action := range s.Actions {
		if action.Kind == DatabaseAction {
			s.Functions = append(s.Functions, Function{Schema: action.Schema, Name: action.Name, Volatility: action.Volatility})
		}
	}
	s.Actions, s.Warnings = emptyIfNil(s.Actions), emptyIfNil(s.Warnings)
}

type responseFunction struct {
	Schema     string             `json:"schema"`
	Name       string             `json:"name"`
	Comment    string             `json:"comment"`
	Volatility Volatility         `json:"volatility"`
	InPolicy   bool               `json:"inPolicy"`
	Args       []responseArgument `json:"args"`
	Returns    struct {
		responseType
		Set     bool            `json:"set"`
		Columns []responseField `json:"columns"`
	} `json:"returns"`
}

type responseArgument struct {
	responseType
	Name     string  `json:"name"`
	Required bool    `json:"required"`
	Default  *string `json:"default"`
	Variadic bool    `json:"variadic"`
}

// responseField is a field of a composite type, or a column of a result.
type responseField struct {
	responseType
	Name string `json:"name"`
}

// takesPseudoType reports whether an argument has a type such as record or anyelement. The REST service has no value of it.
func (f responseFunction) takesPseudoType() bool {
	return slices.ContainsFunc(f.Args, func(a responseArgument) bool { return a.TypType == "p" })
}

// function converts a function of the SQL function's response.
func (f responseFunction) function() Function {
	out := Function{
		Schema: f.Schema, Name: f.Name, Comment: f.Comment, Args: make([]Argument, 0, len(f.Args)), Volatility: f.Volatility,
		IsUsedByPolicy: f.InPolicy,
		Result:         FunctionResult{Type: f.Returns.convert(), IsKnown: true, IsSet: f.Returns.Set, Columns: convertFields(f.Returns.Columns)},
	}
	for _, a := range f.Args {
		out.Args = append(out.Args, Argument{
			Name: a.Name, Type: a.convert(), Required: a.Required, Default: a.Default, Variadic: a.Variadic,
		})
	}
	return out
}

// convert returns the type with its kind.
func (t responseType) convert() Type {
	return Type{
		SQL: t.Type, Base: t.Base, Kind: t.kind(), IsArray: t.IsArray, Enum: emptyIfNil(t.Enum),
		Table: t.RowOf, Fields: convertFields(t.Fields),
	}
}

// convertFields returns the fields of a composite type in the form of the API.
func convertFields(fields []responseField) []CompositeField {
	out := make([]CompositeField, 0, len(fields))
	for _, f := range fields {
		out = append(out, CompositeField{
			Name: f.Name, Type: f.Type, Base: f.Base, Kind: f.kind(), IsArray: f.IsArray, Enum: emptyIfNil(f.Enum),
		})
	}
	return out
}
