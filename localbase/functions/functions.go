// Package functions serves edge functions as Supabase does. Each function is a Deno process that
// runs FOLDER/NAME/index.ts. It starts with the first request and stops when idle. Its
// environment contains the project's URL and keys, and it receives the complete request.
package functions

import (
	"context"
	"errors"
	"fmt"
	"io"
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
	"github.com/tableside/tableside/localbase/httpjson"
)

// Options configures New.
type Options struct {
	Dirs        []string          // folders of functions; earlier folders take precedence
	Keys        *caller.Keys      // verify the callers' tokens
	Configs     map[string]Config // settings by function name; config.toml in the function's folder takes precedence
	Env         map[string]string // environment of each function: SUPABASE_URL, SUPABASE_ANON_KEY, ...
	Deno        string            // path of the binary; "" means npm's deno package, then PATH
	CacheDir    string            // cache of imported modules; "" means Deno's default
	IdleTimeout time.Duration     // time without requests after which a function stops; 0 means 5 minutes
	Timeout     time.Duration     // limit of a request, including the start of the function; 0 means 150 s, as hosted
	MemoryMB    int               // heap limit of a function; 0 means 256, as hosted
	Logger      *slog.Logger      // nil means slog.Default()
}

// Handler serves /NAME/..., without the prefix /functions/v1.
//
// A request needs a valid token (otherwise 401), except OPTIONS and requests to functions with
// `verify_jwt = false` in the config.toml of their folder. Errors that the function did not
// return have the header x-relay-error: true and a code of the hosted service: NOT_FOUND (404),
// BOOT_ERROR (503), WORKER_ERROR (500), WORKER_LIMIT (546), IDLE_TIMEOUT (504).
//
// Source: https://supabase.com/docs/guides/functions/status-codes
type Handler struct {
	options   Options
	socketDir string

	mu      sync.Mutex
	workers map[string]*worker
	closed  bool
}

// statusWorkerLimit is the hosted status for a function that exceeded its memory limit.
const statusWorkerLimit = 546

// runtimeModuleFile is the name of runtime.js in the socket folder.
const runtimeModuleFile = "runtime.js"

var functionName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// New returns a handler. It starts no process. The caller must call Close.
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
	if cache, err := os.UserCacheDir(); options.CacheDir == "" && err == nil {
		options.CacheDir = filepath.Join(cache, "deno") // Deno's default, which it would derive from HOME
	}
	// A function runs in its own folder, so relative paths must be resolved here.
	options.Dirs = slices.Clone(options.Dirs)
	for i, dir := range options.Dirs {
		absolute, err := filepath.Abs(dir)
		if err != nil {
			return nil, fmt.Errorf("find the folder of the functions: %w", err)
		}
		options.Dirs[i] = absolute
	}
	// The path of a socket is limited to about 100 bytes, so it can't be in the data folder.
	socketDir, err := os.MkdirTemp("", "tableside-fn-")
	if err != nil {
		return nil, fmt.Errorf("create the socket folder of the functions: %w", err)
	}
	if err := os.WriteFile(filepath.Join(socketDir, runtimeModuleFile), runtimeModule, 0o600); err != nil {
		return nil, errors.Join(fmt.Errorf("write the runtime of the functions: %w", err), os.RemoveAll(socketDir))
	}
	return &Handler{options: options, socketDir: socketDir, workers: map[string]*worker{}}, nil
}

// Close stops all functions and waits until they have ended.
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
		return fmt.Errorf("remove the socket folder of the functions: %w", err)
	}
	return nil
}

// Names returns the names of all functions in alphabetical order.
func (h *Handler) Names() []string {
	var names []string
	for _, dir := range h.options.Dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			continue // the folder doesn't exist
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

// ServeHTTP authorizes a request and forwards it to its function.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	dir, found := h.findFunction(name)
	if !found {
		writeError(w, http.StatusNotFound, "NOT_FOUND", "Requested function was not found")
		return
	}
	config, err := readConfig(filepath.Dir(dir), name, h.options.Configs[name])
	if err != nil {
		h.options.Logger.Error("read the configuration of an edge function", "function", name, "error", err)
		writeError(w, http.StatusServiceUnavailable, "BOOT_ERROR", err.Error())
		return
	}
	if !isTrue(config.Enabled) {
		writeError(w, http.StatusNotFound, "NOT_FOUND", "Requested function was not found")
		return
	}
	if isTrue(config.VerifyJWT) && r.Method != http.MethodOptions {
		if code, message := h.checkToken(r); code != "" {
			writeError(w, http.StatusUnauthorized, code, message)
			return
		}
	}
	ctx, cancel := context.WithTimeout(r.Context(), h.options.Timeout)
	defer cancel()
	h.forward(w, r.WithContext(ctx), name, dir)
}

// checkToken returns the hosted error message for a missing or invalid token, or "".
func (h *Handler) checkToken(r *http.Request) (code, message string) {
	header := r.Header.Get("Authorization")
	scheme, token, _ := strings.Cut(header, " ")
	switch {
	case header == "":
		return "UNAUTHORIZED_NO_AUTH_HEADER", "Missing authorization header"
	case !strings.EqualFold(scheme, "Bearer"):
		return "UNAUTHORIZED_INVALID_JWT_FORMAT", "Auth header is not 'Bearer {token}'"
	}
	if _, err := h.options.Keys.Verify(token); err != nil {
		return "UNAUTHORIZED_LEGACY_JWT", "Invalid JWT"
	}
	return "", ""
}

// findFunction returns the folder that contains the function's index.ts.
func (h *Handler) findFunction(name string) (dir string, found bool) {
	for _, folder := range h.options.Dirs {
		if dir, ok := findSource(folder, name); ok {
			return dir, true
		}
	}
	return "", false
}

// findSource returns folder/name if it contains a function.
func findSource(folder, name string) (dir string, ok bool) {
	if !functionName.MatchString(name) {
		return "", false
	}
	dir = filepath.Join(folder, name)
	info, err := os.Stat(filepath.Join(dir, "index.ts"))
	return dir, err == nil && info.Mode().IsRegular()
}

// forward sends the request to the function's process and copies the response.
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
			if out.Out.Body == nil {
				// The transport sends a request with an Idempotency-Key and without a body again if
				// the function's process ends (net/http, Request.isReplayable).
				out.Out.Body = io.NopCloser(strings.NewReader(""))
			}
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) { h.respondWithError(w, worker, err) },
		ErrorLog:     slog.NewLogLogger(h.options.Logger.Handler(), slog.LevelWarn),
	}
	proxy.ServeHTTP(w, r)
}

// respondWithError responds in place of a function that failed. It stops a function that exceeded
// the time limit, since it can be in an endless loop.
func (h *Handler) respondWithError(w http.ResponseWriter, worker *worker, err error) {
	h.options.Logger.Warn("edge function failed", "function", worker.name, "error", err)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		h.removeWorker(worker)
		worker.kill()
		writeError(w, http.StatusGatewayTimeout, "IDLE_TIMEOUT",
			fmt.Sprintf("The request idle timeout limit (%s) has been reached", h.options.Timeout))
	case errors.Is(err, context.Canceled): // the client disconnected
	case worker.isOutOfMemory():
		writeError(w, statusWorkerLimit, "WORKER_LIMIT", "Function failed due to not having enough compute resources (please check logs)")
	case errors.Is(err, errBootFailed):
		writeError(w, http.StatusServiceUnavailable, "BOOT_ERROR", "Function failed to start (please check logs)")
	default:
		writeError(w, http.StatusInternalServerError, "WORKER_ERROR", "Function exited due to an error (please check logs)")
	}
}

// acquireWorker returns the process of a function. It starts a new process if there is none or
// if a file of the function has changed. The caller must call removeRequest.
func (h *Handler) acquireWorker(name, dir string) (*worker, error) {
	if h.options.Deno == "" {
		return nil, errors.New("edge functions require Deno: run npm install deno, or add deno to PATH")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, errors.New("the server is shutting down")
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

// removeWorker removes a worker from the list, so that the next request starts a new worker.
func (h *Handler) removeWorker(w *worker) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.workers[w.name] == w {
		delete(h.workers, w.name)
	}
}

// writeError writes an error of the service itself (not of a function), which X-Relay-Error marks
// for supabase-js, and Sb-Error-Code names (https://supabase.com/docs/guides/functions/error-codes).
func writeError(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Relay-Error", "true")
	w.Header().Set("Sb-Error-Code", code)
	httpjson.Write(w, status, map[string]string{"code": code, "message": message})
}
