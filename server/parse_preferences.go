package server

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/tableside/tableside/server/supa"
)

// parsePreferences parses the preferences of Prefer (RFC 7240) that the API supports:
// count, max-affected and, for an insert, resolution and return=minimal. It ignores
// others, as the RFC requires.
func parsePreferences(header http.Header, method string) (supa.Preferences, error) {
	var prefer supa.Preferences
	for _, preference := range strings.Split(strings.Join(header.Values("Prefer"), ","), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(preference), "=")
		switch name {
		case "count":
			switch value {
			case "exact", "planned", "estimated":
				prefer.Count = value
			default:
				return prefer, newBadRequestError("Prefer: count must be exact, planned or estimated, not %q.", value)
			}
		case "max-affected":
			n, err := strconv.Atoi(value)
			if err != nil || n < 0 {
				return prefer, newBadRequestError("Prefer: max-affected must be a number of rows, not %q.", value)
			}
			if method == http.MethodPatch || method == http.MethodDelete {
				prefer.MaxAffected = &n
			}
		case "resolution":
			if value != "merge-duplicates" && value != "ignore-duplicates" {
				return prefer, newBadRequestError("Prefer: resolution must be merge-duplicates or ignore-duplicates, not %q.", value)
			}
			prefer.Resolution = value
		case "return":
			prefer.IsMinimal = value == "minimal" && method == http.MethodPost
		}
	}
	return prefer, nil
}
