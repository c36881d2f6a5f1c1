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
	layOut := func() {
		t.Helper()
		if err := demo.WriteFunctions(dir); err != nil {
			t.Fatal(err)
		}
	}
	layOut()
	quote, summary := filepath.Join(dir, "quote-shipping", "index.ts"), filepath.Join(dir, "order-summary", "index.ts")
	if err := os.WriteFile(summary, []byte("of an older version"), 0o600); err != nil {
		t.Fatal(err)
	}
	before := time.Now().Add(-time.Hour)
	if err := os.Chtimes(quote, before, before); err != nil {
		t.Fatal(err)
	}
	layOut()
	if info, err := os.Stat(quote); err != nil || !info.ModTime().Equal(before) {
		t.Errorf("what was right was written again: %v", err)
	}
	if text, err := os.ReadFile(summary); err != nil || len(text) < 100 {
		t.Errorf("what was old is %q (%v)", text, err)
	}
}
