package server

import (
	"errors"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// FileList is the response of GET
// /api/files/:bucket?prefix=&recursive=&match=&sort=&limit=&cursor=&privileges=.
// sort is name.asc or name.desc.
type FileList struct {
	Entries    []FileEntry    `json:"entries"`    // folders and objects in the requested order; names by their bytes
	NextCursor *string        `json:"nextCursor"` // null at the end
	Listed     int            `json:"listed"`     // objects that the backend listed for this page, also those that do not match
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

const (
	defaultListLimit = 100
	maxListLimit     = supa.MaxListLimit
)

// listFiles handles GET
// /api/files/:bucket?prefix=&recursive=&match=&sort=&limit=&cursor=&privileges=: it returns a
// page of the entries directly below the prefix, or with recursive=true of all objects below
// it, without folders. With match, it returns only the entries whose path below the prefix
// contains each word of this text, case-insensitively and in any order; such a page can be empty. With
// privileges=true, for a page that offers an upload, it adds what the caller can do there.
// Anyone can call it; the result does not contain objects that a policy hides. Codes:
// bad_request, no_recursive_list, and the backend's.
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
	bucket := c.Param("bucket")
	privileges := make(chan FilePrivileges, 1)
	go func() {
		if c.QueryParam("privileges") != "true" {
			privileges <- FilePrivileges{}
			return
		}
		privileges <- s.getFilePrivileges(ctx, caller, bucket, r.Prefix)
	}()
	page, err := s.backend.ListObjects(ctx, caller, bucket, r)
	list := FileList{Entries: []FileEntry{}, Listed: len(page.Entries), Privileges: <-privileges}
	switch {
	case errors.Is(err, supa.ErrNoRecursiveList):
		return newCodedError(CodeNoRecursiveList, "The storage service can’t list folders with everything below them.", err)
	case errors.Is(err, supa.ErrInvalidCursor):
		return newBadRequestError("The cursor is not valid.")
	case err != nil:
		return err
	}
	if page.NextCursor != "" {
		list.NextCursor = &page.NextCursor
	}
	matches := newNameFilter(r.Prefix, c.QueryParam("match"))
	for _, object := range page.Entries {
		if matches(object.Name) {
			list.Entries = append(list.Entries, newFileEntry(object))
		}
	}
	return c.JSON(http.StatusOK, list)
}

// newNameFilter returns a function that reports whether the path of an object below prefix contains
// each word of text, case-insensitively and in any order.
func newNameFilter(prefix, text string) func(name string) bool {
	words := strings.Fields(strings.ToLower(text))
	return func(name string) bool {
		path := strings.ToLower(strings.TrimPrefix(name, prefix))
		return !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(path, word) })
	}
}

// parseListRequest parses the query string of listFiles. The error is bad_request.
func parseListRequest(c *echo.Context) (supa.ListRequest, error) {
	r := supa.ListRequest{
		Prefix: strings.Trim(c.QueryParam("prefix"), "/"), IsRecursive: c.QueryParam("recursive") == "true",
		Limit: defaultListLimit, Cursor: c.QueryParam("cursor"),
	}
	switch sort := c.QueryParam("sort"); sort {
	case "", "name.asc":
	case "name.desc":
		r.IsReversed = true
	default:
		return r, newBadRequestError("sort must be name.asc or name.desc, not %q.", sort)
	}
	if limit := c.QueryParam("limit"); limit != "" {
		n, err := strconv.Atoi(limit)
		if err != nil || n < 1 || n > maxListLimit {
			return r, newBadRequestError("limit must be 1 to %d, not %q.", maxListLimit, limit)
		}
		r.Limit = n
	}
	return r, nil
}

// newFileEntry returns the API's form of an object or folder.
func newFileEntry(object supa.Object) FileEntry {
	entry := FileEntry{
		Name: path.Base(object.Name), Path: object.Name, IsFolder: object.ID == nil,
		CreatedAt: object.CreatedAt, UpdatedAt: object.UpdatedAt,
	}
	if object.Metadata != nil {
		entry.Size, entry.MIMEType, entry.ETag = object.Metadata.Size, object.Metadata.MIMEType, object.Metadata.ETag
	}
	return entry
}
