package aggregates

import (
	"errors"
	"net/url"
	"testing"

	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
)

func parse(t *testing.T, query, zone string) (*Request, error) {
	t.Helper()
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := rowquery.Parse(values)
	if err != nil {
		t.Fatal(err)
	}
	return Parse(parsed, zone)
}

func TestParseRejectsWhatCantBeComputed(t *testing.T) {
	for _, query := range []string{
		"select=status", "select=*", "select=placed_at::century,count()", "select=total.sum()::text", "select=total::text.sum()",
		"select=items(count())", "select=a,b,c,d,count()", "select=status.count()",
	} {
		if _, err := parse(t, query, "UTC"); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("%s: %v", query, err)
		}
	}
	for _, zone := range []string{"../etc/passwd", "UTC'", "Europe/Berlin; select 1"} {
		if _, err := parse(t, "select=count()", zone); !errors.Is(err, ErrInvalidRequest) {
			t.Errorf("the zone %s: %v", zone, err)
		}
	}
}

func TestArgumentsArePostfix(t *testing.T) {
	r, err := parse(t, `select=placed_at::month,data->a->>0,customer_id.count()::distinct&or=(id.in.(1,2),not.and(a.is.null,b.like(any).{x*}))&limit=9999`, "Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.Arguments(&schema.Table{Schema: "public", Name: "orders"})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"relation_schema":"public","relation":"orders",` +
		`"groups":[{"column":"placed_at","bucket":"month"},{"column":"data","path":[{"key":"a","isText":false,"isIndex":false},{"key":"0","isText":true,"isIndex":true}],"bucket":null}],` +
		`"measures":[{"column":"customer_id","fn":"distinct"}],` +
		`"conditions":[{"column":"id","op":"in","values":["1","2"],"terms":0,"negated":false},` +
		`{"column":"a","op":"is","value":"null","terms":0,"negated":false},` +
		`{"column":"b","op":"like","value":"{x*}","quantifier":"any","terms":0,"negated":false},` +
		`{"logic":"and","terms":2,"negated":true},{"logic":"or","terms":2,"negated":false}],` +
		`"zone":"Europe/Berlin","max_groups":2001}`
	if string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if r.RestQuery(1000) != nil {
		t.Error("the REST service can't compute buckets")
	}
}

func TestFiltersOfRelatedTablesAreLeftToOthers(t *testing.T) {
	r, err := parse(t, "select=count()&customers.country=eq.DE", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Arguments(&schema.Table{}); !errors.Is(err, ErrInvalidRequest) {
		t.Errorf("got %v", err)
	}
	if query := r.RestQuery(1000); query == nil || len(query.Filters) != 1 {
		t.Errorf("got %v", query)
	}
}
