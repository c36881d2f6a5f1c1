package server

import (
	"context"
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
