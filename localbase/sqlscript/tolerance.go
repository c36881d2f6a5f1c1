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
	permissionDenied  = "42501"
	dependentObjects  = "2BP01"
	invalidTable      = "42P16" // such as a second primary key, or a change of an inherited constraint
	uniqueViolation   = "23505"
	invalidParameter  = "22023"
	activeTransaction = "25001"
)

// conflictCodes report that an object exists, or that a table of a platform schema has another form.
var conflictCodes = []string{
	duplicateObject, duplicateSchema, undefinedTable, undefinedFunction, undefinedObject,
	"42P07", // duplicate table
	"42723", // duplicate function
	"42701", // duplicate column
	"42703", // undefined column
	"42P13", // invalid function definition, such as another result type
	"55000", // a publication or replica identity that exists
	permissionDenied, dependentObjects, invalidTable,
}

// tolerance returns the reason to skip a statement that failed, or "" if the error is final.
type tolerance func(*pgconn.PgError) string

// findTolerance returns the rule for a statement, or nil if any error is final.
func findTolerance(tokens []token) tolerance {
	switch {
	case indexOf(tokens, "owner", "to") > 0, startsWith(tokens, "grant"), startsWith(tokens, "revoke"),
		startsWith(tokens, "alter", "default", "privileges"), startsWith(tokens, "set", "role"):
		return func(err *pgconn.PgError) string {
			if isMissingRole(err) {
				return err.Message + "; pg_dump --no-owner --no-privileges omits such statements"
			}
			if err.Code == permissionDenied && (startsWith(tokens, "alter") || namesPlatformRole(tokens)) {
				return err.Message + "; the owner of a hosted project can't execute this either"
			}
			return explainConflict(tokens, err)
		}
	case startsWith(tokens, "alter", "role") && namesPlatformRole(tokens):
		return tolerateCode(permissionDenied)
	case startsWith(tokens, "set"):
		return explainUnknownSetting
	case startsWith(tokens, "vacuum"):
		return func(err *pgconn.PgError) string {
			if err.Code == activeTransaction {
				return "the file is one transaction; autovacuum does it later"
			}
			return ""
		}
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
		return tolerateCode(duplicateObject)
	case startsWith(tokens, "create", "index"), startsWith(tokens, "create", "unique", "index"):
		return func(err *pgconn.PgError) string {
			if method := textAt(tokens, indexOf(tokens, "using")+1); err.Code == undefinedObject && (method == "hnsw" || method == "ivfflat") {
				return err.Message + "; queries run without this index"
			}
			return explainConflict(tokens, err)
		}
	case startsWith(tokens, "alter", "table", "if", "exists") && indexOf(tokens, "drop", "constraint") > 0 && !namesPlatformSchema(tokens):
		return tolerateCode(invalidTable) // pg_dump --clean drops the constraints of partitions first
	case startsWith(tokens, "drop", "extension"):
		return tolerateCode(dependentObjects)
	case namesPlatformSchema(tokens):
		return func(err *pgconn.PgError) string { return explainConflict(tokens, err) }
	}
	return nil
}

// tolerateCode returns a rule that skips a statement if its error has the code.
func tolerateCode(code string) tolerance {
	return func(err *pgconn.PgError) string {
		if err.Code == code {
			return err.Message
		}
		return ""
	}
}

// namesPlatformRole reports whether a statement names a role that every project has, except the roles of
// requests.
func namesPlatformRole(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool {
		return strings.HasPrefix(t.text, "supabase_") || t.text == "dashboard_user" || t.text == "pgbouncer" || t.text == "postgres"
	})
}

// isMissingRole reports whether the error is about a role that does not exist.
func isMissingRole(err *pgconn.PgError) bool {
	return (err.Code == undefinedObject || err.Code == invalidParameter) && strings.HasPrefix(err.Message, "role ")
}

// explainUnknownSetting tolerates settings of other versions of PostgreSQL, and tablespaces and access methods
// of other servers as defaults.
func explainUnknownSetting(err *pgconn.PgError) string {
	isDefault := strings.HasPrefix(err.Message, `invalid value for parameter "default_table`)
	if err.Code == undefinedObject || err.Code == invalidParameter && isDefault {
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
		if startsWith(tokens[i:], "schema") {
			name := i + 1
			if startsWith(tokens[name:], "if", "exists") {
				name += 2
			}
			return isPlatformSchema(textAt(tokens, name))
		}
	}
	return false
}
