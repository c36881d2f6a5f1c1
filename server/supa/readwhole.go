package supa

import (
	"fmt"
	"io"
)

// readWhole reads a body of at most maxBytes and gives it to decode, which must
// not keep it: it is in the budget for responses until decode returns. Errors:
// ErrNonsense for a longer body, bytebudget.ErrExhausted, and those of decode.
func (b *Backend) readWhole(r io.Reader, maxBytes int64, what string, decode func([]byte) error) error {
	lease := b.config.Responses.Lease()
	defer lease.Release()
	body, err := lease.ReadAll(&boundedReader{from: r, left: maxBytes, what: what}, -1)
	if err != nil {
		return fmt.Errorf("read %s: %w", what, err)
	}
	return decode(body)
}

// boundedReader fails with ErrNonsense when more than left bytes are read.
type boundedReader struct {
	from io.Reader
	left int64
	what string
}

func (r *boundedReader) Read(p []byte) (int, error) {
	n, err := r.from.Read(p)
	if r.left -= int64(n); r.left < 0 {
		return 0, fmt.Errorf("%w: %s: a longer response than expected", ErrNonsense, r.what)
	}
	return n, err
}
