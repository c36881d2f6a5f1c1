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

// applyResult applies "rows" or "message Stock of {name} is now {stock}".
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

// functionSchema returns the schema in which tables without a schema are searched first.
func (p placement) functionSchema() string {
	if p.action.Schema == "" && len(p.schema.Schemas) > 0 {
		return p.schema.Schemas[0]
	}
	return p.action.Schema
}

// applySets applies "status=roasting": the value of a column after the action.
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

// checkSet returns why no table on which the action is offered can have the value, or "".
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
