package realtime

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// renderValues has Postgres write the values as JSON, by column. A column that the
// table hasn't any more is left out.
func (d *delivery) renderValues(ctx context.Context, t *table) (record, old map[string]rawJSON, err error) {
	record, old = make(map[string]rawJSON), make(map[string]rawJSON)
	var expressions []string
	var args, targets []any
	var assign []func()
	for _, part := range []struct {
		values []value
		into   map[string]rawJSON
	}{{d.change.record, record}, {d.change.old, old}} {
		for _, v := range part.values {
			col := t.findColumn(v.column)
			switch {
			case col == nil:
				continue
			case v.text == nil:
				part.into[v.column] = rawJSON("null")
				continue
			}
			args = append(args, v.text)
			expressions = append(expressions, fmt.Sprintf("to_jsonb($%d::text::%s)::text", len(args), col.sqlType))
			var text *string
			targets = append(targets, &text)
			assign = append(assign, func() {
				part.into[v.column] = rawJSON("null") // of a type whose text means null
				if text != nil {
					part.into[v.column] = rawJSON(*text)
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

// computeGenerated adds the generated columns, which aren't in the log, to a new row.
// They are computed by their expressions, if all other columns are known.
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
			return nil // a delete, or a value that isn't in the log either
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

// changeColumn is a column as clients are told of it, to convert its values.
type changeColumn struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

// changeData is `data` of a postgres_changes payload.
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

// encodeData is the payload's content for a role that asked for these columns, nil
// meaning all.
func (d *delivery) encodeData(role string, wanted []string, problem string) rawJSON {
	ch := d.change
	data := changeData{
		Columns: []changeColumn{}, Committed: ch.committed.UTC().Format("2006-01-02T15:04:05.000Z"),
		Schema: ch.schema, Table: ch.table, Type: ch.action,
	}
	if problem != "" {
		data.Errors = []string{problem}
		return encodeJSON(data)
	}
	tooLarge := ch.bytes > maxRecordBytes
	if tooLarge {
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
		if !col.isSelectable || wanted != nil && !col.isPrimaryKey && !slices.Contains(wanted, col.name) {
			continue
		}
		data.Columns = append(data.Columns, changeColumn{col.name, col.typeName})
		if v, ok := d.record[col.name]; ok && data.Record != nil && (!tooLarge || len(v) <= maxSmallValueBytes) {
			data.Record[col.name] = v
		}
		// Policies can't be asked about a row that is gone: of it, only the key is told.
		hidden := ch.action == "DELETE" && t.hasRowSecurity && !col.isPrimaryKey
		if v, ok := d.old[col.name]; ok && data.OldRecord != nil && !hidden && (!tooLarge || len(v) <= maxSmallValueBytes) {
			data.OldRecord[col.name] = v
		}
	}
	return encodeJSON(data)
}

// payloadVariant names one content of the payload.
type payloadVariant struct{ role, columns, errorMessage string }

// send queues the change for each channel: one message for each form of it
// that the channel's subscriptions get, with their ids.
func (d *delivery) send(listeners []listener, outcomes map[string]authorization) {
	type target struct {
		ch   *channel
		form payloadVariant
	}
	ids := make(map[target][]int64)
	contents := make(map[payloadVariant]rawJSON)
	for _, l := range listeners {
		o := outcomes[encodeCallerKey(l.caller)]
		if !o.isVisible && o.errorMessage == "" {
			continue
		}
		f := payloadVariant{l.caller.Role, strings.Join(l.columns, "\x00"), o.errorMessage}
		if contents[f] == nil {
			contents[f] = d.encodeData(l.caller.Role, l.columns, o.errorMessage)
		}
		to := target{l.ch, f}
		ids[to] = append(ids[to], l.id)
	}
	type text struct {
		topic, ids string
		form       payloadVariant
	}
	encoded := make(map[text]*encodedMessage)
	for to, list := range ids {
		slices.Sort(list)
		key := text{to.ch.topic, joinInts(slices.Compact(list)), to.form}
		if encoded[key] == nil {
			encoded[key] = &encodedMessage{}
		}
		to.ch.socket.enqueue(encoded[key].encodeOnce(to.ch.socket.version, func(v version) (encodedFrame, bool) {
			payload := slices.Concat(rawJSON(`{"data":`), contents[to.form], rawJSON(`,"ids":[`+key.ids+`]}`))
			return v.encode(newEvent(to.ch.topic, eventChanges, payload)), true
		}))
	}
}

func joinInts(list []int64) string {
	texts := make([]string, len(list))
	for i, n := range list {
		texts[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(texts, ",")
}
