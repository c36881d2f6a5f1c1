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

// maxRecordBytes is the most bytes of a change that is sent whole; of a bigger one,
// only values up to smallValue are.
const (
	maxRecordBytes     = 1 << 20
	maxSmallValueBytes = 64
)

// What a subscriber is told instead of a row, in upstream's words.
const (
	errorNoKey        = "Error 400: Bad Request, no primary key"
	errorUnauthorized = "Error 401: Unauthorized"
	errorTooLarge     = "Error 413: Payload Too Large"
	errorPolicy       = "Error 500: Internal Server Error, RLS policy evaluation failed"
)

const (
	parallelChecks = 4               // subscribers that are asked about at once
	policyTimeout  = 3 * time.Second // for one subscriber's policies; anon's statements have as long
)

// delivery is a change on its way to its listeners.
type delivery struct {
	*changeBroker
	change *change
	tables map[string]*table // by role
	record map[string]rawJSON
	old    map[string]rawJSON
}

// deliver sends a change to whom it concerns and who may see it. An error is
// the connection's: the stream is begun anew.
func (c *changeBroker) deliver(ctx context.Context, ch *change) error {
	listeners := c.findListeners(ch)
	if len(listeners) == 0 {
		return nil
	}
	if err := c.waitUntilVisible(ctx, ch.xid); err != nil {
		return err
	}
	err := c.deliverTo(ctx, ch, listeners)
	var refused *pgconn.PgError
	isStatement := errors.As(err, &refused) && !isServerError(refused)
	isSlow := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	if isStatement || isSlow {
		// The table may be gone, or look otherwise, by now; a filter's pattern may take forever.
		c.log.Warn("a change is not sent", "table", ch.schema+"."+ch.table, "error", err)
		return nil
	}
	return err
}

// isServerError tells an error of the server from one of a statement.
func isServerError(err *pgconn.PgError) bool {
	switch err.Code[:min(2, len(err.Code))] {
	case "08", "53", "57", "58", "XX":
		return true
	}
	return false
}

func (c *changeBroker) deliverTo(ctx context.Context, ch *change, listeners []listener) error {
	d := &delivery{changeBroker: c, change: ch, tables: make(map[string]*table)}
	asking := ctx // the policies, which are each given their own time
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	for _, l := range listeners {
		if d.tables[l.caller.Role] == nil {
			t, err := c.loadTable(ctx, ch.relation, l.caller.Role)
			if err != nil {
				return err
			}
			d.tables[l.caller.Role] = t
		}
	}
	types := d.tables[listeners[0].caller.Role]
	if len(types.columns) == 0 {
		return nil // the table has been dropped
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
	outcomes, err := d.authorize(asking, listeners)
	if err != nil {
		return err
	}
	d.send(listeners, outcomes)
	return nil
}

// loadTable reads the catalog, or remembers what it said.
func (c *changeBroker) loadTable(ctx context.Context, oid uint32, role string) (*table, error) {
	key := tableKey{oid, role}
	if cached, ok := c.tables[key]; ok && time.Since(cached.readAt) < tableLifetime {
		return cached.table, nil
	}
	t, err := c.readTable(ctx, oid, role)
	if err != nil {
		return nil, err
	}
	c.tables[key] = cachedTable{t, time.Now()}
	return t, nil
}

// condition is a filter without its value: one expression serves all values.
type condition struct {
	column, op string
	negate     bool
}

// applyFilters applies the listeners' filters. Postgres compares; a value that
// isn't known fits no filter.
func (d *delivery) applyFilters(ctx context.Context, t *table, listeners []listener) ([]listener, error) {
	values := make(map[condition][]string)
	for _, l := range listeners {
		for _, f := range l.filters {
			key := condition{f.column, f.op, f.negate}
			if _, known := findValue(d.change.knownValues(), f.column); known && !slices.Contains(values[key], f.value) {
				values[key] = append(values[key], f.value)
			}
		}
	}
	passed := make(map[filter]bool)
	for _, key := range sortedConditions(values) {
		col := t.findColumn(key.column)
		if col == nil {
			continue // of an older form of the table
		}
		v, _ := findValue(d.change.knownValues(), key.column)
		test := filter{column: key.column, op: key.op, negate: key.negate}.buildCondition("c.v", "f.v", col.sqlType)
		rows, _ := d.pool.Query(ctx, fmt.Sprintf(
			`select f.v from (select $1::text::%s as v) c, unnest($2::text[]) f(v) where %s`, col.sqlType, test), v.text, values[key])
		fitting, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, fmt.Errorf("apply filters on %s: %w", key.column, err)
		}
		for _, value := range fitting {
			passed[filter{key.column, key.op, value, key.negate}] = true
		}
	}
	return slices.DeleteFunc(listeners, func(l listener) bool {
		return slices.ContainsFunc(l.filters, func(f filter) bool { return !passed[f] })
	}), nil
}

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

// authorization is what a caller gets of the change.
type authorization struct {
	isVisible    bool
	errorMessage string // told instead of the row
}

// encodeCallerKey tells callers apart.
func encodeCallerKey(who caller.Caller) string { return who.Role + "\x00" + string(who.Claims) }

// authorize asks, once for each caller, what may be seen.
func (d *delivery) authorize(ctx context.Context, listeners []listener) (map[string]authorization, error) {
	callers := make(map[string]caller.Caller)
	for _, l := range listeners {
		callers[encodeCallerKey(l.caller)] = l.caller
	}
	outcomes := make(map[string]authorization, len(callers))
	asked := make(map[string]*authorization)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelChecks)
	for key, who := range callers {
		t := d.tables[who.Role]
		if o, settled := d.authorizeByGrants(t); settled {
			outcomes[key] = o
			continue
		}
		o := &authorization{}
		asked[key] = o
		group.Go(func() error {
			var err error
			*o, err = d.authorizeByPolicies(ctx, t, who)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for key, o := range asked {
		outcomes[key] = *o
	}
	return outcomes, nil
}

// authorizeByGrants settles what needs no policy. A deleted row can't be asked
// for: all who listen get its key.
func (d *delivery) authorizeByGrants(t *table) (o authorization, settled bool) {
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

// authorizeByPolicies looks for the row by its key, as the caller.
func (d *delivery) authorizeByPolicies(ctx context.Context, t *table, who caller.Caller) (authorization, error) {
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
	batch := &pgx.Batch{} // which is one transaction, to which role and claims are local
	batch.Queue(`select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)`, who.Role, string(who.Claims))
	batch.Queue(fmt.Sprintf(`select exists (select from %s where %s)`,
		pgx.Identifier{d.change.schema, d.change.table}.Sanitize(), strings.Join(where, " and ")), args...).
		QueryRow(func(row pgx.Row) error { return row.Scan(&visible) })
	err := d.pool.SendBatch(ctx, batch).Close()
	var refused *pgconn.PgError
	switch {
	case err == nil:
		return authorization{isVisible: visible}, nil
	case ctx.Err() != nil && parent.Err() == nil:
		d.log.Warn("a policy is too slow for a subscriber", "table", d.change.schema+"."+d.change.table)
		return authorization{errorMessage: errorPolicy}, nil
	case !errors.As(err, &refused) || isServerError(refused):
		return authorization{}, fmt.Errorf("ask policies: %w", err)
	case refused.Code == "42501":
		return authorization{errorMessage: errorUnauthorized}, nil
	}
	d.log.Warn("a policy failed for a subscriber", "table", d.change.schema+"."+d.change.table, "error", err)
	return authorization{errorMessage: errorPolicy}, nil
}
