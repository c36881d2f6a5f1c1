package jsonrows

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// decodeWithEncodingJSON decodes a text with encoding/json, for comparison: the members of each
// row, without an order. Of members with the same name, it returns the last.
func decodeWithEncodingJSON(text []byte) (rows []map[string]json.RawMessage, ok bool) {
	if json.Unmarshal(text, &rows) == nil && rows != nil {
		return rows, true
	}
	var row map[string]json.RawMessage
	if json.Unmarshal(text, &row) == nil && row != nil {
		return []map[string]json.RawMessage{row}, true
	}
	return nil, false
}

func readRows(text []byte) []map[string]json.RawMessage {
	rows := []map[string]json.RawMessage{}
	for element := range Rows(text) {
		var row map[string]json.RawMessage // a null stays nil
		if IsObject(element) {
			row = map[string]json.RawMessage{}
		}
		for name, value := range Members(element) {
			row[string(name)] = value
		}
		rows = append(rows, row)
	}
	return rows
}

var sampleTexts = []string{
	`{}`, `[]`, ` [ ] `, `[{}]`, "[\n{ } ,\t{}\r]", `{"a":1}`, ` { "a" : 1 , "b" : [ ] } `,
	`[{"a":1},{"b":"x,]}"},null]`, `{"a":{"b":[1,{"c":"}"}]},"d":-1.5e+3,"e":true,"f":null}`,
	`{"\u0061\"\\":"\\","é":"\ud83d\ude00"}`, `{"a":1,"a":2}`, `[{"a":[[],{}, [ ]]}]`,
	`{"":""}`, `"x"`, `1`, `null`, `[1,"a",[{"b":1}]]`,
}

func FuzzRowsAreThoseOfTheDecoder(f *testing.F) {
	for _, text := range sampleTexts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		got := readRows(text) // must not panic, whatever the value is
		want, ok := decodeWithEncodingJSON(text)
		if ok && strings.ToValidUTF8(string(text), "") == string(text) && !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	})
}

func TestReadingStopsWhenTheCallerStops(t *testing.T) {
	for row := range Rows([]byte(`[{"a":1,"b":2},{}]`)) {
		for name := range Members(row) {
			if string(name) != "a" {
				t.Errorf("read on to %q", name)
			}
			break
		}
		break
	}
}

func TestValuesAreNotCopied(t *testing.T) {
	text := []byte(`[` + strings.Repeat(`{"name":"value","other":[1,2,3]},`, 1000) + `{}]`)
	if n := testing.AllocsPerRun(10, func() {
		for row := range Rows(text) {
			for range Members(row) {
			}
		}
	}); n > 100 {
		t.Errorf("%v allocations for 1,000 rows", n)
	}
}
