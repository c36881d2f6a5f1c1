package schema

import (
	"maps"
	"slices"
	"testing"
)

func TestReadValueTags(t *testing.T) {
	column := Column{
		Kind: Enum,
		Enum: []string{"draft", "in_transit", "a=b", "done"},
		Tags: Tags{
			"labels": `in_transit=On the road, "a=b"="A, or B", lost=Lost, draft`,
			"done":   `done | "a=b" | unknown`,
			"format": "currancy EUR",
			"due":    "",
		},
	}
	var warnings []Warning
	column.readValueTags("column public.orders.status", &warnings)
	if want := map[string]string{"in_transit": "On the road", "a=b": "A, or B"}; !maps.Equal(column.Labels, want) {
		t.Errorf("got labels %v, want %v", column.Labels, want)
	}
	if want := []string{"done", "a=b"}; !slices.Equal(column.Done, want) {
		t.Errorf("got done %v, want %v", column.Done, want)
	}
	if column.Transitions != nil {
		t.Errorf("got transitions %v without the tag", column.Transitions)
	}
	var tags []string
	for _, warning := range warnings {
		if warning.Object != "column public.orders.status" || warning.Message == "" {
			t.Errorf("got %+v", warning)
		}
		tags = append(tags, warning.Tag)
	}
	if want := []string{"labels", "labels", "done", "format", "due"}; !slices.Equal(tags, want) {
		t.Errorf("got warnings of %v, want %v", tags, want)
	}
}

// A status without an enum type, for example a text with a check constraint, accepts any value.
func TestReadValueTagsOfText(t *testing.T) {
	column := Column{Kind: Text, Tags: Tags{"labels": "new=New here", "done": "closed", "format": "markdown"}}
	var warnings []Warning
	column.readValueTags("column public.tickets.state", &warnings)
	if len(warnings) > 0 || column.Labels["new"] != "New here" || !slices.Equal(column.Done, []string{"closed"}) {
		t.Errorf("got labels %v, done %v, warnings %v", column.Labels, column.Done, warnings)
	}
}
