package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// The headers of a request that an edge function gets. The session's cookie and the
// browser's address are not among them.
var edgeRequestHeaders = []string{"Content-Type", "Accept", "Idempotency-Key"}

// The headers of an edge function's response that the browser interprets.
var edgeResponseHeaders = []string{"Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Etag", "Last-Modified", "Retry-After"}

// callEdgeFunction handles /api/functions/:name with the methods GET, POST, PUT, PATCH and
// DELETE. It passes the method, the body and the query to an edge function that is one of
// the caller's actions, with the caller's token, and streams the response as it arrives. The
// response has the function's status, and X-Function-Status to distinguish it from an error
// of the server; X-Function-Headers contains all headers of the function as JSON.
//
// The request is sent at most once, as by callFunction. Codes: not_signed_in, not_found,
// cross_origin, too_large, not_run, outcome_unknown, function_timeout, function_redirected,
// duplicate_run.
func (s *Server) callEdgeFunction(c *echo.Context) error {
	r := c.Request()
	if err := requireScript(r); err != nil {
		return err
	}
	caller, err := getRequestSession(r.Context()).resolveCaller(r.Context())
	if err != nil {
		return err
	}
	if caller.Token == "" {
		return s.rejectBody(c, newNotSignedInError(nil))
	}
	name := c.Param("name")
	if err := s.checkEdgeFunction(c, caller, name); err != nil {
		return s.rejectBody(c, err)
	}
	key, err := readIdempotencyKey(c)
	if err != nil {
		return s.rejectBody(c, err)
	}
	if r.ContentLength > s.uploadLimit() {
		return s.rejectBody(c, newUploadTooLargeError("request", s.uploadLimit()))
	}
	if key != "" && r.Method != http.MethodGet {
		key = "edge " + strconv.Quote(name) + " " + key
	} else {
		key = ""
	}
	return s.runOnce(c, key, func() error {
		call, end := s.newEdgeCall(c, name)
		defer end()
		resp, err := s.backend.InvokeFunction(r.Context(), caller, call)
		if err != nil {
			return explainEdgeError(err)
		}
		return s.streamEdgeResponse(c, resp)
	})
}

// requireScript rejects requests that are not sent by a script of the app, for example links,
// forms and pictures, which can contain any address of this server: the function would run
// with the user's rights, and its page would be shown as one of the app. Only a script can set
// the header Idempotency-Key. For methods other than GET, requireSameOrigin has checked the origin.
func requireScript(r *http.Request) error {
	site, mode := r.Header.Get("Sec-Fetch-Site"), r.Header.Get("Sec-Fetch-Mode")
	isKeyMissing := r.Method == http.MethodGet && r.Header.Get("Idempotency-Key") == ""
	if site != "" && site != "same-origin" || mode == "navigate" || mode == "no-cors" || isKeyMissing {
		return &Error{
			Code: CodeCrossOrigin, Message: "Edge functions can only be called by the app.",
			Hint: "A GET request needs the header Idempotency-Key.",
		}
	}
	if r.Method == http.MethodHead {
		return &Error{Code: CodeMethodNotAllowed, Message: "Edge functions can’t be called with HEAD."}
	}
	return nil
}

// checkEdgeFunction returns not_found for a function that is not one of the caller's actions.
func (s *Server) checkEdgeFunction(c *echo.Context, caller supa.Caller, name string) error {
	ctx := c.Request().Context()
	isNamed := func(a schema.Action) bool { return a.Kind == schema.EdgeAction && a.Name == name }
	found, err := s.schemas.get(ctx, caller)
	if err == nil && !slices.ContainsFunc(found.Actions, isNamed) {
		found, err = s.schemas.reloadIfOld(ctx, caller) // it can be new
	}
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(found.Actions, isNamed) {
		return newFunctionNotFoundError(name)
	}
	return nil
}

// newEdgeCall returns the call for a request, and the function that the handler calls before it returns.
func (s *Server) newEdgeCall(c *echo.Context, name string) (call supa.EdgeCall, end func()) {
	r := c.Request()
	call = supa.EdgeCall{
		Name: name, Method: r.Method, RawQuery: r.URL.RawQuery, Header: http.Header{}, Length: r.ContentLength,
		Timeout: s.FunctionsTimeout,
	}
	for _, header := range edgeRequestHeaders {
		if values := r.Header.Values(header); len(values) > 0 {
			call.Header[header] = values
		}
	}
	if r.ContentLength == 0 {
		return call, func() {}
	}
	body := newIdleTimeoutReader(c, s.uploadLimit(), s.ClientTimeout)
	call.Body = body
	return call, body.end
}

// explainEdgeError converts an error of supa.InvokeFunction, which means that the function sent no response, to the error
// that the handler returns: too_large, not_found, function_redirected or function_timeout. It returns all other errors,
// such as not_run and outcome_unknown, unchanged.
func explainEdgeError(err error) error {
	var over *http.MaxBytesError
	var rejection *supa.Error
	details := ""
	if errors.As(err, &rejection) {
		details = rejection.Message
	}
	switch {
	case errors.As(err, &over):
		return newUploadTooLargeError("request", over.Limit)
	case errors.Is(err, supa.ErrFunctionNotFound):
		return &Error{Code: CodeNotFound, Message: "The edge function isn’t deployed.", Details: details, Cause: err}
	case errors.Is(err, supa.ErrRedirected):
		return &Error{Code: CodeFunctionRedirected, Message: "The edge function returned a redirect, which Tableside doesn’t follow.", Cause: err}
	case errors.Is(err, supa.ErrOutcomeUnknown) && errors.Is(err, supa.ErrTimeout):
		return &Error{Code: CodeFunctionTimeout, Cause: err, Details: details,
			Message: "The edge function didn’t respond in time. It may have run: check the data before you run it again."}
	}
	return err
}

// streamEdgeResponse writes the function's status and body to the client while they arrive, and closes the body. Its
// headers prevent that a browser shows the response as a page of the app or stores cookies of the function. On an error
// while it copies the body, it aborts the connection.
func (s *Server) streamEdgeResponse(c *echo.Context, resp *supa.EdgeResponse) error {
	defer func() { _ = resp.Body.Close() }()
	header := c.Response().Header()
	for _, name := range edgeResponseHeaders {
		if values := resp.Header.Values(name); len(values) > 0 {
			header[name] = values
		}
	}
	if header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/octet-stream")
	}
	header.Set("Content-Disposition", "attachment")
	if name := readFileName(resp.Header); name != "" {
		header.Set("Content-Disposition", formatContentDisposition("attachment", name))
	}
	header.Set("Content-Security-Policy", "sandbox; default-src 'none'; frame-ancestors 'none'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "private, no-store, no-transform")
	header.Set("X-Accel-Buffering", "no")
	header.Set("X-Function-Status", strconv.Itoa(resp.Status))
	header.Set("X-Function-Headers", formatFunctionHeaders(resp.Header))
	c.Response().WriteHeader(resp.Status)
	control := http.NewResponseController(c.Response())
	_ = control.Flush() // the first write reports a broken connection
	to := &flushWriter{idleTimeoutWriter{target: c.Response(), control: control, idleTimeout: s.ClientTimeout}}
	buffer := copyBuffers.Get().(*[copyBufferSize]byte)
	defer copyBuffers.Put(buffer)
	if _, err := io.CopyBuffer(to, resp.Body, buffer[:]); err != nil {
		return s.abortResponse(c, err)
	}
	return nil
}

// flushWriter sends each part to the browser at once.
type flushWriter struct{ idleTimeoutWriter }

// Write writes and flushes.
func (w *flushWriter) Write(p []byte) (int, error) {
	n, err := w.idleTimeoutWriter.Write(p)
	if err != nil {
		return n, err
	}
	if err := w.control.Flush(); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return n, fmt.Errorf("flush: %w", err)
	}
	return n, nil
}

// readFileName returns the file name of a response, "" if it has none.
func readFileName(header http.Header) string {
	_, params, err := mime.ParseMediaType(header.Get("Content-Disposition"))
	if err != nil {
		return ""
	}
	return params["filename"]
}

// maxFunctionHeaders limits the length of X-Function-Headers. Browsers and proxies accept
// about 16 KB of headers.
const maxFunctionHeaders = 6 << 10

// formatFunctionHeaders returns headers as a JSON object in ASCII, in the order of their names in lower case, without
// Set-Cookie. It omits headers with which the object would be longer than maxFunctionHeaders.
func formatFunctionHeaders(header http.Header) string {
	names := make([]string, 0, len(header))
	for name := range header {
		names = append(names, name)
	}
	slices.Sort(names)
	var out strings.Builder
	for _, name := range names {
		if name == "Set-Cookie" {
			continue
		}
		member := quoteASCII(strings.ToLower(name)) + ":" + quoteASCII(strings.Join(header[name], ", "))
		if out.Len()+len(member) > maxFunctionHeaders {
			continue
		}
		if out.Len() > 0 {
			out.WriteByte(',')
		}
		out.WriteString(member)
	}
	return "{" + out.String() + "}"
}

// quoteASCII returns a JSON string that contains only ASCII.
func quoteASCII(text string) string {
	encoded, err := json.Marshal(text) // can't fail
	if err != nil {
		return `""`
	}
	var out strings.Builder
	for _, r := range string(encoded) {
		switch {
		case r < 0x80:
			out.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, r)
		default:
			r -= 0x10000
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xd800+r>>10, 0xdc00+r&0x3ff)
		}
	}
	return out.String()
}
