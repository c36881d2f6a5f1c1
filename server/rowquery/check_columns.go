package rowquery

import (
	"slices"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/schema"
)

// FindTable answers the table of that schema and name, or nil when the person
// can't reach one.
func FindTable(s *schema.Schema, schemaName, name string) *schema.Table {
	for i := range s.Tables {
		if s.Tables[i].Schema == schemaName && s.Tables[i].Name == name {
			return &s.Tables[i]
		}
	}
	return nil
}

// CheckColumns looks up every column that the query names on table, and on embedded
// tables that the schema can resolve. What it can't resolve (a relation through
// a function, for example) is left to the backend. The error is an
// *UnknownColumnError.
func CheckColumns(q *postgrestquery.Params, s *schema.Schema, table *schema.Table) error {
	c := columnChecker{schema: s}
	if err := c.checkItems(table, q.Select); err != nil {
		return err
	}
	for _, names := range [][]string{q.Columns, q.OnConflict} {
		if err := c.checkNames(table, names); err != nil {
			return err
		}
	}
	for _, filter := range q.Filters {
		if err := c.checkCondition(table, q.Select, filter.Path, filter.Filter); err != nil {
			return err
		}
	}
	for _, logic := range q.Logic {
		if err := c.checkCondition(table, q.Select, logic.Path, logic.Logic); err != nil {
			return err
		}
	}
	return c.checkOrder(table, q)
}

type columnChecker struct{ schema *schema.Schema }

// checkCondition checks the columns of a filter or group on the relation at path.
func (c columnChecker) checkCondition(table *schema.Table, items []postgrestquery.SelectItem, path []string, condition postgrestquery.Logic) error {
	if group, ok := condition.(postgrestquery.Group); ok {
		for _, term := range group.Terms {
			if err := c.checkCondition(table, items, path, term); err != nil {
				return err
			}
		}
		return nil
	}
	name := condition.(postgrestquery.Filter).Field.Name
	target, items := c.resolvePath(table, items, path)
	if findEmbed(items, name) != nil { // "relation=not.is.null" is a filter too
		return nil
	}
	return c.checkNames(target, []string{name})
}

func (c columnChecker) checkOrder(table *schema.Table, q *postgrestquery.Params) error {
	for _, order := range q.Order {
		target, _ := c.resolvePath(table, q.Select, order.Path)
		for _, term := range order.Terms {
			at := target
			if term.Relation != "" {
				at, _ = c.resolvePath(table, q.Select, append(slices.Clone(order.Path), term.Relation))
			}
			if err := c.checkNames(at, []string{term.Field.Name}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c columnChecker) checkItems(table *schema.Table, items []postgrestquery.SelectItem) error {
	for _, item := range items {
		var err error
		switch item := item.(type) {
		case postgrestquery.EmbedItem:
			err = c.checkItems(c.findEmbeddedTable(table, item.Relation), item.Items)
		case postgrestquery.FieldItem:
			if item.Field.Name != "*" {
				err = c.checkNames(table, []string{item.Field.Name})
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// checkNames checks columns of table; a nil table is one that can't be told.
func (c columnChecker) checkNames(table *schema.Table, names []string) error {
	if table == nil {
		return nil
	}
	for _, name := range names {
		if FindColumn(table, name) == nil && !c.canBeComputed(name) {
			return &UnknownColumnError{Table: table.Name, Column: name}
		}
	}
	return nil
}

// FindColumn is the column of that name, or nil.
func FindColumn(table *schema.Table, name string) *schema.Column {
	for i := range table.Columns {
		if table.Columns[i].Name == name {
			return &table.Columns[i]
		}
	}
	return nil
}

// canBeComputed reports whether name may be a computed column: a function of the
// row, which PostgREST offers as a column.
func (c columnChecker) canBeComputed(name string) bool {
	return slices.ContainsFunc(c.schema.Functions, func(f schema.Function) bool { return f.Name == name })
}

// findEmbeddedTable is the table that an embedded relation's name leads to: a table, or a
// foreign key's constraint or single column. Nil when it can't be told.
func (c columnChecker) findEmbeddedTable(from *schema.Table, relation string) *schema.Table {
	if from == nil {
		return nil
	}
	if table := FindTable(c.schema, from.Schema, relation); table != nil {
		return table
	}
	for _, key := range from.ForeignKeys {
		if key.Name == relation || slices.Equal(key.Columns, []string{relation}) {
			return FindTable(c.schema, key.RefSchema, key.RefTable)
		}
	}
	return nil
}

// resolvePath resolves path through the embedded relations of a select, to a table
// and what is selected of it.
func (c columnChecker) resolvePath(table *schema.Table, items []postgrestquery.SelectItem, path []string) (*schema.Table, []postgrestquery.SelectItem) {
	for _, name := range path {
		embed := findEmbed(items, name)
		if embed == nil {
			return nil, nil
		}
		table, items = c.findEmbeddedTable(table, embed.Relation), embed.Items
	}
	return table, items
}

// findEmbed returns the relation with that alias or name in items, or nil.
func findEmbed(items []postgrestquery.SelectItem, name string) *postgrestquery.EmbedItem {
	for _, item := range items {
		switch item := item.(type) {
		case postgrestquery.EmbedItem:
			if item.Alias == name || item.Relation == name {
				found := item
				return &found
			}
		}
	}
	return nil
}
