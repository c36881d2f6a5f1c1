package realtime

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/tableside/tableside/internal/smallbuffers"
)

// writeTimeout is the maximum time to write a frame.
const writeTimeout = 10 * time.Second

// socket is a websocket with its channels. One goroutine reads and processes frames in order,
// another one writes the queue. A client that reads too slowly is disconnected.
type socket struct {
	h       *Handler
	conn    *websocket.Conn
	version version
	headers string // for policies, see encodePolicyHeaders
	token   string // of the connection; used for channels without a token
	queue   *frameQueue

	ctx       context.Context // canceled when the socket closes
	cancel    context.CancelFunc
	closeOnce sync.Once

	mu       sync.Mutex // held while a frame or the expiry of a token is processed
	channels map[string]*channel
	hasUser  bool // a channel had a user's token
}

// serveSocket handles GET /websocket?vsn=. 400: unknown vsn. 401: no valid token. 429: too many
// sockets.
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
	verified, err := h.identify(token)
	if err != nil {
		writeError(w, http.StatusUnauthorized, err.Error())
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(r.Context()))
	s := &socket{
		h: h, version: v, headers: encodePolicyHeaders(r), token: token,
		queue: newQueue(h.limits.QueueBytes), ctx: ctx, cancel: cancel,
		channels: make(map[string]*channel), hasUser: verified.Subject() != "",
	}
	if !h.register(s) {
		cancel()
		writeError(w, http.StatusTooManyRequests, "Too many connected users")
		return
	}
	// All origins can connect: authorization uses a token, not cookies.
	s.conn, err = websocket.Accept(smallbuffers.NewResponseWriter(w), r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		cancel()
		h.unregister(s)
		return // Accept has responded
	}
	s.conn.SetReadLimit(int64(h.limits.FrameBytes))
	go func() { // the handler returns, so that the memory of the request is free
		defer h.unregister(s)
		defer cancel()
		defer s.conn.CloseNow()
		defer func() {
			if value := recover(); value != nil {
				h.log.Error("realtime: panic", "value", value, "stack", string(debug.Stack()))
			}
		}()
		s.run()
	}()
}

// run serves the socket until it closes.
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

// readFrames processes incoming frames until the socket closes.
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
			s.h.log.Debug("realtime: frame rejected", "error", err)
			s.closeAfterQueue(websocket.StatusInvalidFramePayloadData, "malformed frame")
			continue // until the client closes the socket
		}
		s.mu.Lock()
		s.handle(f)
		s.mu.Unlock()
	}
}

// readMessage returns the next message of the client. It returns an error after IdleTimeout without
// a message.
func (s *socket) readMessage() (websocket.MessageType, []byte, error) {
	ctx := s.ctx
	if idle := s.h.limits.IdleTimeout; idle > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, idle)
		defer cancel()
	}
	return s.conn.Read(ctx)
}

// writeFrames writes queued frames until the socket is closed. It closes the socket after an error.
func (s *socket) writeFrames() {
	for {
		select {
		case <-s.ctx.Done():
			return
		case <-s.queue.wake:
		}
		for _, encoded := range s.queue.take() {
			if err := s.writeFrame(encoded); err != nil {
				s.cancel()
				return
			}
			s.queue.release(encoded)
		}
	}
}

// writeFrame sends a queued frame to the client within writeTimeout. For the frame that closeAfterQueue adds, it closes
// the socket with the code of this frame. After an error, which it also returns in this case, no frame can be written.
func (s *socket) writeFrame(encoded encodedFrame) error {
	if encoded.closeCode != 0 {
		_ = s.conn.Close(encoded.closeCode, string(encoded.data)) // the socket closes even if the client does not respond
		return errors.New("closed")
	}
	kind := websocket.MessageText
	if encoded.isBinary {
		kind = websocket.MessageBinary
	}
	ctx, cancel := context.WithTimeout(s.ctx, writeTimeout)
	defer cancel()
	return s.conn.Write(ctx, kind, encoded.data)
}

// send queues a frame in the version of the socket. See enqueue.
func (s *socket) send(f frame) { s.enqueue(s.version.encode(f), true) }

// enqueue queues an encoded frame. It ignores the frame if ok is false, because the socket's
// version cannot represent it. A full queue closes the socket.
func (s *socket) enqueue(encoded encodedFrame, ok bool) {
	if ok && !s.queue.push(encoded) {
		s.closeOnce.Do(func() {
			s.h.log.Warn("realtime: client disconnected because it reads too slowly", "queue_bytes", s.h.limits.QueueBytes)
			s.closeNow()
		})
	}
}

// closeAfterQueue closes the socket after all queued frames are written.
func (s *socket) closeAfterQueue(code websocket.StatusCode, reason string) {
	s.closeOnce.Do(func() {
		if !s.queue.push(encodedFrame{closeCode: code, data: []byte(reason)}) {
			s.closeNow()
		}
	})
}

// closeNow closes the socket without waiting for its queue. The frame being written can block;
// Close stops waiting after some seconds.
func (s *socket) closeNow() {
	s.queue.close()
	go func() {
		_ = s.conn.Close(websocket.StatusTryAgainLater, "too slow") // the log contains the reason already
		s.cancel()
	}()
}

// closeAnonymous closes a socket that never had a user's token.
func (s *socket) closeAnonymous() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.hasUser {
		s.closeAfterQueue(websocket.StatusPolicyViolation, "an anonymous connection exceeded its maximum lifetime")
	}
}

// leaveAll releases all channels of the socket, without a message to the client.
func (s *socket) leaveAll() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, ch := range s.channels {
		ch.release()
	}
}
