package relay

import (
	"sync"
	"sync/atomic"
)

// Budget limits the bytes in all queues of a process.
type Budget struct {
	limit int64
	used  atomic.Int64
}

// NewBudget returns a budget of limit bytes.
func NewBudget(limit int64) *Budget { return &Budget{limit: limit} }

// Queue contains the messages to write to a client. Its writer runs only while there are
// messages, so that an idle connection has no goroutine for it.
type Queue struct {
	limit  int
	budget *Budget

	mu        sync.Mutex
	messages  []Message
	bytes     int // of messages, and of the message being written
	isWriting bool
	isClosed  bool
}

// NewQueue returns a queue of at most limit bytes. A single message can be larger, and can
// exceed the budget: clients that read without delay have no more than one.
func NewQueue(limit int, budget *Budget) *Queue { return &Queue{limit: limit, budget: budget} }

// Push appends a message. start is true if the caller must start a writer, which calls
// Next until it returns false, also after an error. ok is false if the queue is full: the
// client reads too slowly. A closed queue discards messages.
func (q *Queue) Push(m Message) (start, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.isClosed {
		return false, true
	}
	if q.bytes > 0 && (q.bytes+len(m.Data) > q.limit || q.budget.used.Load()+int64(len(m.Data)) > q.budget.limit) {
		return false, false
	}
	q.messages = append(q.messages, m)
	q.add(len(m.Data))
	start = !q.isWriting
	q.isWriting = true
	return start, true
}

// Next returns the next message, after the previous one has been written. ok is false if
// there is none: the writer must then end.
func (q *Queue) Next(written Message) (next Message, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.add(-len(written.Data))
	if len(q.messages) == 0 {
		q.isWriting, q.messages = false, nil
		return Message{}, false
	}
	next = q.messages[0]
	q.messages[0] = Message{} // its memory is free after it has been written
	q.messages = q.messages[1:]
	return next, true
}

// Close discards all messages, now and later. The message being written counts until the
// next call of Next.
func (q *Queue) Close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, m := range q.messages {
		q.add(-len(m.Data))
	}
	q.isClosed, q.messages = true, nil
}

// add adds size to the bytes of the queue and of the budget; a negative size releases bytes.
func (q *Queue) add(size int) {
	q.bytes += size
	q.budget.used.Add(int64(size))
}
