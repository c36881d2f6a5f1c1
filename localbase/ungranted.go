package localbase

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// UngrantedTable is a relation that no role of a user can access.
type UngrantedTable struct {
	Schema, Name string
}

// ungrantedSQL lists the relations of the exposed schemas on which no role has a
// privilege that the REST service can assume for a user: service_role belongs to servers.
const ungrantedSQL = `
select n.nspname, c.relname
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where n.nspname = any ($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
  and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
  and not exists (
    select from pg_auth_members m
    join pg_roles r on r.oid = m.roleid
    where m.member = 'authenticator'::regrole and r.rolname <> 'service_role'
      and has_schema_privilege(r.oid, n.oid, 'usage')
      and (has_any_column_privilege(r.oid, c.oid, 'select, insert, update') or has_table_privilege(r.oid, c.oid, 'delete')))
order by 1, 2
limit 1000`

// ListUngrantedTables returns the relations of the exposed schemas that no user can
// access, sorted by schema and name; at most 1,000.
func (b *Backend) ListUngrantedTables(ctx context.Context) ([]UngrantedTable, error) {
	conn, err := b.connect(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	schemas := b.opts.Schemas
	if len(schemas) == 0 {
		schemas = []string{"public"}
	}
	rows, err := conn.Query(ctx, ungrantedSQL, schemas)
	if err != nil {
		return nil, fmt.Errorf("list tables without grants: %w", err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowToStructByPos[UngrantedTable])
	if err != nil {
		return nil, fmt.Errorf("list tables without grants: %w", err)
	}
	return tables, nil
}

// IsFirstAccount reports whether a user has the oldest account, except for anonymous and deleted users.
func (b *Backend) IsFirstAccount(ctx context.Context, userID string) (bool, error) {
	conn, err := b.connect(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	var isFirst bool
	err = conn.QueryRow(ctx, `
		select id::text = $1 from auth.users
		where not is_anonymous and deleted_at is null
		order by created_at, id limit 1`, userID).Scan(&isFirst)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("read the first account: %w", err)
	}
	return isFirst, nil
}

// FormatGrants returns the SQL that lets all signed-in users read and write the tables.
func FormatGrants(tables []UngrantedTable) string {
	var sql strings.Builder
	previous := ""
	for _, table := range tables {
		if table.Schema != previous {
			schema := pgx.Identifier{table.Schema}.Sanitize()
			fmt.Fprintf(&sql, "grant usage on schema %s to authenticated;\n", schema)
			fmt.Fprintf(&sql, "grant usage on all sequences in schema %s to authenticated;\n", schema)
			previous = table.Schema
		}
		fmt.Fprintf(&sql, "grant select, insert, update, delete on %s to authenticated;\n", pgx.Identifier{table.Schema, table.Name}.Sanitize())
	}
	return sql.String()
}
