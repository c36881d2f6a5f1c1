package realtime

import (
	"context"
	"sync"
)

// lsn is a position in Postgres's log.
type lsn int64

// The publications whose changes are read.
const (
	changesPublication  = "supabase_realtime"
	messagesPublication = "supabase_realtime_messages_publication"
)

// stream says whether changes of the database are coming.
type stream struct {
	mu sync.Mutex
	up chan struct{} // closed while they are
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
