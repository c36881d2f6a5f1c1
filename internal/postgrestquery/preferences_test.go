package postgrestquery_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/tableside/tableside/internal/postgrestquery"
)

func newRange(offset, limit int64) postgrestquery.Range {
	return postgrestquery.Range{Offset: offset, Limit: &limit}
}

func TestParseRange(t *testing.T) {
	for header, want := range map[string]postgrestquery.Range{
		"": postgrestquery.UnboundedRange, "0-9": newRange(0, 10), "5-": {Offset: 5}, "3-3": newRange(3, 1),
		"x": postgrestquery.UnboundedRange, "-5": postgrestquery.UnboundedRange, "1-x": postgrestquery.UnboundedRange,
	} {
		if got, err := postgrestquery.ParseRange(header); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: got %v, %v", header, got, err)
		}
	}
	if _, err := postgrestquery.ParseRange("5-3"); !errors.Is(err, postgrestquery.ErrLowerOverUpper) {
		t.Errorf("5-3: got %v", err)
	}
}

func TestRangeIntersect(t *testing.T) {
	for _, c := range []struct{ a, b, want postgrestquery.Range }{
		{postgrestquery.UnboundedRange, postgrestquery.UnboundedRange, postgrestquery.UnboundedRange},
		{postgrestquery.UnboundedRange, newRange(2, 3), newRange(2, 3)},
		{newRange(0, 10), newRange(5, 10), newRange(5, 5)},
		{newRange(0, 2), postgrestquery.Range{Offset: 5}, newRange(5, 0)},
	} {
		if got := c.a.Intersect(c.b); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v with %v: got %v", c.a, c.b, got)
		}
	}
}

func TestParsePreferences(t *testing.T) {
	for _, c := range []struct {
		headers []string
		applied string
		unknown []string
	}{
		{nil, "", nil},
		{[]string{"max-affected=5, timezone=Europe/Oslo,handling=strict", "count=exact,return=minimal , missing=default,resolution=merge-duplicates, tx=commit"},
			"resolution=merge-duplicates, missing=default, return=minimal, count=exact, tx=commit, handling=strict, timezone=Europe/Oslo, max-affected=5", nil},
		{[]string{"count=exact, count=planned"}, "count=exact", nil},
		{[]string{"max-affected=5"}, "", nil},
		{[]string{"timezone=+05:30"}, "timezone=+05:30", nil},
		{[]string{"timezone=, return=all, x"}, "", []string{"timezone=", "return=all", "x"}},
	} {
		p := postgrestquery.ParsePreferences(c.headers)
		if p.FormatApplied() != c.applied || !reflect.DeepEqual(p.Unknown, c.unknown) {
			t.Errorf("%q: got %q, unknown %q", c.headers, p.FormatApplied(), p.Unknown)
		}
	}
}
