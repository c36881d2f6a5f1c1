package server

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/relay"
	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

const (
	// recordCheckTimeout limits the read of a record that another user has open. The
	// messages of the connection wait for it.
	recordCheckTimeout = 2 * time.Second
	// recordCheckMaxAge is how long the result of this read is used.
	recordCheckMaxAge = 30 * time.Second
	// recordChecksPerSecond limits these reads of a connection, so that other users cannot
	// cause many of them; above the limit, a record counts as hidden.
	recordChecksPerSecond = 10
	recordCheckBurst      = 50
	// maxRecordChecks is the maximum number of results that a connection stores.
	maxRecordChecks = 200
)

// locationFilter removes from the locations of other users what the user of a connection
// cannot read. It must not be used concurrently.
type locationFilter struct {
	*Server
	ctx           context.Context
	currentCaller func() supa.Caller
	checkTable    func(schema, table string) error
	limiter       *rate.Limiter
	checked       map[string]recordCheck // by table and key
}

// recordCheck is whether the user can read a record.
type recordCheck struct {
	isReadable bool
	at         time.Time
}

// newLocationFilter returns relay.Options.FilterLocation for a connection.
func (s *Server) newLocationFilter(ctx context.Context, currentCaller func() supa.Caller) func(schema, table string, location relay.Location) relay.Location {
	f := &locationFilter{
		Server: s, ctx: ctx, currentCaller: currentCaller, checkTable: s.newTableCheck(ctx, currentCaller),
		limiter: rate.NewLimiter(recordChecksPerSecond, recordCheckBurst), checked: map[string]recordCheck{},
	}
	return f.filter
}

// filter returns the location without records, columns and tables that the user cannot read.
func (f *locationFilter) filter(schemaName, name string, location relay.Location) relay.Location {
	visible := relay.Location{Tab: location.Tab, Filters: location.Filters}
	if next := location.Next; next != nil && f.checkTable(next.Schema, next.Name) == nil {
		visible.Next = next
	}
	found, err := f.schemas.get(f.ctx, f.currentCaller())
	if err != nil {
		return visible
	}
	table := rowquery.FindTable(found, schemaName, name)
	if table == nil {
		return visible
	}
	readable := map[string]bool{}
	for _, column := range table.Columns {
		readable[column.Name] = column.Privileges.Select
	}
	if readable[location.Column] {
		visible.Column = location.Column
	}
	canSeeView := true
	for _, column := range location.ViewColumns {
		canSeeView = canSeeView && readable[column]
	}
	if canSeeView {
		visible.View, visible.ViewColumns = location.View, location.ViewColumns
	}
	if f.canReadRecord(table, readable, location.Record) {
		visible.Record, visible.IsOpen = location.Record, location.IsOpen
	} else {
		visible.Column = "" // of a hidden record
	}
	return visible
}

// canReadRecord reports whether the user can read the record with a key; false after an error.
func (f *locationFilter) canReadRecord(table *schema.Table, readable map[string]bool, key []relay.KeyValue) bool {
	if len(key) == 0 {
		return false
	}
	id, _ := json.Marshal([]any{table.Schema, table.Name, key}) // strings always encode
	if check, ok := f.checked[string(id)]; ok && f.Now().Sub(check.at) < recordCheckMaxAge {
		return check.isReadable
	}
	query := &postgrestquery.Params{}
	for _, part := range key {
		if !readable[part.Column] {
			return false
		}
		field := postgrestquery.Field{Name: part.Column}
		query.Select = append(query.Select, postgrestquery.FieldItem{Field: field})
		query.Filters = append(query.Filters, postgrestquery.PathFilter{
			Filter: postgrestquery.Filter{Field: field, Op: "eq", Value: part.Value},
		})
	}
	if !f.limiter.Allow() {
		return false
	}
	isReadable, err := f.hasRow(supa.RowsRequest{Method: http.MethodGet, Schema: table.Schema, Table: table.Name, Query: query})
	if err != nil {
		return false
	}
	if len(f.checked) >= maxRecordChecks {
		clear(f.checked)
	}
	f.checked[string(id)] = recordCheck{isReadable, f.Now()}
	return isReadable
}

// hasRow reports whether a request returns rows.
func (f *locationFilter) hasRow(r supa.RowsRequest) (bool, error) {
	ctx, cancel := context.WithTimeout(f.ctx, recordCheckTimeout)
	defer cancel()
	var rows []json.RawMessage
	err := f.backend.DecodeRows(ctx, f.currentCaller(), r, maxPresenceBytes, func(body []byte) error {
		return json.Unmarshal(body, &rows)
	})
	return len(rows) > 0, err
}
