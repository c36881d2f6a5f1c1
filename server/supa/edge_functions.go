package supa

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"regexp"
	"strings"
	"sync/atomic"
	"time"
)

// EdgeCall is a call of an edge function.
type EdgeCall struct {
	Name     string
	Method   string
	RawQuery string
	Header   http.Header // all that the function gets, except the headers of newRequest
	Body     io.ReadCloser
	Length   int64         // of the body; -1: unknown
	Timeout  time.Duration // until the headers, and between parts of the body
}

// EdgeResponse is the response of an edge function, with any status except a redirect.
type EdgeResponse struct {
	Status int
	Header http.Header
	Body   io.ReadCloser // to be closed; Read fails with ErrTimeout after EdgeCall.Timeout without data
}

// Errors of InvokeFunction. They are wrapped: use errors.Is.
var (
	ErrRedirected        = errors.New("the edge function returned a redirect")
	ErrFunctionNotFound  = errors.New("the edge function is not deployed")
	errFunctionDidNotEnd = fmt.Errorf("%w: %w", ErrOutcomeUnknown, ErrTimeout)
)

// InvokeFunction calls an edge function once, and returns its response before the body has
// arrived. The request is never sent again. Errors: ErrNotRun for a rejected token (which
// is renewed), for a function that does not start, and for a project that rejects all requests, ErrFunctionNotFound, ErrRedirected,
// ErrUnreachable if there is no connection, and ErrOutcomeUnknown, with ErrTimeout after
// call.Timeout.
func (b *Backend) InvokeFunction(ctx context.Context, caller Caller, call EdgeCall) (*EdgeResponse, error) {
	req, err := b.newEdgeRequest(ctx, caller, call)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	resp, err := b.sendEdgeRequest(ctx, req, call.Timeout)
	status := 0
	if resp != nil {
		status = resp.StatusCode
	}
	b.config.Observe(Functions, status, time.Since(start))
	if err != nil {
		return nil, err
	}
	if err := checkProjectRejection(resp); err != nil {
		return nil, err
	}
	switch {
	case resp.StatusCode >= 300 && resp.StatusCode < 400 && resp.StatusCode != http.StatusNotModified:
		_ = resp.Body.Close()
		return nil, fmt.Errorf("%w: HTTP %d to %q", ErrRedirected, resp.StatusCode, resp.Header.Get("Location"))
	case isRelayError(resp):
		return nil, b.parseRelayError(ctx, caller, resp)
	}
	return &EdgeResponse{Status: resp.StatusCode, Header: resp.Header, Body: resp.Body}, nil
}

// newEdgeRequest returns the request of a call, in a form that http.Transport never sends again. The error is
// ErrInvalidName for a name that cannot be part of a path.
func (b *Backend) newEdgeRequest(ctx context.Context, caller Caller, call EdgeCall) (*http.Request, error) {
	name, err := escapeSegment(call.Name)
	if err != nil {
		return nil, err
	}
	req, err := b.newRequest(ctx, call.Method, Functions, "/"+name, caller)
	if err != nil {
		return nil, err
	}
	req.URL.RawQuery = call.RawQuery
	for key, values := range call.Header {
		req.Header[key] = values
	}
	if call.Body != nil && call.Length != 0 {
		req.Body, req.ContentLength = call.Body, call.Length
	} else if call.Method != http.MethodGet {
		// http.Transport sends a request with an Idempotency-Key and http.NoBody again over a
		// new connection (net/http, Request.isReplayable).
		req.Body = io.NopCloser(strings.NewReader(""))
	}
	return req, nil
}

// sendEdgeRequest sends a request. It ends it after timeout without a part of the request's body, the response's headers,
// or a part of the response's body. The error is ErrOutcomeUnknown if there was a connection, so that the function can have
// run.
func (b *Backend) sendEdgeRequest(ctx context.Context, req *http.Request, timeout time.Duration) (*http.Response, error) {
	var hasConnection atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { hasConnection.Store(true) },
	})
	ctx, cancel := context.WithCancelCause(ctx)
	watch := &watchdog{timeout: timeout, ctx: ctx, cancel: cancel}
	req = req.WithContext(ctx)
	if req.Body != nil {
		req.Body = &watchedUpload{ReadCloser: req.Body, watch: watch}
	}
	watch.arm()
	resp, err := b.transport.RoundTrip(req)
	watch.hasResponse.Store(true)
	watch.disarm()
	if err == nil {
		resp.Body = &watchedBody{ReadCloser: resp.Body, watch: watch}
		return resp, nil
	}
	defer cancel(nil)
	err = b.classifyTransportError(ctx, Functions, err)
	if hasConnection.Load() && (errors.Is(err, ErrUnreachable) || errors.Is(err, ErrTimeout)) {
		return nil, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
	}
	return nil, err
}

// checkProjectRejection returns ErrNotRun with the reason, and closes the body, if the gateway of the project rejected the call.
// Otherwise, the body can still be read from its start.
func checkProjectRejection(resp *http.Response) error {
	switch resp.StatusCode {
	case statusProjectPaused, http.StatusPaymentRequired, http.StatusUnauthorized:
	default:
		return nil
	}
	body := resp.Body
	start, err := io.ReadAll(io.LimitReader(body, maxErrorBody))
	if rejection := parseProjectRejection(Functions, resp.StatusCode, start); rejection != nil {
		_ = body.Close()
		return fmt.Errorf("%w: %w", ErrNotRun, rejection)
	}
	rest := io.Reader(body)
	if err != nil {
		rest = failingReader{err}
	}
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(start), rest), body}
	return nil
}

// failingReader fails with an error that has occurred before.
type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

// relayCodes match the header Sb-Error-Code of responses that the functions service sends instead of the function.
// EDGE_FUNCTION_ERROR is not among them: it marks an error of the function itself.
// Source: https://supabase.com/docs/guides/functions/error-codes
var relayCodes = regexp.MustCompile(`^(?:UNAUTHORIZED(?:_\w+)?|NOT_FOUND(?:_FUNCTION_BLOB)?|BOOT_ERROR|LOAD_FUNCTION_\w+|RATE_LIMIT_EXCEEDED|INVALID_URL|` +
	`IDLE_TIMEOUT|WORKER_(?:LIMIT|RESOURCE_LIMIT|ERROR)|INVALID_RESPONSE_STATUS_CODE)$`)

// unreachedCodes match the codes of calls that did not reach the function.
var unreachedCodes = regexp.MustCompile(`BOOT_ERROR|^(?:LOAD_FUNCTION_\w+|RATE_LIMIT_EXCEEDED|INVALID_URL)$`)

// isRelayError reports whether the functions service sent a response instead of the function.
func isRelayError(resp *http.Response) bool {
	return resp.Header.Get("X-Relay-Error") == "true" ||
		resp.StatusCode >= 400 && relayCodes.MatchString(resp.Header.Get("Sb-Error-Code"))
}

// parseRelayError returns the error for a response that the functions service sent instead of the function, and closes its
// body. After a rejected token, it renews the token for the next call, since it must not repeat this call. Errors:
// ErrNotRun, ErrFunctionNotFound, ErrOutcomeUnknown (with ErrTimeout if the function took too long), or that of the
// renewal.
// Source: https://supabase.com/docs/guides/functions/status-codes
func (b *Backend) parseRelayError(ctx context.Context, caller Caller, resp *http.Response) error {
	defer func() { _ = resp.Body.Close() }()
	var parsed struct {
		Code    json.RawMessage `json:"code"`
		Message string          `json:"message"`
	}
	if text, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody)); err != nil || json.Unmarshal(text, &parsed) != nil {
		parsed.Message = http.StatusText(resp.StatusCode)
	}
	rejection := &Error{Area: Functions, Status: resp.StatusCode, Code: cmp.Or(resp.Header.Get("Sb-Error-Code"), decodeText(parsed.Code)), Message: parsed.Message}
	switch {
	case resp.StatusCode == http.StatusUnauthorized:
		if caller.RenewToken != nil {
			if _, err := caller.RenewToken(ctx, caller.Token); err != nil {
				return err
			}
		}
		return fmt.Errorf("%w: %w", ErrNotRun, rejection)
	case resp.StatusCode == http.StatusNotFound:
		return fmt.Errorf("%w: %w", ErrFunctionNotFound, rejection)
	case unreachedCodes.MatchString(rejection.Code):
		return fmt.Errorf("%w: %w", ErrNotRun, rejection)
	case resp.StatusCode == http.StatusGatewayTimeout, rejection.Code == "IDLE_TIMEOUT":
		return fmt.Errorf("%w: %w", errFunctionDidNotEnd, rejection)
	}
	return fmt.Errorf("%w: %w", ErrOutcomeUnknown, rejection)
}
