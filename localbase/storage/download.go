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

// maxReadAttempts is the number of attempts to open an object that is overwritten concurrently.
const maxReadAttempts = 3

// download handles GET and HEAD /object/{bucket}/{key...} and /object/authenticated/.... It serves objects
// of public buckets, and other objects that the caller can select.
func (h *Handler) download(w http.ResponseWriter, req *storageRequest) error {
	obj, err := h.findVisibleObject(req.Context(), req)
	if err != nil {
		return err
	}
	return h.serveObject(w, req, obj, "")
}

// downloadPublic handles GET and HEAD /object/public/{bucket}/{key...}.
func (h *Handler) downloadPublic(w http.ResponseWriter, req *storageRequest) error {
	obj, err := h.findPublicObject(req.Context(), req)
	if err != nil {
		return err
	}
	return h.serveObject(w, req, obj, "")
}

// downloadSigned handles GET and HEAD /object/sign/{bucket}/{key...}?token=.
func (h *Handler) downloadSigned(w http.ResponseWriter, req *storageRequest) error {
	t, err := h.verifyDownloadToken(req, false)
	if err != nil {
		return err
	}
	obj, err := h.findAnyObject(req.Context(), req)
	if err != nil {
		return err
	}
	return h.serveObject(w, req, obj, formatExpires(t))
}

// formatExpires returns the header Expires for a token.
func formatExpires(t signedToken) string {
	return time.Unix(int64(t.Exp), 0).UTC().Format(http.TimeFormat)
}

// findVisibleObject returns the object of a request if the caller can see it.
func (h *Handler) findVisibleObject(ctx context.Context, req *storageRequest) (object, error) {
	b, err := h.findRequestBucket(ctx, req)
	if err != nil {
		return object{}, err
	}
	if b.Public {
		return h.findAnyObject(ctx, req)
	}
	if !req.isSignedIn {
		return object{}, newNoSuchBucket()
	}
	if err := checkKey(req.key); err != nil {
		return object{}, err
	}
	var obj object
	err = h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) (err error) {
		obj, err = findObject(ctx, tx, req.bucket, req.key)
		return err
	})
	return obj, err
}

// findPublicObject returns the object of a request. The error is NoSuchBucket if the bucket is not
// public.
func (h *Handler) findPublicObject(ctx context.Context, req *storageRequest) (object, error) {
	b, err := h.findRequestBucket(ctx, req)
	if err != nil {
		return object{}, err
	}
	if !b.Public {
		return object{}, newNoSuchBucket()
	}
	return h.findAnyObject(ctx, req)
}

// findAnyObject returns the object of a request, independent of the caller.
func (h *Handler) findAnyObject(ctx context.Context, req *storageRequest) (object, error) {
	if err := checkKey(req.key); err != nil {
		return object{}, err
	}
	var obj object
	err := h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		obj, err = findObject(ctx, tx, req.bucket, req.key)
		return err
	})
	return obj, err
}

// openObject opens the content of an object. If the file doesn't exist, it reads the row again, since
// the object can have been overwritten. It returns the row of the opened file.
func (h *Handler) openObject(req *storageRequest, obj object) (*os.File, object, error) {
	for range maxReadAttempts {
		file, err := h.files.open(obj.Version)
		if err == nil {
			return file, obj, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, obj, fmt.Errorf("open object: %w", err)
		}
		current, err := h.findAnyObject(req.Context(), req)
		if err != nil {
			return nil, obj, err
		}
		if current.Version == obj.Version {
			break
		}
		obj = current
	}
	h.Logger.Error("object has no content", "bucket", obj.BucketID, "name", obj.Name, "version", obj.Version)
	return nil, obj, newNoSuchKey()
}

// serveObject sends the content of an object. It supports ranges and conditional requests (RFC 9110).
// If expires is not "", it replaces Cache-Control.
func (h *Handler) serveObject(w http.ResponseWriter, req *storageRequest, obj object, expires string) error {
	file, obj, err := h.openObject(req, obj)
	if err != nil {
		return err
	}
	defer file.Close()
	stat, err := file.Stat()
	if err != nil {
		return fmt.Errorf("stat object: %w", err)
	}
	if err := normalizeRange(w, req.Request, stat.Size()); err != nil {
		return err
	}
	metadata := obj.parseMetadata()
	setObjectHeaders(w, req, metadata, expires)
	w.Header().Set("Content-Type", convertToInertType(metadata.MimeType))
	http.ServeContent(w, req.Request, "", time.Time(metadata.LastModified), file)
	return nil
}

// objectPolicy makes browsers display objects, such as SVG or XHTML with scripts, with an opaque origin
// and without running scripts.
const objectPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; media-src 'self'"

// setObjectHeaders sets the headers of all responses with the content of an object.
func setObjectHeaders(w http.ResponseWriter, req *storageRequest, metadata objectMetadata, expires string) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", objectPolicy)
	if metadata.ETag != "" {
		header.Set("ETag", metadata.ETag)
	}
	if expires != "" {
		header.Set("Expires", expires)
	} else if metadata.CacheControl != "" {
		header.Set("Cache-Control", metadata.CacheControl)
	}
	if query := req.URL.Query(); query.Has("download") {
		header.Set("Content-Disposition", formatAttachment(query.Get("download")))
	}
}

// formatAttachment returns the header Content-Disposition of a download. With "", the browser selects
// the name.
func formatAttachment(name string) string {
	if name == "" {
		return "attachment;"
	}
	name = strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	return "attachment; filename=" + name + "; filename*=UTF-8''" + name + ";"
}

// convertToInertType returns the type with which an object is served. HTML becomes plain text, as in
// supabase/storage.
func convertToInertType(mime string) string {
	switch {
	case mime == "":
		return "application/octet-stream"
	case strings.Contains(strings.ToLower(mime), "text/html"):
		return "text/plain"
	}
	return mime
}

// normalizeRange removes a Range header that S3 ignores, which is malformed or has several parts. It
// returns InvalidRange for a range after the end.
func normalizeRange(w http.ResponseWriter, r *http.Request, size int64) error {
	spec, ok := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	first, last, hasDash := strings.Cut(strings.TrimSpace(spec), "-")
	from, errFirst := strconv.ParseUint(first, 10, 62)
	to, errLast := strconv.ParseUint(last, 10, 62)
	isSuffix := first == "" && errLast == nil
	isOpen := errFirst == nil && last == ""
	isClosed := errFirst == nil && errLast == nil && from <= to
	switch {
	case !ok || !hasDash || !isSuffix && !isOpen && !isClosed:
		r.Header.Del("Range")
	case isSuffix && to == 0, !isSuffix && from >= uint64(size):
		w.Header().Set("Content-Range", "bytes */"+strconv.FormatInt(size, 10))
		return &apiError{status: 416, code: codeInvalidRange, label: "InvalidRange", httpStatus: http.StatusRequestedRangeNotSatisfiable,
			message: "The requested range is not satisfiable"}
	}
	return nil
}

// objectInfo is the response of the info routes.
type objectInfo struct {
	ID           *string         `json:"id"`
	Name         string          `json:"name"`
	Version      string          `json:"version"`
	BucketID     string          `json:"bucket_id"`
	Size         int64           `json:"size"`
	ContentType  string          `json:"content_type"`
	CacheControl string          `json:"cache_control"`
	ETag         string          `json:"etag"`
	Metadata     json.RawMessage `json:"metadata"` // as set by the uploader
	LastModified timestamp       `json:"last_modified"`
	CreatedAt    timestamp       `json:"created_at"`
}

// newObjectInfo returns the response of /object/info for an object.
func newObjectInfo(o object) objectInfo {
	metadata := o.parseMetadata()
	return objectInfo{ID: o.ID, Name: o.Name, Version: o.Version, BucketID: o.BucketID, Size: metadata.Size,
		ContentType: metadata.MimeType, CacheControl: metadata.CacheControl, ETag: metadata.ETag, Metadata: o.UserMetadata,
		LastModified: o.UpdatedAt, CreatedAt: o.CreatedAt}
}

// getInfo handles GET /object/info/{bucket}/{key...} and /object/info/authenticated/...
func (h *Handler) getInfo(ctx context.Context, req *storageRequest) (any, error) {
	obj, err := h.findVisibleObject(ctx, req)
	if err != nil {
		return nil, err
	}
	return newObjectInfo(obj), nil
}

// getPublicInfo handles GET /object/info/public/{bucket}/{key...}.
func (h *Handler) getPublicInfo(ctx context.Context, req *storageRequest) (any, error) {
	obj, err := h.findPublicObject(ctx, req)
	if err != nil {
		return nil, err
	}
	return newObjectInfo(obj), nil
}

// serveStatus handles GET /status. It returns 200 if Postgres responds.
func (h *Handler) serveStatus(w http.ResponseWriter, req *storageRequest) error {
	if err := h.Pool.Ping(req.Context()); err != nil {
		return newDatabaseUnavailable(err)
	}
	w.WriteHeader(http.StatusOK)
	return nil
}
