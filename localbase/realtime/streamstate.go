package realtime

import (
	"context"
	"sync"
)

// streamState is the state of the replication connection.
type streamState struct {
	mu       sync.Mutex
	upSignal chan struct{} // closed while connected
	isUp     bool
	wasUp    bool // was connected before
}

func newStreamState() *streamState { return &streamState{upSignal: make(chan struct{})} }

// waitUntilUp returns when the replication connection is established, or with an error when ctx
// ends.
func (s *streamState) waitUntilUp(ctx context.Context) error {
	s.mu.Lock()
	up := s.upSignal
	s.mu.Unlock()
	select {
	case <-up:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// setUp records that the replication connection is established. It notifies subscribers if it was
// lost before.
func (s *streamState) setUp(h *Handler) {
	s.mu.Lock()
	isReconnect := s.wasUp
	s.isUp, s.wasUp = true, true
	close(s.upSignal)
	s.mu.Unlock()
	if isReconnect {
		h.changes.notify(statusOK, "Subscribed to PostgreSQL")
	}
}

// setDown records that the replication connection is lost, and notifies subscribers.
func (s *streamState) setDown(h *Handler) {
	s.mu.Lock()
	wasConnected := s.isUp
	if wasConnected {
		s.isUp, s.upSignal = false, make(chan struct{})
	}
	s.mu.Unlock()
	if wasConnected {
		h.changes.notify(statusError, "The connection to the database was lost. Changes are missed until it is restored.")
	}
}
