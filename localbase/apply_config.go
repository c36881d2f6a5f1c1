package localbase

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/migrations"
)

// applyConfig applies the keys of config.toml that determine the content of the database.
func (b *Backend) applyConfig(ctx context.Context) error {
	if b.config.API.AutoExpose == nil && len(b.config.Storage.Buckets) == 0 {
		return nil
	}
	conn, err := b.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if expose := b.config.API.AutoExpose; expose != nil {
		if err := migrations.SetDefaultPrivileges(ctx, conn, *expose); err != nil {
			return err
		}
	}
	return b.createBuckets(ctx, conn)
}

// bucketConfig is the section [storage.buckets.<name>].
type bucketConfig struct {
	Public           bool      `toml:"public"`
	FileSizeLimit    *byteSize `toml:"file_size_limit"` // nil: only storage.file_size_limit applies
	AllowedMIMETypes []string  `toml:"allowed_mime_types"`
}

// createBuckets creates the buckets of config.toml. As with the CLI, the file also determines the
// properties of buckets that exist. Other buckets remain.
func (b *Backend) createBuckets(ctx context.Context, conn *pgx.Conn) error {
	buckets := b.config.Storage.Buckets
	for _, name := range slices.Sorted(maps.Keys(buckets)) {
		bucket := buckets[name]
		_, err := conn.Exec(ctx, `
			insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values ($1, $1, $2, $3, $4)
			on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit,
			  allowed_mime_types = excluded.allowed_mime_types, updated_at = now()`,
			name, bucket.Public, (*int64)(bucket.FileSizeLimit), bucket.AllowedMIMETypes)
		if err != nil {
			return fmt.Errorf("create the bucket %q of storage.buckets: %w", name, err)
		}
	}
	return nil
}
