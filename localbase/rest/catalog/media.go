package catalog

// MediaHandler produces the body of a media type: an aggregate over rows whose result is a domain with
// the name of the type, or a function whose result is such a domain.
//
// Source: https://docs.postgrest.org/en/v14/references/api/media_type_handlers.html
type MediaHandler struct {
	ContentType string
	IsBinary    bool // the domain's base type is bytea
	Aggregate   Name // zero: the function's result is the body
	Rows        Name // relation whose rows the aggregate takes; zero: any rows
}

// mediaKey identifies a handler: the relation or function, zero for all relations; and the media type,
// in lower case.
type mediaKey struct {
	target Name
	mime   string
}

const anyMediaType = "*/*"

// FindMediaHandler returns the handler for a relation or function, or nil. Handlers of the target
// apply only if the request selects no columns.
func (c *Catalog) FindMediaHandler(target Name, mime string, isDefaultSelect bool) *MediaHandler {
	if isDefaultSelect {
		if h := c.mediaHandlers[mediaKey{target, anyMediaType}]; h != nil {
			return h
		}
		if h := c.mediaHandlers[mediaKey{target, mime}]; h != nil {
			return h
		}
	}
	return c.mediaHandlers[mediaKey{Name{}, mime}]
}

// loadMediaHandlers reads the handlers of the exposed schemas.
func (l *loader) loadMediaHandlers() error {
	l.catalog.mediaHandlers = map[mediaKey]*MediaHandler{}
	var function, target Name
	var mime string
	var isBinary, isAggregate bool
	return l.readRows(mediaHandlersSQL, []any{l.catalog.Schemas},
		[]any{&function.Schema, &function.Name, &target.Schema, &target.Name, &mime, &isBinary, &isAggregate}, func() {
			h := &MediaHandler{ContentType: mime, IsBinary: isBinary}
			if mime == anyMediaType {
				h.ContentType = "application/octet-stream"
			}
			key := mediaKey{function, mime}
			if isAggregate {
				h.Aggregate, h.Rows = function, target
				key.target = target
			}
			l.catalog.mediaHandlers[key] = h
		})
}

// mediaHandlersSQL selects the aggregates and functions whose result is a domain with the name of a
// media type. $1: exposed schemas. The relation of an aggregate over any rows is empty.
const mediaHandlersSQL = baseTypesSQL + `
select n.nspname::text, p.proname::text,
       case when p.prokind = 'a' and c.oid is not null then an.nspname::text else '' end,
       case when p.prokind = 'a' and c.oid is not null then c.relname::text else '' end,
       lower(t.typname::text), bt.base = 'bytea'::regtype, p.prokind = 'a'
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
join pg_type t on t.oid = p.prorettype and t.typtype = 'd'
join base_types bt on bt.oid = t.oid
left join pg_class c on c.reltype = p.proargtypes[0]
left join pg_namespace an on an.oid = c.relnamespace
where n.nspname = any($1) and not p.proretset
  and (t.typname ~ '^[A-Za-z0-9.-]+/[A-Za-z0-9.+-]+$' or t.typname = '*/*')
  and (p.prokind = 'f' or p.prokind = 'a' and p.pronargs = 1 and (c.oid is not null or p.proargtypes[0] = 'anyelement'::regtype))`
