package rowquery

import (
	"errors"
	"net/url"
	"testing"

	"github.com/tableside/tableside/server/schema"
)

var shopSchema = &schema.Schema{
	Tables: []schema.Table{
		{Schema: "public", Name: "orders", Columns: newColumns("id", "status", "customer_id", "data"),
			ForeignKeys: []schema.ForeignKey{{Name: "orders_customer_fk", Columns: []string{"customer_id"}, RefSchema: "public", RefTable: "customers"}}},
		{Schema: "public", Name: "customers", Columns: newColumns("id", "name")},
	},
	Functions: []schema.Function{{Schema: "public", Name: "age_in_days"}},
}

func newColumns(names ...string) []schema.Column {
	var list []schema.Column
	for _, name := range names {
		list = append(list, schema.Column{Name: name})
	}
	return list
}

func TestCheckFindsUnknownColumns(t *testing.T) {
	for _, test := range []struct{ name, query, unknown string }{
		{"known", "select=id,status&status=eq.x&order=id", ""},
		{"in select", "select=id,secret", "secret"},
		{"in a filter", "secret=eq.1", "secret"},
		{"deep in a group", "or=(id.eq.1,and(id.eq.2,secret.eq.3))", "secret"},
		{"in order", "order=secret.desc", "secret"},
		{"in columns", "columns=id,secret", "secret"},
		{"in on_conflict", "on_conflict=secret", "secret"},
		{"JSON path below a known column", "data->>secret=eq.1", ""},
		{"computed column", "select=age_in_days", ""},
		{"embedded by table", "select=customers(name,secret)", "secret"},
		{"embedded by foreign key column", "select=customer_id(name)", ""},
		{"embedded by constraint", "select=x:orders_customer_fk(secret)", "secret"},
		{"filter on an embedded relation", "select=c:customers(name)&c.secret=eq.1", "secret"},
		{"known filter on an embedded relation", "select=c:customers(name)&c.name=eq.1", ""},
		{"filter that an embedded relation exists", "select=customers(name)&customers=not.is.null", ""},
		{"order by an embedded relation", "select=customers(name)&order=customers(secret)", "secret"},
		{"a relation that the schema does not determine", "select=mystery(anything)", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			values, err := url.ParseQuery(test.query)
			if err != nil {
				t.Fatal(err)
			}
			q, err := Parse(values)
			if err != nil {
				t.Fatal(err)
			}
			err = CheckColumns(q, shopSchema, FindTable(shopSchema, "public", "orders"))
			var unknown *UnknownColumnError
			switch {
			case test.unknown == "" && err != nil:
				t.Errorf("rejected: %v", err)
			case test.unknown != "" && (!errors.As(err, &unknown) || unknown.Column != test.unknown):
				t.Errorf("got %v, want unknown column %q", err, test.unknown)
			}
		})
	}
}
