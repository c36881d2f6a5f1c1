// Package extensions installs replacements for extensions of hosted projects that the database does
// not have. pgjwt is complete. The others are stand-ins: their schemas, types and tables exist, so
// that dumps load. Their functions return an error that names the extension, except those of http, pg_net,
// pg_cron and supabase_vault, because triggers and migrations call them: http responds with the status 503, the
// others store what they are given.
package extensions

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

//go:embed sql/*.sql
var files embed.FS

// Extension is a replacement.
type Extension struct {
	Name      string
	IsStandIn bool // it does not do the work of the extension

	schema     string   // fixed schema; "": the schema of CREATE EXTENSION
	functions  []string // signatures of the functions that return errors: "schema.name(arguments) returns type"
	operators  []operator
	aggregates []string // "schema.name(arguments) (definition)"
	limitation string   // of a stand-in; "": its functions return errors
	isEmpty    bool     // has no objects
	hasSQLFile bool     // sql/NAME.sql creates other objects, with "schema" and "pgcrypto" for the schemas of both
}

// Find returns the replacement of an extension, and false if there is none.
func Find(name string) (Extension, bool) {
	e, ok := byName[name]
	return e, ok
}

// emptyExtensions have no objects that dumps refer to.
var emptyExtensions = []string{
	"hypopg", "index_advisor", "pg_repack", "pg_stat_monitor", "pg_stat_statements", "pg_tle", "pgaudit", "plpgsql_check", "wrappers",
}

var byName = newIndex(
	Extension{Name: "pgjwt", hasSQLFile: true},
	newVector(),
	Extension{Name: "pg_net", IsStandIn: true, schema: "net", hasSQLFile: true, limitation: "which stores requests but does not send them"},
	Extension{Name: "pg_cron", IsStandIn: true, schema: "cron", hasSQLFile: true, limitation: "which stores jobs but does not run them"},
	Extension{Name: "http", IsStandIn: true, hasSQLFile: true, limitation: "which sends no requests: their responses have the status 503"},
	Extension{Name: "supabase_vault", IsStandIn: true, schema: "vault", hasSQLFile: true, limitation: "which stores secrets without encryption"},
	Extension{Name: "pg_graphql", IsStandIn: true, schema: "graphql", functions: []string{
		`graphql.resolve(query text, variables jsonb default '{}', "operationName" text default null, extensions jsonb default null) returns jsonb`,
		`graphql_public.graphql("operationName" text default null, query text default null, variables jsonb default null, extensions jsonb default null) returns jsonb`,
	}},
	Extension{Name: "pgsodium", IsStandIn: true, schema: "pgsodium", hasSQLFile: true, functions: []string{
		`pgsodium.create_key(key_type text default 'aead-det', name text default null) returns uuid`,
		`pgsodium.crypto_aead_det_encrypt(message bytea, additional bytea, key_uuid uuid, nonce bytea default null) returns bytea`,
		`pgsodium.crypto_aead_det_decrypt(message bytea, additional bytea, key_uuid uuid, nonce bytea default null) returns bytea`,
	}},
	Extension{Name: "pgmq", IsStandIn: true, schema: "pgmq", hasSQLFile: true, functions: []string{
		`pgmq.create(queue_name text) returns void`,
		`pgmq.drop_queue(queue_name text) returns boolean`,
		`pgmq.send(queue_name text, msg jsonb, delay int default 0) returns setof bigint`,
		`pgmq.send_batch(queue_name text, msgs jsonb[], delay int default 0) returns setof bigint`,
		`pgmq.read(queue_name text, vt int, qty int) returns setof pgmq.message_record`,
		`pgmq.pop(queue_name text) returns setof pgmq.message_record`,
		`pgmq.delete(queue_name text, msg_id bigint) returns boolean`,
		`pgmq.archive(queue_name text, msg_id bigint) returns boolean`,
		`pgmq.purge_queue(queue_name text) returns bigint`,
	}},
)

// newIndex returns the extensions by name, with the empty ones.
func newIndex(extensions ...Extension) map[string]Extension {
	index := map[string]Extension{}
	for _, name := range emptyExtensions {
		index[name] = Extension{Name: name, IsStandIn: true, isEmpty: true}
	}
	for _, e := range extensions {
		index[e.Name] = e
	}
	return index
}

// Limitation describes, as a relative clause, what a stand-in does not do.
func (e Extension) Limitation() string {
	if e.limitation == "" {
		return "whose functions return an error"
	}
	return e.limitation
}

// IsInstalled reports whether Install has installed the replacement of an extension.
func IsInstalled(ctx context.Context, tx pgx.Tx, name string) (bool, error) {
	var installed bool
	err := tx.QueryRow(ctx, `select exists (select from supabase_migrations.localbase_extensions where name = $1)`, name).Scan(&installed)
	return installed, err
}

// Install installs a replacement as a superuser, unless it is installed already. schema is that of
// CREATE EXTENSION, or "" for the default, extensions. Install restores the search path.
func (e Extension) Install(ctx context.Context, tx pgx.Tx, schema string) error {
	installed, err := IsInstalled(ctx, tx, e.Name)
	if err != nil || installed {
		return err
	}
	switch {
	case e.schema != "":
		schema = e.schema
	case schema == "":
		schema = "extensions"
	}
	script, err := e.script(pgx.Identifier{schema}.Sanitize())
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, script); err != nil {
		return fmt.Errorf("install the replacement of the extension %s: %w", e.Name, err)
	}
	_, err = tx.Exec(ctx, `insert into supabase_migrations.localbase_extensions values ($1)`, e.Name)
	return err
}

// script returns the SQL that installs the extension in a quoted schema.
func (e Extension) script(schema string) (string, error) {
	var script strings.Builder
	if !e.isEmpty {
		fmt.Fprintf(&script, "create schema if not exists %s;\ngrant usage on schema %[1]s to postgres, anon, authenticated, service_role;\n", schema)
	}
	if e.hasSQLFile {
		text, err := files.ReadFile("sql/" + e.Name + ".sql")
		if err != nil {
			return "", err
		}
		script.Write(text)
	}
	for _, signature := range e.functions {
		fmt.Fprintf(&script, `create or replace function %s language plpgsql as $$
begin
  raise exception 'The extension %s is not available in localbase: this function is a stand-in' using errcode = '0A000';
end $$;
`, signature, e.Name)
	}
	for _, o := range e.operators {
		fmt.Fprintf(&script, "create operator schema.%s (leftarg = schema.%s, rightarg = schema.%[2]s, function = schema.%[3]s);\n", o.symbol, o.operand, o.function)
	}
	for _, signature := range e.aggregates {
		fmt.Fprintf(&script, "create aggregate %s;\n", signature)
	}
	if e.schema != "" {
		fmt.Fprintf(&script, "grant all on all tables in schema %s to postgres;\ngrant all on all sequences in schema %[1]s to postgres;\n", schema)
	}
	return replaceSchemas(script.String(), schema, "extensions"), nil
}

// replaceSchemas inserts the schemas of an extension and of pgcrypto.
func replaceSchemas(script, schema, pgcrypto string) string {
	return strings.NewReplacer("schema.", schema+".", "pgcrypto.", pgcrypto+".").Replace(script)
}

// Files returns the files with which CREATE EXTENSION finds the complete replacements, by name, for the folder
// extension of PostgreSQL.
func Files() map[string][]byte {
	const control = "comment = 'JSON Web Token API for PostgreSQL'\ndefault_version = '0.2.0'\nrelocatable = false\nrequires = pgcrypto\ntrusted = true\n"
	script, err := files.ReadFile("sql/pgjwt.sql")
	if err != nil {
		panic(err) // embedded
	}
	return map[string][]byte{
		"pgjwt.control":    []byte(control),
		"pgjwt--0.2.0.sql": []byte(replaceSchemas(string(script), "@extschema@", "@extschema:pgcrypto@")),
	}
}
