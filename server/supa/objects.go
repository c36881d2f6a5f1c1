package supa

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
)

// DownloadObject starts the download of an object with GET or HEAD. header contains
// the relevant headers of the browser's request (Range, If-None-Match...). The
// response is the backend's, with the status 200, 206 or 304; the caller must
// close its body.
func (b *Backend) DownloadObject(ctx context.Context, caller Caller, location ObjectLocation, method string, header http.Header) (*http.Response, error) {
	// Not /object/:bucket/*, where a bucket's name could be another route.
	req, err := b.newObjectRequest(ctx, caller, method, "/object/authenticated/", location)
	if err != nil {
		return nil, err
	}
	return b.download(ctx, req, caller, header)
}

// DownloadThumbnail starts the download of a picture that the storage service has scaled to
// fit into size by size pixels. See DownloadObject. Projects without image transformation, and
// objects that can't be scaled, return an error.
func (b *Backend) DownloadThumbnail(ctx context.Context, caller Caller, location ObjectLocation, method string, size int, header http.Header) (*http.Response, error) {
	req, err := b.newObjectRequest(ctx, caller, method, "/render/image/authenticated/", location)
	if err != nil {
		return nil, err
	}
	req.URL.RawQuery = url.Values{"width": {strconv.Itoa(size)}, "height": {strconv.Itoa(size)}, "resize": {"contain"}}.Encode()
	return b.download(ctx, req, caller, header)
}

// download sends the request of a download with the headers of the browser's request, and checks
// the response.
func (b *Backend) download(ctx context.Context, req *http.Request, caller Caller, header http.Header) (*http.Response, error) {
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := b.sendForCaller(ctx, req, Storage, caller)
	if err != nil {
		return nil, fmt.Errorf("download an object: %w", err)
	}
	if err := checkDownload(header, resp); err != nil {
		_ = resp.Body.Close()
		return nil, err
	}
	return resp, nil
}

// Upload is the content of an object and its properties.
type Upload struct {
	Body        io.ReadCloser
	Length      int64 // -1: unknown
	ContentType string
	Metadata    string // user metadata, a JSON object in base64; "": none
	Overwrite   bool
}

// UploadObject writes an object. It streams the content.
func (b *Backend) UploadObject(ctx context.Context, caller Caller, location ObjectLocation, upload Upload) error {
	req, err := b.newObjectRequest(ctx, caller, http.MethodPost, "/object/", location)
	if err != nil {
		return err
	}
	req.Body, req.ContentLength = upload.Body, upload.Length
	if upload.Length == 0 { // a body with length 0 would mean "unknown"
		req.Body = http.NoBody
	}
	req.Header.Set("Content-Type", upload.ContentType)
	req.Header.Set("Cache-Control", "max-age=3600")
	req.Header.Set("X-Upsert", fmt.Sprint(upload.Overwrite))
	if upload.Metadata != "" {
		req.Header.Set("X-Metadata", upload.Metadata)
	}
	resp, err := b.sendForCaller(ctx, req, Storage, caller)
	if err != nil {
		return fmt.Errorf("upload an object: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	return b.decodeBody(resp.Body, maxUploadResponse, "an upload", func(body []byte) error {
		response, err := decodeStorageResponse[writeResponse](body)
		if err != nil {
			return err
		}
		return response.checkKey(location)
	})
}

// maxUploadResponse is the maximum size of the response of an upload, in bytes.
const maxUploadResponse = 64 << 10

// newObjectRequest returns a request to the storage service for an object: route, followed by the
// escaped path of location. The error is ErrInvalidName if the path is not valid.
func (b *Backend) newObjectRequest(ctx context.Context, caller Caller, method, route string, location ObjectLocation) (*http.Request, error) {
	path, err := location.escapePath()
	if err != nil {
		return nil, err
	}
	return b.newRequest(ctx, method, Storage, route+path, caller)
}
