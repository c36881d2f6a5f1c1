package realtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/caller"
)

// checkSubscription checks that the tables are published, and that c's role can use the filters and
// columns.
func (b *changeBroker) checkSubscription(ctx context.Context, s *subscription, c caller.Caller) error {
	rows, _ := b.pool.Query(ctx, `
		select format('%I.%I', schemaname, tablename)::regclass::oid
		from pg_publication_tables
		where pubname = $1 and $2::text in ('*', schemaname::text) and $3::text in ('*', tablename::text)`,
		changesPublication, s.schema, s.table)
	tables, err := pgx.CollectRows(rows, pgx.RowTo[uint32])
	if err != nil {
		return fmt.Errorf("find published tables: %w", err)
	}
	if len(tables) == 0 {
		return newRejection("RealtimeDisabledForConfiguration",
			"Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [%s]", s.formatEntry())
	}
	if len(s.filters) == 0 && s.columns == nil {
		return nil
	}
	for _, oid := range tables {
		if err := b.checkTable(ctx, oid, s, c.Role); err != nil {
			return err
		}
	}
	return nil
}

// checkTable checks that the role can use the filters and columns of s on a table.
func (b *changeBroker) checkTable(ctx context.Context, oid uint32, s *subscription, role string) error {
	reject := func(format string, args ...any) error {
		return newRejection("RealtimeDisabledForConfiguration",
			"Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [%s]. Exception: %s",
			s.formatEntry(), fmt.Sprintf(format, args...))
	}
	t, err := b.readTable(ctx, oid, role)
	if err != nil {
		return err
	}
	for _, name := range s.columns {
		if col := t.findColumn(name); col == nil || !col.isSelectable {
			return reject("ERROR P0001 (raise_exception) invalid column for select %s", name)
		}
	}
	for _, f := range s.filters {
		col := t.findColumn(f.column)
		if col == nil || !col.isSelectable {
			return reject("ERROR P0001 (raise_exception) invalid column for filter %s", f.column)
		}
		err := b.tryFilter(ctx, f, col.sqlType)
		var pgErr *pgconn.PgError
		switch {
		case errors.As(err, &pgErr):
			return reject("ERROR %s %s", pgErr.Code, pgErr.Message)
		case errors.Is(err, errTooManyValues):
			return reject("ERROR P0001 (raise_exception) too many values for `in` filter. Maximum %d", maxInValues)
		case err != nil:
			return err
		}
	}
	return nil
}

var errTooManyValues = errors.New("too many values")

// tryFilter evaluates the filter with null, to check its value and type.
func (b *changeBroker) tryFilter(ctx context.Context, f filter, sqlType string) error {
	var ok bool
	sql := "select " + f.buildCondition("null::"+sqlType, "$1::text", sqlType)
	if err := b.pool.QueryRow(ctx, sql, f.value).Scan(&ok); err != nil {
		return fmt.Errorf("try filter: %w", err)
	}
	switch f.op {
	case "match", "imatch": // for null, Postgres does not check the pattern
		if err := b.pool.QueryRow(ctx, `select '' ~ $1`, f.value).Scan(&ok); err != nil {
			return fmt.Errorf("try filter: %w", err)
		}
	case "in":
		var values int
		sql := "select coalesce(array_length($1::text::" + sqlType + "[], 1), 0)"
		if err := b.pool.QueryRow(ctx, sql, f.value).Scan(&values); err != nil {
			return fmt.Errorf("try filter: %w", err)
		}
		if values > maxInValues {
			return errTooManyValues
		}
	}
	return nil
}
