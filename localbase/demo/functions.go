package demo

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed functions/*/index.ts
var functions embed.FS

// WriteFunctions writes the demo's edge functions to dir as NAME/index.ts. It doesn't rewrite
// files whose content is current.
func WriteFunctions(dir string) error {
	return fs.WalkDir(functions, "functions", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel("functions", filepath.FromSlash(path))
		if err != nil {
			return err
		}
		file := filepath.Join(dir, relative)
		if entry.IsDir() {
			if err := os.MkdirAll(file, 0o700); err != nil {
				return fmt.Errorf("create the demo's functions folder: %w", err)
			}
			return nil
		}
		text, err := functions.ReadFile(path)
		if err != nil {
			return err
		}
		current, err := os.ReadFile(file)
		if err == nil && bytes.Equal(current, text) {
			return nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("read the demo's function: %w", err)
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return fmt.Errorf("write the demo's function: %w", err)
		}
		return nil
	})
}
