package plan

import (
	"slices"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// insertedSetting counts the rows that an upsert inserted: +1 for each row of the body, -1 for each
// row that was updated instead.
const insertedSetting = "pgrst.inserted"

// countInsertedSQL returns a condition that adds 1 to insertedSetting or subtracts 1, and is always
// true: never is a value that the counter does not reach.
func countInsertedSQL(sign, never string) string {
	return "set_config('" + insertedSetting + "', (coalesce(" + readSettingSQL(insertedSetting) + "::int, 0) " + sign +
		" 1)::text, true) <> '" + never + "'"
}

// changePlan is the validated input of a write.
type changePlan struct {
	Request
	relation *catalog.Relation
	root     *node
	columns  []catalog.Column
	payload  Payload
}

// newChangePlan returns the plan of a change. The error is PGRST204 if the relation has no column
// with the name of a key of the body.
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
	w.writeText("with ", sourceName, " as (")
	w.writeInsert(c)
	if merge {
		w.writeText(" where ", countInsertedSQL("+", "0"))
	}
	w.writeOnConflict(c, conflict, merge)
	w.writeReturning(c)
	w.writeText(")")
	of := resultColumns{hasInserted: merge}
	if r.Prefer.Return == "headers-only" {
		of.location = c.relation.PrimaryKey
	}
	w.writeChangeResult(c, of)
	return &Statement{SQL: w.sql.String(), Args: w.args}, nil
}

// Upsert plans a PUT. The filters must be exactly the primary key, and the body must contain the
// same key.
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
	w.writeText("with ", sourceName, " as (")
	w.writeInsert(c)
	w.writeText(" where ", countInsertedSQL("+", "0"))
	body := &node{alias: bodyName, knownRelation: c.relation}
	for _, f := range r.Params.Filters {
		if len(f.Path) == 0 {
			w.writeText(" and ")
			w.writeFilter(body, f.Filter)
		}
	}
	w.writeOnConflict(c, c.relation.PrimaryKey, true)
	w.writeReturning(c)
	w.writeText(")")
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
	w.writeText("with ", sourceName, " as (")
	if len(c.columns) == 0 {
		w.writeEmptyUpdate(c)
	} else {
		w.writeText("update ")
		w.writeName(c.Target)
		w.writeText(" set ")
		w.writeList(len(c.columns), ", ", func(i int) {
			w.writeIdent(c.columns[i].Name)
			w.writeText(" = ")
			w.writeBodyColumn(c.columns[i])
		})
		w.writeBodySource(c)
		w.writeRootFilters(c)
		w.writeReturning(c)
	}
	w.writeText(")")
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
	w.writeText("with ", sourceName, " as (delete from ")
	w.writeName(c.Target)
	w.writeRootFilters(c)
	w.writeReturning(c)
	w.writeText(")")
	w.writeChangeResult(c, resultColumns{})
	return &Statement{SQL: w.sql.String(), Args: w.args}, nil
}

// writeInsert writes "insert into ... select ..." with the rows of the body.
func (w *writer) writeInsert(c *changePlan) {
	w.writeText("insert into ")
	w.writeName(c.Target)
	if len(c.columns) > 0 {
		w.writeText(" (")
		w.writeList(len(c.columns), ", ", func(i int) { w.writeIdent(c.columns[i].Name) })
		w.writeText(")")
	}
	w.writeText(" select ")
	w.writeList(len(c.columns), ", ", func(i int) { w.writeBodyColumn(c.columns[i]) })
	w.writeBodySource(c)
}

// writeOnConflict writes "on conflict": it updates the existing row with merge, otherwise it keeps
// that row. Without a key it writes nothing.
func (w *writer) writeOnConflict(c *changePlan, key []string, merge bool) {
	if len(key) == 0 {
		return
	}
	w.writeText(" on conflict (")
	w.writeList(len(key), ", ", func(i int) { w.writeIdent(key[i]) })
	if !merge || len(c.columns) == 0 {
		w.writeText(") do nothing")
		return
	}
	w.writeText(") do update set ")
	w.writeList(len(c.columns), ", ", func(i int) {
		w.writeIdent(c.columns[i].Name)
		w.writeText(" = excluded.")
		w.writeIdent(c.columns[i].Name)
	})
	w.writeText(" where ", countInsertedSQL("-", "-1"))
}

// writeBodySource writes FROM with the rows of the body as typed columns.
func (w *writer) writeBodySource(c *changePlan) {
	columns := make([]typedColumn, len(c.columns))
	defaults := c.Prefer.Missing == "default"
	for i, column := range c.columns {
		columns[i] = typedColumn{name: column.Name, sqlType: bodyType(column)}
		if defaults {
			columns[i].fallback = column.Default
		}
	}
	w.writeText(" from ")
	w.writeBodyRows(c.payload, columns, defaults, "")
}

// writeRootFilters writes WHERE with the filters of the root relation, which select the rows to
// change.
func (w *writer) writeRootFilters(c *changePlan) {
	target := &node{relation: c.Target, knownRelation: c.relation}
	separator := " where "
	condition := func(l postgrestquery.Logic) {
		w.writeText(separator)
		separator = " and "
		w.writeCondition(target, l, false)
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

// returnedColumns returns the columns for RETURNING. It returns none if the client requests no
// rows, so that a role without SELECT can write.
func (c *changePlan) returnedColumns() []string {
	switch c.Prefer.Return {
	case "representation":
		return c.root.findSourceColumns(c.relation.PrimaryKey)
	case "headers-only":
		return slices.Sorted(slices.Values(c.relation.PrimaryKey)) // PostgREST's order in Location
	default:
		return nil
	}
}

// writeReturning writes "returning" with the columns that the rest of the statement needs.
func (w *writer) writeReturning(c *changePlan) {
	names := c.returnedColumns()
	w.writeText(" returning ")
	if len(names) == 0 {
		w.writeText("1")
	}
	target := &node{relation: c.Target}
	w.writeList(len(names), ", ", func(i int) { w.writeColumn(target, names[i]) })
}

// writeEmptyUpdate writes a SELECT without rows for a PATCH without columns, because UPDATE
// requires a SET.
func (w *writer) writeEmptyUpdate(c *changePlan) {
	names := c.returnedColumns()
	w.writeText("select ")
	if len(names) == 0 {
		w.writeText("null")
	}
	target := &node{relation: c.Target}
	w.writeList(len(names), ", ", func(i int) { w.writeColumn(target, names[i]) })
	w.writeText(" from ")
	w.writeName(c.Target)
	w.writeText(" where false")
}

// writeChangeResult writes the outer SELECT over the changed rows.
func (w *writer) writeChangeResult(c *changePlan, columns resultColumns) {
	r := c.Request
	r.Prefer.Count = "" // the changed rows are the total
	w.writeResultColumns(r, columns)
	w.writeText(" from (")
	if c.Prefer.Return == "representation" {
		w.writeSelect(c.root)
	} else {
		w.writeText("select * from ", sourceName)
	}
	w.writeText(") as ", rowsName)
}
