package sqlscript

import (
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// missingObjects contains the remedies for objects that a dump requires but does not contain, by the beginning
// of PostgreSQL's message. A dump contains neither roles nor tablespaces.
var missingObjects = []struct{ message, remedy string }{
	{"role ", "create the role in a file before this one: create role NAME; pg_dumpall --roles-only writes all roles"},
	{"tablespace ", "pg_dump --no-tablespaces omits tablespaces"},
	{"server ", "a foreign table requires its server: run CREATE SERVER first, or omit the table with pg_dump --exclude-table"},
	{"foreign-data wrapper ", "a server requires its foreign-data wrapper: run CREATE EXTENSION for it first (localbase has postgres_fdw and file_fdw), or remove the server and its foreign tables"},
	{"user mapping ", "run CREATE USER MAPPING FOR postgres SERVER ... first; dumps do not contain its password"},
	{"language ", "localbase has the languages sql and plpgsql: write the function in one of them, or use a hosted project"},
	{"access method ", "an extension provides this access method: remove the statement, or use a hosted project"},
	{"collation ", "use a collation that the database has (select collname from pg_collation), such as \"de-x-icu\""},
	{"text search configuration ", "create the configuration in a file before this one, or use one of select cfgname from pg_ts_config"},
}

// adviseRemedy adds the remedy to an error of PostgreSQL without a hint.
func adviseRemedy(err error) error {
	var pgErr *pgconn.PgError
	if !errors.As(err, &pgErr) || pgErr.Hint != "" {
		return err
	}
	remedy := ""
	switch pgErr.Code {
	case undefinedObject, invalidParameter:
		for _, object := range missingObjects {
			if strings.HasPrefix(pgErr.Message, object.message) && strings.HasSuffix(pgErr.Message, "does not exist") {
				remedy = object.remedy
			}
		}
	case activeTransaction:
		remedy = "a file runs in one transaction: remove the statement, or run it with psql and the DB URL"
	}
	if remedy == "" {
		return err
	}
	advised := *pgErr
	advised.Hint = remedy
	return &advised
}
