package realtime

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// filter is a condition on a changed row. A subscription receives a row if all its filters match.
type filter struct {
	column    string
	op        string
	value     string // for in: a Postgres array literal
	isNegated bool
}

// operators maps an operator to an SQL template. $c is the column, $v the value as text, $t the
// type of the column.
var operators = map[string]string{
	"eq":         "$c = $v::$t",
	"neq":        "$c <> $v::$t",
	"lt":         "$c < $v::$t",
	"lte":        "$c <= $v::$t",
	"gt":         "$c > $v::$t",
	"gte":        "$c >= $v::$t",
	"in":         "$c = any($v::$t[])",
	"like":       "$c like $v::$t",
	"ilike":      "$c ilike $v::$t",
	"match":      "$c ~ $v::$t",
	"imatch":     "$c ~* $v::$t",
	"isdistinct": "$c is distinct from $v::$t",
	// The value of "is" is an SQL keyword: each value is a separate operator, which ignores $v.
	"is null":    "$c is null and $v is not null",
	"is true":    "$c is true and $v is not null",
	"is false":   "$c is false and $v is not null",
	"is unknown": "$c is unknown and $v is not null",
}

// maxInValues is the maximum number of values for in, as in upstream.
const maxInValues = 100

// parseFilters parses "column=op.value,column=not.op.value". Commas in parentheses or quotes are
// not separators.
func parseFilters(text string) ([]filter, error) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, nil
	}
	var filters []filter
	for _, part := range splitFilters(text) {
		f, err := parseFilter(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		filters = append(filters, f)
	}
	return filters, nil
}

// splitFilters splits at commas outside parentheses and quotes. A quote is a delimiter only at the
// start of a value or of an element of in.
func splitFilters(text string) []string {
	var parts []string
	begin, depth := 0, 0
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case quoted:
			quoted = c != '"'
		case c == '"' && i > 0 && strings.IndexByte(".(,", text[i-1]) >= 0:
			quoted = true
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == ',' && depth == 0:
			parts = append(parts, text[begin:i])
			begin = i + 1
		}
	}
	return append(parts, text[begin:])
}

// parseFilter parses column=operator.value, optionally with "not." before the operator. Its errors
// have the texts of upstream.
func parseFilter(text string) (filter, error) {
	if text == "" {
		return filter{}, errors.New("filter must not contain empty segments (check for extra commas)")
	}
	column, rest, ok := strings.Cut(text, "=")
	if !ok {
		return filter{}, fmt.Errorf("[%q]", text)
	}
	f := filter{column: column}
	rest, f.isNegated = strings.CutPrefix(rest, "not.")
	f.op, f.value, ok = strings.Cut(rest, ".")
	if !ok {
		return filter{}, fmt.Errorf("[%q]", rest)
	}
	switch f.op {
	case "in":
		if len(f.value) < 2 || f.value[0] != '(' || f.value[len(f.value)-1] != ')' {
			return filter{}, errors.New("`in` filter value must be wrapped by parentheses")
		}
		f.value = "{" + f.value[1:len(f.value)-1] + "}"
		return f, nil
	case "is":
		if !slices.Contains([]string{"null", "true", "false", "unknown"}, f.value) {
			return filter{}, errors.New("invalid value for is filter: must be null, true, false, or unknown")
		}
		f.op, f.value = "is "+f.value, ""
		return f, nil
	}
	if _, known := operators[f.op]; !known {
		return filter{}, fmt.Errorf("[%q, %q]", f.op, f.value)
	}
	f.value = unquote(f.value)
	return f, nil
}

// unquote removes double quotes around a value.
func unquote(value string) string {
	if len(value) < 2 || value[0] != '"' {
		return value
	}
	var b strings.Builder
	for i := 1; i < len(value); i++ {
		switch {
		case value[i] == '"' && i == len(value)-1:
			return b.String()
		case value[i] == '"':
			return value
		case value[i] == '\\' && i+1 < len(value):
			i++
		}
		b.WriteByte(value[i])
	}
	return value
}

// buildCondition returns the filter's SQL for column and value, which are SQL expressions. A
// condition that is null is false.
func (f filter) buildCondition(column, value, sqlType string) string {
	sql := strings.NewReplacer("$c", column, "$v", value, "$t", sqlType).Replace(operators[f.op])
	if f.isNegated {
		sql = "not (" + sql + ")"
	}
	return "coalesce(" + sql + ", false)"
}
