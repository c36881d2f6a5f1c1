package rowquery

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/tableside/tableside/internal/postgrestquery"
)

func TestParseRejectsWhatPostgRESTWouldIgnore(t *testing.T) {
	for _, test := range []struct {
		name, want string
		values     url.Values
	}{
		{"select given twice", "select is given twice", url.Values{"select": {"a", "b"}}},
		{"order of a relation given twice", "items.order is given twice", url.Values{"items.order": {"a", "b"}}},
		{"limit that is not a number", "whole number", url.Values{"limit": {"ten"}}},
		{"negative offset", "whole number", url.Values{"offset": {"-1"}}},
		{"limit of a relation that is not a number", "whole number", url.Values{"items.limit": {"x"}}},
		{"syntax error", "failed to parse filter", url.Values{"a": {"5"}}},
		{"too deep", "failed to parse logic tree", url.Values{"and": {strings.Repeat("(and", 100) + "(a.eq.1" + strings.Repeat(")", 101)}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse(test.values)
			var syntax *postgrestquery.ParseError
			if !errors.As(err, &syntax) || !strings.Contains(syntax.Message, test.want) {
				t.Errorf("got %v, want a syntax error with %q", err, test.want)
			}
		})
	}
}

func TestIsUnfilteredIgnoresConditionsOfEmbeddedRelations(t *testing.T) {
	for query, want := range map[string]bool{"": true, "select=*": true, "items.a=eq.1": true, "a=eq.1": false, "or=(a.eq.1)": false} {
		values, _ := url.ParseQuery(query)
		q, err := Parse(values)
		if err != nil {
			t.Fatal(err)
		}
		if q.IsUnfiltered() != want {
			t.Errorf("%q: got %v", query, !want)
		}
	}
}
