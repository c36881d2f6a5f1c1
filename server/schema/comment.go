package schema

import (
	"regexp"
	"strings"
)

// tagPattern matches the display tags of the app. Any other word after an @ is part of
// the help text.
var tagPattern = regexp.MustCompile(`(?:^|[ \t])@(title|hidden|file|board|calendar|position|end|order)\b`)

// parseComment splits a database comment into the help text and the display tags: "What
// we sell. @title Products" is "What we sell." and {"title": "Products"}. The value of a
// tag ends at the next tag or the end of the line; @hidden and @position have none. If a
// tag occurs twice, the last one is used.
func parseComment(comment string) (help string, tags Tags) {
	tags = Tags{}
	var lines []string
	for line := range strings.SplitSeq(comment, "\n") {
		found := tagPattern.FindAllStringSubmatchIndex(line, -1)
		if found == nil {
			lines = append(lines, strings.TrimSpace(line))
			continue
		}
		rest := line[:found[0][0]]
		for i, at := range found {
			end := len(line)
			if i+1 < len(found) {
				end = found[i+1][0]
			}
			name, value := line[at[2]:at[3]], line[at[1]:end]
			if name == "hidden" || name == "position" {
				rest, value = rest+" "+value, ""
			}
			tags[name] = strings.TrimSpace(value)
		}
		if rest = strings.TrimSpace(rest); rest != "" {
			lines = append(lines, rest)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "\n")), tags
}

// plainNamePattern matches names in lower case with underscores. Other names are
// displayed unchanged.
var plainNamePattern = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// formatTitle returns the tag @title, or the name as words: "due_on" is "Due on",
// "order_id" is "Order ID".
func formatTitle(tags Tags, name string) string {
	if t := tags["title"]; t != "" {
		return t
	}
	if !plainNamePattern.MatchString(name) {
		return name
	}
	words := strings.Split(name, "_")
	for i, word := range words {
		if word == "id" {
			words[i] = "ID"
		}
	}
	words[0] = strings.ToUpper(words[0][:1]) + words[0][1:]
	return strings.Join(words, " ")
}
