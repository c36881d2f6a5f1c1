package actions

import (
	"slices"
	"strings"

	"github.com/tableside/tableside/server/schema"
)

// idempotencyArgument is the argument that the server fills from the header
// Idempotency-Key.
const idempotencyArgument = "idempotency_key"

// addDatabaseActions adds an action for each database function. Overloads get ids with the names of their arguments, and
// are unavailable if PostgREST cannot distinguish them.
func (d *deriver) addDatabaseActions() {
	overloads := map[string][]schema.Function{}
	for _, f := range d.schema.Functions {
		overloads[f.Schema+"."+f.Name] = append(overloads[f.Schema+"."+f.Name], f)
	}
	for _, f := range d.schema.Functions {
		same := overloads[f.Schema+"."+f.Name]
		action := d.newDatabaseAction(f)
		action.ID = f.Schema + "." + f.Name
		if len(same) > 1 {
			action.ID += "(" + strings.Join(argumentNames(f), ",") + ")"
			action.Unavailable = explainAmbiguity(f, same)
		}
		for slices.ContainsFunc(d.actions, func(a schema.Action) bool { return a.ID == action.ID }) {
			action.ID += "+" // overloads with the same names of arguments
		}
		d.actions = append(d.actions, action)
	}
}

// newDatabaseAction returns the action of a function, without its id.
func (d *deriver) newDatabaseAction(f schema.Function) schema.Action {
	parsed := schema.ParseComment(f.Comment, schema.FunctionTags)
	object := "function " + f.Schema + "." + f.Name
	d.warnings = append(d.warnings, parsed.Warnings(object, schema.FunctionTags)...)
	tags := parsed.TagMap()

	a := newAction(schema.DatabaseAction)
	a.Schema, a.Name, a.Method, a.Volatility = f.Schema, f.Name, "POST", f.Volatility
	a.Title, a.Description = schema.FormatTitle(tags, f.Name), parsed.Help
	a.Body = chooseBody(f)
	for _, arg := range f.Args {
		if arg.Name == idempotencyArgument && (arg.Type.Kind == schema.Text || arg.Type.Kind == schema.UUID) {
			a.Idempotent = true
			continue
		}
		a.Arguments = append(a.Arguments, newArgument(arg))
	}
	a.Result = newResult(f.Result)
	p := placement{deriver: d, action: &a, object: object}
	for _, tag := range parsed.Tags {
		if tag.Name == "arg" {
			p.applyArgumentTag(tag.Value)
		}
	}
	p.applyTags(parsed.Tags)
	// A function that a policy calls, such as is_admin(), is an action only if it has a tag.
	if f.IsUsedByPolicy && len(parsed.Tags) == 0 {
		a.Hidden = true
	}
	return a
}

// chooseBody returns the form of the request's body: the REST service passes the whole
// body to a function with a single unnamed argument.
func chooseBody(f schema.Function) schema.ActionBody {
	if len(f.Args) != 1 || f.Args[0].Name != "" {
		return schema.JSONBody
	}
	switch f.Args[0].Type.Base {
	case "text":
		return schema.TextBody
	case "bytea":
		return schema.FileBody
	}
	return schema.ValueBody
}

func newArgument(arg schema.Argument) schema.ActionArgument {
	t := arg.Type
	return schema.ActionArgument{
		Name: arg.Name, Title: formatArgumentTitle(arg.Name), Type: t.SQL, Base: t.Base, Kind: t.Kind, IsArray: t.IsArray,
		Enum: emptyIfNil(t.Enum), Required: arg.Required, Variadic: arg.Variadic, Default: arg.Default,
		Table: t.Table, Fields: emptyIfNil(t.Fields),
	}
}

// formatArgumentTitle returns the name of an argument as words, without the prefixes that
// distinguish arguments from columns.
func formatArgumentTitle(name string) string {
	return schema.FormatTitle(nil, strings.TrimPrefix(strings.TrimPrefix(name, "p_"), "_"))
}

// newResult returns the result of a function as its type determines it.
func newResult(r schema.FunctionResult) schema.ActionResult {
	t := r.Type
	out := schema.ActionResult{
		Type: t.SQL, Base: t.Base, ValueKind: t.Kind, IsArray: t.IsArray, IsSet: r.IsSet, Table: t.Table,
		Columns: append(emptyIfNil(r.Columns), t.Fields...),
	}
	isRecord := len(r.Columns) > 0 || t.Base == "record" || t.Kind == schema.Composite && !t.IsArray
	switch {
	case !r.IsKnown:
		out.Kind = schema.AutoResult
	case t.Base == "void":
		out.Kind = schema.NoResult
	case r.IsSet:
		out.Kind = schema.RowsResult
	case isRecord:
		out.Kind = schema.RecordResult
	case t.Kind == schema.JSON, t.Kind == schema.Composite:
		out.Kind = schema.JSONResult
	case t.Kind == schema.Bytea && !t.IsArray:
		out.Kind = schema.FileResult
	case t.Kind == schema.Text && !t.IsArray:
		out.Kind = schema.TextResult
	default:
		out.Kind = schema.ValueResult
	}
	return out
}

// explainAmbiguity returns why the REST service cannot choose f among its overloads, or "".
// It chooses by the names of the arguments only.
func explainAmbiguity(f schema.Function, overloads []schema.Function) string {
	for _, other := range overloads {
		if slices.Equal(argumentTypes(f), argumentTypes(other)) {
			continue // f itself: no two functions have the same name and types
		}
		if canBeConfused(f, other) {
			return "The database has several functions named " + f.Name + " with the arguments (" + strings.Join(argumentNames(other), ", ") +
				"). The REST service distinguishes functions only by the names of their arguments. Rename an argument or the function."
		}
	}
	return ""
}

// canBeConfused reports whether a set of arguments exists with which both functions can be
// called.
func canBeConfused(f, g schema.Function) bool {
	accepts := func(f schema.Function, name string) bool { return slices.Contains(argumentNames(f), name) }
	for _, pair := range [][2]schema.Function{{f, g}, {g, f}} {
		for _, arg := range pair[0].Args {
			if arg.Required && !accepts(pair[1], arg.Name) {
				return false
			}
		}
	}
	return true
}

func argumentNames(f schema.Function) []string {
	var names []string
	for _, arg := range f.Args {
		names = append(names, arg.Name)
	}
	return names
}

func argumentTypes(f schema.Function) []string {
	var types []string
	for _, arg := range f.Args {
		types = append(types, arg.Type.SQL)
	}
	return types
}

func emptyIfNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
