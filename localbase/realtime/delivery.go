package realtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/sync/errgroup"

	"github.com/tableside/tableside/localbase/caller"
)

// maxRecordBytes is the maximum size of a change that is sent completely. A larger change contains
// only values of at most maxSmallValueBytes.
const (
	maxRecordBytes     = 1 << 20
	maxSmallValueBytes = 64
)

// Messages that replace a row, with upstream's text.
const (
	errorNoKey        = "Error 400: Bad Request, no primary key"
	errorUnauthorized = "Error 401: Unauthorized"
	errorTooLarge     = "Error 413: Payload Too Large"
	errorPolicy       = "Error 500: Internal Server Error, RLS policy evaluation failed"
)

const (
	maxParallelChecks = 4               // concurrent policy checks
	policyTimeout     = 3 * time.Second // for the policies of one subscriber; the role anon has the same statement timeout
)

// delivery is the processing of a change for its listeners.
type delivery struct {
	*changeBroker
	change *change
	tables map[string]*table // by role
	record map[string]rawJSON
	old    map[string]rawJSON
}

// deliver sends a change to its listeners if they can see it. An error means that the connection
// failed and that the stream must be restarted.
func (b *changeBroker) deliver(ctx context.Context, ch *change) error {
	listeners := b.findListeners(ch)
	if len(listeners) == 0 {
		return nil
	}
	if err := b.waitUntilVisible(ctx, ch.xid); err != nil {
		return err
	}
	err := b.deliverTo(ctx, ch, listeners)
	var pgErr *pgconn.PgError
	isStatement := errors.As(err, &pgErr) && !isServerError(pgErr)
	isSlow := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	if isStatement || isSlow {
		// The table can have been dropped or altered; the pattern of a filter can be too slow.
		b.log.Warn("realtime: change not sent", "table", ch.schema+"."+ch.table, "error", err)
		return nil
	}
	return err
}

// isServerError reports whether the server failed, and not a statement.
func isServerError(err *pgconn.PgError) bool {
	switch err.Code[:min(2, len(err.Code))] {
	case "08", "53", "57", "58", "XX":
		return true
	}
	return false
}

// deliverTo sends a change to the listeners whose filters match and who can see it. It sends
// nothing if the table was dropped.
func (b *changeBroker) deliverTo(ctx context.Context, ch *change, listeners []listener) error {
	d := &delivery{changeBroker: b, change: ch, tables: make(map[string]*table)}
	policyCtx := ctx // each policy check has its own timeout
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	for _, l := range listeners {
		if d.tables[l.caller.Role] == nil {
			t, err := b.loadTable(ctx, ch.relation, l.caller.Role)
			if err != nil {
				return err
			}
			d.tables[l.caller.Role] = t
		}
	}
	types := d.tables[listeners[0].caller.Role]
	if len(types.columns) == 0 {
		return nil // the table was dropped
	}
	if err := d.computeGenerated(ctx, types); err != nil {
		return err
	}
	listeners, err := d.applyFilters(ctx, types, listeners)
	if err != nil || len(listeners) == 0 {
		return err
	}
	if d.record, d.old, err = d.renderValues(ctx, types); err != nil {
		return err
	}
	outcomes, err := d.authorize(policyCtx, listeners)
	if err != nil {
		return err
	}
	d.send(listeners, outcomes)
	return nil
}

// loadTable returns a table from the cache or the catalog.
func (b *changeBroker) loadTable(ctx context.Context, oid uint32, role string) (*table, error) {
	key := tableKey{oid, role}
	if cached, ok := b.tables[key]; ok && time.Since(cached.readAt) < tableLifetime {
		return cached.table, nil
	}
	t, err := b.readTable(ctx, oid, role)
	if err != nil {
		return nil, err
	}
	b.tables[key] = cachedTable{t, time.Now()}
	return t, nil
}

// condition is a filter without its value, so that one query checks all values.
type condition struct {
	column, op string
	isNegated  bool
}

// applyFilters returns the listeners whose filters match. Postgres compares the values. A filter on
// an unknown value does not match.
func (d *delivery) applyFilters(ctx context.Context, t *table, listeners []listener) ([]listener, error) {
	values := make(map[condition][]string)
	for _, l := range listeners {
		for _, f := range l.filters {
			key := condition{f.column, f.op, f.isNegated}
			if _, known := findValue(d.change.knownValues(), f.column); known && !slices.Contains(values[key], f.value) {
				values[key] = append(values[key], f.value)
			}
		}
	}
	matched := make(map[filter]bool)
	for _, key := range sortedConditions(values) {
		col := t.findColumn(key.column)
		if col == nil {
			continue // the column was dropped
		}
		v, _ := findValue(d.change.knownValues(), key.column)
		test := filter{column: key.column, op: key.op, isNegated: key.isNegated}.buildCondition("c.v", "f.v", col.sqlType)
		rows, _ := d.pool.Query(ctx, fmt.Sprintf(
			`select f.v from (select $1::text::%s as v) c, unnest($2::text[]) f(v) where %s`, col.sqlType, test), v.text, values[key])
		matching, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, fmt.Errorf("apply filters on %s: %w", key.column, err)
		}
		for _, value := range matching {
			matched[filter{key.column, key.op, value, key.isNegated}] = true
		}
	}
	return slices.DeleteFunc(listeners, func(l listener) bool {
		return slices.ContainsFunc(l.filters, func(f filter) bool { return !matched[f] })
	}), nil
}

// sortedConditions returns the keys of values in a fixed order, so that the SQL text is the same
// for the same conditions.
func sortedConditions(values map[condition][]string) []condition {
	var keys []condition
	for key := range values {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b condition) int {
		return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
	})
	return keys
}

// authorization states whether a caller receives a change.
type authorization struct {
	isVisible    bool
	errorMessage string // sent instead of the row; "": none
}

// encodeCallerKey returns a map key for a caller.
func encodeCallerKey(c caller.Caller) string { return c.Role + "\x00" + string(c.Claims) }

// authorize checks, once per caller, who can see the change.
func (d *delivery) authorize(ctx context.Context, listeners []listener) (map[string]authorization, error) {
	callers := make(map[string]caller.Caller)
	for _, l := range listeners {
		callers[encodeCallerKey(l.caller)] = l.caller
	}
	outcomes := make(map[string]authorization, len(callers))
	pending := make(map[string]*authorization)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxParallelChecks)
	for key, c := range callers {
		t := d.tables[c.Role]
		if o, isFinal := d.authorizeByGrants(t); isFinal {
			outcomes[key] = o
			continue
		}
		o := &authorization{}
		pending[key] = o
		group.Go(func() error {
			var err error
			*o, err = d.authorizeByPolicies(ctx, t, c)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for key, o := range pending {
		outcomes[key] = *o
	}
	return outcomes, nil
}

// authorizeByGrants checks the grants. isFinal reports whether no policy check is needed. Policies
// cannot be checked for a deleted row: all listeners receive its key.
func (d *delivery) authorizeByGrants(t *table) (o authorization, isFinal bool) {
	if d.change.action == "DELETE" {
		return authorization{isVisible: true}, true
	}
	keys := 0
	for _, col := range t.columns {
		if col.isPrimaryKey {
			keys++
			if !col.isSelectable {
				return authorization{errorMessage: errorUnauthorized}, true
			}
		}
	}
	if keys == 0 {
		return authorization{errorMessage: errorNoKey}, true
	}
	return authorization{isVisible: true}, !t.hasRowSecurity
}

// authorizeByPolicies selects the row by its key as the caller.
func (d *delivery) authorizeByPolicies(ctx context.Context, t *table, c caller.Caller) (authorization, error) {
	var where []string
	var args []any
	for _, col := range t.columns {
		if !col.isPrimaryKey {
			continue
		}
		v, known := findValue(d.change.record, col.name)
		if !known {
			return authorization{}, nil
		}
		args = append(args, v.text)
		where = append(where, fmt.Sprintf("%s = $%d::text::%s", pgx.Identifier{col.name}.Sanitize(), len(args), col.sqlType))
	}
	parent := ctx
	ctx, cancel := context.WithTimeout(ctx, policyTimeout)
	defer cancel()
	var visible bool
	batch := &pgx.Batch{} // a batch is a transaction, to which role and claims are local
	batch.Queue(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, c.Role, string(c.Claims))
	batch.Queue(fmt.Sprintf(`select exists (select from %s where %s)`,
		pgx.Identifier{d.change.schema, d.change.table}.Sanitize(), strings.Join(where, " and ")), args...).
		QueryRow(func(row pgx.Row) error { return row.Scan(&visible) })
	err := d.pool.SendBatch(ctx, batch).Close()
	var pgErr *pgconn.PgError
	switch {
	case err == nil:
		return authorization{isVisible: visible}, nil
	case ctx.Err() != nil && parent.Err() == nil:
		d.log.Warn("realtime: a policy exceeded its timeout", "table", d.change.schema+"."+d.change.table)
		return authorization{errorMessage: errorPolicy}, nil
	case !errors.As(err, &pgErr) || isServerError(pgErr):
		return authorization{}, fmt.Errorf("check policies: %w", err)
	case pgErr.Code == "42501":
		return authorization{errorMessage: errorUnauthorized}, nil
	}
	d.log.Warn("realtime: a policy failed", "table", d.change.schema+"."+d.change.table, "error", err)
	return authorization{errorMessage: errorPolicy}, nil
}
