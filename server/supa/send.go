package supa

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// retryDelay is the time until a read is sent again after a broken connection.
const retryDelay = 150 * time.Millisecond

// sendForCaller is send for a caller. If the backend rejects the caller's token, it
// sends the request again with a renewed token, unless the body cannot be sent twice:
// the rejected request had no effect. It also waits until a new token is valid (sendWithClockSkewRetry).
func (b *Backend) sendForCaller(ctx context.Context, req *http.Request, area Area, caller Caller) (*http.Response, error) {
	resp, err := b.sendWithClockSkewRetry(ctx, req, area)
	if caller.RenewToken == nil {
		return resp, err
	}
	var rejection *Error
	if err == nil || !errors.As(err, &rejection) || !rejection.IsTokenRejection() {
		return resp, err
	}
	again, ok := cloneRequest(ctx, req)
	if !ok {
		return nil, err
	}
	token, renewErr := caller.RenewToken(ctx, caller.Token)
	if renewErr != nil {
		return nil, renewErr
	}
	again.Header.Set("Authorization", "Bearer "+token)
	return b.sendWithClockSkewRetry(ctx, again, area)
}

// send sends a request with timeouts, retries a read once after a broken connection, and
// rejects redirects. The response is a success, a 206 or a 304. The caller must close
// its body, whose Read fails if the backend sends nothing for Config.Timeout.
func (b *Backend) send(ctx context.Context, req *http.Request, area Area) (*http.Response, error) {
	start := time.Now()
	resp, err := b.sendOnce(ctx, req, area)
	retryable := (req.Method == http.MethodGet || req.Method == http.MethodHead) && (req.Body == nil || req.Body == http.NoBody)
	if retryable && errors.Is(err, ErrUnreachable) && ctx.Err() == nil {
		select {
		case <-time.After(retryDelay):
			resp, err = b.sendOnce(ctx, req, area)
		case <-ctx.Done():
		}
	}
	status := 0
	if resp != nil {
		status = resp.StatusCode
	}
	var rejection *Error
	if errors.As(err, &rejection) {
		status = rejection.Status
	}
	b.config.Observe(area, status, time.Since(start))
	return resp, err
}

// sendOnce is send without the second attempt and without Config.Observe.
func (b *Backend) sendOnce(ctx context.Context, req *http.Request, area Area) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	watch := &watchdog{timeout: b.config.Timeout, ctx: ctx, cancel: cancel}
	req = req.WithContext(ctx)
	if req.Body != nil && req.Body != http.NoBody {
		req.Body = &watchedUpload{ReadCloser: req.Body, watch: watch}
	}
	watch.arm()
	resp, err := b.transport.RoundTrip(req)
	watch.hasResponse.Store(true)
	watch.disarm()
	if err != nil {
		defer cancel(nil)
		return nil, b.classifyTransportError(ctx, area, err)
	}
	resp.Body = &watchedBody{ReadCloser: resp.Body, watch: watch}
	switch code := resp.StatusCode; {
	case code < 300, code == http.StatusNotModified:
		return resp, nil
	case code == http.StatusMultipleChoices, code >= 400: // PostgREST's status for an ambiguous request
		return nil, parseRejection(area, resp)
	default: // a redirect could send the keys to another server
		_ = resp.Body.Close()
		return nil, &redirectError{area, code, resp.Header}
	}
}

// redirectError is the error for a redirect. It is an ErrInvalidResponse, except for
// StartOAuth.
type redirectError struct {
	area   Area
	status int
	header http.Header
}

func (e *redirectError) Error() string {
	return fmt.Sprintf("%v: %s: redirect (HTTP %d)", ErrInvalidResponse, e.area, e.status)
}

func (e *redirectError) Unwrap() error { return ErrInvalidResponse }

// classifyTransportError returns ErrTimeout, the error of a context that has ended, or
// ErrUnreachable.
func (b *Backend) classifyTransportError(ctx context.Context, area Area, err error) error {
	switch {
	case errors.Is(context.Cause(ctx), ErrTimeout):
		return fmt.Errorf("%w: %s", ErrTimeout, area)
	case ctx.Err() != nil:
		return fmt.Errorf("call %s: %w", area, ctx.Err())
	default:
		return fmt.Errorf("%w: %s: %w", ErrUnreachable, area, err)
	}
}

// watchdog ends a request if the backend sends nothing for too long. It runs only while
// the request waits for the backend, not while it waits for the browser.
type watchdog struct {
	timeout     time.Duration
	ctx         context.Context
	cancel      context.CancelCauseFunc
	timer       *time.Timer
	hasResponse atomic.Bool // headers have arrived: an upload in progress does not arm it again
}

// arm starts the timer. When it fires, it cancels the request to the backend with the cause ErrTimeout.
func (w *watchdog) arm() {
	w.timer = time.AfterFunc(w.timeout, func() { w.cancel(ErrTimeout) })
}

// disarm stops the timer. A later Reset of the timer starts it again.
func (w *watchdog) disarm() { w.timer.Stop() }

// watchedBody is the body of a response, with a watchdog.
type watchedBody struct {
	io.ReadCloser
	watch *watchdog
}

// Read waits for the backend at most Config.Timeout. The error is ErrTimeout, ErrUnreachable, or
// that of the ended context.
func (b *watchedBody) Read(p []byte) (int, error) {
	b.watch.timer.Reset(b.watch.timeout)
	n, err := b.ReadCloser.Read(p)
	b.watch.disarm()
	switch {
	case err == nil, err == io.EOF: // readers compare with io.EOF, unwrapped
		return n, err
	case errors.Is(context.Cause(b.watch.ctx), ErrTimeout):
		return n, fmt.Errorf("%w: in the middle of its response", ErrTimeout)
	case b.watch.ctx.Err() != nil:
		return n, fmt.Errorf("read the backend's response: %w", b.watch.ctx.Err())
	default:
		return n, fmt.Errorf("%w: in the middle of its response: %w", ErrUnreachable, err)
	}
}

// Close closes the response's body, stops the watchdog and cancels the request to the backend, also
// if the body was not read to its end.
func (b *watchedBody) Close() error {
	b.watch.disarm()
	b.watch.cancel(nil)
	return b.ReadCloser.Close()
}

// watchedUpload is the body of a request. The watchdog stops while the browser sends.
type watchedUpload struct {
	io.ReadCloser
	watch *watchdog
}

// Read stops the watchdog while it reads from the browser, and then starts it again, since the next wait
// is for the backend. After the response's headers have arrived, it does not start it again.
func (b *watchedUpload) Read(p []byte) (int, error) {
	b.watch.disarm()
	n, err := b.ReadCloser.Read(p)
	if !b.watch.hasResponse.Load() {
		b.watch.timer.Reset(b.watch.timeout)
	}
	return n, err
}
