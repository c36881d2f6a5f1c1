package realtime

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
)

// render has Postgres write the values as JSON, by column. A column that the
// table hasn't any more is left out.
func (d *delivery) render(ctx context.Context, t *table) (record, old map[string]rawJSON, err error) {
	record, old = make(map[string]rawJSON), make(map[string]rawJSON)
	var expressions []string
	var args, targets []any
	var assign []func()
	for _, part := range []struct {
		values []value
		into   map[string]rawJSON
	}{{d.change.record, record}, {d.change.old, old}} {
		for _, v := range part.values {
			col := t.column(v.column)
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

// generate adds the generated columns, which aren't in the log, to a new row.
// They are computed by their expressions, if all other columns are known.
func (d *delivery) generate(ctx context.Context, t *table) error {
	var inputs, expressions []string
	var args, targets []any
	var generated []value
	for _, col := range t.columns {
		if col.generation != "" {
			expressions = append(expressions, "("+col.generation+")::text")
			generated = append(generated, value{column: col.name})
			continue
		}
		v, known := find(d.change.record, col.name)
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

// data is the payload's content for a role that asked for these columns, nil
// meaning all.
func (d *delivery) data(role string, wanted []string, problem string) rawJSON {
	ch := d.change
	data := changeData{
		Columns: []changeColumn{}, Committed: ch.committed.UTC().Format("2006-01-02T15:04:05.000Z"),
		Schema: ch.schema, Table: ch.table, Type: ch.action,
	}
	if problem != "" {
		data.Errors = []string{problem}
		return encodeJSON(data)
	}
	tooLarge := ch.bytes > maxRecord
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
		if !col.selectable || wanted != nil && !col.key && !slices.Contains(wanted, col.name) {
			continue
		}
		data.Columns = append(data.Columns, changeColumn{col.name, col.typeName})
		if v, ok := d.record[col.name]; ok && data.Record != nil && (!tooLarge || len(v) <= smallValue) {
			data.Record[col.name] = v
		}
		// Policies can't be asked about a row that is gone: of it, only the key is told.
		hidden := ch.action == "DELETE" && t.security && !col.key
		if v, ok := d.old[col.name]; ok && data.OldRecord != nil && !hidden && (!tooLarge || len(v) <= smallValue) {
			data.OldRecord[col.name] = v
		}
	}
	return encodeJSON(data)
}

// form names one content of the payload.
type form struct{ role, columns, problem string }

// send queues the change for each channel: one message for each form of it
// that the channel's subscriptions get, with their ids.
func (d *delivery) send(listeners []listener, outcomes map[string]outcome) {
	type target struct {
		ch   *channel
		form form
	}
	ids := make(map[target][]int64)
	contents := make(map[form]rawJSON)
	for _, l := range listeners {
		o := outcomes[callerKey(l.who)]
		if !o.visible && o.problem == "" {
			continue
		}
		f := form{l.who.Role, strings.Join(l.columns, "\x00"), o.problem}
		if contents[f] == nil {
			contents[f] = d.data(l.who.Role, l.columns, o.problem)
		}
		to := target{l.ch, f}
		ids[to] = append(ids[to], l.id)
	}
	type text struct {
		topic, ids string
		form       form
	}
	encoded := make(map[text]*shared)
	for to, list := range ids {
		slices.Sort(list)
		key := text{to.ch.topic, joinInts(slices.Compact(list)), to.form}
		if encoded[key] == nil {
			encoded[key] = &shared{}
		}
		to.ch.socket.deliver(encoded[key].of(to.ch.socket.version, func(v version) (wire, bool) {
			payload := slices.Concat(rawJSON(`{"data":`), contents[to.form], rawJSON(`,"ids":[`+key.ids+`]}`))
			return v.encode(event(to.ch.topic, eventChanges, payload)), true
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
