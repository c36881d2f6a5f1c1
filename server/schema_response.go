package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/schema"
)

// encodedSchema is the body of GET /api/schema. With hundreds of tables it has megabytes,
// of which gzip leaves a few percent.
type encodedSchema struct {
	gzipped []byte
	etag    string // of the JSON, in quotes
}

// encodeSchema encodes a schema.
func encodeSchema(s *schema.Schema) (*encodedSchema, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode the schema: %w", err)
	}
	var body bytes.Buffer
	writer, err := gzip.NewWriterLevel(&body, gzip.BestSpeed)
	if err != nil {
		return nil, fmt.Errorf("compress the schema: %w", err)
	}
	if _, err := writer.Write(text); err != nil {
		return nil, fmt.Errorf("compress the schema: %w", err)
	}
	if err := writer.Close(); err != nil {
		return nil, fmt.Errorf("compress the schema: %w", err)
	}
	sum := sha256.Sum256(text)
	return &encodedSchema{gzipped: body.Bytes(), etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:16]) + `"`}, nil
}

// write writes the schema, compressed if the client accepts that. It returns 304 if the
// client has this version.
func (e *encodedSchema) write(c *echo.Context) error {
	header := c.Response().Header()
	header.Set("Cache-Control", "private, no-cache")
	header.Set("ETag", e.etag)
	header.Add("Vary", "Accept-Encoding, Cookie")
	if strings.Contains(c.Request().Header.Get("If-None-Match"), e.etag) {
		return c.NoContent(http.StatusNotModified)
	}
	if strings.Contains(c.Request().Header.Get("Accept-Encoding"), "gzip") {
		header.Set("Content-Encoding", "gzip")
		return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, e.gzipped)
	}
	reader, err := gzip.NewReader(bytes.NewReader(e.gzipped))
	if err != nil {
		return fmt.Errorf("decompress the schema: %w", err)
	}
	return c.Stream(http.StatusOK, echo.MIMEApplicationJSON, reader)
}
