package realtime

import "sync"

// frameQueue contains the frames to write to a socket. Sockets share frames; each queue counts
// their size.
type frameQueue struct {
	mu       sync.Mutex
	frames   []encodedFrame
	bytes    int // size of frames and of those being written
	limit    int
	isClosed bool
	wake     chan struct{} // capacity 1
}

func newQueue(limit int) *frameQueue { return &frameQueue{limit: limit, wake: make(chan struct{}, 1)} }

// push appends a frame and reports whether the queue has room. A closed queue discards all frames.
func (q *frameQueue) push(encoded encodedFrame) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.isClosed {
		return true
	}
	if q.bytes > 0 && isOverLimit(q.bytes+len(encoded.data), q.limit) {
		return false
	}
	q.frames = append(q.frames, encoded)
	q.bytes += len(encoded.data)
	select {
	case q.wake <- struct{}{}:
	default: // the writer is notified already
	}
	return true
}

// take returns all queued frames in order. The caller must release each frame after writing it.
func (q *frameQueue) take() []encodedFrame {
	q.mu.Lock()
	defer q.mu.Unlock()
	frames := q.frames
	q.frames = nil
	return frames
}

// release subtracts a written frame from the size of the queue.
func (q *frameQueue) release(encoded encodedFrame) {
	q.mu.Lock()
	q.bytes -= len(encoded.data)
	q.mu.Unlock()
}

// close discards the frames. Later frames are ignored.
func (q *frameQueue) close() {
	q.mu.Lock()
	q.isClosed, q.frames = true, nil
	q.mu.Unlock()
}
