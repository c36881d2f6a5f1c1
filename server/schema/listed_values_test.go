package schema

import "testing"

func TestTextsWithListedValuesAreEnums(t *testing.T) {
	for name, test := range map[string]struct {
		column Column
		check  string
		want   []string
	}{
		"text":                {Column{Base: "text"}, `(status = ANY (ARRAY['draft'::text, 'it''s, sent'::text]))`, []string{"draft", "it's, sent"}},
		"varchar":             {Column{Base: "varchar"}, `((status)::text = ANY ((ARRAY['a'::character varying, 'b'::character varying])::text[]))`, []string{"a", "b"}},
		"restored varchar":    {Column{Base: "varchar"}, `((status)::text = ANY (ARRAY[('a'::character varying)::text, ('b'::character varying)::text]))`, []string{"a", "b"}},
		"char":                {Column{Base: "bpchar"}, `(status = ANY (ARRAY['a'::bpchar, 'b'::bpchar]))`, nil},
		"one value":           {Column{Base: "text"}, `(status = ANY (ARRAY['a'::text]))`, nil},
		"another condition":   {Column{Base: "text"}, `((status = ANY (ARRAY['a'::text, 'b'::text])) OR (length(status) > 9))`, nil},
		"no literals":         {Column{Base: "text"}, `(status = ANY (ARRAY['a'::text, lower('B'::text)]))`, nil},
		"another case":        {Column{Base: "text"}, `(lower(status) = ANY (ARRAY['a'::text, 'b'::text]))`, nil},
		"citext ignores case": {Column{Base: "citext"}, `(status = ANY (ARRAY['a'::citext, 'b'::citext]))`, nil},
		"array":               {Column{Base: "text", IsArray: true}, `(status = ANY (ARRAY['a'::text, 'b'::text]))`, nil},
		"format":              {Column{Base: "text", Tags: Tags{"format": "country"}}, `(status = ANY (ARRAY['DE'::text, 'AT'::text]))`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			column := test.column
			column.Name, column.Kind = "status", Text
			column.convertToEnum([]Check{
				{Columns: []string{"other"}, Expression: `(other = ANY (ARRAY['x'::text, 'y'::text]))`},
				{Columns: []string{"status"}, Expression: test.check},
			})
			checkEqual(t, "values", column.Enum, test.want)
			wantKind := Text
			if test.want != nil {
				wantKind = Enum
			}
			checkEqual(t, "kind", column.Kind, wantKind)
			checkEqual(t, "base", column.Base, test.column.Base)
		})
	}
}

func TestViewsHaveTheChoicesOfTheirTables(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "tables": [{"schema": "public", "name": "open_parcels", "relkind": "v",
		"columns": [{"name": "type", "base": "text", "typtype": "b"}, {"name": "note", "base": "text", "typtype": "b"}],
		"originChecks": [{"columns": ["type"], "expression": "(length(kind) > 2)"},
		                 {"columns": ["type"], "expression": "(kind = ANY (ARRAY['letter'::text, 'box'::text]))"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	view := findTable(t, s, "open_parcels")
	checkEqual(t, "choices", findColumn(t, view, "type").Enum, []string{"letter", "box"})
	checkEqual(t, "kind of another column", findColumn(t, view, "note").Kind, Text)
	checkEqual(t, "checks of the view", len(view.Checks), 0)
}

func TestViewsHaveTheTagsOfTheirTables(t *testing.T) {
	s, err := Parse([]byte(`{"version": 1, "tables": [{"schema": "public", "name": "open_parcels", "relkind": "v",
		"columns": [{"name": "fee", "base": "numeric", "typtype": "b", "originComment": "What it costs. @format currency EUR @bad"},
		            {"name": "sum", "base": "numeric", "typtype": "b", "comment": "@title Total", "originComment": "@title Fee"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	view := findTable(t, s, "open_parcels")
	checkEqual(t, "help", findColumn(t, view, "fee").Comment, "What it costs.")
	checkEqual(t, "format", findColumn(t, view, "fee").Tags["format"], "currency EUR")
	checkEqual(t, "title of a column with a comment", findColumn(t, view, "sum").Title, "Total")
	checkEqual(t, "warnings, which are those of the table", len(s.Warnings), 0)
}
