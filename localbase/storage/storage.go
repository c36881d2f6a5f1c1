// Package storage implements Supabase's Storage API (supabase/storage). The rows of buckets and objects
// are in Postgres, where row-level security applies. The content of an object is in a file that
// is named after the object's version.
package storage

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/semaphore"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/httpjson"
)

const (
	defaultFileSizeLimit    = 50 << 20
	defaultUploadExpiry     = 24 * time.Hour
	defaultImagePixels      = 32_000_000
	signedUploadURLLifetime = 2 * time.Hour
)

// Options configures a Handler.
type Options struct {
	Pool *pgxpool.Pool // connected as supabase_storage_admin
	Keys *caller.Keys
	Dir  string // folder of the content; created with mode 0700

	FileSizeLimit int64         // maximum size of an object in bytes; 0 means 50 MiB
	UploadExpiry  time.Duration // lifetime of a resumable upload; 0 means 24 h
	ImagePixels   int64         // maximum of source pixels of all concurrent image transformations; 0 means 32 million

	// PublicURL is the URL of this handler for clients, such as http://127.0.0.1:54321/storage/v1.
	// "" means the host of the request and the path /storage/v1.
	PublicURL string

	Logger *slog.Logger     // nil discards messages
	Now    func() time.Time // nil means time.Now
}

// Handler serves the Storage API, without the prefix /storage/v1. Paths must be unchanged: http.ServeMux
// would remove `//` and `..` from keys.
type Handler struct {
	Options
	db      database
	files   *contentStore
	uploads *uploadStore
	pixels  *semaphore.Weighted
	routes  []route
}

// New returns a Handler and creates the folders in opts.Dir. Call Repair before the first request.
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
	files, err := newContentStore(opts.Dir)
	if err != nil {
		return nil, err
	}
	uploads, err := newUploadStore(opts.Dir)
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

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	matched, req := h.matchRoute(r)
	if matched == nil {
		httpjson.Write(w, http.StatusNotFound, map[string]any{
			"message": "Route " + r.Method + ":" + r.URL.Path + " not found", "error": "Not Found", "statusCode": 404,
		})
		return
	}
	err := h.authenticate(req, matched.access)
	if err == nil {
		err = matched.serve(w, req)
	}
	if err == nil {
		return
	}
	apiErr := asAPIError(err)
	h.logError(r.Context(), req, apiErr)
	if matched.hasPlainErrors() {
		writePlainError(w, apiErr)
		return
	}
	apiErr.write(w)
}

// logError logs errors of the server at level Error and all others, such as disconnected clients, at
// level Debug.
func (h *Handler) logError(ctx context.Context, req *storageRequest, apiErr *apiError) {
	level := slog.LevelDebug
	if apiErr.status >= http.StatusInternalServerError && ctx.Err() == nil {
		level = slog.LevelError
	}
	h.Logger.Log(ctx, level, "storage request failed", "operation", req.operation, "code", apiErr.code, "error", apiErr)
}

// publicURL returns the URL of this handler for the client, without a trailing slash.
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
