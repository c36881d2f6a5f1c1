package server

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
)

var quoteDoubler = strings.NewReplacer(`"`, `""`)

// exportPager requests the rows of a table page by page: after the keys of the last row
// if each column of the order can be compared, otherwise by offset, for which the
// backend counts the skipped rows again for each page.
type exportPager struct {
	query       *postgrestquery.Params
	columns     []exportColumn
	cellIndex   map[string]int              // of a member of the backend's objects: columns, then keys
	hidden      []postgrestquery.SelectItem // embedded relations that only filter or order the rows
	pagingKeys  []exportKey                 // the columns of the order; nil: paging by offset
	order       []postgrestquery.OrderTerm
	limit       int64
	lastKeys    []*string // of the last row; nil for NULL
	hasLastKeys bool
	hasFullPage bool // a page had as many rows as requested
	offset      int64
}

type exportColumn struct {
	title string
	item  postgrestquery.SelectItem
	// depth is the number of objects around the value: a field of a linked record.
	depth int
}

type exportKey struct {
	term     postgrestquery.OrderTerm
	nullable bool
}

// comparableKinds are the types whose values in JSON are the text that a filter accepts.
var comparableKinds = []schema.Kind{
	schema.Boolean, schema.Integer, schema.Numeric, schema.Float, schema.Text, schema.UUID, schema.Enum,
	schema.Date, schema.Time, schema.Timestamp, schema.TimestampTZ,
}

// newExportPager returns a pager over the rows of query. The error is bad_request if the query has
// a limit or offset, or selects something that a file cannot contain.
func newExportPager(table *schema.Table, query *postgrestquery.Params, limit int64, jsonAsText bool) (*exportPager, error) {
	if len(query.Ranges) > 0 {
		return nil, newBadRequestError("An export contains all matching rows and doesn’t support limit and offset.")
	}
	e := &exportPager{query: query, limit: limit, cellIndex: map[string]int{}}
	for _, item := range query.Select {
		switch item := item.(type) {
		case postgrestquery.EmbedItem:
			if err := e.addEmbed(item); err != nil {
				return nil, err
			}
		case postgrestquery.FieldItem:
			switch {
			case item.Aggregate != postgrestquery.NoAggregate:
				return nil, errUnsupportedExport
			case item.Field.Name == "*":
				for _, column := range listReadableColumns(table) {
					e.addColumn(castForFormat(table, column.(postgrestquery.FieldItem), jsonAsText))
				}
			default:
				e.addColumn(castForFormat(table, item, jsonAsText))
			}
		}
	}
	e.chooseOrder(table)
	for i := range e.pagingKeys {
		e.cellIndex[keyAlias(i)] = len(e.columns) + i
	}
	return e, nil
}

var errUnsupportedExport = newBadRequestError("An export supports columns and embedded relations, but no aggregates, and one field of each spread relation.")

// castForFormat returns the item with a cast to text if it is a JSON column, so that the response
// contains the text of the value. It returns the item unchanged without jsonAsText, or if it has a
// cast or a JSON path.
func castForFormat(table *schema.Table, item postgrestquery.FieldItem, jsonAsText bool) postgrestquery.FieldItem {
	if !jsonAsText || item.Cast != "" || len(item.Field.Path) > 0 {
		return item
	}
	if column := rowquery.FindColumn(table, item.Field.Name); column != nil && column.Kind == schema.JSON && !column.IsArray {
		item.Cast = "text"
	}
	return item
}

// addColumn requests a column under an alias that identifies it in the response,
// whatever its name is.
func (e *exportPager) addColumn(item postgrestquery.FieldItem) {
	title := item.Alias
	if title == "" {
		title = item.Field.String()
		if len(item.Field.Path) == 0 {
			title = item.Field.Name
		}
	}
	item.Alias = fmt.Sprintf("tableside_column_%d", len(e.columns))
	e.addItem(item.Alias, title, item)
}

// hiddenPrefix begins the alias of an embedded relation that only filters or orders the rows.
const hiddenPrefix = "tableside_"

// addEmbed requests an embedded relation under its own name, because filters use it.
func (e *exportPager) addEmbed(item postgrestquery.EmbedItem) error {
	name := item.Alias
	if name == "" {
		name = item.Relation
	}
	switch {
	case item.IsSpread:
		return e.addLookup(item)
	case len(item.Items) == 0 || strings.HasPrefix(name, hiddenPrefix):
		e.cellIndex[name] = hiddenCell
		e.hidden = append(e.hidden, item)
	default:
		e.addItem(name, name, item)
	}
	return nil
}

// hiddenCell is the index of a member of the backend's objects that is no column of the file.
const hiddenCell = -1

// addLookup adds a column of the file for a spread relation with one field, at any depth, such as
// ...customer_id(...country_id(name)). It requests the relation with an alias and without the spread, because the
// backend spreads a relation only once in a query, but a file can have several of its fields. exportColumn.depth is the
// number of objects in which the value then arrives. The error is errUnsupportedExport if the relation selects
// anything but one field.
func (e *exportPager) addLookup(item postgrestquery.EmbedItem) error {
	nested, title, depth, err := nestLookup(item)
	if err != nil {
		return err
	}
	nested.Alias = fmt.Sprintf("tableside_column_%d", len(e.columns))
	e.addItem(nested.Alias, title, nested)
	e.columns[len(e.columns)-1].depth = depth
	return nil
}

// nestLookup returns a spread relation as one that is not spread, with the title of its
// only field and the number of relations around it.
func nestLookup(item postgrestquery.EmbedItem) (nested postgrestquery.EmbedItem, title string, depth int, err error) {
	item.IsSpread = false
	if len(item.Items) != 1 {
		return item, "", 0, errUnsupportedExport
	}
	switch inner := item.Items[0].(type) {
	case postgrestquery.EmbedItem:
		if !inner.IsSpread {
			return item, "", 0, errUnsupportedExport
		}
		nested, title, depth, err = nestLookup(inner)
		item.Items = []postgrestquery.SelectItem{nested}
		return item, title, depth + 1, err
	case postgrestquery.FieldItem:
		if inner.Aggregate != postgrestquery.NoAggregate || inner.Field.Name == "*" {
			return item, "", 0, errUnsupportedExport
		}
		title = cmp.Or(inner.Alias, inner.Field.Name)
		inner.Alias = ""
		item.Items = []postgrestquery.SelectItem{inner}
	}
	return item, title, 1, nil
}

// unwrapValue returns the value within depth objects of one member each. It returns a
// value of another form, such as null, as it is.
func unwrapValue(value json.RawMessage, depth int) json.RawMessage {
	for range depth {
		var members map[string]json.RawMessage
		if json.Unmarshal(value, &members) != nil || len(members) != 1 {
			return value
		}
		for _, member := range members {
			value = member
		}
	}
	return value
}

// addItem adds a column of the file, whose cells have the key name in the response.
func (e *exportPager) addItem(name, title string, item postgrestquery.SelectItem) {
	e.cellIndex[name] = len(e.columns)
	e.columns = append(e.columns, exportColumn{title: title, item: item})
}

// keyAlias returns the alias under which a page contains the column pagingKeys[i].
func keyAlias(i int) string { return fmt.Sprintf("tableside_key_%d", i) }

// chooseOrder makes the order total: the requested order, then the primary key. Without
// a primary key, it adds every sortable column: rows that are equal in all of them are
// interchangeable.
func (e *exportPager) chooseOrder(table *schema.Table) {
	e.order = slices.Clone(e.query.RootOrder())
	names := table.PrimaryKey
	if len(names) == 0 {
		for _, column := range table.Columns {
			if isSortable(&column) {
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
		column := rowquery.FindColumn(table, term.Field.Name)
		if term.Relation != "" || len(term.Field.Path) > 0 || column == nil || !isSortable(column) {
			e.pagingKeys = nil
			return
		}
		e.pagingKeys = append(e.pagingKeys, exportKey{term: term, nullable: column.Nullable})
	}
}

// isSortable reports whether the caller can read the column, and pages can continue after a value of it.
func isSortable(column *schema.Column) bool {
	return column.Privileges.Select && !column.IsArray && slices.Contains(comparableKinds, column.Kind)
}

// titles returns the titles of the columns as JSON texts.
func (e *exportPager) titles() []json.RawMessage {
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

// nextQuery returns the query for the next page.
func (e *exportPager) nextQuery() *postgrestquery.Params {
	q := &postgrestquery.Params{Filters: e.query.Filters, Logic: slices.Clone(e.query.Logic)}
	for _, column := range e.columns {
		q.Select = append(q.Select, column.item)
	}
	q.Select = append(q.Select, e.hidden...)
	for i, key := range e.pagingKeys {
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
	case e.pagingKeys == nil:
		page.Offset = e.offset
	case e.hasLastKeys:
		q.Logic = append(q.Logic, postgrestquery.PathLogic{Logic: e.nextRowsCondition()})
	}
	q.Ranges = []postgrestquery.PathRange{{Range: page}}
	return q
}

// storeLastKeys stores the keys of a row.
func (e *exportPager) storeLastKeys(row []json.RawMessage) {
	if e.pagingKeys == nil {
		return
	}
	e.hasLastKeys, e.lastKeys = true, make([]*string, len(e.pagingKeys))
	for i, value := range row[len(e.columns):] {
		if len(value) == 0 || string(value) == "null" {
			continue
		}
		text := string(value)
		if value[0] == '"' {
			_ = json.Unmarshal(value, &text) // the decoder has checked it
		}
		e.lastKeys[i] = &text
	}
}

// nextRowsCondition returns the condition for the rows after the last row: greater in
// the first key, or equal in it and greater in the second, and so on.
func (e *exportPager) nextRowsCondition() postgrestquery.Logic {
	next := postgrestquery.Group{IsOr: true}
	for i, key := range e.pagingKeys {
		greater := key.greaterCondition(e.lastKeys[i])
		if greater == nil {
			continue
		}
		all := postgrestquery.Group{}
		for j, earlier := range e.pagingKeys[:i] {
			all.Terms = append(all.Terms, earlier.equalCondition(e.lastKeys[j]))
		}
		all.Terms = append(all.Terms, greater)
		next.Terms = append(next.Terms, all)
	}
	return next
}

// equalCondition returns the condition that the key has a value; nil is NULL.
func (k exportKey) equalCondition(value *string) postgrestquery.Logic {
	if value == nil {
		return k.nullCondition(false)
	}
	return postgrestquery.Filter{Field: k.term.Field, Op: "eq", Value: *value}
}

// greaterCondition returns the condition for values that sort after value; nil if there
// are none.
func (k exportKey) greaterCondition(value *string) postgrestquery.Logic {
	switch {
	case value == nil && k.term.SortsNullsFirst():
		return k.nullCondition(true)
	case value == nil:
		return nil
	}
	operator := postgrestquery.Operator("gt")
	if k.term.IsDescending {
		operator = "lt"
	}
	greater := postgrestquery.Filter{Field: k.term.Field, Op: operator, Value: *value}
	if !k.nullable || k.term.SortsNullsFirst() {
		return greater
	}
	return postgrestquery.Group{IsOr: true, Terms: []postgrestquery.Logic{greater, k.nullCondition(false)}}
}

// nullCondition returns the condition that the key is NULL, or with not, that it is not NULL.
func (k exportKey) nullCondition(not bool) postgrestquery.Logic {
	return postgrestquery.Filter{Field: k.term.Field, IsNegated: not, Op: postgrestquery.OpIs, Is: postgrestquery.IsNull}
}
