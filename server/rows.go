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

// parseRowsRequest parses the part that all requests for rows have: the table, the
// query, which it checks against the schema, and the preferences.
func (s *Server) parseRowsRequest(c *echo.Context) (*requestedTable, supa.RowsRequest, error) {
	values, err := parseQueryValues(c)
	if err != nil {
		return nil, supa.RowsRequest{}, err
	}
	return s.parseRowsRequestWithQuery(c, values)
}

// parseQueryValues parses the query string. It does not use URL.Query, which ignores the
// parameters that it cannot parse: a filter must not be lost.
func parseQueryValues(c *echo.Context) (url.Values, error) {
	values, err := url.ParseQuery(c.Request().URL.RawQuery)
	if err != nil {
		return nil, newBadRequestError("The query string isn’t valid: %v.", err)
	}
	return values, nil
}

// parseRowsRequestWithQuery is parseRowsRequest for a parsed query string.
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

// parseQuery parses the query string of a request for rows and checks its columns. Without select=
// it selects all columns that the caller can read.
func (s *Server) parseQuery(c *echo.Context, target *requestedTable, values url.Values) (*postgrestquery.Params, error) {
	query, err := rowquery.Parse(values)
	if err != nil {
		return nil, err
	}
	if len(query.Select) == 0 { // also with "select="
		query.Select = listReadableColumns(target.table)
	}
	return query, s.checkColumns(c, target, query)
}

// listReadableColumns returns the columns that the caller can read, as a select: "*"
// fails if the grant on a single column is missing.
func listReadableColumns(table *schema.Table) []postgrestquery.SelectItem {
	items := []postgrestquery.SelectItem{}
	if len(table.Columns) == 0 && table.Privileges.Select { // a table without columns
		return append(items, postgrestquery.FieldItem{Field: postgrestquery.Field{Name: "*"}})
	}
	for _, column := range table.Columns {
		if column.Privileges.Select {
			items = append(items, postgrestquery.FieldItem{Field: postgrestquery.Field{Name: column.Name}})
		}
	}
	return items
}

// listRows handles GET /api/rows/:table. It returns a JSON array as the backend sent it,
// and Content-Range. With the header X-Tableside-Value-Limit, values of more bytes are
// absent from the rows. Codes: unknown_table, unknown_column, not_signed_in, bad_request
// for an invalid limit, and the backend's.
func (s *Server) listRows(c *echo.Context) error {
	resp, err := s.requestListedRows(c)
	if err != nil {
		return err
	}
	if err := omitLargeValues(c, resp); err != nil {
		_ = resp.Body.Close()
		return err
	}
	return s.streamRows(c, resp)
}

// requestRows sends a request to the backend. A rejection names the columns that it is
// about.
func (s *Server) requestRows(c *echo.Context, target *requestedTable, r supa.RowsRequest) (*supa.RowsResponse, error) {
	resp, err := s.backend.RequestRows(c.Request().Context(), target.caller, r)
	var rejection *supa.Error
	if errors.As(err, &rejection) {
		response := convertError(err)
		response.setColumns(findErrorColumns(target, rejection, r))
		return nil, response
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

// insertRows handles POST /api/rows/:table with an object or an array of objects. It
// returns 201 and the rows. Columns that are absent from an object get their default.
// Codes: bad_request, unknown_column, not_signed_in, and the backend's.
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
		r.Query.Columns = rows.columns // objects can have different keys
	}
	if r.Query.Columns != nil && !r.Preferences.FillsDefaults && r.Preferences.Resolution == "" {
		r.Query.Columns = target.table.AddNullReferences(r.Query.Columns)
	}
	r.Preferences.IsMinimal = r.Preferences.IsMinimal || len(r.Query.Select) == 0
	resp, err := s.requestRows(c, target, r)
	if isRejectedByPolicy(err) && !r.Preferences.IsMinimal {
		// Returned rows must also be visible. A policy can allow to insert rows that
		// the user cannot see. The rejected request has inserted nothing.
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

// isRejectedByPolicy reports whether a policy rejected a new row.
func isRejectedByPolicy(err error) bool {
	var rejection *Error
	return errors.As(err, &rejection) && rejection.Code == "42501" && strings.Contains(rejection.Message, "violates row-level security policy")
}

// updateRows handles PATCH /api/rows/:table?filter: it sets the values of one object in
// the rows that match the filter, and returns the rows. Codes: filter_required,
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
		return newBadRequestError("The body must be one object with at least one column.")
	}
	r.Body = rows.body
	return s.changeRows(c, target, r)
}

// deleteRows handles DELETE /api/rows/:table?filter: it deletes the rows that match the
// filter, and returns them. Codes: as updateRows.
func (s *Server) deleteRows(c *echo.Context) error {
	target, r, err := s.parseRowsRequest(c)
	if err != nil {
		return err
	}
	return s.changeRows(c, target, r)
}

// changeRows makes a change that must affect at least one row. For the backend, a change
// of no rows is a success, also if row-level security has excluded them; here it is an
// error.
func (s *Server) changeRows(c *echo.Context, target *requestedTable, r supa.RowsRequest) error {
	if r.Query.IsUnfiltered() {
		return &Error{Code: CodeFilterRequired, Message: "A change needs a filter that selects the rows."}
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

// isEmptyArray reports whether a body is "[]". It does not consume the body.
func isEmptyArray(body *bufio.Reader) (bool, error) {
	for n := 1; ; n++ {
		ahead, err := body.Peek(n)
		if err != nil {
			return false, fmt.Errorf("%w: an incomplete body: %w", supa.ErrInvalidResponse, err)
		}
		switch {
		case bytes.IndexByte([]byte(" \t\r\n"), ahead[n-1]) >= 0, n == 1 && ahead[0] == '[':
		default:
			return ahead[n-1] == ']', nil
		}
	}
}

// explainNoRows returns why a change affected no rows: if rows match its filter, a
// policy rejected the change.
func (s *Server) explainNoRows(c *echo.Context, target *requestedTable, r supa.RowsRequest) error {
	one := int64(1)
	request := supa.RowsRequest{Method: http.MethodGet, Schema: r.Schema, Table: r.Table, Query: &postgrestquery.Params{
		Select: r.Query.Select, Filters: r.Query.Filters, Logic: r.Query.Logic,
		Ranges: []postgrestquery.PathRange{{Range: postgrestquery.Range{Limit: &one}}},
	}}
	resp, err := s.requestRows(c, target, request)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	empty, err := isEmptyArray(bufio.NewReader(resp.Body))
	switch {
	case err != nil:
		return err
	case empty:
		return &Error{Code: CodeRowNotFound, Message: "The row was deleted or changed, or you don’t have access to it. No changes were made."}
	case r.Method == http.MethodDelete:
		return &Error{Code: CodeRowRejected, Message: "You don’t have permission to delete this row. No changes were made."}
	}
	return &Error{Code: CodeRowRejected, Message: "You don’t have permission to change this row. No changes were made."}
}
