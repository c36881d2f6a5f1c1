package server

import (
	"regexp"
	"slices"

	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

var (
	quotedColumn = regexp.MustCompile(`column "([^"]+)"`)
	constraint   = regexp.MustCompile(`constraint "([^"]+)"`)
	keyColumns   = regexp.MustCompile(`^Key \(([^)=]+)\)=`)
	keySeparator = regexp.MustCompile(`, *`)
)

// concernedColumn is the column that a refusal is about, or "" when it can't be
// told, or is several.
func concernedColumn(table *schema.Table, err *supa.Error) string {
	var names []string
	switch err.Code {
	case "23502", "428C9", "42703": // not null; generated; no such column
		names = firstMatch(quotedColumn, err.Message)
	case "23505", "23503": // unique; foreign key
		if key := firstMatch(keyColumns, err.Details); key != nil {
			names = keySeparator.Split(key[0], -1)
		}
	case "23514": // check
		if name := firstMatch(constraint, err.Message); name != nil {
			names = checkColumns(table, name[0])
		}
	}
	if len(names) != 1 || rowquery.Column(table, names[0]) == nil {
		return ""
	}
	return names[0]
}

func firstMatch(pattern *regexp.Regexp, text string) []string {
	if match := pattern.FindStringSubmatch(text); match != nil {
		return match[1:2]
	}
	return nil
}

func checkColumns(table *schema.Table, name string) []string {
	i := slices.IndexFunc(table.Checks, func(c schema.Check) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return table.Checks[i].Columns
}
