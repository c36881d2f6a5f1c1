package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// databaseTimeout is the maximum duration of a transaction.
const databaseTimeout = 30 * time.Second

// database runs transactions as the caller or as the service's own user. The latter owns the tables, so
// policies don't apply to it.
type database struct{ pool *pgxpool.Pool }

// runAsAdmin runs f in a transaction as the service's own user.
func (db database) runAsAdmin(ctx context.Context, f func(ctx context.Context, tx pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return f(ctx, tx) })
}

// runAsCaller runs f in a transaction with the role of the caller, so policies apply.
func (db database) runAsCaller(ctx context.Context, req *storageRequest, f func(ctx context.Context, tx pgx.Tx) error) error {
	return db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := req.applyRole(ctx, tx); err != nil {
			return err
		}
		return f(ctx, tx)
	})
}

// applyRole sets the role and claims of the caller, and the operation that policies can read.
func (req *storageRequest) applyRole(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `select set_config('storage.operation', $1, true)`, req.operation); err != nil {
		return fmt.Errorf("set the operation: %w", err)
	}
	err := req.caller.ApplyRole(ctx, tx)
	var pgError *pgconn.PgError
	if errors.As(err, &pgError) && (pgError.Code == "22023" || pgError.Code == "42501") {
		return newAccessDenied("role \""+req.caller.Role+"\" is not permitted", err)
	}
	return err
}

// errRollback rolls back the transaction of checkAsCaller.
var errRollback = errors.New("rollback after a check")

// checkAsCaller runs f as the caller and rolls it back. It returns nil if policies and constraints allow
// the change.
func (db database) checkAsCaller(ctx context.Context, req *storageRequest, f func(ctx context.Context, tx pgx.Tx) error) error {
	err := db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		if err := f(ctx, tx); err != nil {
			return err
		}
		return errRollback
	})
	if errors.Is(err, errRollback) {
		return nil
	}
	return err
}

// timestamp is a time in JavaScript's format: UTC with milliseconds.
type timestamp time.Time

// MarshalJSON returns the time as a JSON string; null for the zero time.
func (s timestamp) MarshalJSON() ([]byte, error) {
	if time.Time(s).IsZero() {
		return []byte("null"), nil
	}
	return []byte(time.Time(s).UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

// UnmarshalJSON parses a JSON string with a time in RFC 3339. null does not change s, so it is the zero
// time in a new value.
func (s *timestamp) UnmarshalJSON(data []byte) error { return (*time.Time)(s).UnmarshalJSON(data) }

// objectMetadata is the content of the column storage.objects.metadata.
type objectMetadata struct {
	ETag           string    `json:"eTag"` // quoted
	Size           int64     `json:"size"`
	MimeType       string    `json:"mimetype"`
	CacheControl   string    `json:"cacheControl"`
	LastModified   timestamp `json:"lastModified"`
	ContentLength  int64     `json:"contentLength"`
	HTTPStatusCode int       `json:"httpStatusCode"`
}

// object is a row of storage.objects.
type object struct {
	ID             *string         `json:"id"`
	Name           string          `json:"name"`
	BucketID       string          `json:"bucket_id"`
	Owner          string          `json:"owner"`
	OwnerID        string          `json:"owner_id"`
	Version        string          `json:"version"`
	CreatedAt      timestamp       `json:"created_at"`
	UpdatedAt      timestamp       `json:"updated_at"`
	LastAccessedAt timestamp       `json:"last_accessed_at"`
	Metadata       json.RawMessage `json:"metadata"`
	UserMetadata   json.RawMessage `json:"user_metadata"`
}

// objectColumns contains the columns that scanObject reads.
const objectColumns = `id::text, name, coalesce(bucket_id, ''), coalesce(owner::text, ''), coalesce(owner_id, ''),
	coalesce(version, ''), coalesce(created_at, 'epoch'), coalesce(updated_at, 'epoch'),
	coalesce(last_accessed_at, 'epoch'), coalesce(metadata, 'null'), coalesce(user_metadata, 'null')`

// scanObject reads a row with objectColumns.
func scanObject(row pgx.CollectableRow) (object, error) {
	var o object
	err := row.Scan(&o.ID, &o.Name, &o.BucketID, &o.Owner, &o.OwnerID, &o.Version,
		(*time.Time)(&o.CreatedAt), (*time.Time)(&o.UpdatedAt), (*time.Time)(&o.LastAccessedAt),
		&o.Metadata, &o.UserMetadata)
	return o, err
}

// parseMetadata returns the row's metadata. Invalid metadata, which SQL can insert, results in zero
// values.
func (o object) parseMetadata() objectMetadata {
	var metadata objectMetadata
	_ = json.Unmarshal(o.Metadata, &metadata) // see above
	if time.Time(metadata.LastModified).IsZero() {
		metadata.LastModified = o.UpdatedAt
	}
	return metadata
}

// findObject returns an object with the role of tx. The error is NoSuchKey if it doesn't exist or isn't
// visible.
func findObject(ctx context.Context, tx pgx.Tx, bucket, key string) (object, error) {
	rows, _ := tx.Query(ctx, `select `+objectColumns+` from storage.objects where bucket_id = $1 and name = $2`, bucket, key)
	o, err := pgx.CollectExactlyOneRow(rows, scanObject)
	if errors.Is(err, pgx.ErrNoRows) {
		return object{}, newNoSuchKey()
	}
	if err != nil {
		return object{}, fmt.Errorf("find object: %w", err)
	}
	return o, nil
}

// allowDelete disables the protection against deletes by SQL for this transaction.
func allowDelete(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `select set_config('storage.allow_delete_query', 'true', true)`); err != nil {
		return fmt.Errorf("allow delete: %w", err)
	}
	return nil
}

// ownerColumns returns the values of owner, which is null unless the subject is a UUID, and owner_id.
func ownerColumns(subject string) (owner, ownerID *string) {
	if subject == "" {
		return nil, nil
	}
	if _, err := uuid.Parse(subject); err == nil && len(subject) == 36 {
		owner = &subject
	}
	return owner, &subject
}

// hasCode reports whether err is an apiError, or converts to one, with the code.
func hasCode(err error, code string) bool { return asAPIError(err).code == code }

// isForeignKeyViolation reports whether err is a violation of a foreign key.
func isForeignKeyViolation(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23503"
}
