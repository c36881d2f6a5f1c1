package server

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/jsonrows"
	"github.com/tableside/tableside/internal/postgrestquery"
)

const (
	maxBodyRows = 10_000
	// maxBodyColumns is PostgreSQL's limit for the columns of a view. For a table it
	// is 1,600.
	maxBodyColumns = 1664
)

// rowsBody is the body of a request that writes rows.
type rowsBody struct {
	body              json.RawMessage // unchanged: no digit is lost
	isArray           bool
	columns           []string // of all rows, sorted
	hasMissingColumns bool     // some rows lack columns that others have
}

// needsDefaults reports whether a row lacks a column that is written: one of those
// requested or, without these, of all rows. Only then the backend must insert defaults
// (missing=default), because it passes such rows through jsonb, which rewrites the text
// of json columns.
func (b *rowsBody) needsDefaults(requested []string) bool {
	return b.hasMissingColumns || slices.ContainsFunc(requested, func(name string) bool {
		_, found := slices.BinarySearch(b.columns, name)
		return !found
	})
}

// readRows reads an object, or an array of objects, with columns as names. It reads the
// body only if the caller's role can make the change. Codes: 42501, unknown_column, and
// those of readBody and parseRows.
func (s *Server) readRows(c *echo.Context, target *requestedTable) (*rowsBody, error) {
	if err := s.checkGrant(c, target); err != nil {
		return nil, s.rejectBody(c, err)
	}
	body, _, err := s.readDataBody(c, "application/json")
	if err != nil {
		return nil, err
	}
	rows, err := parseRows(body)
	if err != nil {
		return nil, err
	}
	query := postgrestquery.Params{Columns: rows.columns}
	return rows, s.checkColumns(c, target, &query)
}

// parseRows finds the columns of a body. It decodes no values: a decoded body would need
// up to fifty times its size. Codes: bad_request, too_large.
func parseRows(body []byte) (*rowsBody, error) {
	noRows := newBadRequestError("The body must be a JSON object, or an array of objects, with columns as keys.")
	if !json.Valid(body) {
		return nil, noRows
	}
	rows := &rowsBody{body: body, isArray: jsonrows.IsArray(body)}
	seen := map[string]int{} // index in latest
	var latest []int         // the number of the last row with the column
	n := 0
	for row := range jsonrows.Rows(body) {
		if n++; n > maxBodyRows {
			return nil, &Error{Code: CodeTooLarge,
				Message: fmt.Sprintf("The body contains more than %d rows, the limit of a request.", maxBodyRows)}
		}
		if !jsonrows.IsObject(row) {
			return nil, noRows
		}
		count := 0
		for name := range jsonrows.Members(row) {
			if i, known := seen[string(name)]; known {
				if latest[i] != n {
					latest[i] = n
					count++
				}
				continue
			}
			if len(seen) == maxBodyColumns {
				return nil, newBadRequestError("The body contains more than %d columns, the limit of a table or view.", maxBodyColumns)
			}
			seen[string(name)] = len(latest)
			latest = append(latest, n)
			count++
			rows.hasMissingColumns = rows.hasMissingColumns || n > 1
			rows.columns = append(rows.columns, string(name))
		}
		rows.hasMissingColumns = rows.hasMissingColumns || count < len(seen)
	}
	if n == 0 {
		return nil, noRows
	}
	slices.Sort(rows.columns)
	return rows, nil
}
