package server

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/bytebudget"
)

const (
	maxDataBody    = 8 << 20 // bytes of rows, or of a function's arguments
	maxCommandBody = 1 << 20 // bytes of any other JSON body: 1,000 names of objects fit
	bodyPatience   = 30 * time.Second
	bodyTimeout    = 2 * time.Minute // for the whole body: 8 MB at 0.6 Mbit/s
)

const leaseKey = "body lease"

// leaseBodies gives each request a lease on the memory for its body, which ends
// with the request.
func (s *Server) leaseBodies(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		lease := s.requestBodies.Lease()
		defer lease.Release()
		c.Set(leaseKey, lease)
		return next(c)
	}
}

// readBody reads a JSON body of at most limit bytes whole. Codes: bad_request,
// too_large, and busy when all requests together would hold too many bytes.
func readBody(c *echo.Context, limit int64) ([]byte, error) {
	r := c.Request()
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/json" {
		return nil, badRequest("The body has to be JSON, with Content-Type: application/json.")
	}
	incoming := patient(c, limit, bodyPatience)
	incoming.deadline = time.Now().Add(bodyTimeout)
	body, err := c.Get(leaseKey).(*bytebudget.Lease).ReadAll(incoming, r.ContentLength)
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, &Error{Code: CodeTooLarge, Message: fmt.Sprintf("The body is larger than %d bytes.", tooLarge.Limit)}
	case errors.Is(err, bytebudget.ErrExhausted):
		drain(incoming)
		return nil, err
	case err != nil:
		return nil, badRequest("The body could not be read: %v.", err)
	}
	return body, nil
}

// refuseBody returns the error of a request whose body is not wanted, after it
// has dropped the body: a browser that is still sending when the connection is
// closed reports a network failure instead of the response. A client that waits
// for "100 Continue" has not sent it yet.
func refuseBody(c *echo.Context, err error) error {
	if c.Request().Header.Get("Expect") != "" {
		return err
	}
	incoming := patient(c, maxDataBody, bodyPatience)
	incoming.deadline = time.Now().Add(bodyTimeout)
	drain(incoming)
	return err
}

func drain(body io.Reader) {
	_, _ = io.Copy(io.Discard, body) // one that breaks off is not wanted either
}
