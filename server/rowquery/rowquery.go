// Package rowquery accepts PostgREST queries for one table: it parses them with
// postgrestquery, is strict where PostgREST is lenient, and checks the columns
// against the schema. Only a query that it accepts reaches the backend.
package rowquery

import (
	"fmt"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// UnknownColumnError reports a column that the schema does not contain, or not
// for this user.
type UnknownColumnError struct{ Table, Column string }

func (e *UnknownColumnError) Error() string {
	return fmt.Sprintf("There is no column %q in %q, or none that you may see.", e.Column, e.Table)
}

// Parse parses the parameters of a query. It also refuses what PostgREST would
// ignore: a second value of a parameter that takes one, and a limit or offset
// that is not a number. The error is a *postgrestquery.ParseError.
func Parse(values url.Values) (*postgrestquery.Params, error) {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	sort.Strings(names) // so that the error is always the same
	for _, name := range names {
		if err := checkParameter(name, values[name]); err != nil {
			return nil, err
		}
	}
	return postgrestquery.ParseValues(values)
}

func checkParameter(name string, values []string) error {
	last := name[strings.LastIndexByte(name, '.')+1:]
	single := []string{"select", "columns", "on_conflict", "order", "limit", "offset"}
	if len(values) > 1 && slices.Contains(single, last) {
		return &postgrestquery.ParseError{Message: fmt.Sprintf("%s is given twice", name)}
	}
	if last != "limit" && last != "offset" {
		return nil
	}
	for _, value := range values {
		if n, err := strconv.Atoi(value); err != nil || n < 0 {
			return &postgrestquery.ParseError{Message: fmt.Sprintf("%s: expected a whole number, found %q", name, value)}
		}
	}
	return nil
}
