package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// maxObjectsPerRemove is how many objects one request may name.
const maxObjectsPerRemove = 1000

// removeObject serves DELETE /object/{bucket}/{key...}.
func (h *Handler) removeObject(ctx context.Context, c *storageRequest) (any, error) {
	if err := errors.Join(checkBucketName(c.bucket), checkKey(c.key)); err != nil {
		return nil, err
	}
	removed, err := h.removeKeys(ctx, c, []string{c.key})
	if err != nil {
		return nil, err
	}
	if len(removed) == 0 {
		return nil, newNoSuchKey()
	}
	return newMessage("Successfully deleted"), nil
}

// removeObjects serves DELETE /object/{bucket} with {"prefixes": [keys]}: what
// the caller may not delete, or isn't there, is silently absent from the answer.
func (h *Handler) removeObjects(ctx context.Context, c *storageRequest) (any, error) {
	var body struct {
		Prefixes []string `json:"prefixes"`
	}
	if err := readJSON(c.Request, &body); err != nil {
		return nil, err
	}
	switch {
	case body.Prefixes == nil:
		return nil, newInvalidRequest("body must have required property 'prefixes'")
	case len(body.Prefixes) == 0:
		return nil, newInvalidRequest("body/prefixes must NOT have fewer than 1 items")
	case len(body.Prefixes) > maxObjectsPerRemove:
		return nil, newInvalidRequest(fmt.Sprintf("body/prefixes must NOT have more than %d items", maxObjectsPerRemove))
	}
	if err := checkBucketName(c.bucket); err != nil {
		return nil, err
	}
	return h.removeKeys(ctx, c, body.Prefixes)
}

// removeKeys deletes rows as the caller, then their bytes.
func (h *Handler) removeKeys(ctx context.Context, c *storageRequest, keys []string) ([]object, error) {
	removed := []object{}
	err := h.db.runAsCaller(ctx, c, func(ctx context.Context, tx pgx.Tx) error {
		if err := allowDelete(ctx, tx); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `delete from storage.objects where bucket_id = $1 and name = any($2) returning `+objectColumns,
			c.bucket, keys)
		var err error
		if removed, err = pgx.AppendRows(removed, rows, scanObject); err != nil {
			return fmt.Errorf("remove objects: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, o := range removed {
		h.removeReplaced(o.Version)
	}
	return removed, nil
}

// transferRequest is the body of move and copy.
type transferRequest struct {
	BucketID          string `json:"bucketId"`
	SourceKey         string `json:"sourceKey"`
	DestinationBucket string `json:"destinationBucket"` // "" is the same bucket
	DestinationKey    string `json:"destinationKey"`
	CopyMetadata      *bool  `json:"copyMetadata"` // copy only; nil means true
	Metadata          struct {
		CacheControl string `json:"cacheControl"`
		MimeType     string `json:"mimetype"`
	} `json:"metadata"` // copy only, with copyMetadata false
}

func readTransfer(c *storageRequest) (transferRequest, error) {
	var body transferRequest
	if err := readJSON(c.Request, &body); err != nil {
		return body, err
	}
	switch {
	case body.BucketID == "":
		return body, newInvalidRequest("body must have required property 'bucketId'")
	case body.SourceKey == "":
		return body, newInvalidRequest("body must have required property 'sourceKey'")
	}
	if body.DestinationBucket == "" {
		body.DestinationBucket = body.BucketID
	}
	for _, name := range []string{body.BucketID, body.DestinationBucket} {
		if err := checkBucketName(name); err != nil {
			return body, err
		}
	}
	return body, checkKey(body.DestinationKey)
}

// moveObject serves POST /object/move. Policies must let the caller select the
// object, and update it to what it becomes. Its bytes stay where they are: they
// are named by the version.
func (h *Handler) moveObject(ctx context.Context, c *storageRequest) (any, error) {
	body, err := readTransfer(c)
	if err != nil {
		return nil, err
	}
	owner, ownerID := ownerColumns(c.caller.Subject())
	var moved object
	err = h.db.runAsCaller(ctx, c, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := findObject(ctx, tx, body.BucketID, body.SourceKey); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `update storage.objects set bucket_id = $3, name = $4,
				owner = coalesce($5, owner), owner_id = coalesce($6, owner_id)
			where bucket_id = $1 and name = $2 returning `+objectColumns,
			body.BucketID, body.SourceKey, body.DestinationBucket, body.DestinationKey, owner, ownerID)
		moved, err = pgx.CollectExactlyOneRow(rows, scanObject)
		if errors.Is(err, pgx.ErrNoRows) {
			return newNoSuchKey()
		}
		if err != nil {
			return fmt.Errorf("move object: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return map[string]string{"message": "Successfully moved", "Id": *moved.ID, "Key": moved.Name}, nil
}

// copyResponse is the answer of copy.
type copyResponse struct {
	uploadResponse
	object
}

// copyObject serves POST /object/copy. Policies must let the caller select the
// source and make the destination; with x-upsert: true, overwrite it.
func (h *Handler) copyObject(ctx context.Context, c *storageRequest) (any, error) {
	body, err := readTransfer(c)
	if err != nil {
		return nil, err
	}
	source := *c
	source.bucket, source.key = body.BucketID, body.SourceKey
	var from object
	err = h.db.runAsCaller(ctx, c, func(ctx context.Context, tx pgx.Tx) (err error) {
		from, err = findObject(ctx, tx, source.bucket, source.key)
		return err
	})
	if err != nil {
		return nil, err
	}
	target := newObject{bucket: body.DestinationBucket, key: body.DestinationKey,
		subject: c.caller.Subject(), upsert: c.Header.Get("X-Upsert") == "true"}
	if err := h.checkWrite(ctx, c, target); err != nil {
		return nil, err
	}
	written, err := h.copyBytes(ctx, &source, from, target, body)
	if err != nil {
		return nil, err
	}
	return copyResponse{uploadResponse{ID: *written.ID, Key: written.BucketID + "/" + written.Name}, written}, nil
}

// copyBytes gives target its own copy of the source's bytes, and its row.
func (h *Handler) copyBytes(ctx context.Context, source *storageRequest, from object, target newObject, body transferRequest) (object, error) {
	file, from, err := h.openObject(source, from)
	if err != nil {
		return object{}, err
	}
	defer file.Close()
	size, err := file.Stat()
	if err != nil {
		return object{}, fmt.Errorf("measure object: %w", err)
	}
	facts := from.parseMetadata()
	target.userMetadata = from.UserMetadata
	if body.CopyMetadata != nil && !*body.CopyMetadata {
		target.userMetadata = decodeMetadata(source.Header.Get("X-Metadata"))
		if body.Metadata.CacheControl != "" {
			facts.CacheControl = body.Metadata.CacheControl
		}
		if body.Metadata.MimeType != "" {
			facts.MimeType = body.Metadata.MimeType
		}
	}
	written, err := h.files.writeVersion(ctx, file, size.Size())
	if err != nil {
		return object{}, err
	}
	facts.ETag, facts.Size, facts.ContentLength, facts.LastModified = written.etag, written.size, written.size, timestamp(h.Now())
	target.version = written.version
	if target.metadata, err = json.Marshal(facts); err != nil {
		return object{}, errors.Join(fmt.Errorf("encode metadata: %w", err), h.files.remove(written.version))
	}
	return h.commitObject(ctx, target)
}
