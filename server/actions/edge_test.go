package actions

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tableside/tableside/server/schema"
)

func TestParseFile(t *testing.T) {
	declared, err := ParseFile([]byte(`["plain-function", {
		"name": "quote", "title": "Quote shipping", "method": "get", "result": "markdown", "on": ["orders order=number"],
		"when": "status=neq.draft", "input": {"type": "object", "required": ["order"], "properties": {
			"order": {"type": "integer", "title": "Order"},
			"zone": {"enum": ["EU", "world"], "default": "EU", "description": "Where to"},
			"days": {"type": "array", "items": {"type": "string", "format": "date"}},
			"product": {"type": ["string", "null"], "x-choices-from": "products"},
			"list": {"type": "string", "x-file": "bucket=documents"},
			"options": {"type": "object"}}}}]`))
	if err != nil {
		t.Fatal(err)
	}
	s := shop()
	Derive(s, declared)
	checkWarning(t, s, "")
	if plain := s.Actions[0]; plain.ID != "edge:plain-function" || plain.Title != "Plain function" || plain.Method != "POST" || plain.Body != schema.JSONBody || plain.Volatility != schema.Volatile {
		t.Errorf("plain: %+v", plain)
	}
	quote := s.Actions[1]
	if quote.Method != "GET" || quote.Body != schema.QueryBody || quote.Volatility != schema.Stable || quote.Result.Kind != schema.MarkdownResult || quote.Offers[0].When != "status=neq.draft" {
		t.Errorf("quote: %+v", quote)
	}
	if got := describeOffers(quote); got != "row orders(order=number)" {
		t.Errorf("offers %s", got)
	}
	var got []string
	for _, a := range quote.Arguments {
		text := fmt.Sprintf("%s:%s:%v:%v", a.Name, a.Kind, a.IsArray, a.Required)
		if a.Preset != nil {
			text += " " + *a.Preset
		}
		if a.Reference != nil {
			text += " " + a.Reference.Table
		}
		if a.File != nil {
			text += " " + a.File.Bucket
		}
		got = append(got, text)
	}
	want := "order:integer:false:true; zone:enum:false:false EU; days:date:true:false; product:text:false:false products; " +
		"list:text:false:false documents; options:json:false:false"
	if strings.Join(got, "; ") != want {
		t.Errorf("arguments %q, want %q", got, want)
	}
}

func TestParseFileRejectsInvalidDeclarations(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                              "array",
		`[{"name":"a","titel":"A"}]`:      "titel",
		`["../auth"]`:                     "not a name",
		`["a","a"]`:                       "twice",
		`[{"name":"a","method":"TRACE"}]`: "must be one of",
		`[{"name":"a","input":{"type":"array"}}]`: "JSON Schema of an object",
		`[null]`: "not a name",
	} {
		if _, err := ParseFile([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestParseRowsLeavesOutInvalidRows(t *testing.T) {
	functions, warnings, err := ParseRows([]byte(`[{"name":"good","on":null,"input":null,"confirm":null,"title":null},{"name":"b","method":"X"}]`))
	if err != nil || len(functions) != 1 || len(warnings) != 1 || !strings.Contains(warnings[0].Message, "method") {
		t.Errorf("%v %v %v", functions, warnings, err)
	}
}

func TestSettingHasPrecedenceOverTable(t *testing.T) {
	s := shop()
	Derive(s, []EdgeFunction{{Name: "a", Title: "Setting", Method: "POST"}, {Name: "a", Title: "Table", Method: "POST"}})
	if len(s.Actions) != 1 || s.Actions[0].Title != "Setting" {
		t.Errorf("%+v", s.Actions)
	}
}
