package demo_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/demo"
)

func TestWriteFunctions(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "functions")
	writeFunctions := func() {
		t.Helper()
		if err := demo.WriteFunctions(dir); err != nil {
			t.Fatal(err)
		}
	}
	writeFunctions()
	quote, summary := filepath.Join(dir, "quote-shipping", "index.ts"), filepath.Join(dir, "order-summary", "index.ts")
	if err := os.WriteFile(summary, []byte("an older version"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := time.Now().Add(-time.Hour)
	if err := os.Chtimes(quote, before, before); err != nil {
		t.Fatal(err)
	}
	writeFunctions()
	if info, err := os.Stat(quote); err != nil || !info.ModTime().Equal(before) {
		t.Errorf("the current file was written again: %v", err)
	}
	if text, err := os.ReadFile(summary); err != nil || len(text) < 100 {
		t.Errorf("the old file is %q (%v)", text, err)
	}
}
