package realtime

import (
	"context"
	"sync"
)

// stream says whether changes of the database are coming.
type stream struct {
	mu    sync.Mutex
	up    chan struct{} // closed while they are
	isUp  bool
	begun bool // they came once
}

func newStream() *stream { return &stream{up: make(chan struct{})} }

// wait returns when changes are coming, or ctx ends.
func (s *stream) wait(ctx context.Context) error {
	s.mu.Lock()
	up := s.up
	s.mu.Unlock()
	select {
	case <-up:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin says that changes are coming; to subscribers, if they came before.
func (s *stream) begin(h *Handler) {
	s.mu.Lock()
	again := s.begun
	s.isUp, s.begun = true, true
	close(s.up)
	s.mu.Unlock()
	if again {
		h.changes.tell(statusOK, "Subscribed to PostgreSQL")
	}
}

// down says that changes aren't coming any more, if they were.
func (s *stream) down(h *Handler) {
	s.mu.Lock()
	was := s.isUp
	if was {
		s.isUp, s.up = false, make(chan struct{})
	}
	s.mu.Unlock()
	if was {
		h.changes.tell(statusError, "The connection to the database was lost: changes are missed until it is back")
	}
}
