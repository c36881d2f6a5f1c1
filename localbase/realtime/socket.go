package realtime

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
)

// writeTimeout is how long one frame may take to be written.
const writeTimeout = 10 * time.Second

// socket is one websocket with its channels. One goroutine reads and handles
// frames in order, one writes what is queued. A client that doesn't take what
// is sent is dropped, not waited for.
type socket struct {
	h       *Handler
	conn    *websocket.Conn
	version version
	headers string // for policies, see policyHeaders
	token   string // the connection's, used where a channel brings none
	queue   *frameQueue

	ctx       context.Context // ends with the socket
	cancel    context.CancelFunc
	closeOnce sync.Once

	mu       sync.Mutex // held while a frame or the end of a token is handled
	channels map[string]*channel
	hasUser  bool // a channel had a person's token
}

// serveSocket is GET /websocket?vsn=. 401: no good token. 429: too many sockets. 400: unknown vsn.
func (h *Handler) serveSocket(w http.ResponseWriter, r *http.Request) {
	v, err := parseVersion(r.URL.Query().Get("vsn"))
	if err != nil {
		writeError(w, http.StatusBadRequest, err.Error())
		return
	}
	token := readRequestToken(r)
	if token == "" {
		writeError(w, http.StatusUnauthorized, "API key is required")
		return
	}
	who, err := h.identify(token)
	if err != nil {
		writeError(w, http.StatusUnauthorized, err.Error())
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	s := &socket{
		h: h, version: v, headers: encodePolicyHeaders(r), token: token,
		queue: newQueue(h.limits.QueueBytes), ctx: ctx, cancel: cancel,
		channels: make(map[string]*channel), hasUser: who.Subject() != "",
	}
	defer cancel()
	if !h.register(s) {
		writeError(w, http.StatusTooManyRequests, "Too many connected users")
		return
	}
	defer h.unregister(s)
	// Any site may connect: a token says who asks, there are no cookies.
	s.conn, err = websocket.Accept(w, r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		return // Accept has answered
	}
	defer s.conn.CloseNow()
	s.conn.SetReadLimit(int64(h.limits.FrameBytes))
	s.run()
}

// run serves the socket until it ends.
func (s *socket) run() {
	written := make(chan struct{})
	go func() {
		defer close(written)
		s.writeFrames()
	}()
	if life := s.h.limits.AnonymousLifetime; life > 0 {
		defer time.AfterFunc(life, s.closeAnonymous).Stop()
	}
	s.readFrames()
	s.leaveAll()
	s.cancel()
	s.queue.close()
	<-written
}

// readFrames handles what comes in until the socket ends.
func (s *socket) readFrames() {
	for {
		kind, data, err := s.readMessage()
		if err != nil {
			return
		}
		var f frame
		if kind == websocket.MessageBinary {
			f, err = decodeBinary(data)
		} else {
			f, err = s.version.decode(data)
		}
		if err != nil {
			s.h.log.Debug("realtime frame refused", "error", err)
			s.closeAfterQueue(websocket.StatusInvalidFramePayloadData, "malformed frame")
			continue // until the client has closed, too
		}
		s.mu.Lock()
		s.handle(f)
		s.mu.Unlock()
	}
}

func (s *socket) readMessage() (websocket.MessageType, []byte, error) {
	ctx := s.ctx
	if idle := s.h.limits.IdleTimeout; idle > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, idle)
		defer cancel()
	}
	return s.conn.Read(ctx)
}

// writeFrames sends what is queued until the socket ends.
func (s *socket) writeFrames() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.queue.wake:
		}
		for _, w := range s.queue.take() {
			if err := s.writeFrame(w); err != nil {
				s.cancel()
				return
			}
			s.queue.release(w)
		}
	}
}

func (s *socket) writeFrame(w encodedFrame) error {
	if w.close != 0 {
		_ = s.conn.Close(w.close, string(w.data)) // whether or not the client answers, the socket is over
		return errors.New("closed")
	}
	kind := websocket.MessageText
	if w.binary {
		kind = websocket.MessageBinary
	}
	ctx, cancel := context.WithTimeout(s.ctx, writeTimeout)
	defer cancel()
	return s.conn.Write(ctx, kind, w.data)
}

// send queues a frame.
func (s *socket) send(f frame) { s.enqueue(s.version.encode(f), true) }

// enqueue queues what is already encoded; ok false, it is for nobody of this
// socket's version. When the queue is full the client is dropped.
func (s *socket) enqueue(w encodedFrame, ok bool) {
	if ok && !s.queue.push(w) {
		s.closeOnce.Do(func() {
			s.h.log.Warn("realtime client dropped: it reads too slowly", "queued", s.h.limits.QueueBytes)
			s.closeNow()
		})
	}
}

// closeAfterQueue closes the socket when the client has got what is queued.
func (s *socket) closeAfterQueue(code websocket.StatusCode, why string) {
	s.closeOnce.Do(func() {
		if !s.queue.push(encodedFrame{close: code, data: []byte(why)}) {
			s.closeNow()
		}
	})
}

// closeNow closes the socket past its queue. The frame that is being written may
// never end; Close gives up after some seconds.
func (s *socket) closeNow() {
	s.queue.close()
	go func() {
		_ = s.conn.Close(websocket.StatusTryAgainLater, "too slow") // as said
		s.cancel()
	}()
}

// closeAnonymous closes a socket that never knew a person.
func (s *socket) closeAnonymous() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.hasUser {
		s.closeAfterQueue(websocket.StatusPolicyViolation, "connected too long without a user's token")
	}
}

func (s *socket) leaveAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ch := range s.channels {
		ch.release()
	}
}
