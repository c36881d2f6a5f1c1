package plan

import (
	"strings"
)

// Payload is a JSON body: an object or an array of objects. Only Postgres parses its values.
type Payload struct {
	Raw     []byte
	Keys    []string // sorted, without duplicates
	IsArray bool
}

// typedColumn is a column that Postgres reads from a JSON body; fallback is the SQL of its default,
// or "".
type typedColumn struct{ name, sqlType, fallback string }

// writeBodyRows writes the items of a FROM clause that read the JSON body as rows with the name pgrst_body and these
// columns: of an object, or one row for each object of an array. If defaults is true, a column that is missing in an
// object gets its default instead of null. limitSQL is a LIMIT clause for the rows, or "". Types and defaults are SQL from
// the catalog, so they need no quoting.
func (w *writer) writeBodyRows(payload Payload, columns []typedColumn, defaults bool, limitSQL string) {
	kind := "json"
	if defaults {
		kind = "jsonb"
	}
	w.writeText("(select ")
	w.writeBytes(payload.Raw)
	w.writeText("::", kind, " as data) as pgrst_payload, ")
	data := "pgrst_payload.data"
	if defaults {
		object := buildDefaultsObject(columns)
		if payload.IsArray {
			w.writeText("lateral (select coalesce(jsonb_agg(", object, " || elem), '[]') as data from jsonb_array_elements(", data, ") as elem)")
		} else {
			w.writeText("lateral (select ", object, " || ", data, " as data)")
		}
		w.writeText(" as pgrst_defaults, ")
		data = "pgrst_defaults.data"
	}
	w.writeText("lateral (select ")
	w.writeList(len(columns), ", ", func(i int) { w.writeIdent(columns[i].name) })
	w.writeText(" from ")
	switch {
	case len(columns) == 0 && payload.IsArray:
		w.writeText(kind, "_array_elements(", data, ") as _")
	case len(columns) == 0:
		w.writeText("(values (1)) as _")
	default:
		if payload.IsArray {
			w.writeText(kind, "_to_recordset(", data, ") as _(")
		} else {
			w.writeText(kind, "_to_record(", data, ") as _(")
		}
		w.writeList(len(columns), ", ", func(i int) {
			w.writeIdent(columns[i].name)
			w.writeText(" ", columns[i].sqlType)
		})
		w.writeText(")", limitSQL)
	}
	w.writeText(") as ", bodyName)
}

// buildDefaultsObject returns an SQL expression: a JSON object with the default of each column that
// has one.
func buildDefaultsObject(columns []typedColumn) string {
	var pairs []string
	for _, column := range columns {
		if column.fallback != "" {
			pairs = append(pairs, quoteLiteral(column.name)+", "+column.fallback)
		}
	}
	return "jsonb_build_object(" + strings.Join(pairs, ", ") + ")"
}

// quoteLiteral quotes the name of a column as a string literal. Use it only for names from the
// catalog.
func quoteLiteral(s string) string {
	quoted := "'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", "''") + "'"
	if strings.Contains(s, `\`) {
		return " E" + quoted
	}
	return quoted
}
