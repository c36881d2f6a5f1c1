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

// tableName is a key of the subscriptions. Schema and table can be anyName.
type tableName struct{ schema, table string }

// changeBroker delivers changes of tables to their subscriptions.
type changeBroker struct {
	pool *pgxpool.Pool
	log  *slog.Logger

	mu            sync.RWMutex
	subscriptions map[tableName]map[*subscription]struct{}

	// Used only by the goroutine that reads the stream.
	tables      map[tableKey]cachedTable
	lastVisible uint32 // the last transaction known to be visible; 0: none
}

// newChangeBroker returns a broker without subscriptions. pool connects to the database whose
// changes it delivers.
func newChangeBroker(pool *pgxpool.Pool, log *slog.Logger) *changeBroker {
	return &changeBroker{
		pool: pool, log: log,
		subscriptions: make(map[tableName]map[*subscription]struct{}), tables: make(map[tableKey]cachedTable),
	}
}

// add registers s. A registered subscription stays registered once. b.mu must be held.
func (b *changeBroker) add(s *subscription) {
	name := tableName{s.schema, s.table}
	if b.subscriptions[name] == nil {
		b.subscriptions[name] = make(map[*subscription]struct{})
	}
	b.subscriptions[name][s] = struct{}{}
}

// remove unregisters subscriptions. It ignores those that are not registered.
func (b *changeBroker) remove(subs []*subscription) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range subs {
		name := tableName{s.schema, s.table}
		delete(b.subscriptions[name], s)
		if len(b.subscriptions[name]) == 0 {
			delete(b.subscriptions, name)
		}
	}
}

// notify sends a system message to each channel with a registered subscription.
func (b *changeBroker) notify(status, message string) {
	channels := make(map[*channel]struct{})
	b.mu.RLock()
	for _, subs := range b.subscriptions {
		for s := range subs {
			channels[s.ch] = struct{}{}
		}
	}
	b.mu.RUnlock()
	for ch := range channels {
		ch.sendSystem(eventChanges, status, message)
	}
}

// listener is a subscription with its caller at the time of a change.
type listener struct {
	*subscription
	caller caller.Caller
}

// findListeners returns the subscriptions to the table and action of a change. It does not apply
// their filters.
func (b *changeBroker) findListeners(ch *change) []listener {
	b.mu.RLock()
	defer b.mu.RUnlock()
	var found []listener
	for _, name := range []tableName{
		{ch.schema, ch.table}, {ch.schema, anyName}, {anyName, ch.table}, {anyName, anyName},
	} {
		for s := range b.subscriptions[name] {
			if (s.action == anyName || s.action == ch.action) && ch.lsn >= s.since {
				found = append(found, listener{s, s.caller})
			}
		}
	}
	return found
}

// change is a change of a row.
type change struct {
	relation  uint32
	schema    string
	table     string
	action    string
	committed time.Time
	lsn       lsn
	xid       uint32  // of its transaction
	record    []value // insert, update: the known values of the new row
	old       []value // update, delete: the values of the replica identity
	bytes     int     // size of all values
}

// value is the value of a column as text; nil is null.
type value struct {
	column string
	text   *string
}

// newChange converts a row of the log. If an update does not contain a value, because it is stored
// out of line (TOAST) and did not change, newChange takes it from the old row or omits it.
func newChange(relation relationMessage, row rowMessage, in beginMessage) *change {
	ch := &change{
		relation: relation.id, schema: relation.schema, table: relation.name,
		action: row.action, committed: in.committed, lsn: in.commitLSN, xid: in.xid,
	}
	old := make(map[string]value)
	for i, d := range row.old {
		if i < len(relation.columns) && d.kind != datumUnchanged && (!row.isOldKeyOnly || relation.columns[i].isKey) {
			v := ch.convertDatum(relation.columns[i].name, d)
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
			v, known = ch.convertDatum(column.name, d), true
		}
		if known {
			ch.record = append(ch.record, v)
		}
		if known && row.old == nil && row.action == "UPDATE" && column.isKey {
			ch.old = append(ch.old, v) // the key did not change, or the old row would contain it
		}
	}
	return ch
}

// convertDatum converts the datum of a column, and adds its size to ch.bytes.
func (ch *change) convertDatum(column string, d datum) value {
	ch.bytes += len(column) + len(d.text)
	if d.kind == datumNull {
		return value{column: column}
	}
	text := string(d.text)
	return value{column: column, text: &text}
}

// knownValues returns the values for filters.
func (ch *change) knownValues() []value {
	if ch.action == "DELETE" {
		return ch.old
	}
	return ch.record
}

// findValue returns the value of a column; false if values does not contain it.
func findValue(values []value, column string) (value, bool) {
	i := slices.IndexFunc(values, func(v value) bool { return v.column == column })
	if i < 0 {
		return value{}, false
	}
	return values[i], true
}

// tableKey is a key of the cached tables.
type tableKey struct {
	oid  uint32
	role string
}

type cachedTable struct {
	*table
	readAt time.Time
}

// tableLifetime limits the age of a cached table. Postgres reports all changes of a table in the
// stream, except a grant of a role to another role.
const tableLifetime = 5 * time.Second

// clearTables empties the cache for a new stream, because the database can have been restarted.
func (b *changeBroker) clearTables() {
	clear(b.tables)
	b.lastVisible = 0
}

func (b *changeBroker) clearTable(oid uint32) {
	maps.DeleteFunc(b.tables, func(key tableKey, _ cachedTable) bool { return key.oid == oid })
}
