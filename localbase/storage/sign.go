package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// maxSignedLifetime is the maximum lifetime of a signed URL. It prevents an overflow of time.Duration.
const maxSignedLifetime = 100 * 365 * 24 * time.Hour

// parseLifetime validates a lifetime and limits it to maxSignedLifetime.
func parseLifetime(seconds int64) (time.Duration, error) {
	if seconds < 1 {
		return 0, newInvalidRequest("body/expiresIn must be >= 1")
	}
	return time.Duration(min(seconds, int64(maxSignedLifetime/time.Second))) * time.Second, nil
}

// signObject handles POST /object/sign/{bucket}/{key...}. The caller must be able to select the object.
func (h *Handler) signObject(ctx context.Context, req *storageRequest) (any, error) {
	var body struct {
		ExpiresIn int64           `json:"expiresIn"`
		Transform *imageTransform `json:"transform"`
	}
	if err := readJSON(req.Request, &body); err != nil {
		return nil, err
	}
	lifetime, err := parseLifetime(body.ExpiresIn)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(checkBucketName(req.bucket), checkKey(req.key)); err != nil {
		return nil, err
	}
	err = h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		_, err := findObject(ctx, tx, req.bucket, req.key)
		return err
	})
	if err != nil {
		return nil, err
	}
	route, claims := "/object/sign/", map[string]any{}
	if body.Transform != nil && *body.Transform != (imageTransform{}) {
		if err := body.Transform.validate(); err != nil {
			return nil, err
		}
		route = "/render/image/sign/"
		claims["transformations"] = body.Transform.String()
	}
	token, err := h.signURLToken(req.bucket+"/"+req.key, lifetime, claims)
	if err != nil {
		return nil, err
	}
	return map[string]string{"signedURL": route + formatSignedPath(req.bucket, req.key) + "?token=" + token}, nil
}

// signedURLEntry is an element of the response of signObjects.
type signedURLEntry struct {
	Error     *string `json:"error"`
	Path      string  `json:"path"`
	SignedURL *string `json:"signedURL"`
}

// signObjects handles POST /object/sign/{bucket} with {"expiresIn", "paths"}. The entry of an object that
// the caller can't see contains an error.
func (h *Handler) signObjects(ctx context.Context, req *storageRequest) (any, error) {
	var body struct {
		ExpiresIn int64    `json:"expiresIn"`
		Paths     []string `json:"paths"`
	}
	if err := readJSON(req.Request, &body); err != nil {
		return nil, err
	}
	lifetime, err := parseLifetime(body.ExpiresIn)
	if err != nil {
		return nil, err
	}
	if len(body.Paths) == 0 {
		return nil, newInvalidRequest("body/paths must NOT have fewer than 1 items")
	}
	if err := checkBucketName(req.bucket); err != nil {
		return nil, err
	}
	visible, err := h.findVisibleNames(ctx, req, body.Paths)
	if err != nil {
		return nil, err
	}
	signed := make([]signedURLEntry, 0, len(body.Paths))
	for _, path := range body.Paths {
		if !visible[path] {
			message := "Either the object does not exist or you do not have access to it"
			signed = append(signed, signedURLEntry{Error: &message, Path: path})
			continue
		}
		token, err := h.signURLToken(req.bucket+"/"+path, lifetime, nil)
		if err != nil {
			return nil, err
		}
		signedURL := "/object/sign/" + formatSignedPath(req.bucket, path) + "?token=" + token
		signed = append(signed, signedURLEntry{Path: path, SignedURL: &signedURL})
	}
	return signed, nil
}

// findVisibleNames returns the keys that the caller can select.
func (h *Handler) findVisibleNames(ctx context.Context, req *storageRequest, keys []string) (map[string]bool, error) {
	visible := map[string]bool{}
	err := h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, `select name from storage.objects where bucket_id = $1 and name = any($2)`, req.bucket, keys)
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("find objects: %w", err)
		}
		for _, name := range names {
			visible[name] = true
		}
		return nil
	})
	return visible, err
}

// signUpload handles POST /object/upload/sign/{bucket}/{key...}. It returns a URL with which anyone can
// upload the object, if the caller can. With x-upsert: true the upload can overwrite an object.
func (h *Handler) signUpload(ctx context.Context, req *storageRequest) (any, error) {
	if err := errors.Join(checkBucketName(req.bucket), checkKey(req.key)); err != nil {
		return nil, err
	}
	target := newObject{bucket: req.bucket, key: req.key, subject: req.caller.Subject(), upsert: req.Header.Get("X-Upsert") == "true"}
	if err := h.checkWrite(ctx, req, target); err != nil {
		return nil, err
	}
	token, err := h.signURLToken(req.bucket+"/"+req.key, signedUploadURLLifetime,
		map[string]any{"owner": target.subject, "upsert": target.upsert})
	if err != nil {
		return nil, err
	}
	return map[string]string{"url": "/object/upload/sign/" + formatSignedPath(req.bucket, req.key) + "?token=" + token, "token": token}, nil
}
