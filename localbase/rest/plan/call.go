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

// Arguments of a call: by name from the URL or a form, or a body.
type Arguments struct {
	Named     []postgrestquery.Arg // GET, HEAD and forms
	Body      Payload              // POST of JSON
	IsPost    bool
	MediaType string // of a POST's body
}

// keys are the names of the arguments, sorted.
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

// bodyParamTypes are the types of a single unnamed parameter that takes a body of
// a media type.
var bodyParamTypes = map[string][]string{
	"application/json":         {"json", "jsonb"},
	"text/plain":               {"text"},
	"text/xml":                 {"xml"},
	"application/octet-stream": {"bytea"},
}

// hasBodyParam tells whether the function has one unnamed parameter for the
// body as it is.
func hasBodyParam(f *catalog.Function, a Arguments) bool {
	return a.IsPost && len(f.Params) == 1 && f.Params[0].Name == "" && slices.Contains(bodyParamTypes[a.MediaType], f.Params[0].Type)
}

// isOpaque tells whether the body can't carry names.
func (a Arguments) isOpaque() bool {
	return a.IsPost && (a.MediaType == "text/plain" || a.MediaType == "text/xml" || a.MediaType == "application/octet-stream")
}

// FindFunction chooses among the overloads of a function by the names of the
// arguments, and else one that takes the whole body.
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
	found := byName
	if len(found) == 0 {
		found = byBody
	}
	switch len(found) {
	case 0:
		return nil, newFunctionNotFound(c, name, keys, a)
	case 1:
		return found[0], nil
	default:
		return nil, newAmbiguousFunction(found)
	}
}

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

// suggestFunction suggests another name, or the parameters of an overload.
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

// Call plans the call of a function; its rows are filtered, ordered and
// embedded like those of the relation that it answers.
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
	w.text("with ", sourceName, " as (select ")
	if f.Returns.IsScalar() {
		w.text(callName, ".", scalarName)
	} else {
		w.text(callName, ".*")
		for _, name := range root.findComputedColumns() {
			w.text(", ")
			w.ident(callName, name)
		}
	}
	w.call(f, a)
	w.text(")")
	w.writeCountCTE(r, root)
	w.result(r, resultColumns{shape: shapeOf(f)})
	w.text(" from (")
	w.selectNode(root)
	w.text(") as ", rowsName)
	return w.finishStatement(r, root), nil
}

func shapeOf(f *catalog.Function) shape {
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

// call writes FROM with the function applied to its arguments.
func (w *writer) call(f *catalog.Function, a Arguments) {
	w.text(" from ")
	keys := a.keys()
	var given []catalog.Param
	for _, p := range f.Params {
		if p.Name != "" && slices.Contains(keys, p.Name) {
			given = append(given, p)
		}
	}
	switch {
	case a.IsPost && a.Named == nil && len(f.Params) == 1 && f.Params[0].Name == "":
		w.apply(f, func() { w.wholeBody(f.Params[0].Type, a.Body.Raw) })
	case len(given) == 0:
		w.apply(f, func() {})
	case a.Named != nil:
		w.apply(f, func() {
			w.list(len(given), ", ", func(i int) { w.namedArgument(given[i], a.Named) })
		})
	default:
		columns := make([]typedColumn, len(given))
		for i, p := range given {
			columns[i] = typedColumn{name: p.Name, typ: p.Type}
		}
		w.bodyRows(a.Body, columns, false, " limit 1")
		w.text(", lateral ")
		w.apply(f, func() {
			w.list(len(given), ", ", func(i int) {
				w.parameter(given[i])
				w.ident(bodyName, given[i].Name)
			})
		})
	}
}

func (w *writer) apply(f *catalog.Function, arguments func()) {
	if f.Returns.IsScalar() {
		w.text("(select ")
	}
	w.name(f.Name)
	w.text("(")
	arguments()
	w.text(")")
	if f.Returns.IsScalar() {
		w.text(" as ", scalarName, ")")
	}
	w.text(" as ", callName)
}

func (w *writer) parameter(p catalog.Param) {
	if p.Variadic {
		w.text("variadic ")
	}
	w.ident(p.Name)
	w.text(" := ")
}

// namedArgument writes an argument of the query string. A variadic one takes
// all values under its name, another the last.
func (w *writer) namedArgument(p catalog.Param, args []postgrestquery.Arg) {
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
	w.parameter(p)
	w.param(value)
	w.text("::", p.Type)
}

func (w *writer) wholeBody(typ string, body []byte) {
	if typ == "bytea" {
		w.param(`\x` + hex.EncodeToString(body))
	} else {
		w.bytes(body)
	}
	w.text("::", typ)
}
