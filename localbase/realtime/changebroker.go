package realtime

import (
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tableside/tableside/localbase/caller"
)

// tableName is what subscriptions are found by; either part may be anyName.
type tableName struct{ schema, table string }

// changeBroker knows who listens to changes of which tables.
type changeBroker struct {
	pool *pgxpool.Pool
	log  *slog.Logger

	mu            sync.RWMutex
	subscriptions map[tableName]map[*subscription]struct{}

	// Of the stream's goroutine alone.
	tables      map[tableKey]cachedTable
	lastVisible uint32 // the last transaction that was found visible; 0: none
}

func newChangeBroker(pool *pgxpool.Pool, log *slog.Logger) *changeBroker {
	return &changeBroker{
		pool: pool, log: log,
		subscriptions: make(map[tableName]map[*subscription]struct{}), tables: make(map[tableKey]cachedTable),
	}
}

// add registers s, once. c.mu is held.
func (c *changeBroker) add(s *subscription) {
	name := tableName{s.schema, s.table}
	if c.subscriptions[name] == nil {
		c.subscriptions[name] = make(map[*subscription]struct{})
	}
	c.subscriptions[name][s] = struct{}{}
}

// remove takes subscriptions out, registered or not.
func (c *changeBroker) remove(subs []*subscription) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range subs {
		name := tableName{s.schema, s.table}
		delete(c.subscriptions[name], s)
		if len(c.subscriptions[name]) == 0 {
			delete(c.subscriptions, name)
		}
	}
}

// notify sends a system message to every channel that listens to changes.
func (c *changeBroker) notify(status, message string) {
	channels := make(map[*channel]struct{})
	c.mu.RLock()
	for _, subs := range c.subscriptions {
		for s := range subs {
			channels[s.ch] = struct{}{}
		}
	}
	c.mu.RUnlock()
	for ch := range channels {
		ch.sendSystem(eventChanges, status, message)
	}
}

// listener is a subscription as it was when a change came.
type listener struct {
	*subscription
	caller caller.Caller
}

// findListeners are the subscriptions to a change by its table and action; their
// filters are still to be applied.
func (c *changeBroker) findListeners(ch *change) []listener {
	c.mu.RLock()
	defer c.mu.RUnlock()
	var found []listener
	for _, name := range []tableName{
		{ch.schema, ch.table}, {ch.schema, anyName}, {anyName, ch.table}, {anyName, anyName},
	} {
		for s := range c.subscriptions[name] {
			if (s.action == anyName || s.action == ch.action) && ch.position >= s.since {
				found = append(found, listener{s, s.caller})
			}
		}
	}
	return found
}

// change is one changed row.
type change struct {
	relation  uint32
	schema    string
	table     string
	action    string
	committed time.Time
	position  logPosition
	xid       uint32  // of its transaction
	record    []value // of an insert or update: what is known of the new row
	old       []value // of an update or delete: what the replica identity tells
	bytes     int     // of all values
}

// value is a column's value as text; nil is null.
type value struct {
	column string
	text   *string
}

// newChange reads a row. A value that is stored apart and didn't change is
// taken from the old row; where that has none, it is left out.
func newChange(relation relationMessage, row rowMessage, in beginMessage) *change {
	ch := &change{
		relation: relation.id, schema: relation.schema, table: relation.name,
		action: row.action, committed: in.committed, position: in.final, xid: in.xid,
	}
	old := make(map[string]value)
	for i, d := range row.old {
		if i < len(relation.columns) && d.kind != datumUnchanged && (!row.isOldKeyOnly || relation.columns[i].isKey) {
			v := ch.readValue(relation.columns[i].name, d)
			old[v.column] = v
			ch.old = append(ch.old, v)
		}
	}
	for i, d := range row.new {
		if i >= len(relation.columns) {
			break
		}
		column := relation.columns[i]
		v, known := old[column.name]
		if d.kind != datumUnchanged {
			v, known = ch.readValue(column.name, d), true
		}
		if known {
			ch.record = append(ch.record, v)
		}
		if known && row.old == nil && row.action == "UPDATE" && column.isKey {
			ch.old = append(ch.old, v) // the key hasn't changed, or it had been sent
		}
	}
	return ch
}

func (ch *change) readValue(column string, d datum) value {
	ch.bytes += len(column) + len(d.text)
	if d.kind == datumNull {
		return value{column: column}
	}
	text := string(d.text)
	return value{column: column, text: &text}
}

// knownValues are the values that filters look at.
func (ch *change) knownValues() []value {
	if ch.action == "DELETE" {
		return ch.old
	}
	return ch.record
}

func findValue(values []value, column string) (value, bool) {
	i := slices.IndexFunc(values, func(v value) bool { return v.column == column })
	if i < 0 {
		return value{}, false
	}
	return values[i], true
}

// tableKey is what the catalog is asked for.
type tableKey struct {
	oid  uint32
	role string
}

type cachedTable struct {
	*table
	readAt time.Time
}

// tableLifetime bounds how long a grant of a role to another one goes unnoticed;
// of all else that changes, Postgres tells.
const tableLifetime = 5 * time.Second

// clearTables is for a new stream: the database may have been restarted.
func (c *changeBroker) clearTables() {
	clear(c.tables)
	c.lastVisible = 0
}

func (c *changeBroker) clearTable(oid uint32) {
	maps.DeleteFunc(c.tables, func(key tableKey, _ cachedTable) bool { return key.oid == oid })
}
