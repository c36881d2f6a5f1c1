package server

import (
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// The routes of resumable uploads speak the protocol tus 1.0
// (https://tus.io/protocols/resumable-upload). They pass each request to the storage service
// with the caller's token, and store nothing: the id in an upload's URL is the id of the
// storage service. So an upload continues after a restart, and on another replica.
const uploadsRoute = "/api/uploads"

const tusVersion = "1.0.0"

// The headers of the protocol that are forwarded to the storage service, and those of its
// response that are forwarded to the client.
var (
	uploadRequestHeaders = []string{
		"Tus-Resumable", "Upload-Length", "Upload-Defer-Length", "Upload-Metadata", "Upload-Offset", "Upload-Checksum",
		"X-Upsert", "Content-Type",
	}
	uploadResponseHeaders = []string{
		"Tus-Resumable", "Tus-Version", "Tus-Extension", "Tus-Max-Size", "Tus-Checksum-Algorithm", "Tus-Complete",
		"Upload-Length", "Upload-Defer-Length", "Upload-Metadata", "Upload-Offset", "Upload-Expires",
	}
)

// describeUploads handles OPTIONS /api/uploads: 204 with the version, the extensions and the
// size limit of the storage service. Anyone can call it.
func (s *Server) describeUploads(c *echo.Context) error {
	return s.forwardUpload(c, supa.Caller{}, "")
}

// createUpload handles POST /api/uploads: 201 and the Location of the upload. Upload-Metadata
// must contain bucketName and objectName; X-Upsert: true allows it to replace an object. A
// body of the type application/offset+octet-stream is the first part. Rejections by the
// storage service keep their status and text, as the protocol requires; the server's own
// errors are bad_request, too_large and not_signed_in.
func (s *Server) createUpload(c *echo.Context) error {
	caller, err := getRequestSession(c.Request().Context()).resolveCaller(c.Request().Context())
	if err == nil {
		err = s.checkUploadHeaders(c.Request().Header)
	}
	if err != nil {
		return s.rejectBody(c, err)
	}
	return s.forwardUpload(c, caller, "")
}

// continueUpload handles HEAD (the offset), PATCH (the next part) and DELETE (end the upload)
// of /api/uploads/:id. Only the user who created an upload can continue it. Errors: as
// createUpload; 404 and 410 mean that the upload has expired.
func (s *Server) continueUpload(c *echo.Context) error {
	caller, err := getRequestSession(c.Request().Context()).resolveCaller(c.Request().Context())
	if err != nil {
		return s.rejectBody(c, err)
	}
	return s.forwardUpload(c, caller, c.Param("id"))
}

// checkUploadHeaders returns the error of a new upload with an invalid target, or one that is
// larger than Options.UploadBytes. The storage service checks the rest.
func (s *Server) checkUploadHeaders(header http.Header) error {
	target, err := parseUploadTarget(header.Get("Upload-Metadata"))
	if err != nil {
		return err
	}
	if err := target.Validate(); err != nil {
		return err
	}
	if s.UploadBytes == 0 {
		return nil
	}
	length, err := strconv.ParseInt(header.Get("Upload-Length"), 10, 64)
	if err != nil {
		return newBadRequestError("Upload-Length must be the size of the file in bytes.")
	}
	if length > s.UploadBytes {
		return newUploadTooLargeError("file", s.UploadBytes)
	}
	return nil
}

// parseUploadTarget returns the bucket and the name in the header Upload-Metadata:
// comma-separated pairs of a key and a value in base64.
func parseUploadTarget(metadata string) (supa.ObjectLocation, error) {
	values := map[string]string{}
	for pair := range strings.SplitSeq(metadata, ",") {
		key, encoded, _ := strings.Cut(strings.TrimSpace(pair), " ")
		value, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
		if err != nil {
			return supa.ObjectLocation{}, newBadRequestError("The value of %q in Upload-Metadata must be base64.", key)
		}
		values[key] = string(value)
	}
	if values["bucketName"] == "" || values["objectName"] == "" {
		return supa.ObjectLocation{}, newBadRequestError("Upload-Metadata must contain bucketName and objectName.")
	}
	return supa.ObjectLocation{Bucket: values["bucketName"], Name: values["objectName"]}, nil
}

// forwardUpload sends a request of the protocol to the storage service, and its response to
// the client, with the server's own Location.
func (s *Server) forwardUpload(c *echo.Context, caller supa.Caller, id string) error {
	r := c.Request()
	body := newIdleTimeoutReader(c, s.uploadLimit(), s.ClientTimeout)
	defer body.end()
	response, err := s.backend.SendResumable(r.Context(), caller, supa.ResumableRequest{
		Method: r.Method, ID: id, Header: selectHeaders(r.Header, uploadRequestHeaders), Length: r.ContentLength,
		// After a rejection, rejectBody still reads the rest of the part.
		Body: io.NopCloser(body),
	})
	var rejection *supa.Error
	switch {
	case errors.As(err, &rejection) && !rejection.IsTokenRejection():
		_ = s.rejectBody(c, err)
		c.Response().Header().Set("Tus-Resumable", tusVersion)
		return c.String(rejection.Status, rejection.Message)
	case err != nil:
		return s.rejectBody(c, explainUploadError(err))
	}
	header := c.Response().Header()
	for name, values := range selectHeaders(response.Header, uploadResponseHeaders) {
		header[name] = values
	}
	header.Set("Cache-Control", "no-store")
	if response.ID != "" {
		// Relative, because the server does not know each proxy's address.
		header.Set("Location", uploadsRoute+"/"+url.PathEscape(response.ID))
	}
	return c.NoContent(response.Status)
}

// selectHeaders returns the named headers that are present.
func selectHeaders(header http.Header, names []string) http.Header {
	selected := http.Header{}
	for _, name := range names {
		if values := header.Values(name); len(values) > 0 {
			selected[name] = values
		}
	}
	return selected
}
