package storage

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// repairBatch is the number of files or rows that are compared at once.
const repairBatch = 1000

// RepairResult contains the numbers of removed files, rows and uploads.
type RepairResult struct {
	Files   int // files without a row
	Rows    int // rows without a file
	Uploads int // expired resumable uploads
}

// Repair removes files without a row, rows without a file, and incomplete uploads, which a crash can
// leave. Call it before the first request, since it also removes uploads in progress. It doesn't
// remove rows without a version, which were inserted with SQL. If there are rows but no files at
// all, it removes no rows, since the folder is probably wrong.
func (h *Handler) Repair(ctx context.Context) (RepairResult, error) {
	var result RepairResult
	if err := h.files.clearIncoming(); err != nil {
		return result, err
	}
	var err error
	if result.Uploads, err = h.uploads.removeExpired(h.Now()); err != nil {
		return result, err
	}
	versions, err := h.files.listVersions()
	if err != nil {
		return result, err
	}
	if result.Files, err = h.removeFilesWithoutRow(ctx, versions); err != nil {
		return result, err
	}
	if result.Rows, err = h.removeRowsWithoutFile(ctx, versions); err != nil {
		return result, err
	}
	if result != (RepairResult{}) {
		h.Logger.Warn("storage repaired", "files", result.Files, "rows", result.Rows, "uploads", result.Uploads)
	}
	return result, nil
}

// removeFilesWithoutRow removes the files of versions that no row has, and returns their number.
func (h *Handler) removeFilesWithoutRow(ctx context.Context, versions []string) (int, error) {
	removed := 0
	for start := 0; start < len(versions); start += repairBatch {
		batch := versions[start:min(start+repairBatch, len(versions))]
		known, err := h.findKnownVersions(ctx, batch)
		if err != nil {
			return removed, err
		}
		for _, version := range batch {
			if known[version] {
				continue
			}
			if err := h.files.remove(version); err != nil {
				return removed, err
			}
			removed++
		}
	}
	return removed, nil
}

// findKnownVersions returns the versions that a row has.
func (h *Handler) findKnownVersions(ctx context.Context, versions []string) (map[string]bool, error) {
	known := map[string]bool{}
	err := h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, `select version from storage.objects where version = any($1)`, versions)
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		for _, version := range found {
			known[version] = true
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find versions: %w", err)
	}
	return known, nil
}

// removeRowsWithoutFile removes the rows whose version is not in versions, and returns their number.
func (h *Handler) removeRowsWithoutFile(ctx context.Context, versions []string) (int, error) {
	hasFile := make(map[string]bool, len(versions))
	for _, version := range versions {
		hasFile[version] = true
	}
	removed, after := 0, uuid.Nil.String()
	for {
		batch, err := h.readNextRows(ctx, after)
		if err != nil || len(batch) == 0 {
			return removed, err
		}
		after = *batch[len(batch)-1].ID
		var missing []string
		for _, row := range batch {
			if !hasFile[row.Version] {
				h.Logger.Warn("object has no content", "bucket", row.BucketID, "name", row.Name, "version", row.Version)
				missing = append(missing, *row.ID)
			}
		}
		if len(missing) > 0 && len(versions) == 0 {
			h.Logger.Error("all objects are without content; check the storage folder", "folder", h.Dir)
			return removed, nil
		}
		if err := h.removeRows(ctx, missing); err != nil {
			return removed, err
		}
		removed += len(missing)
	}
}

// readNextRows returns the next rows of storage.objects in the order of their ids, after the row
// id, at most repairBatch. It skips rows without a version.
func (h *Handler) readNextRows(ctx context.Context, id string) ([]object, error) {
	var batch []object
	err := h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) (err error) {
		rows, _ := tx.Query(ctx, `select `+objectColumns+` from storage.objects
			where version is not null and id > $1 order by id limit $2`, id, repairBatch)
		batch, err = pgx.CollectRows(rows, scanObject)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read objects: %w", err)
	}
	return batch, nil
}

// removeRows deletes the rows of storage.objects with these ids.
func (h *Handler) removeRows(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	return h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := allowDelete(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from storage.objects where id = any($1)`, ids); err != nil {
			return fmt.Errorf("remove rows without content: %w", err)
		}
		return nil
	})
}

// clearIncoming removes incomplete files.
func (f *contentStore) clearIncoming() error {
	entries, err := os.ReadDir(f.incoming)
	if err != nil {
		return fmt.Errorf("read incoming files: %w", err)
	}
	for _, entry := range entries {
		if err := os.Remove(filepath.Join(f.incoming, entry.Name())); err != nil {
			return fmt.Errorf("remove incoming file: %w", err)
		}
	}
	return nil
}

// listVersions returns the versions of all files.
func (f *contentStore) listVersions() ([]string, error) {
	var versions []string
	err := filepath.WalkDir(f.objects, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if _, invalid := uuid.Parse(entry.Name()); invalid == nil {
				versions = append(versions, entry.Name())
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read storage folder: %w", err)
	}
	return versions, nil
}
