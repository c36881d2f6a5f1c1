package realtime

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// filter is one condition on a changed row. All of a subscription's have to hold.
type filter struct {
	column string
	op     string
	value  string // of `in`: a Postgres array literal
	negate bool
}

// operators are SQL templates by name. $c is the column, $v the value as text,
// $t the column's type.
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
	// The value of `is` is a word of SQL: each is an operator of its own, which takes no value.
	"is null":    "$c is null and $v is not null",
	"is true":    "$c is true and $v is not null",
	"is false":   "$c is false and $v is not null",
	"is unknown": "$c is unknown and $v is not null",
}

// maxInValues is the most values of `in`, as upstream.
const maxInValues = 100

// parseFilters reads `column=op.value,column=not.op.value`. Commas within
// parentheses or quotes don't separate.
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

// splitFilters cuts at commas outside of parentheses and quotes. A quote opens
// only where a value or an element of `in` begins.
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

func parseFilter(text string) (filter, error) {
	if text == "" {
		return filter{}, errors.New("filter must not contain empty segments (check for extra commas)")
	}
	column, rest, ok := strings.Cut(text, "=")
	if !ok {
		return filter{}, fmt.Errorf("[%q]", text)
	}
	f := filter{column: column}
	rest, f.negate = strings.CutPrefix(rest, "not.")
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

// unquote takes off double quotes around the whole of a value.
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

// buildCondition is the filter's SQL on a column and a value, which are SQL themselves.
// What Postgres can't tell, for a null, doesn't hold.
func (f filter) buildCondition(column, value, sqlType string) string {
	sql := strings.NewReplacer("$c", column, "$v", value, "$t", sqlType).Replace(operators[f.op])
	if f.negate {
		sql = "not (" + sql + ")"
	}
	return "coalesce(" + sql + ", false)"
}
