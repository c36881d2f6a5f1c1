package schema

import (
	"regexp"
	"strings"
)

// The expression of "check (status in ('draft', 'sent'))" for a text, and for a varchar as
// PostgreSQL returns it: ((status)::text = ANY ((ARRAY['draft'::character varying, ...])::text[])). In a database that was
// restored from a dump, the cast is part of each value: ARRAY[('draft'::character varying)::text, ...].
var (
	listCheckPattern = regexp.MustCompile(`^\(*(?:"(?:[^"]|"")+"|[\p{L}_][\p{L}\d_$]*)\)*(?:::text)? = ANY \(+ARRAY\[(.*?)\]\)*(?:::text\[\])?\)*$`)
	listItemPattern  = regexp.MustCompile(`^\(?'((?:[^']|'')*)'::(?:text|character varying)(?:\)::text)?(?:, |$)`)
)

// convertToEnum makes a text column an Enum if a check constraint limits it to at least two values. Its Base remains the
// type of the column, because the database sorts the values as texts. Columns with the tag @format are unchanged, and those of
// the type char(n): their values end with spaces.
func (c *Column) convertToEnum(checks []Check) {
	_, hasFormat := c.Tags["format"]
	if c.Kind != Text || c.IsArray || hasFormat || c.Base != "text" && c.Base != "varchar" {
		return
	}
	for _, check := range checks {
		if len(check.Columns) != 1 || check.Columns[0] != c.Name {
			continue
		}
		if values := parseListCheck(check.Expression); len(values) > 1 {
			c.Kind, c.Enum = Enum, values
			return
		}
	}
}

// parseListCheck returns the values that the expression of a check constraint lists; nil for another
// expression.
func parseListCheck(expression string) []string {
	list := listCheckPattern.FindStringSubmatch(expression)
	if list == nil {
		return nil
	}
	var values []string
	for rest := list[1]; rest != ""; {
		item := listItemPattern.FindStringSubmatch(rest)
		if item == nil {
			return nil
		}
		values = append(values, strings.ReplaceAll(item[1], "''", "'"))
		rest = rest[len(item[0]):]
	}
	return values
}
