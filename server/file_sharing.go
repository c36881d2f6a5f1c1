package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// maxSignSeconds is the longest lifetime of a signed link: a year.
const maxSignSeconds = 31_536_000

// FileSignRequest is the body of POST /api/files/:bucket/sign.
type FileSignRequest struct {
	Path      string `json:"path"`
	ExpiresIn int    `json:"expiresIn"`          // seconds, 1 to 31,536,000; 0 for a public link
	Download  string `json:"download,omitempty"` // the name under which a browser saves the file; "": it shows the file
	IsPublic  bool   `json:"public,omitempty"`   // a link without a token and an end, for an object of a public bucket
}

// FileSignResponse is the response.
type FileSignResponse struct {
	URL       string     `json:"url"`
	ExpiresAt *time.Time `json:"expiresAt"` // null: never
}

// validate returns bad_request if the path is missing or the duration is not 1 to maxSignSeconds.
func (r FileSignRequest) validate() error {
	if r.Path == "" || !r.IsPublic && (r.ExpiresIn < 1 || r.ExpiresIn > maxSignSeconds) {
		return newBadRequestError("path is required, and expiresIn must be 1 to %d seconds.", maxSignSeconds)
	}
	return nil
}

// signFile handles POST /api/files/:bucket/sign: it returns a link with which anyone can
// download the object until it expires. The link leads to the backend; in local mode to
// this server, because users can't reach localbase. Codes: the backend's.
func (s *Server) signFile(ctx context.Context, p requestParams, in FileSignRequest) (FileSignResponse, error) {
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return FileSignResponse{}, err
	}
	var response FileSignResponse
	shared := supa.SharedObject{ObjectLocation: supa.ObjectLocation{Bucket: p.get("bucket"), Name: in.Path}}
	if !in.IsPublic {
		expires := s.Now().Add(time.Duration(in.ExpiresIn) * time.Second).UTC().Truncate(time.Second)
		response.ExpiresAt = &expires
		if shared.Token, err = s.backend.SignObject(ctx, caller, shared.ObjectLocation, in.ExpiresIn); err != nil {
			return FileSignResponse{}, err
		}
	}
	if s.Mode == ModeLocal {
		response.URL, err = s.formatSharedURL(p.c.Request(), shared, in.Download)
	} else {
		response.URL, err = s.backend.SharedObjectURL(shared, in.Download)
	}
	return response, err
}

// formatSharedURL returns this server's URL of a shared object.
func (s *Server) formatSharedURL(r *http.Request, shared supa.SharedObject, download string) (string, error) {
	if err := shared.Validate(); err != nil {
		return "", err
	}
	segments := strings.Split(shared.Name, "/")
	for i, segment := range segments {
		segments[i] = url.PathEscape(segment)
	}
	query := url.Values{}
	if shared.Token != "" {
		query.Set("token", shared.Token)
	}
	if download != "" {
		query.Set("download", download)
	}
	address := s.baseURL(r) + "/api/shared/" + url.PathEscape(shared.Bucket) + "/" + strings.Join(segments, "/")
	if len(query) > 0 {
		address += "?" + query.Encode()
	}
	return address, nil
}

// downloadSharedFile handles GET and HEAD /api/shared/:bucket/*?token=&download=: it returns
// the content of an object, as downloadFile does, to anyone with a valid token, or without
// one from a public bucket. A browser gets an error as a page. Codes: link_expired, and the
// backend's.
func (s *Server) downloadSharedFile(c *echo.Context) error {
	r := c.Request()
	shared := supa.SharedObject{ObjectLocation: parseObjectLocation(c), Token: c.QueryParam("token")}
	resp, err := s.backend.DownloadSharedObject(r.Context(), shared, r.Method, selectHeaders(r.Header, forwardedRequestHeaders))
	var rejection *supa.Error
	if errors.As(err, &rejection) && shared.Token != "" && (rejection.IsTokenRejection() || isSignatureError(rejection)) {
		err = newCodedError(CodeLinkExpired, "This link has expired or isn’t complete. Ask for a new one.", errors.New(rejection.Message))
	}
	if err != nil {
		return s.writeSharedError(c, err)
	}
	header := c.Response().Header()
	for name, values := range selectHeaders(resp.Header, forwardedResponseHeaders) {
		header[name] = values
	}
	name, isDownload := path.Base(shared.Name), c.QueryParams().Has("download")
	if requested := c.QueryParam("download"); requested != "" {
		name = requested
	}
	setUntrustedFileHeaders(header, resp.Header.Get("Content-Type"), name, isDownload)
	return s.streamBody(c, resp.StatusCode, resp.Body)
}

// isSignatureError reports whether the storage service rejected the token of a link: it is
// for another object, or was changed.
func isSignatureError(rejection *supa.Error) bool {
	return rejection.Code == "InvalidSignature" || rejection.Code == "InvalidJWT"
}
