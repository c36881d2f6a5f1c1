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
	writer      func(out *bufio.Writer, titles []json.RawMessage) rowWriter
}

// rowWriter writes rows of JSON values, in the order of their titles. Errors
// stay in the writer behind it until that is flushed.
type rowWriter interface {
	row(cells []json.RawMessage)
	end()
}

var (
	exportCSV = exportFormat{"text/csv; charset=utf-8", ".csv", true, newCSVRows}
	exports   = map[string]exportFormat{
		"csv":         exportCSV,
		"spreadsheet": {"text/csv; charset=utf-8", ".csv", true, newSpreadsheetRows},
		"json":        {"application/json", ".json", false, newJSONRows},
	}
)

// takeExportFormat takes the name of a format out of a query string; CSV, if
// there is none. No filter on a column called format looks like one: it has an operator.
func takeExportFormat(values url.Values) exportFormat {
	if given := values["format"]; len(given) == 1 {
		if format, ok := exports[given[0]]; ok {
			values.Del("format")
			return format
		}
	}
	return exportCSV
}

// csvRows writes lines of RFC 4180, the titles first.
type csvRows struct {
	out  *bufio.Writer
	text func(string) string // what is written for a text
}

func newCSVRows(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	rows := csvRows{out, func(text string) string { return text }}
	rows.row(titles)
	return rows
}

// newSpreadsheetRows writes CSV for people, who open it in a spreadsheet: a byte
// order mark says that it is UTF-8, and no text in it is taken for a formula.
func newSpreadsheetRows(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	_, _ = out.WriteString("\ufeff")
	rows := csvRows{out, escapeFormula}
	rows.row(titles)
	return rows
}

// formula matches a text that a spreadsheet could take for a formula (OWASP, CSV
// Injection), also with full-width characters, and one that was escaped. Signed
// numbers and phone numbers don't match. The same as in ui/src/lib/formula.ts.
var formula = regexp.MustCompile(`^'*([=@＝＠\t\r\n]|[+\-＋－][\d ().,:/-]*[^\d ().,:/-])`)

// escapeFormula puts an apostrophe before a text that could be a formula. The
// app's import removes it.
func escapeFormula(text string) string {
	if formula.MatchString(text) {
		return "'" + text
	}
	return text
}

func (w csvRows) row(cells []json.RawMessage) {
	for i, cell := range cells {
		if i > 0 {
			_ = w.out.WriteByte(',')
		}
		_, _ = w.out.WriteString(w.cell(cell))
	}
	_, _ = w.out.WriteString("\r\n")
}

func (csvRows) end() {}

// cell is a JSON value as CSV has it.
func (w csvRows) cell(value json.RawMessage) string {
	if len(value) == 0 || string(value) == "null" {
		return ""
	}
	text := string(value)
	if value[0] == '"' {
		_ = json.Unmarshal(value, &text) // the decoder has checked it
		text = w.text(text)
	}
	quoted := text == ""
	for _, r := range text {
		quoted = quoted || r == ',' || r == '"' || r == '\n' || r == '\r'
	}
	if !quoted && text[0] != ' ' && text[len(text)-1] != ' ' {
		return text
	}
	return `"` + doubleQuotes.Replace(text) + `"`
}

// jsonRows writes an array of objects, one to a line.
type jsonRows struct {
	out    *bufio.Writer
	titles []json.RawMessage
	begun  bool
}

func newJSONRows(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	_ = out.WriteByte('[')
	return &jsonRows{out: out, titles: titles}
}

func (w *jsonRows) row(cells []json.RawMessage) {
	if w.begun {
		_ = w.out.WriteByte(',')
	}
	w.begun = true
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

func (w *jsonRows) end() { _, _ = w.out.WriteString("\n]\n") }
