package postgrestquery_test

import (
	"encoding/json"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// queryCases is testdata/cases.json. ui/src/data/query/filters/parse-filter.test.ts reads it too:
// a case with "app": false has syntax that the app's parser does not support.
type queryCases struct {
	Valid   []struct{ Name, Query, Canonical string }
	Invalid []struct{ Name, Query string }
}

func readCases(t testing.TB) queryCases {
	t.Helper()
	text, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var c queryCases
	if err := json.Unmarshal(text, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// encodeQuery turns name=value&name=value, unescaped, into a query string.
func encodeQuery(query string) string {
	values := url.Values{}
	for _, pair := range strings.Split(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		values.Add(name, value)
	}
	return values.Encode()
}

// formatCanonical formats a parsed query: conditions as one and=(...) per path, each
// term of an order with direction and nulls.
func formatCanonical(p *postgrestquery.Params) string {
	var parts []string
	add := func(path []string, name, value string) {
		if len(path) > 0 {
			name = postgrestquery.FormatPath(path) + "." + name
		}
		parts = append(parts, name+"="+value)
	}
	if p.Select != nil {
		add(nil, "select", postgrestquery.FormatSelect(p.Select))
	}
	var paths [][]string
	conditions := map[string][]string{}
	group := func(path []string, condition postgrestquery.Logic) {
		key := postgrestquery.FormatPath(path)
		if conditions[key] == nil {
			paths = append(paths, path)
		}
		conditions[key] = append(conditions[key], postgrestquery.FormatLogic(condition))
	}
	for _, filter := range p.Filters {
		group(filter.Path, filter.Filter)
	}
	for _, logic := range p.Logic {
		group(logic.Path, logic.Logic)
	}
	for _, path := range paths {
		add(path, "and", "("+strings.Join(conditions[postgrestquery.FormatPath(path)], ",")+")")
	}
	for _, order := range p.Order {
		add(order.Path, "order", formatOrder(order.Terms))
	}
	for _, r := range p.Ranges {
		if r.Range.Limit != nil {
			add(r.Path, "limit", strconv.FormatInt(*r.Range.Limit, 10))
		}
		if r.Range.Offset != 0 {
			add(r.Path, "offset", strconv.FormatInt(r.Range.Offset, 10))
		}
	}
	if p.Columns != nil {
		add(nil, "columns", postgrestquery.FormatNames(p.Columns))
	}
	if p.OnConflict != nil {
		add(nil, "on_conflict", postgrestquery.FormatNames(p.OnConflict))
	}
	return strings.Join(parts, "&")
}

func formatOrder(terms []postgrestquery.OrderTerm) string {
	texts := make([]string, len(terms))
	for i, term := range terms {
		texts[i] = term.String() + ".asc"
		if term.IsDescending {
			texts[i] = term.String() + ".desc"
		}
		if term.SortsNullsFirst() {
			texts[i] += ".nullsfirst"
		} else {
			texts[i] += ".nullslast"
		}
	}
	return strings.Join(texts, ",")
}

func TestFormatWritesTheParsedQuery(t *testing.T) {
	for _, test := range readCases(t).Valid {
		t.Run(test.Name, func(t *testing.T) {
			if got := formatCanonical(mustParse(t, encodeQuery(test.Query), false)); got != test.Canonical {
				t.Errorf("got  %s\nwant %s", got, test.Canonical)
			}
			if again := formatCanonical(mustParse(t, encodeQuery(test.Canonical), false)); !strings.Contains(test.Canonical, "and=") && again != test.Canonical {
				t.Errorf("the canonical form %s is read as %s", test.Canonical, again)
			}
		})
	}
}

func TestParseRejectsInvalidQueries(t *testing.T) {
	for _, test := range readCases(t).Invalid {
		if _, err := postgrestquery.Parse(encodeQuery(test.Query), false); err == nil {
			t.Errorf("%s: %s was accepted", test.Name, test.Query)
		}
	}
}

// FuzzFormat checks that the canonical form of any accepted query is a fixed
// point: it is accepted, and its own canonical conditions and select are equal.
func FuzzFormat(f *testing.F) {
	for _, test := range readCases(f).Valid {
		f.Add(encodeQuery(test.Query))
	}
	f.Fuzz(func(t *testing.T, raw string) {
		p, err := postgrestquery.Parse(raw, false)
		if err != nil {
			return
		}
		for _, filter := range p.Filters {
			checkFixedPoint(t, filter.Filter)
		}
		for _, logic := range p.Logic {
			checkFixedPoint(t, logic.Logic)
		}
		text := postgrestquery.FormatSelect(p.Select)
		again, err := postgrestquery.Parse(url.Values{"select": {text}}.Encode(), false)
		if err != nil {
			t.Fatalf("select %q of %q: %v", text, raw, err)
		}
		if got := postgrestquery.FormatSelect(again.Select); got != text {
			t.Errorf("select %q became %q", text, got)
		}
	})
}

func checkFixedPoint(t *testing.T, condition postgrestquery.Logic) {
	t.Helper()
	text := postgrestquery.FormatLogic(condition)
	p, err := postgrestquery.Parse(url.Values{"and": {"(" + text + ")"}}.Encode(), false)
	if err != nil {
		t.Fatalf("condition %q: %v", text, err)
	}
	if got := postgrestquery.FormatLogic(p.Logic[0].Logic.(postgrestquery.Group).Terms[0]); got != text {
		t.Errorf("condition %q became %q", text, got)
	}
}
