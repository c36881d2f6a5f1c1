package plan

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/localbase/rest/catalog"
)

// writer collects SQL and its parameters. Parameters go as text of unknown
// type, so that Postgres takes their type from where they stand, as it does
// with quoted literals.
type writer struct {
	sql  strings.Builder
	args [][]byte
}

// text adds SQL of ours.
func (w *writer) text(parts ...string) {
	for _, part := range parts {
		w.sql.WriteString(part)
	}
}

// ident adds a name, qualified by those before it.
func (w *writer) ident(names ...string) { w.sql.WriteString(pgx.Identifier(names).Sanitize()) }

func (w *writer) name(n catalog.Name) { w.ident(n.Schema, n.Name) }

// param adds a parameter.
func (w *writer) param(value string) { w.bytes([]byte(value)) }

func (w *writer) bytes(value []byte) {
	w.args = append(w.args, value)
	w.text("$", strconv.Itoa(len(w.args)))
}

// list writes n items with a separator.
func (w *writer) list(n int, separator string, item func(i int)) {
	for i := range n {
		if i > 0 {
			w.text(separator)
		}
		item(i)
	}
}

// qualify adds the name of a node's rows and a dot.
func (w *writer) qualify(n *node) {
	if n.alias != "" {
		w.ident(n.alias)
	} else {
		w.name(n.relation)
	}
	w.text(".")
}

// column adds a column of a node, or all of them.
func (w *writer) column(n *node, name string) {
	w.qualify(n)
	if name == "*" {
		w.text("*")
	} else {
		w.ident(name)
	}
}

// field adds a column of a node with its JSON path. A path into what isn't
// JSON goes through to_jsonb; JSON columns are left alone, so that an index
// on the path is used.
func (w *writer) field(n *node, f postgrestquery.Field) {
	w.path(f.Path, isJSON(n.knownRelation, f.Name), func() { w.column(n, f.Name) })
}

func (w *writer) path(path []postgrestquery.JSONStep, json bool, column func()) {
	if len(path) == 0 || json {
		column()
	} else {
		w.text("to_jsonb(")
		column()
		w.text(")")
	}
	for _, step := range path {
		if step.AsText {
			w.text("->>")
		} else {
			w.text("->")
		}
		w.param(step.Key)
		if step.IsIndex {
			w.text("::int")
		}
	}
}

func isJSON(r *catalog.Relation, column string) bool {
	t := findColumnType(r, column)
	return t == "json" || t == "jsonb"
}

func findColumnType(r *catalog.Relation, column string) string {
	if r == nil {
		return ""
	}
	c, _ := r.Column(column)
	return c.Type
}

// sqlTypes are the type names that are keywords of SQL: quoted, they would
// mean another type or none.
var sqlTypes = map[string]string{
	"int": "int4", "integer": "int4", "smallint": "int2", "bigint": "int8", "real": "float4",
	"float": "float8", "double precision": "float8", "decimal": "numeric", "dec": "numeric",
	"boolean": "bool", "character varying": "varchar", "character": "bpchar", "char": "bpchar",
	"bit varying": "varbit", "timestamp without time zone": "timestamp", "timestamp with time zone": "timestamptz",
	"time without time zone": "time", "time with time zone": "timetz", "national character": "bpchar", "nchar": "bpchar",
}

// cast writes an expression cast to a type named in the request.
func (w *writer) cast(typeName string, expression func()) {
	if typeName == "" {
		expression()
		return
	}
	folded := strings.ToLower(typeName)
	if known, ok := sqlTypes[folded]; ok {
		folded = known
	}
	w.text("cast(")
	expression()
	w.text(" as ")
	w.ident(folded)
	w.text(")")
}

// formatArrayLiteral writes values as a Postgres array literal.
func formatArrayLiteral(values []string) string {
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = `"` + escape.Replace(v) + `"`
	}
	return "{" + strings.Join(quoted, ",") + "}"
}
