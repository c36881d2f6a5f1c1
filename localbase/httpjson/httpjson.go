// Package httpjson writes JSON responses.
package httpjson

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
)

// Write responds with the status and with body as JSON. The Content-Type is
// "application/json; charset=utf-8" unless w has one. It ignores errors of the connection,
// since nobody reads the response then.
func Write(w http.ResponseWriter, status int, body any) {
	encoded, err := json.Marshal(body)
	if err != nil {
		slog.Error("encode response", "error", err)
		http.Error(w, "Internal server error", http.StatusInternalServerError)
		return
	}
	header := w.Header()
	if header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json; charset=utf-8")
	}
	header.Set("Content-Length", strconv.Itoa(len(encoded)))
	w.WriteHeader(status)
	_, _ = w.Write(encoded)
}
