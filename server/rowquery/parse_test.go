package rowquery

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// text writes a parsed query again: select, conditions, orders, ranges.
func text(q *Query) string {
	var parts []string
	if q.Select != nil {
		parts = append(parts, "select="+SelectText(q.Select))
	}
	for _, c := range q.Conditions {
		parts = append(parts, c.Path.String()+"?"+LogicText(c))
	}
	for _, o := range q.Orders {
		for _, t := range o.Terms {
			part := o.Path.String() + "<" + t.Key()
			if t.Descending {
				part += " desc"
			}
			if t.NullsFirst {
				part += " nullsfirst"
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " & ")
}

func TestParseReadsPostgRESTSyntax(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"columns", "select=id, name", "select=id,name"},
		{"star", "select=*", "select=*"},
		{"quoted name with spaces, quote and backslash", `select="a b","q\"q","b\\s"`, `select="a b","q\"q","b\\s"`},
		{"unquoted name with spaces and dash", "select=first name,a-b", `select="first name","a-b"`},
		{"name in another script", "select=имя", `select="имя"`},
		{"alias, cast, JSON path", "select=n:data->a->0->>b::text,x::int", `select=n:data->a->0->>b::text,x::int`},
		{"JSON key that begins with digits", "select=data->0a", `select=data->"0a"`},
		{"negative JSON index", "select=data->-1", "select=data->-1"},
		{"embed with hints", "select=c:customers!inner!fk_x(id,orders(*))", "select=c:customers!inner!fk_x(id,orders(*))"},
		{"spread and empty embed", "select=...customers(name),items()", "select=...customers(name),items()"},
		{"aggregates", "select=count(),n:total.sum()::text,total::int.avg()", "select=count(),n:total.sum()::text,total::int.avg()"},
		{"a top-level value is raw", "a=eq.x,(\")y.z", `?a.eq."x,(\")y.z"`},
		{"negation", "a=not.is.null", "?a.not.is.null"},
		{"is in any case", "a=is.NULL", "?a.is.null"},
		{"list, quoted and not", `a=in.(1,"b,c",d e)`, `?a.in.("1","b,c","d e")`},
		{"empty list", "a=in.()", "?a.in.()"},
		{"modifiers", "a=like(any).{a*,b*}&b=fts(english).x", `?a.like(any)."{a*,b*}" & ?b.fts(english)."x"`},
		{"groups", `or=(a.eq.1,not.and(b.gt.2,c.is.null),d.eq."x,y")`, `?or(a.eq."1",not.and(b.gt."2",c.is.null),d.eq."x,y")`},
		{"array literal in a group", "and=(a.cs.{1,2},b.eq.3)", `?and(a.cs."{1,2}",b.eq."3")`},
		{"quote in the middle of a raw value", `and=(a.eq.x"y)`, `?and(a.eq."x\"y")`},
		{"negated group", "not.or=(a.eq.1,b.eq.2)", `?not.or(a.eq."1",b.eq."2")`},
		{"filters on an embedded relation", "r.s.a=eq.1&r.or=(a.eq.1)", `r?or(a.eq."1") & r.s?a.eq."1"`},
		{"filter on a quoted column", `"a b"=eq.1`, `?"a b".eq."1"`},
		{"filter on a column named not", "not=eq.1", `?not.eq."1"`},
		{"column named and inside a group", `and=("and".eq.1)`, `?and(and.eq."1")`},
		{"two filters on one column", "a=gte.1&a=lt.5", `?a.gte."1" & ?a.lt."5"`},
		{"order", "order=a.desc,b,c.asc.nullsfirst,d.desc.nullslast", "<a desc nullsfirst & <b & <c nullsfirst & <d desc"},
		{"order by JSON and by a relation", "order=data->>x.desc,customers(name)", `<data->>x desc nullsfirst & <customers(name)`},
		{"order of an embedded relation", "items.order=n.desc", "items<n desc nullsfirst"},
	} {
		t.Run(test.name, func(t *testing.T) {
			values := url.Values{}
			for _, pair := range strings.Split(test.in, "&") {
				name, value, _ := strings.Cut(pair, "=")
				values.Add(name, value)
			}
			q, err := Parse(values)
			if err != nil {
				t.Fatal(err)
			}
			if got := text(q); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestParseReadsRangesAndNames(t *testing.T) {
	q, err := Parse(url.Values{"limit": {"10"}, "offset": {"20"}, "items.limit": {"3"}, "columns": {`a,"b c"`}, "on_conflict": {"id"}})
	if err != nil {
		t.Fatal(err)
	}
	if r := q.Range(); *r.Limit != 10 || *r.Offset != 20 {
		t.Errorf("range: %+v", r)
	}
	if !slices.Equal(q.Columns, []string{"a", "b c"}) || !slices.Equal(q.OnConflict, []string{"id"}) {
		t.Errorf("columns %q, on_conflict %q", q.Columns, q.OnConflict)
	}
	if len(q.Ranges) != 2 {
		t.Errorf("ranges: %+v", q.Ranges)
	}
}

func TestParseRefusesWhatItCantRead(t *testing.T) {
	for _, test := range []struct{ name, key, value, want string }{
		{"no operator", "a", "5", "operator"},
		{"unknown operator", "a", "equals.5", "operator"},
		{"operator without value", "a", "eq", "value"},
		{"unknown truth", "a", "is.maybe", "null"},
		{"list without parentheses", "a", "in.1,2", `"("`},
		{"list that goes on", "a", "in.(1)2", "the end"},
		{"open list", "a", "in.(1", `")"`},
		{"open group", "or", "(a.eq.1", `")"`},
		{"group that goes on", "or", "(a.eq.1)x", "the end"},
		{"empty group", "or", "()", "a name"},
		{"open quote", "select", `"a`, "quote"},
		{"open embed", "select", "a(b", `")"`},
		{"stray parenthesis", "select", "a)", "the end"},
		{"two commas", "select", "a,,b", "a name"},
		{"SQL", "select", "id;drop table x", "the end"},
		{"unknown aggregate", "select", "a.median()", "sum()"},
		{"unknown direction", "order", "a.up", `","`},
		{"limit that is no number", "limit", "ten", "whole number"},
		{"negative offset", "offset", "-1", "whole number"},
		{"key with a parenthesis", "a(b)", "eq.1", "a column"},
		{"too deep", "and", strings.Repeat("(and", 40) + "(a.eq.1" + strings.Repeat(")", 41), "levels"},
		{"nested too deep", "select", strings.Repeat("a(", 40) + strings.Repeat(")", 40), "levels"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse(url.Values{test.key: {test.value}})
			var refused *Error
			if !errors.As(err, &refused) || refused.Reason != Malformed {
				t.Fatalf("got %v, want a malformed query", err)
			}
			if !strings.Contains(refused.Message, test.want) {
				t.Errorf("message %q doesn't say %q", refused.Message, test.want)
			}
		})
	}
}

func TestParseRefusesAParameterGivenTwice(t *testing.T) {
	for _, name := range []string{"select", "order", "limit", "items.order"} {
		if _, err := Parse(url.Values{name: {"1", "1"}}); err == nil || !strings.Contains(err.Error(), "twice") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestUnfilteredLooksAtTheTableItself(t *testing.T) {
	for query, want := range map[string]bool{"": true, "select=*": true, "items.a=eq.1": true, "a=eq.1": false, "or=(a.eq.1)": false} {
		values, _ := url.ParseQuery(query)
		q, err := Parse(values)
		if err != nil {
			t.Fatal(err)
		}
		if q.Unfiltered() != want {
			t.Errorf("%q: got %v", query, !want)
		}
	}
}

// FuzzParse: whatever comes in, what is written again reads as the same.
func FuzzParse(f *testing.F) {
	f.Add("select", `a:"b c"->x->>0::int,t!inner(*)`)
	f.Add("or", `(a.eq.1,not.and(b.in.("x",y),c.is.null))`)
	f.Add("a.b", "not.like(any).{x,y}")
	f.Add("order", "a.desc.nullslast,t(b)")
	f.Fuzz(func(t *testing.T, name, value string) {
		q, err := Parse(url.Values{name: {value}})
		if err != nil {
			return
		}
		again := url.Values{}
		for _, c := range q.Conditions {
			if len(c.Path) == 0 {
				again.Add("and", "("+LogicText(c)+")")
			}
		}
		if len(q.Select) > 0 {
			again.Set("select", SelectText(q.Select))
		}
		second, err := Parse(again)
		if err != nil {
			t.Fatalf("%v of %v: %v", again, url.Values{name: {value}}, err)
		}
		if len(q.Select) > 0 && SelectText(second.Select) != SelectText(q.Select) {
			t.Errorf("select %q became %q", SelectText(q.Select), SelectText(second.Select))
		}
		for i, c := range second.Conditions {
			if got := LogicText(c.Condition.(Group).Members[0]); got != LogicText(q.Conditions[i]) {
				t.Errorf("condition %q became %q", LogicText(q.Conditions[i]), got)
			}
		}
	})
}
