//go:build unix

package postgres

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/tableside/tableside/localbase/extensions"
)

// writeExtensions adds the extensions that consist of SQL to a bundle of binaries, so that CREATE EXTENSION
// finds them. It only logs an error, such as that of a folder that this process cannot write: the loader of
// SQL files installs such an extension without these files.
func writeExtensions(bundle string) {
	folder := filepath.Join(bundle, "share", "postgresql", "extension")
	for name, content := range extensions.Files() {
		if err := writeIfChanged(filepath.Join(folder, name), content); err != nil {
			slog.Debug("An extension is not available in CREATE EXTENSION", "file", name, "error", err)
		}
	}
}

// writeIfChanged replaces a file at once, because other processes can read it, unless it has the content.
func writeIfChanged(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(path), "new-")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // fails after the rename
	_, err = file.Write(content)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Chmod(file.Name(), 0o644) // readable for the user who runs PostgreSQL
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
