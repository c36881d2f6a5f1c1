package supa

import (
	"fmt"
	"io"
)

// decodeBody reads a body of at most maxBytes and passes it to decode, which must not
// use it after it returns: the body then leaves the response budget. Errors:
// ErrInvalidResponse for a longer body, bytebudget.ErrExhausted, and those of decode.
func (b *Backend) decodeBody(r io.Reader, maxBytes int64, what string, decode func([]byte) error) error {
	lease := b.config.ResponseBudget.NewLease()
	defer lease.Release()
	body, err := lease.ReadAll(&boundedReader{source: r, remaining: maxBytes, description: what}, -1)
	if err != nil {
		return fmt.Errorf("read %s: %w", what, err)
	}
	return decode(body)
}

// boundedReader returns ErrInvalidResponse after more than remaining bytes.
type boundedReader struct {
	source      io.Reader
	remaining   int64
	description string
}

// Read returns ErrInvalidResponse instead of the byte after the limit.
func (r *boundedReader) Read(p []byte) (int, error) {
	n, err := r.source.Read(p)
	if r.remaining -= int64(n); r.remaining < 0 {
		return 0, fmt.Errorf("%w: %s: a longer response than expected", ErrInvalidResponse, r.description)
	}
	return n, err
}
