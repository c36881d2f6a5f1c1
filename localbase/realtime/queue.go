package realtime

import "sync"

// frameQueue holds the frames that wait to be written to one socket. Frames are
// shared between sockets; their bytes count for each.
type frameQueue struct {
	mu     sync.Mutex
	frames []encodedFrame
	bytes  int // of frames, and of those that are being written
	limit  int
	closed bool
	wake   chan struct{} // of capacity 1
}

func newQueue(limit int) *frameQueue { return &frameQueue{limit: limit, wake: make(chan struct{}, 1)} }

// push answers whether there was room. A closed queue takes everything and keeps nothing.
func (q *frameQueue) push(w encodedFrame) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed {
		return true
	}
	if q.bytes > 0 && isOverLimit(q.bytes+len(w.data), q.limit) {
		return false
	}
	q.frames = append(q.frames, w)
	q.bytes += len(w.data)
	select {
	case q.wake <- struct{}{}:
	default: // it has been woken already
	}
	return true
}

// take answers all frames that wait, in order. Each is to be given to written.
func (q *frameQueue) take() []encodedFrame {
	q.mu.Lock()
	defer q.mu.Unlock()
	frames := q.frames
	q.frames = nil
	return frames
}

func (q *frameQueue) release(w encodedFrame) {
	q.mu.Lock()
	q.bytes -= len(w.data)
	q.mu.Unlock()
}

func (q *frameQueue) close() {
	q.mu.Lock()
	q.closed, q.frames = true, nil
	q.mu.Unlock()
}
