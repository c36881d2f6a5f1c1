package storage

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// maxSignedLifetime is the longest lifetime of a signed URL; more would overflow a duration.
const maxSignedLifetime = 100 * 365 * 24 * time.Hour

func parseLifetime(seconds int64) (time.Duration, error) {
	if seconds < 1 {
		return 0, newInvalidRequest("body/expiresIn must be >= 1")
	}
	return time.Duration(min(seconds, int64(maxSignedLifetime/time.Second))) * time.Second, nil
}

// signObject serves POST /object/sign/{bucket}/{key...}, for an object that the caller may select.
func (h *Handler) signObject(ctx context.Context, c *storageRequest) (any, error) {
	var body struct {
		ExpiresIn int64           `json:"expiresIn"`
		Transform *imageTransform `json:"transform"`
	}
	if err := readJSON(c.Request, &body); err != nil {
		return nil, err
	}
	valid, err := parseLifetime(body.ExpiresIn)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(checkBucketName(c.bucket), checkKey(c.key)); err != nil {
		return nil, err
	}
	err = h.db.runAsCaller(ctx, c, func(ctx context.Context, tx pgx.Tx) error {
		_, err := findObject(ctx, tx, c.bucket, c.key)
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
	token, err := h.signURLToken(c.bucket+"/"+c.key, valid, claims)
	if err != nil {
		return nil, err
	}
	return map[string]string{"signedURL": route + formatSignedPath(c.bucket, c.key) + "?token=" + token}, nil
}

// signedURLEntry is one answer of signing many.
type signedURLEntry struct {
	Error     *string `json:"error"`
	Path      string  `json:"path"`
	SignedURL *string `json:"signedURL"`
}

// signObjects serves POST /object/sign/{bucket} with {"expiresIn", "paths"}; an
// object that the caller can't see gets an error in its place.
func (h *Handler) signObjects(ctx context.Context, c *storageRequest) (any, error) {
	var body struct {
		ExpiresIn int64    `json:"expiresIn"`
		Paths     []string `json:"paths"`
	}
	if err := readJSON(c.Request, &body); err != nil {
		return nil, err
	}
	valid, err := parseLifetime(body.ExpiresIn)
	if err != nil {
		return nil, err
	}
	if len(body.Paths) == 0 {
		return nil, newInvalidRequest("body/paths must NOT have fewer than 1 items")
	}
	if err := checkBucketName(c.bucket); err != nil {
		return nil, err
	}
	visible, err := h.findVisibleNames(ctx, c, body.Paths)
	if err != nil {
		return nil, err
	}
	signed := make([]signedURLEntry, 0, len(body.Paths))
	for _, path := range body.Paths {
		if !visible[path] {
			problem := "Either the object does not exist or you do not have access to it"
			signed = append(signed, signedURLEntry{Error: &problem, Path: path})
			continue
		}
		token, err := h.signURLToken(c.bucket+"/"+path, valid, nil)
		if err != nil {
			return nil, err
		}
		address := "/object/sign/" + formatSignedPath(c.bucket, path) + "?token=" + token
		signed = append(signed, signedURLEntry{Path: path, SignedURL: &address})
	}
	return signed, nil
}

// findVisibleNames are those of keys that the caller may select.
func (h *Handler) findVisibleNames(ctx context.Context, c *storageRequest, keys []string) (map[string]bool, error) {
	visible := map[string]bool{}
	err := h.db.runAsCaller(ctx, c, func(ctx context.Context, tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, `select name from storage.objects where bucket_id = $1 and name = any($2)`, c.bucket, keys)
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("find objects: %w", err)
		}
		for _, name := range found {
			visible[name] = true
		}
		return nil
	})
	return visible, err
}

// signUpload serves POST /object/upload/sign/{bucket}/{key...}: a URL that lets
// whoever has it upload, if the caller may; x-upsert: true lets it overwrite.
func (h *Handler) signUpload(ctx context.Context, c *storageRequest) (any, error) {
	if err := errors.Join(checkBucketName(c.bucket), checkKey(c.key)); err != nil {
		return nil, err
	}
	target := newObject{bucket: c.bucket, key: c.key, subject: c.caller.Subject(), upsert: c.Header.Get("X-Upsert") == "true"}
	if err := h.checkWrite(ctx, c, target); err != nil {
		return nil, err
	}
	token, err := h.signURLToken(c.bucket+"/"+c.key, signedUploadURLLifetime,
		map[string]any{"owner": target.subject, "upsert": target.upsert})
	if err != nil {
		return nil, err
	}
	return map[string]string{"url": "/object/upload/sign/" + formatSignedPath(c.bucket, c.key) + "?token=" + token, "token": token}, nil
}
