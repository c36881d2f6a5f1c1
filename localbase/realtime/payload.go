package realtime

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// renderValues converts the values to JSON by column, with Postgres. It omits columns that the
// table no longer has.
func (d *delivery) renderValues(ctx context.Context, t *table) (record, old map[string]rawJSON, err error) {
	record, old = make(map[string]rawJSON), make(map[string]rawJSON)
	var expressions []string
	var args, targets []any
	var assign []func()
	for _, part := range []struct {
		values []value
		target map[string]rawJSON
	}{{d.change.record, record}, {d.change.old, old}} {
		for _, v := range part.values {
			col := t.findColumn(v.column)
			switch {
			case col == nil:
				continue
			case v.text == nil:
				part.target[v.column] = rawJSON("null")
				continue
			}
			args = append(args, v.text)
			expressions = append(expressions, fmt.Sprintf("to_jsonb($%d::text::%s)::text", len(args), col.sqlType))
			var text *string
			targets = append(targets, &text)
			assign = append(assign, func() {
				part.target[v.column] = rawJSON("null") // the type converts this text to null
				if text != nil {
					part.target[v.column] = rawJSON(*text)
				}
			})
		}
	}
	if len(args) > 0 {
		if err := d.pool.QueryRow(ctx, "select "+strings.Join(expressions, ", "), args...).Scan(targets...); err != nil {
			return nil, nil, fmt.Errorf("render the row: %w", err)
		}
	}
	for _, f := range assign {
		f()
	}
	return record, old, nil
}

// computeGenerated adds the generated columns, which are not in the log, to a new row. It evaluates
// their expressions if all other columns are known.
func (d *delivery) computeGenerated(ctx context.Context, t *table) error {
	var inputs, expressions []string
	var args, targets []any
	var generated []value
	for _, col := range t.columns {
		if col.generatedExpression != "" {
			expressions = append(expressions, "("+col.generatedExpression+")::text")
			generated = append(generated, value{column: col.name})
			continue
		}
		v, known := findValue(d.change.record, col.name)
		if !known {
			return nil // a delete, or a value that is not in the log
		}
		args = append(args, v.text)
		inputs = append(inputs, fmt.Sprintf("$%d::text::%s as %s", len(args), col.sqlType, pgx.Identifier{col.name}.Sanitize()))
	}
	if len(generated) == 0 {
		return nil
	}
	for i := range generated {
		targets = append(targets, &generated[i].text)
	}
	sql := "select " + strings.Join(expressions, ", ") + " from (select " + strings.Join(inputs, ", ") + ") r"
	if err := d.pool.QueryRow(ctx, sql, args...).Scan(targets...); err != nil {
		return fmt.Errorf("compute generated columns: %w", err)
	}
	d.change.record = append(d.change.record, generated...)
	return nil
}

// changeColumn describes a column to clients, which convert its values by type.
type changeColumn struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// changeData is the field data of a postgres_changes payload.
type changeData struct {
	Columns   []changeColumn     `json:"columns"`
	Committed string             `json:"commit_timestamp"`
	Errors    []string           `json:"errors"`
	OldRecord map[string]rawJSON `json:"old_record,omitempty"`
	Record    map[string]rawJSON `json:"record,omitempty"`
	Schema    string             `json:"schema"`
	Table     string             `json:"table"`
	Type      string             `json:"type"`
}

// encodeData returns the field data for a role. columns are the selected columns, nil for all. If
// errorMessage is not "", it replaces the row.
func (d *delivery) encodeData(role string, columns []string, errorMessage string) rawJSON {
	ch := d.change
	data := changeData{
		Columns: []changeColumn{}, Committed: ch.committed.UTC().Format("2006-01-02T15:04:05.000Z"),
		Schema: ch.schema, Table: ch.table, Type: ch.action,
	}
	if errorMessage != "" {
		data.Errors = []string{errorMessage}
		return encodeJSON(data)
	}
	isTooLarge := ch.bytes > maxRecordBytes
	if isTooLarge {
		data.Errors = []string{errorTooLarge}
	}
	if ch.action != "DELETE" {
		data.Record = make(map[string]rawJSON)
	}
	if ch.action != "INSERT" {
		data.OldRecord = make(map[string]rawJSON)
	}
	t := d.tables[role]
	for _, col := range t.columns {
		if !col.isSelectable || columns != nil && !col.isPrimaryKey && !slices.Contains(columns, col.name) {
			continue
		}
		data.Columns = append(data.Columns, changeColumn{col.name, col.typeName})
		if v, ok := d.record[col.name]; ok && data.Record != nil && (!isTooLarge || len(v) <= maxSmallValueBytes) {
			data.Record[col.name] = v
		}
		// Policies cannot be checked for a deleted row, so only its key is sent.
		isHidden := ch.action == "DELETE" && t.hasRowSecurity && !col.isPrimaryKey
		if v, ok := d.old[col.name]; ok && data.OldRecord != nil && !isHidden && (!isTooLarge || len(v) <= maxSmallValueBytes) {
			data.OldRecord[col.name] = v
		}
	}
	return encodeJSON(data)
}

// payloadVariant identifies a content of the payload.
type payloadVariant struct{ role, columns, errorMessage string }

// send queues the change for each channel: one message per payload variant that the channel's
// subscriptions receive, with their ids.
func (d *delivery) send(listeners []listener, outcomes map[string]authorization) {
	type target struct {
		ch      *channel
		variant payloadVariant
	}
	ids := make(map[target][]int64)
	contents := make(map[payloadVariant]rawJSON)
	for _, l := range listeners {
		o := outcomes[encodeCallerKey(l.caller)]
		if !o.isVisible && o.errorMessage == "" {
			continue
		}
		variant := payloadVariant{l.caller.Role, strings.Join(l.columns, "\x00"), o.errorMessage}
		if contents[variant] == nil {
			contents[variant] = d.encodeData(l.caller.Role, l.columns, o.errorMessage)
		}
		recipient := target{l.ch, variant}
		ids[recipient] = append(ids[recipient], l.id)
	}
	type messageKey struct {
		topic, ids string
		variant    payloadVariant
	}
	encoded := make(map[messageKey]*encodedMessage)
	for recipient, list := range ids {
		slices.Sort(list)
		key := messageKey{recipient.ch.topic, joinInts(slices.Compact(list)), recipient.variant}
		if encoded[key] == nil {
			encoded[key] = &encodedMessage{}
		}
		recipient.ch.socket.enqueue(encoded[key].encodeOnce(recipient.ch.socket.version, func(v version) (encodedFrame, bool) {
			payload := slices.Concat(rawJSON(`{"data":`), contents[recipient.variant], rawJSON(`,"ids":[`+key.ids+`]}`))
			return v.encode(newEvent(recipient.ch.topic, eventChanges, payload)), true
		}))
	}
}

// joinInts returns the numbers as text, separated by commas.
func joinInts(list []int64) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(texts, ",")
}
