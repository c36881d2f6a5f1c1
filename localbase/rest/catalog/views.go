package catalog

import (
	"iter"
	"strconv"
	"strings"
)

// viewColumn is a column of a view that exposes a column of another relation unchanged.
type viewColumn struct {
	number int16 // of the view's column
	origin column
}

// parseViewColumns finds the columns that a view exposes unchanged in the parse tree of its rule
// (pg_rewrite.ev_action). The tree consists of nested {NODE :field value ...}; the view's own
// columns are the TARGETENTRY nodes directly in the outermost QUERY.
func parseViewColumns(tree string) []viewColumn {
	var targets []viewColumn
	depth := 0
	entry := map[string]string{}
	field := ""
	for token := range splitNodeTokens(tree) {
		switch {
		case token == "{":
			depth++
			if depth == 2 {
				clear(entry)
			}
		case token == "}":
			if depth == 2 && entry["TARGETENTRY"] != "" {
				if t, ok := parseViewColumn(entry); ok {
					targets = append(targets, t)
				}
			}
			depth--
		case depth != 2:
		case token == "TARGETENTRY":
			entry[token] = token
		case token[0] == ':':
			field = token
		default:
			entry[field] = token
		}
	}
	return targets
}

// parseViewColumn returns a column of a view with the table column behind it; false if there is
// none.
func parseViewColumn(entry map[string]string) (viewColumn, bool) {
	number, err1 := strconv.ParseInt(entry[":resno"], 10, 16)
	table, err2 := strconv.ParseUint(entry[":resorigtbl"], 10, 32)
	col, err3 := strconv.ParseInt(entry[":resorigcol"], 10, 16)
	if err1 != nil || err2 != nil || err3 != nil || table == 0 || col <= 0 || entry[":resjunk"] == "true" {
		return viewColumn{}, false
	}
	return viewColumn{int16(number), column{uint32(table), int16(col)}}, true
}

// splitNodeTokens splits a parse tree at blanks, braces and parentheses. A backslash escapes the
// next byte.
func splitNodeTokens(tree string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start := -1
		for i := 0; i <= len(tree); i++ {
			special := i == len(tree) || strings.IndexByte(" \n{}()", tree[i]) >= 0
			if !special {
				if start < 0 {
					start = i
				}
				if tree[i] == '\\' {
					i++
				}
				continue
			}
			if start >= 0 && !yield(tree[start:i]) {
				return
			}
			start = -1
			if i < len(tree) && (tree[i] == '{' || tree[i] == '}') && !yield(tree[i:i+1]) {
				return
			}
		}
	}
}

// resolveViewColumns fills shownColumns: it follows the columns of views to table columns, through
// nested views.
func (b *builder) resolveViewColumns(byView map[uint32][]viewColumn) {
	b.shownColumns = map[uint32]map[column][]string{}
	for view, targets := range byView {
		shown := map[column][]string{}
		for _, t := range targets {
			name := b.columnNames[column{view, t.number}]
			for _, origin := range resolveTableColumns(byView, t.origin, 0) {
				shown[origin] = append(shown[origin], name)
			}
		}
		b.shownColumns[view] = shown
	}
}

// maxViewDepth limits the recursion through nested views.
const maxViewDepth = 32

// resolveTableColumns follows a column through views of views, at most maxViewDepth deep, and
// returns the table columns behind it.
func resolveTableColumns(byView map[uint32][]viewColumn, c column, depth int) []column {
	targets, isView := byView[c.relation]
	if !isView || depth > maxViewDepth {
		return []column{c}
	}
	var out []column
	for _, t := range targets {
		if t.number == c.number {
			out = append(out, resolveTableColumns(byView, t.origin, depth+1)...)
		}
	}
	return out
}
