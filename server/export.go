package server

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// exportRows is GET /api/export/:table, and GET /api/export/:schema/:table for
// a link, which can't say Accept-Profile: every matching row as CSV (RFC 4180,
// UTF-8; NULL is empty, an empty text is ""; arrays and JSON as JSON), with
// format=spreadsheet as CSV with a byte order mark and an apostrophe before what
// would be a formula, or with format=json as a JSON array of objects with every
// digit that the backend wrote. Rows are asked for page by page, so that neither the backend's max rows
// nor our memory bounds them; changes made meanwhile may be in it or not. A
// failure in the middle breaks the connection. Codes: as listRows.
func (s *Server) exportRows(c *echo.Context) error {
	values, err := parseQueryValues(c)
	if err != nil {
		return err
	}
	format := takeExportFormat(values)
	target, r, err := s.parseRowsRequestWithQuery(c, values)
	if err != nil {
		return err
	}
	if len(r.Query.Select) == 0 {
		return target.newForbiddenError(noSelectMessage)
	}
	r.Method, r.Preferences = http.MethodGet, supa.Preferences{}
	export, err := newExportPager(target.table, r.Query, int64(s.MaxRows), format.jsonAsText)
	if err != nil {
		return err
	}
	r.Query = export.nextQuery()
	resp, err := s.requestRows(c, target, r)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set("Content-Type", format.contentType)
	header.Set("Content-Disposition", formatAttachment(target.table.Name+format.extension))
	if c.Request().Method == http.MethodHead {
		return resp.Body.Close()
	}
	startStream(c, http.StatusOK)
	out := bufio.NewWriterSize(&idleTimeoutWriter{target: c.Response(), control: http.NewResponseController(c.Response()), idleTimeout: s.ClientTimeout}, 32<<10)
	rows := format.newWriter(out, export.titles())
	for {
		more, err := export.copyPage(rows, resp.Body)
		_ = resp.Body.Close()
		if err == nil && more {
			r.Query = export.nextQuery()
			resp, err = s.requestRows(c, target, r)
		}
		if err != nil {
			return s.abortResponse(c, err)
		}
		if !more {
			break
		}
	}
	rows.writeEnd()
	if err := out.Flush(); err != nil {
		return s.abortResponse(c, err)
	}
	return nil
}

// copyPage writes one page's rows and reports whether there may be more: a page may
// be short because the backend's max rows are fewer than ours, so only an empty
// one, or one that is short after a full one, is the end.
func (e *exportPager) copyPage(out rowWriter, body io.Reader) (more bool, err error) {
	decoder := json.NewDecoder(body)
	if err := expectToken(decoder, json.Delim('[')); err != nil {
		return false, err
	}
	rows := 0
	for ; decoder.More(); rows++ {
		row, err := e.readRow(decoder)
		if err != nil {
			return false, err
		}
		e.storeLastKeys(row)
		out.writeRow(row[:len(e.columns)])
	}
	if err := expectToken(decoder, json.Delim(']')); err != nil {
		return false, err
	}
	e.offset += int64(rows)
	full := int64(rows) == e.limit
	e.hasFullPage = e.hasFullPage || full
	return rows > 0 && (full || !e.hasFullPage), nil
}

// readRow reads an object into cells: JSON values in the order of the columns
// asked for.
func (e *exportPager) readRow(decoder *json.Decoder) ([]json.RawMessage, error) {
	if err := expectToken(decoder, json.Delim('{')); err != nil {
		return nil, err
	}
	row := make([]json.RawMessage, len(e.columns)+len(e.pagingKeys))
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return nil, invalidResponse(err)
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, invalidResponse(err)
		}
		at, ok := e.cellIndex[name.(string)] // a key of an object is always a string
		if !ok {
			return nil, invalidResponse(fmt.Errorf("a column %q that was not asked for", name))
		}
		row[at] = value
	}
	return row, expectToken(decoder, json.Delim('}'))
}

func expectToken(decoder *json.Decoder, want json.Delim) error {
	token, err := decoder.Token()
	if err != nil {
		return invalidResponse(err)
	}
	if token != want {
		return invalidResponse(fmt.Errorf("expected %v", want))
	}
	return nil
}

func invalidResponse(err error) error {
	return fmt.Errorf("%w: read rows: %w", supa.ErrInvalidResponse, err)
}

// formatAttachment is a Content-Disposition (RFC 6266) for a name of any characters.
func formatAttachment(name string) string { return formatContentDisposition("attachment", name) }

func formatContentDisposition(kind, name string) string {
	plain := make([]rune, 0, len(name))
	for _, r := range name {
		if r < ' ' || r > '~' || r == '"' || r == '\\' || r == '%' {
			r = '_'
		}
		plain = append(plain, r)
	}
	return kind + `; filename="` + string(plain) + `"; filename*=UTF-8''` + url.PathEscape(name)
}
