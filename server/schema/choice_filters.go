package schema

import (
	"fmt"
	"slices"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// checkChoiceFilters adds a warning for each tag @filter that is on a column without a foreign
// key, is not in the syntax of PostgREST, or names a column that the referenced table doesn't
// have. A table that the role cannot see is not checked.
func checkChoiceFilters(tables []Table, warnings *[]Warning) {
	for _, table := range tables {
		for _, column := range table.Columns {
			text, ok := column.Tags["filter"]
			if !ok {
				continue
			}
			if problem := checkChoiceFilter(tables, &table, column.Name, text); problem != "" {
				object := fmt.Sprintf("column %s.%s.%s", table.Schema, table.Name, column.Name)
				*warnings = append(*warnings, Warning{Object: object, Tag: "filter", Message: problem})
			}
		}
	}
}

// checkChoiceFilter returns the problem of a tag @filter as a sentence, or "".
func checkChoiceFilter(tables []Table, table *Table, column, text string) string {
	i := slices.IndexFunc(table.ForeignKeys, func(key ForeignKey) bool { return slices.Contains(key.Columns, column) })
	if i < 0 {
		return "The column must be a foreign key."
	}
	query, err := postgrestquery.ParseValues(map[string][]string{"and": {"(" + text + ")"}})
	if err != nil {
		return fmt.Sprintf("%q is not a filter such as active.is.true.", text)
	}
	key := table.ForeignKeys[i]
	j := slices.IndexFunc(tables, func(t Table) bool { return t.Schema == key.RefSchema && t.Name == key.RefTable })
	if j < 0 {
		return ""
	}
	for _, name := range listFilteredColumns(query.Logic[0].Logic) {
		if !slices.ContainsFunc(tables[j].Columns, func(c Column) bool { return c.Name == name }) {
			return fmt.Sprintf("The table %s has no column %q.", key.RefTable, name)
		}
	}
	return ""
}

// listFilteredColumns returns the names of the columns of a condition.
func listFilteredColumns(condition postgrestquery.Logic) []string {
	switch condition := condition.(type) {
	case postgrestquery.Group:
		var names []string
		for _, term := range condition.Terms {
			names = append(names, listFilteredColumns(term)...)
		}
		return names
	case postgrestquery.Filter:
		return []string{condition.Field.Name}
	}
	return nil
}
