package server

import (
	"bufio"
	"encoding/json"
	"net/url"
	"regexp"
)

// exportFormat is how the rows of an export are written.
type exportFormat struct {
	contentType string
	extension   string
	jsonAsText  bool // JSON values are asked for as text: only so are null and NULL, "5" and 5 told apart
	newWriter   func(out *bufio.Writer, titles []json.RawMessage) rowWriter
}

// rowWriter writes rows of JSON values, in the order of their titles. Errors
// stay in the writer behind it until that is flushed.
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

// takeExportFormat takes the name of a format out of a query string; CSV, if
// there is none. No filter on a column called format looks like one: it has an operator.
func takeExportFormat(values url.Values) exportFormat {
	if given := values["format"]; len(given) == 1 {
		if format, ok := exportFormats[given[0]]; ok {
			values.Del("format")
			return format
		}
	}
	return exportCSV
}

// csvRowWriter writes lines of RFC 4180, the titles first.
type csvRowWriter struct {
	out        *bufio.Writer
	formatText func(string) string // what is written for a text
}

func newCSVRowWriter(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	rows := csvRowWriter{out, func(text string) string { return text }}
	rows.writeRow(titles)
	return rows
}

// newSpreadsheetRowWriter writes CSV for people, who open it in a spreadsheet: a byte
// order mark says that it is UTF-8, and no text in it is taken for a formula.
func newSpreadsheetRowWriter(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	_, _ = out.WriteString("\ufeff")
	rows := csvRowWriter{out, escapeFormula}
	rows.writeRow(titles)
	return rows
}

// formulaPattern matches a text that a spreadsheet could take for a formula (OWASP, CSV
// Injection), also with full-width characters, and one that was escaped. Signed
// numbers and phone numbers don't match. The same as in ui/src/lib/formula.ts.
var formulaPattern = regexp.MustCompile(`^'*([=@＝＠\t\r\n]|[+\-＋－][\d ().,:/-]*[^\d ().,:/-])`)

// escapeFormula puts an apostrophe before a text that could be a formula. The
// app's import removes it.
func escapeFormula(text string) string {
	if formulaPattern.MatchString(text) {
		return "'" + text
	}
	return text
}

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

// formatCell is a JSON value as CSV has it.
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

// jsonRowWriter writes an array of objects, one to a line.
type jsonRowWriter struct {
	out     *bufio.Writer
	titles  []json.RawMessage
	hasRows bool
}

func newJSONRowWriter(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	_ = out.WriteByte('[')
	return &jsonRowWriter{out: out, titles: titles}
}

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
