package actions

import (
	"slices"
	"strings"

	"github.com/tableside/tableside/server/schema"
)

// addOffers adds the offers of the action: where the app shows it. `on` contains the texts of the tags @on. Without
// them, the arguments determine the offers (addImpliedOffers). A tag that is not valid adds a warning to the action.
func (p placement) addOffers(on []string) {
	if len(on) == 0 {
		p.addImpliedOffers()
		return
	}
	for _, text := range on {
		if offer, ok := p.parseOffer(text); ok {
			p.action.Offers = append(p.action.Offers, offer)
		}
	}
}

// parseOffer parses "orders", "orders[]", or with arguments and the columns that fill them
// "orders number=number".
func (p placement) parseOffer(text string) (schema.ActionOffer, bool) {
	words := strings.Fields(text)
	fills := []schema.ActionFill{}
	for len(words) > 1 && strings.Contains(words[len(words)-1], "=") {
		argument, column, _ := strings.Cut(words[len(words)-1], "=")
		fills = append([]schema.ActionFill{{Argument: argument, Column: column}}, fills...)
		words = words[:len(words)-1]
	}
	name, isSelection := strings.CutSuffix(strings.Join(words, " "), "[]")
	table := p.findTable(name, p.functionSchema())
	if table == nil {
		p.warn("on", "There is no table %s, or you can’t access it.", name)
		return schema.ActionOffer{}, false
	}
	for _, fill := range fills {
		if p.findArgument(fill.Argument) == nil {
			p.warn("on", "The function has no argument %q.", fill.Argument)
			return schema.ActionOffer{}, false
		}
		if findColumn(table, fill.Column) == nil {
			p.warn("on", "The table %s has no column %s, or you can’t access it.", name, fill.Column)
			return schema.ActionOffer{}, false
		}
	}
	if len(fills) == 0 {
		fills = p.chooseFills(table, isSelection)
	}
	scope := schema.TableOffer
	switch {
	case isSelection && len(fills) == 0:
		p.warn("on", "The function has no argument for an array of the keys of %s.", name)
		return schema.ActionOffer{}, false
	case isSelection:
		scope = schema.SelectionOffer
	case len(fills) > 0:
		scope = schema.RowOffer
	}
	return newOffer(scope, table, fills), true
}

// newOffer returns an offer of the table without conditions.
func newOffer(scope schema.OfferScope, table *schema.Table, fills []schema.ActionFill) schema.ActionOffer {
	return schema.ActionOffer{Scope: scope, Schema: table.Schema, Table: table.Name, Fills: fills, Conditions: []schema.ActionCondition{}}
}

// findArgument returns the action's argument with this name, or nil.
func (p placement) findArgument(name string) *schema.ActionArgument {
	for i := range p.action.Arguments {
		if p.action.Arguments[i].Name == name {
			return &p.action.Arguments[i]
		}
	}
	return nil
}

// addImpliedOffers adds an offer if the action has one required argument, and this has the row type of a table, or the
// name and type of a table's key: on each row of this table, or on selected rows if the argument is an array.
func (p placement) addImpliedOffers() {
	argument := p.onlyRequiredArgument()
	if argument == nil {
		return
	}
	if argument.Table != nil {
		if table := p.findTable(argument.Table.Schema+"."+argument.Table.Table, ""); table != nil {
			p.action.Offers = append(p.action.Offers, newOffer(chooseScope(argument), table, fillWith(argument, "")))
		}
		return
	}
	if table := p.findTableOfKey(argument); table != nil {
		p.action.Offers = append(p.action.Offers, newOffer(chooseScope(argument), table, fillWith(argument, table.PrimaryKey[0])))
	}
}

// chooseScope returns the scope for an argument that rows fill: the selected rows for an array, otherwise one row.
func chooseScope(argument *schema.ActionArgument) schema.OfferScope {
	if argument.IsArray {
		return schema.SelectionOffer
	}
	return schema.RowOffer
}

// fillWith returns the only fill of an offer: the argument gets the row's value of the column, or the whole row for "".
func fillWith(argument *schema.ActionArgument, column string) []schema.ActionFill {
	return []schema.ActionFill{{Argument: argument.Name, Column: column}}
}

// onlyRequiredArgument returns the required argument if there is exactly one and it has a name; otherwise nil.
func (p placement) onlyRequiredArgument() *schema.ActionArgument {
	var only *schema.ActionArgument
	for i := range p.action.Arguments {
		argument := &p.action.Arguments[i]
		if !argument.Required {
			continue
		}
		if only != nil || argument.Name == "" {
			return nil
		}
		only = argument
	}
	return only
}

// chooseFills returns the arguments that a row of the table fills: an argument of its row type, or one argument for each
// column of its key (findKeyArgument). It returns an empty list if a column of the key has no argument. With
// isSelection, it considers only arguments that are arrays, which get the values of all selected rows; otherwise only
// arguments that are not arrays.
func (p placement) chooseFills(table *schema.Table, isSelection bool) []schema.ActionFill {
	fills := []schema.ActionFill{}
	for i := range p.action.Arguments {
		argument := &p.action.Arguments[i]
		if argument.IsArray == isSelection && argument.Table != nil && argument.Table.Schema == table.Schema && argument.Table.Table == table.Name {
			return fillWith(argument, "")
		}
	}
	for _, key := range table.PrimaryKey {
		column := findColumn(table, key)
		if column == nil {
			return []schema.ActionFill{}
		}
		argument := p.findKeyArgument(table, column, isSelection)
		if argument == nil {
			return []schema.ActionFill{}
		}
		fills = append(fills, schema.ActionFill{Argument: argument.Name, Column: key})
	}
	return fills
}

// findKeyArgument returns the argument for a column of the table's key: one of the column's type that is named after
// the column, or the only required argument if it has this type and the key has one column. It returns nil without such
// an argument. isSelection: as for chooseFills.
func (p placement) findKeyArgument(table *schema.Table, column *schema.Column, isSelection bool) *schema.ActionArgument {
	for i := range p.action.Arguments {
		argument := &p.action.Arguments[i]
		name := normalizeName(argument.Name)
		if isSelection {
			name = singularize(name)
		}
		if argument.IsArray == isSelection && isSameKind(argument, column) && (name == strings.ToLower(column.Name) || slices.Contains(keyNames(table, column.Name), name)) {
			return argument
		}
	}
	if only := p.onlyRequiredArgument(); only != nil && len(table.PrimaryKey) == 1 && only.IsArray == isSelection && isSameKind(only, column) {
		return only
	}
	return nil
}

// addReferences makes the arguments that are named after a table's key (findReferencedTable), or after columns that refer to a
// table, references to this table. Their default titles omit the word ID, as those of columns do. Texts that are named after
// columns with listed values get these values as choices.
func (p placement) addReferences() {
	for i := range p.action.Arguments {
		argument := &p.action.Arguments[i]
		if argument.Reference != nil || argument.File != nil || argument.Name == "" {
			continue
		}
		reference := p.findReferencedKey(argument)
		if table := p.findReferencedTable(argument); table != nil {
			reference = &schema.ColumnName{Schema: table.Schema, Table: table.Name, Column: table.PrimaryKey[0]}
		}
		if reference != nil {
			argument.Reference = reference
			if argument.Title == formatArgumentTitle(argument.Name) {
				argument.Title = schema.ShortenReferenceTitle(argument.Title)
			}
		} else if values := p.findValuesOfColumns(argument); values != nil {
			argument.Kind, argument.Enum = schema.Enum, values
		}
	}
}
