package server

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/labstack/echo/v5"
)

// readCloser reads from the Reader and closes the Closer.
type readCloser struct {
	io.Reader
	io.Closer
}

const copyBufferSize = 32 << 10

// copyBuffers holds the buffers of responses that are not in progress.
var copyBuffers = sync.Pool{New: func() any { return new([copyBufferSize]byte) }}

// streamBody copies a body to the browser and closes it. After the headers, an error
// can only break the connection: http.ErrAbortHandler.
//
// A body that fits into the buffer gets a Content-Length and is written at once.
// A new cookie must not wait for the body: see startStream.
func (s *Server) streamBody(c *echo.Context, status int, body io.ReadCloser) error {
	defer func() { _ = body.Close() }()
	if c.Request().Method == http.MethodHead {
		startStream(c, status)
		return nil
	}
	buffer := copyBuffers.Get().(*[copyBufferSize]byte)
	defer copyBuffers.Put(buffer)
	ahead, atEnd, err := buffer[:0], false, error(nil)
	if _, changesCookie := getRequestSession(c.Request().Context()).pendingCookie(); !changesCookie {
		ahead, atEnd, err = fillBuffer(body, buffer[:])
	}
	if atEnd {
		c.Response().Header().Set("Content-Length", strconv.Itoa(len(ahead)))
	}
	startStream(c, status)
	if len(ahead) > 0 { // startStream has set the deadline
		if _, writeErr := c.Response().Write(ahead); writeErr != nil {
			return s.abortResponse(c, writeErr)
		}
	}
	if err == nil && !atEnd {
		to := &idleTimeoutWriter{target: c.Response(), control: http.NewResponseController(c.Response()), idleTimeout: s.ClientTimeout}
		_, err = io.CopyBuffer(to, body, buffer[:])
	}
	if err != nil {
		return s.abortResponse(c, err)
	}
	return nil
}

// fillBuffer reads until the buffer is full, the body is at its end, or an error.
func fillBuffer(body io.Reader, buffer []byte) (read []byte, atEnd bool, err error) {
	n := 0
	for n < len(buffer) && err == nil {
		var more int
		more, err = body.Read(buffer[n:])
		n += more
	}
	if err == io.EOF { // readers return it unwrapped
		return buffer[:n], true, nil
	}
	return buffer[:n], false, err
}

// startStream writes the headers of a response whose body can take long. A cookie is
// sent immediately: after the body, the browser could have a newer one.
func startStream(c *echo.Context, status int) {
	c.Response().WriteHeader(status)
	if c.Response().Header().Get("Set-Cookie") != "" {
		_ = http.NewResponseController(c.Response()).Flush() // the first write reports a broken connection
	}
}

// abortResponse returns the error with which a handler ends in the middle of a response: the server
// then closes the connection, so that the client does not take the response as complete. It logs err
// unless the client has disconnected.
func (s *Server) abortResponse(c *echo.Context, err error) error {
	if c.Request().Context().Err() == nil {
		s.Logger.Warn("a response is incomplete", "id", requestID(c), "route", c.Path(), "cause", err.Error())
	}
	return fmt.Errorf("%w: %w", http.ErrAbortHandler, err)
}

// limitResponseTime sets a deadline for each response when it begins, so that a client
// that does not read cannot hold resources for long. Streams move their deadline with
// each part.
func (s *Server) limitResponseTime(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		response, err := echo.UnwrapResponse(c.Response())
		if err != nil {
			return fmt.Errorf("find the response: %w", err)
		}
		response.Before(func() {
			_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(s.ClientTimeout)) // not every writer has deadlines
		})
		return next(c)
	}
}

// idleTimeoutWriter is a response whose deadline moves with each write: a slow browser
// gets all of it, but one that stops reading is disconnected.
type idleTimeoutWriter struct {
	target      io.Writer
	control     *http.ResponseController
	idleTimeout time.Duration
}

// Write sets the write deadline of the connection to idleTimeout from now, then writes.
func (w *idleTimeoutWriter) Write(p []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(w.idleTimeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, fmt.Errorf("set a write deadline: %w", err)
	}
	return w.target.Write(p)
}

// idleTimeoutReader is a request's body whose deadline moves with each read: a slow
// browser can send all of it, but one that stops is disconnected. The handler calls end
// before it returns, because a transport can still read the body of a request that the
// backend responded early.
type idleTimeoutReader struct {
	io.ReadCloser
	idleTimeout time.Duration
	deadline    time.Time // of the whole body; zero: no limit

	mu      sync.Mutex
	control *http.ResponseController // nil after end
}

// Read sets the read deadline of the connection to idleTimeout from now, but not after r.deadline,
// then reads.
func (r *idleTimeoutReader) Read(p []byte) (int, error) {
	until := time.Now().Add(r.idleTimeout)
	if !r.deadline.IsZero() && r.deadline.Before(until) {
		until = r.deadline
	}
	if err := r.setReadDeadline(until); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, fmt.Errorf("set a read deadline: %w", err)
	}
	n, err := r.ReadCloser.Read(p)
	if err != nil { // the deadline must not end the request during the response
		_ = r.setReadDeadline(time.Time{})
	}
	return n, err
}

// setReadDeadline returns http.ErrBodyReadAfterClose after the end of the handler.
func (r *idleTimeoutReader) setReadDeadline(until time.Time) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.control == nil {
		return http.ErrBodyReadAfterClose
	}
	return r.control.SetReadDeadline(until)
}

// end makes later reads fail, because the response belongs to another request then.
func (r *idleTimeoutReader) end() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.control = nil
}

// newIdleTimeoutReader returns a request's body, limited to limit bytes.
func newIdleTimeoutReader(c *echo.Context, limit int64, idleTimeout time.Duration) *idleTimeoutReader {
	return &idleTimeoutReader{
		ReadCloser: http.MaxBytesReader(c.Response(), c.Request().Body, limit),
		control:    http.NewResponseController(c.Response()), idleTimeout: idleTimeout,
	}
}
