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
	Folder    bool       `json:"folder"`
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

// FileMove is the body of POST /api/files/:bucket/move and /copy.
type FileMove struct {
	From     string `json:"from"`
	To       string `json:"to"`
	ToBucket string `json:"toBucket,omitempty"` // "" is the same bucket
}

// FileRemove is the body of POST /api/files/:bucket/remove.
type FileRemove struct {
	Paths []string `json:"paths"`
}

// FileRemoved answers it: a path that was asked for and is in neither list
// does not occur. Refused ones still exist, or never did for this person.
type FileRemoved struct {
	Removed []string `json:"removed"`
	Refused []string `json:"refused"`
}

// FileSign is the body of POST /api/files/:bucket/sign.
type FileSign struct {
	Path      string `json:"path"`
	ExpiresIn int    `json:"expiresIn"` // seconds, 1 to 604,800
}

// FileSigned answers it.
type FileSigned struct {
	URL string `json:"url"`
}

const (
	defaultFiles = 100
	maxFiles     = 1000
	maxRemove    = 1000
	maxSign      = 604_800 // seconds: a week
)

// listBuckets is GET /api/buckets: those that the caller may see. Anyone may call.
func (s *Server) listBuckets(ctx context.Context) ([]Bucket, error) {
	caller, err := visitOf(ctx).caller(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.backend.Buckets(ctx, caller)
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
	caller, err := visitOf(ctx).caller(ctx)
	if err != nil {
		return err
	}
	r, err := readListing(c)
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
		privileges <- s.filePrivileges.get(ctx, caller, bucket, r.Prefix)
	}()
	r.Limit++ // one more tells whether there is a next page
	objects, err := s.backend.List(ctx, caller, bucket, r)
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
		list.Entries = append(list.Entries, fileEntry(r.Prefix, object))
	}
	return c.JSON(http.StatusOK, list)
}

func readListing(c *echo.Context) (supa.ListRequest, error) {
	r := supa.ListRequest{
		Prefix: strings.Trim(c.QueryParam("prefix"), "/"), Search: c.QueryParam("search"),
		Limit: defaultFiles, SortBy: supa.SortBy{Column: "name", Order: "asc"},
	}
	if sort := c.QueryParam("sort"); sort != "" {
		column, order, _ := strings.Cut(sort, ".")
		if !slices.Contains([]string{"name", "updated_at", "created_at"}, column) || (order != "asc" && order != "desc") {
			return r, badRequest("sort is name, updated_at or created_at, with .asc or .desc, not %q.", sort)
		}
		r.SortBy = supa.SortBy{Column: column, Order: order}
	}
	if limit := c.QueryParam("limit"); limit != "" {
		n, err := strconv.Atoi(limit)
		if err != nil || n < 1 || n > maxFiles {
			return r, badRequest("limit is 1 to %d, not %q.", maxFiles, limit)
		}
		r.Limit = n
	}
	if cursor := c.QueryParam("cursor"); cursor != "" {
		offset, err := decodeCursor(cursor)
		if err != nil {
			return r, badRequest("The cursor is not one that a listing gave.")
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

func fileEntry(prefix string, object supa.Object) FileEntry {
	entry := FileEntry{
		Name: object.Name, Path: path.Join(prefix, object.Name), Folder: object.ID == nil,
		CreatedAt: object.CreatedAt, UpdatedAt: object.UpdatedAt,
	}
	if object.Metadata != nil {
		entry.Size, entry.MIMEType, entry.ETag = object.Metadata.Size, object.Metadata.MIMEType, object.Metadata.ETag
	}
	return entry
}

func (m FileMove) valid() error {
	if m.From == "" || m.To == "" {
		return badRequest("Both from and to are needed.")
	}
	return nil
}

// moveFile is POST /api/files/:bucket/move: 204. Codes: the backend's
// (NoSuchKey, ResourceAlreadyExists, AccessDenied...).
func (s *Server) moveFile(ctx context.Context, p params, in FileMove) (nothing, error) {
	return nothing{}, s.transferFile(ctx, p, in, s.backend.Move)
}

// copyFile is POST /api/files/:bucket/copy: 204. Codes: as moveFile.
func (s *Server) copyFile(ctx context.Context, p params, in FileMove) (nothing, error) {
	return nothing{}, s.transferFile(ctx, p, in, s.backend.Copy)
}

type transfer func(ctx context.Context, caller supa.Caller, from, to supa.Place) error

func (s *Server) transferFile(ctx context.Context, p params, in FileMove, do transfer) error {
	caller, err := visitOf(ctx).caller(ctx)
	if err != nil {
		return err
	}
	bucket := p.get("bucket")
	if in.ToBucket == "" {
		in.ToBucket = bucket
	}
	return do(ctx, caller, supa.Place{Bucket: bucket, Name: in.From}, supa.Place{Bucket: in.ToBucket, Name: in.To})
}

func (r FileRemove) valid() error {
	if len(r.Paths) == 0 || len(r.Paths) > maxRemove {
		return badRequest("paths holds 1 to %d names.", maxRemove)
	}
	return nil
}

// removeFiles is POST /api/files/:bucket/remove. The backend is silent about
// objects that it doesn't remove; here they are named.
func (s *Server) removeFiles(ctx context.Context, p params, in FileRemove) (FileRemoved, error) {
	caller, err := visitOf(ctx).caller(ctx)
	if err != nil {
		return FileRemoved{}, err
	}
	gone, err := s.backend.Remove(ctx, caller, p.get("bucket"), in.Paths)
	if err != nil {
		return FileRemoved{}, err
	}
	removed := FileRemoved{Removed: []string{}, Refused: []string{}}
	for _, name := range in.Paths {
		if slices.Contains(gone, name) {
			removed.Removed = append(removed.Removed, name)
		} else {
			removed.Refused = append(removed.Refused, name)
		}
	}
	return removed, nil
}

func (r FileSign) valid() error {
	if r.Path == "" || r.ExpiresIn < 1 || r.ExpiresIn > maxSign {
		return badRequest("path is needed, and expiresIn is 1 to %d seconds.", maxSign)
	}
	return nil
}

// signFile is POST /api/files/:bucket/sign: a link to the backend that works
// for anybody who has it until it expires. Codes: the backend's.
func (s *Server) signFile(ctx context.Context, p params, in FileSign) (FileSigned, error) {
	caller, err := visitOf(ctx).caller(ctx)
	if err != nil {
		return FileSigned{}, err
	}
	url, err := s.backend.Sign(ctx, caller, supa.Place{Bucket: p.get("bucket"), Name: in.Path}, in.ExpiresIn)
	return FileSigned{URL: url}, err
}
