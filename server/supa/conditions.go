package supa

import (
	"strings"

	"github.com/supabase-community/postgrest-go"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// simpleOperators are the operators that postgrest-go's Filter and Not know.
var simpleOperators = map[string]bool{
	"eq": true, "neq": true, "gt": true, "gte": true, "lt": true, "lte": true, "like": true, "ilike": true,
	"is": true, "in": true, "cs": true, "cd": true, "sl": true, "sr": true, "nxl": true, "nxr": true,
	"adj": true, "ov": true, "fts": true, "plfts": true, "phfts": true, "wfts": true,
}

// reservedParameters are parameters; a column of that name is filtered in and=(...).
var reservedParameters = map[string]bool{
	"select": true, "columns": true, "on_conflict": true, "order": true,
	"limit": true, "offset": true, "and": true, "or": true,
}

// conditionParameter is one parameter of the backend's query.
type conditionParameter struct {
	path      string
	addFilter func(*postgrest.FilterBuilder) // a filter of its own
	logic     string                         // the conditions of an and=(...)
}

// groupConditions sorts conditions into filters that postgrest-go can express
// and, for each path, one and=(...) for the others: postgrest-go stores one
// filter per column, so that a second one would replace the first.
func groupConditions(q *postgrestquery.Params) []conditionParameter {
	var list []conditionParameter
	seen := map[string]bool{}
	logic := map[string][]string{}
	var paths []string
	add := func(path string, condition postgrestquery.Logic) {
		if logic[path] == nil {
			paths = append(paths, path)
		}
		logic[path] = append(logic[path], postgrestquery.FormatLogic(condition))
	}
	for _, scoped := range q.Filters {
		path, filter := postgrestquery.FormatPath(scoped.Path), scoped.Filter
		key := prefixPath(path, filter.Field.String())
		unmodified := filter.Quantifier == postgrestquery.NoQuantifier && filter.Config == ""
		if simpleOperators[string(filter.Op)] && unmodified && !seen[key] && !reservedParameters[filter.Field.Name] {
			seen[key] = true
			list = append(list, conditionParameter{addFilter: newFilterFunc(filter, key)})
			continue
		}
		add(path, filter)
	}
	for _, scoped := range q.Logic {
		add(postgrestquery.FormatPath(scoped.Path), scoped.Logic)
	}
	for _, path := range paths {
		list = append(list, conditionParameter{path: path, logic: strings.Join(logic[path], ",")})
	}
	return list
}

func newFilterFunc(filter postgrestquery.Filter, key string) func(*postgrest.FilterBuilder) {
	return func(builder *postgrest.FilterBuilder) {
		if filter.IsNegated {
			builder.Not(key, string(filter.Op), filter.FormatValue())
		} else {
			builder.Filter(key, string(filter.Op), filter.FormatValue())
		}
	}
}
