// Package bytebudget limits how many bytes a process buffers at once. A body
// that must be read whole is read through a lease; when all leases together
// would hold more than the budget, the read fails instead of using the memory.
package bytebudget

import (
	"errors"
	"io"

	"golang.org/x/sync/semaphore"
)

// ErrExhausted is returned by a lease's reader when the budget is used up. The
// same request can succeed later.
var ErrExhausted = errors.New("too many bytes are buffered")

const (
	// UncountedBytes is the number of bytes of each lease that do not count. They cost
	// no more than the connection that they come from, and so small bodies are read
	// while large ones use up the budget.
	UncountedBytes = 16 << 10
	// minAcquiredBytes is the smallest number of bytes that a lease acquires at once.
	minAcquiredBytes = 64 << 10
)

// Budget is a number of bytes, shared by leases. A nil Budget has no limit.
type Budget struct {
	size      int64
	available *semaphore.Weighted
}

// New returns a budget of size bytes.
func New(size int64) *Budget {
	return &Budget{size: size, available: semaphore.NewWeighted(size)}
}

// Size returns the bytes of the whole budget.
func (b *Budget) Size() int64 { return b.size }

// NewLease returns a lease that holds nothing yet.
func (b *Budget) NewLease() *Lease { return &Lease{budget: b} }

// Lease is the part of the budget that one request holds. It is for one
// goroutine at a time.
type Lease struct {
	budget        *Budget
	usedBytes     int64 // bytes in memory
	acquiredBytes int64 // bytes acquired for them
}

// Reader returns a reader of r that holds each byte that it reads.
func (l *Lease) Reader(r io.Reader) io.Reader { return &reader{source: r, lease: l} }

// Release returns all bytes to the budget. Further calls do nothing.
func (l *Lease) Release() {
	if l.acquiredBytes > 0 {
		l.budget.available.Release(l.acquiredBytes)
	}
	l.usedBytes, l.acquiredBytes = 0, 0
}

// Acquire adds n bytes to those that the lease holds until Release. It fails with
// ErrExhausted when the budget has too few left; the lease then holds nothing, so
// that of many that grow at once, some can grow to their end.
func (l *Lease) Acquire(n int) error {
	l.usedBytes += int64(n)
	missing := l.usedBytes - UncountedBytes - l.acquiredBytes
	if l.budget == nil || missing <= 0 {
		return nil
	}
	for _, bytes := range []int64{max(missing, minAcquiredBytes), missing} { // the budget can have less than a step left
		if l.budget.available.TryAcquire(bytes) {
			l.acquiredBytes += bytes
			return nil
		}
	}
	l.Release()
	return ErrExhausted
}

type reader struct {
	source io.Reader
	lease  *Lease
}

// Read adds the bytes that it returns to the lease. It returns the error of Acquire if the budget
// is exhausted.
func (r *reader) Read(p []byte) (int, error) {
	n, err := r.source.Read(p)
	if exhausted := r.lease.Acquire(n); exhausted != nil {
		return 0, exhausted
	}
	return n, err
}

// ReadAll reads r whole through the lease. expected is the number of bytes that
// r has, -1 if unknown: with it, the buffer does not grow beyond the content. The
// buffer grows as bytes arrive, because the sender can announce more than it sends.
func (l *Lease) ReadAll(r io.Reader, expected int64) ([]byte, error) {
	const first = 4 << 10
	r = l.Reader(r)
	buffer := make([]byte, 0, first)
	for {
		if len(buffer) == cap(buffer) {
			size := 2 * int64(cap(buffer))
			if expected >= int64(len(buffer)) {
				size = min(size, expected+1) // one more byte to meet the end
			}
			grown := make([]byte, len(buffer), max(size, int64(len(buffer))+1))
			copy(grown, buffer)
			buffer = grown
		}
		n, err := r.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		switch {
		case err == io.EOF: // readers return it unwrapped
			return buffer, nil
		case err != nil:
			return nil, err
		}
	}
}
