package schema

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

//go:embed tableside_schema.sql
var schemaSQL string

//go:embed tableside_storage.sql
var storageSQL string

//go:embed tableside_aggregate.sql
var aggregateSQL string

// fallbackSchemasSQL is the text in schemaSQL and aggregateSQL that InstallSQL replaces by
// the exposed schemas.
const fallbackSchemasSQL = "array['public']"

// InstallSQL returns SQL that creates tableside_schema(), tableside_storage_privileges(),
// tableside_storage_owner(), tableside_aggregate() and tableside_aggregates(). The owner of a
// hosted project runs it once, localbase at each start; running it again updates an earlier version. schemas are the
// schemas that the REST service exposes, for databases without the setting pgrst.db_schemas;
// nil: public. The functions are in FunctionSchema(schemas).
func InstallSQL(schemas []string) string {
	exposed := formatSchemaArray(schemas)
	sql := strings.Replace(schemaSQL, fallbackSchemasSQL, exposed, 1) + "\n" + storageSQL + "\n" +
		strings.Replace(aggregateSQL, fallbackSchemasSQL, exposed, 1)
	return setFunctionSchema(sql, schemas)
}

// formatSchemaArray returns schemas, by default public, as an array in SQL.
func formatSchemaArray(schemas []string) string {
	if len(schemas) == 0 {
		schemas = []string{"public"}
	}
	var names []string
	for _, name := range schemas {
		names = append(names, "'"+strings.ReplaceAll(name, "'", "''")+"'")
	}
	return "array[" + strings.Join(names, ", ") + "]"
}

// setFunctionSchema returns sql with the functions in FunctionSchema(schemas).
func setFunctionSchema(sql string, schemas []string) string {
	return strings.ReplaceAll(sql, "public.tableside_", quoteIdentifier(FunctionSchema(schemas))+".tableside_")
}

//go:embed tableside_search.sql
var searchSQL string

// SearchSQL creates tableside_search(), with which the palette searches all tables in one
// call. It is optional. schemas are the schemas that the REST service exposes, nil: public.
func SearchSQL(schemas []string) string {
	return setFunctionSchema(strings.Replace(searchSQL, ":schemas", formatSchemaArray(schemas), 1), schemas)
}

// FunctionSchema returns the database schema of the functions that InstallSQL creates.
// The REST service must expose it: public, or the first of schemas if that does not
// contain public.
func FunctionSchema(schemas []string) string {
	if len(schemas) == 0 || slices.Contains(schemas, "public") {
		return "public"
	}
	return schemas[0]
}

// CreateFunctionSchemaSQL returns SQL that creates the database schema of the functions,
// for a database in which it can be missing; "" for public.
func CreateFunctionSchemaSQL(schemas []string) string {
	name := FunctionSchema(schemas)
	if name == "public" {
		return ""
	}
	return fmt.Sprintf("create schema if not exists %[1]s;\ngrant usage on schema %[1]s to anon, authenticated, service_role;\n", quoteIdentifier(name))
}

func quoteIdentifier(name string) string {
	if plainIdentifierPattern.MatchString(name) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

var plainIdentifierPattern = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

//go:embed tableside_may_read.sql
var mayReadSQL string

//go:embed tableside_may_read_row.sql
var mayReadRowSQL string

//go:embed tableside_views.sql
var viewsSQL string

//go:embed tableside_follows.sql
var followsSQL string

// ViewsSQL creates the tables of saved views and of follows, which are optional. An owner
// runs it once; running it again updates an earlier version and preserves the rows.
var ViewsSQL = mayReadSQL + "\n" + viewsSQL + "\n" + followsSQL

//go:embed tableside_comments.sql
var commentsSQL string

// CommentsSQL creates the table of comments on records, which is optional. An owner runs
// it once; running it again updates an earlier version and preserves the comments.
var CommentsSQL = mayReadSQL + "\n" + mayReadRowSQL + "\n" + commentsSQL

//go:embed tableside_actions.sql
var actionsSQL string

// ActionsSQL creates the table of edge functions that are actions, which is optional. An
// owner runs it once; running it again updates an earlier version and preserves the rows.
var ActionsSQL = actionsSQL

//go:embed tableside_transitions.sql
var transitionsSQL string

// TransitionsSQL creates the function with the permitted changes of statuses, which is
// optional. An owner runs it once and edits the function; running it again keeps the edits.
var TransitionsSQL = transitionsSQL

//go:embed tableside_views_administrator.sql
var viewsAdministratorSQL string

// ViewsAdministratorSQL returns SQL that lets a database role delete every shared
// view. It runs after ViewsSQL.
func ViewsAdministratorSQL(role string) string {
	return strings.ReplaceAll(viewsAdministratorSQL, ":administrator", `"`+strings.ReplaceAll(role, `"`, `""`)+`"`)
}

// The database functions and tables that the SQL creates.
const (
	// SchemaFunctionName has the argument {"schemas": [...]} and returns a text for Parse.
	SchemaFunctionName = "tableside_schema"
	// StorageFunctionName has the arguments {"bucket": "...", "prefix": "..."} and returns
	// the caller's privileges on objects below the prefix.
	StorageFunctionName = "tableside_storage_privileges"
	// OwnerFunctionName has the arguments {"bucket": "...", "file": "..."} and returns the id
	// of the user who owns an object, or null.
	OwnerFunctionName = "tableside_storage_owner"
	// AggregateFunctionName has the arguments of aggregates.Arguments and returns an array of
	// arrays of groups.
	AggregateFunctionName = "tableside_aggregate"
	// AggregateBatchFunctionName has the arguments of aggregates.BatchArguments and returns an
	// array of arrays of results.
	AggregateBatchFunctionName = "tableside_aggregates"
	// ActionsTableName is the table that ActionsSQL creates.
	ActionsTableName = "tableside_actions"
	// RolesFunctionName is created by ViewsSQL. It returns the roles that can see a view.
	RolesFunctionName = "tableside_roles"
)
