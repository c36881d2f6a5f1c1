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

// repairBatch is how many files or rows are compared at once.
const repairBatch = 1000

// RepairResult says what Repair did.
type RepairResult struct {
	Bytes   int // files without a row, removed
	Rows    int // rows without a file, removed
	Uploads int // resumable uploads that had expired, removed
}

// Repair makes rows and bytes agree after a crash. Call it before serving: it
// takes what is on its way in for what a dead process left behind. Rows that
// were made by SQL, and so have no version, are left alone; and when there are
// rows but not one file, all rows are: then the folder is wrong, not the rows.
func (h *Handler) Repair(ctx context.Context) (RepairResult, error) {
	var done RepairResult
	if err := h.files.clearIncoming(); err != nil {
		return done, err
	}
	var err error
	if done.Uploads, err = h.uploads.removeExpired(h.Now()); err != nil {
		return done, err
	}
	versions, err := h.files.listVersions()
	if err != nil {
		return done, err
	}
	if done.Bytes, err = h.removeFilesWithoutRow(ctx, versions); err != nil {
		return done, err
	}
	if done.Rows, err = h.removeRowsWithoutFile(ctx, versions); err != nil {
		return done, err
	}
	if done != (RepairResult{}) {
		h.Logger.Warn("storage repaired", "bytes", done.Bytes, "rows", done.Rows, "uploads", done.Uploads)
	}
	return done, nil
}

// removeFilesWithoutRow removes the files whose version no row holds.
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

// findKnownVersions are those of versions that a row holds.
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

// removeRowsWithoutFile removes the rows whose version is none of those on the disk.
func (h *Handler) removeRowsWithoutFile(ctx context.Context, onDisk []string) (int, error) {
	present := make(map[string]bool, len(onDisk))
	for _, version := range onDisk {
		present[version] = true
	}
	removed, after := 0, uuid.Nil.String()
	for {
		batch, err := h.readNextRows(ctx, after)
		if err != nil || len(batch) == 0 {
			return removed, err
		}
		after = *batch[len(batch)-1].ID
		var hollow []string
		for _, row := range batch {
			if !present[row.Version] {
				h.Logger.Warn("object has lost its bytes", "bucket", row.BucketID, "name", row.Name, "version", row.Version)
				hollow = append(hollow, *row.ID)
			}
		}
		if len(hollow) > 0 && len(onDisk) == 0 {
			h.Logger.Error("no object's bytes are here: is the storage folder the right one?", "folder", h.Dir)
			return removed, nil
		}
		if err := h.removeRows(ctx, hollow); err != nil {
			return removed, err
		}
		removed += len(hollow)
	}
}

// readNextRows is the next batch of rows that have a version, by id.
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

func (h *Handler) removeRows(ctx context.Context, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	return h.db.runAsAdmin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if err := allowDelete(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from storage.objects where id = any($1)`, ids); err != nil {
			return fmt.Errorf("remove rows without bytes: %w", err)
		}
		return nil
	})
}

// clearIncoming removes what was on its way in.
func (f *files) clearIncoming() error {
	left, err := os.ReadDir(f.incoming)
	if err != nil {
		return fmt.Errorf("read incoming files: %w", err)
	}
	for _, entry := range left {
		if err := os.Remove(filepath.Join(f.incoming, entry.Name())); err != nil {
			return fmt.Errorf("remove incoming file: %w", err)
		}
	}
	return nil
}

// listVersions are all files that there are.
func (f *files) listVersions() ([]string, error) {
	var found []string
	err := filepath.WalkDir(f.objects, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if _, invalid := uuid.Parse(entry.Name()); invalid == nil {
				found = append(found, entry.Name())
			}
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read storage folder: %w", err)
	}
	return found, nil
}
