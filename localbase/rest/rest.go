// Package rest is localbase's database REST service. It implements PostgREST's protocol: package
// postgrestquery parses the URL, package plan turns the parsed query and the schema cache (package
// catalog) into one SQL statement, and the statement runs in a transaction with the caller's role
// and claims. Postgres builds the JSON of the rows, so no value passes through a Go type.
package rest

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strconv"
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

// Options configures the service. `alter role authenticator set pgrst.<name> to '<value>'`
// overrides Schemas, ExtraSearchPath, MaxRows, TxRollbackAllowed and AggregatesEnabled, as with
// PostgREST.
type Options struct {
	Pool              *pgxpool.Pool // connects as authenticator
	Keys              *caller.Keys  // verifies tokens
	Schemas           []string      // exposed schemas, the default first; nil: public
	ExtraSearchPath   []string      // searched after the request's schema; nil: public, extensions
	MaxRows           int64         // maximum number of rows in a response; 0: 1000, negative: no limit
	TxRollbackAllowed bool          // apply Prefer: tx=rollback
	AggregatesEnabled bool          // allow sum() and other aggregates in select
	BodyBytes         int64         // maximum size of all buffered request bodies, and of one; 0: 32 MiB
	Logger            *slog.Logger  // nil: no log
}

const (
	defaultMaxRows   = 1000
	defaultBodyBytes = 32 << 20
	acquireTimeout   = 10 * time.Second // maximum wait for a free connection
	loadTimeout      = 30 * time.Second // maximum time to load the schema cache; the first requests wait for it
)

// Handler is the http.Handler of the service. It expects paths without a prefix ("/orders",
// "/rpc/f").
type Handler struct {
	opts       Options
	state      atomic.Pointer[state]
	loading    sync.Mutex
	bodyBudget *bytebudget.Budget
}

// New returns a handler. The first request, Run or Reload loads the schema cache. Only Run and
// Reload reload it after a change of the schema.
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

// Reload reads the schema cache and the settings of the role authenticator again.
func (h *Handler) Reload(ctx context.Context) error {
	h.loading.Lock()
	defer h.loading.Unlock()
	return h.load(ctx)
}

// load reads the schema cache and the settings from the database, and stores them for later
// requests.
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

// currentState returns the schema cache and the settings. It loads them if they are not loaded yet.
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

// Limits of the pause between two attempts to listen.
const (
	minBackoff = 250 * time.Millisecond
	maxBackoff = 5 * time.Second
)

// Run loads the schema cache, and reloads it after every `notify pgrst, 'reload schema'` until ctx
// ends. It listens on a separate connection. After a lost connection it connects and reloads,
// because it can have missed a notification.
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
		h.opts.Logger.Warn("schema cache: connection lost, retrying", "error", err, "pause", pause.String())
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		pause = min(pause*2, maxBackoff)
	}
}

// listen reloads the schema cache on each notification until the connection breaks. listened
// reports whether LISTEN succeeded.
func (h *Handler) listen(ctx context.Context) (listened bool, err error) {
	conn, err := pgx.ConnectConfig(ctx, h.opts.Pool.Config().ConnConfig)
	if err != nil {
		return false, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // an error is irrelevant: the connection is broken or no longer needed
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

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	resp, err := h.serve(r)
	if err != nil {
		h.writeError(w, r, err)
		return
	}
	for name, values := range resp.header {
		w.Header()[name] = values
	}
	if len(resp.body) > 0 && r.Method != http.MethodHead {
		w.Header().Set("Content-Length", strconv.Itoa(len(resp.body)))
	}
	w.WriteHeader(resp.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(resp.body) // fails only if the client disconnected
	}
}

// writeError writes err as PostgREST's error body, and logs a 5xx with its cause unless the client
// disconnected.
func (h *Handler) writeError(w http.ResponseWriter, r *http.Request, err error) {
	var e *pgrsterr.Error
	if !errors.As(err, &e) {
		e = pgrsterr.ConnectionLost(err)
	}
	if e.Status >= http.StatusInternalServerError && r.Context().Err() == nil {
		h.opts.Logger.Error("database REST request failed", "method", r.Method, "path", r.URL.Path, "code", e.Code, "message", e.Message, "error", e.Cause)
	}
	for name, values := range e.Header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Proxy-Status", "PostgREST; error="+e.Code)
	w.WriteHeader(e.Status)
	if r.Method != http.MethodHead {
		s := h.state.Load()
		_, _ = w.Write(e.Body(s != nil && s.hidesDetails)) // fails only if the client disconnected
	}
}

// authenticate verifies the bearer token and returns its role and claims. A request without a token
// is anonymous.
func (h *Handler) authenticate(r *http.Request) (caller.Caller, error) {
	scheme, token, found := strings.Cut(r.Header.Get("Authorization"), " ")
	if !found || !strings.EqualFold(scheme, "Bearer") {
		return caller.Anonymous, nil
	}
	if token = strings.TrimSpace(token); token == "" {
		return caller.Caller{}, pgrsterr.InvalidToken("Empty JWT is sent in Authorization header", "")
	}
	authenticated, err := h.opts.Keys.Verify(token)
	if err != nil {
		return caller.Caller{}, convertTokenError(token, err)
	}
	return authenticated, nil
}
