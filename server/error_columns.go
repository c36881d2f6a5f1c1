package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/tableside/tableside/internal/jsonrows"
	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// PostgreSQL names the rejected column or value only in the text of a message. These
// patterns find the quoted names and values. PostgreSQL does not escape quotes within them.
var (
	quotedColumnPattern    = regexp.MustCompile(`column "(.+?)"(?: |$)`)
	constraintPattern      = regexp.MustCompile(`constraint "(.+?)"(?: on table |$)`)
	referringTablePattern  = regexp.MustCompile(`on table "([^"]+)"$`)
	keyColumnsPattern      = regexp.MustCompile(`^Key \((.+?)\)=\(`)
	domainPattern          = regexp.MustCompile(`domain "?([^" ]+)"?`)
	valueTypePattern       = regexp.MustCompile(`for (?:type|enum) "?([a-zA-Z][^":]*?)"?(?::|$)`)
	rejectedValuePattern   = regexp.MustCompile(`(?s)(?:: |^value )"(.*)"`)
	numericOverflowPattern = regexp.MustCompile(`precision (\d+), scale (-?\d+)`)
)

// findErrorColumns returns the columns that caused a rejection, or none if they are
// unknown. It looks up a constraint by its name first, because PostgreSQL returns no
// details where row-level security is on.
func findErrorColumns(t *requestedTable, err *supa.Error, r supa.RowsRequest) []string {
	var names []string
	switch err.Code {
	case "23502": // not null: of a column, or of a domain
		if names = firstMatch(quotedColumnPattern, err.Message); names == nil {
			names = findDomainColumn(t.table, err.Message)
		}
	case "428C9", "42703": // generated; no such column
		names = firstMatch(quotedColumnPattern, err.Message)
	case "23505", "23P01": // unique; exclusion
		if names = findExclusiveColumns(t.table, matchName(constraintPattern, err.Message)); names == nil {
			names = parseKeyColumns(err.Details)
		}
	case "23503", "23001": // foreign key, from either side
		names = findReferenceColumns(t, err, r.Method)
	case "23514": // check: of the table, or of a domain
		if names = findCheckColumns(t.table, matchName(constraintPattern, err.Message)); names == nil {
			names = findDomainColumn(t.table, err.Message)
		}
	case "22001", "22003", "22007", "22008", "22P02":
		names = findValueColumn(t.table, err, r.Body)
	}
	if slices.ContainsFunc(names, func(name string) bool { return rowquery.FindColumn(t.table, name) == nil }) {
		return nil
	}
	return names
}

// setColumns sets the columns that caused an error.
func (e *Error) setColumns(columns []string) {
	if len(columns) > 0 {
		e.Column = columns[0]
	}
	if len(columns) > 1 {
		e.Columns = columns
	}
}

// firstMatch returns the first group of a match, in a slice; nil if the pattern does not match.
func firstMatch(pattern *regexp.Regexp, text string) []string {
	if match := pattern.FindStringSubmatch(text); match != nil {
		return match[1:2]
	}
	return nil
}

// matchName returns the first group of a match; "" if the pattern does not match.
func matchName(pattern *regexp.Regexp, text string) string {
	if found := firstMatch(pattern, text); found != nil {
		return found[0]
	}
	return ""
}

// findExclusiveColumns returns the columns of a unique or exclusion constraint; nil if it is
// unknown.
func findExclusiveColumns(table *schema.Table, name string) []string {
	for _, e := range table.ExclusiveConstraints {
		if e.Name == name {
			return e.Columns
		}
	}
	return nil
}

// findCheckColumns returns the columns of a check constraint; nil if it is unknown.
func findCheckColumns(table *schema.Table, name string) []string {
	for _, c := range table.Checks {
		if c.Name == name {
			return c.Columns
		}
	}
	return nil
}

// findReferenceColumns returns the columns that violate a foreign key: those of the key, if an entered value refers to
// no row; those to which other rows refer, if an update changes them. For a rejected DELETE it returns nil, because
// the request has no columns.
func findReferenceColumns(t *requestedTable, err *supa.Error, method string) []string {
	name := matchName(constraintPattern, err.Message)
	if !strings.HasPrefix(err.Message, "update or delete") {
		for _, key := range t.table.ForeignKeys {
			if key.Name == name {
				return key.Columns
			}
		}
		return parseKeyColumns(err.Details)
	}
	if method == http.MethodDelete {
		return nil
	}
	from := matchName(referringTablePattern, err.Message)
	for _, table := range t.schema.Tables {
		for _, key := range table.ForeignKeys {
			if table.Name == from && key.Name == name {
				return key.RefColumns
			}
		}
	}
	return parseKeyColumns(err.Details)
}

// parseKeyColumns parses "Key (a, "b c")=(1, 2) ...". PostgreSQL quotes the names of an
// index there as SQL does, and those of a foreign key not at all.
func parseKeyColumns(details string) []string {
	list := matchName(keyColumnsPattern, details)
	if list == "" {
		return nil
	}
	names := strings.Split(list, ", ")
	for i, name := range names {
		if inner, ok := strings.CutPrefix(name, `"`); ok {
			names[i] = strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`)
		}
	}
	return names
}

// findDomainColumn returns the column whose type is the domain in the message; nil if there is none
// or more than one.
func findDomainColumn(table *schema.Table, message string) []string {
	name := matchName(domainPattern, message)
	return findOnlyColumn(table, func(c *schema.Column) bool {
		return name != "" && (c.Type == name || strings.HasSuffix(c.Type, "."+name))
	})
}

// findValueColumn finds the column of a value that its type rejects. PostgreSQL does not
// name it: it is the only written column of that type with that value.
func findValueColumn(table *schema.Table, err *supa.Error, body json.RawMessage) []string {
	if !json.Valid(body) {
		return nil
	}
	typeName := matchName(valueTypePattern, err.Message)
	value := firstMatch(rejectedValuePattern, err.Message)
	candidates := map[string]*schema.Column{}
	for i := range table.Columns {
		if c := &table.Columns[i]; hasType(c, typeName, err) {
			candidates[c.Name] = c
		}
	}
	found := map[string]bool{}
	for row := range jsonrows.Rows(body) {
		for name, written := range jsonrows.Members(row) {
			if c := candidates[string(name)]; c != nil && !found[c.Name] && canBeRejectedValue(c, written, value, err.Code) {
				found[c.Name] = true
			}
		}
	}
	return findOnlyColumn(table, func(c *schema.Column) bool { return found[c.Name] })
}

// canBeRejectedValue reports whether written can be the value that caused an error.
// value contains that value if the message does, otherwise it is empty.
func canBeRejectedValue(c *schema.Column, written json.RawMessage, value []string, code string) bool {
	switch {
	case string(written) == "null":
		return false
	case code == "22001":
		return c.MaxLength != nil && utf8.RuneCountInString(decodeText(written)) > *c.MaxLength
	case value == nil:
		return true
	case c.IsArray:
		return bytes.Contains(written, []byte(value[0]))
	}
	const longestEscape = len(`\u0000`)
	return len(written) <= longestEscape*len(value[0])+len(`""`) && decodeText(written) == value[0]
}

// hasType reports whether a value of the column can have caused err. typeName is the type in the
// message; "" if it contains none.
func hasType(c *schema.Column, typeName string, err *supa.Error) bool {
	if overflow := numericOverflowPattern.FindStringSubmatch(err.Details); overflow != nil {
		return strings.HasPrefix(c.Type, "numeric("+overflow[1]+","+overflow[2]+")")
	}
	if typeName == "" { // 'integer out of range', or 'malformed range literal: "..."', where only the value is known
		word, _, _ := strings.Cut(err.Message, " out of range")
		return err.Code != "22003" || c.Type == word
	}
	return c.Type == typeName || c.Base == typeName || strings.TrimSuffix(c.Type, "[]") == typeName
}

// decodeText returns a JSON value as text: a string without its quotes.
func decodeText(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(bytes.TrimSpace(value))
}

// findOnlyColumn returns the column that fits, or none if several do.
func findOnlyColumn(table *schema.Table, fits func(*schema.Column) bool) []string {
	var names []string
	for i := range table.Columns {
		if fits(&table.Columns[i]) {
			names = append(names, table.Columns[i].Name)
		}
	}
	if len(names) != 1 {
		return nil
	}
	return names
}
