package schema

import (
	"regexp"
	"slices"
)

// accountCopyPattern matches the names of tables that can contain a copy of the accounts.
var accountCopyPattern = regexp.MustCompile(`(?i)^(user|profile)s?$`)

// linkAccountCopies adds the missing foreign key to auth.users to a table that a trigger or the application fills from it, if no
// other table describes the accounts: a readable table users or profiles with a UUID as key, a column email and no reference to
// auth.users. The app then shows its titles for the accounts.
func linkAccountCopies(tables []Table) {
	if slices.ContainsFunc(tables, func(t Table) bool { return t.Privileges.Select && describesAccounts(t) }) {
		return
	}
	for i := range tables {
		if t := &tables[i]; t.isAccountCopy() {
			t.ForeignKeys = append(slices.Clip(t.ForeignKeys), ForeignKey{
				Name: t.Name + "_" + t.PrimaryKey[0] + "_fkey", Columns: t.PrimaryKey, RefSchema: "auth", RefTable: "users",
				RefColumns: []string{"id"}, OnDelete: "no action",
			})
		}
	}
}

func (t Table) isAccountCopy() bool {
	isKey := func(c Column) bool { return c.Name == t.PrimaryKey[0] && c.Kind == UUID }
	isEmail := func(c Column) bool { return c.Name == "email" }
	return t.Kind == KindTable && t.Privileges.Select && accountCopyPattern.MatchString(t.Name) && len(t.PrimaryKey) == 1 &&
		slices.ContainsFunc(t.Columns, isKey) && slices.ContainsFunc(t.Columns, isEmail) &&
		!slices.ContainsFunc(t.ForeignKeys, isAccountKey)
}
