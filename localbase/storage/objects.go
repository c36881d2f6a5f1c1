package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// maxObjectsPerRemove is the maximum number of keys in a request.
const maxObjectsPerRemove = 1000

// removeObject handles DELETE /object/{bucket}/{key...}.
func (h *Handler) removeObject(ctx context.Context, req *storageRequest) (any, error) {
	if err := errors.Join(checkBucketName(req.bucket), checkKey(req.key)); err != nil {
		return nil, err
	}
	removed, err := h.removeKeys(ctx, req, []string{req.key})
	if err != nil {
		return nil, err
	}
	if len(removed) == 0 {
		return nil, newNoSuchKey()
	}
	return newMessage("Successfully deleted"), nil
}

// removeObjects handles DELETE /object/{bucket} with {"prefixes": [keys]}. The response contains only the
// deleted objects; it omits those that don't exist or that the caller can't delete.
func (h *Handler) removeObjects(ctx context.Context, req *storageRequest) (any, error) {
	var body struct {
		Prefixes []string `json:"prefixes"`
	}
	if err := readJSON(req.Request, &body); err != nil {
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
	if err := checkBucketName(req.bucket); err != nil {
		return nil, err
	}
	return h.removeKeys(ctx, req, body.Prefixes)
}

// removeKeys deletes the objects of the request's bucket with these keys that the policies allow the caller to delete, and
// returns them. It deletes their content after the transaction.
func (h *Handler) removeKeys(ctx context.Context, req *storageRequest, keys []string) ([]object, error) {
	removed := []object{}
	err := h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		if err := allowDelete(ctx, tx); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `delete from storage.objects where bucket_id = $1 and name = any($2) returning `+objectColumns,
			req.bucket, keys)
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
	DestinationBucket string `json:"destinationBucket"` // "" means the same bucket
	DestinationKey    string `json:"destinationKey"`
	CopyMetadata      *bool  `json:"copyMetadata"` // only for copy; nil means true
	Metadata          struct {
		CacheControl string `json:"cacheControl"`
		MimeType     string `json:"mimetype"`
	} `json:"metadata"` // only for copy with copyMetadata false
}

// readTransfer parses and validates the body of move and copy.
func readTransfer(req *storageRequest) (transferRequest, error) {
	var body transferRequest
	if err := readJSON(req.Request, &body); err != nil {
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

// moveObject handles POST /object/move. The caller must be able to select the object and to update it.
// The content doesn't move, since its file is named after the version.
func (h *Handler) moveObject(ctx context.Context, req *storageRequest) (any, error) {
	body, err := readTransfer(req)
	if err != nil {
		return nil, err
	}
	owner, ownerID := ownerColumns(req.caller.Subject())
	var moved object
	err = h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
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

// copyResponse is the response of copy.
type copyResponse struct {
	uploadResponse
	object
}

// copyObject handles POST /object/copy. The caller must be able to select the source and to insert the
// destination, or to overwrite it with x-upsert: true.
func (h *Handler) copyObject(ctx context.Context, req *storageRequest) (any, error) {
	body, err := readTransfer(req)
	if err != nil {
		return nil, err
	}
	source := *req
	source.bucket, source.key = body.BucketID, body.SourceKey
	var original object
	err = h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) (err error) {
		original, err = findObject(ctx, tx, source.bucket, source.key)
		return err
	})
	if err != nil {
		return nil, err
	}
	target := newObject{bucket: body.DestinationBucket, key: body.DestinationKey,
		subject: req.caller.Subject(), upsert: req.Header.Get("X-Upsert") == "true"}
	if err := h.checkWrite(ctx, req, target); err != nil {
		return nil, err
	}
	written, err := h.copyContent(ctx, &source, original, target, body)
	if err != nil {
		return nil, err
	}
	return copyResponse{uploadResponse{ID: *written.ID, Key: written.BucketID + "/" + written.Name}, written}, nil
}

// copyContent copies the content of an object and writes the row of the target.
func (h *Handler) copyContent(ctx context.Context, source *storageRequest, original object, target newObject, body transferRequest) (object, error) {
	file, original, err := h.openObject(source, original)
	if err != nil {
		return object{}, err
	}
	defer file.Close()
	stat, err := file.Stat()
	if err != nil {
		return object{}, fmt.Errorf("stat object: %w", err)
	}
	metadata := original.parseMetadata()
	target.userMetadata = original.UserMetadata
	if body.CopyMetadata != nil && !*body.CopyMetadata {
		target.userMetadata = decodeMetadata(source.Header.Get("X-Metadata"))
		if body.Metadata.CacheControl != "" {
			metadata.CacheControl = body.Metadata.CacheControl
		}
		if body.Metadata.MimeType != "" {
			metadata.MimeType = body.Metadata.MimeType
		}
	}
	written, err := h.files.writeVersion(ctx, file, stat.Size())
	if err != nil {
		return object{}, err
	}
	metadata.ETag, metadata.Size, metadata.ContentLength, metadata.LastModified = written.etag, written.size, written.size, timestamp(h.Now())
	target.version = written.version
	if target.metadata, err = json.Marshal(metadata); err != nil {
		return object{}, errors.Join(fmt.Errorf("encode metadata: %w", err), h.files.remove(written.version))
	}
	return h.commitObject(ctx, target)
}
