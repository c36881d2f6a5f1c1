// Package rowquery parses and checks PostgREST queries for a table. It is stricter than
// PostgREST, and checks the columns against the schema. Only queries that it accepts
// reach the backend.
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

// UnknownColumnError reports a column that does not exist, or to which the user has no
// access.
type UnknownColumnError struct{ Table, Column string }

// Error returns a message for the user.
func (e *UnknownColumnError) Error() string {
	return fmt.Sprintf("The column %q of %q doesn’t exist, or you don’t have access to it.", e.Column, e.Table)
}

// Parse parses the parameters of a query. It also rejects what PostgREST would ignore: a
// second value of a parameter that has only one, and a limit or offset that is not a
// number. The error is a *postgrestquery.ParseError.
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

// checkParameter returns a ParseError if a parameter that can occur once occurs twice, or if a
// limit or offset is not a whole number.
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
