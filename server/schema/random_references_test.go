package schema

import "testing"

func TestReferencesHaveNoRandomDefault(t *testing.T) {
	random, schemaName, fixed := "gen_random_uuid()", "extensions.uuid_generate_v4()", "'00000000-0000-0000-0000-000000000001'::uuid"
	canInsert := ColumnPrivileges{Insert: true}
	table := Table{
		Columns: []Column{
			{Name: "id", Default: &random, Privileges: canInsert},
			{Name: "team_id", Default: &random, Privileges: canInsert},
			{Name: "project_id", Default: &schemaName, Nullable: true, Privileges: canInsert},
			{Name: "reviewer_id", Default: &random, Nullable: true},
			{Name: "status_id", Default: &fixed, Nullable: true, Privileges: canInsert},
		},
		ForeignKeys: []ForeignKey{
			{Columns: []string{"team_id"}}, {Columns: []string{"project_id"}}, {Columns: []string{"reviewer_id"}}, {Columns: []string{"status_id"}},
			{Columns: []string{"id", "team_id"}},
		},
	}
	table.removeRandomReferences()
	var got []string
	for _, c := range table.Columns {
		if c.Default != nil {
			got = append(got, c.Name)
		}
	}
	checkEqual(t, "columns with a default", got, []string{"id", "status_id"})
	checkEqual(t, "columns of new rows", table.AddNullReferences([]string{"id"}), []string{"id", "project_id"})
	checkEqual(t, "columns of new rows", table.AddNullReferences([]string{"project_id"}), []string{"project_id"})
}
