package catalog

import "testing"

func TestFindClosest(t *testing.T) {
	for _, c := range []struct {
		names []string
		wrong string
		min   float64
		want  string
	}{
		{[]string{"films", "roles"}, "film", minNameScore, "films"},
		{[]string{"films", "roles"}, "FILMS", minNameScore, "films"},
		{[]string{"test", "another"}, "other", minNameScore, ""},
		{[]string{"test", "another"}, "testt", minNameScore, "test"},
		{[]string{"(name, param, val)", "(attr, id)"}, "(id)", minParamScore, "(attr, id)"},
		{[]string{"(name, param, val)", "(attr, id)"}, "(nam, pqaram, vall)", minParamScore, "(name, param, val)"},
		{[]string{"(name, param, val)", "(attr, id)"}, "(noclosealternative)", minParamScore, ""},
		{[]string{"unnamed_text", "unnamed_json", "unnamed_jsonb", "unnamed_default"}, "unnamed_integer", minNameScore / 2, "unnamed_text"},
		{nil, "x", minParamScore, ""},
	} {
		if got := findClosest(c.names, c.wrong, c.min); got != c.want {
			t.Errorf("findClosest(%q, %q): got %q, want %q", c.names, c.wrong, got, c.want)
		}
	}
}
