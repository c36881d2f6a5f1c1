// Package functions serves edge functions the way Supabase does: each one a
// Deno process that runs <folder>/<name>/index.ts, started on first use and
// stopped when idle, with the project's URL and keys in its environment and the
// caller's request passed on whole.
package functions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tableside/tableside/localbase/caller"
)

// Options of New. Zero values mean what each field says.
type Options struct {
	Dirs        []string          // folders of functions; a name in an earlier one hides the same in a later one
	Keys        *caller.Keys      // verifies the caller's token
	Env         map[string]string // for every function: SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY, ...
	Deno        string            // the binary; "": found beside the npm package, then on PATH
	CacheDir    string            // Deno's cache of imported modules; "": Deno's own
	IdleTimeout time.Duration     // a function without requests is stopped; 0: 5 minutes
	Timeout     time.Duration     // one request, boot included; 0: 150 s, as hosted
	MemoryMB    int               // heap of one function; 0: 256, as hosted
	Logger      *slog.Logger      // nil: slog.Default()
}

// Handler serves /<name>/..., with /functions/v1 stripped already.
//
// A request needs a valid token (401 otherwise), but for OPTIONS and for
// functions that config.toml beside them says `verify_jwt = false` of. Failures
// that are not the function's own carry x-relay-error: true and one of the
// hosted codes: NOT_FOUND 404, BOOT_ERROR 503, WORKER_ERROR 500,
// WORKER_LIMIT 546, IDLE_TIMEOUT 504.
//
// Source: https://supabase.com/docs/guides/functions/status-codes
type Handler struct {
	options   Options
	socketDir string // folder of the sockets

	mu      sync.Mutex
	workers map[string]*worker
	closed  bool
}

// statusWorkerLimit is what hosted Supabase answers when a function ran out of memory.
const statusWorkerLimit = 546

var functionName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// New makes the handler. No process is started. Close it.
func New(options Options) (*Handler, error) {
	if options.IdleTimeout == 0 {
		options.IdleTimeout = 5 * time.Minute
	}
	if options.Timeout == 0 {
		options.Timeout = 150 * time.Second
	}
	if options.MemoryMB == 0 {
		options.MemoryMB = 256
	}
	if options.Logger == nil {
		options.Logger = slog.Default()
	}
	if options.Deno == "" {
		options.Deno = findDeno()
	}
	// A function runs in its own folder, where a relative path would lead elsewhere.
	options.Dirs = slices.Clone(options.Dirs)
	for i, dir := range options.Dirs {
		absolute, err := filepath.Abs(dir)
		if err != nil {
			return nil, fmt.Errorf("find the functions' folder: %w", err)
		}
		options.Dirs[i] = absolute
	}
	// Sockets have a path limit of about 100 bytes, so they don't lie in the data folder.
	run, err := os.MkdirTemp("", "tableside-fn-")
	if err != nil {
		return nil, fmt.Errorf("make the functions' socket folder: %w", err)
	}
	return &Handler{options: options, socketDir: run, workers: map[string]*worker{}}, nil
}

// Close stops every function and waits for their ends.
func (h *Handler) Close() error {
	h.mu.Lock()
	h.closed = true
	workers := h.workers
	h.workers = map[string]*worker{}
	h.mu.Unlock()
	for _, w := range workers {
		w.stop()
	}
	for _, w := range workers {
		<-w.done
	}
	if err := os.RemoveAll(h.socketDir); err != nil {
		return fmt.Errorf("remove the functions' socket folder: %w", err)
	}
	return nil
}

// Names lists the functions, sorted.
func (h *Handler) Names() []string {
	var names []string
	for _, dir := range h.options.Dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // a folder that is not there holds none
		}
		for _, entry := range entries {
			if _, ok := findSource(dir, entry.Name()); ok && !slices.Contains(names, entry.Name()) {
				names = append(names, entry.Name())
			}
		}
	}
	slices.Sort(names)
	return names
}

// ServeHTTP passes the request to its function.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	dir, found := h.findFunction(name)
	if !found {
		writeError(w, http.StatusNotFound, "NOT_FOUND", "Requested function was not found")
		return
	}
	config, err := readConfig(filepath.Dir(dir), name)
	if err != nil {
		h.options.Logger.Error("read the functions' configuration", "function", name, "error", err)
		writeError(w, http.StatusServiceUnavailable, "BOOT_ERROR", err.Error())
		return
	}
	if config.VerifyJWT && r.Method != http.MethodOptions {
		if message := h.checkToken(r); message != "" {
			writeError(w, http.StatusUnauthorized, "UNAUTHORIZED", message)
			return
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), h.options.Timeout)
	defer cancel()
	h.forward(w, r.WithContext(ctx), name, dir)
}

// checkToken answers why the request's token does not do, or "".
func (h *Handler) checkToken(r *http.Request) string {
	header := r.Header.Get("Authorization")
	scheme, token, _ := strings.Cut(header, " ")
	switch {
	case header == "":
		return "Missing authorization header"
	case !strings.EqualFold(scheme, "Bearer"):
		return "Auth header is not 'Bearer {token}'"
	}
	if _, err := h.options.Keys.Verify(token); err != nil {
		return "Invalid JWT"
	}
	return ""
}

func (h *Handler) findFunction(name string) (dir string, found bool) {
	for _, folder := range h.options.Dirs {
		if dir, ok := findSource(folder, name); ok {
			return dir, true
		}
	}
	return "", false
}

// findSource is the folder of a function, if folder has one of that name.
func findSource(folder, name string) (dir string, ok bool) {
	if !functionName.MatchString(name) {
		return "", false
	}
	dir = filepath.Join(folder, name)
	info, err := os.Stat(filepath.Join(dir, "index.ts"))
	return dir, err == nil && info.Mode().IsRegular()
}

func (h *Handler) forward(w http.ResponseWriter, r *http.Request, name, dir string) {
	worker, err := h.acquireWorker(name, dir)
	if err != nil {
		writeError(w, http.StatusServiceUnavailable, "BOOT_ERROR", err.Error())
		return
	}
	defer worker.removeRequest()
	if err := worker.waitUntilReady(r.Context()); err != nil {
		h.respondWithError(w, worker, err)
		return
	}
	proxy := httputil.ReverseProxy{
		Transport: worker.transport,
		Rewrite: func(out *httputil.ProxyRequest) {
			out.Out.URL.Scheme, out.Out.URL.Host = "http", "localhost"
			out.Out.Host = out.In.Host
			out.SetXForwarded()
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) { h.respondWithError(w, worker, err) },
		ErrorLog:     slog.NewLogLogger(h.options.Logger.Handler(), slog.LevelWarn),
	}
	proxy.ServeHTTP(w, r)
}

// respondWithError answers for a function that did not. One that took too long may be in an
// endless loop, and would never answer anybody again: it is stopped.
func (h *Handler) respondWithError(w http.ResponseWriter, worker *worker, err error) {
	h.options.Logger.Warn("edge function failed", "function", worker.name, "error", err)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		h.removeWorker(worker)
		worker.kill()
		writeError(w, http.StatusGatewayTimeout, "IDLE_TIMEOUT",
			fmt.Sprintf("The request idle timeout limit (%s) has been reached", h.options.Timeout))
	case errors.Is(err, context.Canceled): // the caller left
	case worker.isOutOfMemory():
		writeError(w, statusWorkerLimit, "WORKER_LIMIT", "Function failed due to not having enough compute resources (please check logs)")
	case errors.Is(err, errBootFailed):
		writeError(w, http.StatusServiceUnavailable, "BOOT_ERROR", "Function failed to start (please check logs)")
	default:
		writeError(w, http.StatusInternalServerError, "WORKER_ERROR", "Function exited due to an error (please check logs)")
	}
}

// acquireWorker answers the function's process, begun anew when there is none, when it
// has ended, or when its source is newer than it. The caller releases it.
func (h *Handler) acquireWorker(name, dir string) (*worker, error) {
	if h.options.Deno == "" {
		return nil, errors.New("edge functions need Deno, which is not installed: npm install deno, or put deno on PATH")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, errors.New("the server is stopping")
	}
	current := h.workers[name]
	if current != nil && current.isCurrent(dir) {
		current.addRequest()
		return current, nil
	}
	if current != nil {
		current.retire()
	}
	next, err := startWorker(name, dir, h.socketDir, h.options, h.removeWorker)
	if err != nil {
		return nil, err
	}
	h.workers[name] = next
	return next, nil
}

// removeWorker forgets a worker, so that the next request begins a new one.
func (h *Handler) removeWorker(w *worker) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.workers[w.name] == w {
		delete(h.workers, w.name)
	}
}

func writeError(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Relay-Error", "true")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]string{"code": code, "message": message}) // the caller may have left
}
