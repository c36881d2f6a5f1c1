package server

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
)

var doubleQuotes = strings.NewReplacer(`"`, `""`)

// export pages through a table's rows: by key, after the last row seen, where
// every column of the order can be compared; else by offset, which the backend
// has to count through anew for each page.
type export struct {
	query   *postgrestquery.Params
	columns []exportColumn
	at      map[string]int // where a key of the backend's objects goes: columns, then keys
	keys    []exportKey    // the order, when paging by key; nil when by offset
	order   []postgrestquery.OrderTerm
	limit   int64
	last    []*string // the keys of the last row seen; an element is nil for NULL
	begun   bool
	full    bool // a page was as long as asked
	offset  int64
}

type exportColumn struct {
	title string
	item  postgrestquery.SelectItem
}

type exportKey struct {
	term     postgrestquery.OrderTerm
	nullable bool
}

// comparable kinds come out of JSON as the text that a filter takes.
var comparableKinds = []schema.Kind{
	schema.Boolean, schema.Integer, schema.Numeric, schema.Float, schema.Text, schema.UUID, schema.Enum,
	schema.Date, schema.Time, schema.Timestamp, schema.TimestampTZ,
}

func newExport(table *schema.Table, query *postgrestquery.Params, limit int64, jsonAsText bool) (*export, error) {
	if len(query.Ranges) > 0 {
		return nil, badRequest("An export is of all matching rows: it takes neither limit nor offset.")
	}
	e := &export{query: query, limit: limit, at: map[string]int{}}
	for _, item := range query.Select {
		switch item := item.(type) {
		case postgrestquery.EmbedItem:
			if item.Spread {
				return nil, errNotExportable
			}
			e.addEmbed(item)
		case postgrestquery.FieldItem:
			switch {
			case item.Aggregate != postgrestquery.NoAggregate:
				return nil, errNotExportable
			case item.Field.Name == "*":
				for _, column := range selectable(table) {
					e.addColumn(inFormat(table, column.(postgrestquery.FieldItem), jsonAsText))
				}
			default:
				e.addColumn(inFormat(table, item, jsonAsText))
			}
		}
	}
	e.chooseOrder(table)
	for i := range e.keys {
		e.at[keyAlias(i)] = len(e.columns) + i
	}
	return e, nil
}

var errNotExportable = badRequest("An export takes columns and embedded relations, no aggregates and no spread ones.")

// inFormat asks for a JSON column as text where that is wanted.
func inFormat(table *schema.Table, item postgrestquery.FieldItem, jsonAsText bool) postgrestquery.FieldItem {
	if !jsonAsText || item.Cast != "" || len(item.Field.Path) > 0 {
		return item
	}
	if column := rowquery.Column(table, item.Field.Name); column != nil && column.Kind == schema.JSON && !column.Array {
		item.Cast = "text"
	}
	return item
}

// addColumn asks for a column under an alias of our own, which identifies it
// in the response whatever its name.
func (e *export) addColumn(item postgrestquery.FieldItem) {
	title := item.Alias
	if title == "" {
		title = item.Field.String()
		if len(item.Field.Path) == 0 {
			title = item.Field.Name
		}
	}
	item.Alias = fmt.Sprintf("tableside_column_%d", len(e.columns))
	e.add(item.Alias, title, item)
}

// addEmbed asks for an embedded relation by its own name: filters use it.
func (e *export) addEmbed(item postgrestquery.EmbedItem) {
	name := item.Alias
	if name == "" {
		name = item.Relation
	}
	e.add(name, name, item)
}

func (e *export) add(name, title string, item postgrestquery.SelectItem) {
	e.at[name] = len(e.columns)
	e.columns = append(e.columns, exportColumn{title: title, item: item})
}

func keyAlias(i int) string { return fmt.Sprintf("tableside_key_%d", i) }

// chooseOrder makes the order total: what was asked, then the primary key, or
// every column that sorts where there is none (rows alike in all of them can
// take each other's place).
func (e *export) chooseOrder(table *schema.Table) {
	e.order = slices.Clone(e.query.RootOrder())
	names := table.PrimaryKey
	if len(names) == 0 {
		for _, column := range table.Columns {
			if sortable(&column) {
				names = append(names, column.Name)
			}
		}
	}
	for _, name := range names {
		same := func(t postgrestquery.OrderTerm) bool {
			return t.Relation == "" && t.Field.Name == name && len(t.Field.Path) == 0
		}
		if !slices.ContainsFunc(e.order, same) {
			e.order = append(e.order, postgrestquery.OrderTerm{Field: postgrestquery.Field{Name: name}})
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

// page returns the query for the next page.
func (e *export) page() *postgrestquery.Params {
	q := &postgrestquery.Params{Filters: e.query.Filters, Logic: slices.Clone(e.query.Logic)}
	for _, column := range e.columns {
		q.Select = append(q.Select, column.item)
	}
	for i, key := range e.keys {
		q.Select = append(q.Select, postgrestquery.FieldItem{Alias: keyAlias(i), Field: key.term.Field})
	}
	for _, order := range e.query.Order {
		if len(order.Path) > 0 {
			q.Order = append(q.Order, order)
		}
	}
	if len(e.order) > 0 {
		q.Order = append(q.Order, postgrestquery.PathOrder{Terms: e.order})
	}
	page := postgrestquery.Range{Limit: &e.limit}
	switch {
	case e.keys == nil:
		page.Offset = e.offset
	case e.begun:
		q.Logic = append(q.Logic, postgrestquery.PathLogic{Logic: e.after()})
	}
	q.Ranges = []postgrestquery.PathRange{{Range: page}}
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
func (e *export) after() postgrestquery.Logic {
	later := postgrestquery.Group{Or: true}
	for i, key := range e.keys {
		beyond := key.beyond(e.last[i])
		if beyond == nil {
			continue
		}
		all := postgrestquery.Group{}
		for j, earlier := range e.keys[:i] {
			all.Terms = append(all.Terms, earlier.same(e.last[j]))
		}
		all.Terms = append(all.Terms, beyond)
		later.Terms = append(later.Terms, all)
	}
	return later
}

func (k exportKey) same(value *string) postgrestquery.Logic {
	if value == nil {
		return k.isNull(false)
	}
	return postgrestquery.Filter{Field: k.term.Field, Op: "eq", Value: *value}
}

// beyond is the condition for values that sort after value; nil when none does.
func (k exportKey) beyond(value *string) postgrestquery.Logic {
	switch {
	case value == nil && k.term.NullsFirst():
		return k.isNull(true)
	case value == nil:
		return nil
	}
	operator := postgrestquery.Operator("gt")
	if k.term.Desc {
		operator = "lt"
	}
	greater := postgrestquery.Filter{Field: k.term.Field, Op: operator, Value: *value}
	if !k.nullable || k.term.NullsFirst() {
		return greater
	}
	return postgrestquery.Group{Or: true, Terms: []postgrestquery.Logic{greater, k.isNull(false)}}
}

func (k exportKey) isNull(not bool) postgrestquery.Logic {
	return postgrestquery.Filter{Field: k.term.Field, Not: not, Op: postgrestquery.Is, Is: postgrestquery.IsNull}
}
