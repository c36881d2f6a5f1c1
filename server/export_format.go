package server

import (
	"bufio"
	"encoding/json"
	"net/url"
	"regexp"
)

// exportFormat is a format of an export.
type exportFormat struct {
	contentType string
	extension   string
	jsonAsText  bool // requests JSON columns as text, so that null differs from NULL and "5" from 5
	newWriter   func(out *bufio.Writer, titles []json.RawMessage) rowWriter
}

// rowWriter writes rows of JSON values in the order of their titles. The underlying
// bufio.Writer reports errors when it is flushed.
type rowWriter interface {
	writeRow(cells []json.RawMessage)
	writeEnd()
}

var (
	exportCSV     = exportFormat{"text/csv; charset=utf-8", ".csv", true, newCSVRowWriter}
	exportFormats = map[string]exportFormat{
		"csv":         exportCSV,
		"spreadsheet": {"text/csv; charset=utf-8", ".csv", true, newSpreadsheetRowWriter},
		"json":        {"application/json", ".json", false, newJSONRowWriter},
	}
)

// takeExportFormat removes the name of a format from a query string; without a name, the
// format is CSV. A filter on a column named "format" is not a name: it starts with an
// operator.
func takeExportFormat(values url.Values) exportFormat {
	if given := values["format"]; len(given) == 1 {
		if format, ok := exportFormats[given[0]]; ok {
			values.Del("format")
			return format
		}
	}
	return exportCSV
}

// csvRowWriter writes lines of RFC 4180, starting with the titles.
type csvRowWriter struct {
	out        *bufio.Writer
	formatText func(string) string // returns the text to write for a text
}

// newCSVRowWriter returns a writer of CSV, and writes the header.
func newCSVRowWriter(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	rows := csvRowWriter{out, func(text string) string { return text }}
	rows.writeRow(titles)
	return rows
}

// newSpreadsheetRowWriter returns a writer of CSV for spreadsheets: a byte order mark
// identifies it as UTF-8, and no text can be read as a formula.
func newSpreadsheetRowWriter(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	_, _ = out.WriteString("\ufeff")
	rows := csvRowWriter{out, escapeFormula}
	rows.writeRow(titles)
	return rows
}

// formulaPattern matches a text that a spreadsheet can read as a formula (OWASP, CSV
// Injection), also with full-width characters, and a text that was escaped before. It
// does not match signed numbers and phone numbers. ui/src/lib/text/formula.ts has the same
// pattern.
var formulaPattern = regexp.MustCompile(`^'*([=@＝＠\t\r\n]|[+\-＋－][\d ().,:/-]*[^\d ().,:/-])`)

// escapeFormula puts an apostrophe before a text that can be read as a formula. The
// import of the app removes it.
func escapeFormula(text string) string {
	if formulaPattern.MatchString(text) {
		return "'" + text
	}
	return text
}

// writeRow writes a line. An error of out is returned by its Flush.
func (w csvRowWriter) writeRow(cells []json.RawMessage) {
	for i, cell := range cells {
		if i > 0 {
			_ = w.out.WriteByte(',')
		}
		_, _ = w.out.WriteString(w.formatCell(cell))
	}
	_, _ = w.out.WriteString("\r\n")
}

func (csvRowWriter) writeEnd() {}

// formatCell returns a JSON value as a cell of CSV.
func (w csvRowWriter) formatCell(value json.RawMessage) string {
	if len(value) == 0 || string(value) == "null" {
		return ""
	}
	text := string(value)
	if value[0] == '"' {
		_ = json.Unmarshal(value, &text) // the decoder has checked it
		text = w.formatText(text)
	}
	quoted := text == ""
	for _, r := range text {
		quoted = quoted || r == ',' || r == '"' || r == '\n' || r == '\r'
	}
	if !quoted && text[0] != ' ' && text[len(text)-1] != ' ' {
		return text
	}
	return `"` + quoteDoubler.Replace(text) + `"`
}

// jsonRowWriter writes an array of objects, one on each line.
type jsonRowWriter struct {
	out     *bufio.Writer
	titles  []json.RawMessage
	hasRows bool
}

// newJSONRowWriter returns a writer of a JSON array with an object for each row. It writes the
// start of the array.
func newJSONRowWriter(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	_ = out.WriteByte('[')
	return &jsonRowWriter{out: out, titles: titles}
}

// writeRow writes an object, with the titles as keys. A missing cell is null.
func (w *jsonRowWriter) writeRow(cells []json.RawMessage) {
	if w.hasRows {
		_ = w.out.WriteByte(',')
	}
	w.hasRows = true
	_, _ = w.out.WriteString("\n{")
	for i, cell := range cells {
		if i > 0 {
			_ = w.out.WriteByte(',')
		}
		_, _ = w.out.Write(w.titles[i])
		_ = w.out.WriteByte(':')
		if len(cell) == 0 {
			cell = json.RawMessage("null")
		}
		_, _ = w.out.Write(cell)
	}
	_ = w.out.WriteByte('}')
}

func (w *jsonRowWriter) writeEnd() { _, _ = w.out.WriteString("\n]\n") }
