package schema

import (
	"regexp"
	"slices"
	"strings"
)

// peopleTablePattern matches the names of tables of people, as isPeopleTable does in the app.
var peopleTablePattern = regexp.MustCompile(`(?i)(^|_)(people|persons?|profiles?|users?|members?|employees?|staff|accounts|authors?)$`)

// profileTablePattern matches the names of the tables that are preferred to other tables that describe the accounts.
var profileTablePattern = regexp.MustCompile(`(?i)profiles?$`)

// isAccountKey reports whether a foreign key refers to the user accounts of Supabase Auth.
func isAccountKey(k ForeignKey) bool {
	return len(k.Columns) == 1 && k.RefSchema == "auth" && k.RefTable == "users"
}

// describesAccounts reports whether a table has a row for each account: see accountColumn.
func describesAccounts(t Table) bool {
	return accountColumn(t) != ""
}

// accountColumn returns the column of a table of people that refers to auth.users and identifies a row: the primary key, or
// another unique column, such as profiles.user_id. It returns "" if there is none. The app has the same rule
// (ui/src/data/relations/account-table.ts).
func accountColumn(t Table) string {
	if !peopleTablePattern.MatchString(strings.Join(splitName(t.Name), "_")) {
		return ""
	}
	for _, key := range append([][]string{t.PrimaryKey}, t.UniqueKeys...) {
		if len(key) == 1 && t.RefersToAccounts(key[0]) {
			return key[0]
		}
	}
	return ""
}

// RefersToAccounts reports whether a column refers to auth.users by a foreign key of this column only.
func (t Table) RefersToAccounts(column string) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(k ForeignKey) bool { return isAccountKey(k) && k.Columns[0] == column })
}

// FindAccountColumn returns the column with the id of the account in the readable table that describes the accounts, as the app
// chooses it: profiles is preferred to others, as tables are to views. It returns nil if there is no such table.
func (s *Schema) FindAccountColumn() *ColumnName {
	var found *Table
	for i := range s.Tables {
		t := &s.Tables[i]
		if t.Privileges.Select && describesAccounts(*t) && (found == nil || isBetterAccountTable(t, found)) {
			found = t
		}
	}
	if found == nil {
		return nil
	}
	return &ColumnName{Schema: found.Schema, Table: found.Name, Column: accountColumn(*found)}
}

func isBetterAccountTable(a, b *Table) bool {
	if isProfile := profileTablePattern.MatchString(a.Name); isProfile != profileTablePattern.MatchString(b.Name) {
		return isProfile
	}
	return a.Kind == KindTable && b.Kind != KindTable
}
