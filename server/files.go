package server

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// Bucket is an element of the response of GET /api/buckets.
type Bucket struct {
	ID               string    `json:"id"`
	Name             string    `json:"name"`
	Public           bool      `json:"public"`
	FileSizeLimit    *int64    `json:"fileSizeLimit"`    // bytes; null: the server's limit
	AllowedMIMETypes []string  `json:"allowedMimeTypes"` // empty: any; can contain "image/*"
	CreatedAt        time.Time `json:"createdAt"`
}

// FileList is the response of GET /api/files/:bucket?prefix=&search=&sort=&limit=&cursor=&privileges=.
// sort is name, updated_at or created_at, with .asc or .desc.
type FileList struct {
	Entries    []FileEntry    `json:"entries"`    // folders first
	NextCursor *string        `json:"nextCursor"` // null at the end
	Privileges FilePrivileges `json:"privileges"` // for this prefix; null unless privileges=true
}

// FileEntry is an object, or a folder (a common prefix of objects).
type FileEntry struct {
	Name      string     `json:"name"` // last segment of the path
	Path      string     `json:"path"` // within the bucket; without a final "/"
	IsFolder  bool       `json:"folder"`
	Size      int64      `json:"size"` // bytes; 0 for a folder
	MIMEType  string     `json:"mimeType"`
	ETag      string     `json:"etag"`
	CreatedAt *time.Time `json:"createdAt"`
	UpdatedAt *time.Time `json:"updatedAt"`
}

// FilePrivileges is what the caller can do with objects under a prefix. Null means
// unknown: the app then offers the action, and shows the error if the backend rejects
// it.
type FilePrivileges struct {
	Insert *bool `json:"insert"`
	Update *bool `json:"update"`
	Delete *bool `json:"delete"`
}

// FileTransferRequest is the body of POST /api/files/:bucket/move and /copy.
type FileTransferRequest struct {
	SourcePath        string `json:"from"`
	DestinationPath   string `json:"to"`
	DestinationBucket string `json:"toBucket,omitempty"` // "" is the same bucket
}

// FileRemoveRequest is the body of POST /api/files/:bucket/remove.
type FileRemoveRequest struct {
	Paths []string `json:"paths"`
}

// FileRemoveResponse is the response: each requested path is in one of the lists. A
// failed path still exists, or did not exist for this user.
type FileRemoveResponse struct {
	Removed []string `json:"removed"`
	Failed  []string `json:"failed"`
}

const (
	defaultListLimit = 100
	maxListLimit     = 1000
	maxRemovedPaths  = 1000
)

// listBuckets handles GET /api/buckets: it returns the buckets that the caller can see.
// Anyone can call it.
func (s *Server) listBuckets(ctx context.Context) ([]Bucket, error) {
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.backend.ListBuckets(ctx, caller)
	if err != nil {
		return nil, err
	}
	buckets := make([]Bucket, len(found))
	for i, b := range found {
		buckets[i] = Bucket{ID: b.ID, Name: b.Name, Public: b.Public, FileSizeLimit: b.FileSizeLimit,
			AllowedMIMETypes: b.AllowedMIMETypes, CreatedAt: b.CreatedAt}
		if b.AllowedMIMETypes == nil {
			buckets[i].AllowedMIMETypes = []string{}
		}
	}
	return buckets, nil
}

// listFiles handles GET
// /api/files/:bucket?prefix=&search=&sort=&limit=&cursor=&privileges=: it returns the
// entries directly below the prefix. With privileges=true, for a page that offers an
// upload, it adds what the caller can do there. Anyone can call it; the result
// does not contain objects that a policy hides. Codes: bad_request, and the backend's.
func (s *Server) listFiles(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	r, err := parseListRequest(c)
	if err != nil {
		return err
	}
	bucket, limit := c.Param("bucket"), r.Limit
	privileges := make(chan FilePrivileges, 1)
	go func() {
		if c.QueryParam("privileges") != "true" {
			privileges <- FilePrivileges{}
			return
		}
		privileges <- s.getFilePrivileges(ctx, caller, bucket, r.Prefix)
	}()
	r.Limit++ // one more, to find out whether there is a next page
	objects, err := s.backend.ListObjects(ctx, caller, bucket, r)
	list := FileList{Entries: []FileEntry{}, Privileges: <-privileges}
	if err != nil {
		return err
	}
	if len(objects) > limit {
		objects = objects[:limit]
		cursor := encodeCursor(r.Offset + limit)
		list.NextCursor = &cursor
	}
	for _, object := range objects {
		list.Entries = append(list.Entries, newFileEntry(r.Prefix, object))
	}
	return c.JSON(http.StatusOK, list)
}

// parseListRequest parses the query string of listFiles. The error is bad_request.
func parseListRequest(c *echo.Context) (supa.ListRequest, error) {
	r := supa.ListRequest{
		Prefix: strings.Trim(c.QueryParam("prefix"), "/"), Search: c.QueryParam("search"),
		Limit: defaultListLimit, SortBy: supa.SortBy{Column: "name", Order: "asc"},
	}
	if sort := c.QueryParam("sort"); sort != "" {
		column, order, _ := strings.Cut(sort, ".")
		if !slices.Contains([]string{"name", "updated_at", "created_at"}, column) || (order != "asc" && order != "desc") {
			return r, newBadRequestError("sort must be name, updated_at or created_at, with .asc or .desc, not %q.", sort)
		}
		r.SortBy = supa.SortBy{Column: column, Order: order}
	}
	if limit := c.QueryParam("limit"); limit != "" {
		n, err := strconv.Atoi(limit)
		if err != nil || n < 1 || n > maxListLimit {
			return r, newBadRequestError("limit must be 1 to %d, not %q.", maxListLimit, limit)
		}
		r.Limit = n
	}
	if cursor := c.QueryParam("cursor"); cursor != "" {
		offset, err := decodeCursor(cursor)
		if err != nil {
			return r, newBadRequestError("The cursor is not valid.")
		}
		r.Offset = offset
	}
	return r, nil
}

// encodeCursor returns an offset of the backend as a cursor, which clients do not parse.
func encodeCursor(offset int) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(offset)))
}

// decodeCursor returns the offset in a cursor of encodeCursor.
func decodeCursor(cursor string) (int, error) {
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return 0, fmt.Errorf("decode a cursor: %w", err)
	}
	offset, err := strconv.ParseUint(string(text), 10, 31)
	if err != nil {
		return 0, fmt.Errorf("decode a cursor: %w", err)
	}
	return int(offset), nil
}

// newFileEntry returns the API's form of an object or folder below prefix.
func newFileEntry(prefix string, object supa.Object) FileEntry {
	entry := FileEntry{
		Name: object.Name, Path: path.Join(prefix, object.Name), IsFolder: object.ID == nil,
		CreatedAt: object.CreatedAt, UpdatedAt: object.UpdatedAt,
	}
	if object.Metadata != nil {
		entry.Size, entry.MIMEType, entry.ETag = object.Metadata.Size, object.Metadata.MIMEType, object.Metadata.ETag
	}
	return entry
}

// validate returns bad_request if a path is missing.
func (m FileTransferRequest) validate() error {
	if m.SourcePath == "" || m.DestinationPath == "" {
		return newBadRequestError("from and to are required.")
	}
	return nil
}

// moveFile handles POST /api/files/:bucket/move: 204. Codes: the backend's (NoSuchKey,
// ResourceAlreadyExists, AccessDenied...).
func (s *Server) moveFile(ctx context.Context, p requestParams, in FileTransferRequest) (noContent, error) {
	return noContent{}, s.transferFile(ctx, p, in, s.backend.MoveObject)
}

// copyFile handles POST /api/files/:bucket/copy: 204. Codes: as moveFile.
func (s *Server) copyFile(ctx context.Context, p requestParams, in FileTransferRequest) (noContent, error) {
	return noContent{}, s.transferFile(ctx, p, in, s.backend.CopyObject)
}

type transferFunc func(ctx context.Context, caller supa.Caller, from, to supa.ObjectLocation) error

// transferFile copies or moves an object as the caller: do is the function of the backend.
func (s *Server) transferFile(ctx context.Context, p requestParams, in FileTransferRequest, do transferFunc) error {
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	bucket := p.get("bucket")
	if in.DestinationBucket == "" {
		in.DestinationBucket = bucket
	}
	return do(ctx, caller, supa.ObjectLocation{Bucket: bucket, Name: in.SourcePath}, supa.ObjectLocation{Bucket: in.DestinationBucket, Name: in.DestinationPath})
}

// validate returns bad_request unless there are 1 to maxRemovedPaths paths.
func (r FileRemoveRequest) validate() error {
	if len(r.Paths) == 0 || len(r.Paths) > maxRemovedPaths {
		return newBadRequestError("paths must contain 1 to %d names.", maxRemovedPaths)
	}
	return nil
}

// removeFiles handles POST /api/files/:bucket/remove: it returns which objects were
// removed. The backend does not report objects that it did not remove.
func (s *Server) removeFiles(ctx context.Context, p requestParams, in FileRemoveRequest) (FileRemoveResponse, error) {
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return FileRemoveResponse{}, err
	}
	removed, err := s.backend.RemoveObjects(ctx, caller, p.get("bucket"), in.Paths)
	if err != nil {
		return FileRemoveResponse{}, err
	}
	response := FileRemoveResponse{Removed: []string{}, Failed: []string{}}
	for _, name := range in.Paths {
		if slices.Contains(removed, name) {
			response.Removed = append(response.Removed, name)
		} else {
			response.Failed = append(response.Failed, name)
		}
	}
	return response, nil
}
