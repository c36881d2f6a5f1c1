package server

import (
	"context"
	"encoding/json"
	"net/http"
	"path"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// FileInfo is the response of GET /api/file-info/:bucket/*?owner=.
type FileInfo struct {
	Path         string          `json:"path"`
	Name         string          `json:"name"`
	Size         int64           `json:"size"` // bytes
	MIMEType     string          `json:"mimeType"`
	ETag         string          `json:"etag"`
	CacheControl string          `json:"cacheControl"`
	OriginalName string          `json:"originalName"` // before the upload, if storage did not accept it; "": the same
	Metadata     json.RawMessage `json:"metadata"`     // set by the uploader: an object, or null
	OwnerID      *string         `json:"ownerId"`      // of the user, only with owner=true; "": none; null: unknown
	CreatedAt    *time.Time      `json:"createdAt"`
	UpdatedAt    *time.Time      `json:"updatedAt"`
}

// getFileInfo handles GET /api/file-info/:bucket/*?owner=: it returns the properties of an
// object that the caller can see, with owner=true also its owner. Codes: NoSuchKey and others of the storage service.
func (s *Server) getFileInfo(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	location := parseObjectLocation(c)
	owner := make(chan *string, 1)
	go func() {
		if c.QueryParam("owner") != "true" {
			owner <- nil
			return
		}
		owner <- s.findFileOwner(ctx, caller, location)
	}()
	info, err := s.backend.GetObjectInfo(ctx, caller, location)
	ownerID := <-owner
	if err != nil {
		return err
	}
	var known struct {
		OriginalName string `json:"originalName"`
	}
	_ = json.Unmarshal(info.Metadata, &known) // another program can have set any value
	return c.JSON(http.StatusOK, FileInfo{
		Path: location.Name, Name: path.Base(location.Name), Size: info.Size, MIMEType: info.ContentType, ETag: info.ETag,
		CacheControl: info.CacheControl, OriginalName: known.OriginalName, Metadata: info.Metadata,
		CreatedAt: info.CreatedAt, UpdatedAt: info.LastModified, OwnerID: ownerID,
	})
}

// maxOwnerBytes limits the response of the database function.
const maxOwnerBytes = 4 << 10

// findFileOwner returns the id of the user who owns an object. The storage service does not
// report it. It is "" if the object has none, and nil if the database function is not installed.
func (s *Server) findFileOwner(ctx context.Context, caller supa.Caller, location supa.ObjectLocation) *string {
	var owner *string
	args, err := json.Marshal(map[string]string{"bucket": location.Bucket, "file": location.Name})
	if err == nil {
		err = s.backend.DecodeFunction(ctx, caller, schema.FunctionSchema(s.Schemas), schema.OwnerFunctionName, args, maxOwnerBytes, func(text []byte) error {
			return json.Unmarshal(text, &owner)
		})
	}
	if err == nil && owner == nil {
		owner = new(string)
	}
	return owner
}
