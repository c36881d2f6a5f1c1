package postgrestquery_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/tableside/tableside/internal/postgrestquery"
)

func mustParse(t *testing.T, raw string, call bool) *postgrestquery.Params {
	t.Helper()
	p, err := postgrestquery.Parse(raw, call)
	if err != nil {
		t.Fatalf("parse %q: %v", raw, err)
	}
	return p
}

func newColumnItem(name string) postgrestquery.FieldItem {
	return postgrestquery.FieldItem{Field: postgrestquery.Field{Name: name}}
}

func TestParseSelect(t *testing.T) {
	for raw, want := range map[string][]postgrestquery.SelectItem{
		"id,full%20name, a-b ":   {newColumnItem("id"), newColumnItem("full name"), newColumnItem("a-b")},
		"*":                      {newColumnItem("*")},
		"":                       nil,
		`"a.b","q\"q"`:           {newColumnItem("a.b"), newColumnItem(`q"q`)},
		"n:id::text":             {postgrestquery.FieldItem{Field: postgrestquery.Field{Name: "id"}, Cast: "text", Alias: "n"}},
		"id::double%20precision": {postgrestquery.FieldItem{Field: postgrestquery.Field{Name: "id"}, Cast: "double precision"}},
		"d->a->>b-c->-1::int": {postgrestquery.FieldItem{Cast: "int", Field: postgrestquery.Field{Name: "d", Path: []postgrestquery.JSONStep{
			{Key: "a"}, {Key: "b-c", AsText: true}, {Key: "-1", IsIndex: true}}}}},
		"d->1x":                   {postgrestquery.FieldItem{Field: postgrestquery.Field{Name: "d", Path: []postgrestquery.JSONStep{{Key: "1x"}}}}},
		"count()":                 {postgrestquery.FieldItem{Field: postgrestquery.Field{Name: "*"}, Aggregate: postgrestquery.Count}},
		"s:a::int.sum()::text":    {postgrestquery.FieldItem{Field: postgrestquery.Field{Name: "a"}, Cast: "int", Aggregate: postgrestquery.Sum, AggregateCast: "text", Alias: "s"}},
		"count":                   {newColumnItem("count")},
		"rel()":                   {postgrestquery.EmbedItem{Relation: "rel"}},
		"a:rel!fk!inner(id,b(*))": {postgrestquery.EmbedItem{Relation: "rel", Alias: "a", Hint: "fk", IsInner: true, Items: []postgrestquery.SelectItem{newColumnItem("id"), postgrestquery.EmbedItem{Relation: "b", Items: []postgrestquery.SelectItem{newColumnItem("*")}}}}},
		"rel!inner!fk(id)":        {postgrestquery.EmbedItem{Relation: "rel", Hint: "fk", IsInner: true, Items: []postgrestquery.SelectItem{newColumnItem("id")}}},
		"rel!left(id)":            {postgrestquery.EmbedItem{Relation: "rel", Items: []postgrestquery.SelectItem{newColumnItem("id")}}},
		"...rel(x:id)":            {postgrestquery.EmbedItem{Relation: "rel", IsSpread: true, Items: []postgrestquery.SelectItem{postgrestquery.FieldItem{Field: postgrestquery.Field{Name: "id"}, Alias: "x"}}}},
		"rel(d->0)":               {postgrestquery.EmbedItem{Relation: "rel", Items: []postgrestquery.SelectItem{postgrestquery.FieldItem{Field: postgrestquery.Field{Name: "d", Path: []postgrestquery.JSONStep{{Key: "0", IsIndex: true}}}}}}},
	} {
		if got := mustParse(t, "select="+raw, false).Select; !reflect.DeepEqual(got, want) {
			t.Errorf("select=%s\n got %#v\nwant %#v", raw, got, want)
		}
	}
}

func TestParseFilter(t *testing.T) {
	field := postgrestquery.Field{Name: "c"}
	for raw, want := range map[string]postgrestquery.Filter{
		`eq."a".b,c`:            {Field: field, Op: "eq", Value: `"a".b,c`},
		"eq.":                   {Field: field, Op: "eq"},
		"not.neq.1":             {Field: field, IsNegated: true, Op: "neq", Value: "1"},
		`in.(1,"a,b\"c\\",d e)`: {Field: field, Op: postgrestquery.OpIn, Values: []string{"1", `a,b"c\`, "d e"}},
		"in.()":                 {Field: field, Op: postgrestquery.OpIn, Values: []string{""}},
		"is.NULL":               {Field: field, Op: postgrestquery.OpIs, Is: postgrestquery.IsNull},
		"is.not_null":           {Field: field, Op: postgrestquery.OpIs, Is: postgrestquery.IsNotNull},
		"not.is.true":           {Field: field, IsNegated: true, Op: postgrestquery.OpIs, Is: postgrestquery.IsTrue},
		"like(any).{a*,b}":      {Field: field, Op: postgrestquery.OpLike, Quantifier: postgrestquery.QuantifierAny, Value: "{a*,b}"},
		"fts(english).a%26b":    {Field: field, Op: "fts", Config: "english", Value: "a&b"},
		"isdistinct.x":          {Field: field, Op: postgrestquery.OpIsDistinct, Value: "x"},
	} {
		if got := mustParse(t, "c="+raw, false).Filters[0].Filter; !reflect.DeepEqual(got, want) {
			t.Errorf("c=%s\n got %#v\nwant %#v", raw, got, want)
		}
	}
	p := mustParse(t, `a.b."c.d"->>e=eq.1`, false)
	want := postgrestquery.PathFilter{Path: []string{"a", "b"}, Filter: postgrestquery.Filter{
		Field: postgrestquery.Field{Name: "c.d", Path: []postgrestquery.JSONStep{{Key: "e", AsText: true}}}, Op: "eq", Value: "1"}}
	if !reflect.DeepEqual(p.Filters[0], want) {
		t.Errorf("path: got %#v", p.Filters[0])
	}
}

func TestParseLogic(t *testing.T) {
	p := mustParse(t, `r.not.or=(a.eq.1,and(b.not.in.(1,2),c.cs.{x,y}),d.eq."p,q")`, false)
	want := postgrestquery.PathLogic{Path: []string{"r"}, Logic: postgrestquery.Group{IsNegated: true, IsOr: true, Terms: []postgrestquery.Logic{
		postgrestquery.Filter{Field: postgrestquery.Field{Name: "a"}, Op: "eq", Value: "1"},
		postgrestquery.Group{Terms: []postgrestquery.Logic{
			postgrestquery.Filter{Field: postgrestquery.Field{Name: "b"}, IsNegated: true, Op: postgrestquery.OpIn, Values: []string{"1", "2"}},
			postgrestquery.Filter{Field: postgrestquery.Field{Name: "c"}, Op: "cs", Value: "{x,y}"},
		}},
		postgrestquery.Filter{Field: postgrestquery.Field{Name: "d"}, Op: "eq", Value: "p,q"},
	}}}
	if !reflect.DeepEqual(p.Logic[0], want) {
		t.Errorf("got %#v", p.Logic[0])
	}
}

func TestParseOrderAndRange(t *testing.T) {
	p := mustParse(t, "order=a,b.desc,c.asc.nullsfirst,rel(d->>e).nullslast&r.order=x&limit=5&offset=2&r.limit=1&limit=x", false)
	want := []postgrestquery.OrderTerm{
		{Field: postgrestquery.Field{Name: "a"}}, {Field: postgrestquery.Field{Name: "b"}, IsDescending: true},
		{Field: postgrestquery.Field{Name: "c"}, NullOrder: postgrestquery.NullsFirst},
		{Relation: "rel", Field: postgrestquery.Field{Name: "d", Path: []postgrestquery.JSONStep{{Key: "e", AsText: true}}}, NullOrder: postgrestquery.NullsLast},
	}
	if !reflect.DeepEqual(p.Order[0].Terms, want) || p.Order[1].Path[0] != "r" {
		t.Errorf("order: got %#v", p.Order)
	}
	if r := p.Ranges[0].Range; *r.Limit != 5 || r.Offset != 2 {
		t.Errorf("range: got %#v", r)
	}
	if r := p.Ranges[1]; r.Path[0] != "r" || *r.Range.Limit != 1 {
		t.Errorf("range of r: got %#v", r)
	}
}

func TestParseCall(t *testing.T) {
	const raw = "a=1&a=2&b=eq.x&c=in.x&r.d=eq.1&select=id&e"
	p := mustParse(t, raw, true)
	if want := []postgrestquery.Arg{{Name: "a", Value: "1"}, {Name: "a", Value: "2"}, {Name: "c", Value: "in.x"}}; !reflect.DeepEqual(p.Args, want) {
		t.Errorf("arguments: got %#v", p.Args)
	}
	if len(p.Filters) != 2 {
		t.Errorf("filters: got %#v", p.Filters)
	}
	if want := "a=1&a=2&b=eq.x&c=in.x&e=&r.d=eq.1&select=id"; postgrestquery.CanonicalQuery(raw) != want {
		t.Errorf("canonical: got %s", postgrestquery.CanonicalQuery(raw))
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ raw, message, details string }{
		{"c=0", `"failed to parse filter (0)" (line 1, column 1)`, `unexpected "0" expecting "not" or operator (eq, gt, ...)`},
		{"c=eq", `"failed to parse filter (eq)" (line 1, column 3)`, `unexpected end of input expecting delimiter (.)`},
		{"c=is.nothing", `"failed to parse filter (is.nothing)" (line 1, column 4)`, `unexpected "n" expecting isVal: (null, not_null, true, false, unknown)`},
		{"c=in.1", `"failed to parse filter (in.1)" (line 1, column 4)`, `unexpected "1" expecting "("`},
		{"c=in.(1", `"failed to parse filter (in.(1)" (line 1, column 6)`, `unexpected end of input expecting ")"`},
		{"c=eq(some).1", `"failed to parse filter (eq(some).1)" (line 1, column 3)`, `unexpected "(" expecting operator (eq, gt, ...)`},
		{"order=id.descc", `"failed to parse order (id.descc)" (line 1, column 8)`, `unexpected 'c' expecting "," or end of input`},
		{"order=id.x", `"failed to parse order (id.x)" (line 1, column 4)`, `unexpected "x" expecting "asc", "desc", "nullsfirst" or "nullslast"`},
		{"or=(id.eq.1,not.xor(a.eq.1))", `"failed to parse logic tree ((id.eq.1,not.xor(a.eq.1)))" (line 1, column 16)`, `unexpected "x" expecting "not", operator (eq, gt, ...) or logic operator (and, or)`},
		{"select=rel(id", `"failed to parse select parameter (rel(id)" (line 1, column 7)`, `unexpected end of input expecting`},
		{"select=name!hint", `"failed to parse select parameter (name!hint)" (line 1, column 10)`, `unexpected end of input expecting`},
		{"select=data->(x", `"failed to parse select parameter (data->(x)" (line 1, column 7)`, `unexpected "(" expecting "-", digit or any non reserved character different from: .,>()`},
		{"select=data->>--34", `"failed to parse select parameter (data->>--34)" (line 1, column 9)`, `unexpected "-" expecting digit`},
		{"select=id.median()", `"failed to parse select parameter (id.median())" (line 1, column 4)`, `unexpected`},
		{`select=""`, `"failed to parse select parameter ("")" (line 1, column 1)`, `unexpected "\"" expecting field name`},
		{"columns=a,,b", `"failed to parse columns parameter (a,,b)" (line 1, column 3)`, `unexpected "," expecting field name (* or [a..z0..9_$])`},
		{"a b(c)=eq.1", `"failed to parse tree path (a b(c))" (line 1, column 4)`, `unexpected '(' expecting`},
	} {
		_, err := postgrestquery.Parse(c.raw, false)
		var e *postgrestquery.ParseError
		if !errors.As(err, &e) {
			t.Errorf("%s: got %v", c.raw, err)
			continue
		}
		if e.Message != c.message || !strings.HasPrefix(e.Details, c.details) {
			t.Errorf("%s\n got %s\n     %s\nwant %s\n     %s", c.raw, e.Message, e.Details, c.message, c.details)
		}
	}
}

func TestParseLimitsNesting(t *testing.T) {
	deep := strings.Repeat("a(", 100_000)
	if _, err := postgrestquery.Parse("select="+deep, false); err == nil {
		t.Error("select: no error")
	}
	if _, err := postgrestquery.Parse("or="+strings.Repeat("(and", 100_000), false); err == nil {
		t.Error("or: no error")
	}
}
