package server

import (
	"errors"
	"fmt"
	"math"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// inlineMediaTypes are the types that a browser can show at the server's own address,
// because it runs nothing that they contain. HTML, SVG and XML can contain scripts; a
// sandboxed page cannot show PDF.
var inlineMediaTypes = []string{
	"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif", "image/bmp",
	"audio/mpeg", "audio/mp4", "audio/aac", "audio/ogg", "audio/wav", "audio/x-wav", "audio/webm", "audio/flac",
	"video/mp4", "video/webm", "video/ogg", "video/quicktime",
	"text/plain",
}

// The headers of a download that are forwarded to the backend, and those of its
// response that are forwarded to the browser.
var (
	forwardedRequestHeaders  = []string{"Range", "If-Range", "If-None-Match", "If-Modified-Since"}
	forwardedResponseHeaders = []string{"Content-Length", "Content-Range", "Accept-Ranges", "Etag", "Last-Modified"}
)

// downloadFile handles GET and HEAD /api/files/:bucket/*: it returns the content of an
// object, and supports Range and conditional requests. With download=1 the response is
// an attachment, whatever its type. With thumbnail=320, it returns a picture that fits into 320
// by 320 pixels if the project can scale it, otherwise the object. Codes: NoSuchKey, InvalidRange and others of the
// storage service.
func (s *Server) downloadFile(c *echo.Context) error {
	r := c.Request()
	caller, err := getRequestSession(r.Context()).resolveCaller(r.Context())
	if err != nil {
		return err
	}
	location := parseObjectLocation(c)
	resp, err := s.openFile(c, caller, location)
	if err != nil {
		return err
	}
	header := c.Response().Header()
	for name, values := range selectHeaders(resp.Header, forwardedResponseHeaders) {
		header[name] = values
	}
	setUntrustedFileHeaders(header, resp.Header.Get("Content-Type"), path.Base(location.Name), c.QueryParam("download") != "")
	return s.streamBody(c, resp.StatusCode, resp.Body)
}

// thumbnailSizes are the sizes of thumbnails, in pixels. There are few, so that caches can be used.
var thumbnailSizes = map[string]int{"320": 320}

// openFile starts the download of downloadFile.
func (s *Server) openFile(c *echo.Context, caller supa.Caller, location supa.ObjectLocation) (*http.Response, error) {
	ctx, r := c.Request().Context(), c.Request()
	if size, ok := thumbnailSizes[c.QueryParam("thumbnail")]; ok && s.Now().Unix() >= s.noThumbnailsUntil.Load() {
		resp, err := s.backend.DownloadThumbnail(ctx, caller, location, r.Method, size, selectHeaders(r.Header, []string{"If-None-Match", "If-Modified-Since"}))
		if err == nil {
			return resp, nil
		}
		var rejection *supa.Error
		if errors.As(err, &rejection) && (rejection.Code == "NotFound" || rejection.Code == "FeatureNotEnabled") { // no such route
			s.noThumbnailsUntil.Store(s.Now().Add(thumbnailRecheck).Unix())
		}
	}
	return s.backend.DownloadObject(ctx, caller, location, r.Method, selectHeaders(r.Header, forwardedRequestHeaders))
}

// thumbnailRecheck is the time after which the server tries a missing image transformation again.
const thumbnailRecheck = 10 * time.Minute

// setUntrustedFileHeaders sets the headers with which the server can return a user's
// file: whatever it contains, a browser does not treat it as a page of the app.
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
	header.Set("Cache-Control", "private, no-cache") // validated at each use, because permissions change
	header.Set("Vary", "Cookie")
}

func parseObjectLocation(c *echo.Context) supa.ObjectLocation {
	return supa.ObjectLocation{Bucket: c.Param("bucket"), Name: c.Param("*")}
}

// uploadLimit returns the largest upload that the server accepts, in bytes.
func (s *Server) uploadLimit() int64 {
	if s.UploadBytes == 0 {
		return math.MaxInt64
	}
	return s.UploadBytes
}

// uploadFile handles PUT /api/files/:bucket/*: it streams the body to the object. It
// replaces an existing object unless the request has If-None-Match: *. X-Metadata can
// contain user metadata for the object, a JSON object in base64. It returns 200
// and a FileEntry, with size 0 if the request has no Content-Length. Codes: too_large,
// and KeyAlreadyExists, AccessDenied, InvalidMimeType, EntityTooLarge, InvalidKey of the
// storage service.
func (s *Server) uploadFile(c *echo.Context) error {
	r := c.Request()
	caller, err := getRequestSession(r.Context()).resolveCaller(r.Context())
	if err != nil {
		return err
	}
	limit := s.uploadLimit()
	if r.ContentLength > limit {
		return newUploadTooLargeError("file", limit)
	}
	location := parseObjectLocation(c)
	body := newIdleTimeoutReader(c, limit, s.ClientTimeout)
	defer body.end()
	err = s.backend.UploadObject(r.Context(), caller, location, supa.Upload{
		Body: body, Length: r.ContentLength,
		ContentType: chooseContentType(r, location.Name), Metadata: r.Header.Get("X-Metadata"), Overwrite: r.Header.Get("If-None-Match") != "*",
	})
	if err != nil {
		return explainUploadError(err)
	}
	return c.JSON(http.StatusOK, FileEntry{
		Name: path.Base(location.Name), Path: location.Name, Size: max(r.ContentLength, 0), MIMEType: chooseContentType(r, location.Name),
	})
}

// chooseContentType returns the request's Content-Type, or that of the name's extension.
func chooseContentType(r *http.Request, name string) string {
	if kind := r.Header.Get("Content-Type"); kind != "" && !strings.HasPrefix(kind, "application/x-www-form-urlencoded") {
		return kind // except the default of curl
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// explainUploadError explains the errors that are specific to an upload: the server's
// size limit, and a response that does not confirm the upload.
func explainUploadError(err error) error {
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return newUploadTooLargeError("file", over.Limit)
	case errors.Is(err, supa.ErrInvalidResponse):
		return newCodedError(CodeInvalidBackendResponse, "The storage service didn’t confirm the upload. Check the file, then upload it again.", err)
	}
	return err
}

// newUploadTooLargeError returns the error for a body ("file", "request") that is larger than
// TABLESIDE_UPLOAD_BYTES.
func newUploadTooLargeError(what string, limit int64) *Error {
	return &Error{
		Code: CodeTooLarge, Message: fmt.Sprintf("The %s is larger than the limit of %d bytes.", what, limit),
		Hint: "The setting TABLESIDE_UPLOAD_BYTES changes the limit.",
	}
}

// deleteFile handles DELETE /api/files/:bucket/*: it returns 200 and the name. Codes:
// AccessDenied if the object still exists, NoSuchKey if it is not visible to the caller.
func (s *Server) deleteFile(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	location := parseObjectLocation(c)
	removed, err := s.backend.RemoveObjects(ctx, caller, location.Bucket, []string{location.Name})
	if err != nil {
		return err
	}
	if len(removed) > 0 {
		return c.JSON(http.StatusOK, FileRemoveResponse{Removed: removed, Failed: []string{}})
	}
	// The backend does not report objects that it did not remove.
	resp, err := s.backend.DownloadObject(ctx, caller, location, http.MethodHead, nil)
	if err != nil {
		return err
	}
	_ = resp.Body.Close()
	return &Error{Code: "AccessDenied", Status: http.StatusForbidden, Message: "You don’t have permission to delete this file."}
}
