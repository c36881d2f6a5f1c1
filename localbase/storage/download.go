package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// maxReadAttempts is how often a read starts anew when the object is overwritten between its row and its bytes.
const maxReadAttempts = 3

// download serves GET and HEAD /object/{bucket}/{key...} and /object/authenticated/...: whatever is
// in a public bucket, else what policies let the caller select.
func (h *Handler) download(w http.ResponseWriter, c *storageRequest) error {
	found, err := h.findVisibleObject(c.Context(), c)
	if err != nil {
		return err
	}
	return h.serveObject(w, c, found, "")
}

// downloadPublic serves GET and HEAD /object/public/{bucket}/{key...}.
func (h *Handler) downloadPublic(w http.ResponseWriter, c *storageRequest) error {
	found, err := h.findPublicObject(c.Context(), c)
	if err != nil {
		return err
	}
	return h.serveObject(w, c, found, "")
}

// downloadSigned serves GET and HEAD /object/sign/{bucket}/{key...}?token=.
func (h *Handler) downloadSigned(w http.ResponseWriter, c *storageRequest) error {
	t, err := h.verifyDownloadToken(c, false)
	if err != nil {
		return err
	}
	found, err := h.findAnyObject(c.Context(), c)
	if err != nil {
		return err
	}
	return h.serveObject(w, c, found, formatExpires(t))
}

// formatExpires is the Expires header of what a ticket opens.
func formatExpires(t signedToken) string {
	return time.Unix(int64(t.Exp), 0).UTC().Format(http.TimeFormat)
}

// findVisibleObject is the object that c names, if the caller may see it.
func (h *Handler) findVisibleObject(ctx context.Context, c *storageRequest) (object, error) {
	b, err := h.findRequestBucket(ctx, c)
	if err != nil {
		return object{}, err
	}
	if b.Public {
		return h.findAnyObject(ctx, c)
	}
	if !c.isSignedIn {
		return object{}, newNoSuchBucket()
	}
	if err := checkKey(c.key); err != nil {
		return object{}, err
	}
	var found object
	err = h.db.runAsCaller(ctx, c, func(ctx context.Context, tx pgx.Tx) (err error) {
		found, err = findObject(ctx, tx, c.bucket, c.key)
		return err
	})
	return found, err
}

// findPublicObject is the object that c names; other buckets than public ones don't exist.
func (h *Handler) findPublicObject(ctx context.Context, c *storageRequest) (object, error) {
	b, err := h.findRequestBucket(ctx, c)
	if err != nil {
		return object{}, err
	}
	if !b.Public {
		return object{}, newNoSuchBucket()
	}
	return h.findAnyObject(ctx, c)
}

// findAnyObject is the object that c names, whoever asks.
func (h *Handler) findAnyObject(ctx context.Context, c *storageRequest) (object, error) {
	if err := checkKey(c.key); err != nil {
		return object{}, err
	}
	var found object
	err := h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		found, err = findObject(ctx, tx, c.bucket, c.key)
		return err
	})
	return found, err
}

// openObject opens the bytes of found. If they went meanwhile, the row is read
// again: the object may have been overwritten.
func (h *Handler) openObject(c *storageRequest, found object) (*os.File, object, error) {
	for range maxReadAttempts {
		file, err := h.files.open(found.Version)
		if err == nil {
			return file, found, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, found, fmt.Errorf("open object: %w", err)
		}
		again, err := h.findAnyObject(c.Context(), c)
		if err != nil {
			return nil, found, err
		}
		if again.Version == found.Version {
			break
		}
		found = again
	}
	h.Logger.Error("object has no bytes", "bucket", found.BucketID, "name", found.Name, "version", found.Version)
	return nil, found, newNoSuchKey()
}

// serveObject sends the bytes of found, honouring Range, If-None-Match and the
// rest of RFC 9110. expires, if it isn't "", takes the place of Cache-Control.
func (h *Handler) serveObject(w http.ResponseWriter, c *storageRequest, found object, expires string) error {
	file, found, err := h.openObject(c, found)
	if err != nil {
		return err
	}
	defer file.Close()
	size, err := file.Stat()
	if err != nil {
		return fmt.Errorf("measure object: %w", err)
	}
	if err := normalizeRange(w, c.Request, size.Size()); err != nil {
		return err
	}
	facts := found.parseMetadata()
	setObjectHeaders(w, c, facts, expires)
	w.Header().Set("Content-Type", convertToInertType(facts.MimeType))
	http.ServeContent(w, c.Request, "", time.Time(facts.LastModified), file)
	return nil
}

// objectPolicy makes a browser show an object, an SVG or XHTML with a script say,
// without running anything in it, on an origin of its own.
const objectPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'"

// setObjectHeaders sets the headers of every response with an object's bytes.
func setObjectHeaders(w http.ResponseWriter, c *storageRequest, facts objectMetadata, expires string) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", objectPolicy)
	if facts.ETag != "" {
		header.Set("ETag", facts.ETag)
	}
	if expires != "" {
		header.Set("Expires", expires)
	} else if facts.CacheControl != "" {
		header.Set("Cache-Control", facts.CacheControl)
	}
	if query := c.URL.Query(); query.Has("download") {
		header.Set("Content-Disposition", formatAttachment(query.Get("download")))
	}
}

// formatAttachment is the Content-Disposition of a download; "" leaves the name to the browser.
func formatAttachment(name string) string {
	if name == "" {
		return "attachment;"
	}
	name = strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	return "attachment; filename=" + name + "; filename*=UTF-8''" + name + ";"
}

// convertToInertType is the type that an object is served as: HTML as plain text, as upstream does.
func convertToInertType(mime string) string {
	switch {
	case mime == "":
		return "application/octet-stream"
	case strings.Contains(strings.ToLower(mime), "text/html"):
		return "text/plain"
	}
	return mime
}

// normalizeRange drops a Range header that S3 ignores, malformed or of several
// parts, and refuses one that lies behind the end.
func normalizeRange(w http.ResponseWriter, r *http.Request, size int64) error {
	spec, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	first, last, dash := strings.Cut(strings.TrimSpace(spec), "-")
	from, errFrom := strconv.ParseUint(first, 10, 62)
	to, errTo := strconv.ParseUint(last, 10, 62)
	suffix := first == "" && errTo == nil
	open := errFrom == nil && last == ""
	closed := errFrom == nil && errTo == nil && from <= to
	switch {
	case !ok || !dash || !suffix && !open && !closed:
		r.Header.Del("Range")
	case suffix && to == 0, !suffix && from >= uint64(size):
		w.Header().Set("Content-Range", "bytes */"+strconv.FormatInt(size, 10))
		return &apiError{status: 416, code: codeInvalidRange, label: "InvalidRange", httpStatus: http.StatusRequestedRangeNotSatisfiable,
			message: "The requested range is not satisfiable"}
	}
	return nil
}

// objectInfo is the answer of the info routes.
type objectInfo struct {
	ID           *string         `json:"id"`
	Name         string          `json:"name"`
	Version      string          `json:"version"`
	BucketID     string          `json:"bucket_id"`
	Size         int64           `json:"size"`
	ContentType  string          `json:"content_type"`
	CacheControl string          `json:"cache_control"`
	ETag         string          `json:"etag"`
	Metadata     json.RawMessage `json:"metadata"` // what the uploader gave
	LastModified timestamp       `json:"last_modified"`
	CreatedAt    timestamp       `json:"created_at"`
}

func newObjectInfo(o object) objectInfo {
	facts := o.parseMetadata()
	return objectInfo{ID: o.ID, Name: o.Name, Version: o.Version, BucketID: o.BucketID, Size: facts.Size,
		ContentType: facts.MimeType, CacheControl: facts.CacheControl, ETag: facts.ETag, Metadata: o.UserMetadata,
		LastModified: o.UpdatedAt, CreatedAt: o.CreatedAt}
}

// getInfo serves GET /object/info/{bucket}/{key...} and /object/info/authenticated/...
func (h *Handler) getInfo(ctx context.Context, c *storageRequest) (any, error) {
	found, err := h.findVisibleObject(ctx, c)
	if err != nil {
		return nil, err
	}
	return newObjectInfo(found), nil
}

// getPublicInfo serves GET /object/info/public/{bucket}/{key...}.
func (h *Handler) getPublicInfo(ctx context.Context, c *storageRequest) (any, error) {
	found, err := h.findPublicObject(ctx, c)
	if err != nil {
		return nil, err
	}
	return newObjectInfo(found), nil
}

// serveStatus serves GET /status: 200 if Postgres answers.
func (h *Handler) serveStatus(w http.ResponseWriter, c *storageRequest) error {
	if err := h.Pool.Ping(c.Context()); err != nil {
		return newUnavailable(err)
	}
	w.WriteHeader(http.StatusOK)
	return nil
}
