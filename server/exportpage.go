package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
)

var doubleQuotes = strings.NewReplacer(`"`, `""`)

// export pages through a table's rows: by key, after the last row seen, where
// every column of the order can be compared; else by offset, which the backend
// has to count through anew for each page.
type export struct {
	query   *rowquery.Query
	columns []exportColumn
	at      map[string]int // where a key of the backend's objects goes: columns, then keys
	keys    []exportKey    // the order, when paging by key; nil when by offset
	order   []rowquery.Term
	limit   int
	last    []*string // the keys of the last row seen; an element is nil for NULL
	begun   bool
	full    bool // a page was as long as asked
	offset  int
}

type exportColumn struct {
	title string
	item  rowquery.Item
}

type exportKey struct {
	term     rowquery.Term
	nullable bool
}

// comparable kinds come out of JSON as the text that a filter takes.
var comparableKinds = []schema.Kind{
	schema.Boolean, schema.Integer, schema.Numeric, schema.Float, schema.Text, schema.UUID, schema.Enum,
	schema.Date, schema.Time, schema.Timestamp, schema.TimestampTZ,
}

func newExport(table *schema.Table, query *rowquery.Query, limit int, jsonAsText bool) (*export, error) {
	if len(query.Ranges) > 0 {
		return nil, badRequest("An export is of all matching rows: it takes neither limit nor offset.")
	}
	e := &export{query: query, limit: limit, at: map[string]int{}}
	for _, item := range query.Select {
		switch {
		case item.Star:
			for _, column := range selectable(table) {
				e.addColumn(inFormat(table, column, jsonAsText))
			}
		case item.Aggregate != "" || (item.Embed != nil && item.Embed.Spread):
			return nil, badRequest("An export takes columns and embedded relations, no aggregates and no spread ones.")
		default:
			e.addColumn(inFormat(table, item, jsonAsText))
		}
	}
	e.chooseOrder(table)
	for i := range e.keys {
		e.at[keyAlias(i)] = len(e.columns) + i
	}
	return e, nil
}

// inFormat asks for a JSON column as text where that is wanted.
func inFormat(table *schema.Table, item rowquery.Item, jsonAsText bool) rowquery.Item {
	if !jsonAsText || item.Embed != nil || item.Cast != "" || len(item.Field.Path) > 0 {
		return item
	}
	if column := rowquery.Column(table, item.Field.Name); column != nil && column.Kind == schema.JSON && !column.Array {
		item.Cast = "text"
	}
	return item
}

// addColumn asks for a column under a name of our own, so that it is found
// again whatever its name. An embedded relation keeps its name: filters use it.
func (e *export) addColumn(item rowquery.Item) {
	column := exportColumn{title: item.Alias, item: item}
	name := fmt.Sprintf("tableside_column_%d", len(e.columns))
	switch {
	case item.Embed == nil:
		if column.title == "" {
			column.title = item.Field.String()
			if len(item.Field.Path) == 0 {
				column.title = item.Field.Name
			}
		}
		column.item.Alias = name
	case item.Alias == "":
		column.title = item.Embed.Relation
		name = item.Embed.Relation
	default:
		name = item.Alias
	}
	e.at[name] = len(e.columns)
	e.columns = append(e.columns, column)
}

func keyAlias(i int) string { return fmt.Sprintf("tableside_key_%d", i) }

// chooseOrder makes the order total: what was asked, then the primary key, or
// every column that sorts where there is none (rows alike in all of them can
// take each other's place).
func (e *export) chooseOrder(table *schema.Table) {
	e.order = slices.Clone(e.query.Order())
	names := table.PrimaryKey
	if len(names) == 0 {
		for _, column := range table.Columns {
			if sortable(&column) {
				names = append(names, column.Name)
			}
		}
	}
	for _, name := range names {
		same := func(t rowquery.Term) bool {
			return t.Relation == "" && t.Field.Name == name && len(t.Field.Path) == 0
		}
		if !slices.ContainsFunc(e.order, same) {
			e.order = append(e.order, rowquery.Term{Field: rowquery.Field{Name: name}})
		}
	}
	if len(table.PrimaryKey) == 0 {
		return
	}
	for _, term := range e.order {
		column := rowquery.Column(table, term.Field.Name)
		if term.Relation != "" || len(term.Field.Path) > 0 || column == nil || !sortable(column) {
			e.keys = nil
			return
		}
		e.keys = append(e.keys, exportKey{term: term, nullable: column.Nullable})
	}
}

func sortable(column *schema.Column) bool {
	return column.Privileges.Select && !column.Array && slices.Contains(comparableKinds, column.Kind)
}

func (e *export) titles() []json.RawMessage {
	titles := make([]json.RawMessage, len(e.columns))
	for i, column := range e.columns {
		var title bytes.Buffer
		encoder := json.NewEncoder(&title)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(column.title) // a string always encodes
		titles[i] = bytes.TrimSuffix(title.Bytes(), []byte("\n"))
	}
	return titles
}

// page is the query for the next page.
func (e *export) page() *rowquery.Query {
	q := &rowquery.Query{Conditions: slices.Clone(e.query.Conditions), Ranges: []rowquery.Range{{Limit: &e.limit}}}
	for _, column := range e.columns {
		q.Select = append(q.Select, column.item)
	}
	for i, key := range e.keys {
		q.Select = append(q.Select, rowquery.Item{Alias: keyAlias(i), Field: key.term.Field})
	}
	for _, order := range e.query.Orders {
		if len(order.Path) > 0 {
			q.Orders = append(q.Orders, order)
		}
	}
	if len(e.order) > 0 {
		q.Orders = append(q.Orders, rowquery.Order{Terms: e.order})
	}
	switch {
	case e.keys == nil && e.offset > 0:
		offset := e.offset
		q.Ranges[0].Offset = &offset
	case e.begun:
		q.Conditions = append(q.Conditions, rowquery.Scoped{Condition: e.after()})
	}
	return q
}

// seen remembers a row's keys.
func (e *export) seen(row []json.RawMessage) {
	if e.keys == nil {
		return
	}
	e.begun, e.last = true, make([]*string, len(e.keys))
	for i, value := range row[len(e.columns):] {
		if len(value) == 0 || string(value) == "null" {
			continue
		}
		text := string(value)
		if value[0] == '"' {
			_ = json.Unmarshal(value, &text) // the decoder has checked it
		}
		e.last[i] = &text
	}
}

// after is the condition for rows that come after the last one: greater in the
// first key, or equal in it and greater in the second, and so on.
func (e *export) after() rowquery.Condition {
	later := rowquery.Group{Or: true}
	for i, key := range e.keys {
		beyond := key.beyond(e.last[i])
		if beyond == nil {
			continue
		}
		all := rowquery.Group{}
		for j, earlier := range e.keys[:i] {
			all.Members = append(all.Members, earlier.same(e.last[j]))
		}
		all.Members = append(all.Members, beyond)
		later.Members = append(later.Members, all)
	}
	return later
}

func (k exportKey) same(value *string) rowquery.Condition {
	if value == nil {
		return k.isNull(false)
	}
	return rowquery.Filter{Field: k.term.Field, Operator: "eq", Value: *value}
}

// beyond is the condition for values that sort after value; nil when none does.
func (k exportKey) beyond(value *string) rowquery.Condition {
	switch {
	case value == nil && k.term.NullsFirst:
		return k.isNull(true)
	case value == nil:
		return nil
	}
	operator := "gt"
	if k.term.Descending {
		operator = "lt"
	}
	greater := rowquery.Filter{Field: k.term.Field, Operator: operator, Value: *value}
	if !k.nullable || k.term.NullsFirst {
		return greater
	}
	return rowquery.Group{Or: true, Members: []rowquery.Condition{greater, k.isNull(false)}}
}

func (k exportKey) isNull(not bool) rowquery.Condition {
	return rowquery.Filter{Field: k.term.Field, Not: not, Operator: "is", Value: "null"}
}
