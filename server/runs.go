package server

import (
	"crypto/sha256"
	"errors"
	"sync"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

const (
	// runMemory is the time for which the server recognizes a second request of a run. It
	// comes shortly after the first: from a double click, or from a browser or a proxy that
	// sends a request again after its connection broke.
	runMemory  = 10 * time.Minute
	maxRunKeys = 100_000
)

// runRegistry contains the keys of recent runs of functions.
type runRegistry struct {
	mu    sync.Mutex
	runs  map[runKey]time.Time // when the run started
	order []runKey             // oldest first; can contain keys that were removed
	now   func() time.Time
}

type runKey [sha256.Size]byte

// begin adds a key. It returns false if the registry contains it.
func (r *runRegistry) begin(key runKey) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	for len(r.order) > 0 && (len(r.order) >= maxRunKeys || now.Sub(r.runs[r.order[0]]) > runMemory) {
		delete(r.runs, r.order[0])
		r.order = r.order[1:]
	}
	if _, exists := r.runs[key]; exists {
		return false
	}
	if r.runs == nil {
		r.runs = map[runKey]time.Time{}
	}
	r.runs[key] = now
	r.order = append(r.order, key)
	return true
}

// remove removes a key, so that the run can be sent again.
func (r *runRegistry) remove(key runKey) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.runs, key)
}

// runOnce calls run, unless the user has already sent a request with the same key. An empty
// key is not checked. After an error that is certain, the key can be used again.
// Codes: duplicate_run.
func (s *Server) runOnce(c *echo.Context, key string, run func() error) error {
	if key == "" {
		return run()
	}
	ctx := c.Request().Context()
	id := runKey(sha256.Sum256([]byte(cacheKey(ctx) + "\x00" + key)))
	if !s.runs.begin(id) {
		return &Error{Code: CodeDuplicateRun, Message: "This run was already sent. Check its result before you run the function again."}
	}
	err := run()
	hasRun := errors.Is(err, supa.ErrOutcomeUnknown) || errors.Is(err, supa.ErrRedirected)
	if err != nil && !hasRun && !isCommitted(c) && ctx.Err() == nil {
		s.runs.remove(id)
	}
	return err
}

// isCommitted reports whether the headers of the response are sent.
func isCommitted(c *echo.Context) bool {
	response, err := echo.UnwrapResponse(c.Response())
	return err == nil && response.Committed
}
