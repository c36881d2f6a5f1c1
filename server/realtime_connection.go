package server

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/tableside/tableside/server/relay"
	"github.com/tableside/tableside/server/supa"
)

const (
	// realtimeWriteTimeout limits the write of a message.
	realtimeWriteTimeout = 10 * time.Second
	// maxAvatarURL is the maximum size of an avatar's URL that other users receive: a data
	// URL would be sent again with each message.
	maxAvatarURL = 2 << 10
	// burstSeconds is the number of seconds whose messages a client can send at once,
	// for example the joins after a reconnect.
	burstSeconds = 5
	// frameOverhead is the maximum size of a client's message in addition to the payload
	// of a broadcast.
	frameOverhead = 64 << 10
)

// closure is the end of a connection.
type closure struct {
	code   websocket.StatusCode
	reason string // at most 123 bytes
	label  string // in metrics
}

var (
	closeSignedOut       = closure{CloseSignedOut, "signed out", "signed_out"}
	closeSecondFactor    = closure{CloseSignedOut, "second factor required", "second_factor"}
	closeTooManyMessages = closure{CloseTooManyMessages, "too many messages", "too_many_messages"}
	closeIdle            = closure{CloseIdle, "no heartbeat", "idle"}
	closeSlowReader      = closure{CloseSlowReader, "the client reads too slowly", "slow_reader"}
	closeMalformed       = closure{websocket.StatusInvalidFramePayloadData, "malformed frame", "malformed"}
	closeTooLarge        = closure{websocket.StatusMessageTooBig, "the message is too large", "too_large"}
	closeBackendLost     = closure{CloseBackendLost, "the connection to the backend broke", "backend_lost"}
	closeClient          = closure{websocket.StatusNormalClosure, "", "client"}
	closeInternal        = closure{websocket.StatusInternalError, "internal error", "internal"}
)

// realtimeConnection relays between a browser and the backend. One goroutine reads each
// side; a third one writes to the browser while messages are queued; checks run in a
// timer's goroutine.
type realtimeConnection struct {
	*Server
	slot             *realtimeSlot
	browser, backend *websocket.Conn
	filter           *relay.Filter
	queue            *relay.Queue
	limiter          *rate.Limiter
	cookieGeneration int // of the session in the browser's cookie after the handshake

	ctx       context.Context // ends when the connection closes; contains the client's address
	cancel    context.CancelFunc
	closeOnce sync.Once
	closed    sync.WaitGroup // goroutines that use the websockets
	timer     *time.Timer

	sendMu  sync.Mutex // held while a message to the backend is decided and written
	session atomic.Pointer[session]

	browserActiveAt, backendActiveAt atomic.Int64 // Unix nanoseconds of the last message
}

// newRealtimeConnection returns a connection between both websockets, for the session of v. It does
// not forward messages yet.
func (s *Server) newRealtimeConnection(slot *realtimeSlot, v *requestSession, version relay.Version,
	browser, backend *websocket.Conn, address string) *realtimeConnection {
	current := v.currentSession()
	if current == nil { // ended during the handshake
		current = v.cookieSession
	}
	ctx := context.WithValue(supa.WithClientAddress(context.Background(), address), requestSessionKey{}, v)
	ctx, cancel := context.WithCancel(ctx)
	perSecond := s.RealtimeMessagesPerSecond
	c := &realtimeConnection{
		Server: s, slot: slot, browser: browser, backend: backend, cookieGeneration: current.Generation,
		queue:   relay.NewQueue(s.RealtimeQueueBytes, s.relayBudget),
		limiter: rate.NewLimiter(rate.Limit(perSecond), burstSeconds*perSecond),
		ctx:     ctx, cancel: cancel,
	}
	c.session.Store(current)
	currentCaller := func() supa.Caller { return supa.Caller{Token: c.session.Load().AccessToken} }
	c.filter = relay.NewFilter(relay.Options{
		Version: version, User: newRelayUser(current), Token: current.AccessToken, Sealer: s.relaySealer,
		Limits: relay.Limits{
			Channels: s.RealtimeChannels, BroadcastBytes: s.RealtimeMessageBytes, PresenceBytes: maxPresenceBytes,
		},
		CheckTable:     s.newTableCheck(ctx, currentCaller),
		FilterLocation: s.newLocationFilter(ctx, currentCaller),
	})
	browser.SetReadLimit(int64(s.RealtimeMessageBytes) + frameOverhead)
	return c
}

// newRelayUser returns the user whose name and picture the relay adds to presences. It omits a
// picture with a long URL.
func newRelayUser(of *session) relay.User {
	user := relay.User{ID: of.User.ID, Name: of.User.Name, AvatarURL: of.User.AvatarURL}
	if len(user.AvatarURL) > maxAvatarURL {
		user.AvatarURL = ""
	}
	return user
}

// start relays until the connection closes. It returns immediately.
func (c *realtimeConnection) start() {
	c.metrics.realtime.connections.Inc()
	now := time.Now().UnixNano()
	c.browserActiveAt.Store(now)
	c.backendActiveAt.Store(now)
	c.closed.Add(2)
	c.timer = time.AfterFunc(math.MaxInt64, func() { c.guard(c.check) })
	c.timer.Reset(c.nextCheck()) // after the assignment, because check uses the timer
	go c.guard(func() { defer c.closed.Done(); c.readBrowser() })
	go c.guard(func() { defer c.closed.Done(); c.readBackend() })
	c.slot.connect(c)
}

// guard runs a function of the connection. After a panic it closes the connection.
func (c *realtimeConnection) guard(run func()) {
	defer func() {
		if value := recover(); value != nil {
			c.Logger.Error("panic", "value", fmt.Sprint(value), "stack", string(debug.Stack()))
			c.close(closeInternal)
		}
	}()
	run()
}

// readBrowser passes messages of the browser to the backend.
func (c *realtimeConnection) readBrowser() {
	for {
		kind, data, err := c.browser.Read(context.Background())
		if err != nil {
			c.close(describeBrowserError(err))
			return
		}
		c.browserActiveAt.Store(time.Now().UnixNano())
		c.metrics.realtime.record(fromBrowser, len(data))
		if !c.limiter.Allow() {
			c.close(closeTooManyMessages)
			return
		}
		if err := c.handleMessage(relay.Message{IsBinary: kind == websocket.MessageBinary, Data: data}); err != nil {
			return
		}
	}
}

// handleMessage forwards, responds to or drops a message of the browser. After an error, the
// connection is closed.
func (c *realtimeConnection) handleMessage(m relay.Message) error {
	c.sendMu.Lock()
	defer c.sendMu.Unlock()
	decision, err := c.filter.FromClient(m)
	switch {
	case err != nil:
		c.close(closeMalformed)
		return err
	case decision.Reply != nil:
		c.metrics.realtime.rejected.Inc()
		c.enqueue(*decision.Reply)
	case decision.Forward != nil:
		return c.send(*decision.Forward)
	}
	return nil
}

// send writes a message to the backend. c.sendMu must be held. While the backend does not
// read, the connection does not read from the browser.
func (c *realtimeConnection) send(m relay.Message) error {
	if err := writeMessage(c.ctx, c.backend, m); err != nil {
		c.close(closeBackendLost)
		return err
	}
	return nil
}

// writeMessage writes a message within realtimeWriteTimeout.
func writeMessage(ctx context.Context, conn *websocket.Conn, m relay.Message) error {
	ctx, cancel := context.WithTimeout(ctx, realtimeWriteTimeout)
	defer cancel()
	kind := websocket.MessageText
	if m.IsBinary {
		kind = websocket.MessageBinary
	}
	return conn.Write(ctx, kind, m.Data)
}

// readBackend passes messages of the backend to the browser.
func (c *realtimeConnection) readBackend() {
	for {
		kind, data, err := c.backend.Read(context.Background())
		if err != nil {
			c.close(describeBackendError(err))
			return
		}
		c.backendActiveAt.Store(time.Now().UnixNano())
		c.metrics.realtime.record(fromBackend, len(data))
		m := relay.Message{IsBinary: kind == websocket.MessageBinary, Data: data}
		if out, ok := c.filter.FromBackend(m); ok {
			c.enqueue(out)
		}
	}
}

// enqueue queues a message for the browser. It closes the connection of a slow reader.
func (c *realtimeConnection) enqueue(m relay.Message) {
	start, ok := c.queue.Push(m)
	switch {
	case !ok:
		c.close(closeSlowReader)
	case start:
		go c.guard(c.writeQueue)
	}
}

// writeQueue writes messages to the browser until the queue is empty.
func (c *realtimeConnection) writeQueue() {
	var m relay.Message
	for {
		var ok bool
		if m, ok = c.queue.Next(m); !ok {
			return
		}
		if err := writeMessage(c.ctx, c.browser, m); err != nil {
			c.close(closeSlowReader) // also empties the queue
		}
	}
}

// close closes both sides. It returns immediately. Only the first call has an effect.
func (c *realtimeConnection) close(with closure) {
	c.closeOnce.Do(func() {
		c.metrics.realtime.disconnects.WithLabelValues(with.label).Inc()
		c.metrics.realtime.connections.Dec()
		c.Logger.Debug("a realtime connection closed", "reason", with.label)
		c.queue.Close()
		c.closed.Add(2)
		go func() { defer c.closed.Done(); _ = c.browser.Close(with.code, with.reason) }()
		go func() { defer c.closed.Done(); _ = c.backend.Close(websocket.StatusGoingAway, "") }()
		go func() {
			c.closed.Wait()
			c.cancel() // not earlier: it breaks off a message that is being written
			c.timer.Stop()
			c.slot.release()
		}()
	})
}

// describeBrowserError returns the end of a connection whose browser cannot be read.
func describeBrowserError(err error) closure {
	if errors.Is(err, websocket.ErrMessageTooBig) {
		return closeTooLarge // the library has sent the same code
	}
	return closeClient
}

// describeBackendError returns the end of a connection that the backend closed. A code of
// the backend passes.
func describeBackendError(err error) closure {
	var closed websocket.CloseError
	isClean := errors.As(err, &closed)
	if isClean && closed.Code != websocket.StatusNormalClosure && closed.Code != websocket.StatusNoStatusRcvd {
		return closure{closed.Code, closed.Reason, "backend_closed"}
	}
	return closeBackendLost
}
