package relay

import "testing"

func TestQueueIsBounded(t *testing.T) {
	budget := NewBudget(1000)
	q := NewQueue(10, budget)
	large, small := Message{Data: make([]byte, 50)}, Message{Data: make([]byte, 6)}
	if start, ok := q.Push(large); !start || !ok {
		t.Fatalf("a large message alone: %t %t", start, ok)
	}
	if _, ok := q.Push(small); ok {
		t.Fatal("accepted a message behind a large one")
	}
	if m, ok := q.Next(Message{}); !ok || len(m.Data) != 50 {
		t.Fatal("the message is missing")
	}
	if _, ok := q.Push(small); ok {
		t.Fatal("the message being written does not count")
	}
	if _, ok := q.Next(large); ok {
		t.Fatal("a message too many")
	}
	for i, want := range []struct{ start, ok bool }{{true, true}, {false, false}} {
		if start, ok := q.Push(small); start != want.start || ok != want.ok {
			t.Errorf("message %d: %t %t", i, start, ok)
		}
	}
	q.Close()
	if start, ok := q.Push(large); start || !ok {
		t.Error("a closed queue must discard messages")
	}
	if _, ok := q.Next(Message{}); ok {
		t.Error("a closed queue still has messages")
	}
	if used := budget.used.Load(); used != 0 {
		t.Errorf("the budget lost %d bytes", used)
	}
}

// Many slow readers together do not use more than the budget. A reader without delay is
// not affected.
func TestQueuesShareABudget(t *testing.T) {
	budget := NewBudget(10)
	slow, fast := NewQueue(100, budget), NewQueue(100, budget)
	message := Message{Data: make([]byte, 6)}
	slow.Push(message)
	if _, ok := fast.Push(message); !ok {
		t.Error("rejected the only message of a queue")
	}
	if _, ok := slow.Push(message); ok {
		t.Error("exceeded the budget")
	}
	slow.Close()
	fast.Next(Message{})
	fast.Next(message)
	if _, ok := fast.Push(message); !ok {
		t.Error("closing a queue did not free its bytes")
	}
}
