package schema

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestParseComment(t *testing.T) {
	tests := []struct {
		name, comment, help string
		tags                Tags
	}{
		{"no comment", "", "", Tags{}},
		{"text only", "What we sell.", "What we sell.", Tags{}},
		{"a tag after the text", "What we sell. @title Our products", "What we sell.", Tags{"title": "Our products"}},
		{"tags on lines of their own", "@title Orders\nWhat customers ordered.\n@board status\n@order due_on.desc",
			"What customers ordered.", Tags{"title": "Orders", "board": "status", "order": "due_on.desc"}},
		{"two tags on a line", "@title Photo @file bucket=product-photos", "", Tags{"title": "Photo", "file": "bucket=product-photos"}},
		{"two tags with one space between", "@hidden @title X", "", Tags{"hidden": "", "title": "X"}},
		{"hidden takes no value", "@hidden Kept by a trigger.", "Kept by a trigger.", Tags{"hidden": ""}},
		{"position takes no value", "@position Order within a lane.", "Order within a lane.", Tags{"position": ""}},
		{"a calendar and its ends", "@calendar arrival\nFrom here on. @end departure", "From here on.", Tags{"calendar": "arrival", "end": "departure"}},
		{"the title of records", "@title People @record-title {first_name} {Last Name}", "", Tags{"title": "People", "record-title": "{first_name} {Last Name}"}},
		{"the key of a view", "Open orders. @key id, line", "Open orders.", Tags{"key": "id, line"}},
		{"paragraphs remain separate", "One.\n\nTwo.", "One.\n\nTwo.", Tags{}},
		{"an address and a name are text", "Ask ada@title.test or @ada.", "Ask ada@title.test or @ada.", Tags{}},
		{"a longer word is no tag", "@titles of books", "", Tags{}},
		{"a name within a sentence is text", "Ask @anna first. @title A", "Ask @anna first.", Tags{"title": "A"}},
		{"an unknown tag is left out", "Adds a run.\n@bogus value\n@title A", "Adds a run.", Tags{"title": "A"}},
		{"the last one counts", "@title A\n@title B", "", Tags{"title": "B"}},
		{"an unknown tag ends a value", "What we sell. @title Products @colour red @hidden", "What we sell.", Tags{"title": "Products", "hidden": ""}},
		{"other scripts", "@title Заказы\nВсё, что заказано ☕", "Всё, что заказано ☕", Tags{"title": "Заказы"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			parsed := ParseComment(test.comment, TableTags)
			help, tags := parsed.Help, parsed.TagMap()
			if help != test.help || !maps.Equal(tags, test.tags) {
				t.Errorf("got %q %v, want %q %v", help, tags, test.help, test.tags)
			}
		})
	}
}

// docs/comments.md is the only description of the tags.
func TestAllTagsAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/comments.md")
	if err != nil {
		t.Fatal(err)
	}
	tables, functions, found := strings.Cut(string(text), "\n## Functions\n")
	if !found {
		t.Fatal("docs/comments.md has no section Functions")
	}
	documented := regexp.MustCompile("(?m)^\\| `@([a-z-]+)")
	for _, test := range []struct {
		section string
		sets    []TagSet
	}{{tables, []TagSet{TableTags, ColumnTags}}, {functions, []TagSet{FunctionTags}}} {
		listed := map[string]bool{}
		for _, match := range documented.FindAllStringSubmatch(test.section, -1) {
			listed[match[1]] = true
		}
		for _, set := range test.sets {
			for name := range set {
				if !listed[name] {
					t.Errorf("@%s is not documented", name)
				}
			}
		}
		for name := range listed {
			if !slices.ContainsFunc(test.sets, func(set TagSet) bool { _, ok := set[name]; return ok }) {
				t.Errorf("@%s is documented, but does not exist", name)
			}
		}
	}
}
