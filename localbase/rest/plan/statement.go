package plan

import (
	"slices"
	"strconv"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// Statement is one SQL statement that does all of a request. It answers one
// row of text columns: the total of the rows without limit or null, the number
// of rows in the body, the body, the settings response.headers and
// response.status, the number of rows that an upsert inserted or null, and the
// Location of an inserted row or null.
type Statement struct {
	SQL  string
	Args [][]byte
	// Estimate, when set, is an EXPLAIN (FORMAT JSON) of the rows to count.
	Estimate *Statement
}

// Output is the shape of the body.
type Output struct {
	Format     Format
	StripNulls bool
}

// Format of a body.
type Format int

// The formats.
const (
	NoBody Format = iota // no body
	Array
	Object // the first row
	CSV
)

// planner holds what the methods of a plan look things up in.
type planner struct {
	catalog  *catalog.Catalog
	settings Settings
}

// Request is what every plan starts from.
type Request struct {
	Catalog  *catalog.Catalog
	Settings Settings
	Target   catalog.Name
	Params   *postgrestquery.Params
	Prefer   postgrestquery.Preferences
	Output   Output
}

func (r Request) newPlanner() *planner { return &planner{r.Catalog, r.Settings} }

// findRelation looks up the target.
func (r Request) findRelation() (*catalog.Relation, error) {
	if rel, ok := r.Catalog.Relation(r.Target); ok {
		return rel, nil
	}
	return nil, pgrsterr.TableNotFound(r.Target.Schema, r.Target.Name, r.Catalog.FindSimilarRelation(r.Target))
}

// Read plans a GET or HEAD of a relation.
func Read(r Request) (*Statement, error) {
	if _, err := r.findRelation(); err != nil {
		return nil, err
	}
	root, err := r.newPlanner().buildTree(r.Target, r.Params, false, false)
	if err != nil {
		return nil, err
	}
	w := &writer{}
	w.text("with ", sourceName, " as (")
	w.selectNode(root)
	w.text(")")
	w.writeCountCTE(r, root)
	w.result(r, resultColumns{shape: rowsShape})
	w.text(" from (select * from ", sourceName, ") as ", rowsName)
	return w.finishStatement(r, root), nil
}

// writeCountCTE writes the CTE of the rows to count, when the request wants them.
// An estimate counts no further than one past the service's limit: from there
// on the planner's guess will do.
func (w *writer) writeCountCTE(r Request, root *node) {
	if !r.hasCount() {
		return
	}
	w.text(", ", countName, " as (")
	w.countNode(root)
	if r.Prefer.Count == "estimated" && r.Settings.MaxRows > 0 {
		w.text(" limit ")
		w.param(strconv.FormatInt(r.Settings.MaxRows+1, 10))
	}
	w.text(")")
}

func (r Request) hasCount() bool { return r.Prefer.Count == "exact" || r.Prefer.Count == "estimated" }

// finishStatement closes the writer; a planned or estimated count brings its EXPLAIN.
func (w *writer) finishStatement(r Request, root *node) *Statement {
	s := &Statement{SQL: w.sql.String(), Args: w.args}
	if !root.isSource && (r.Prefer.Count == "planned" || r.Prefer.Count == "estimated") {
		e := &writer{}
		e.text("explain (format json) ")
		e.countNode(root)
		s.Estimate = &Statement{SQL: e.sql.String(), Args: e.args}
	}
	return s
}

// shape is what the rows of the source are.
type shape int

const (
	rowsShape    shape = iota // JSON objects
	rowShape                  // one JSON object
	scalarsShape              // values
	scalarShape               // one value
)

// resultColumns says what the outer SELECT answers beside the body.
type resultColumns struct {
	shape       shape
	hasInserted bool
	location    []string // primary key for Location; nil: none
}

// result writes the outer SELECT's columns.
func (w *writer) result(r Request, of resultColumns) {
	w.text(" select ")
	if r.hasCount() && of.location == nil && !of.hasInserted {
		w.text("(select count(*)::text from ", countName, ")")
	} else {
		w.text("null::text")
	}
	w.text(" as total, count(*)::text as page, (")
	w.body(r.Output, of.shape)
	w.text(")::text as body, ", readSettingSQL("response.headers"), " as headers, ", readSettingSQL("response.status"), " as status, ")
	if of.hasInserted {
		w.text(readSettingSQL(insertedSetting))
	} else {
		w.text("null::text")
	}
	w.text(" as inserted, ")
	if len(of.location) > 0 {
		w.location(of.location)
	} else {
		w.text("null::text")
	}
	w.text(" as location")
}

func readSettingSQL(name string) string { return "nullif(current_setting('" + name + "', true), '')" }

// body writes the aggregate that makes the body of all rows.
func (w *writer) body(out Output, s shape) {
	value := rowsName
	if s == scalarShape || s == scalarsShape {
		value += "." + scalarName
	}
	switch {
	case out.Format == NoBody:
		w.text("''")
	case out.Format == CSV:
		w.csv()
	case out.Format == Object || s == rowShape || s == scalarShape:
		w.text("coalesce(", stripNulls(out, "json_agg("+value+")->0"), ", 'null')")
	default:
		w.text("coalesce(", stripNulls(out, "json_agg("+value+")"), ", '[]')")
	}
}

func stripNulls(out Output, json string) string {
	if out.StripNulls {
		return "json_strip_nulls(" + json + ")"
	}
	return json
}

// csv writes a header of the first row's keys, and the rows in Postgres' own
// record syntax without its parentheses, which is what PostgREST answers.
func (w *writer) csv() {
	w.text("coalesce((select string_agg(k, ',') from json_object_keys(json_agg(", rowsName, ")->0) as k), '')",
		" || e'\\n' || coalesce(string_agg(substring(", rowsName, "::text, 2, length(", rowsName, "::text) - 2), e'\\n'), '')")
}

// location writes the key of the one inserted row as a query string's pairs.
func (w *writer) location(key []string) {
	w.text("case when count(*) = 1 then (select string_agg(j.key || '=' || coalesce('eq.' || j.value, 'is.null'), '&')",
		" from json_each_text((select row_to_json(s) from ", sourceName, " as s limit 1)) as j where j.key = any(")
	w.param(formatArrayLiteral(key))
	w.text("::text[])) end")
}

// findSourceColumns names the columns that the source has to hand to the outer SELECT:
// those selected or ordered by, those that embeds join by, and the primary key.
// A computed column only exists on the relation itself, so it has to come from there.
func (n *node) findSourceColumns(key []string) []string {
	var names []string
	star := false
	for _, f := range n.fields {
		star = star || f.Field.Name == "*"
		if f.Field.Name != "*" {
			names = append(names, f.Field.Name)
		}
	}
	for _, o := range n.order {
		if o.Relation == "" {
			names = append(names, o.Field.Name)
		}
	}
	for _, child := range n.embeds {
		switch {
		case child.relationship.Kind == catalog.Computed:
			star = true
		case child.relationship.Junction != nil:
			for _, p := range child.relationship.Junction.FromColumns {
				names = append(names, p.From)
			}
		default:
			for _, p := range child.relationship.Columns {
				names = append(names, p.From)
			}
		}
	}
	if star {
		return append([]string{"*"}, n.findComputedColumns()...)
	}
	names = append(names, key...)
	slices.Sort(names)
	return slices.Compact(names)
}

// findComputedColumns are the names that the root's fields, conditions and order use and
// that are no columns of the relation.
func (n *node) findComputedColumns() []string {
	if n.knownRelation == nil {
		return nil
	}
	var names []string
	add := func(name string) {
		if _, ok := n.knownRelation.Column(name); !ok && name != "*" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, f := range n.fields {
		add(f.Field.Name)
	}
	for _, l := range n.conditions {
		n.addConditionNames(l, add)
	}
	for _, o := range n.order {
		if o.Relation == "" {
			add(o.Field.Name)
		}
	}
	return names
}

func (n *node) addConditionNames(l postgrestquery.Logic, add func(string)) {
	switch l := l.(type) {
	case postgrestquery.Filter:
		if embed, _ := findNullEmbed(n, l); embed == nil {
			add(l.Field.Name)
		}
	case postgrestquery.Group:
		for _, term := range l.Terms {
			n.addConditionNames(term, add)
		}
	}
}
