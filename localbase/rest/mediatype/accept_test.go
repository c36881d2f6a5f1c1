package mediatype

import (
	"reflect"
	"testing"
)

func TestParseAccept(t *testing.T) {
	for _, test := range []struct {
		headers []string
		want    []entry
	}{
		{nil, []entry{{mime: "*/*"}}},
		{[]string{"text/csv;q=0.5, Application/JSON"}, []entry{
			{text: "Application/JSON", mime: "application/json", quality: 1},
			{text: "text/csv;q=0.5", mime: "text/csv", parameters: [][2]string{{"q", "0.5"}}, quality: 0.5},
		}},
		{[]string{`a/b; for="c/d;nulls=stripped, e"; options=x|y;`, "f/g"}, []entry{
			{
				text: `a/b; for="c/d;nulls=stripped, e"; options=x|y;`, mime: "a/b", quality: 1,
				parameters: [][2]string{{"for", "c/d;nulls=stripped, e"}, {"options", "x|y"}, {"", ""}},
			},
			{text: "f/g", mime: "f/g", quality: 1},
		}},
	} {
		if got := parseAccept(test.headers); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q:\n got %+v\nwant %+v", test.headers, got, test.want)
		}
	}
}
