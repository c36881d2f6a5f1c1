package mediatype

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// entry is an entry of an Accept header.
type entry struct {
	text       string
	mime       string // in lower case
	parameters [][2]string
	quality    float64
}

// parameter returns the value of a parameter, or fallback.
func (e entry) parameter(name, fallback string) string {
	for _, p := range e.parameters {
		if p[0] == name {
			return p[1]
		}
	}
	return fallback
}

func (e entry) hasNullsStripped() bool { return e.parameter("nulls", "") == "stripped" }

// parseAccept splits Accept headers and sorts the entries by descending quality. Without an Accept
// header it returns "*/*".
func parseAccept(headers []string) []entry {
	var out []entry
	for _, part := range splitUnquoted(strings.Join(headers, ","), ',') {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, parseEntry(part))
		}
	}
	if len(out) == 0 {
		return []entry{{mime: "*/*"}}
	}
	slices.SortStableFunc(out, func(a, b entry) int { return cmp.Compare(b.quality, a.quality) })
	return out
}

// parseEntry parses a media type with its parameters.
func parseEntry(text string) entry {
	fields := splitUnquoted(text, ';')
	e := entry{text: text, mime: strings.ToLower(strings.TrimSpace(fields[0])), quality: 1}
	for _, field := range fields[1:] {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		value = strings.Trim(value, `"`)
		if name == "q" {
			if q, err := strconv.ParseFloat(value, 64); err == nil {
				e.quality = q
			}
		}
		e.parameters = append(e.parameters, [2]string{name, value})
	}
	return e
}

// splitUnquoted splits text at the separators outside of double quotes.
func splitUnquoted(text string, separator byte) []string {
	var parts []string
	start, isQuoted := 0, false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			isQuoted = !isQuoted
		case text[i] == separator && !isQuoted:
			parts = append(parts, text[start:i])
			start = i + 1
		}
	}
	return append(parts, text[start:])
}
