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

// exportRows handles GET /api/export/:table, and GET /api/export/:schema/:table for
// links, which cannot send Accept-Profile. It returns all matching rows:
//
// as CSV by default (RFC 4180, UTF-8; NULL is empty, an empty text is "", arrays and
// JSON are JSON);
//
// with format=spreadsheet as CSV with a byte order mark, and an apostrophe before texts
// that a spreadsheet could read as a formula;
//
// with format=json as a JSON array of objects, with every digit of the backend's
// numbers.
//
// It requests the rows page by page, so that neither the backend's max rows nor the
// memory limit them. Changes during the export can be in it or not. An error after the
// first row breaks the connection. Codes: as listRows.
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

// copyPage writes the rows of a page and reports whether there can be more. A page can
// be short because the backend's max rows are fewer than the requested rows, so the end
// is an empty page, or a short page after a full one.
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

// readRow reads an object as cells: JSON values in the order of the columns, then of the
// paging keys.
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
		at, ok := e.cellIndex[name.(string)] // the name of a member is always a string
		if !ok {
			return nil, invalidResponse(fmt.Errorf("a column %q that was not requested", name))
		}
		if at == hiddenCell {
			continue
		}
		if at < len(e.columns) {
			value = unwrapValue(value, e.columns[at].depth)
		}
		row[at] = value
	}
	return row, expectToken(decoder, json.Delim('}'))
}

// expectToken reads the next token. The error is that of an invalid response if it is not want.
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

// formatAttachment returns a Content-Disposition (RFC 6266) for any name.
func formatAttachment(name string) string { return formatContentDisposition("attachment", name) }

// formatContentDisposition returns the header Content-Disposition for a file name, with an ASCII
// form for old clients (RFC 6266). kind is "attachment" or "inline".
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
