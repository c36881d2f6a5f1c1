package schema

import (
	"strings"
	"testing"
)

func TestMarkStatusTexts(t *testing.T) {
	text := func(names ...string) []Column {
		var columns []Column
		for _, name := range names {
			columns = append(columns, Column{Name: name, Kind: Text, Base: "text"})
		}
		return columns
	}
	for name, test := range map[string]struct {
		table Table
		want  string
	}{
		"names":       {Table{Columns: text("lead_phase", "note", "orderState", "statuses", "estate", "STATUS")}, "lead_phase orderState STATUS"},
		"varchar":     {Table{Columns: []Column{{Name: "stage", Kind: Text, Base: "varchar"}}}, "stage"},
		"other types": {Table{Columns: []Column{{Name: "status", Kind: Text, Base: "citext"}, {Name: "stage", Kind: Integer, Base: "int4"}, {Name: "state", Kind: Enum, Base: "text"}}}, ""},
		"array":       {Table{Columns: []Column{{Name: "status", Kind: Text, Base: "text", IsArray: true}}}, ""},
		"address":     {Table{Columns: text("postalCode", "billing_state", "status")}, "status"},
		"no address":  {Table{Columns: text("state", "capacity")}, "state"},
		"tag":         {Table{Columns: []Column{{Name: "status", Kind: Text, Base: "text", Tags: Tags{"format": "plain"}}}}, ""},
		"reference":   {Table{Columns: text("status"), ForeignKeys: []ForeignKey{{Columns: []string{"status"}}}}, ""},
	} {
		test.table.markStatusTexts()
		var got []string
		for _, c := range test.table.Columns {
			if c.IsStatus {
				got = append(got, c.Name)
			}
		}
		if strings.Join(got, " ") != test.want {
			t.Errorf("%s: the statuses are %q, want %q", name, got, test.want)
		}
	}
}
