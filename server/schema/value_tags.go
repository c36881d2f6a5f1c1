package schema

import (
	"fmt"
	"slices"
	"strings"
)

// columnFormats are the formats of the tag @format. The app displays the values.
var columnFormats = strings.Fields("currency percent decimals bytes duration progress rating color country email phone " +
	"url markdown multiline code plain")

// readValueTags sets the fields of a column that come from tags with values of the column.
// object names the column in warnings.
func (c *Column) readValueTags(object string, warnings *[]Warning) {
	warn := func(tag string, problems ...string) {
		for _, problem := range problems {
			*warnings = append(*warnings, Warning{Object: object, Tag: tag, Message: problem})
		}
	}
	var problems []string
	if text, ok := c.Tags["transitions"]; ok {
		c.Transitions, problems = parseTransitions(text, c.Enum)
		warn("transitions", problems...)
	}
	if text, ok := c.Tags["labels"]; ok {
		c.Labels, problems = parseLabels(text, c.Enum)
		warn("labels", problems...)
	}
	if text, ok := c.Tags["done"]; ok {
		c.Done, problems = parseDone(text, c.Enum)
		warn("done", problems...)
	}
	if format, _, _ := strings.Cut(c.Tags["format"], " "); format != "" && !slices.Contains(columnFormats, format) {
		warn("format", fmt.Sprintf("%q is not a format. The formats are %s.", format, strings.Join(columnFormats, ", ")))
	}
	if _, ok := c.Tags["due"]; ok && c.Kind != Date && c.Kind != Timestamp && c.Kind != TimestampTZ {
		warn("due", "The column must be a date or a timestamp.")
	}
}

// parseLabels parses the tag @labels: "in_transit=On the road, done=Delivered". A value or a
// label that contains = or , is in double quotes. Invalid parts are left out and described
// in problems.
func parseLabels(text string, values []string) (labels map[string]string, problems []string) {
	labels = map[string]string{}
	for _, part := range splitUnquoted(text, ',') {
		sides := splitUnquoted(part, '=')
		if len(sides) != 2 || strings.TrimSpace(sides[1]) == "" {
			problems = append(problems, fmt.Sprintf("%q must have the form value=label.", strings.TrimSpace(part)))
			continue
		}
		value := unquoteValue(sides[0])
		if problem := checkEnumValue(value, values); problem != "" {
			problems = append(problems, problem)
			continue
		}
		labels[value] = unquoteValue(sides[1])
	}
	return labels, problems
}

// parseDone parses the tag @done: "delivered|cancelled". A value that contains | is in double
// quotes. Unknown values are left out and described in problems.
func parseDone(text string, values []string) (done, problems []string) {
	for _, part := range splitUnquoted(text, '|') {
		value := unquoteValue(part)
		if problem := checkEnumValue(value, values); problem != "" {
			problems = append(problems, problem)
			continue
		}
		done = append(done, value)
	}
	return done, problems
}

// checkEnumValue returns the problem with a value of a column with these values; "" if it is
// one of them, or if the column is no enum.
func checkEnumValue(value string, values []string) string {
	if len(values) == 0 || slices.Contains(values, value) {
		return ""
	}
	return fmt.Sprintf("%q is not a value of the column.", value)
}
