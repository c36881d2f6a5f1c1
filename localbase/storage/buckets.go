package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// bucket is a row of storage.buckets in the format of the API.
type bucket struct {
	ID               string    `json:"id"`
	Name             string    `json:"name"`
	Owner            string    `json:"owner"`
	Public           bool      `json:"public"`
	Type             string    `json:"type,omitempty"` // only in lists
	FileSizeLimit    *int64    `json:"file_size_limit"`
	AllowedMimeTypes []string  `json:"allowed_mime_types"`
	CreatedAt        timestamp `json:"created_at"`
	UpdatedAt        timestamp `json:"updated_at"`
}

// bucketColumns contains the columns that scanBucket reads.
const bucketColumns = `id, name, coalesce(owner::text, ''), coalesce(public, false), type::text, file_size_limit,
	allowed_mime_types, coalesce(created_at, 'epoch'), coalesce(updated_at, 'epoch')`

// scanBucket reads a row with bucketColumns.
func scanBucket(row pgx.CollectableRow) (bucket, error) {
	var b bucket
	err := row.Scan(&b.ID, &b.Name, &b.Owner, &b.Public, &b.Type, &b.FileSizeLimit,
		&b.AllowedMimeTypes, (*time.Time)(&b.CreatedAt), (*time.Time)(&b.UpdatedAt))
	return b, err
}

// findBucket returns a bucket with the role of tx. The error is NoSuchBucket if it doesn't exist or
// isn't visible.
func findBucket(ctx context.Context, tx pgx.Tx, id string) (bucket, error) {
	rows, _ := tx.Query(ctx, `select `+bucketColumns+` from storage.buckets where id = $1`, id)
	b, err := pgx.CollectExactlyOneRow(rows, scanBucket)
	if errors.Is(err, pgx.ErrNoRows) {
		return bucket{}, newNoSuchBucket()
	}
	if err != nil {
		return bucket{}, fmt.Errorf("find bucket: %w", err)
	}
	return b, nil
}

// findRequestBucket returns the bucket of a request, even if the caller can't see its row.
func (h *Handler) findRequestBucket(ctx context.Context, req *storageRequest) (bucket, error) {
	if err := checkBucketName(req.bucket); err != nil {
		return bucket{}, err
	}
	var b bucket
	err := h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		b, err = findBucket(ctx, tx, req.bucket)
		return err
	})
	return b, err
}

// listBuckets handles GET /bucket?limit=&offset=&sortColumn=&sortOrder=&search=.
func (h *Handler) listBuckets(ctx context.Context, req *storageRequest) (any, error) {
	query := req.URL.Query()
	limit, err := parseQueryInteger(query.Get("limit"), math.MaxInt32)
	if err != nil {
		return nil, err
	}
	offset, err := parseQueryInteger(query.Get("offset"), 0)
	if err != nil {
		return nil, err
	}
	order := map[string]string{"": "id", "id": "id", "name": "name", "created_at": "created_at", "updated_at": "updated_at"}[query.Get("sortColumn")]
	if order == "" {
		return nil, newInvalidRequest("querystring/sortColumn must be equal to one of the allowed values")
	}
	if strings.EqualFold(query.Get("sortOrder"), "desc") {
		order += " desc"
	}
	buckets := []bucket{}
	err = h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, `select `+bucketColumns+` from storage.buckets
			where position(lower($1) in lower(name)) > 0 order by `+order+` limit $2 offset $3`, query.Get("search"), limit, offset)
		var err error
		if buckets, err = pgx.AppendRows(buckets, rows, scanBucket); err != nil {
			return fmt.Errorf("list buckets: %w", err)
		}
		return nil
	})
	return buckets, err
}

// getBucket handles GET /bucket/{bucket}.
func (h *Handler) getBucket(ctx context.Context, req *storageRequest) (any, error) {
	var b bucket
	err := h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) (err error) {
		b, err = findBucket(ctx, tx, req.bucket)
		return err
	})
	b.Type = ""
	return b, err
}

// bucketSettings is the body of POST and PUT /bucket. A missing field doesn't change; null removes a
// limit.
type bucketSettings struct {
	ID               string          `json:"id"`
	Name             string          `json:"name"`
	Public           *bool           `json:"public"`
	FileSizeLimit    json.RawMessage `json:"file_size_limit"` // a number of bytes, or a text for parseSize
	AllowedMimeTypes optionalTypes   `json:"allowed_mime_types"`
}

// optionalTypes is a list of types; isSet is false if the body doesn't contain it.
type optionalTypes struct {
	isSet bool
	types []string
}

// UnmarshalJSON parses an array of strings, or null.
func (o *optionalTypes) UnmarshalJSON(data []byte) error {
	o.isSet = true
	return json.Unmarshal(data, &o.types)
}

// parseLimit returns the size limit, or nil for null, and whether the body contains it. serverLimit is
// the maximum.
func (b bucketSettings) parseLimit(serverLimit int64) (isSet bool, limit *int64, err error) {
	if b.FileSizeLimit == nil {
		return false, nil, nil
	}
	if string(b.FileSizeLimit) == "null" {
		return true, nil, nil
	}
	var bytes int64
	var text string
	if json.Unmarshal(b.FileSizeLimit, &text) == nil {
		if bytes, err = parseSize(text); err != nil {
			return true, nil, err
		}
	} else if err := json.Unmarshal(b.FileSizeLimit, &bytes); err != nil || bytes < 0 {
		return true, nil, newInvalidRequest("body/file_size_limit must be a size")
	}
	if bytes > serverLimit {
		return true, nil, newTooLarge("object")
	}
	return true, &bytes, nil
}

// createBucket handles POST /bucket.
func (h *Handler) createBucket(ctx context.Context, req *storageRequest) (any, error) {
	var body bucketSettings
	if err := readJSON(req.Request, &body); err != nil {
		return nil, err
	}
	if body.Name == "" {
		return nil, newInvalidRequest("body must have required property 'name'")
	}
	if body.ID == "" {
		body.ID = body.Name
	}
	if err := errors.Join(checkBucketName(body.ID), checkBucketName(body.Name)); err != nil {
		return nil, err
	}
	_, limit, err := body.parseLimit(h.FileSizeLimit)
	if err != nil {
		return nil, err
	}
	if err := checkMimePatterns(body.AllowedMimeTypes.types); err != nil {
		return nil, err
	}
	public := body.Public != nil && *body.Public
	owner, ownerID := ownerColumns(req.caller.Subject())
	err = h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `insert into storage.buckets
			(id, name, owner, owner_id, public, file_size_limit, allowed_mime_types) values ($1, $2, $3, $4, $5, $6, $7)`,
			body.ID, body.Name, owner, ownerID, public, limit, body.AllowedMimeTypes.types)
		if hasCode(err, codeResourceAlreadyExists) {
			return newAlreadyExists(codeBucketAlreadyExists)
		}
		if err != nil {
			return fmt.Errorf("create bucket: %w", err)
		}
		return nil
	})
	return map[string]string{"name": body.Name}, err
}

// updateBucket handles PUT /bucket/{bucket}.
func (h *Handler) updateBucket(ctx context.Context, req *storageRequest) (any, error) {
	var body bucketSettings
	if err := readJSON(req.Request, &body); err != nil {
		return nil, err
	}
	hasLimit, limit, err := body.parseLimit(h.FileSizeLimit)
	if err != nil {
		return nil, err
	}
	if err := checkMimePatterns(body.AllowedMimeTypes.types); err != nil {
		return nil, err
	}
	err = h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `update storage.buckets set
			public = coalesce($2, public),
			file_size_limit = case when $3 then $4 else file_size_limit end,
			allowed_mime_types = case when $5 then $6 else allowed_mime_types end
			where id = $1`, req.bucket, body.Public, hasLimit, limit, body.AllowedMimeTypes.isSet, body.AllowedMimeTypes.types)
		if err != nil {
			return fmt.Errorf("update bucket: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return newNoSuchBucket()
		}
		return nil
	})
	return newMessage("Successfully updated"), err
}

// deleteBucket handles DELETE /bucket/{bucket}. It rejects a bucket with objects, even if the caller
// can't see them.
func (h *Handler) deleteBucket(ctx context.Context, req *storageRequest) (any, error) {
	err := h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := findBucket(ctx, tx, req.bucket); err != nil {
			return err
		}
		var hasObjects bool
		err := tx.QueryRow(ctx, `select exists (select from storage.objects where bucket_id = $1)`, req.bucket).Scan(&hasObjects)
		if err != nil {
			return fmt.Errorf("list objects of bucket: %w", err)
		}
		if hasObjects {
			return newNotEmpty()
		}
		if err := errors.Join(allowDelete(ctx, tx), req.applyRole(ctx, tx)); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `delete from storage.buckets where id = $1`, req.bucket)
		if isForeignKeyViolation(err) { // another request has inserted an object
			return newNotEmpty()
		}
		if err != nil {
			return fmt.Errorf("delete bucket: %w", err)
		}
		if tag.RowsAffected() == 0 {
			return newNoSuchBucket()
		}
		return nil
	})
	return newMessage("Successfully deleted"), err
}

func newNotEmpty() *apiError {
	return &apiError{status: http.StatusConflict, code: codeResourceNotEmpty, message: "The bucket you tried to delete is not empty"}
}

// emptyBucket handles POST /bucket/{bucket}/empty. It deletes all objects that the caller can see, or
// none if a policy forbids the deletion of one of them.
func (h *Handler) emptyBucket(ctx context.Context, req *storageRequest) (any, error) {
	var versions []string
	err := h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := findBucket(ctx, tx, req.bucket); err != nil {
			return err
		}
		if err := allowDelete(ctx, tx); err != nil {
			return err
		}
		rows, _ := tx.Query(ctx, `delete from storage.objects where bucket_id = $1 returning coalesce(version, '')`, req.bucket)
		var err error
		if versions, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil {
			return fmt.Errorf("empty bucket: %w", err)
		}
		rows, _ = tx.Query(ctx, `select name from storage.objects where bucket_id = $1 order by name limit 10`, req.bucket)
		remaining, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return fmt.Errorf("list objects of bucket: %w", err)
		}
		if len(remaining) > 0 {
			return newAccessDenied("Cannot delete: "+strings.Join(remaining, " ,")+", you may have SELECT but not DELETE permissions", nil)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	h.removeReplaced(versions...)
	// The message of supabase/storage. Here the deletion is complete.
	return newMessage("Empty bucket has been queued. Completion may take up to an hour."), nil
}

func newMessage(text string) map[string]string { return map[string]string{"message": text} }
