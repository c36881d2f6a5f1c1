package schema

import "testing"

func TestTablesWithRandomKeysHaveTheNewestRowsFirst(t *testing.T) {
	v7 := "uuidv7()"
	id := Column{Name: "id", Kind: UUID}
	createdAt := Column{Name: "createdAt", Kind: TimestampTZ, Privileges: ColumnPrivileges{Select: true}}
	table := func(change func(*Table)) Table {
		sales := Table{Name: "sales", Kind: KindTable, PrimaryKey: []string{"id"}, Columns: []Column{id, createdAt}}
		change(&sales)
		return sales
	}
	for name, test := range map[string]struct {
		table Table
		want  string
	}{
		"random keys":                {table(func(*Table) {}), "createdAt.desc"},
		"a time that can be NULL":    {table(func(t *Table) { t.Columns[1].Nullable = true }), "createdAt.desc.nullslast"},
		"the time of a record":       {table(func(t *Table) { t.Columns[1].Name = "recorded_at" }), "recorded_at.desc"},
		"a tag":                      {table(func(t *Table) { t.Tags = Tags{"order": "name"} }), "name"},
		"UUIDs that contain a time":  {table(func(t *Table) { t.Columns[0].Default = &v7 }), ""},
		"keys that increase":         {table(func(t *Table) { t.Columns[0].Kind = Integer }), ""},
		"several keys":               {table(func(t *Table) { t.PrimaryKey = []string{"id", "createdAt"} }), ""},
		"many rows":                  {table(func(t *Table) { t.hasManyRows = true }), ""},
		"a view":                     {table(func(t *Table) { t.Kind = KindView }), ""},
		"a view with an order":       {table(func(t *Table) { t.Kind, t.viewOrder = KindView, "name.asc" }), "name.asc"},
		"an unreadable time":         {table(func(t *Table) { t.Columns[1].Privileges.Select = false }), ""},
		"only the time of an update": {table(func(t *Table) { t.Columns[1].Name = "updated_at" }), ""},
	} {
		t.Run(name, func(t *testing.T) {
			tables := []Table{test.table}
			setDefaultOrders(tables)
			checkEqual(t, "order", tables[0].Tags["order"], test.want)
		})
	}
}
