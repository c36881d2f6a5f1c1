package plan

import (
	"slices"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// Statement is the SQL statement for a request. It returns one row of text columns: the number of
// rows without limit, or null; the number of rows in the body; the body; the settings
// response.headers and response.status; the number of rows that an upsert inserted, or null; the
// filters for the Location of an inserted row, or null.
type Statement struct {
	SQL  string
	Args [][]byte
	// Estimate is an EXPLAIN (FORMAT JSON) of the rows to count, or nil.
	Estimate *Statement
}

// Output is the form of the body.
type Output struct {
	Format     Format
	StripNulls bool
	Handler    *catalog.MediaHandler // of the format Custom
}

// IsHex reports whether the body is in hexadecimal digits, because it can contain any bytes.
func (o Output) IsHex() bool { return o.Format == Custom && o.Handler.IsBinary }

// Format is the format of the body.
type Format int

// Formats.
const (
	NoBody Format = iota // empty body
	Array
	Object // the first row
	CSV
	Custom // by a handler in the database
)

// planner contains the catalog and the settings for building a tree.
type planner struct {
	catalog  *catalog.Catalog
	settings Settings
	format   Format
}

// Request is the input of all plans.
type Request struct {
	Catalog  *catalog.Catalog
	Settings Settings
	Target   catalog.Name
	Params   *postgrestquery.Params
	Prefer   postgrestquery.Preferences
	Output   Output
}

func (r Request) newPlanner() *planner { return &planner{r.Catalog, r.Settings, r.Output.Format} }

// findRelation looks up the target. It returns PGRST205 if the relation does not exist.
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
	w := &writer{hasGenericPlan: root.suitsGenericPlan()}
	w.writeText("with ", sourceName, " as (")
	w.writeSelect(root)
	w.writeText(")")
	w.writeCountCTE(r, root)
	w.writeResultColumns(r, resultColumns{shape: rowsShape})
	w.writeText(" from (select * from ", sourceName, ") as ", rowsName)
	return w.finishStatement(r, root), nil
}

// writeCountCTE writes the CTE of the rows to count if the client requested a count. For an
// estimated count it counts at most one row more than the service's limit; for more rows, the
// planner's estimate is used.
func (w *writer) writeCountCTE(r Request, root *node) {
	if !r.hasCount() {
		return
	}
	w.writeText(", ", countName, " as (")
	w.writeCountSelect(root)
	if r.Prefer.Count == "estimated" && r.Settings.MaxRows > 0 {
		w.writeLimitRows(r.Settings.MaxRows + 1)
	}
	w.writeText(")")
}

func (r Request) hasCount() bool { return r.Prefer.Count == "exact" || r.Prefer.Count == "estimated" }

// finishStatement returns the statement. For a planned or estimated count it includes the EXPLAIN.
func (w *writer) finishStatement(r Request, root *node) *Statement {
	s := &Statement{SQL: w.sql.String(), Args: w.args}
	if !root.isSource && (r.Prefer.Count == "planned" || r.Prefer.Count == "estimated") {
		e := &writer{}
		e.writeText("explain (format json) ")
		e.writeCountSelect(root)
		s.Estimate = &Statement{SQL: e.sql.String(), Args: e.args}
	}
	return s
}

// shape is the shape of the source's rows.
type shape int

const (
	rowsShape    shape = iota // JSON objects
	rowShape                  // one JSON object
	scalarsShape              // values
	scalarShape               // one value
)

// resultColumns selects the optional columns of the outer SELECT.
type resultColumns struct {
	shape       shape
	hasInserted bool
	location    []string // primary key for Location; nil: no Location
}

// writeResultColumns writes the columns of the outer SELECT (see Statement).
func (w *writer) writeResultColumns(r Request, columns resultColumns) {
	w.writeText(" select ")
	if r.hasCount() && columns.location == nil && !columns.hasInserted {
		w.writeText("(select count(*)::text from ", countName, ")")
	} else {
		w.writeText("null::text")
	}
	w.writeText(" as total, count(*)::text as page, (")
	w.writeBody(r.Output, columns.shape)
	w.writeText(")::text as body, ", readSettingSQL("response.headers"), " as headers, ", readSettingSQL("response.status"), " as status, ")
	if columns.hasInserted {
		w.writeText(readSettingSQL(insertedSetting))
	} else {
		w.writeText("null::text")
	}
	w.writeText(" as inserted, ")
	if len(columns.location) > 0 {
		w.writeLocation(columns.location)
	} else {
		w.writeText("null::text")
	}
	w.writeText(" as location")
}

func readSettingSQL(name string) string { return "nullif(current_setting('" + name + "', true), '')" }

// writeBody writes the aggregate that builds the body from all rows.
func (w *writer) writeBody(out Output, s shape) {
	value := rowsName
	if s == scalarShape || s == scalarsShape {
		value += "." + scalarName
	}
	switch {
	case out.Format == NoBody:
		w.writeText("''")
	case out.Format == CSV:
		w.writeCSV()
	case out.Format == Custom:
		w.writeCustomBody(out.Handler, value)
	case out.Format == Object || s == rowShape || s == scalarShape:
		w.writeText("coalesce(", stripNulls(out, "json_agg("+value+")->0"), ", 'null')")
	default:
		w.writeText("coalesce(", stripNulls(out, "json_agg("+value+")"), ", '[]')")
	}
}

// stripNulls returns the SQL expression json without the null fields, if out requests that.
func stripNulls(out Output, json string) string {
	if out.StripNulls {
		return "json_strip_nulls(" + json + ")"
	}
	return json
}

// writeCSV writes a header with the keys of the first row, and the rows in Postgres' record syntax
// without parentheses, as PostgREST does.
func (w *writer) writeCSV() {
	w.writeText("coalesce((select string_agg(k, ',') from json_object_keys(json_agg(", rowsName, ")->0) as k), '')",
		" || e'\\n' || coalesce(string_agg(substring(", rowsName, "::text, 2, length(", rowsName, "::text) - 2), e'\\n'), '')")
}

// writeLocation writes an SQL expression for the header Location: the filters that select the inserted
// row by the columns of key, as JSON such as [["id","eq.1"]]. It is null unless exactly one row was
// inserted.
func (w *writer) writeLocation(key []string) {
	w.writeText("case when count(*) = 1 then (select json_agg(json_build_array(j.key, coalesce('eq.' || j.value, 'is.null')))",
		" from json_each_text((select row_to_json(s) from ", sourceName, " as s limit 1)) as j where j.key = any(")
	w.writeParam(formatArrayLiteral(key))
	w.writeText("::text[])) end")
}

// findSourceColumns returns the columns that the inner SELECT of n's rows must return for the outer
// SELECT: those of the select, the order and the joins, and the primary key. If it needs all
// columns, these are "*" and the computed columns, which only the inner SELECT can compute.
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

// findComputedColumns returns the names in the root's fields, conditions and order that are not
// columns of the relation.
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

// addConditionNames calls add with the columns of a condition, except for conditions on embedded
// relations.
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
