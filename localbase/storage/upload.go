package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// commitTimeout is the maximum duration of commitObject, which continues if the client disconnects.
const commitTimeout = databaseTimeout

// uploadResponse is the response to an upload.
type uploadResponse struct {
	ID  string `json:"Id,omitempty"`
	Key string `json:"Key"` // bucket/key
}

// newObject contains the values of an object's row.
type newObject struct {
	bucket, key  string
	subject      string // the owner; "" for none
	version      string
	metadata     json.RawMessage
	userMetadata json.RawMessage
	upsert       bool // can overwrite an existing object
}

// uploadObject handles POST /object/{bucket}/{key...}. With x-upsert: true it can overwrite an object.
func (h *Handler) uploadObject(ctx context.Context, req *storageRequest) (any, error) {
	return h.upload(ctx, req, req.Header.Get("X-Upsert") == "true")
}

// updateObject handles PUT /object/{bucket}/{key...}. It can overwrite an object.
func (h *Handler) updateObject(ctx context.Context, req *storageRequest) (any, error) {
	return h.upload(ctx, req, true)
}

// upload stores the body of a request as an object. It checks the bucket, the name and the policies
// before it reads the body. Without upsert, it returns an error if the object exists.
func (h *Handler) upload(ctx context.Context, req *storageRequest, upsert bool) (any, error) {
	b, err := h.findRequestBucket(ctx, req)
	if err != nil {
		return nil, err
	}
	if err := checkKey(req.key); err != nil {
		return nil, err
	}
	target := newObject{bucket: req.bucket, key: req.key, subject: req.caller.Subject(), upsert: upsert}
	if err := h.checkWrite(ctx, req, target); err != nil {
		return nil, err
	}
	return h.receiveObject(ctx, req, b, target)
}

// uploadSigned handles PUT /object/upload/sign/{bucket}/{key...}?token=. Policies were checked when the URL
// was signed. The token states whether the upload can overwrite an object.
func (h *Handler) uploadSigned(ctx context.Context, req *storageRequest) (any, error) {
	t, err := h.verifyUploadToken(req, req.URL.Query().Get("token"))
	if err != nil {
		return nil, err
	}
	b, err := h.findRequestBucket(ctx, req)
	if err != nil {
		return nil, err
	}
	target := newObject{bucket: req.bucket, key: req.key, subject: t.Owner, upsert: *t.Upsert}
	if err := h.checkNotExisting(ctx, target); err != nil {
		return nil, err
	}
	result, err := h.receiveObject(ctx, req, b, target)
	result.ID = ""
	return result, err
}

// receiveObject stores the body and creates the object.
func (h *Handler) receiveObject(ctx context.Context, req *storageRequest, b bucket, target newObject) (uploadResponse, error) {
	in, err := h.files.receive(ctx, req.Request, h.findLimits(b, req.key))
	if err != nil {
		return uploadResponse{}, err
	}
	target.version, target.userMetadata = in.version, in.userMetadata
	target.metadata, err = json.Marshal(objectMetadata{
		ETag: in.etag, Size: in.size, ContentLength: in.size, MimeType: in.mimeType, CacheControl: in.cacheControl,
		LastModified: timestamp(h.Now()), HTTPStatusCode: 200,
	})
	if err != nil {
		return uploadResponse{}, fmt.Errorf("encode metadata: %w", err)
	}
	written, err := h.commitObject(ctx, target)
	if err != nil {
		return uploadResponse{}, err
	}
	return uploadResponse{ID: *written.ID, Key: req.bucket + "/" + req.key}, nil
}

// checkWrite checks that policies allow the caller to insert the object or, with upsert, to overwrite it.
func (h *Handler) checkWrite(ctx context.Context, req *storageRequest, target newObject) error {
	owner, ownerID := ownerColumns(target.subject)
	insert := `insert into storage.objects (bucket_id, name, owner, owner_id, version) values ($1, $2, $3, $4, '1')`
	if target.upsert {
		insert += ` on conflict (bucket_id, name) do update
			set version = excluded.version, owner = excluded.owner, owner_id = excluded.owner_id returning *`
	}
	return h.db.checkAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, insert, target.bucket, target.key, owner, ownerID)
		return convertInsertError(err)
	})
}

// checkNotExisting rejects an existing target, unless upsert is set.
func (h *Handler) checkNotExisting(ctx context.Context, target newObject) error {
	if target.upsert {
		return nil
	}
	return h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		switch _, err := findObject(ctx, tx, target.bucket, target.key); {
		case hasCode(err, codeNoSuchKey):
			return nil
		case err != nil:
			return err
		}
		return newAlreadyExists(codeKeyAlreadyExists)
	})
}

// convertInsertError converts a violation of a unique constraint to KeyAlreadyExists.
func convertInsertError(err error) error {
	if hasCode(err, codeResourceAlreadyExists) {
		return newAlreadyExists(codeKeyAlreadyExists)
	}
	if err != nil {
		return fmt.Errorf("write object: %w", err)
	}
	return nil
}

// commitObject writes the row of an object with stored content, and removes the replaced content. If the
// row can't be written, it removes the new content.
func (h *Handler) commitObject(ctx context.Context, target newObject) (object, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), commitTimeout)
	defer cancel()
	var written object
	var replaced string
	err := h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		written, replaced, err = writeObject(ctx, tx, target)
		return err
	})
	if err != nil {
		return object{}, errors.Join(err, h.removeUncommitted(ctx, target))
	}
	h.removeReplaced(replaced)
	return written, nil
}

// writeObject inserts the row or, with upsert, overwrites it. replaced is the previous version, or "".
func writeObject(ctx context.Context, tx pgx.Tx, target newObject) (written object, replaced string, err error) {
	// Without the lock, two concurrent uploads of a new key would both find no row to replace, and the
	// content of the first would remain.
	_, err = tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended($1, 0))`, target.bucket+"/"+target.key)
	if err != nil {
		return object{}, "", fmt.Errorf("lock object: %w", err)
	}
	previous, err := findObject(ctx, tx, target.bucket, target.key)
	switch {
	case err != nil && !hasCode(err, codeNoSuchKey):
		return object{}, "", err
	case err == nil && !target.upsert:
		return object{}, "", newAlreadyExists(codeKeyAlreadyExists)
	}
	owner, ownerID := ownerColumns(target.subject)
	rows, _ := tx.Query(ctx, `insert into storage.objects
		(bucket_id, name, owner, owner_id, version, metadata, user_metadata) values ($1, $2, $3, $4, $5, $6, $7)
		on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
			user_metadata = excluded.user_metadata, owner = coalesce(excluded.owner, objects.owner),
			owner_id = coalesce(excluded.owner_id, objects.owner_id)
		returning `+objectColumns,
		target.bucket, target.key, owner, ownerID, target.version, target.metadata, target.userMetadata)
	written, err = pgx.CollectExactlyOneRow(rows, scanObject)
	return written, previous.Version, convertInsertError(err)
}

// removeUncommitted removes the content of an object whose row could not be written. If it can't determine
// whether the row exists, it leaves the content to Repair.
func (h *Handler) removeUncommitted(ctx context.Context, target newObject) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	known, err := h.findKnownVersions(ctx, []string{target.version})
	if err != nil || len(known) > 0 {
		return err
	}
	return h.files.remove(target.version)
}

// removeReplaced removes the content of versions that no row has any more. It logs errors, and Repair
// removes remaining files.
func (h *Handler) removeReplaced(versions ...string) {
	if err := h.files.remove(versions...); err != nil {
		h.Logger.Warn("remove replaced content", "error", err)
	}
}
