// Package storage answers the Storage API of Supabase (supabase/storage): buckets
// and objects whose rows lie in Postgres, where row-level security decides who
// may do what, and whose bytes lie in files named by the object's version.
package storage

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/semaphore"

	"github.com/tableside/tableside/localbase/caller"
)

const (
	defaultFileSizeLimit    = 50 << 20
	defaultUploadExpiry     = 24 * time.Hour
	defaultImagePixels      = 32_000_000
	signedUploadURLLifetime = 2 * time.Hour
)

// Options of a Handler.
type Options struct {
	Pool *pgxpool.Pool // connected as supabase_storage_admin
	Keys *caller.Keys
	Dir  string // folder for the bytes; made with mode 0700

	FileSizeLimit int64         // bytes per object; 0 means 50 MiB
	UploadExpiry  time.Duration // how long a resumable upload may lie idle; 0 means 24 h
	ImagePixels   int64         // pixels that all running image transformations may hold; 0 means 32 million

	// PublicURL is what clients reach this handler by, as http://127.0.0.1:54321/storage/v1.
	// "" takes the request's own host, with the path /storage/v1.
	PublicURL string

	Logger *slog.Logger     // nil discards
	Now    func() time.Time // nil means time.Now
}

// Handler serves the Storage API; the prefix /storage/v1 is already gone. It must
// see paths as they were sent: http.ServeMux would clean `//` and `..` out of keys.
type Handler struct {
	Options
	db      database
	files   *files
	uploads *uploadStore
	pixels  *semaphore.Weighted
	routes  []route
}

// New makes the folders under opts.Dir. Call Repair before serving.
func New(opts Options) (*Handler, error) {
	if opts.FileSizeLimit == 0 {
		opts.FileSizeLimit = defaultFileSizeLimit
	}
	if opts.UploadExpiry == 0 {
		opts.UploadExpiry = defaultUploadExpiry
	}
	if opts.ImagePixels == 0 {
		opts.ImagePixels = defaultImagePixels
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	files, err := openFiles(opts.Dir)
	if err != nil {
		return nil, err
	}
	uploads, err := openUploads(opts.Dir)
	if err != nil {
		return nil, err
	}
	h := &Handler{
		Options: opts,
		db:      database{opts.Pool},
		files:   files,
		uploads: uploads,
		pixels:  semaphore.NewWeighted(opts.ImagePixels),
	}
	h.routes = h.listRoutes()
	return h, nil
}

// ServeHTTP finds the route, says who calls, and writes the error if there is one.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	found, c := h.matchRoute(r)
	if found == nil {
		writeJSON(w, http.StatusNotFound, map[string]any{
			"message": "Route " + r.Method + ":" + r.URL.Path + " not found", "error": "Not Found", "statusCode": 404,
		})
		return
	}
	err := h.authenticate(c, found.access)
	if err == nil {
		err = found.serve(w, c)
	}
	if err == nil {
		return
	}
	f := asAPIError(err)
	h.logError(r.Context(), c, f)
	if found.hasPlainErrors() {
		writePlainError(w, f)
		return
	}
	f.write(w)
}

// logError logs what an operator can do something about; a caller who went away isn't that.
func (h *Handler) logError(ctx context.Context, c *storageRequest, f *apiError) {
	level := slog.LevelDebug
	if f.status >= http.StatusInternalServerError && ctx.Err() == nil {
		level = slog.LevelError
	}
	h.Logger.Log(ctx, level, "storage request failed", "operation", c.operation, "code", f.code, "error", f)
}

// publicURL is how a client reaches this handler, without a slash at the end.
func (h *Handler) publicURL(r *http.Request) string {
	if h.PublicURL != "" {
		return h.PublicURL
	}
	scheme, host := "http", r.Host
	if forwarded := r.Header.Get("X-Forwarded-Proto"); forwarded == "https" {
		scheme = forwarded
	}
	if forwarded := r.Header.Get("X-Forwarded-Host"); forwarded != "" {
		host = forwarded
	}
	return scheme + "://" + host + "/storage/v1"
}
