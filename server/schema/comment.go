package schema

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// TagSet contains the tags of one kind of object, and whether they have a value.
type TagSet map[string]bool

// The tags of tables, columns and functions. docs/comments.md describes them.
var (
	TableTags = TagSet{
		"title": true, "hidden": false, "board": true, "calendar": true, "order": true,
		"record-title": true, "key": true, "group": true,
	}
	ColumnTags = TagSet{
		"title": true, "hidden": false, "file": true, "position": false, "end": true, "transitions": true,
		"labels": true, "due": false, "done": true, "format": true, "unit": true,
		"filter": true, "assignee": false,
	}
	FunctionTags = TagSet{
		"title": true, "hidden": false, "action": true, "icon": true, "confirm": true, "danger": false, "result": true,
		"on": true, "when": true, "arg": true, "sets": true, "touches": true, "undo": true,
	}
)

// tagPattern matches a word after an @ that begins the line or follows a space.
var tagPattern = regexp.MustCompile(`(?:^|[ \t])@([a-z][a-z_-]*)\b`)

// Tag is a tag in a comment, with its value.
type Tag struct{ Name, Value string }

// ParsedComment is a comment on a table, a column or a function.
type ParsedComment struct {
	Help    string       // the text without the tags
	Tags    []Tag        // in their order
	Unknown []UnknownTag // words after an @ that are no tags
	Unused  []string     // names of tags that belong to another kind of object
}

// UnknownTag is a word after an @ that is no tag.
type UnknownTag struct {
	Name     string
	IsInText bool // it is within a text, and part of the help; otherwise it is left out
}

// ParseComment parses a database comment: "What we sell. @title Products" has the help
// text "What we sell." and the tag {"title", "Products"}. The value of a tag ends at the
// next word after an @ or the end of the line. An unknown tag that begins a line or follows a
// tag is left out of the help text, within a text it can be the name of a user. set contains
// the tags of the commented object.
func ParseComment(comment string, set TagSet) ParsedComment {
	var parsed ParsedComment
	var lines []string
	for line := range strings.SplitSeq(comment, "\n") {
		rest, hasTag := parsed.parseLine(line, set)
		if rest = strings.TrimSpace(rest); rest != "" || !hasTag {
			lines = append(lines, rest)
		}
	}
	parsed.Help = strings.TrimSpace(strings.Join(lines, "\n"))
	return parsed
}

// parseLine adds the tags of a line. It returns the text of the line without its tags, and
// whether it contains a tag.
func (p *ParsedComment) parseLine(line string, set TagSet) (rest string, hasTag bool) {
	found := tagPattern.FindAllStringSubmatchIndex(line, -1)
	if found == nil {
		return line, false
	}
	rest = line[:found[0][0]]
	for i, at := range found {
		end := len(line)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		name, value := line[at[2]:at[3]], line[at[1]:end]
		isTag, hasValue := findTag(name, set)
		if !isTag {
			isInText := !hasTag && strings.TrimSpace(rest) != ""
			p.Unknown = append(p.Unknown, UnknownTag{name, isInText})
			if isInText {
				rest += line[at[0]:end]
			} else {
				hasTag = true
			}
			continue
		}
		hasTag = true
		if !hasValue {
			rest, value = rest+" "+value, ""
		}
		p.Tags = append(p.Tags, Tag{Name: name, Value: strings.TrimSpace(value)})
		if _, isUsed := set[name]; !isUsed {
			p.Unused = append(p.Unused, name)
		}
	}
	return rest, hasTag
}

// findTag reports whether a name is a tag, and whether it has a value: in set, or else in
// any other set.
func findTag(name string, set TagSet) (isTag, hasValue bool) {
	for _, tags := range []TagSet{set, TableTags, ColumnTags, FunctionTags} {
		if hasValue, isTag = tags[name]; isTag {
			return true, hasValue
		}
	}
	return false, false
}

// TagMap returns the tags by name. If a tag occurs twice, the last one is used.
func (p ParsedComment) TagMap() Tags {
	tags := Tags{}
	for _, tag := range p.Tags {
		tags[tag.Name] = tag.Value
	}
	return tags
}

// key returns the columns of the tag "@key id, line"; nil if there is none.
func (t Tags) key() []string {
	if t["key"] == "" {
		return nil
	}
	var columns []string
	for name := range strings.SplitSeq(t["key"], ",") {
		columns = append(columns, strings.Trim(strings.TrimSpace(name), `"`))
	}
	return columns
}

// Warnings returns a warning for each tag without an effect. object names the commented
// object, e.g. "function public.restock".
func (p ParsedComment) Warnings(object string, set TagSet) []Warning {
	var warnings []Warning
	for _, tag := range p.Unknown {
		message := "The tag @" + tag.Name + " is unknown, so it is ignored."
		if tag.IsInText {
			message = "The tag @" + tag.Name + " is unknown, so it is shown as text."
		}
		if similar := findSimilarTag(tag.Name, set); similar != "" {
			message += " Did you mean @" + similar + "?"
		}
		warnings = append(warnings, Warning{Object: object, Tag: tag.Name, Message: message})
	}
	kind, _, _ := strings.Cut(object, " ")
	for _, name := range p.Unused {
		warnings = append(warnings, Warning{Object: object, Tag: name, Message: "The tag @" + name + " has no effect on a " + kind + "."})
	}
	return warnings
}

// findSimilarTag returns the tag of set that differs from name by one or two letters, or "".
func findSimilarTag(name string, set TagSet) string {
	for _, tag := range slices.Sorted(maps.Keys(set)) {
		if len(name) > 2 && countEdits(name, tag) <= 1+len(tag)/5 {
			return tag
		}
	}
	return ""
}

// countEdits returns the Levenshtein distance of two ASCII texts.
func countEdits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
