package rest

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tableside/tableside/localbase/rest/pgrsterr"
	"github.com/tableside/tableside/localbase/rest/plan"
)

// Media types of bodies.
const (
	mimeJSON    = "application/json"
	mimeCSV     = "text/csv"
	mimeForm    = "application/x-www-form-urlencoded"
	mimeOpenAPI = "application/openapi+json"
	mimeObject  = "application/vnd.pgrst.object+json"
	mimeArray   = "application/vnd.pgrst.array+json"
)

// mediaType is a negotiated media type.
type mediaType struct {
	contentType string
	output      plan.Output
}

// acceptEntry is an entry of an Accept header.
type acceptEntry struct {
	text    string
	mime    string
	nulls   bool
	quality float64
}

// negotiateMediaType returns the first supported media type in Accept.
func negotiateMediaType(accept []string) (mediaType, error) {
	wanted := parseAccept(accept)
	var texts []string
	for _, a := range wanted {
		stripped := ""
		if a.nulls {
			stripped = ";nulls=stripped"
		}
		switch a.mime {
		case "*/*", "application/*", mimeJSON:
			return mediaType{mimeJSON, plan.Output{Format: plan.Array}}, nil
		case mimeCSV:
			return mediaType{mimeCSV, plan.Output{Format: plan.CSV}}, nil
		case mimeObject, "application/vnd.pgrst.object":
			return mediaType{mimeObject + stripped, plan.Output{Format: plan.Object, StripNulls: a.nulls}}, nil
		case mimeArray, "application/vnd.pgrst.array":
			if !a.nulls {
				return mediaType{mimeJSON, plan.Output{Format: plan.Array}}, nil
			}
			return mediaType{mimeArray + stripped, plan.Output{Format: plan.Array, StripNulls: true}}, nil
		}
		texts = append(texts, a.text)
	}
	return mediaType{}, pgrsterr.UnacceptableMediaType(texts)
}

// parseAccept splits Accept headers and sorts the entries by descending quality. Without an Accept
// header it returns "*/*".
func parseAccept(headers []string) []acceptEntry {
	var out []acceptEntry
	for part := range strings.SplitSeq(strings.Join(headers, ","), ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		fields := strings.Split(part, ";")
		a := acceptEntry{text: part, mime: strings.ToLower(strings.TrimSpace(fields[0])), quality: 1}
		for _, field := range fields[1:] {
			name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
			switch {
			case name == "nulls" && value == "stripped":
				a.nulls = true
			case name == "q":
				if q, err := strconv.ParseFloat(value, 64); err == nil {
					a.quality = q
				}
			}
		}
		out = append(out, a)
	}
	if len(out) == 0 {
		return []acceptEntry{{mime: "*/*"}}
	}
	slices.SortStableFunc(out, func(a, b acceptEntry) int { return cmp.Compare(b.quality, a.quality) })
	return out
}

// decodePathSegment decodes a segment of the path. It returns a segment with an invalid escape
// unchanged; no relation has such a name.
func decodePathSegment(s string) string {
	if decoded, err := url.PathUnescape(s); err == nil {
		return decoded
	}
	return s
}
