package supa

import (
	"fmt"
	"io"
)

// decodeBody reads a body of at most maxBytes and gives it to decode, which must
// not keep it: it is in the budget for responses until decode returns. Errors:
// ErrNonsense for a longer body, bytebudget.ErrExhausted, and those of decode.
func (b *Backend) decodeBody(r io.Reader, maxBytes int64, what string, decode func([]byte) error) error {
	lease := b.config.ResponseBudget.NewLease()
	defer lease.Release()
	body, err := lease.ReadAll(&boundedReader{source: r, remaining: maxBytes, description: what}, -1)
	if err != nil {
		return fmt.Errorf("read %s: %w", what, err)
	}
	return decode(body)
}

// boundedReader fails with ErrNonsense when more than left bytes are read.
type boundedReader struct {
	source      io.Reader
	remaining   int64
	description string
}

func (r *boundedReader) Read(p []byte) (int, error) {
	n, err := r.source.Read(p)
	if r.remaining -= int64(n); r.remaining < 0 {
		return 0, fmt.Errorf("%w: %s: a longer response than expected", ErrInvalidResponse, r.description)
	}
	return n, err
}
