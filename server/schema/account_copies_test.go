package schema

import (
	"slices"
	"testing"
)

func TestTablesOfUsersAreLinkedToTheAccounts(t *testing.T) {
	toAccounts := func(column string) ForeignKey {
		return ForeignKey{Columns: []string{column}, RefSchema: "auth", RefTable: "users", RefColumns: []string{"id"}}
	}
	table := func(name string, columns []Column, keys ...ForeignKey) Table {
		return Table{Name: name, Kind: KindTable, PrimaryKey: []string{"id"}, Columns: columns, ForeignKeys: keys,
			Privileges: TablePrivileges{Select: true}}
	}
	id, email := Column{Name: "id", Kind: UUID}, Column{Name: "email", Kind: Text}
	users := table("users", []Column{id, email})
	uniqueProfiles := table("profiles", []Column{id}, toAccounts("user_id"))
	uniqueProfiles.UniqueKeys = [][]string{{"user_id"}}
	hidden := users
	hidden.Privileges.Select = false
	for name, test := range map[string]struct {
		users     Table
		others    []Table
		wantTitle string
	}{
		"a copy of the accounts":                        {users, nil, "User"},
		"another table has a key":                       {users, []Table{table("profiles", []Column{id}, toAccounts("id"))}, "User"},
		"another table has a unique column":             {users, []Table{uniqueProfiles}, "User"},
		"another table has a column that is not unique": {users, []Table{table("profiles", []Column{id}, toAccounts("user_id"))}, "User"},
		"no email address":                              {table("users", []Column{id}), nil, "User ID"},
		"another key":                                   {table("users", []Column{{Name: "id", Kind: Integer}, email}), nil, "User ID"},
		"another reference":                             {table("users", []Column{id, email}, toAccounts("account_id")), nil, "User ID"},
		"another name":                                  {table("leads", []Column{id, email}), nil, "User ID"},
		"an unreadable table":                           {hidden, nil, "User ID"},
	} {
		t.Run(name, func(t *testing.T) {
			todos := Table{Name: "todos", Columns: []Column{{Name: "user_id", Title: "User ID"}}, ForeignKeys: []ForeignKey{toAccounts("user_id")}}
			tables := append([]Table{todos, test.users}, test.others...)
			linkAccountCopies(tables)
			isLinked := describesAccounts(tables[1])
			shortenColumnTitles(tables)
			checkEqual(t, "title", tables[0].Columns[0].Title, test.wantTitle)
			hasOther := slices.ContainsFunc(test.others, describesAccounts)
			checkEqual(t, "is linked", isLinked, test.wantTitle == "User" && !hasOther)
		})
	}
}
