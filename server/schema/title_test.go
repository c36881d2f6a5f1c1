package schema

import "testing"

func TestTitlePutsAPlainNameIntoWords(t *testing.T) {
	for name, want := range map[string]string{
		"orders":      "Orders",
		"due_on":      "Due on",
		"order_id":    "Order ID",
		"id":          "ID",
		"identity":    "Identity",
		"Mixed Case":  "Mixed Case", // chosen to be read as it is
		"iPhone":      "iPhone",
		"_private":    "_private",
		"trailing_":   "trailing_",
		"名前":          "名前",
		"select":      "Select",
		"line_2_text": "Line 2 text",
	} {
		if got := FormatTitle(nil, name); got != want {
			t.Errorf("title of %q is %q, not %q", name, got, want)
		}
	}
	if got := FormatTitle(Tags{"title": "due date"}, "due_on"); got != "due date" {
		t.Errorf("the tag says due date, the title %q", got)
	}
}
