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

// Bucket is one of GET /api/buckets.
type Bucket struct {
	ID               string    `json:"id"`
	Name             string    `json:"name"`
	Public           bool      `json:"public"`
	FileSizeLimit    *int64    `json:"fileSizeLimit"`    // bytes; null: the server's limit
	AllowedMIMETypes []string  `json:"allowedMimeTypes"` // empty: any; may hold "image/*"
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
	Path      string     `json:"path"` // within the bucket; a folder's ends without "/"
	IsFolder  bool       `json:"folder"`
	Size      int64      `json:"size"` // bytes; 0 for a folder
	MIMEType  string     `json:"mimeType"`
	ETag      string     `json:"etag"`
	CreatedAt *time.Time `json:"createdAt"`
	UpdatedAt *time.Time `json:"updatedAt"`
}

// FilePrivileges says what the caller may try on objects under a prefix; null
// where the backend can't say (then it is offered, and a refusal is shown).
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

// FileRemoveResponse answers it: a path that was asked for and is in neither list
// does not occur. Refused ones still exist, or never did for this person.
type FileRemoveResponse struct {
	Removed []string `json:"removed"`
	Failed  []string `json:"failed"`
}

// FileSignRequest is the body of POST /api/files/:bucket/sign.
type FileSignRequest struct {
	Path      string `json:"path"`
	ExpiresIn int    `json:"expiresIn"` // seconds, 1 to 604,800
}

// FileSignResponse answers it.
type FileSignResponse struct {
	URL string `json:"url"`
}

const (
	defaultListLimit = 100
	maxListLimit     = 1000
	maxRemovedPaths  = 1000
	maxSignSeconds   = 604_800 // seconds: a week
)

// listBuckets is GET /api/buckets: those that the caller may see. Anyone may call.
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

// listFiles is GET /api/files/:bucket?prefix=&search=&sort=&limit=&cursor=&privileges=: what
// is directly below the prefix. privileges=true, for a page that offers an upload,
// adds what the caller can do there. Anyone may call; objects that a policy hides
// are absent. Codes: bad_request, and the backend's.
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
	r.Limit++ // one more tells whether there is a next page
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

func parseListRequest(c *echo.Context) (supa.ListRequest, error) {
	r := supa.ListRequest{
		Prefix: strings.Trim(c.QueryParam("prefix"), "/"), Search: c.QueryParam("search"),
		Limit: defaultListLimit, SortBy: supa.SortBy{Column: "name", Order: "asc"},
	}
	if sort := c.QueryParam("sort"); sort != "" {
		column, order, _ := strings.Cut(sort, ".")
		if !slices.Contains([]string{"name", "updated_at", "created_at"}, column) || (order != "asc" && order != "desc") {
			return r, newBadRequestError("sort is name, updated_at or created_at, with .asc or .desc, not %q.", sort)
		}
		r.SortBy = supa.SortBy{Column: column, Order: order}
	}
	if limit := c.QueryParam("limit"); limit != "" {
		n, err := strconv.Atoi(limit)
		if err != nil || n < 1 || n > maxListLimit {
			return r, newBadRequestError("limit is 1 to %d, not %q.", maxListLimit, limit)
		}
		r.Limit = n
	}
	if cursor := c.QueryParam("cursor"); cursor != "" {
		offset, err := decodeCursor(cursor)
		if err != nil {
			return r, newBadRequestError("The cursor is not one that a listing gave.")
		}
		r.Offset = offset
	}
	return r, nil
}

// A cursor is the backend's offset; how it is made is nobody's business.
func encodeCursor(offset int) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strconv.Itoa(offset)))
}

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

func (m FileTransferRequest) validate() error {
	if m.SourcePath == "" || m.DestinationPath == "" {
		return newBadRequestError("Both from and to are needed.")
	}
	return nil
}

// moveFile is POST /api/files/:bucket/move: 204. Codes: the backend's
// (NoSuchKey, ResourceAlreadyExists, AccessDenied...).
func (s *Server) moveFile(ctx context.Context, p requestParams, in FileTransferRequest) (noContent, error) {
	return noContent{}, s.transferFile(ctx, p, in, s.backend.MoveObject)
}

// copyFile is POST /api/files/:bucket/copy: 204. Codes: as moveFile.
func (s *Server) copyFile(ctx context.Context, p requestParams, in FileTransferRequest) (noContent, error) {
	return noContent{}, s.transferFile(ctx, p, in, s.backend.CopyObject)
}

type transferFunc func(ctx context.Context, caller supa.Caller, from, to supa.ObjectLocation) error

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

func (r FileRemoveRequest) validate() error {
	if len(r.Paths) == 0 || len(r.Paths) > maxRemovedPaths {
		return newBadRequestError("paths holds 1 to %d names.", maxRemovedPaths)
	}
	return nil
}

// removeFiles is POST /api/files/:bucket/remove. The backend is silent about
// objects that it doesn't remove; here they are named.
func (s *Server) removeFiles(ctx context.Context, p requestParams, in FileRemoveRequest) (FileRemoveResponse, error) {
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return FileRemoveResponse{}, err
	}
	gone, err := s.backend.RemoveObjects(ctx, caller, p.get("bucket"), in.Paths)
	if err != nil {
		return FileRemoveResponse{}, err
	}
	removed := FileRemoveResponse{Removed: []string{}, Failed: []string{}}
	for _, name := range in.Paths {
		if slices.Contains(gone, name) {
			removed.Removed = append(removed.Removed, name)
		} else {
			removed.Failed = append(removed.Failed, name)
		}
	}
	return removed, nil
}

func (r FileSignRequest) validate() error {
	if r.Path == "" || r.ExpiresIn < 1 || r.ExpiresIn > maxSignSeconds {
		return newBadRequestError("path is needed, and expiresIn is 1 to %d seconds.", maxSignSeconds)
	}
	return nil
}

// signFile is POST /api/files/:bucket/sign: a link to the backend that works
// for anybody who has it until it expires. Codes: the backend's.
func (s *Server) signFile(ctx context.Context, p requestParams, in FileSignRequest) (FileSignResponse, error) {
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return FileSignResponse{}, err
	}
	url, err := s.backend.SignObject(ctx, caller, supa.ObjectLocation{Bucket: p.get("bucket"), Name: in.Path}, in.ExpiresIn)
	return FileSignResponse{URL: url}, err
}
