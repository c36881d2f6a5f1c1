package schema

import "testing"

func TestCheckChoiceFilters(t *testing.T) {
	customers := Table{Schema: "public", Name: "customers", Columns: []Column{{Name: "active"}, {Name: "country"}}}
	for _, test := range []struct{ name, column, filter, want string }{
		{"a condition", "customer_id", "active.is.true", ""},
		{"several conditions", "customer_id", `active.is.true,or(country.eq.DE,country.in.("DK",SE))`, ""},
		{"a table that the role cannot see", "log_id", "anything.eq.1", ""},
		{"no foreign key", "note", "active.is.true", "The column must be a foreign key."},
		{"no filter", "customer_id", "active", `"active" is not a filter such as active.is.true.`},
		{"an unknown column", "customer_id", "or(active.is.true,actve.is.true)", `The table customers has no column "actve".`},
	} {
		t.Run(test.name, func(t *testing.T) {
			orders := Table{Schema: "public", Name: "orders",
				Columns: []Column{{Name: test.column, Tags: Tags{"filter": test.filter}}, {Name: "other"}},
				ForeignKeys: []ForeignKey{
					{Columns: []string{"customer_id"}, RefSchema: "public", RefTable: "customers"},
					{Columns: []string{"log_id"}, RefSchema: "private", RefTable: "log"},
				}}
			var warnings []Warning
			checkChoiceFilters([]Table{orders, customers}, &warnings)
			switch {
			case test.want == "" && len(warnings) > 0:
				t.Errorf("got %v", warnings)
			case test.want != "" && (len(warnings) != 1 || warnings[0] != Warning{Object: "column public.orders." + test.column, Tag: "filter", Message: test.want}):
				t.Errorf("got %v, want %q", warnings, test.want)
			}
		})
	}
}
