// Package realtime implements Supabase Realtime (supabase/realtime, "upstream" in comments):
// channels of the Phoenix protocol over websockets with broadcast, presence and changes of the
// database, and broadcasts over HTTP. Changes come from logical replication. Postgres' grants and
// policies decide who can see changes and use private channels.
//
// As in upstream, delivery is not guaranteed: messages that are sent while a client or the database
// is disconnected are lost.
package realtime

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/time/rate"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/httpjson"
)

// databaseTimeout limits each query.
const databaseTimeout = 10 * time.Second

// Options configures a Handler.
type Options struct {
	Pool *pgxpool.Pool // connects as supabase_realtime_admin
	Keys *caller.Keys  // verifies tokens

	// ReplicationDSN connects to Pool's database as supabase_realtime_admin. If it is "", there are
	// no changes and no broadcasts from the database.
	ReplicationDSN string

	PrivateOnly bool // reject public channels
	Limits      Limits

	Logger *slog.Logger     // nil: no log
	Now    func() time.Time // nil: time.Now
}

// Handler serves the protocol. It expects paths without the prefix /realtime/v1.
type Handler struct {
	opts    Options
	limits  Limits
	log     *slog.Logger
	hub     *hub
	changes *changeBroker
	stream  *streamState
	mux     *http.ServeMux

	joins    *rate.Limiter
	events   *rate.Limiter
	presence *rate.Limiter

	mu          sync.Mutex
	isClosed    bool
	sockets     map[*socket]struct{}
	socketsDone sync.WaitGroup // open sockets
}

// New returns a handler. It delivers changes and broadcasts of the database while Run runs.
func New(opts Options) *Handler {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	limits := opts.Limits.withDefaults()
	h := &Handler{
		opts: opts, limits: limits, log: opts.Logger,
		hub:      newHub(),
		changes:  newChangeBroker(opts.Pool, opts.Logger),
		stream:   newStreamState(),
		mux:      http.NewServeMux(),
		joins:    newLimiter(limits.JoinsPerSecond),
		events:   newLimiter(limits.EventsPerSecond),
		presence: newLimiter(limits.PresencePerSecond),
		sockets:  make(map[*socket]struct{}),
	}
	h.mux.HandleFunc("GET /websocket", h.serveSocket)
	h.mux.HandleFunc("POST /api/broadcast", h.serveBroadcasts)
	h.mux.HandleFunc("POST /api/broadcast/{topic}/events/{event}", h.serveBroadcast)
	h.mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		writeError(w, http.StatusNotFound, "Not found")
	})
	return h
}

// ServeHTTP handles GET /websocket, POST /api/broadcast and POST
// /api/broadcast/:topic/events/:event.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) { h.mux.ServeHTTP(w, r) }

// Close closes all sockets with a code that makes clients reconnect, and waits for them until ctx
// ends.
func (h *Handler) Close(ctx context.Context) error {
	h.mu.Lock()
	h.isClosed = true
	for s := range h.sockets {
		s.closeAfterQueue(websocket.StatusServiceRestart, "the service is shutting down")
	}
	h.mu.Unlock()
	done := make(chan struct{})
	go func() {
		h.socketsDone.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// register adds a socket. It returns false if there are too many sockets or Close was called.
func (h *Handler) register(s *socket) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.isClosed || isOverLimit(len(h.sockets)+1, h.limits.Connections) {
		return false
	}
	h.sockets[s] = struct{}{}
	h.socketsDone.Add(1)
	return true
}

// unregister removes a socket that register added. Close waits for it.
func (h *Handler) unregister(s *socket) {
	h.mu.Lock()
	delete(h.sockets, s)
	h.mu.Unlock()
	h.socketsDone.Done()
}

// writeError responds with upstream's error body.
func writeError(w http.ResponseWriter, status int, message string) {
	// Clients read "error" for a rejected socket and "message" for a rejected broadcast.
	httpjson.Write(w, status, map[string]string{"error": message, "message": message})
}
