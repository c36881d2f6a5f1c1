package supa

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
)

// callTransport is the RoundTripper below a library's client, for one call. The library
// builds the request; wire checks where it goes, completes what the library
// can't say, and sends it with the call's context.
type callTransport struct {
	backend      *Backend
	ctx          context.Context
	area         Area
	caller       Caller
	expectedPath string      // escaped path, from the host's root, that the request has to have
	query        url.Values  // parameters put in place of the library's
	header       http.Header // headers put in place of the library's
	preferences  []string    // preferences added to the library's
	// body is put in place of the library's, which writes JSON anew: type json
	// keeps spaces and repeated keys.
	body []byte
	// stream keeps the response for the caller and shows the library an empty
	// one, since it would read all of it into memory.
	keepsResponse bool
	response      *http.Response
}

func (w *callTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.URL.Host != w.backend.base.Host || req.URL.EscapedPath() != w.expectedPath {
		return nil, fmt.Errorf("%w: the request would go to %q instead of %q", ErrInvalidName, req.URL.EscapedPath(), w.expectedPath)
	}
	req = req.Clone(w.ctx)
	if len(w.query) > 0 {
		query := req.URL.Query()
		for name, values := range w.query {
			query[name] = values
		}
		req.URL.RawQuery = query.Encode()
	}
	for name, values := range w.header {
		req.Header[name] = values
	}
	if len(w.preferences) > 0 {
		all := append(req.Header.Values("Prefer"), w.preferences...)
		req.Header.Set("Prefer", strings.Join(all, ","))
	}
	if w.body != nil {
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(w.body)), int64(len(w.body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(w.body)), nil }
	}
	resp, err := w.backend.sendForCaller(req, w.area, w.caller)
	if err != nil || !w.keepsResponse {
		return resp, err
	}
	w.response = resp
	return &http.Response{
		StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), Request: req,
	}, nil
}

// callTransportKey is where a request's context holds its wire.
type callTransportKey struct{}

// contextRouter stands in for http.DefaultTransport, the only transport that
// storage-go uses: requests whose context holds a wire go there, all others to
// what was there before.
type contextRouter struct{ fallback http.RoundTripper }

func (r contextRouter) RoundTrip(req *http.Request) (*http.Response, error) {
	if w, ok := req.Context().Value(callTransportKey{}).(*callTransport); ok {
		return w.RoundTrip(req)
	}
	return r.fallback.RoundTrip(req)
}

// routeDefaultTransport puts a contextRouter in place, once for the process.
// Nobody who doesn't use this package sees a difference.
var routeDefaultTransport = sync.OnceFunc(func() {
	http.DefaultTransport = contextRouter{fallback: http.DefaultTransport}
})
