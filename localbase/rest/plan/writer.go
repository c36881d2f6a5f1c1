package plan

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
)

// writer collects SQL and its parameters. Parameters are text of unknown type, so that Postgres
// infers their types as for quoted literals.
type writer struct {
	sql      strings.Builder
	args     [][]byte
	pathKeys map[pathKey]int // numbers of the parameters

	hasGenericPlan bool // the statement has the same plan for all parameters: see suitsGenericPlan
}

// pathKey is a step of a JSON path. An index has another parameter than a key with the same text,
// because a parameter has one type.
type pathKey struct {
	text    string
	isIndex bool
}

// writeText appends SQL that needs no quoting.
func (w *writer) writeText(parts ...string) {
	for _, part := range parts {
		w.sql.WriteString(part)
	}
}

// writeIdent appends a quoted identifier, qualified by the names before the last.
func (w *writer) writeIdent(names ...string) { w.sql.WriteString(pgx.Identifier(names).Sanitize()) }

func (w *writer) writeName(n catalog.Name) { w.writeIdent(n.Schema, n.Name) }

// writeParam appends a parameter.
func (w *writer) writeParam(value string) { w.writeBytes([]byte(value)) }

// writePathKey appends a step of a JSON path. Equal steps have the same parameter, so that Postgres
// recognizes an expression of GROUP BY in ORDER BY.
func (w *writer) writePathKey(key pathKey) {
	number, ok := w.pathKeys[key]
	if !ok {
		if w.pathKeys == nil {
			w.pathKeys = map[pathKey]int{}
		}
		w.args = append(w.args, []byte(key.text))
		number = len(w.args)
		w.pathKeys[key] = number
	}
	w.writeText("$", strconv.Itoa(number))
	if key.isIndex {
		w.writeText("::int")
	}
}

// writeBytes appends a parameter.
func (w *writer) writeBytes(value []byte) {
	w.args = append(w.args, value)
	w.writeText("$", strconv.Itoa(len(w.args)))
}

// writeList writes n items with a separator.
func (w *writer) writeList(n int, separator string, item func(i int)) {
	for i := range n {
		if i > 0 {
			w.writeText(separator)
		}
		item(i)
	}
}

// writeQualifier appends the name of a node's rows and a dot.
func (w *writer) writeQualifier(n *node) {
	if n.alias != "" {
		w.writeIdent(n.alias)
	} else {
		w.writeName(n.relation)
	}
	w.writeText(".")
}

// writeColumn appends a column of a node, or all columns for "*".
func (w *writer) writeColumn(n *node, name string) {
	w.writeQualifier(n)
	if name == "*" {
		w.writeText("*")
	} else {
		w.writeIdent(name)
	}
}

// writeField appends a column of a node with its JSON path. It converts a column that is not JSON
// with to_jsonb, and uses a JSON column directly, so that an index on the path applies.
func (w *writer) writeField(n *node, f postgrestquery.Field) {
	w.writeJSONPath(f.Path, isJSON(n.knownRelation, f.Name), func() { w.writeColumn(n, f.Name) })
}

// writeJSONPath writes column with the steps of a path. It converts a column that is not JSON with
// to_jsonb.
func (w *writer) writeJSONPath(path []postgrestquery.JSONStep, isJSONColumn bool, column func()) {
	if len(path) == 0 || isJSONColumn {
		column()
	} else {
		w.writeText("to_jsonb(")
		column()
		w.writeText(")")
	}
	for _, step := range path {
		if step.AsText {
			w.writeText("->>")
		} else {
			w.writeText("->")
		}
		w.writePathKey(pathKey{step.Key, step.IsIndex})
	}
}

// isJSON reports whether a column has the type json or jsonb.
func isJSON(r *catalog.Relation, column string) bool {
	t := findColumnType(r, column)
	return t == "json" || t == "jsonb"
}

// findColumnType returns the type of a column, also of a computed one of type tsvector; "" if the
// relation or the type is unknown.
func findColumnType(r *catalog.Relation, column string) string {
	if r == nil {
		return ""
	}
	if slices.Contains(r.ComputedVectors, column) {
		return "tsvector"
	}
	c, _ := r.Column(column)
	return c.Type
}

// sqlTypes maps the type names that are SQL keywords to their names in the catalog. If quoted, a
// keyword would be another type or no type.
var sqlTypes = map[string]string{
	"int": "int4", "integer": "int4", "smallint": "int2", "bigint": "int8", "real": "float4",
	"float": "float8", "double precision": "float8", "decimal": "numeric", "dec": "numeric",
	"boolean": "bool", "character varying": "varchar", "character": "bpchar", "char": "bpchar",
	"bit varying": "varbit", "timestamp without time zone": "timestamp", "timestamp with time zone": "timestamptz",
	"time without time zone": "time", "time with time zone": "timetz", "national character": "bpchar", "nchar": "bpchar",
}

// writeCast writes an expression with a cast to a type from the request; "" writes no cast.
func (w *writer) writeCast(typeName string, expression func()) {
	if typeName == "" {
		expression()
		return
	}
	folded := strings.ToLower(typeName)
	if known, ok := sqlTypes[folded]; ok {
		folded = known
	}
	w.writeText("cast(")
	expression()
	w.writeText(" as ")
	w.writeIdent(folded)
	w.writeText(")")
}

// formatArrayLiteral formats values as a Postgres array literal.
func formatArrayLiteral(values []string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = `"` + escape.Replace(v) + `"`
	}
	return "{" + strings.Join(quoted, ",") + "}"
}
