package supa

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// Bucket describes a bucket.
type Bucket struct {
	ID               string    `json:"id"`
	Name             string    `json:"name"`
	Public           bool      `json:"public"`
	FileSizeLimit    *int64    `json:"file_size_limit"`
	AllowedMIMETypes []string  `json:"allowed_mime_types"`
	CreatedAt        time.Time `json:"created_at"`
}

// ListBuckets lists the buckets that the caller can see.
func (b *Backend) ListBuckets(ctx context.Context, caller Caller) ([]Bucket, error) {
	return callStorage[bucketList](ctx, b, caller, http.MethodGet, "/bucket", nil)
}

// ObjectLocation is the bucket and the name of an object.
type ObjectLocation struct{ Bucket, Name string }

// Validate returns ErrInvalidName or ErrReservedBucket if no path can contain the location.
func (p ObjectLocation) Validate() error {
	_, err := p.escapePath()
	return err
}

// escapePath returns the object's path below an object route, without a slash at its start.
func (p ObjectLocation) escapePath() (string, error) {
	bucket, err := escapeBucket(p.Bucket)
	if err != nil {
		return "", err
	}
	name, err := escapeObject(p.Name)
	return bucket + "/" + name, err
}

// MoveObject renames an object, within a bucket or across buckets.
func (b *Backend) MoveObject(ctx context.Context, caller Caller, from, to ObjectLocation) error {
	body, err := newTransferBody(from, to)
	if err != nil {
		return err
	}
	_, err = callStorage[moveResponse](ctx, b, caller, http.MethodPost, "/object/move", body)
	return err
}

// CopyObject creates another object with the same content, within a bucket or across buckets.
func (b *Backend) CopyObject(ctx context.Context, caller Caller, from, to ObjectLocation, overwrite bool) error {
	body, err := newTransferBody(from, to)
	if err != nil {
		return err
	}
	header := map[string]string{"X-Upsert": strconv.FormatBool(overwrite)}
	response, err := callStorageWith[writeResponse](ctx, b, caller, http.MethodPost, "/object/copy", body, header)
	if err != nil {
		return err
	}
	return response.checkKey(to)
}

// newTransferBody returns the request body of a copy or move. The error is ErrInvalidName if a path
// is not valid.
func newTransferBody(from, to ObjectLocation) (map[string]string, error) {
	for _, location := range []ObjectLocation{from, to} {
		if _, err := location.escapePath(); err != nil {
			return nil, err
		}
	}
	return map[string]string{
		"bucketId": from.Bucket, "sourceKey": from.Name,
		"destinationBucket": to.Bucket, "destinationKey": to.Name,
	}, nil
}

// RemoveObjects deletes objects and returns the names of the deleted objects. The result does not
// contain objects that do not exist or that a policy protects.
func (b *Backend) RemoveObjects(ctx context.Context, caller Caller, bucket string, names []string) ([]string, error) {
	escaped, err := escapeBucket(bucket)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, err := escapeObject(name); err != nil {
			return nil, err
		}
	}
	body := map[string][]string{"prefixes": names}
	objects, err := callStorage[objectList](ctx, b, caller, http.MethodDelete, "/object/"+escaped, body)
	if err != nil {
		return nil, err
	}
	removed := make([]string, len(objects))
	for i, object := range objects {
		removed[i] = object.Name
	}
	return removed, nil
}

// ObjectInfo is the response of GET /object/info/authenticated/:bucket/*.
type ObjectInfo struct {
	Name         string          `json:"name"`
	Size         int64           `json:"size"`
	ContentType  string          `json:"content_type"`
	ETag         string          `json:"etag"`
	CacheControl string          `json:"cache_control"`
	Metadata     json.RawMessage `json:"metadata"` // user metadata
	LastModified *time.Time      `json:"last_modified"`
	CreatedAt    *time.Time      `json:"created_at"`
}

// check returns an error if the response does not name the object.
func (o ObjectInfo) check() error {
	if o.Name == "" {
		return errors.New("an object without a name")
	}
	return nil
}

// GetObjectInfo returns the properties of an object that the caller can see.
func (b *Backend) GetObjectInfo(ctx context.Context, caller Caller, location ObjectLocation) (ObjectInfo, error) {
	path, err := location.escapePath()
	if err != nil {
		return ObjectInfo{}, err
	}
	return callStorage[ObjectInfo](ctx, b, caller, http.MethodGet, "/object/info/authenticated/"+path, nil)
}
