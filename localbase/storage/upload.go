package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// commitTimeout is how long the end of an upload may take, once all bytes are here:
// it is carried through even when its sender has gone away.
const commitTimeout = databaseTimeout

// uploadResponse is the answer to an upload.
type uploadResponse struct {
	ID  string `json:"Id,omitempty"`
	Key string `json:"Key"` // bucket/key
}

// newObject is what goes into an object's row.
type newObject struct {
	bucket, key  string
	subject      string // who owns it; "" for nobody
	version      string
	metadata     json.RawMessage
	userMetadata json.RawMessage
	upsert       bool // may take the place of another
}

// uploadObject serves POST /object/{bucket}/{key...}; with x-upsert: true it may overwrite.
func (h *Handler) uploadObject(ctx context.Context, c *storageRequest) (any, error) {
	return h.upload(ctx, c, c.Header.Get("X-Upsert") == "true")
}

// updateObject serves PUT /object/{bucket}/{key...}, which overwrites what is there.
func (h *Handler) updateObject(ctx context.Context, c *storageRequest) (any, error) {
	return h.upload(ctx, c, true)
}

func (h *Handler) upload(ctx context.Context, c *storageRequest, upsert bool) (any, error) {
	b, err := h.findRequestBucket(ctx, c)
	if err != nil {
		return nil, err
	}
	if err := checkKey(c.key); err != nil {
		return nil, err
	}
	target := newObject{bucket: c.bucket, key: c.key, subject: c.caller.Subject(), upsert: upsert}
	if err := h.checkWrite(ctx, c, target); err != nil {
		return nil, err
	}
	return h.receiveObject(ctx, c, b, target)
}

// uploadSigned serves PUT /object/upload/sign/{bucket}/{key...}?token=. Whoever
// signed was asked by policies then; the token says whether it may overwrite.
func (h *Handler) uploadSigned(ctx context.Context, c *storageRequest) (any, error) {
	t, err := h.verifyUploadToken(c, c.URL.Query().Get("token"))
	if err != nil {
		return nil, err
	}
	b, err := h.findRequestBucket(ctx, c)
	if err != nil {
		return nil, err
	}
	target := newObject{bucket: c.bucket, key: c.key, subject: t.Owner, upsert: *t.Upsert}
	if err := h.checkNotExisting(ctx, target); err != nil {
		return nil, err
	}
	answer, err := h.receiveObject(ctx, c, b, target)
	answer.ID = ""
	return answer, err
}

// receiveObject takes the body and makes the object of it.
func (h *Handler) receiveObject(ctx context.Context, c *storageRequest, b bucket, target newObject) (uploadResponse, error) {
	in, err := h.files.receive(ctx, c.Request, h.findLimits(b, c.key))
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
	return uploadResponse{ID: *written.ID, Key: c.bucket + "/" + c.key}, nil
}

// checkWrite asks policies whether the caller may make the object, or overwrite it with upsert.
func (h *Handler) checkWrite(ctx context.Context, c *storageRequest, target newObject) error {
	owner, ownerID := ownerColumns(target.subject)
	insert := `insert into storage.objects (bucket_id, name, owner, owner_id, version) values ($1, $2, $3, $4, '1')`
	if target.upsert {
		insert += ` on conflict (bucket_id, name) do update
			set version = excluded.version, owner = excluded.owner, owner_id = excluded.owner_id returning *`
	}
	return h.db.checkAsCaller(ctx, c, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, insert, target.bucket, target.key, owner, ownerID)
		return convertInsertError(err)
	})
}

// checkNotExisting refuses a target that exists and may not be overwritten.
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

func convertInsertError(err error) error {
	if hasCode(err, codeResourceAlreadyExists) {
		return newAlreadyExists(codeKeyAlreadyExists)
	}
	if err != nil {
		return fmt.Errorf("write object: %w", err)
	}
	return nil
}

// commitObject writes the row of an object whose bytes are on the disk, and lets go
// of the bytes that it replaces. If the row can't be written the bytes go.
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

// writeObject inserts or, with upsert, overwrites the row; replaced is the version that was there before.
func writeObject(ctx context.Context, tx pgx.Tx, target newObject) (written object, replaced string, err error) {
	// Two uploads of one new key would both find nothing to replace, and the bytes of the first be lost sight of.
	_, err = tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended($1, 0))`, target.bucket+"/"+target.key)
	if err != nil {
		return object{}, "", fmt.Errorf("lock object: %w", err)
	}
	before, err := findObject(ctx, tx, target.bucket, target.key)
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
	return written, before.Version, convertInsertError(err)
}

// removeUncommitted removes the bytes of an object whose row failed. When Postgres can't
// say whether the row is there after all, they stay, for Repair to judge.
func (h *Handler) removeUncommitted(ctx context.Context, target newObject) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	known, err := h.findKnownVersions(ctx, []string{target.version})
	if err != nil || len(known) > 0 {
		return err
	}
	return h.files.remove(target.version)
}

// removeReplaced removes bytes that no row speaks of any more. What can't be removed is left to Repair.
func (h *Handler) removeReplaced(versions ...string) {
	if err := h.files.remove(versions...); err != nil {
		h.Logger.Warn("remove replaced bytes", "error", err)
	}
}
