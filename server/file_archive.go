package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// maxArchivePaths limits the objects and folders that a request names; a folder can contain any
// number. The app has the same limit (ui/src/features/files/api/download-archive.ts).
const maxArchivePaths = 20_000

// FileArchiveRequest is the field "request" of the form of POST /api/files/:bucket/zip, as JSON.
type FileArchiveRequest struct {
	Paths   []string `json:"paths"`         // objects
	Folders []string `json:"folders"`       // folders with all objects below them, without a final "/"
	Base    string   `json:"base"`          // the folder to which the names in the archive are relative; "": the bucket
	IsWhole bool     `json:"all,omitempty"` // all objects below base, instead of paths and folders
	Name    string   `json:"name"`          // of the archive, without .zip
}

// validate returns bad_request unless something is selected.
func (r FileArchiveRequest) validate() error {
	if r.IsWhole {
		return nil
	}
	if n := len(r.Paths) + len(r.Folders); n == 0 || n > maxArchivePaths {
		return newBadRequestError("paths and folders must contain 1 to %d names.", maxArchivePaths)
	}
	return nil
}

// downloadArchive handles POST /api/files/:bucket/zip: it streams a zip archive of objects,
// with constant memory for their contents; the directory at the end of an archive needs some
// 0.5 kB of memory for each object. The body is a form, because only a form lets a browser save the
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
	names := slices.Concat(a.request.Paths, a.request.Folders)
	if a.request.IsWhole {
		names = []string{cmp.Or(a.request.Base, "the bucket itself")}
	}
	for _, name := range names {
		if err := (supa.ObjectLocation{Bucket: a.bucket, Name: name}).Validate(); err != nil {
			return err
		}
	}
	return nil
}

// list calls add with the full name of each object of the archive: first the requested objects, without a check that they
// exist, then those that the backend lists below the requested folders. It stops at the first error of add or of the
// backend, and returns it.
func (a *archiveSource) list(ctx context.Context, add func(name string) error) error {
	if a.request.IsWhole {
		return a.listFolder(ctx, a.request.Base, add)
	}
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

// listFolder calls add with the full name of each object below a folder, at any depth, except folderPlaceholder. If the
// storage service has no recursive list, it lists each folder. It stops at the first error and returns it.
func (a *archiveSource) listFolder(ctx context.Context, folder string, add func(name string) error) error {
	r := supa.ListRequest{Prefix: folder, IsRecursive: true, Limit: maxListLimit}
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

// open requests the content of an object. The caller must close the body.
func (a *archiveSource) open(ctx context.Context, name string) (*http.Response, error) {
	return a.backend.DownloadObject(ctx, a.caller, supa.ObjectLocation{Bucket: a.bucket, Name: name}, http.MethodGet, nil)
}
