package plan

import (
	"slices"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// Payload is a JSON body: an object or an array of objects. Its values are
// only ever read by Postgres.
type Payload struct {
	Raw     []byte
	Keys    []string // sorted, each once
	IsArray bool
}

// insertedSetting counts what an upsert inserted: plus one for each row tried,
// minus one for each that became an update.
const insertedSetting = "pgrst.inserted"

func countInsertedSQL(sign, never string) string {
	return "set_config('" + insertedSetting + "', (coalesce(" + readSettingSQL(insertedSetting) + "::int, 0) " + sign +
		" 1)::text, true) <> '" + never + "'"
}

// changePlan is a statement that writes, as its methods need it.
type changePlan struct {
	Request
	relation *catalog.Relation
	root     *node
	columns  []catalog.Column
	payload  Payload
}

func newChangePlan(r Request, payload Payload) (*changePlan, error) {
	rel, err := r.findRelation()
	if err != nil {
		return nil, err
	}
	root, err := r.newPlanner().buildTree(r.Target, r.Params, true, true)
	if err != nil {
		return nil, err
	}
	c := &changePlan{Request: r, relation: rel, root: root, payload: payload}
	for _, key := range payload.Keys {
		column, ok := rel.Column(key)
		if !ok {
			return nil, pgrsterr.ColumnNotFound(rel.Name.Name, key)
		}
		c.columns = append(c.columns, column)
	}
	return c, nil
}

// Insert plans a POST to a relation.
func Insert(r Request, payload Payload) (*Statement, error) {
	c, err := newChangePlan(r, payload)
	if err != nil {
		return nil, err
	}
	conflict := r.Params.OnConflict
	if conflict == nil {
		conflict = c.relation.PrimaryKey
	}
	if r.Prefer.Resolution == "" {
		conflict = nil
	}
	merge := r.Prefer.Resolution == "merge-duplicates"
	w := &writer{}
	w.text("with ", sourceName, " as (")
	w.insert(c)
	if merge {
		w.text(" where ", countInsertedSQL("+", "0"))
	}
	w.onConflict(c, conflict, merge)
	w.returning(c)
	w.text(")")
	of := resultColumns{hasInserted: merge}
	if r.Prefer.Return == "headers-only" {
		of.location = c.relation.PrimaryKey
	}
	w.writeChangeResult(c, of)
	return &Statement{SQL: w.sql.String(), Args: w.args}, nil
}

// Upsert plans a PUT: the filters have to be the whole primary key, and the
// body has to carry the same key.
func Upsert(r Request, payload Payload) (*Statement, error) {
	c, err := newChangePlan(r, payload)
	if err != nil {
		return nil, err
	}
	var filtered []string
	onlyEqual := true
	for _, f := range r.Params.Filters {
		if len(f.Path) == 0 {
			filtered = append(filtered, f.Filter.Field.Name)
			onlyEqual = onlyEqual && f.Filter.Op == "eq" && !f.Filter.IsNegated &&
				f.Filter.Quantifier == postgrestquery.NoQuantifier && len(f.Filter.Field.Path) == 0
		}
	}
	key := slices.Sorted(slices.Values(c.relation.PrimaryKey))
	slices.Sort(filtered)
	if len(r.Params.Logic) > 0 || !onlyEqual || len(key) == 0 || !slices.Equal(slices.Compact(filtered), key) {
		return nil, pgrsterr.InvalidPutFilters()
	}
	w := &writer{}
	w.text("with ", sourceName, " as (")
	w.insert(c)
	w.text(" where ", countInsertedSQL("+", "0"))
	body := &node{alias: bodyName, knownRelation: c.relation}
	for _, f := range r.Params.Filters {
		if len(f.Path) == 0 {
			w.text(" and ")
			w.filter(body, f.Filter)
		}
	}
	w.onConflict(c, c.relation.PrimaryKey, true)
	w.returning(c)
	w.text(")")
	w.writeChangeResult(c, resultColumns{hasInserted: true})
	return &Statement{SQL: w.sql.String(), Args: w.args}, nil
}

// Update plans a PATCH.
func Update(r Request, payload Payload) (*Statement, error) {
	c, err := newChangePlan(r, payload)
	if err != nil {
		return nil, err
	}
	w := &writer{}
	w.text("with ", sourceName, " as (")
	if len(c.columns) == 0 {
		w.writeEmptyUpdate(c)
	} else {
		w.text("update ")
		w.name(c.Target)
		w.text(" set ")
		w.list(len(c.columns), ", ", func(i int) {
			w.ident(c.columns[i].Name)
			w.text(" = ")
			w.ident(bodyName, c.columns[i].Name)
		})
		w.fromBody(c)
		w.whereRoot(c)
		w.returning(c)
	}
	w.text(")")
	w.writeChangeResult(c, resultColumns{})
	return &Statement{SQL: w.sql.String(), Args: w.args}, nil
}

// Delete plans a DELETE.
func Delete(r Request) (*Statement, error) {
	c, err := newChangePlan(r, Payload{})
	if err != nil {
		return nil, err
	}
	w := &writer{}
	w.text("with ", sourceName, " as (delete from ")
	w.name(c.Target)
	w.whereRoot(c)
	w.returning(c)
	w.text(")")
	w.writeChangeResult(c, resultColumns{})
	return &Statement{SQL: w.sql.String(), Args: w.args}, nil
}

func (w *writer) insert(c *changePlan) {
	w.text("insert into ")
	w.name(c.Target)
	if len(c.columns) > 0 {
		w.text(" (")
		w.list(len(c.columns), ", ", func(i int) { w.ident(c.columns[i].Name) })
		w.text(")")
	}
	w.text(" select ")
	w.list(len(c.columns), ", ", func(i int) { w.ident(bodyName, c.columns[i].Name) })
	w.fromBody(c)
}

func (w *writer) onConflict(c *changePlan, key []string, merge bool) {
	if len(key) == 0 {
		return
	}
	w.text(" on conflict (")
	w.list(len(key), ", ", func(i int) { w.ident(key[i]) })
	if !merge || len(c.columns) == 0 {
		w.text(") do nothing")
		return
	}
	w.text(") do update set ")
	w.list(len(c.columns), ", ", func(i int) {
		w.ident(c.columns[i].Name)
		w.text(" = excluded.")
		w.ident(c.columns[i].Name)
	})
	w.text(" where ", countInsertedSQL("-", "-1"))
}

// fromBody writes FROM with the body as rows of typed columns.
func (w *writer) fromBody(c *changePlan) {
	columns := make([]typedColumn, len(c.columns))
	defaults := c.Prefer.Missing == "default"
	for i, column := range c.columns {
		columns[i] = typedColumn{name: column.Name, typ: column.FullType}
		if defaults {
			columns[i].fallback = column.Default
		}
	}
	w.text(" from ")
	w.bodyRows(c.payload, columns, defaults, "")
}

// typedColumn is a column to read out of a JSON body.
type typedColumn struct{ name, typ, fallback string }

// bodyRows writes the body as a row source named pgrst_body. With defaults, a
// column that an object lacks gets its default instead of null. Types and
// defaults are the catalog's own SQL.
func (w *writer) bodyRows(payload Payload, columns []typedColumn, defaults bool, limit string) {
	kind := "json"
	if defaults {
		kind = "jsonb"
	}
	w.text("(select ")
	w.bytes(payload.Raw)
	w.text("::", kind, " as data) as pgrst_payload, ")
	data := "pgrst_payload.data"
	if defaults {
		object := buildDefaultsObject(columns)
		if payload.IsArray {
			w.text("lateral (select coalesce(jsonb_agg(", object, " || elem), '[]') as data from jsonb_array_elements(", data, ") as elem)")
		} else {
			w.text("lateral (select ", object, " || ", data, " as data)")
		}
		w.text(" as pgrst_defaults, ")
		data = "pgrst_defaults.data"
	}
	w.text("lateral (select ")
	w.list(len(columns), ", ", func(i int) { w.ident(columns[i].name) })
	w.text(" from ")
	switch {
	case len(columns) == 0 && payload.IsArray:
		w.text(kind, "_array_elements(", data, ") as _")
	case len(columns) == 0:
		w.text("(values (1)) as _")
	default:
		if payload.IsArray {
			w.text(kind, "_to_recordset(", data, ") as _(")
		} else {
			w.text(kind, "_to_record(", data, ") as _(")
		}
		w.list(len(columns), ", ", func(i int) {
			w.ident(columns[i].name)
			w.text(" ", columns[i].typ)
		})
		w.text(")", limit)
	}
	w.text(") as ", bodyName)
}

func buildDefaultsObject(columns []typedColumn) string {
	var pairs []string
	for _, column := range columns {
		if column.fallback != "" {
			pairs = append(pairs, quoteLiteral(column.name)+", "+column.fallback)
		}
	}
	return "jsonb_build_object(" + strings.Join(pairs, ", ") + ")"
}

// quoteLiteral quotes a column's name as a string; the catalog's names only.
func quoteLiteral(s string) string {
	quoted := "'" + strings.ReplaceAll(strings.ReplaceAll(s, `\`, `\\`), "'", "''") + "'"
	if strings.Contains(s, `\`) {
		return " E" + quoted
	}
	return quoted
}

// whereRoot writes the request's own filters: what to change.
func (w *writer) whereRoot(c *changePlan) {
	target := &node{relation: c.Target, knownRelation: c.relation}
	separator := " where "
	condition := func(l postgrestquery.Logic) {
		w.text(separator)
		separator = " and "
		w.condition(target, l, false)
	}
	for _, f := range c.Params.Filters {
		if len(f.Path) == 0 {
			condition(f.Filter)
		}
	}
	for _, l := range c.Params.Logic {
		if len(l.Path) == 0 {
			condition(l.Logic)
		}
	}
}

// returnedColumns names the columns to return; none when the request wants no rows
// back, so that a role without SELECT may write.
func (c *changePlan) returnedColumns() []string {
	switch c.Prefer.Return {
	case "representation":
		return c.root.findSourceColumns(c.relation.PrimaryKey)
	case "headers-only":
		return c.relation.PrimaryKey
	default:
		return nil
	}
}

func (w *writer) returning(c *changePlan) {
	names := c.returnedColumns()
	w.text(" returning ")
	if len(names) == 0 {
		w.text("1")
	}
	target := &node{relation: c.Target}
	w.list(len(names), ", ", func(i int) { w.column(target, names[i]) })
}

// writeEmptyUpdate is a PATCH of no columns: no SET is no statement, so it
// selects no rows of the right columns.
func (w *writer) writeEmptyUpdate(c *changePlan) {
	names := c.returnedColumns()
	w.text("select ")
	if len(names) == 0 {
		w.text("null")
	}
	target := &node{relation: c.Target}
	w.list(len(names), ", ", func(i int) { w.column(target, names[i]) })
	w.text(" from ")
	w.name(c.Target)
	w.text(" where false")
}

// writeChangeResult writes the outer SELECT over the changed rows.
func (w *writer) writeChangeResult(c *changePlan, of resultColumns) {
	r := c.Request
	r.Prefer.Count = "" // the rows that changed are the total
	w.result(r, of)
	w.text(" from (")
	if c.Prefer.Return == "representation" {
		w.selectNode(c.root)
	} else {
		w.text("select * from ", sourceName)
	}
	w.text(") as ", rowsName)
}
