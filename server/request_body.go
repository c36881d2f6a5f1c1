package server

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/bytebudget"
)

const (
	maxCommandBody  = 1 << 20 // bytes of any other JSON body: 1,000 names of objects fit
	bodyIdleTimeout = 30 * time.Second
	bodyTimeout     = 2 * time.Minute // for the whole body: 8 MB at 0.6 Mbit/s
)

const bodyLeaseKey = "body lease"

// leaseBodies gives each request a lease on the memory for its body.
func (s *Server) leaseBodies(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		lease := s.requestBodies.NewLease()
		defer lease.Release()
		c.Set(bodyLeaseKey, lease)
		return next(c)
	}
}

// readBody reads a JSON body of at most limit bytes. Codes: bad_request, too_large, and
// busy if the bodies of all requests would exceed Options.BufferBytes.
func readBody(c *echo.Context, limit int64) ([]byte, error) {
	body, _, err := readTypedBody(c, limit, "application/json")
	return body, err
}

// readTypedBody is readBody for several media types. It returns the type of the body.
func readTypedBody(c *echo.Context, limit int64, kinds ...string) (body []byte, kind string, err error) {
	kind, _, err = mime.ParseMediaType(c.Request().Header.Get("Content-Type"))
	if err != nil || !slices.Contains(kinds, kind) {
		return nil, "", newBadRequestError("The body must be JSON, with Content-Type: application/json.")
	}
	body, err = readBytes(c, limit)
	return body, kind, err
}

// readBytes reads a body of any type. Codes: those of readBody.
func readBytes(c *echo.Context, limit int64) ([]byte, error) {
	r := c.Request()
	incoming := newIdleTimeoutReader(c, limit, bodyIdleTimeout)
	incoming.deadline = time.Now().Add(bodyTimeout)
	body, err := c.Get(bodyLeaseKey).(*bytebudget.Lease).ReadAll(incoming, r.ContentLength)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, newTooLargeError(tooLarge.Limit)
	case errors.Is(err, bytebudget.ErrExhausted):
		discardBody(incoming)
		return nil, err
	case err != nil:
		return nil, newBadRequestError("Couldn’t read the body: %v.", err)
	}
	return body, nil
}

// newTooLargeError returns the error for a body that exceeds a limit which no setting
// changes.
func newTooLargeError(limit int64) error {
	return &Error{Code: CodeTooLarge, Message: fmt.Sprintf("The body is larger than the limit of %d bytes.", limit)}
}

// readDataBody reads a body with rows or arguments, of at most Options.BodyBytes. The
// error for a larger one names the setting. Codes: those of readBody.
func (s *Server) readDataBody(c *echo.Context, kinds ...string) (body []byte, kind string, err error) {
	body, kind, err = readTypedBody(c, s.BodyBytes, kinds...)
	var rejection *Error
	if errors.As(err, &rejection) && rejection.Code == CodeTooLarge {
		rejection.Message = fmt.Sprintf("The request is larger than the limit of %d bytes.", s.BodyBytes)
		rejection.Hint = "The setting TABLESIDE_BODY_BYTES changes the limit."
	}
	return body, kind, err
}

// rejectBody reads and discards the body of a rejected request, and returns err: if the
// server closed the connection while a browser sends, the browser would report a network
// error instead of the response. A client that waits for "100 Continue" has sent no
// body.
func (s *Server) rejectBody(c *echo.Context, err error) error {
	if c.Request().Header.Get("Expect") != "" {
		return err
	}
	incoming := newIdleTimeoutReader(c, s.BodyBytes, bodyIdleTimeout)
	incoming.deadline = time.Now().Add(bodyTimeout)
	discardBody(incoming)
	return err
}

func discardBody(body io.Reader) {
	_, _ = io.Copy(io.Discard, body) // the body is not needed
}
