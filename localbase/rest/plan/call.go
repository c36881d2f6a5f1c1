package plan

import (
	"encoding/hex"
	"net/http"
	"slices"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// Arguments contains the arguments of a call: named ones, or a body.
type Arguments struct {
	Named     []postgrestquery.Arg // of the query string or a form; nil: the arguments are in Body
	Body      Payload              // of a POST without a form
	IsPost    bool
	MediaType string // of the body of a POST
}

// keys returns the sorted names of the arguments.
func (a Arguments) keys() []string {
	if a.Named == nil {
		return a.Body.Keys
	}
	var names []string
	for _, arg := range a.Named {
		names = append(names, arg.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// bodyParamTypes maps a media type to the types of a single unnamed parameter that accepts such a
// body.
var bodyParamTypes = map[string][]string{
	"application/json":         {"json", "jsonb"},
	"text/plain":               {"text"},
	"text/xml":                 {"xml"},
	"application/octet-stream": {"bytea"},
}

// hasBodyParam reports whether the function has a single unnamed parameter that accepts the whole
// body.
func hasBodyParam(f *catalog.Function, a Arguments) bool {
	return a.IsPost && len(f.Params) == 1 && f.Params[0].Name == "" && slices.Contains(bodyParamTypes[a.MediaType], f.Params[0].Type)
}

// isOpaque reports whether the body has a media type without argument names.
func (a Arguments) isOpaque() bool {
	return a.IsPost && (a.MediaType == "text/plain" || a.MediaType == "text/xml" || a.MediaType == "application/octet-stream")
}

// FindFunction chooses the overload whose parameters match the names of the arguments, or an
// overload that accepts the whole body. It returns PGRST202 if none matches and PGRST203 if several
// match.
func FindFunction(c *catalog.Catalog, name catalog.Name, a Arguments) (*catalog.Function, error) {
	var byName, byBody []*catalog.Function
	keys := a.keys()
	for _, f := range c.Functions(name) {
		switch {
		case canCall(f, keys, a):
			byName = append(byName, f)
		case hasBodyParam(f, a):
			byBody = append(byBody, f)
		}
	}
	matches := byName
	if len(matches) == 0 {
		matches = byBody
	}
	switch len(matches) {
	case 0:
		return nil, newFunctionNotFound(c, name, keys, a)
	case 1:
		return matches[0], nil
	default:
		return nil, newAmbiguousFunction(matches)
		// canCall reports whether the arguments include all required parameters and no unknown ones.
	}
}

// canCall reports whether a call with arguments of these names fits the parameters of f: all
// required ones are present, and no other.
func canCall(f *catalog.Function, keys []string, a Arguments) bool {
	if len(f.Params) == 0 {
		return len(keys) == 0 && !a.isOpaque()
	}
	for _, p := range f.Params {
		if p.Required && !slices.Contains(keys, p.Name) {
			return false
		}
	}
	for _, key := range keys {
		if !slices.ContainsFunc(f.Params, func(p catalog.Param) bool { return p.Name == key }) {
			return false
		}
	}
	return true
}

// newFunctionNotFound returns PGRST202, with the function of a similar name as a hint.
func newFunctionNotFound(c *catalog.Catalog, name catalog.Name, keys []string, a Arguments) error {
	list := strings.Join(keys, ", ")
	message, details := "("+list+")", " with parameter "+list
	switch {
	case len(keys) == 0:
		message, details = " without parameters", " without parameters"
	case len(keys) > 1:
		details = " with parameters " + list
	}
	switch {
	case a.isOpaque():
		message, details = "", " with a single unnamed "+bodyParamTypes[a.MediaType][0]+" parameter"
	case a.IsPost && a.MediaType == "application/json":
		details += " or with a single unnamed json/jsonb parameter"
	}
	e := pgrsterr.New(http.StatusNotFound, "PGRST202", "Could not find the function "+name.String()+message+" in the schema cache")
	e.Details = "Searched for the function " + name.String() + details + ", but no matches were found in the schema cache."
	if hint := suggestFunction(c, name, list); hint != "" && !a.isOpaque() {
		e.Hint = "Perhaps you meant to call the function " + name.Schema + "." + hint
	}
	return e
}

// suggestFunction returns a hint for a call that fits no function: the most similar function name
// if no function has this name, otherwise the name with the parameter list ("add(a, b)") of the
// overload that is most similar to keys, the comma-separated names of the arguments. It returns ""
// if nothing is similar enough.
func suggestFunction(c *catalog.Catalog, name catalog.Name, keys string) string {
	overloads := c.Functions(name)
	if len(overloads) == 0 {
		return c.FindSimilarFunction(name)
	}
	var lists []string
	for _, f := range overloads {
		var names []string
		for _, p := range f.Params {
			names = append(names, p.Name)
		}
		slices.Sort(names)
		lists = append(lists, "("+strings.Join(names, ", ")+")")
	}
	if similar := catalog.FindSimilarParams(lists, "("+keys+")"); similar != "" {
		return name.Name + similar
	}
	return ""
}

// newAmbiguousFunction returns PGRST203: several overloads fit the call.
func newAmbiguousFunction(found []*catalog.Function) error {
	var candidates []string
	for _, f := range found {
		var params []string
		for _, p := range f.Params {
			params = append(params, p.Name+" => "+p.Type)
		}
		candidates = append(candidates, f.Name.String()+"("+strings.Join(params, ", ")+")")
	}
	return pgrsterr.New(http.StatusMultipleChoices, "PGRST203",
		"Could not choose the best candidate function between: "+strings.Join(candidates, ", ")).
		WithDetails("", "Try renaming the parameters or the function itself in the database so function overloading can be resolved")
}

// Call plans the call of a function. Its rows can be filtered, ordered and embedded like those of
// the relation that it returns.
func Call(r Request, f *catalog.Function, a Arguments) (*Statement, error) {
	rowsOf := catalog.Name{Schema: r.Target.Schema, Name: f.Name.Name}
	if f.Returns.IsComposite {
		rowsOf.Name = f.Returns.Type.Name
	}
	root, err := r.newPlanner().buildTree(rowsOf, r.Params, true, false)
	if err != nil {
		return nil, err
	}
	if !f.Returns.IsComposite || root.knownRelation != nil && root.knownRelation.Name != f.Returns.Type {
		root.knownRelation = nil
	}
	w := &writer{}
	w.writeText("with ", sourceName, " as (select ")
	if f.Returns.IsScalar() {
		w.writeText(callName, ".", scalarName)
	} else {
		w.writeText(callName, ".*")
		for _, name := range root.findComputedColumns() {
			w.writeText(", ")
			w.writeIdent(callName, name)
		}
	}
	w.writeCallSource(f, a)
	w.writeText(")")
	w.writeCountCTE(r, root)
	w.writeResultColumns(r, resultColumns{shape: chooseShape(f)})
	w.writeText(" from (")
	w.writeSelect(root)
	w.writeText(") as ", rowsName)
	return w.finishStatement(r, root), nil
}

// chooseShape returns the shape of the JSON that f returns.
func chooseShape(f *catalog.Function) shape {
	switch {
	case f.Returns.IsScalar() && f.Returns.IsSetReturning:
		return scalarsShape
	case f.Returns.IsScalar():
		return scalarShape
	case f.Returns.IsSetReturning:
		return rowsShape
	default:
		return rowShape
	}
}

// writeCallSource writes FROM with the function applied to its arguments.
func (w *writer) writeCallSource(f *catalog.Function, a Arguments) {
	w.writeText(" from ")
	keys := a.keys()
	var given []catalog.Param
	for _, p := range f.Params {
		if p.Name != "" && slices.Contains(keys, p.Name) {
			given = append(given, p)
		}
	}
	switch {
	case a.IsPost && a.Named == nil && len(f.Params) == 1 && f.Params[0].Name == "":
		w.writeFunctionCall(f, func() { w.writeWholeBody(f.Params[0].Type, a.Body.Raw) })
	case len(given) == 0:
		w.writeFunctionCall(f, func() {})
	case a.Named != nil:
		w.writeFunctionCall(f, func() {
			w.writeList(len(given), ", ", func(i int) { w.writeNamedArgument(given[i], a.Named) })
		})
	default:
		columns := make([]typedColumn, len(given))
		for i, p := range given {
			columns[i] = typedColumn{name: p.Name, sqlType: p.Type}
		}
		w.writeBodyRows(a.Body, columns, false, " limit 1")
		w.writeText(", lateral ")
		w.writeFunctionCall(f, func() {
			w.writeList(len(given), ", ", func(i int) {
				w.writeParameterName(given[i])
				w.writeIdent(bodyName, given[i].Name)
			})
		})
	}
}

// writeFunctionCall writes the call of f as an item of "from". It puts a scalar result into a
// column.
func (w *writer) writeFunctionCall(f *catalog.Function, arguments func()) {
	if f.Returns.IsScalar() {
		w.writeText("(select ")
	}
	w.writeName(f.Name)
	w.writeText("(")
	arguments()
	w.writeText(")")
	if f.Returns.IsScalar() {
		w.writeText(" as ", scalarName, ")")
	}
	w.writeText(" as ", callName)
}

// writeParameterName writes "name := ", with "variadic" if necessary.
func (w *writer) writeParameterName(p catalog.Param) {
	if p.Variadic {
		w.writeText("variadic ")
	}
	w.writeIdent(p.Name)
	w.writeText(" := ")
}

// writeNamedArgument writes an argument of the query string. A variadic parameter gets all values
// with its name, any other parameter the last value.
func (w *writer) writeNamedArgument(p catalog.Param, args []postgrestquery.Arg) {
	var values []string
	for _, arg := range args {
		if arg.Name == p.Name {
			values = append(values, arg.Value)
		}
	}
	value := values[len(values)-1]
	if p.Variadic {
		value = formatArrayLiteral(values)
	}
	w.writeParameterName(p)
	w.writeParam(value)
	w.writeText("::", p.Type)
}

// writeWholeBody writes the whole request body as one argument of a type.
func (w *writer) writeWholeBody(typ string, body []byte) {
	if typ == "bytea" {
		w.writeParam(`\x` + hex.EncodeToString(body))
	} else {
		w.writeBytes(body)
	}
	w.writeText("::", typ)
}
