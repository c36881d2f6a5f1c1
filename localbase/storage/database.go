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

// databaseTimeout ends every transaction that Postgres doesn't answer.
const databaseTimeout = 30 * time.Second

// database runs transactions, as the caller or as the service's own user, who
// owns the tables and so isn't held by policies.
type database struct{ pool *pgxpool.Pool }

// runAsAdmin runs do in one transaction as the service's own user.
func (db database) runAsAdmin(ctx context.Context, do func(ctx context.Context, tx pgx.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, databaseTimeout)
	defer cancel()
	return pgx.BeginFunc(ctx, db.pool, func(tx pgx.Tx) error { return do(ctx, tx) })
}

// runAsCaller runs do in one transaction as c's caller: policies decide.
func (db database) runAsCaller(ctx context.Context, c *storageRequest, do func(ctx context.Context, tx pgx.Tx) error) error {
	return db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := c.applyRole(ctx, tx); err != nil {
			return err
		}
		return do(ctx, tx)
	})
}

// applyRole makes tx the caller's, and tells policies which operation runs.
func (c *storageRequest) applyRole(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `select set_config('storage.operation', $1, true)`, c.operation); err != nil {
		return fmt.Errorf("name the operation: %w", err)
	}
	err := c.caller.ApplyRole(ctx, tx)
	var refused *pgconn.PgError
	if errors.As(err, &refused) && (refused.Code == "22023" || refused.Code == "42501") {
		return newAccessDenied("role \""+c.caller.Role+"\" is not permitted", err)
	}
	return err
}

// errRollback ends a transaction that was only a question.
var errRollback = errors.New("rolled back on purpose")

// checkAsCaller runs do as the caller and undoes it: nil means that policies and constraints let it pass.
func (db database) checkAsCaller(ctx context.Context, c *storageRequest, do func(ctx context.Context, tx pgx.Tx) error) error {
	err := db.runAsCaller(ctx, c, func(ctx context.Context, tx pgx.Tx) error {
		if err := do(ctx, tx); err != nil {
			return err
		}
		return errRollback
	})
	if errors.Is(err, errRollback) {
		return nil
	}
	return err
}

// timestamp is a time that goes out as JavaScript writes it: UTC, milliseconds.
type timestamp time.Time

// MarshalJSON writes null for the zero time.
func (s timestamp) MarshalJSON() ([]byte, error) {
	if time.Time(s).IsZero() {
		return []byte("null"), nil
	}
	return []byte(time.Time(s).UTC().Format(`"2006-01-02T15:04:05.000Z"`)), nil
}

// UnmarshalJSON reads RFC 3339; null is the zero time.
func (s *timestamp) UnmarshalJSON(data []byte) error { return (*time.Time)(s).UnmarshalJSON(data) }

// objectMetadata is what the service writes into storage.objects.metadata.
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

// objectColumns are read by scanObject, in this order.
const objectColumns = `id::text, name, coalesce(bucket_id, ''), coalesce(owner::text, ''), coalesce(owner_id, ''),
	coalesce(version, ''), coalesce(created_at, 'epoch'), coalesce(updated_at, 'epoch'),
	coalesce(last_accessed_at, 'epoch'), coalesce(metadata, 'null'), coalesce(user_metadata, 'null')`

func scanObject(row pgx.CollectableRow) (object, error) {
	var o object
	err := row.Scan(&o.ID, &o.Name, &o.BucketID, &o.Owner, &o.OwnerID, &o.Version,
		(*time.Time)(&o.CreatedAt), (*time.Time)(&o.UpdatedAt), (*time.Time)(&o.LastAccessedAt),
		&o.Metadata, &o.UserMetadata)
	return o, err
}

// parseMetadata are the row's metadata. Rows may have been written by SQL: what can't be read stays zero.
func (o object) parseMetadata() objectMetadata {
	var facts objectMetadata
	_ = json.Unmarshal(o.Metadata, &facts) // as said
	if time.Time(facts.LastModified).IsZero() {
		facts.LastModified = o.UpdatedAt
	}
	return facts
}

// findObject reads one row, as whoever tx acts as; noSuchKey if there is none to see.
func findObject(ctx context.Context, tx pgx.Tx, bucket, key string) (object, error) {
	rows, _ := tx.Query(ctx, `select `+objectColumns+` from storage.objects where bucket_id = $1 and name = $2`, bucket, key)
	found, err := pgx.CollectExactlyOneRow(rows, scanObject)
	if errors.Is(err, pgx.ErrNoRows) {
		return object{}, newNoSuchKey()
	}
	if err != nil {
		return object{}, fmt.Errorf("find object: %w", err)
	}
	return found, nil
}

// allowDelete lifts the guard against deletes by plain SQL, for this transaction.
func allowDelete(ctx context.Context, tx pgx.Tx) error {
	if _, err := tx.Exec(ctx, `select set_config('storage.allow_delete_query', 'true', true)`); err != nil {
		return fmt.Errorf("allow delete: %w", err)
	}
	return nil
}

// ownerColumns are a person's id as owner (only if it is a UUID) and owner_id.
func ownerColumns(subject string) (owner, ownerID *string) {
	if subject == "" {
		return nil, nil
	}
	if _, err := uuid.Parse(subject); err == nil && len(subject) == 36 {
		owner = &subject
	}
	return owner, &subject
}

func hasCode(err error, code string) bool { return asAPIError(err).code == code }

// isForeignKeyViolation tells that a row is still, or not, referred to.
func isForeignKeyViolation(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "23503"
}
