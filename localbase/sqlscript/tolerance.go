package sqlscript

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// platformSchemas belong to localbase's services, or to extensions of hosted projects. A dump of a
// whole project also contains their objects.
var platformSchemas = []string{
	"auth", "storage", "realtime", "_realtime", "extensions", "graphql", "graphql_public", "vault", "pgbouncer", "pgsodium", "pgsodium_masks",
	"supabase_functions", "supabase_migrations", "net", "cron", "pgmq", "_analytics",
}

// SQLSTATE codes that rules tolerate.
const (
	undefinedObject   = "42704"
	duplicateObject   = "42710"
	duplicateSchema   = "42P06"
	undefinedTable    = "42P01"
	undefinedFunction = "42883"
)

// conflictCodes report that an object exists, or that a table of a platform schema has another form.
var conflictCodes = []string{
	duplicateObject, duplicateSchema, undefinedTable, undefinedFunction, undefinedObject,
	"42P07", // duplicate table
	"42723", // duplicate function
	"42701", // duplicate column
	"42P16", // invalid table definition, such as a second primary key
	"42703", // undefined column
	"42P13", // invalid function definition, such as another result type
	"55000", // a publication or replica identity that exists
}

// tolerance returns the reason to skip a statement that failed, or "" if the error is final.
type tolerance func(*pgconn.PgError) string

// findTolerance returns the rule for a statement, or nil if any error is final.
func findTolerance(tokens []token) tolerance {
	switch {
	case indexOf(tokens, "owner", "to") > 0, startsWith(tokens, "grant"), startsWith(tokens, "revoke"),
		startsWith(tokens, "alter", "default", "privileges"), startsWith(tokens, "set", "role"), startsWith(tokens, "set", "session", "authorization"):
		return func(err *pgconn.PgError) string {
			if isMissingRole(err) {
				return err.Message + "; pg_dump --no-owner --no-privileges omits such statements"
			}
			return explainConflict(tokens, err)
		}
	case startsWith(tokens, "set"):
		return explainUnknownSetting
	case startsWith(tokens, "create", "schema"):
		return func(err *pgconn.PgError) string {
			if err.Code == duplicateSchema && (textAt(tokens, 2) == "public" || isPlatformSchema(textAt(tokens, 2))) {
				return err.Message
			}
			if isMissingRole(err) {
				return err.Message
			}
			return ""
		}
	case startsWith(tokens, "create", "role"), startsWith(tokens, "create", "user"), startsWith(tokens, "create", "publication"):
		return func(err *pgconn.PgError) string {
			if err.Code == duplicateObject {
				return err.Message
			}
			return ""
		}
	case startsWith(tokens, "create", "index"), startsWith(tokens, "create", "unique", "index"):
		return func(err *pgconn.PgError) string {
			if method := textAt(tokens, indexOf(tokens, "using")+1); err.Code == undefinedObject && (method == "hnsw" || method == "ivfflat") {
				return err.Message + "; queries run without this index"
			}
			return explainConflict(tokens, err)
		}
	case namesPlatformSchema(tokens):
		return func(err *pgconn.PgError) string { return explainConflict(tokens, err) }
	}
	return nil
}

// isMissingRole reports whether the error is about a role that does not exist.
func isMissingRole(err *pgconn.PgError) bool {
	return err.Code == undefinedObject && strings.HasPrefix(err.Message, "role ")
}

// explainUnknownSetting tolerates settings of other versions of PostgreSQL.
func explainUnknownSetting(err *pgconn.PgError) string {
	if err.Code == undefinedObject {
		return err.Message
	}
	return ""
}

// explainConflict tolerates conflicts with objects of the platform schemas, which localbase has created.
func explainConflict(tokens []token, err *pgconn.PgError) string {
	if namesPlatformSchema(tokens) && slices.Contains(conflictCodes, err.Code) {
		return err.Message + " (localbase manages this schema)"
	}
	return ""
}

func isPlatformSchema(name string) bool { return slices.Contains(platformSchemas, name) }

// namesPlatformSchema reports whether the first object that the statement names is in a platform
// schema, or is one.
func namesPlatformSchema(tokens []token) bool {
	for i, t := range tokens {
		isQualifier := textAt(tokens, i+1) == "." && !tokens[i+1].isQuoted
		if isQualifier {
			return isPlatformSchema(t.text)
		}
		if startsWith(tokens[i:], "schema") && isPlatformSchema(textAt(tokens, i+1)) {
			return true
		}
	}
	return false
}
