// Package mediatype chooses the media type of a response from the Accept header: the built-in types,
// query plans, and the types that handlers in the database produce.
package mediatype

import (
	"strings"

	"github.com/tableside/tableside/localbase/rest/catalog"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// Media types of bodies.
const (
	JSON    = "application/json"
	CSV     = "text/csv"
	Form    = "application/x-www-form-urlencoded"
	OpenAPI = "application/openapi+json"
	Object  = "application/vnd.pgrst.object+json"
	Array   = "application/vnd.pgrst.array+json"

	explainPrefix = "application/vnd.pgrst.plan"
)

// Negotiated is the form of a response.
type Negotiated struct {
	ContentType string // with charset
	Output      plan.Output
	Explain     *Explain // the response is the query plan of the statement; nil: the rows
}

// Target is the relation or function that a request reads, writes or calls. Handlers in the database apply to it.
type Target struct {
	Catalog         *catalog.Catalog
	Name            catalog.Name // relation, or function that returns no rows of a relation
	IsDefaultSelect bool         // the request does not choose columns; handlers of a relation require that
	AllowsExplain   bool         // db_plan_enabled
}

// Negotiate returns the first type in the Accept headers that is available for the target. The error
// is PGRST107 if none is.
func Negotiate(accept []string, target Target) (Negotiated, error) {
	var rejected []string
	for _, entry := range parseAccept(accept) {
		if negotiated, ok := target.find(entry); ok {
			return negotiated, nil
		}
		rejected = append(rejected, entry.text)
	}
	return Negotiated{}, pgrsterr.UnacceptableMediaType(rejected)
}

// AcceptsOpenAPI reports whether the Accept headers allow the OpenAPI description or JSON.
func AcceptsOpenAPI(headers []string) bool {
	for _, entry := range parseAccept(headers) {
		switch entry.mime {
		case OpenAPI, JSON, "*/*", "application/*":
			return true
		}
	}
	return false
}

// find returns the form of the response for an entry, and false if the type is not available.
func (t Target) find(entry entry) (Negotiated, bool) {
	stripped := ""
	if entry.hasNullsStripped() {
		stripped = ";nulls=stripped"
	}
	switch entry.mime {
	case Object, "application/vnd.pgrst.object":
		return withCharset(Object+stripped, plan.Output{Format: plan.Object, StripNulls: stripped != ""}), true
	case Array, "application/vnd.pgrst.array":
		if stripped != "" {
			return withCharset(Array+stripped, plan.Output{Format: plan.Array, StripNulls: true}), true
		}
		return withCharset(JSON, plan.Output{Format: plan.Array}), true
	case explainPrefix, explainPrefix + "+json", explainPrefix + "+text":
		return t.findExplain(entry)
	}
	if handler := t.Catalog.FindMediaHandler(t.Name, entry.mime, t.IsDefaultSelect); handler != nil {
		return Negotiated{ContentType: addCharset(handler.ContentType), Output: plan.Output{Format: plan.Custom, Handler: handler}}, true
	}
	switch entry.mime {
	case "*/*", "application/*", JSON:
		return withCharset(JSON, plan.Output{Format: plan.Array}), true
	case CSV:
		return withCharset(CSV, plan.Output{Format: plan.CSV}), true
	}
	return Negotiated{}, false
}

func withCharset(mime string, output plan.Output) Negotiated {
	return Negotiated{ContentType: mime + "; charset=utf-8", Output: output}
}

// addCharset adds the character set to the types that PostgREST knows as text.
func addCharset(mime string) string {
	switch mime {
	case JSON, CSV, OpenAPI, "application/geo+json", "text/plain", "text/xml":
		return mime + "; charset=utf-8"
	}
	return mime
}

// Explain is a request for a query plan.
type Explain struct {
	format  string // json or text
	options []string
}

// SQL returns the statement that explains another.
func (e Explain) SQL(statement string) string {
	return "explain (" + strings.Join(append([]string{"format " + e.format}, e.options...), ", ") + ") " + statement
}

// explainOptions are the options of EXPLAIN that a client can set, in the order of the response's
// Content-Type.
var explainOptions = []string{"analyze", "verbose", "settings", "buffers", "wal"}

// findExplain returns the form for a query plan, and false if plans are disabled or the type of the
// explained response is not available.
func (t Target) findExplain(entry entry) (Negotiated, bool) {
	if !t.AllowsExplain {
		return Negotiated{}, false
	}
	explained, ok := t.find(parseEntry(entry.parameter("for", JSON)))
	if !ok || explained.Explain != nil {
		return Negotiated{}, false
	}
	format := "text"
	if entry.mime == explainPrefix+"+json" {
		format = "json"
	}
	requested := strings.Split(entry.parameter("options", ""), "|")
	var options []string
	for _, option := range explainOptions {
		for _, name := range requested {
			if strings.TrimSpace(name) == option {
				options = append(options, option)
			}
		}
	}
	mime := explainPrefix + "+" + format + `; for="` + strings.TrimSuffix(explained.ContentType, "; charset=utf-8") + `"`
	if len(options) > 0 {
		mime += "; options=" + strings.Join(options, "|")
	}
	explained.ContentType = mime + "; charset=utf-8"
	explained.Explain = &Explain{format, options}
	return explained, true
}
