package server

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// maxArchivePaths limits the selected objects and folders; a folder can contain any number.
const maxArchivePaths = 20_000

// FileArchiveRequest is the field "request" of the form of POST /api/files/:bucket/zip, as JSON.
type FileArchiveRequest struct {
	Paths   []string `json:"paths"`   // objects
	Folders []string `json:"folders"` // folders with all objects below them, without a final "/"
	Base    string   `json:"base"`    // the folder to which the names in the archive are relative; "": the bucket
	Name    string   `json:"name"`    // of the archive, without .zip
}

// validate returns bad_request unless something is selected.
func (r FileArchiveRequest) validate() error {
	if n := len(r.Paths) + len(r.Folders); n == 0 || n > maxArchivePaths {
		return newBadRequestError("paths and folders must contain 1 to %d names.", maxArchivePaths)
	}
	return nil
}

// downloadArchive handles POST /api/files/:bucket/zip: it streams a zip archive of objects,
// with constant memory. The body is a form, because only a form lets a browser save the
// response without buffering it. Objects that the caller can't read are not in the archive;
// a text file in it lists them. If the backend fails, the connection is closed, so that
// the browser reports an incomplete file. Codes: bad_request, not_signed_in, and the
// backend's for the first list of a folder.
func (s *Server) downloadArchive(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	in, err := s.decodeArchiveRequest(c)
	if err != nil {
		return err
	}
	source := &archiveSource{backend: s.backend, caller: caller, bucket: c.Param("bucket"), request: in}
	if err := source.validate(); err != nil {
		return err
	}
	header := c.Response().Header()
	header.Set("Content-Type", "application/zip")
	header.Set("Content-Disposition", formatContentDisposition("attachment", in.Name+".zip"))
	header.Set("Cache-Control", "no-store")
	startStream(c, http.StatusOK)
	target := &idleTimeoutWriter{target: c.Response(), control: http.NewResponseController(c.Response()), idleTimeout: s.ClientTimeout}
	if err := writeArchive(ctx, target, source); err != nil {
		return s.abortResponse(c, err)
	}
	return nil
}

// decodeArchiveRequest reads the form of downloadArchive.
func (s *Server) decodeArchiveRequest(c *echo.Context) (in FileArchiveRequest, err error) {
	body, _, err := s.readDataBody(c, "application/x-www-form-urlencoded")
	if err != nil {
		return in, err
	}
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return in, newBadRequestError("The form can’t be read: %v.", err)
	}
	if err := json.Unmarshal([]byte(form.Get("request")), &in); err != nil {
		return in, newBadRequestError("The field request isn’t valid: %s.", describeBodyError(err))
	}
	if in.Name == "" {
		in.Name = "files"
	}
	return in, in.validate()
}

// archiveSource lists and opens the objects of an archive.
type archiveSource struct {
	backend *supa.Backend
	caller  supa.Caller
	bucket  string
	request FileArchiveRequest
}

// validate returns ErrInvalidName or ErrReservedBucket if a requested name is not valid.
func (a *archiveSource) validate() error {
	for _, name := range append(append([]string{}, a.request.Paths...), a.request.Folders...) {
		if err := (supa.ObjectLocation{Bucket: a.bucket, Name: name}).Validate(); err != nil {
			return err
		}
	}
	return nil
}

// list calls add with the name of each object, until add returns an error.
func (a *archiveSource) list(ctx context.Context, add func(name string) error) error {
	for _, name := range a.request.Paths {
		if err := add(name); err != nil {
			return err
		}
	}
	for _, folder := range a.request.Folders {
		if err := a.listFolder(ctx, folder, add); err != nil {
			return err
		}
	}
	return nil
}

// listFolder calls add with the name of each object below a folder.
func (a *archiveSource) listFolder(ctx context.Context, folder string, add func(name string) error) error {
	r := supa.ListRequest{Prefix: folder, IsRecursive: true, Limit: maxListLimit, SortBy: supa.SortBy{Column: "name", Order: "asc"}}
	folders := []string{folder}
	for len(folders) > 0 {
		r.Prefix = folders[len(folders)-1]
		page, err := a.backend.ListObjects(ctx, a.caller, a.bucket, r)
		if errors.Is(err, supa.ErrNoRecursiveList) {
			r.IsRecursive = false
			continue
		}
		if err != nil {
			return err
		}
		if r.Cursor = page.NextCursor; r.Cursor == "" {
			folders = folders[:len(folders)-1]
		}
		for _, object := range page.Entries {
			if object.ID == nil {
				folders = append([]string{object.Name}, folders...)
			} else if path.Base(object.Name) != folderPlaceholder {
				if err := add(object.Name); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// folderPlaceholder is the name of the object with which Supabase Studio keeps an empty folder.
const folderPlaceholder = ".emptyFolderPlaceholder"

// nameInArchive returns the name of an object relative to the base folder. Backslashes, which
// separate folders on Windows, are replaced.
func (a *archiveSource) nameInArchive(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, strings.TrimSuffix(a.request.Base, "/")+"/"), `\`, "_")
}

// open starts the download of an object.
func (a *archiveSource) open(ctx context.Context, name string) (*http.Response, error) {
	return a.backend.DownloadObject(ctx, a.caller, supa.ObjectLocation{Bucket: a.bucket, Name: name}, http.MethodGet, nil)
}

// writeArchive writes all objects of source. It stores them without compression: most large
// files are compressed already.
func writeArchive(ctx context.Context, target io.Writer, source *archiveSource) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	archive := zip.NewWriter(target)
	objects, listed := prefetchObjects(ctx, source)
	var missing []string
	for pending := range objects {
		object := <-pending
		included, err := object.write(ctx, archive, source)
		if err != nil {
			return err
		}
		if !included {
			missing = append(missing, object.name)
		}
	}
	if err := <-listed; err != nil {
		return err
	}
	if err := writeMissing(archive, missing); err != nil {
		return err
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("finish an archive: %w", err)
	}
	return nil
}

// writeMissing adds a text file that lists the objects that are not in the archive, if there are any.
func writeMissing(archive *zip.Writer, missing []string) error {
	if len(missing) == 0 {
		return nil
	}
	entry, err := archive.Create("Not included.txt")
	if err == nil {
		_, err = io.WriteString(entry, "These files don’t exist any more, or you don’t have permission to read them:\n\n"+strings.Join(missing, "\n")+"\n")
	}
	if err != nil {
		return fmt.Errorf("write the list of missing files: %w", err)
	}
	return nil
}

const (
	// prefetchedObjects is the number of objects that are requested at the same time, because
	// an archive of small objects would otherwise wait for each response.
	prefetchedObjects = 8
	// maxPrefetchedBytes is the largest object that is read in advance. A larger one is requested
	// when it is written, so that no connection waits.
	maxPrefetchedBytes = 64 << 10
)

// prefetchedObject is an object of an archive.
type prefetchedObject struct {
	name     string
	content  []byte // nil: larger than maxPrefetchedBytes, or not readable
	modified time.Time
	err      error
}

// prefetchObjects requests the objects of an archive, and sends them in the order of the list.
// The second channel receives the error of the list.
func prefetchObjects(ctx context.Context, source *archiveSource) (<-chan chan prefetchedObject, <-chan error) {
	objects, listed := make(chan chan prefetchedObject, prefetchedObjects), make(chan error, 1)
	go func() {
		defer close(objects)
		listed <- source.list(ctx, func(name string) error {
			pending := make(chan prefetchedObject, 1)
			select {
			case objects <- pending:
			case <-ctx.Done():
				return ctx.Err()
			}
			go func() { pending <- prefetchObject(ctx, source, name) }()
			return nil
		})
	}()
	return objects, listed
}

// prefetchObject requests an object, and reads it if it is small.
func prefetchObject(ctx context.Context, source *archiveSource, name string) prefetchedObject {
	object := prefetchedObject{name: name}
	resp, err := source.open(ctx, name)
	if err != nil {
		object.err = err
		return object
	}
	defer func() { _ = resp.Body.Close() }()
	object.modified = parseLastModified(resp)
	if resp.ContentLength < 0 || resp.ContentLength > maxPrefetchedBytes {
		return object
	}
	object.content, object.err = io.ReadAll(resp.Body)
	return object
}

// write adds the object to the archive. It returns false if the caller can't read the object.
func (o *prefetchedObject) write(ctx context.Context, archive *zip.Writer, source *archiveSource) (included bool, err error) {
	var content io.Reader = bytes.NewReader(o.content)
	if o.err == nil && o.content == nil {
		var resp *http.Response
		if resp, o.err = source.open(ctx, o.name); o.err == nil {
			defer func() { _ = resp.Body.Close() }()
			content = resp.Body
		}
	}
	var rejection *supa.Error
	if errors.As(o.err, &rejection) && !supa.IsTransient(o.err) && !rejection.IsTokenRejection() {
		return false, nil
	}
	if o.err != nil {
		return false, o.err
	}
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: path.Clean(source.nameInArchive(o.name)), Method: zip.Store, Modified: o.modified})
	if err == nil {
		_, err = io.Copy(entry, content)
	}
	if err != nil {
		return false, fmt.Errorf("write %q to an archive: %w", o.name, err)
	}
	return true, nil
}

// parseLastModified returns the time of an object, or the zero time.
func parseLastModified(resp *http.Response) time.Time {
	modified, err := http.ParseTime(resp.Header.Get("Last-Modified"))
	if err != nil {
		return time.Time{}
	}
	return modified
}
