package server

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/labstack/echo/v5"
)

// readCloser reads from one and closes another.
type readCloser struct {
	io.Reader
	io.Closer
}

// stream copies body to the browser and closes it. Once bytes are on their way
// a failure can only be told by breaking the connection: http.ErrAbortHandler.
func (s *Server) stream(c *echo.Context, status int, body io.ReadCloser) error {
	defer func() { _ = body.Close() }()
	beginStream(c, status)
	if c.Request().Method == http.MethodHead {
		return nil
	}
	to := &patientWriter{to: c.Response(), control: http.NewResponseController(c.Response()), patience: s.ClientTimeout}
	if _, err := io.Copy(to, body); err != nil {
		return s.broken(c, err)
	}
	return nil
}

// beginStream writes the headers of a response whose body can take long. A
// cookie is sent at once: after the body, the browser could have a newer one.
func beginStream(c *echo.Context, status int) {
	c.Response().WriteHeader(status)
	if c.Response().Header().Get("Set-Cookie") != "" {
		_ = http.NewResponseController(c.Response()).Flush() // a broken connection shows at the first write
	}
}

// broken is how a handler ends when its answer broke off in the middle.
func (s *Server) broken(c *echo.Context, err error) error {
	if c.Request().Context().Err() == nil {
		s.Logger.Warn("an answer broke off", "id", requestID(c), "route", c.Path(), "cause", err.Error())
	}
	return fmt.Errorf("%w: %w", http.ErrAbortHandler, err)
}

// boundAnswers gives each answer a deadline when it begins, so that one who asks
// and doesn't read holds nothing for long. Streams move theirs on as bytes flow.
func (s *Server) boundAnswers(next echo.HandlerFunc) echo.HandlerFunc {
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

// patientWriter waits for a slow browser, but not for one that takes nothing.
type patientWriter struct {
	to       io.Writer
	control  *http.ResponseController
	patience time.Duration
}

func (w *patientWriter) Write(p []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(w.patience)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return 0, fmt.Errorf("set a write deadline: %w", err)
	}
	return w.to.Write(p)
}

// patientReader waits for a slow browser's body, but not for one that has
// stopped.
type patientReader struct {
	io.ReadCloser
	control  *http.ResponseController
	patience time.Duration
	deadline time.Time // of the whole body; zero: none
}

func (r *patientReader) Read(p []byte) (int, error) {
	until := time.Now().Add(r.patience)
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

// patient makes a request's body one of at most limit bytes that is waited for
// with patience.
func patient(c *echo.Context, limit int64, patience time.Duration) *patientReader {
	return &patientReader{
		ReadCloser: http.MaxBytesReader(c.Response(), c.Request().Body, limit),
		control:    http.NewResponseController(c.Response()), patience: patience,
	}
}
