package server

import (
	"encoding/json"
	"net/http"
	"path"
	"time"

	"github.com/labstack/echo/v5"
)

// FileInfo is the response of GET /api/file-info/:bucket/*.
type FileInfo struct {
	Path         string          `json:"path"`
	Name         string          `json:"name"`
	Size         int64           `json:"size"` // bytes
	MIMEType     string          `json:"mimeType"`
	ETag         string          `json:"etag"`
	CacheControl string          `json:"cacheControl"`
	OriginalName string          `json:"originalName"` // before the upload, if storage did not accept it; "": the same
	Metadata     json.RawMessage `json:"metadata"`     // set by the uploader: an object, or null
	CreatedAt    *time.Time      `json:"createdAt"`
	UpdatedAt    *time.Time      `json:"updatedAt"`
}

// getFileInfo handles GET /api/file-info/:bucket/*: it returns the properties of an object
// that the caller can see. Codes: NoSuchKey and others of the storage service.
func (s *Server) getFileInfo(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	location := parseObjectLocation(c)
	info, err := s.backend.GetObjectInfo(ctx, caller, location)
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
		CreatedAt: info.CreatedAt, UpdatedAt: info.LastModified,
	})
}
