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

// readCloser reads from one and closes another.
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

// startStream writes the headers of a response whose body can take long. A
// cookie is sent at once: after the body, the browser could have a newer one.
func startStream(c *echo.Context, status int) {
	c.Response().WriteHeader(status)
	if c.Response().Header().Get("Set-Cookie") != "" {
		_ = http.NewResponseController(c.Response()).Flush() // a broken connection shows at the first write
	}
}

// abortResponse is how a handler ends when its answer broke off in the middle.
func (s *Server) abortResponse(c *echo.Context, err error) error {
	if c.Request().Context().Err() == nil {
		s.Logger.Warn("an answer broke off", "id", requestID(c), "route", c.Path(), "cause", err.Error())
	}
	return fmt.Errorf("%w: %w", http.ErrAbortHandler, err)
}

// limitResponseTime gives each answer a deadline when it begins, so that one who asks
// and doesn't read holds nothing for long. Streams move theirs on as bytes flow.
func (s *Server) limitResponseTime(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		response, err := echo.UnwrapResponse(c.Response())
		if err != nil {
			return fmt.Errorf("find the response: %w", err)
		}
		response.Before(func() {
			_ = http.NewResponseController(c.Response()).SetWriteDeadline(time.Now().Add(s.ClientTimeout)) // not every writer has one
		})
		return next(c)
	}
}

// idleTimeoutWriter waits for a slow browser, but not for one that takes nothing.
type idleTimeoutWriter struct {
	target      io.Writer
	control     *http.ResponseController
	idleTimeout time.Duration
}

func (w *idleTimeoutWriter) Write(p []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(w.idleTimeout)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, fmt.Errorf("set a write deadline: %w", err)
	}
	return w.target.Write(p)
}

// idleTimeoutReader waits for a slow browser's body, but not for one that has
// stopped.
type idleTimeoutReader struct {
	io.ReadCloser
	control     *http.ResponseController
	idleTimeout time.Duration
	deadline    time.Time // of the whole body; zero: none
}

func (r *idleTimeoutReader) Read(p []byte) (int, error) {
	until := time.Now().Add(r.idleTimeout)
	if !r.deadline.IsZero() && r.deadline.Before(until) {
		until = r.deadline
	}
	if err := r.control.SetReadDeadline(until); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, fmt.Errorf("set a read deadline: %w", err)
	}
	n, err := r.ReadCloser.Read(p)
	if err != nil { // all is read: the deadline would now end the request while it is answered
		_ = r.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// newIdleTimeoutReader makes a request's body one of at most limit bytes that is waited for
// with patience.
func newIdleTimeoutReader(c *echo.Context, limit int64, patience time.Duration) *idleTimeoutReader {
	return &idleTimeoutReader{
		ReadCloser: http.MaxBytesReader(c.Response(), c.Request().Body, limit),
		control:    http.NewResponseController(c.Response()), idleTimeout: patience,
	}
}
