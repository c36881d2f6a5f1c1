package sqlscript

import (
	"reflect"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		name   string
		script string
		want   []Statement
	}{
		{"no statement", " \n-- only a comment\n;;", nil},
		{"a byte order mark", "\ufeffselect 1", []Statement{{SQL: "select 1", Line: 1}}},
		{"psql commands of pg_dump", "\\restrict a;b\n\nselect 1;\n\\unrestrict a;b\n", []Statement{{SQL: "select 1", Line: 3}}},
		{"no semicolon at the end", "select 1;\n\nselect 2", []Statement{{SQL: "select 1", Line: 1}, {SQL: "select 2", Line: 3}}},
		{"leading comments are removed, and their lines counted", "-- a;\n/* b; /* c; */ ; */\nselect 1;", []Statement{{SQL: "select 1", Line: 3}}},
		{"comment in a statement", "select 1 -- no;\n, 2;", []Statement{{SQL: "select 1 -- no;\n, 2", Line: 1}}},
		{"string", "select 'a;''b;';select 2", []Statement{{SQL: "select 'a;''b;'", Line: 1}, {SQL: "select 2", Line: 1}}},
		{"no escapes in a standard string", `select 'a\';select 2`, []Statement{{SQL: `select 'a\'`, Line: 1}, {SQL: "select 2", Line: 1}}},
		{"escape string", `select E'a\';''\';b';select 2`, []Statement{{SQL: `select E'a\';''\';b'`, Line: 1}, {SQL: "select 2", Line: 1}}},
		{"a name that ends with e does not start an escape string", `select type'a\';select 2`, []Statement{{SQL: `select type'a\'`, Line: 1}, {SQL: "select 2", Line: 1}}},
		{"quoted name", `select 1 as "a;""b;";select 2`, []Statement{{SQL: `select 1 as "a;""b;"`, Line: 1}, {SQL: "select 2", Line: 1}}},
		{"nested dollar quotes", "do $a$ x; $b$ y; $a$;\nselect $1;", []Statement{{SQL: "do $a$ x; $b$ y; $a$", Line: 1}, {SQL: "select $1", Line: 2}}},
		{"dollar quote with a non-ASCII tag", "do $été$;$été$;select 2", []Statement{{SQL: "do $été$;$été$", Line: 1}, {SQL: "select 2", Line: 1}}},
		{"dollar within a name", "select a$b$ from c$b$;select 2", []Statement{{SQL: "select a$b$ from c$b$", Line: 1}, {SQL: "select 2", Line: 1}}},
		{"rule with several commands", "create rule r as on insert to t do (a; b);select 2", []Statement{{SQL: "create rule r as on insert to t do (a; b)", Line: 1}, {SQL: "select 2", Line: 1}}},
		{
			"function with an atomic body",
			"create or replace function f() returns int begin atomic select case when true then 1 end; select 2; end;select 3",
			[]Statement{{SQL: "create or replace function f() returns int begin atomic select case when true then 1 end; select 2; end", Line: 1}, {SQL: "select 3", Line: 1}},
		},
		{"begin outside a routine", "begin;select case when a then b end;end;", []Statement{{SQL: "begin", Line: 1}, {SQL: "select case when a then b end", Line: 1}, {SQL: "end", Line: 1}}},
		{
			"data of a copy",
			"COPY t (a) FROM stdin;\n1;\n'2\n\\.\nselect 2;",
			[]Statement{{SQL: "COPY t (a) FROM stdin", Line: 1, Data: "1;\n'2\n"}, {SQL: "select 2", Line: 5}},
		},
		{"unterminated string", "select 'a;\nb", []Statement{{SQL: "select 'a;\nb", Line: 1}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := Split(test.script); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

// FuzzSplit checks that Split terminates for any script, with nonempty statements in ascending
// order.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"select 1;", "do $$ ; $$", "/* /* ; */", `E'\`, "copy t from stdin;\n\\.", "create function f() begin atomic case end", "$é$"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, script string) {
		line := 1
		for _, statement := range Split(script) {
			if statement.SQL == "" {
				t.Errorf("an empty statement in %q", script)
			}
			if statement.Line < line {
				t.Errorf("line %d after line %d in %q", statement.Line, line, script)
			}
			line = statement.Line
		}
	})
}
