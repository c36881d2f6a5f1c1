package schema

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed tableside_live.sql
var liveSQL string

//go:embed tableside_live_table.sql
var liveTableSQL string

// LiveSQL returns SQL that makes the database report the changes of tables (LiveBroadcast).
// An owner runs it once for each table, after a change of the tables again. A table is
// "name", in the schema public, or "schema.name". It returns an error for other names.
func LiveSQL(tables []string) (string, error) {
	var sql strings.Builder
	sql.WriteString(mayReadSQL + "\n" + mayReadRowSQL + "\n" + liveSQL)
	for _, table := range tables {
		schemaName, name, isQualified := strings.Cut(table, ".")
		if !isQualified {
			schemaName, name = "public", table
		}
		if schemaName == "" || name == "" {
			return "", fmt.Errorf("%q is not the name of a table: write \"table\" or \"schema.table\"", table)
		}
		sql.WriteString(strings.ReplaceAll(liveTableSQL, ":table", quoteName(schemaName)+"."+quoteName(name)))
	}
	return sql.String(), nil
}

// quoteName quotes an identifier.
func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
