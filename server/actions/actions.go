// Package actions describes the functions that a user can run as actions: it reads the
// tags in the comments on database functions and the declarations of edge functions, and
// determines on which tables an action is offered.
package actions

import (
	"slices"
	"strings"

	"github.com/tableside/tableside/server/schema"
)

// Derive sets s.Actions to the actions of the database functions of s and of the declared
// edge functions. It adds problems in their tags to s.Warnings. A schema that already has
// actions of database functions keeps them.
func Derive(s *schema.Schema, declared []EdgeFunction) {
	d := &deriver{schema: s}
	if !slices.ContainsFunc(s.Actions, func(a schema.Action) bool { return a.Kind == schema.DatabaseAction }) {
		d.addDatabaseActions()
	} else {
		d.actions = slices.DeleteFunc(slices.Clone(s.Actions), func(a schema.Action) bool { return a.Kind == schema.EdgeAction })
	}
	d.addEdgeActions(declared)
	d.resolveUndo()
	slices.SortStableFunc(d.actions, func(a, b schema.Action) int {
		return strings.Compare(strings.ToLower(a.Title)+"\x00"+a.ID, strings.ToLower(b.Title)+"\x00"+b.ID)
	})
	s.Actions = append([]schema.Action{}, d.actions...)
	s.Warnings = append(append([]schema.Warning{}, s.Warnings...), d.warnings...)
}

// deriver collects the actions of a schema.
type deriver struct {
	schema   *schema.Schema
	actions  []schema.Action
	warnings []schema.Warning
}

// warn adds a warning about a tag of an object.
func (d *deriver) warn(object, tag, message string) {
	d.warnings = append(d.warnings, schema.Warning{Object: object, Tag: tag, Message: message})
}

// findTable returns the table of a name, "table" or "schema.table". Names without a schema
// are searched in the schema of the function first. It returns nil if there is none.
func (d *deriver) findTable(name, functionSchema string) *schema.Table {
	find := func(match func(t *schema.Table) bool) *schema.Table {
		for i := range d.schema.Tables {
			if t := &d.schema.Tables[i]; match(t) {
				return t
			}
		}
		return nil
	}
	if t := find(func(t *schema.Table) bool { return t.Schema == functionSchema && t.Name == name }); t != nil {
		return t
	}
	if t := find(func(t *schema.Table) bool { return t.Schema+"."+t.Name == name }); t != nil {
		return t
	}
	return find(func(t *schema.Table) bool { return t.Name == name })
}

func findColumn(t *schema.Table, name string) *schema.Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// resolveUndo replaces the names in Undo by the ids of actions.
func (d *deriver) resolveUndo() {
	for i := range d.actions {
		action := &d.actions[i]
		if action.Undo == "" {
			continue
		}
		name := action.Undo
		found := slices.IndexFunc(d.actions, func(a schema.Action) bool {
			return a.ID == name || a.Name == name && a.Kind == action.Kind && a.Schema == action.Schema
		})
		if action.Undo = ""; found >= 0 {
			action.Undo = d.actions[found].ID
		} else {
			d.warn(describeObject(*action), "undo", "There is no function "+name+", or you can’t run it.")
		}
	}
}

// describeObject names the function of an action in warnings.
func describeObject(a schema.Action) string {
	if a.Kind == schema.EdgeAction {
		return "edge function " + a.Name
	}
	return "function " + a.Schema + "." + a.Name
}

// newAction returns an action whose lists are empty, so that JSON contains [] and not null.
func newAction(kind schema.ActionKind) schema.Action {
	return schema.Action{
		Kind: kind, Arguments: []schema.ActionArgument{}, Offers: []schema.ActionOffer{}, Sets: []schema.ActionSet{},
		Touches: []schema.TableName{},
		Result:  schema.ActionResult{Kind: schema.AutoResult, ValueKind: schema.Other, Columns: []schema.CompositeField{}},
	}
}
