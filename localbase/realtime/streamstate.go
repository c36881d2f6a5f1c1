package realtime

import (
	"context"
	"sync"
)

// streamState says whether changes of the database are coming.
type streamState struct {
	mu    sync.Mutex
	up    chan struct{} // closed while they are
	isUp  bool
	wasUp bool // they came once
}

func newStreamState() *streamState { return &streamState{up: make(chan struct{})} }

// waitUntilUp returns when changes are coming, or ctx ends.
func (s *streamState) waitUntilUp(ctx context.Context) error {
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

// setUp says that changes are coming; to subscribers, if they came before.
func (s *streamState) setUp(h *Handler) {
	s.mu.Lock()
	again := s.wasUp
	s.isUp, s.wasUp = true, true
	close(s.up)
	s.mu.Unlock()
	if again {
		h.changes.notify(statusOK, "Subscribed to PostgreSQL")
	}
}

// setDown says that changes aren't coming any more, if they were.
func (s *streamState) setDown(h *Handler) {
	s.mu.Lock()
	was := s.isUp
	if was {
		s.isUp, s.up = false, make(chan struct{})
	}
	s.mu.Unlock()
	if was {
		h.changes.notify(statusError, "The connection to the database was lost: changes are missed until it is back")
	}
}
