// Package rest is localbase's database REST service. It speaks PostgREST's
// protocol: a URL becomes a parsed query (package query), that and the schema
// cache (package catalog) become one SQL statement (package plan), which runs
// as the caller in a transaction of its own. Postgres writes the JSON; no value
// passes through Go.
package rest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tableside/tableside/internal/bytebudget"
	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/rest/pgrsterr"
)

// Options of the service. An owner may override the schemas, the search path,
// the limit and the two switches with `alter role authenticator set pgrst....`,
// as with PostgREST.
type Options struct {
	Pool              *pgxpool.Pool // connects as authenticator
	Keys              *caller.Keys  // verifies tokens
	Schemas           []string      // exposed schemas, the default first; nil: public
	ExtraSearchPath   []string      // searched after the request's schema; nil: public, extensions
	MaxRows           int64         // most rows in one answer; 0: 1000, negative: no limit
	TxRollbackAllowed bool          // honour Prefer: tx=rollback
	AggregatesEnabled bool          // allow sum() and the like in select
	BodyBytes         int64         // request bodies held in memory at once, and the most in one; 0: 32 MiB
	Logger            *slog.Logger  // nil: none
}

const (
	defaultMaxRows   = 1000
	defaultBodyBytes = 32 << 20
	acquireTimeout   = 10 * time.Second // for a free connection
	loadTimeout      = 30 * time.Second // for the schema cache: requests wait for the first
)

// Handler serves the protocol at its root.
type Handler struct {
	opts       Options
	state      atomic.Pointer[state]
	loading    sync.Mutex
	bodyBudget *bytebudget.Budget
	timezones  sync.Map // name → bool: whether Postgres knows it
}

// New makes a handler. It reads the schema cache with the first request, or
// when Run or Reload is called. Without Run it never hears of a changed schema.
func New(opts Options) *Handler {
	if opts.Schemas == nil {
		opts.Schemas = []string{"public"}
	}
	if opts.ExtraSearchPath == nil {
		opts.ExtraSearchPath = []string{"public", "extensions"}
	}
	switch {
	case opts.MaxRows == 0:
		opts.MaxRows = defaultMaxRows
	case opts.MaxRows < 0:
		opts.MaxRows = 0
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.BodyBytes == 0 {
		opts.BodyBytes = defaultBodyBytes
	}
	return &Handler{opts: opts, bodyBudget: bytebudget.New(opts.BodyBytes)}
}

// Reload reads the schema cache anew, and the settings that the database has
// for the service.
func (h *Handler) Reload(ctx context.Context) error {
	h.loading.Lock()
	defer h.loading.Unlock()
	return h.load(ctx)
}

func (h *Handler) load(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, loadTimeout)
	defer cancel()
	conn, err := h.opts.Pool.Acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.Release()
	loaded, err := h.readState(ctx, conn.Conn())
	if err != nil {
		return err
	}
	h.state.Store(loaded)
	return nil
}

// currentState is the schema cache with its settings, read if it wasn't yet.
func (h *Handler) currentState(ctx context.Context) (*state, error) {
	if s := h.state.Load(); s != nil {
		return s, nil
	}
	h.loading.Lock()
	defer h.loading.Unlock()
	if s := h.state.Load(); s != nil {
		return s, nil
	}
	if err := h.load(ctx); err != nil {
		return nil, pgrsterr.NoSchemaCache(err)
	}
	return h.state.Load(), nil
}

// Pauses between attempts to listen again.
const (
	minBackoff = 250 * time.Millisecond
	maxBackoff = 5 * time.Second
)

// Run reads the schema cache, and again whenever somebody says
// `notify pgrst, 'reload schema'`, until ctx ends. It listens on a connection
// of its own; when that breaks it connects again and reads the cache, since a
// notification may have been missed.
func (h *Handler) Run(ctx context.Context) {
	pause := minBackoff
	for {
		listened, err := h.listen(ctx)
		if ctx.Err() != nil {
			return
		}
		if listened {
			pause = minBackoff
		}
		h.opts.Logger.Warn("schema cache: listening again", "error", err, "in", pause.String())
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = min(pause*2, maxBackoff)
	}
}

// listen serves one connection until it breaks.
func (h *Handler) listen(ctx context.Context) (listened bool, err error) {
	conn, err := pgx.ConnectConfig(ctx, h.opts.Pool.Config().ConnConfig)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // it is broken, or we leave
	if _, err := conn.Exec(ctx, "listen pgrst"); err != nil {
		return false, err
	}
	for {
		if err := h.Reload(ctx); err != nil {
			return true, err
		}
		for {
			note, err := conn.WaitForNotification(ctx)
			if err != nil {
				return true, err
			}
			if note.Payload == "" || note.Payload == "reload schema" || note.Payload == "reload config" {
				break
			}
		}
	}
}

// ServeHTTP answers a request.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, err := h.serve(r)
	if err != nil {
		h.writeError(w, r, err)
		return
	}
	for name, values := range answer.header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(answer.body) // the client is gone: nobody to tell
	}
}

// writeError writes the one error shape.
func (h *Handler) writeError(w http.ResponseWriter, r *http.Request, err error) {
	var e *pgrsterr.Error
	if !errors.As(err, &e) {
		e = pgrsterr.ConnectionLost(err)
	}
	if e.Status >= http.StatusInternalServerError && r.Context().Err() == nil { // else the client left
		h.opts.Logger.Error("database rest", "method", r.Method, "path", r.URL.Path, "code", e.Code, "message", e.Message, "error", e.Cause)
	}
	for name, values := range e.Header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Proxy-Status", "PostgREST; error="+e.Code)
	w.WriteHeader(e.Status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(e.Body()) // the client is gone: nobody to tell
	}
}

// authenticate says whom the request acts as.
func (h *Handler) authenticate(r *http.Request) (caller.Caller, error) {
	scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return caller.Anonymous, nil
	}
	if token = strings.TrimSpace(token); token == "" {
		return caller.Caller{}, pgrsterr.InvalidToken("Empty JWT is sent in Authorization header", "")
	}
	who, err := h.opts.Keys.Verify(token)
	if err != nil {
		return caller.Caller{}, convertTokenError(token, err)
	}
	return who, nil
}
