package supa

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/tableside/tableside/internal/jsonrows"
)

// storageResponse is the body of a successful storage response. A proxy or a
// maintenance page can return the status 200 with any body, so check verifies
// that the storage service did what the request asked for.
type storageResponse interface{ check() error }

// maxMetadataBody limits the bytes of a response of the storage service, and
// maxEntries its entries, which need more memory than their text: 1,001 objects
// with the longest names fit.
const (
	maxMetadataBody   = 4 << 20
	maxStorageEntries = 20_000
)

// decodeStorageResponse decodes and checks a response. Its errors are
// ErrInvalidResponse.
func decodeStorageResponse[T storageResponse](body []byte) (T, error) {
	var response T
	err := checkEntryCount(body)
	if err == nil {
		err = json.Unmarshal(body, &response)
	}
	if err == nil {
		err = response.check()
	}
	if err != nil {
		return response, fmt.Errorf("%w: storage: %w", ErrInvalidResponse, err)
	}
	return response, nil
}

// checkEntryCount returns an error if a JSON array has more than maxStorageEntries elements. It
// accepts other values: the decoder reports them.
func checkEntryCount(body []byte) error {
	if !json.Valid(body) {
		return nil // the decoder finds out why
	}
	n := 0
	for range jsonrows.Rows(body) {
		if n++; n > maxStorageEntries {
			return fmt.Errorf("a list of more than %d entries", maxStorageEntries)
		}
	}
	return nil
}

// bucketList is the response of GET /bucket.
type bucketList []Bucket

// check returns an error if the list is null, or a bucket has no id or name.
func (l bucketList) check() error {
	if l == nil {
		return errors.New("null instead of a list of buckets")
	}
	for _, bucket := range l {
		if bucket.ID == "" || bucket.Name == "" {
			return errors.New("a bucket without an id or a name")
		}
	}
	return nil
}

// objectList is the response of POST /object/list/:bucket and of DELETE /object/:bucket.
type objectList []Object

// check returns an error if the list is null, or an object has no name.
func (l objectList) check() error {
	if l == nil {
		return errors.New("null instead of a list of objects")
	}
	for _, object := range l {
		if object.Name == "" {
			return errors.New("an object without a name")
		}
	}
	return nil
}

// moveResponse is the response of POST /object/move. It does not contain the new name
// in all versions of the service.
type moveResponse struct {
	Message string `json:"message"`
	Error   string `json:"error"`
}

// check returns an error if the response does not confirm the move.
func (m moveResponse) check() error {
	if m.Message == "" || m.Error != "" {
		return errors.New("no confirmation of the move")
	}
	return nil
}

// writeResponse is the response of an upload and of POST /object/copy.
type writeResponse struct {
	Key string `json:"Key"` // bucket/name
}

// check returns an error if the response does not contain the key of the written object.
func (w writeResponse) check() error {
	if w.Key == "" {
		return errors.New("no key of the written object")
	}
	return nil
}

// checkKey checks that the service wrote the requested object.
func (w writeResponse) checkKey(to ObjectLocation) error {
	if w.Key != to.Bucket+"/"+to.Name {
		return fmt.Errorf("%w: storage: another object was written than the requested one", ErrInvalidResponse)
	}
	return nil
}

// signResponse is the response of POST /object/sign/:bucket.
type signResponse []struct {
	Error     *string `json:"error"` // the caller can't see the object
	Path      string  `json:"path"`
	SignedURL string  `json:"signedURL"` // relative to the area's root
}

// check returns an error unless each entry has a signed URL or an error.
func (s signResponse) check() error {
	if len(s) == 0 {
		return errors.New("no signed URL")
	}
	for _, entry := range s {
		path, query, _ := strings.Cut(entry.SignedURL, "?token=")
		if entry.Path == "" || entry.Error == nil && (!strings.HasPrefix(path, "/object/sign/") || query == "") {
			return errors.New("no signed URL")
		}
	}
	return nil
}

// checkDownload checks the headers of a download; the storage service sends
// both validators with each object. requested are the headers of the request.
func checkDownload(requested http.Header, resp *http.Response) error {
	problem := ""
	switch resp.StatusCode {
	case http.StatusOK:
	case http.StatusPartialContent:
		if requested.Get("Range") == "" || resp.Header.Get("Content-Range") == "" {
			problem = "a part of an object that was not requested"
		}
	case http.StatusNotModified:
		if requested.Get("If-None-Match") == "" && requested.Get("If-Modified-Since") == "" {
			problem = "status 304 for an unconditional request"
		}
		return invalidResponse(problem)
	default:
		problem = fmt.Sprintf("status %d for a download", resp.StatusCode)
	}
	if problem == "" && resp.Header.Get("Etag") == "" && resp.Header.Get("Last-Modified") == "" {
		problem = "a download without ETag and Last-Modified"
	}
	return invalidResponse(problem)
}

// invalidResponse returns ErrInvalidResponse with the problem; nil without a problem.
func invalidResponse(problem string) error {
	if problem == "" {
		return nil
	}
	return fmt.Errorf("%w: storage: %s", ErrInvalidResponse, problem)
}
