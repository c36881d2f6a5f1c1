package localbase

import (
	"fmt"
	"strings"

	"github.com/tableside/tableside/localbase/dberr"
)

// explainFullDisk adds the reason and the next step to an error that a full disk caused, and
// returns other errors unchanged. PostgreSQL's programs report a full disk only as text, which
// package postgres sets to English.
func explainFullDisk(err error, dataDir string) error {
	if dberr.IsDiskFull(err) || err != nil && strings.Contains(err.Error(), "No space left on device") {
		return fmt.Errorf("the disk of the data folder %s is full; free some space, then start again: %w", dataDir, err)
	}
	return err
}
