package schema

import (
	"regexp"
	"slices"
)

// randomUUIDPattern matches a default that generates a UUID.
var randomUUIDPattern = regexp.MustCompile(`(?i)^([\w"]+\.)?(gen_random_uuid|uuid_generate_v[14]|uuidv[47])\(\)$`)

// removeRandomReferences removes the defaults of references that generate a UUID, which the dashboard of Supabase suggests
// for each column of this type: no row has such a key, so that a new row without another value is rejected.
func (t *Table) removeRandomReferences() {
	for i := range t.Columns {
		column := &t.Columns[i]
		isKey := func(key ForeignKey) bool { return slices.Equal(key.Columns, []string{column.Name}) }
		if column.Default != nil && randomUUIDPattern.MatchString(*column.Default) && slices.ContainsFunc(t.ForeignKeys, isKey) {
			column.Default, column.hasRandomReference = nil, true
		}
	}
}

// AddNullReferences adds the columns to the columns of new rows that must be NULL there if the rows have no value for them: the
// references whose default in the database generates a UUID.
func (t Table) AddNullReferences(columns []string) []string {
	columns = slices.Clip(columns)
	for _, c := range t.Columns {
		if c.hasRandomReference && c.Nullable && c.Privileges.Insert && !slices.Contains(columns, c.Name) {
			columns = append(columns, c.Name)
		}
	}
	return columns
}
