package supa

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// SignObject returns a token with which anyone can download the object until it expires,
// after the number of seconds.
//
// It uses the route for several objects. The route for one object signs the path of the
// request as decodeURI returns it, and later compares it with the name: a name with a
// comma, a semicolon or a question mark would need an escape that the route keeps in the
// signed name (supabase/storage, signObjectUrl).
func (b *Backend) SignObject(ctx context.Context, caller Caller, location ObjectLocation, seconds int) (string, error) {
	if err := location.Validate(); err != nil {
		return "", err
	}
	bucket, err := escapeBucket(location.Bucket)
	if err != nil {
		return "", err
	}
	body := map[string]any{"expiresIn": seconds, "paths": []string{location.Name}}
	response, err := callStorage[signResponse](ctx, b, caller, http.MethodPost, "/object/sign/"+bucket, body)
	if err != nil {
		return "", err
	}
	entry := response[0]
	switch {
	case entry.Path != location.Name:
		return "", fmt.Errorf("%w: storage: another object was signed than the requested one", ErrInvalidResponse)
	case entry.Error != nil:
		return "", &Error{Area: Storage, Status: http.StatusNotFound, Code: "NoSuchKey", Message: "Object not found"}
	}
	_, token, _ := strings.Cut(entry.SignedURL, "?token=")
	return token, nil
}

// SharedObject is an object that anyone can download: with a token of SignObject, or
// without one from a public bucket.
type SharedObject struct {
	ObjectLocation
	Token string // "": the bucket is public
}

// route returns the route of the storage service, relative to the area's root.
func (o SharedObject) route() (string, error) {
	path, err := o.escapePath()
	if err != nil {
		return "", err
	}
	if o.Token == "" {
		return "/object/public/" + path, nil
	}
	return "/object/sign/" + path + "?token=" + url.QueryEscape(o.Token), nil
}

// SharedObjectURL returns the backend's URL of a shared object. If download is not "", a
// browser saves the object under this name.
func (b *Backend) SharedObjectURL(o SharedObject, download string) (string, error) {
	route, err := o.route()
	if err != nil {
		return "", err
	}
	if download != "" {
		separator := "?"
		if o.Token != "" {
			separator = "&"
		}
		route += separator + "download=" + url.QueryEscape(download)
	}
	return b.areaURL(Storage) + route, nil
}

// DownloadSharedObject is DownloadObject for a shared object.
func (b *Backend) DownloadSharedObject(ctx context.Context, o SharedObject, method string, header http.Header) (*http.Response, error) {
	route, err := o.route()
	if err != nil {
		return nil, err
	}
	req, err := b.newRequest(ctx, method, Storage, route, Caller{})
	if err != nil {
		return nil, err
	}
	return b.download(ctx, req, Caller{}, header)
}
