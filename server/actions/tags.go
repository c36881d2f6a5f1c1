package actions

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tableside/tableside/server/schema"
)

// placement applies the tags of a function to its action.
type placement struct {
	*deriver
	action *schema.Action
	object string // names the function in warnings
}

// warn adds a warning about a tag of the function, which the app shows to developers.
func (p placement) warn(tag, format string, args ...any) {
	p.deriver.warn(p.object, tag, fmt.Sprintf(format, args...))
}

// applyTags applies all tags except @arg, which must be applied before.
func (p placement) applyTags(tags []schema.Tag) {
	a := p.action
	a.Label = a.Title
	var on, when []string
	for _, tag := range tags {
		switch tag.Name {
		case "action":
			if tag.Value != "" {
				a.Label = tag.Value
			}
		case "icon":
			p.applyIcon(tag.Value)
		case "confirm":
			a.Confirm = &tag.Value
		case "danger":
			a.Danger = true
		case "hidden":
			a.Hidden = true
		case "result":
			p.applyResult(tag.Value)
		case "on":
			on = append(on, splitList(tag.Value)...)
		case "when":
			when = append(when, tag.Value)
		case "touches":
			p.applyTouches(splitList(tag.Value))
		case "undo":
			a.Undo = tag.Value
		}
	}
	p.addOffers(on)
	p.addReferences()
	p.applyWhen(strings.Join(when, "&"))
	for _, tag := range tags {
		if tag.Name == "sets" {
			p.applySets(tag.Value)
		}
	}
}

// applyIcon applies @icon. It warns of a name that is not in iconNames.
func (p placement) applyIcon(name string) {
	if !slices.Contains(iconNames, name) {
		p.warn("icon", "There is no icon %q. The icons are %s.", name, strings.Join(iconNames, ", "))
		return
	}
	p.action.Icon = name
}

// resultKinds are the values of @result.
var resultKinds = []schema.ResultKind{
	schema.RowsResult, schema.RecordResult, schema.ValueResult, schema.TextResult, schema.MarkdownResult,
	schema.JSONResult, schema.FileResult, schema.LinkResult, schema.MessageResult,
}

// applyResult applies the value of @result: a kind such as "rows", or "message" with a text whose placeholders are
// columns of the result: "message Stock of {name} is now {stock}". It warns of an unknown kind.
func (p placement) applyResult(value string) {
	kind, message, _ := strings.Cut(value, " ")
	if !slices.Contains(resultKinds, schema.ResultKind(kind)) {
		p.warn("result", "%q is not a kind of result. The kinds are rows, record, value, text, markdown, json, file, link and message.", kind)
		return
	}
	p.action.Result.Kind = schema.ResultKind(kind)
	if p.action.Result.Kind == schema.MessageResult {
		p.action.Result.Message = strings.TrimSpace(message)
	}
}

// applyTouches applies @touches: it adds the named tables to those that the action changes, which the app reads again
// after a run. It warns of a table that the role can't access.
func (p placement) applyTouches(names []string) {
	for _, name := range names {
		table := p.findTable(name, p.functionSchema())
		if table == nil {
			p.warn("touches", "There is no table %s, or you can’t access it.", name)
			continue
		}
		p.action.Touches = append(p.action.Touches, schema.TableName{Schema: table.Schema, Table: table.Name})
	}
}

// functionSchema returns the schema of the function, in which a table that a tag names without a schema is searched. An
// edge function has no schema: then it returns the first exposed schema.
func (p placement) functionSchema() string {
	if p.action.Schema == "" && len(p.schema.Schemas) > 0 {
		return p.schema.Schemas[0]
	}
	return p.action.Schema
}

// applySets applies the value of @sets, such as "status=roasting": the value that a column of the row has after the
// action. A board runs the action when a card is dropped on the lane of this value. applySets must be called after
// addOffers. It warns of an item that checkSet rejects.
func (p placement) applySets(text string) {
	for _, item := range splitList(text) {
		column, value, hasValue := strings.Cut(item, "=")
		column, value = strings.TrimSpace(column), strings.TrimSpace(value)
		if !hasValue || column == "" {
			p.warn("sets", "%q must have the form column=value.", item)
			continue
		}
		if problem := p.checkSet(column, value); problem != "" {
			p.warn("sets", "%s", problem)
			continue
		}
		p.action.Sets = append(p.action.Sets, schema.ActionSet{Column: column, Value: value})
	}
}

// checkSet returns "" if at least one table on whose rows the action is offered has the column and it accepts the value;
// otherwise the text of the warning.
func (p placement) checkSet(column, value string) string {
	problem := "The action is not offered on a row, so it can’t set " + column + "."
	for _, offer := range p.action.Offers {
		found := findColumn(p.findTable(offer.Schema+"."+offer.Table, ""), column)
		switch {
		case found == nil:
			problem = fmt.Sprintf("The table %s has no column %s, or you can’t access it.", offer.Table, column)
		case len(found.Enum) > 0 && !slices.Contains(found.Enum, value):
			problem = fmt.Sprintf("%q is not a value of the column %s.", value, column)
		default:
			return ""
		}
	}
	return problem
}

// splitList splits a list at its commas and removes empty items.
func splitList(text string) []string {
	var items []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}
