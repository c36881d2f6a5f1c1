package localbase

import (
	"fmt"
	"strings"

	"github.com/tableside/tableside/localbase/dberr"
)

// explainFullDisk puts the reason and the next step before an error of a start on
// a full disk. PostgreSQL's processes report it as text, always in English: see
// package postgres.
func explainFullDisk(err error, dataDir string) error {
	if dberr.IsDiskFull(err) || err != nil && strings.Contains(err.Error(), "No space left on device") {
		return fmt.Errorf("the disk of the data folder %s is full; free some space, then start again: %w", dataDir, err)
	}
	return err
}
