package server

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// inlineMediaTypes may be shown by a browser at our address: it runs nothing that is
// in them. Neither HTML nor SVG or XML, which hold scripts, nor PDF, which a
// sandboxed page can't show.
var inlineMediaTypes = []string{
	"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp",
	"audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg", "audio/wav", "audio/x-wav", "audio/webm", "audio/flac",
	"video/mp4", "video/webm", "video/ogg", "video/quicktime",
	"text/plain",
}

// passedOn are the headers of a download that go on to the backend, and those
// of its answer that go on to the browser.
var (
	forwardedRequestHeaders  = []string{"Range", "If-Range", "If-None-Match", "If-Modified-Since"}
	forwardedResponseHeaders = []string{"Content-Length", "Content-Range", "Accept-Ranges", "Etag", "Last-Modified"}
)

// downloadFile is GET and HEAD /api/files/:bucket/*: an object's bytes, with
// Range and conditional requests. download=1 makes it an attachment whatever
// its type. Codes: NoSuchKey, InvalidRange and others of the storage area.
func (s *Server) downloadFile(c *echo.Context) error {
	r := c.Request()
	caller, err := getRequestSession(r.Context()).resolveCaller(r.Context())
	if err != nil {
		return err
	}
	asked := http.Header{}
	for _, name := range forwardedRequestHeaders {
		if values := r.Header.Values(name); len(values) > 0 {
			asked[name] = values
		}
	}
	place := parseObjectLocation(c)
	resp, err := s.backend.DownloadObject(r.Context(), caller, place, r.Method, asked)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	for _, name := range forwardedResponseHeaders {
		if values := resp.Header.Values(name); len(values) > 0 {
			header[name] = values
		}
	}
	setUntrustedFileHeaders(header, resp.Header.Get("Content-Type"), path.Base(place.Name), c.QueryParam("download") != "")
	return s.streamBody(c, resp.StatusCode, resp.Body)
}

// setUntrustedFileHeaders sets the headers under which a person's file may come from our
// address: whatever is in it, it is not a page of ours.
func setUntrustedFileHeaders(header http.Header, contentType, name string, download bool) {
	mediaType, params, err := mime.ParseMediaType(contentType)
	kind := "inline"
	if err != nil || !slices.Contains(inlineMediaTypes, mediaType) {
		mediaType, params, kind = "application/octet-stream", nil, "attachment"
	}
	if download {
		kind = "attachment"
	}
	if charset := params["charset"]; mediaType == "text/plain" {
		params = map[string]string{"charset": "utf-8"}
		if charset != "" {
			params["charset"] = charset
		}
	}
	header.Set("Content-Type", mime.FormatMediaType(mediaType, params))
	header.Set("Content-Disposition", formatContentDisposition(kind, name))
	header.Set("Content-Security-Policy", "sandbox; default-src 'none'; frame-ancestors 'self'")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("X-Frame-Options", "SAMEORIGIN")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "private, no-cache") // kept, but asked about each time: rights change
	header.Set("Vary", "Cookie")
}

func parseObjectLocation(c *echo.Context) supa.ObjectLocation {
	return supa.ObjectLocation{Bucket: c.Param("bucket"), Name: c.Param("*")}
}

// uploadFile is PUT /api/files/:bucket/*: the body is the object, streamed on as
// it comes. An object that exists is replaced unless If-None-Match: * is sent.
// Answers 200 and a FileEntry, whose size is 0 where the request didn't say it.
// Codes: too_large, and KeyAlreadyExists, AccessDenied, InvalidMimeType,
// EntityTooLarge, InvalidKey of the storage area.
func (s *Server) uploadFile(c *echo.Context) error {
	r := c.Request()
	caller, err := getRequestSession(r.Context()).resolveCaller(r.Context())
	if err != nil {
		return err
	}
	if r.ContentLength > s.UploadBytes {
		return newFileTooLargeError(s.UploadBytes)
	}
	place := parseObjectLocation(c)
	err = s.backend.UploadObject(r.Context(), caller, place, supa.Upload{
		Body: newIdleTimeoutReader(c, s.UploadBytes, s.ClientTimeout), Length: r.ContentLength,
		ContentType: chooseContentType(r, place.Name), Overwrite: r.Header.Get("If-None-Match") != "*",
	})
	if err != nil {
		return explainUploadError(err)
	}
	return c.JSON(http.StatusOK, FileEntry{
		Name: path.Base(place.Name), Path: place.Name, Size: max(r.ContentLength, 0), MIMEType: chooseContentType(r, place.Name),
	})
}

// chooseContentType is what the browser says, or what the name's ending does.
func chooseContentType(r *http.Request, name string) string {
	if kind := r.Header.Get("Content-Type"); kind != "" && !strings.HasPrefix(kind, "application/x-www-form-urlencoded") {
		return kind // that one is what curl says of anything
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// explainUploadError explains the errors that are specific to an upload: our own size
// limit, and a response that does not confirm the upload.
func explainUploadError(err error) error {
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return newFileTooLargeError(over.Limit)
	case errors.Is(err, supa.ErrInvalidResponse):
		return newCodedError(CodeInvalidBackendResponse, "The storage service didn’t confirm the upload. Check the file, then upload it again.", err)
	}
	return err
}

func newFileTooLargeError(limit int64) *Error {
	return &Error{Code: CodeTooLarge, Message: fmt.Sprintf("The file is larger than %d bytes, the most that can be uploaded here.", limit)}
}

// deleteFile is DELETE /api/files/:bucket/*: 200 and the name. Codes:
// AccessDenied when the object is still there, NoSuchKey when the caller sees none.
func (s *Server) deleteFile(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	place := parseObjectLocation(c)
	gone, err := s.backend.RemoveObjects(ctx, caller, place.Bucket, []string{place.Name})
	if err != nil {
		return err
	}
	if len(gone) > 0 {
		return c.JSON(http.StatusOK, FileRemoveResponse{Removed: gone, Failed: []string{}})
	}
	// The backend is silent about what it doesn't remove: look whether it is there.
	resp, err := s.backend.DownloadObject(ctx, caller, place, http.MethodHead, nil)
	if err != nil {
		return err
	}
	_ = resp.Body.Close()
	return &Error{Code: "AccessDenied", Status: http.StatusForbidden, Message: "You may see this file but not delete it."}
}
