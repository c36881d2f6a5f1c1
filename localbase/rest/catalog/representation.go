package catalog

// Representation contains the SQL names of the functions that convert the values of a domain; "" if
// there is none.
//
// Source: https://docs.postgrest.org/en/v14/references/api/domain_representations.html
type Representation struct {
	ToJSON   string // for JSON bodies of responses
	ToText   string // for CSV
	FromJSON string // for bodies of requests
	FromText string // for values of filters
}

// loadRepresentations reads the implicit casts between a domain and json or text, and sets the
// representations of the columns.
func (l *loader) loadRepresentations() error {
	byType := map[string]Representation{}
	var domain, other, function string
	var isFromDomain bool
	err := l.readRows(representationsSQL, nil, []any{&domain, &other, &isFromDomain, &function}, func() {
		r := byType[domain]
		switch {
		case isFromDomain && other == "json":
			r.ToJSON = function
		case isFromDomain:
			r.ToText = function
		case other == "json":
			r.FromJSON = function
		default:
			r.FromText = function
		}
		byType[domain] = r
	})
	if len(byType) == 0 {
		return err
	}
	for _, relation := range l.catalog.relations {
		for i := range relation.Columns {
			relation.Columns[i].Representation = byType[relation.Columns[i].FullType]
		}
	}
	return err
}

// representationsSQL selects the implicit casts with a function between a domain and json or text.
const representationsSQL = `
select format_type(d.oid, null), format_type(o.oid, null), d.oid = k.castsource, k.castfunc::regproc::text
from pg_cast k
join pg_type d on d.oid in (k.castsource, k.casttarget) and d.typtype = 'd'
join pg_type o on o.oid in (k.castsource, k.casttarget) and o.oid in ('json'::regtype, 'text'::regtype)
where k.castcontext = 'i' and k.castmethod = 'f'`
