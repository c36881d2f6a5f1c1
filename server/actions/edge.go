package actions

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tableside/tableside/server/schema"
)

// EdgeFunction is the declaration of an edge function, in TABLESIDE_FUNCTIONS or in the
// table tableside_actions. Only the name is required.
type EdgeFunction struct {
	Name        string          `json:"name"`
	Title       string          `json:"title"`       // "": the name as words
	Label       string          `json:"label"`       // of buttons; "": the title
	Description string          `json:"description"` // "": none
	Icon        string          `json:"icon"`        // name of a Lucide icon; "": none
	Method      string          `json:"method"`      // GET, POST, PUT, PATCH or DELETE; "": POST
	Input       json.RawMessage `json:"input"`       // JSON Schema of an object; absent: no input
	Accept      string          `json:"accept"`      // media types: the body is a file; "": JSON
	On          []string        `json:"on"`          // as the tag @on
	When        string          `json:"when"`        // as the tag @when
	Result      string          `json:"result"`      // as the tag @result; "": by the response
	Sets        string          `json:"sets"`        // as the tag @sets
	Touches     []string        `json:"touches"`     // tables that it changes
	Undo        string          `json:"undo"`        // name of the inverse function
	Confirm     *string         `json:"confirm"`     // absent or null: do not ask
	Danger      bool            `json:"danger"`
	Hidden      bool            `json:"hidden"`
}

// namePattern matches the names of edge functions, which become a segment of a path.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// methods are the methods of edge functions.
var methods = []string{"GET", "POST", "PUT", "PATCH", "DELETE"}

// Validate checks the name, the method and the input. It sets the default method.
func (f *EdgeFunction) Validate() error {
	f.Method = strings.ToUpper(f.Method)
	if f.Method == "" {
		f.Method = "POST"
	}
	if bytes.Equal(bytes.TrimSpace(f.Input), []byte("null")) {
		f.Input = nil
	}
	switch {
	case !namePattern.MatchString(f.Name):
		return fmt.Errorf("%q is not a name of an edge function: use letters, digits, - and _", f.Name)
	case !slices.Contains(methods, f.Method):
		return fmt.Errorf("the edge function %s has the method %q: it must be one of %s", f.Name, f.Method, strings.Join(methods, ", "))
	}
	if _, err := parseInput(f.Input); err != nil {
		return fmt.Errorf("the input of the edge function %s: %w", f.Name, err)
	}
	return nil
}

// ParseNames parses a list of names, separated by commas.
func ParseNames(text string) ([]EdgeFunction, error) {
	var functions []EdgeFunction
	for _, name := range splitList(text) {
		functions = append(functions, EdgeFunction{Name: name})
	}
	return validateAll(functions)
}

// ParseFile parses a JSON file: an array whose items are names or declarations.
func ParseFile(text []byte) ([]EdgeFunction, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		return nil, fmt.Errorf("must be an array of edge functions: %w", err)
	}
	functions := make([]EdgeFunction, len(items))
	for i, item := range items {
		if json.Unmarshal(item, &functions[i].Name) == nil {
			continue
		}
		decoder := json.NewDecoder(bytes.NewReader(item))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&functions[i]); err != nil {
			return nil, fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	return validateAll(functions)
}

// validateAll returns the declared functions, or the first error: a declaration that is not valid, or a name that occurs
// twice.
func validateAll(functions []EdgeFunction) ([]EdgeFunction, error) {
	seen := map[string]bool{}
	for i := range functions {
		if err := functions[i].Validate(); err != nil {
			return nil, err
		}
		if seen[functions[i].Name] {
			return nil, fmt.Errorf("the edge function %s is declared twice", functions[i].Name)
		}
		seen[functions[i].Name] = true
	}
	return functions, nil
}

// ParseRows parses rows of the table tableside_actions. Rows that are not valid are left
// out, with a warning.
func ParseRows(text []byte) (functions []EdgeFunction, warnings []schema.Warning, err error) {
	var rows []json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil {
		return nil, nil, fmt.Errorf("parse the rows of tableside_actions: %w", err)
	}
	for _, row := range rows {
		var f EdgeFunction
		err := json.Unmarshal(row, &f)
		if err == nil {
			err = f.Validate()
		}
		if err != nil {
			warnings = append(warnings, schema.Warning{Object: "edge function " + f.Name, Message: describeProblem(err)})
			continue
		}
		functions = append(functions, f)
	}
	return functions, warnings, nil
}

// describeProblem returns an error as a sentence.
func describeProblem(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

// addEdgeActions adds the actions of edge functions. Of several with the same name, the
// first is used.
func (d *deriver) addEdgeActions(declared []EdgeFunction) {
	for _, f := range declared {
		id := "edge:" + f.Name
		if !slices.ContainsFunc(d.actions, func(a schema.Action) bool { return a.ID == id }) {
			action := d.newEdgeAction(f)
			action.ID = id
			d.actions = append(d.actions, action)
		}
	}
}

// newEdgeAction returns the action of a valid declaration, without its id.
func (d *deriver) newEdgeAction(f EdgeFunction) schema.Action {
	a := newAction(schema.EdgeAction)
	a.Name, a.Method, a.Accept, a.InputSchema = f.Name, f.Method, f.Accept, f.Input
	a.Title, a.Description = f.Title, f.Description
	if a.Title == "" {
		a.Title = schema.FormatTitle(nil, strings.ReplaceAll(f.Name, "-", "_"))
	}
	a.Hidden, a.Danger, a.Confirm = f.Hidden, f.Danger, f.Confirm
	a.Volatility, a.Body = schema.Volatile, schema.JSONBody
	switch {
	case f.Method == "GET":
		a.Volatility, a.Body = schema.Stable, schema.QueryBody
	case f.Accept != "":
		a.Body = schema.FileBody
	}
	input, err := parseInput(f.Input)
	if err != nil { // Validate has accepted it
		d.warn(describeObject(a), "input", describeProblem(err))
	}
	p := placement{deriver: d, action: &a, object: describeObject(a)}
	for _, property := range input {
		a.Arguments = append(a.Arguments, property.argument)
	}
	for _, property := range input {
		if property.choices != "" {
			p.applyChoices(p.findArgument(property.argument.Name), property.choices)
		}
	}
	p.applyTags(f.tags())
	return a
}

// tags returns the declaration as the tags of a database function.
func (f EdgeFunction) tags() []schema.Tag {
	var tags []schema.Tag
	for _, tag := range []schema.Tag{
		{Name: "action", Value: f.Label}, {Name: "icon", Value: f.Icon}, {Name: "result", Value: f.Result},
		{Name: "on", Value: strings.Join(f.On, ",")}, {Name: "when", Value: f.When}, {Name: "sets", Value: f.Sets},
		{Name: "touches", Value: strings.Join(f.Touches, ",")}, {Name: "undo", Value: f.Undo},
	} {
		if tag.Value != "" {
			tags = append(tags, tag)
		}
	}
	return tags
}

// errInvalidInput means that an input is not a JSON Schema of an object.
var errInvalidInput = errors.New("must be a JSON Schema of an object with properties")
