package server

import (
	"crypto/sha256"
	"errors"
	"maps"
	"net/http"
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
	preventResend(c)
	err := run()
	hasRun := errors.Is(err, supa.ErrOutcomeUnknown) || errors.Is(err, supa.ErrRedirected)
	if err != nil && !hasRun && !isCommitted(c) && ctx.Err() == nil {
		s.runs.remove(id)
	}
	return err
}

// preventResend sends the informational status 102 before a call. Without it, Chromium sends a
// request again, also a POST, if a reused connection ends before the response, for example
// because the server crashed (net/http/http_network_transaction.cc, ShouldResendRequest);
// another replica or the restarted server would then run the function a second time. Proxies
// do not need it: they respond to the browser themselves, and some can't read it.
func preventResend(c *echo.Context) {
	r := c.Request()
	if !r.ProtoAtLeast(1, 1) || isForwarded(r.Header) {
		return
	}
	if response, err := echo.UnwrapResponse(c.Response()); err == nil {
		// The headers of an informational response are those that are set so far.
		final := response.ResponseWriter.Header().Clone()
		clear(response.ResponseWriter.Header())
		response.ResponseWriter.WriteHeader(http.StatusProcessing)
		maps.Copy(response.ResponseWriter.Header(), final)
	}
}

// isForwarded reports whether a proxy has forwarded a request.
func isForwarded(header http.Header) bool {
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Proto", "X-Real-Ip", "Forwarded", "Via"} {
		if len(header.Values(name)) > 0 {
			return true
		}
	}
	return false
}

// isCommitted reports whether the headers of the response are sent.
func isCommitted(c *echo.Context) bool {
	response, err := echo.UnwrapResponse(c.Response())
	return err == nil && response.Committed
}
