package schema

import (
	"strings"
	"testing"
)

func TestReferencesToTheTenantAreFoundByPolicies(t *testing.T) {
	// table creates a table with references; a policy depends on those with an asterisk.
	table := func(name string, references ...string) Table {
		out := Table{Name: name, Kind: KindTable}
		for _, reference := range references {
			column := Column{Name: strings.TrimSuffix(reference, "*"), isInPolicy: strings.HasSuffix(reference, "*")}
			out.Columns = append(out.Columns, column)
			out.ForeignKeys = append(out.ForeignKeys, ForeignKey{Columns: []string{column.Name}, RefSchema: "public", RefTable: strings.TrimSuffix(column.Name, "_id") + "s"})
		}
		return out
	}
	for name, test := range map[string]struct {
		tables []Table
		want   string
	}{
		"a team in most policies": {[]Table{table("a", "team_id*", "owner_id*"), table("b", "team_id*"), table("c", "team_id*"), table("d", "team_id*"),
			table("users", "team_id"), table("prices", "product_id")}, "a.team_id b.team_id c.team_id d.team_id users.team_id"},
		"a team in no policy":          {[]Table{table("a", "team_id"), table("b", "team_id"), table("c", "team_id"), table("d", "team_id"), table("e", "team_id")}, ""},
		"few tables":                   {[]Table{table("a", "team_id*"), table("b", "team_id*"), table("c", "team_id*")}, ""},
		"less than half of the tables": {append(make9(table), table("a", "team_id*"), table("b", "team_id*"), table("c", "team_id*"), table("d", "team_id*")), ""},
		"another name":                 {[]Table{table("a", "project_id*"), table("b", "project_id*"), table("c", "project_id*"), table("d", "project_id*")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			setTenants(test.tables)
			var got []string
			for _, table := range test.tables {
				for _, column := range table.Columns {
					if column.IsTenant {
						got = append(got, table.Name+"."+column.Name)
					}
				}
			}
			checkEqual(t, "columns", strings.Join(got, " "), test.want)
		})
	}
}

// make9 returns nine tables without a reference to a team.
func make9(table func(name string, references ...string) Table) []Table {
	tables := make([]Table, 0, 9)
	for range cap(tables) {
		tables = append(tables, table("other", "product_id"))
	}
	return tables
}
