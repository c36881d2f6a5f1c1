package realtime

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/caller"
)

// anyName stands for all schemas, tables or events.
const anyName = "*"

// subscription is one entry of a join's postgres_changes.
type subscription struct {
	ch          *channel
	id          int64   // the same for the same entry, as clients expect
	echoedEntry rawJSON // the entry with its id
	action      string  // INSERT, UPDATE, DELETE or anyName
	schema      string
	table       string
	filters     []filter
	columns     []string // nil: all that the caller may select
	parseError  error    // what is wrong with the entry

	// Of a registered one, guarded by changes.mu.
	caller caller.Caller
	since  logPosition // changes that were committed before aren't its
}

// newSubscriptions reads a join's entries. Those that are no objects are passed over.
func newSubscriptions(ch *channel, entries []rawJSON) []*subscription {
	var subs []*subscription
	for _, entry := range entries {
		var fields map[string]rawJSON
		if err := json.Unmarshal(entry, &fields); err != nil || fields == nil {
			continue
		}
		s := &subscription{ch: ch}
		hash := fnv.New32a()
		hash.Write(encodeJSON(fields)) // sorted by name
		s.id = int64(hash.Sum32() >> 5)
		s.parseError = s.parse(fields)
		fields["id"] = fmt.Appendf(nil, "%d", s.id)
		s.echoedEntry = encodeJSON(fields)
		subs = append(subs, s)
	}
	return subs
}

func collectEchoes(subs []*subscription) []rawJSON {
	echoes := make([]rawJSON, 0, len(subs))
	for _, s := range subs {
		echoes = append(echoes, s.echoedEntry)
	}
	return echoes
}

// parse reads an entry's fields.
func (s *subscription) parse(fields map[string]rawJSON) error {
	text := func(name string) (value string, given bool) {
		return value, json.Unmarshal(fields[name], &value) == nil && fields[name] != nil
	}
	s.action = anyName
	if action, ok := text("event"); ok {
		if action = strings.ToUpper(action); slices.Contains([]string{"INSERT", "UPDATE", "DELETE"}, action) {
			s.action = action
		}
	}
	var haveSchema, haveTable bool
	s.schema, haveSchema = parseName(fields["schema"])
	s.table, haveTable = parseName(fields["table"])
	if !haveSchema && !haveTable {
		return newMalformedError("No subscription params provided. Please provide at least a `schema` or `table` to subscribe to")
	}
	if !haveSchema {
		s.schema = "public"
	}
	if !haveTable {
		s.table = anyName
	}
	if given, ok := text("filter"); ok {
		var err error
		if s.filters, err = parseFilters(given); err != nil {
			return newMalformedError("Error parsing `filter` params: %s", err)
		}
	}
	return s.parseSelect(fields["select"])
}

func newMalformedError(format string, args ...any) error {
	return newRejection("MalformedSubscription", format, args...)
}

func parseName(field rawJSON) (name string, ok bool) {
	return name, field != nil && json.Unmarshal(field, &name) == nil && name != ""
}

func (s *subscription) parseSelect(field rawJSON) error {
	if field == nil || string(field) == "null" {
		return nil
	}
	if err := json.Unmarshal(field, &s.columns); err != nil {
		return newMalformedError("Error parsing `select` params: expected a list of column name strings, e.g. select: [\"col1\", \"col2\"]")
	}
	if len(s.columns) == 0 {
		s.columns = nil
		return nil
	}
	if s.schema == anyName || s.table == anyName {
		return newMalformedError("Column selection is not supported for wildcard subscriptions. Provide an explicit schema and table name.")
	}
	slices.Sort(s.columns)
	s.columns = slices.Compact(s.columns)
	return nil
}

// formatEntry is the entry as upstream's messages show it.
func (s *subscription) formatEntry() string {
	filters := make([]string, 0, len(s.filters))
	for _, f := range s.filters {
		filters = append(filters, fmt.Sprintf("{%q, %q, %q, %t}", f.column, f.op, f.value, f.negate))
	}
	return fmt.Sprintf("event: %s, schema: %s, table: %s, filters: [%s]", s.action, s.schema, s.table, strings.Join(filters, ", "))
}

// subscribeRetryDelay is the pause after an attempt that the database didn't answer.
const subscribeRetryDelay = 3 * time.Second

// subscribe begins, or with a new token begins anew, to listen to changes. The
// client hears of the outcome by a system message. ch.socket.mu is held.
func (ch *channel) subscribe(subs []*subscription) {
	if len(subs) == 0 {
		return
	}
	if ch.cancelSubscribe != nil {
		ch.cancelSubscribe()
	}
	var ctx context.Context
	ctx, ch.cancelSubscribe = context.WithCancel(ch.ctx)
	go ch.subscribeAs(ctx, subs, ch.identity.Caller)
}

func (ch *channel) subscribeAs(ctx context.Context, subs []*subscription, who caller.Caller) {
	h := ch.socket.h
	for _, s := range subs {
		if s.parseError != nil {
			ch.sendSystem(eventChanges, statusError, formatClientMessage(s.parseError))
			return
		}
	}
	for {
		err := h.stream.waitUntilUp(ctx)
		if err == nil {
			err = h.changes.subscribe(ctx, subs, who)
		}
		var refused *rejection
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			ch.sendSystem(eventChanges, statusOK, "Subscribed to PostgreSQL")
			return
		case errors.As(err, &refused):
			ch.sendSystem(eventChanges, statusError, refused.message)
			return
		}
		h.log.Warn("subscribe to changes", "error", err)
		ch.sendSystem(eventChanges, statusError, databaseUnavailableMessage)
		select {
		case <-ctx.Done():
			return
		case <-time.After(subscribeRetryDelay):
		}
	}
}

// subscribe checks the subscriptions and registers them, all or none. A
// *refusal says what is wrong with one.
func (c *changeBroker) subscribe(ctx context.Context, subs []*subscription, who caller.Caller) error {
	asking, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	for _, s := range subs {
		if err := c.checkSubscription(asking, s, who); err != nil {
			return err
		}
	}
	var since logPosition
	if err := c.pool.QueryRow(asking, `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint`).Scan(&since); err != nil {
		return fmt.Errorf("read the position of the log: %w", err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, s := range subs {
		if s.caller.Role == "" {
			s.since = since
		}
		s.caller = who
		c.add(s)
	}
	return nil
}

// checkSubscription asks whether the subscription's tables are published, and whether its
// filters can be applied to them by who's role.
func (c *changeBroker) checkSubscription(ctx context.Context, s *subscription, who caller.Caller) error {
	rows, _ := c.pool.Query(ctx, `
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
		if err := c.checkTable(ctx, oid, s, who.Role); err != nil {
			return err
		}
	}
	return nil
}

func (c *changeBroker) checkTable(ctx context.Context, oid uint32, s *subscription, role string) error {
	problem := func(format string, args ...any) error {
		return newRejection("RealtimeDisabledForConfiguration",
			"Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [%s]. Exception: %s",
			s.formatEntry(), fmt.Sprintf(format, args...))
	}
	t, err := c.readTable(ctx, oid, role)
	if err != nil {
		return err
	}
	for _, name := range s.columns {
		if col := t.findColumn(name); col == nil || !col.isSelectable {
			return problem("ERROR P0001 (raise_exception) invalid column for select %s", name)
		}
	}
	for _, f := range s.filters {
		col := t.findColumn(f.column)
		if col == nil || !col.isSelectable {
			return problem("ERROR P0001 (raise_exception) invalid column for filter %s", f.column)
		}
		err := c.tryFilter(ctx, f, col.sqlType)
		var refused *pgconn.PgError
		switch {
		case errors.As(err, &refused):
			return problem("ERROR %s %s", refused.Code, refused.Message)
		case errors.Is(err, errTooManyValues):
			return problem("ERROR P0001 (raise_exception) too many values for `in` filter. Maximum %d", maxInValues)
		case err != nil:
			return err
		}
	}
	return nil
}

var errTooManyValues = errors.New("too many values")

// tryFilter applies the filter to nothing, to see whether it can be applied.
func (c *changeBroker) tryFilter(ctx context.Context, f filter, sqlType string) error {
	var ok bool
	sql := "select " + f.buildCondition("null::"+sqlType, "$1::text", sqlType)
	if err := c.pool.QueryRow(ctx, sql, f.value).Scan(&ok); err != nil {
		return fmt.Errorf("try filter: %w", err)
	}
	switch f.op {
	case "match", "imatch": // of null, the pattern isn't looked at
		if err := c.pool.QueryRow(ctx, `select '' ~ $1`, f.value).Scan(&ok); err != nil {
			return fmt.Errorf("try filter: %w", err)
		}
	case "in":
		var values int
		sql := "select coalesce(array_length($1::text::" + sqlType + "[], 1), 0)"
		if err := c.pool.QueryRow(ctx, sql, f.value).Scan(&values); err != nil {
			return fmt.Errorf("try filter: %w", err)
		}
		if values > maxInValues {
			return errTooManyValues
		}
	}
	return nil
}
