package server

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// Bucket is an element of the response of GET /api/buckets.
type Bucket struct {
	ID               string    `json:"id"`
	Name             string    `json:"name"`
	Title            string    `json:"title"` // the name as words: "Product photos" for product-photos
	Public           bool      `json:"public"`
	FileSizeLimit    *int64    `json:"fileSizeLimit"`    // bytes; null: the server's limit
	AllowedMIMETypes []string  `json:"allowedMimeTypes"` // empty: any; can contain "image/*"
	CreatedAt        time.Time `json:"createdAt"`
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
	IsReplacement     bool   `json:"replace,omitempty"`  // overwrites an object at the destination
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

// maxRemovedPaths limits the paths of a FileRemoveRequest.
const maxRemovedPaths = 1000

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
		buckets[i] = Bucket{ID: b.ID, Name: b.Name, Title: schema.FormatTitle(nil, strings.ReplaceAll(b.Name, "-", "_")), Public: b.Public, FileSizeLimit: b.FileSizeLimit,
			AllowedMIMETypes: b.AllowedMIMETypes, CreatedAt: b.CreatedAt}
		if b.AllowedMIMETypes == nil {
			buckets[i].AllowedMIMETypes = []string{}
		}
	}
	return buckets, nil
}

// validate returns bad_request if a path is missing, or an object would replace itself.
func (m FileTransferRequest) validate() error {
	if m.SourcePath == "" || m.DestinationPath == "" {
		return newBadRequestError("from and to are required.")
	}
	if m.IsReplacement && m.SourcePath == m.DestinationPath {
		return newBadRequestError("A file can’t replace itself.")
	}
	return nil
}

// moveFile handles POST /api/files/:bucket/move: 204. Storage can't move an object over another
// one: a replacement is copied, then the source is deleted, so that a failure loses no content.
// Codes: the backend's (NoSuchKey, ResourceAlreadyExists, AccessDenied...), and AccessDenied if
// the source was copied but can't be deleted.
func (s *Server) moveFile(ctx context.Context, p requestParams, in FileTransferRequest) (noContent, error) {
	t, err := s.resolveTransfer(ctx, p, in)
	if err != nil {
		return noContent{}, err
	}
	if !in.IsReplacement {
		return noContent{}, s.backend.MoveObject(ctx, t.caller, t.from, t.to)
	}
	if err := s.backend.CopyObject(ctx, t.caller, t.from, t.to, true); err != nil {
		return noContent{}, err
	}
	removed, err := s.backend.RemoveObjects(ctx, t.caller, t.from.Bucket, []string{t.from.Name})
	if err == nil && len(removed) == 0 {
		err = &Error{Code: "AccessDenied", Status: http.StatusForbidden, Message: "The file was copied, but you don’t have permission to delete the original."}
	}
	return noContent{}, err
}

// copyFile handles POST /api/files/:bucket/copy: it copies an object within the bucket or to another bucket, and responds
// with 204. IsReplacement permits to overwrite an object. Codes: the backend's, as moveFile.
func (s *Server) copyFile(ctx context.Context, p requestParams, in FileTransferRequest) (noContent, error) {
	t, err := s.resolveTransfer(ctx, p, in)
	if err != nil {
		return noContent{}, err
	}
	return noContent{}, s.backend.CopyObject(ctx, t.caller, t.from, t.to, in.IsReplacement)
}

// fileTransfer is a copy or move of an object by a caller.
type fileTransfer struct {
	caller   supa.Caller
	from, to supa.ObjectLocation
}

// resolveTransfer returns the caller and the locations of a request.
func (s *Server) resolveTransfer(ctx context.Context, p requestParams, in FileTransferRequest) (t fileTransfer, err error) {
	bucket := p.get("bucket")
	t.from = supa.ObjectLocation{Bucket: bucket, Name: in.SourcePath}
	t.to = supa.ObjectLocation{Bucket: cmp.Or(in.DestinationBucket, bucket), Name: in.DestinationPath}
	t.caller, err = getRequestSession(ctx).resolveCaller(ctx)
	return t, err
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
