package supa

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	storage "github.com/supabase-community/storage-go"
)

// Bucket is a bucket's description.
type Bucket struct {
	ID               string    `json:"id"`
	Name             string    `json:"name"`
	Public           bool      `json:"public"`
	FileSizeLimit    *int64    `json:"file_size_limit"`
	AllowedMIMETypes []string  `json:"allowed_mime_types"`
	CreatedAt        time.Time `json:"created_at"`
}

// Object is an entry of a listing: a folder has no ID.
type Object struct {
	ID        *string    `json:"id"`
	Name      string     `json:"name"`
	CreatedAt *time.Time `json:"created_at"`
	UpdatedAt *time.Time `json:"updated_at"`
	Metadata  *struct {
		Size     int64  `json:"size"`
		MIMEType string `json:"mimetype"`
		ETag     string `json:"eTag"`
	} `json:"metadata"`
}

// ListRequest asks for the entries directly below a prefix.
type ListRequest struct {
	Prefix string `json:"prefix"`
	Search string `json:"search,omitempty"` // part of the entry's name
	Limit  int    `json:"limit"`
	Offset int    `json:"offset"`
	SortBy SortBy `json:"sortBy"`
}

// SortBy is a column of storage.objects, and asc or desc.
type SortBy struct {
	Column string `json:"column"`
	Order  string `json:"order"`
}

// Buckets lists the buckets that caller may see.
func (b *Backend) Buckets(ctx context.Context, caller Caller) ([]Bucket, error) {
	var buckets []Bucket
	err := b.storage(ctx, caller, http.MethodGet, "/bucket", nil, &buckets)
	return buckets, err
}

// Bucket answers one bucket.
func (b *Backend) Bucket(ctx context.Context, caller Caller, id string) (Bucket, error) {
	var bucket Bucket
	escaped, err := escapeSegment(id)
	if err != nil {
		return bucket, err
	}
	err = b.storage(ctx, caller, http.MethodGet, "/bucket/"+escaped, nil, &bucket)
	return bucket, err
}

// List lists objects and folders.
func (b *Backend) List(ctx context.Context, caller Caller, bucket string, r ListRequest) ([]Object, error) {
	escaped, err := escapeSegment(bucket)
	if err != nil {
		return nil, err
	}
	var objects []Object
	err = b.storage(ctx, caller, http.MethodPost, "/object/list/"+escaped, r, &objects)
	return objects, err
}

// Place names an object.
type Place struct{ Bucket, Name string }

func (p Place) check() error {
	if _, err := escapeSegment(p.Bucket); err != nil {
		return err
	}
	_, err := escapeObject(p.Name)
	return err
}

// Move renames an object; Copy makes another. Both take effect within or
// across buckets.
func (b *Backend) Move(ctx context.Context, caller Caller, from, to Place) error {
	return b.transfer(ctx, caller, "/object/move", from, to)
}

// Copy makes another object of the same content.
func (b *Backend) Copy(ctx context.Context, caller Caller, from, to Place) error {
	return b.transfer(ctx, caller, "/object/copy", from, to)
}

func (b *Backend) transfer(ctx context.Context, caller Caller, path string, from, to Place) error {
	if err := errors.Join(from.check(), to.check()); err != nil {
		return err
	}
	body := map[string]string{
		"bucketId": from.Bucket, "sourceKey": from.Name,
		"destinationBucket": to.Bucket, "destinationKey": to.Name,
	}
	return b.storage(ctx, caller, http.MethodPost, path, body, nil)
}

// Remove deletes objects and answers the names that are gone by it. Those that
// a policy keeps, or that don't exist, are absent.
func (b *Backend) Remove(ctx context.Context, caller Caller, bucket string, names []string) ([]string, error) {
	escaped, err := escapeSegment(bucket)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, err := escapeObject(name); err != nil {
			return nil, err
		}
	}
	var removed []struct {
		Name string `json:"name"`
	}
	body := map[string][]string{"prefixes": names}
	if err := b.storage(ctx, caller, http.MethodDelete, "/object/"+escaped, body, &removed); err != nil {
		return nil, err
	}
	gone := make([]string, len(removed))
	for i, object := range removed {
		gone[i] = object.Name
	}
	return gone, nil
}

// Sign makes an absolute URL that anybody may download the object from for a
// while.
func (b *Backend) Sign(ctx context.Context, caller Caller, place Place, seconds int) (string, error) {
	if err := place.check(); err != nil {
		return "", err
	}
	path, _ := escapeObject(place.Bucket + "/" + place.Name) // both were checked
	var signed struct {
		SignedURL string `json:"signedURL"`
	}
	body := map[string]int{"expiresIn": seconds}
	if err := b.storage(ctx, caller, http.MethodPost, "/object/sign/"+path, body, &signed); err != nil {
		return "", err
	}
	if !strings.HasPrefix(signed.SignedURL, "/") {
		return "", fmt.Errorf("%w: storage: a signed URL %q", ErrNonsense, signed.SignedURL)
	}
	return b.areaURL(Storage) + signed.SignedURL, nil
}

// storage does one metadata call through storage-go with a client of its own.
// The library's own methods have no context and lose half of what the backend
// says (search, MIME types, names removed, error codes), so the call is made
// with its NewRequest and Do.
func (b *Backend) storage(ctx context.Context, caller Caller, method, path string, body, into any) error {
	root := b.areaURL(Storage)
	client := storage.NewClient(root, b.bearer(caller), map[string]string{"Apikey": b.config.PublishableKey})
	var bodies []any
	if body != nil {
		bodies = append(bodies, body)
	}
	req, err := client.NewRequest(method, root+path, bodies...)
	if err != nil {
		return fmt.Errorf("make a request to storage: %w", err)
	}
	w := &wire{backend: b, ctx: ctx, area: Storage, caller: caller, path: b.base.EscapedPath() + "/storage/v1" + path}
	resp, err := client.Do(req.WithContext(context.WithValue(ctx, wireKey{}, w)), into)
	switch {
	case err != nil && resp == nil: // no answer, or a refusal: wire's own error
		return withoutURL(err)
	case err != nil && (errors.Is(err, ErrTimeout) || errors.Is(err, ErrUnreachable)): // in the middle of the answer
		return err
	case err != nil:
		return fmt.Errorf("%w: storage: %w", ErrNonsense, err)
	}
	if into == nil {
		return resp.Body.Close()
	}
	return nil
}
