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

// maxRecord is the most bytes of a change that is sent whole; of a bigger one,
// only values up to smallValue are.
const (
	maxRecord  = 1 << 20
	smallValue = 64
)

// What a subscriber is told instead of a row, in upstream's words.
const (
	errorNoKey    = "Error 400: Bad Request, no primary key"
	errorNoRight  = "Error 401: Unauthorized"
	errorTooLarge = "Error 413: Payload Too Large"
	errorPolicy   = "Error 500: Internal Server Error, RLS policy evaluation failed"
)

const (
	parallelChecks = 4               // subscribers that are asked about at once
	policyWait     = 3 * time.Second // for one subscriber's policies; anon's statements have as long
)

// delivery is a change on its way to its listeners.
type delivery struct {
	*changes
	change *change
	tables map[string]*table // by role
	record map[string]rawJSON
	old    map[string]rawJSON
}

// deliver sends a change to whom it concerns and who may see it. An error is
// the connection's: the stream is begun anew.
func (c *changes) deliver(ctx context.Context, ch *change) error {
	listeners := c.listeners(ch)
	if len(listeners) == 0 {
		return nil
	}
	if err := c.awaitVisible(ctx, ch.xid); err != nil {
		return err
	}
	err := c.deliverTo(ctx, ch, listeners)
	var refused *pgconn.PgError
	isStatement := errors.As(err, &refused) && !isDown(refused)
	isSlow := errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil
	if isStatement || isSlow {
		// The table may be gone, or look otherwise, by now; a filter's pattern may take forever.
		c.log.Warn("a change is not sent", "table", ch.schema+"."+ch.table, "error", err)
		return nil
	}
	return err
}

// isDown tells an error of the server from one of a statement.
func isDown(err *pgconn.PgError) bool {
	switch err.Code[:min(2, len(err.Code))] {
	case "08", "53", "57", "58", "XX":
		return true
	}
	return false
}

func (c *changes) deliverTo(ctx context.Context, ch *change, listeners []listener) error {
	d := &delivery{changes: c, change: ch, tables: make(map[string]*table)}
	asking := ctx // the policies, which are each given their own time
	ctx, cancel := context.WithTimeout(ctx, databaseWait)
	defer cancel()
	for _, l := range listeners {
		if d.tables[l.who.Role] == nil {
			t, err := c.table(ctx, ch.relation, l.who.Role)
			if err != nil {
				return err
			}
			d.tables[l.who.Role] = t
		}
	}
	types := d.tables[listeners[0].who.Role]
	if len(types.columns) == 0 {
		return nil // the table has been dropped
	}
	if err := d.generate(ctx, types); err != nil {
		return err
	}
	listeners, err := d.filtered(ctx, types, listeners)
	if err != nil || len(listeners) == 0 {
		return err
	}
	if d.record, d.old, err = d.render(ctx, types); err != nil {
		return err
	}
	outcomes, err := d.judge(asking, listeners)
	if err != nil {
		return err
	}
	d.send(listeners, outcomes)
	return nil
}

// table reads the catalog, or remembers what it said.
func (c *changes) table(ctx context.Context, oid uint32, role string) (*table, error) {
	key := tableKey{oid, role}
	if cached, ok := c.tables[key]; ok && time.Since(cached.read) < tableLife {
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

// filtered applies the listeners' filters. Postgres compares; a value that
// isn't known fits no filter.
func (d *delivery) filtered(ctx context.Context, t *table, listeners []listener) ([]listener, error) {
	values := make(map[condition][]string)
	for _, l := range listeners {
		for _, f := range l.filters {
			key := condition{f.column, f.op, f.negate}
			if _, known := find(d.change.known(), f.column); known && !slices.Contains(values[key], f.value) {
				values[key] = append(values[key], f.value)
			}
		}
	}
	passed := make(map[filter]bool)
	for _, key := range sortedConditions(values) {
		col := t.column(key.column)
		if col == nil {
			continue // of an older form of the table
		}
		v, _ := find(d.change.known(), key.column)
		test := filter{column: key.column, op: key.op, negate: key.negate}.test("c.v", "f.v", col.sqlType)
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

// outcome is what a caller gets of the change.
type outcome struct {
	visible bool
	problem string // told instead of the row
}

// callerKey tells callers apart.
func callerKey(who caller.Caller) string { return who.Role + "\x00" + string(who.Claims) }

// judge asks, once for each caller, what may be seen.
func (d *delivery) judge(ctx context.Context, listeners []listener) (map[string]outcome, error) {
	callers := make(map[string]caller.Caller)
	for _, l := range listeners {
		callers[callerKey(l.who)] = l.who
	}
	outcomes := make(map[string]outcome, len(callers))
	asked := make(map[string]*outcome)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelChecks)
	for key, who := range callers {
		t := d.tables[who.Role]
		if o, settled := d.judgeByGrants(t); settled {
			outcomes[key] = o
			continue
		}
		o := &outcome{}
		asked[key] = o
		group.Go(func() error {
			var err error
			*o, err = d.judgeByPolicies(ctx, t, who)
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

// judgeByGrants settles what needs no policy. A deleted row can't be asked
// for: all who listen get its key.
func (d *delivery) judgeByGrants(t *table) (o outcome, settled bool) {
	if d.change.action == "DELETE" {
		return outcome{visible: true}, true
	}
	keys := 0
	for _, col := range t.columns {
		if col.key {
			keys++
			if !col.selectable {
				return outcome{problem: errorNoRight}, true
			}
		}
	}
	if keys == 0 {
		return outcome{problem: errorNoKey}, true
	}
	return outcome{visible: true}, !t.security
}

// judgeByPolicies looks for the row by its key, as the caller.
func (d *delivery) judgeByPolicies(ctx context.Context, t *table, who caller.Caller) (outcome, error) {
	var where []string
	var args []any
	for _, col := range t.columns {
		if !col.key {
			continue
		}
		v, known := find(d.change.record, col.name)
		if !known {
			return outcome{}, nil
		}
		args = append(args, v.text)
		where = append(where, fmt.Sprintf("%s = $%d::text::%s", pgx.Identifier{col.name}.Sanitize(), len(args), col.sqlType))
	}
	parent := ctx
	ctx, cancel := context.WithTimeout(ctx, policyWait)
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
		return outcome{visible: visible}, nil
	case ctx.Err() != nil && parent.Err() == nil:
		d.log.Warn("a policy is too slow for a subscriber", "table", d.change.schema+"."+d.change.table)
		return outcome{problem: errorPolicy}, nil
	case !errors.As(err, &refused) || isDown(refused):
		return outcome{}, fmt.Errorf("ask policies: %w", err)
	case refused.Code == "42501":
		return outcome{problem: errorNoRight}, nil
	}
	d.log.Warn("a policy failed for a subscriber", "table", d.change.schema+"."+d.change.table, "error", err)
	return outcome{problem: errorPolicy}, nil
}
