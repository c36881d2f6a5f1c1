package supa

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// RowsRequest is a request to a table.
type RowsRequest struct {
	Method      string // GET, HEAD, POST, PATCH or DELETE
	Schema      string
	Table       string
	Query       *postgrestquery.Params
	Body        json.RawMessage // for POST and PATCH
	Preferences Preferences
}

// Preferences are the preferences of a request, for the header Prefer.
type Preferences struct {
	Count         string // exact, planned or estimated; "": no count
	IsMinimal     bool   // the response contains no rows
	Resolution    string // for an upsert: merge-duplicates or ignore-duplicates
	FillsDefaults bool   // for POST: missing columns get their default; rewrites json columns
	MaxAffected   *int   // the change fails if it affects more rows
}

// RowsResponse is a response to stream: JSON rows, and Content-Range.
type RowsResponse struct {
	Status       int
	ContentRange string
	Body         io.ReadCloser
}

// RequestRows calls the database REST service for caller. The caller of this function
// checks the names of the table and the columns against the schema; the table's
// name is escaped in any case.
func (b *Backend) RequestRows(ctx context.Context, caller Caller, r RowsRequest) (*RowsResponse, error) {
	resp, err := b.sendRowsRequest(ctx, caller, r)
	if err != nil {
		return nil, err
	}
	return newRowsResponse(resp, r)
}

// DecodeRows is RequestRows for a response of at most maxBytes, which it passes to decode.
func (b *Backend) DecodeRows(ctx context.Context, caller Caller, r RowsRequest, maxBytes int64, decode func([]byte) error) error {
	resp, err := b.RequestRows(ctx, caller, r)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return b.decodeBody(resp.Body, maxBytes, "table "+r.Table, decode)
}

// newRowsResponse returns the response, or ErrInvalidResponse if its body is not JSON. A response without rows has no Content-Type.
// Its status is 201, or 200 for an upsert that inserted no row; PostgREST 12 and HTTP/2 send no Content-Length with it.
func newRowsResponse(resp *http.Response, r RowsRequest) (*RowsResponse, error) {
	rows := &RowsResponse{Status: resp.StatusCode, ContentRange: resp.Header.Get("Content-Range"), Body: resp.Body}
	if r.Method == http.MethodHead || resp.StatusCode == http.StatusNoContent || resp.Header.Get("Content-Length") == "0" {
		return rows, nil
	}
	kind := resp.Header.Get("Content-Type")
	if kind == "" && (resp.StatusCode == http.StatusCreated || r.Preferences.IsMinimal) || isJSON(kind) {
		return rows, nil
	}
	_ = resp.Body.Close()
	return nil, fmt.Errorf("%w: rest: %q instead of JSON", ErrInvalidResponse, kind)
}

// isJSON reports whether a Content-Type is application/json, with any parameters.
func isJSON(contentType string) bool {
	if contentType == "application/json; charset=utf-8" { // PostgREST's
		return true
	}
	mediaType, _, err := mime.ParseMediaType(contentType)
	return err == nil && mediaType == "application/json"
}
