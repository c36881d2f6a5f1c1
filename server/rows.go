package server

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// parseRowsRequest reads what all calls on rows have in common: the table, the query,
// checked against the schema, and the preferences.
func (s *Server) parseRowsRequest(c *echo.Context) (*requestedTable, supa.RowsRequest, error) {
	values, err := parseQueryValues(c)
	if err != nil {
		return nil, supa.RowsRequest{}, err
	}
	return s.parseRowsRequestWithQuery(c, values)
}

// parseQueryValues reads the query string. Not with Query(): it drops what it can't
// read, and a filter must not get lost.
func parseQueryValues(c *echo.Context) (url.Values, error) {
	values, err := url.ParseQuery(c.Request().URL.RawQuery)
	if err != nil {
		return nil, newBadRequestError("The query string can’t be read: %v.", err)
	}
	return values, nil
}

// parseRowsRequestWithQuery is rowsCall for a query string that was read already.
func (s *Server) parseRowsRequestWithQuery(c *echo.Context, values url.Values) (*requestedTable, supa.RowsRequest, error) {
	var r supa.RowsRequest
	target, err := s.findRequestedTable(c)
	if err != nil {
		return nil, r, err
	}
	query, err := s.parseQuery(c, target, values)
	if err != nil {
		return nil, r, err
	}
	prefer, err := parsePreferences(c.Request().Header, c.Request().Method)
	if err != nil {
		return nil, r, err
	}
	return target, supa.RowsRequest{
		Method: c.Request().Method, Schema: target.table.Schema, Table: target.table.Name,
		Query: query, Preferences: prefer,
	}, nil
}

func (s *Server) parseQuery(c *echo.Context, target *requestedTable, values url.Values) (*postgrestquery.Params, error) {
	query, err := rowquery.Parse(values)
	if err != nil {
		return nil, err
	}
	if len(query.Select) == 0 { // "select=" names nothing
		query.Select = listReadableColumns(target.table)
	}
	return query, s.checkColumns(c, target, query)
}

// listReadableColumns is a select of the columns that the caller may read: "*" would
// fail for want of a grant on a single one.
func listReadableColumns(table *schema.Table) []postgrestquery.SelectItem {
	items := []postgrestquery.SelectItem{}
	for _, column := range table.Columns {
		if column.Privileges.Select {
			items = append(items, postgrestquery.FieldItem{Field: postgrestquery.Field{Name: column.Name}})
		}
	}
	return items
}

// listRows is GET /api/rows/:table. Answers a JSON array, byte for byte as the
// backend wrote it, and Content-Range. Codes: unknown_table, unknown_column,
// not_signed_in, and the backend's.
func (s *Server) listRows(c *echo.Context) error {
	target, r, err := s.parseRowsRequest(c)
	if err != nil {
		return err
	}
	if len(r.Query.Select) == 0 {
		return target.newForbiddenError(noSelectMessage)
	}
	resp, err := s.requestRows(c, target, r)
	if err != nil {
		return err
	}
	if resp.Status == http.StatusPartialContent {
		resp.Status = http.StatusOK // 206 answers a Range header (RFC 9110, 15.3.7), and nobody sent one
	}
	return s.streamRows(c, resp)
}

// requestRows asks the backend, and says which column a refusal is about.
func (s *Server) requestRows(c *echo.Context, target *requestedTable, r supa.RowsRequest) (*supa.RowsResponse, error) {
	resp, err := s.backend.RequestRows(c.Request().Context(), target.caller, r)
	var refused *supa.Error
	if errors.As(err, &refused) {
		told := convertError(err)
		told.setColumns(findErrorColumns(target, refused, r))
		return nil, told
	}
	return resp, err
}

// streamRows writes a response of the backend while it arrives.
func (s *Server) streamRows(c *echo.Context, resp *supa.RowsResponse) error {
	header := c.Response().Header()
	header.Set("Content-Type", "application/json")
	if resp.ContentRange != "" {
		header.Set("Content-Range", resp.ContentRange)
	}
	return s.streamBody(c, resp.Status, resp.Body)
}

// insertRows is POST /api/rows/:table: an object or an array of them. Answers
// 201 and the rows. Columns that an object leaves out get their default. Codes:
// bad_request, unknown_column, not_signed_in, and the backend's.
func (s *Server) insertRows(c *echo.Context) error {
	target, r, err := s.parseRowsRequest(c)
	if err != nil {
		return err
	}
	rows, err := s.readRows(c, target)
	if err != nil {
		return err
	}
	r.Body = rows.body
	r.Preferences.FillsDefaults = rows.needsDefaults(r.Query.Columns)
	if r.Query.Columns == nil && rows.isArray {
		r.Query.Columns = rows.columns // objects may have different keys
	}
	r.Preferences.IsMinimal = r.Preferences.IsMinimal || len(r.Query.Select) == 0
	resp, err := s.requestRows(c, target, r)
	if isRejectedByPolicy(err) && !r.Preferences.IsMinimal {
		// To give a row back it has to be visible too: a policy may let people
		// put in what they can't see. The refused try has left nothing.
		r.Preferences.IsMinimal = true
		resp, err = s.requestRows(c, target, r)
	}
	if err != nil {
		return err
	}
	if r.Preferences.IsMinimal {
		_ = resp.Body.Close()
		return c.JSONBlob(http.StatusCreated, []byte("[]"))
	}
	return s.streamRows(c, resp)
}

// isRejectedByPolicy reports whether a policy refused a new row.
func isRejectedByPolicy(err error) bool {
	var told *Error
	return errors.As(err, &told) && told.Code == "42501" && strings.Contains(told.Message, "violates row-level security policy")
}

// updateRows is PATCH /api/rows/:table?filter: changes what the filter matches,
// to one object of values, and answers the rows. Codes: filter_required,
// row_rejected, row_not_found, and those of insertRows.
func (s *Server) updateRows(c *echo.Context) error {
	target, r, err := s.parseRowsRequest(c)
	if err != nil {
		return err
	}
	rows, err := s.readRows(c, target)
	if err != nil {
		return err
	}
	if rows.isArray || len(rows.columns) == 0 {
		return newBadRequestError("The body has to be one object, with at least one column.")
	}
	r.Body = rows.body
	return s.changeRows(c, target, r)
}

// deleteRows is DELETE /api/rows/:table?filter: deletes what the filter matches
// and answers the rows. Codes: as updateRows.
func (s *Server) deleteRows(c *echo.Context) error {
	target, r, err := s.parseRowsRequest(c)
	if err != nil {
		return err
	}
	return s.changeRows(c, target, r)
}

// changeRows makes a change that has to touch at least one row. The backend
// calls one that row-level security has emptied a success; here it is an error.
func (s *Server) changeRows(c *echo.Context, target *requestedTable, r supa.RowsRequest) error {
	if r.Query.IsUnfiltered() {
		return &Error{Code: CodeFilterRequired, Message: "A change needs a filter that says which rows it is about."}
	}
	if len(r.Query.Select) == 0 {
		return target.newForbiddenError(noSelectMessage)
	}
	resp, err := s.requestRows(c, target, r)
	if err != nil {
		return err
	}
	body := bufio.NewReader(resp.Body)
	empty, err := isEmptyArray(body)
	if err != nil {
		_ = resp.Body.Close()
		return err
	}
	if empty {
		_ = resp.Body.Close()
		return s.explainNoRows(c, target, r)
	}
	resp.Body = readCloser{body, resp.Body}
	return s.streamRows(c, resp)
}

// isEmptyArray looks ahead for "[]".
func isEmptyArray(body *bufio.Reader) (bool, error) {
	for n := 1; ; n++ {
		ahead, err := body.Peek(n)
		if err != nil {
			return false, fmt.Errorf("%w: an answer that ends early: %w", supa.ErrInvalidResponse, err)
		}
		switch {
		case bytes.IndexByte([]byte(" \t\r\n"), ahead[n-1]) >= 0, n == 1 && ahead[0] == '[':
		default:
			return ahead[n-1] == ']', nil
		}
	}
}

// explainNoRows looks for rows that match the filter of a change that touched
// none: a row that is visible was kept by a policy.
func (s *Server) explainNoRows(c *echo.Context, target *requestedTable, r supa.RowsRequest) error {
	one := int64(1)
	look := supa.RowsRequest{Method: http.MethodGet, Schema: r.Schema, Table: r.Table, Query: &postgrestquery.Params{
		Select: r.Query.Select, Filters: r.Query.Filters, Logic: r.Query.Logic,
		Ranges: []postgrestquery.PathRange{{Range: postgrestquery.Range{Limit: &one}}},
	}}
	resp, err := s.requestRows(c, target, look)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	empty, err := isEmptyArray(bufio.NewReader(resp.Body))
	switch {
	case err != nil:
		return err
	case empty:
		return &Error{Code: CodeRowNotFound, Message: "No such row: it is gone, was changed meanwhile, or you can’t see it. Nothing was changed."}
	case r.Method == http.MethodDelete:
		return &Error{Code: CodeRowRejected, Message: "You may see this row but not delete it. Nothing was changed."}
	}
	return &Error{Code: CodeRowRejected, Message: "You may see this row but not change it. Nothing was changed."}
}
