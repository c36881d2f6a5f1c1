package relay

import "sync"

// Queue contains the messages to write to a client. Its writer runs only while there are
// messages, so that an idle connection has no goroutine for it.
type Queue struct {
	limit int

	mu        sync.Mutex
	messages  []Message
	bytes     int // of messages, and of the message being written
	isWriting bool
	isClosed  bool
}

// NewQueue returns a queue of at most limit bytes. A single message can be larger.
func NewQueue(limit int) *Queue { return &Queue{limit: limit} }

// Push appends a message. start is true if the caller must start a writer, which calls
// Next. ok is false if the queue is full: the client reads too slowly. A closed queue
// discards messages.
func (q *Queue) Push(m Message) (start, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.isClosed {
		return false, true
	}
	if q.bytes > 0 && q.bytes+len(m.Data) > q.limit {
		return false, false
	}
	q.messages = append(q.messages, m)
	q.bytes += len(m.Data)
	start = !q.isWriting
	q.isWriting = true
	return start, true
}

// Next returns the next message, after the previous one has been written. ok is false if
// there is none: the writer must then end.
func (q *Queue) Next(written Message) (next Message, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.bytes -= len(written.Data)
	if len(q.messages) == 0 {
		q.isWriting, q.messages = false, nil
		return Message{}, false
	}
	next = q.messages[0]
	q.messages[0] = Message{} // its memory is free after it has been written
	q.messages = q.messages[1:]
	return next, true
}

// Close discards all messages, now and later.
func (q *Queue) Close() {
	q.mu.Lock()
	q.isClosed, q.messages = true, nil
	q.mu.Unlock()
}
