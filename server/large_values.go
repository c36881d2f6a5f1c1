package server

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/rowvalues"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// valueLimitHeader is the header of GET /api/rows/:table with the maximum size of a value
// in bytes. Larger values are absent from the rows.
const valueLimitHeader = "X-Tableside-Value-Limit"

// excerptBytes is the maximum length of the JSON of a text of GET /api/excerpts/:table.
const excerptBytes = 4096

// Excerpt is a value in a row of GET /api/excerpts/:table.
type Excerpt struct {
	Text  string `json:"text"`  // the first part of the value; of one that is not a string, of its JSON
	Bytes int64  `json:"bytes"` // the size of the whole value
}

// omitLargeValues removes from a response's rows the members whose values are larger than the limit
// of the request's header X-Tableside-Value-Limit, in bytes of JSON. Without the header, it does not
// change the response. Codes: bad_request if the limit is not a number from 1024 to 1048576.
func omitLargeValues(c *echo.Context, resp *supa.RowsResponse) error {
	header := c.Request().Header.Get(valueLimitHeader)
	if header == "" {
		return nil
	}
	limit, err := strconv.Atoi(header)
	if err != nil || limit < 1024 || limit > 1<<20 {
		return newBadRequestError("%s must be a number of bytes from 1024 to 1048576.", valueLimitHeader)
	}
	resp.Body = readCloser{rowvalues.OmitLarge(resp.Body, limit), resp.Body}
	return nil
}

// listExcerpts handles GET /api/excerpts/:table. It is GET /api/rows/:table with an
// Excerpt instead of each value that is not NULL. Codes: as listRows.
func (s *Server) listExcerpts(c *echo.Context) error {
	resp, err := s.requestListedRows(c)
	if err != nil {
		return err
	}
	resp.Body = readCloser{rowvalues.Excerpts(resp.Body, excerptBytes), resp.Body}
	return s.streamRows(c, resp)
}

// getValue handles GET /api/values/:schema/:table?select=column&filter. It returns the
// value of a row as text, as an attachment that links can download. Codes: as listRows;
// row_not_found if no row matches, or its value is NULL.
func (s *Server) getValue(c *echo.Context) error {
	target, r, err := s.parseRowsRequest(c)
	if err != nil {
		return err
	}
	field, isField := r.Query.Select[0].(postgrestquery.FieldItem)
	if !isField || len(r.Query.Select) != 1 {
		return newBadRequestError("Select one column.")
	}
	resp, err := s.requestRows(c, target, r)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if c.Request().Method == http.MethodHead {
		return c.NoContent(resp.Status)
	}
	to := &idleTimeoutWriter{target: c.Response(), control: http.NewResponseController(c.Response()), idleTimeout: s.ClientTimeout}
	started := false
	err = rowvalues.CopyText(to, resp.Body, func() {
		started = true
		header := c.Response().Header()
		header.Set("Content-Type", "text/plain; charset=utf-8")
		header.Set("Content-Disposition", formatAttachment(nameValueFile(target.table, field.Field.Name)))
		startStream(c, http.StatusOK)
	})
	switch {
	case errors.Is(err, rowvalues.ErrNoValue):
		return &Error{Code: CodeRowNotFound, Message: "The row has no value in this column, or you don’t have access to it."}
	case err != nil && started:
		return s.abortResponse(c, err)
	case err != nil:
		return invalidResponse(err)
	}
	return nil
}

// nameValueFile returns the name of a file with the value of a column:
// "documents-body.txt".
func nameValueFile(table *schema.Table, column string) string {
	extension := ".txt"
	for _, c := range table.Columns {
		if c.Name == column && (c.Kind == schema.JSON || c.Kind == schema.Composite) {
			extension = ".json"
		}
	}
	return table.Name + "-" + column + extension
}

// requestListedRows requests the rows of GET /api/rows/:table.
func (s *Server) requestListedRows(c *echo.Context) (*supa.RowsResponse, error) {
	target, r, err := s.parseRowsRequest(c)
	if err != nil {
		return nil, err
	}
	if len(r.Query.Select) == 0 {
		return nil, target.newForbiddenError(noSelectMessage)
	}
	resp, err := s.requestRows(c, target, r)
	if err != nil {
		return nil, err
	}
	if resp.Status == http.StatusPartialContent {
		resp.Status = http.StatusOK // 206 is only for requests with Range (RFC 9110, 15.3.7)
	}
	return resp, nil
}
