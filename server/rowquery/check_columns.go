package rowquery

import (
	"slices"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/schema"
)

// FindTable returns the table of a database schema with that name; nil if the schema
// does not contain it.
func FindTable(s *schema.Schema, schemaName, name string) *schema.Table {
	for i := range s.Tables {
		if s.Tables[i].Schema == schemaName && s.Tables[i].Name == name {
			return &s.Tables[i]
		}
	}
	return nil
}

// CheckColumns checks that each column that the query names exists, in table and in
// embedded tables that the schema can resolve. It leaves all others, such as a relation
// through a function, to the backend. The error is an *UnknownColumnError.
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

// checkCondition checks the columns of a filter or group of the relation at path.
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

// checkOrder checks the columns of order=, also those of embedded relations.
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

// checkItems checks the columns of a select, also those of embedded relations.
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

// checkNames checks columns of table; nil is an unknown table.
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

// FindColumn returns the column with that name, or nil.
func FindColumn(table *schema.Table, name string) *schema.Column {
	for i := range table.Columns {
		if table.Columns[i].Name == name {
			return &table.Columns[i]
		}
	}
	return nil
}

// canBeComputed reports whether name can be a computed column: a function of the row,
// which PostgREST exposes as a column.
func (c columnChecker) canBeComputed(name string) bool {
	return slices.ContainsFunc(c.schema.Functions, func(f schema.Function) bool { return f.Name == name })
}

// findEmbeddedTable returns the table of an embedded relation, which names the table, or
// the constraint or the single column of a foreign key. It returns nil if it is unknown.
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

// resolvePath follows path through the embedded relations of a select. It returns the
// table and the items that are selected from it.
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

// findEmbed returns the embedded relation in items with that alias or name, or nil.
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
