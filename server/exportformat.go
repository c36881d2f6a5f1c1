package server

import (
	"bufio"
	"encoding/json"
	"net/url"
)

// exportFormat is how the rows of an export are written.
type exportFormat struct {
	contentType string
	extension   string
	writer      func(out *bufio.Writer, titles []json.RawMessage) rowWriter
}

// rowWriter writes rows of JSON values, in the order of their titles. Errors
// stay in the writer behind it until that is flushed.
type rowWriter interface {
	row(cells []json.RawMessage)
	end()
}

var (
	exportCSV  = exportFormat{"text/csv; charset=utf-8", ".csv", newCSVRows}
	exportJSON = exportFormat{"application/json", ".json", newJSONRows}
)

// takeExportFormat takes format=json or format=csv out of a query string. No
// filter on a column of that name can look the same: it has an operator.
func takeExportFormat(values url.Values) exportFormat {
	format := exportCSV
	if given := values["format"]; len(given) == 1 && (given[0] == "csv" || given[0] == "json") {
		if given[0] == "json" {
			format = exportJSON
		}
		values.Del("format")
	}
	return format
}

// csvRows writes lines of RFC 4180, the titles first.
type csvRows struct{ out *bufio.Writer }

func newCSVRows(out *bufio.Writer, titles []json.RawMessage) rowWriter {
	rows := csvRows{out}
	rows.row(titles)
	return rows
}

func (w csvRows) row(cells []json.RawMessage) {
	for i, cell := range cells {
		if i > 0 {
			_ = w.out.WriteByte(',')
		}
		_, _ = w.out.WriteString(csvCell(cell))
	}
	_, _ = w.out.WriteString("\r\n")
}

func (csvRows) end() {}

// csvCell is a JSON value as CSV has it.
func csvCell(value json.RawMessage) string {
	if len(value) == 0 || string(value) == "null" {
		return ""
	}
	text := string(value)
	if value[0] == '"' {
		_ = json.Unmarshal(value, &text) // the decoder has checked it
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
