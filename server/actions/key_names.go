package actions

import (
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/tableside/tableside/server/schema"
)

// mergePartPattern matches the names of the rows that a function merges.
var mergePartPattern = regexp.MustCompile(`^(loser|winner|source|target|from|to|old|new|keep|duplicate|primary|secondary|master|main|first|second|others?)_ids?$`)

// findReferencedTable returns the table of findTableOfKey. If there is none, it ignores words at the start that state the role
// of the row: "from_location_id" is the key of locations. The key after "new_" is one that no row has yet. In a function that
// merges the rows of a table, the IDs of its parts are keys of this table: "merge_contacts(loser_id, winner_id)".
func (p placement) findReferencedTable(argument *schema.ActionArgument) *schema.Table {
	if table := p.findTableOfKey(argument); table != nil {
		return table
	}
	name := normalizeName(argument.Name)
	role, rest, _ := strings.Cut(name, "_")
	for role != "new" && strings.Contains(rest, "_") {
		if table := p.findTableOfName(argument, rest); table != nil {
			return table
		}
		_, rest, _ = strings.Cut(rest, "_")
	}
	merged, isMerge := strings.CutPrefix(strings.ToLower(p.action.Name), "merge_")
	if !isMerge || !mergePartPattern.MatchString(name) {
		return nil
	}
	return p.findTableOfName(argument, merged+"_id")
}

// findTableOfKey returns the table after whose key the argument is named: "order_id" or
// "p_order_id" is the key of orders, "order_ids" an array of them. The table is one of
// selectTables, and its key has one column of the argument's kind. It returns nil if
// there is none, or more than one.
func (p placement) findTableOfKey(argument *schema.ActionArgument) *schema.Table {
	return p.findTableOfName(argument, normalizeName(argument.Name))
}

// findTableOfName returns the only table whose key can have the name and the argument's kind; nil if there is none, or more
// than one.
func (p placement) findTableOfName(argument *schema.ActionArgument, name string) *schema.Table {
	if argument.IsArray {
		name = singularize(name)
	}
	tables := p.selectTables(func(table *schema.Table) bool {
		if len(table.PrimaryKey) != 1 {
			return false
		}
		key := findColumn(table, table.PrimaryKey[0])
		return key != nil && isSameKind(argument, key) && slices.Contains(keyNames(table, key.Name), name)
	})
	if len(tables) != 1 {
		return nil
	}
	return tables[0]
}

// selectTables returns the tables in the function's schema that match, or those in the other schemas if there are none: functions
// are often in public, and their tables in a schema of their own.
func (p placement) selectTables(matches func(table *schema.Table) bool) []*schema.Table {
	var own, others []*schema.Table
	for i := range p.schema.Tables {
		switch table := &p.schema.Tables[i]; {
		case !matches(table):
		case table.Schema == p.functionSchema():
			own = append(own, table)
		default:
			others = append(others, table)
		}
	}
	if len(own) > 0 {
		return own
	}
	return others
}

// findReferencedKey returns the key to which all columns with the argument's name refer: "p_created_by" is the key of
// users if each column created_by of selectTables refers to users. It returns nil if there is no such column, if
// one refers to another table, or to a key of several columns.
func (p placement) findReferencedKey(argument *schema.ActionArgument) *schema.ColumnName {
	var found *schema.ColumnName
	for table, column := range p.columnsNamedAs(argument) {
		target := p.findSingleColumnTarget(table, column.Name)
		if target == nil || found != nil && *found != *target || !isSameKind(argument, column) {
			return nil
		}
		found = target
	}
	return found
}

// findValuesOfColumns returns the values of the columns with the name of an argument that is a text: "p_shift" is one of
// the values of shift. It returns nil if there is no such column, if one has other values, or if the argument's default is
// none of the values, because the function then accepts others.
func (p placement) findValuesOfColumns(argument *schema.ActionArgument) []string {
	if argument.Kind != schema.Text || argument.IsArray || argument.Base != "text" && argument.Base != "varchar" {
		return nil
	}
	var found []string
	for _, column := range p.columnsNamedAs(argument) {
		if column.Kind != schema.Enum || column.IsArray || found != nil && !hasSameValues(found, column.Enum) {
			return nil
		}
		if found == nil {
			found = column.Enum
		}
	}
	if argument.Preset != nil && !slices.Contains(found, *argument.Preset) {
		return nil
	}
	if argument.Default != nil {
		text, isText := strings.CutPrefix(*argument.Default, "'")
		text, _, _ = strings.Cut(text, "'")
		if isText && !slices.Contains(found, text) {
			return nil
		}
	}
	return found
}

// hasSameValues reports whether two enums have the same values in any order.
func hasSameValues(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// columnsNamedAs returns the columns with the argument's name, and their tables, in the function's schema, or in the other schemas
// if there are none.
func (p placement) columnsNamedAs(argument *schema.ActionArgument) iter.Seq2[*schema.Table, *schema.Column] {
	name := normalizeName(argument.Name)
	isNamed := func(c schema.Column) bool { return strings.ToLower(c.Name) == name }
	tables := p.selectTables(func(table *schema.Table) bool {
		return table.Kind == schema.KindTable && slices.ContainsFunc(table.Columns, isNamed)
	})
	return func(yield func(*schema.Table, *schema.Column) bool) {
		for _, table := range tables {
			if !yield(table, &table.Columns[slices.IndexFunc(table.Columns, isNamed)]) {
				return
			}
		}
	}
}

// findSingleColumnTarget returns the key to which a column refers by a foreign key of this column only: that of a table, or the
// column with the accounts. It returns nil if there is none.
func (p placement) findSingleColumnTarget(table *schema.Table, column string) *schema.ColumnName {
	if table.RefersToAccounts(column) {
		return p.schema.FindAccountColumn()
	}
	for _, key := range table.ForeignKeys {
		if !slices.Equal(key.Columns, []string{column}) {
			continue
		}
		for i := range p.schema.Tables {
			target := &p.schema.Tables[i]
			if target.Schema == key.RefSchema && target.Name == key.RefTable && slices.Equal(target.PrimaryKey, key.RefColumns) {
				return &schema.ColumnName{Schema: target.Schema, Table: target.Name, Column: target.PrimaryKey[0]}
			}
		}
	}
	return nil
}

// keyNames returns the names of an argument for a table's key, in lower case: "order_id"
// and "orders_id" for the column id of orders. A key with another name, such as sku, is
// also a name of its own, unless arguments of all kinds have this name.
func keyNames(table *schema.Table, key string) []string {
	key, name := strings.ToLower(key), strings.ToLower(table.Name)
	names := []string{singularize(name) + "_" + key, name + "_" + key}
	if !slices.Contains([]string{"id", "name", "key", "value"}, key) {
		names = append(names, key)
	}
	return names
}

// normalizeName returns the name of an argument in lower case, without the prefixes that
// distinguish arguments from columns.
func normalizeName(name string) string {
	name = strings.ToLower(name)
	for _, prefix := range []string{"p_", "in_", "_"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return rest
		}
	}
	return name
}

// irregularPlurals are the plurals that the rules of singularize don't cover.
var irregularPlurals = map[string]string{"people": "person", "children": "child", "men": "man", "women": "woman"}

// singularize returns the singular of an English word in lower case, of "order_items" that
// of the last word. Other words are returned unchanged.
func singularize(word string) string {
	head, last := "", word
	if at := strings.LastIndexByte(word, '_'); at >= 0 {
		head, last = word[:at+1], word[at+1:]
	}
	if singular, ok := irregularPlurals[last]; ok {
		return head + singular
	}
	switch {
	case strings.HasSuffix(last, "ies") && len(last) > 4:
		return head + strings.TrimSuffix(last, "ies") + "y"
	case strings.HasSuffix(last, "sses"), strings.HasSuffix(last, "xes"), strings.HasSuffix(last, "ches"), strings.HasSuffix(last, "shes"):
		return head + strings.TrimSuffix(last, "es")
	case strings.HasSuffix(last, "s") && !strings.HasSuffix(last, "ss") && len(last) > 1:
		return head + strings.TrimSuffix(last, "s")
	}
	return word
}

// isSameKind reports whether an argument, or an element of it, can have the values of a
// column. Edge functions don't distinguish texts and UUIDs.
func isSameKind(argument *schema.ActionArgument, column *schema.Column) bool {
	if column.IsArray || argument.Table != nil {
		return false
	}
	isText := func(k schema.Kind) bool { return k == schema.Text || k == schema.UUID || k == schema.Enum }
	return argument.Kind == column.Kind || argument.Kind == schema.Text && argument.Base == jsonSchemaString && isText(column.Kind)
}
