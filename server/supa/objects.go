package supa

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// Download begins the download of an object. header holds what of the browser's
// request concerns it (Range, If-None-Match...); the response is the backend's
// own, 200, 206 or 304, to be passed on and closed.
func (b *Backend) Download(ctx context.Context, caller Caller, place Place, method string, header http.Header) (*http.Response, error) {
	req, err := b.objectRequest(ctx, caller, method, place)
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		req.Header[name] = values
	}
	resp, err := b.sendAs(req, Storage, caller)
	if err != nil {
		return nil, fmt.Errorf("download an object: %w", err)
	}
	return resp, nil
}

// Upload is the bytes of an object and what to say of them.
type Upload struct {
	Body        io.ReadCloser
	Length      int64 // -1 when not known
	ContentType string
	Overwrite   bool
}

// Upload writes an object, streaming.
func (b *Backend) Upload(ctx context.Context, caller Caller, place Place, upload Upload) error {
	req, err := b.objectRequest(ctx, caller, http.MethodPost, place)
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
	resp, err := b.sendAs(req, Storage, caller)
	if err != nil {
		return fmt.Errorf("upload an object: %w", err)
	}
	return resp.Body.Close()
}

func (b *Backend) objectRequest(ctx context.Context, caller Caller, method string, place Place) (*http.Request, error) {
	if err := place.check(); err != nil {
		return nil, err
	}
	path, err := escapeObject(place.Name)
	if err != nil {
		return nil, err
	}
	return b.request(ctx, method, Storage, "/object/"+url.PathEscape(place.Bucket)+"/"+path, caller)
}
