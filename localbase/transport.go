package localbase

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
)

// Transport returns a transport for clients in the same process: it passes reads of the REST service to
// the service without a connection, because that costs more than the work of the service. Its responses
// are complete in memory in any case. Other requests go through base.
func (b *Backend) Transport(base http.RoundTripper) http.RoundTripper {
	return &transport{backend: b, base: base}
}

type transport struct {
	backend *Backend
	base    http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	isRead := (req.Method == http.MethodGet || req.Method == http.MethodHead) && (req.Body == nil || req.Body == http.NoBody)
	if !isRead || !strings.HasPrefix(req.URL.Path, "/rest/v1/") || "http://"+req.URL.Host != t.backend.info.URL {
		return t.base.RoundTrip(req)
	}
	address, err := url.ParseRequestURI(req.URL.RequestURI()) // as an HTTP server does
	if err != nil {
		return nil, fmt.Errorf("parse the address: %w", err)
	}
	inner := req.WithContext(req.Context())
	inner.URL, inner.RequestURI, inner.Host = address, req.URL.RequestURI(), req.URL.Host
	inner.Header, inner.Body = req.Header.Clone(), http.NoBody
	if _, ok := inner.Header["User-Agent"]; !ok {
		inner.Header.Set("User-Agent", "Go-http-client/1.1") // as over a connection
	}
	w := &responseBuffer{header: http.Header{}}
	if err = t.serve(w, inner); err != nil {
		return nil, err
	}
	if err = req.Context().Err(); err != nil {
		return nil, err
	}
	return w.newResponse(req), nil
}

// serve calls the gateway. A panic is an error, as it is a broken connection over HTTP.
func (t *transport) serve(w http.ResponseWriter, r *http.Request) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			t.backend.log.Error("the backend panicked", "path", r.URL.Path, "cause", cause, "stack", string(debug.Stack()))
			err = fmt.Errorf("serve %s: panic: %v", r.URL.Path, cause)
		}
	}()
	t.backend.handler.ServeHTTP(w, r)
	return nil
}

// responseBuffer is an http.ResponseWriter that stores the response.
type responseBuffer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *responseBuffer) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *responseBuffer) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write implements http.ResponseWriter.
func (w *responseBuffer) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(p)
}

// newResponse returns the response as a client receives it over a connection.
func (w *responseBuffer) newResponse(req *http.Request) *http.Response {
	w.WriteHeader(http.StatusOK)
	length := int64(w.body.Len())
	switch {
	case req.Method == http.MethodHead:
		length = -1
	case w.status != http.StatusNoContent && w.status != http.StatusNotModified:
		w.header.Set("Content-Length", strconv.FormatInt(length, 10))
	}
	return &http.Response{
		Status: strconv.Itoa(w.status) + " " + http.StatusText(w.status), StatusCode: w.status,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: w.header, Body: io.NopCloser(&w.body), ContentLength: length, Request: req,
	}
}
