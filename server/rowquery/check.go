package rowquery

import (
	"fmt"
	"slices"

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

// Check looks up every column that the query names on table, and on embedded
// tables that the schema can tell. What it can't tell (a relation through a
// function, say) is left to the backend. The error is an *Error with the reason
// UnknownColumn.
func (q *Query) Check(s *schema.Schema, table *schema.Table) error {
	c := checker{schema: s}
	if err := c.items(table, q.Select); err != nil {
		return err
	}
	for _, names := range [][]string{q.Columns, q.OnConflict} {
		if err := c.names(table, names); err != nil {
			return err
		}
	}
	for _, condition := range q.Conditions {
		target, items := c.follow(table, q.Select, condition.Path)
		var err error
		condition.fields(func(f Field) {
			if err == nil && embedded(items, f.Name) < 0 { // "relation=not.is.null" is a filter too
				err = c.names(target, []string{f.Name})
			}
		})
		if err != nil {
			return err
		}
	}
	for _, order := range q.Orders {
		target, _ := c.follow(table, q.Select, order.Path)
		for _, term := range order.Terms {
			at := target
			if term.Relation != "" {
				at, _ = c.follow(table, q.Select, append(slices.Clone(order.Path), term.Relation))
			}
			if err := c.names(at, []string{term.Field.Name}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f Filter) fields(visit func(Field)) { visit(f.Field) }

func (g Group) fields(visit func(Field)) {
	for _, member := range g.Members {
		member.fields(visit)
	}
}

type checker struct{ schema *schema.Schema }

func (c checker) items(table *schema.Table, items []Item) error {
	for _, item := range items {
		var err error
		switch {
		case item.Embed != nil:
			err = c.items(c.target(table, item.Embed.Relation), item.Embed.Items)
		case !item.Star && item.Field.Name != "":
			err = c.names(table, []string{item.Field.Name})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// names checks columns of table; a nil table is one that can't be told.
func (c checker) names(table *schema.Table, names []string) error {
	if table == nil {
		return nil
	}
	for _, name := range names {
		if Column(table, name) == nil && !c.computed(name) {
			return &Error{Reason: UnknownColumn, Column: name,
				Message: fmt.Sprintf("There is no column %q in %q, or none that you may see.", name, table.Name)}
		}
	}
	return nil
}

// Column is the column of that name, or nil.
func Column(table *schema.Table, name string) *schema.Column {
	for i := range table.Columns {
		if table.Columns[i].Name == name {
			return &table.Columns[i]
		}
	}
	return nil
}

// computed reports whether name may be a computed column: a function of the
// row, which PostgREST offers as a column.
func (c checker) computed(name string) bool {
	return slices.ContainsFunc(c.schema.Functions, func(f schema.Function) bool { return f.Name == name })
}

// target is the table that an embedded relation's name leads to: a table, or a
// foreign key's constraint or single column. Nil when it can't be told.
func (c checker) target(from *schema.Table, relation string) *schema.Table {
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

// follow walks path through the embedded relations of a select, to a table and
// what is selected of it.
func (c checker) follow(table *schema.Table, items []Item, path Path) (*schema.Table, []Item) {
	for _, name := range path {
		i := embedded(items, name)
		if i < 0 {
			return nil, nil
		}
		table, items = c.target(table, items[i].Embed.Relation), items[i].Embed.Items
	}
	return table, items
}

// embedded is the index of the relation that goes by name in items, or -1.
func embedded(items []Item, name string) int {
	return slices.IndexFunc(items, func(item Item) bool {
		return item.Embed != nil && (item.Alias == name || item.Embed.Relation == name)
	})
}
