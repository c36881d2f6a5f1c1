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

	"github.com/tableside/tableside/localbase/caller"
)

// anyName matches all schemas, tables or events.
const anyName = "*"

// subscription is an entry of postgres_changes in a join.
type subscription struct {
	ch         *channel
	id         int64   // equal for equal entries, as clients expect
	replyEntry rawJSON // the entry with its id
	action     string  // INSERT, UPDATE, DELETE or anyName
	schema     string
	table      string
	filters    []filter
	columns    []string // nil: all columns that the caller can select
	parseError error    // the error in the entry, or nil

	// Set when registered, guarded by changes.mu.
	caller caller.Caller
	since  lsn // earlier changes are not sent
}

// newSubscriptions parses the entries of a join. It ignores entries that are not objects.
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
		s.replyEntry = encodeJSON(fields)
		subs = append(subs, s)
	}
	return subs
}

// listReplyEntries returns the entries of postgres_changes for the reply to a join: those of the
// client, each with its id.
func listReplyEntries(subs []*subscription) []rawJSON {
	entries := make([]rawJSON, 0, len(subs))
	for _, s := range subs {
		entries = append(entries, s.replyEntry)
	}
	return entries
}

// parse parses the fields of an entry.
func (s *subscription) parse(fields map[string]rawJSON) error {
	text := func(name string) (value string, isSet bool) {
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
	if filters, ok := text("filter"); ok {
		var err error
		if s.filters, err = parseFilters(filters); err != nil {
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

// parseSelect sets the columns from the field "select" of an entry. Without this field, columns is
// nil. The error is for the client.
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

// formatEntry formats the entry as in upstream's messages.
func (s *subscription) formatEntry() string {
	filters := make([]string, 0, len(s.filters))
	for _, f := range s.filters {
		filters = append(filters, fmt.Sprintf("{%q, %q, %q, %t}", f.column, f.op, f.value, f.isNegated))
	}
	return fmt.Sprintf("event: %s, schema: %s, table: %s, filters: [%s]", s.action, s.schema, s.table, strings.Join(filters, ", "))
}

// subscribeRetryDelay is the pause after a failed attempt.
const subscribeRetryDelay = 3 * time.Second

// subscribe starts to receive changes, or restarts after a new token. The client receives the
// result as a system message. ch.socket.mu must be held.
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

// subscribeAs subscribes as c. It retries until it succeeds, the subscriptions are rejected, or ctx
// ends.
func (ch *channel) subscribeAs(ctx context.Context, subs []*subscription, c caller.Caller) {
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
			err = h.changes.subscribe(ctx, subs, c)
		}
		var rejected *rejection
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			ch.sendSystem(eventChanges, statusOK, "Subscribed to PostgreSQL")
			return
		case errors.As(err, &rejected):
			ch.sendSystem(eventChanges, statusError, rejected.message)
			return
		}
		h.log.Warn("realtime: subscribe to changes failed, retrying", "error", err)
		ch.sendSystem(eventChanges, statusError, databaseUnavailableMessage)
		select {
		case <-ctx.Done():
			return
		case <-time.After(subscribeRetryDelay):
		}
	}
}

// subscribe checks the subscriptions and registers all of them or none. It returns a *rejection if
// one is invalid.
func (b *changeBroker) subscribe(ctx context.Context, subs []*subscription, c caller.Caller) error {
	queryCtx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	for _, s := range subs {
		if err := b.checkSubscription(queryCtx, s, c); err != nil {
			return err
		}
	}
	var since lsn
	if err := b.pool.QueryRow(queryCtx, `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint`).Scan(&since); err != nil {
		return fmt.Errorf("read the current LSN: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, s := range subs {
		if s.caller.Role == "" {
			s.since = since
		}
		s.caller = c
		b.add(s)
	}
	return nil
}
