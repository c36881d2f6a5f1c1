package server

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	// reconnectInterval is the time in which all clients reconnect after a restart, for
	// each connection: 1,000 connections reconnect within 10 s.
	reconnectInterval = 10 * time.Millisecond
	minReconnectDelay = time.Second
	maxReconnectDelay = 30 * time.Second
)

// realtimeHub contains the connections of the relay and limits their number.
type realtimeHub struct {
	maxConnections, maxPerUser int
	requireMFA                 bool // Options.RequireMFA

	mu          sync.Mutex
	isDraining  bool
	slots       map[*realtimeSlot]struct{}
	perUser     map[string]int // by user id
	connections sync.WaitGroup
}

// realtimeSlot is the right to one connection.
type realtimeSlot struct {
	hub               *realtimeHub
	userID, sessionID string

	connection *realtimeConnection // nil: not connected yet
	ended      *closure            // the session ended before the connection was set
}

// newRealtimeHub returns a hub without connections.
func newRealtimeHub(s *settings) *realtimeHub {
	return &realtimeHub{
		maxConnections: s.RealtimeConnections, maxPerUser: s.RealtimeConnectionsPerUser, requireMFA: s.RequireMFA,
		slots: map[*realtimeSlot]struct{}{}, perUser: map[string]int{},
	}
}

// acquire returns a slot for a connection of a session. Codes: busy,
// too_many_connections.
func (h *realtimeHub) acquire(of *session) (*realtimeSlot, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.isDraining, len(h.slots) >= h.maxConnections:
		return nil, newCodedError(CodeBusy, "The server has no free connection for live updates.", nil)
	case h.perUser[of.User.ID] >= h.maxPerUser:
		return nil, &Error{
			Code: CodeTooManyConnections, RetryAfter: 30,
			Message: fmt.Sprintf("You have %d connections for live updates. Close other windows or devices.", h.maxPerUser),
		}
	}
	slot := &realtimeSlot{hub: h, userID: of.User.ID, sessionID: of.ID}
	h.slots[slot] = struct{}{}
	h.perUser[of.User.ID]++
	h.connections.Add(1)
	return slot, nil
}

// release returns a slot.
func (s *realtimeSlot) release() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	delete(s.hub.slots, s)
	if s.hub.perUser[s.userID]--; s.hub.perUser[s.userID] == 0 {
		delete(s.hub.perUser, s.userID)
	}
	s.hub.connections.Done()
}

// connect sets the connection of a slot. If the session has ended or the server stops, it
// closes the connection.
func (s *realtimeSlot) connect(c *realtimeConnection) {
	s.hub.mu.Lock()
	s.connection = c
	ended, isDraining := s.ended, s.hub.isDraining
	s.hub.mu.Unlock()
	switch {
	case ended != nil:
		c.close(*ended)
	case isDraining:
		c.close(newRestart("shutdown", minReconnectDelay))
	}
}

// endSession closes the connections of a session. If a sign-in has replaced it, the client
// can connect again with the new session.
func (h *realtimeHub) endSession(id string, isReplaced bool) {
	if isReplaced {
		h.closeSession(id, newRestart("replaced", minReconnectDelay))
	} else {
		h.closeSession(id, closeSignedOut)
	}
}

// downgradeSession closes the connections of a session that has lost its second factor: a
// channel can be one that requires it. The client can connect again if the server does not
// require a second factor.
func (h *realtimeHub) downgradeSession(id string) {
	if h.requireMFA {
		h.closeSession(id, closeSecondFactor)
	} else {
		h.closeSession(id, newRestart("downgraded", minReconnectDelay))
	}
}

// closeSession closes the connections of a session, also those that are being opened.
func (h *realtimeHub) closeSession(id string, with closure) {
	for _, c := range h.findConnections(func(slot *realtimeSlot) bool {
		if slot.sessionID == id {
			slot.ended = &with
		}
		return slot.sessionID == id
	}) {
		c.close(with)
	}
}

// drain closes all connections with a random time after which the client connects again,
// and waits for their end.
func (h *realtimeHub) drain(ctx context.Context) {
	h.mu.Lock()
	h.isDraining = true
	h.mu.Unlock()
	open := h.findConnections(func(*realtimeSlot) bool { return true })
	period := min(max(minReconnectDelay, time.Duration(len(open))*reconnectInterval), maxReconnectDelay)
	for _, c := range open {
		c.close(newRestart("shutdown", period))
	}
	done := make(chan struct{})
	go func() {
		h.connections.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// findConnections returns the open connections whose slot matches.
func (h *realtimeHub) findConnections(matches func(*realtimeSlot) bool) []*realtimeConnection {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found []*realtimeConnection
	for slot := range h.slots {
		if matches(slot) && slot.connection != nil {
			found = append(found, slot.connection)
		}
	}
	return found
}

// newRestart returns the closure after which a client connects again at a random time of
// the period.
func newRestart(label string, period time.Duration) closure {
	return closure{CloseRestart, fmt.Sprintf("retry-after-ms=%d", rand.Int64N(period.Milliseconds())), label}
}
