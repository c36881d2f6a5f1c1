package realtime

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/caller"
)

// table is a table in the catalog, with the grants of one role.
type table struct {
	hasRowSecurity bool // row-level security is enabled
	columns        []column
}

type column struct {
	name                string
	typeName            string // name in pg_type
	sqlType             string // qualified type for casts
	isPrimaryKey        bool   // in the primary key
	isSelectable        bool   // by the role
	generatedExpression string // of a generated column, otherwise ""
}

// findColumn returns the column with a name; nil if there is none.
func (t *table) findColumn(name string) *column {
	for i := range t.columns {
		if t.columns[i].name == name {
			return &t.columns[i]
		}
	}
	return nil
}

// readTable reads the columns of a table in their order. For a role that does not exist, or that
// a token must not select, no column is selectable.
func (b *changeBroker) readTable(ctx context.Context, oid uint32, role string) (*table, error) {
	rows, _ := b.pool.Query(ctx, `
		select c.relrowsecurity, a.attname::text, t.typname::text,
			quote_ident(n.nspname) || '.' || quote_ident(t.typname),
			coalesce(a.attnum = any(k.conkey), false),
			coalesce(has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT'), false),
			case when a.attgenerated <> '' then coalesce(pg_get_expr(g.adbin, g.adrelid), '') else '' end
		from pg_class c
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		join pg_type t on t.oid = a.atttypid
		join pg_namespace n on n.oid = t.typnamespace
		left join pg_attrdef g on g.adrelid = c.oid and g.adnum = a.attnum
		left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
		left join pg_roles r on r.rolname = $2 and not `+caller.ForbiddenRoleCondition("$2::text")+`
		where c.oid = $1
		order by a.attnum`, oid, role)
	t := &table{}
	var col column
	_, err := pgx.ForEachRow(rows, []any{&t.hasRowSecurity, &col.name, &col.typeName, &col.sqlType, &col.isPrimaryKey, &col.isSelectable, &col.generatedExpression}, func() error {
		t.columns = append(t.columns, col)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read table: %w", err)
	}
	return t, nil
}
