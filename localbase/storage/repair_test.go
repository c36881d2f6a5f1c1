package storage

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"
)

func TestRepairRemovesRowsAndFilesWithoutCounterpart(t *testing.T) {
	s := newServer(t)
	s.put("site", "complete.txt", "complete")
	s.put("site", "missing.txt", "missing")
	s.insertRows("site", "inserted-by-sql.txt")
	missing := queryValue[string](s, `select version from storage.objects where name = 'missing.txt'`)
	if err := os.Remove(s.h.files.versionPath(missing)); err != nil {
		t.Fatal(err)
	}
	orphan := s.h.files.versionPath(uuid.NewString())
	for _, path := range []string{orphan, filepath.Join(s.h.files.incoming, "incomplete")} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.send("", "GET", "/object/site/missing.txt", nil).wantError(t, "404", "NoSuchKey")

	repaired, err := s.h.Repair(t.Context())
	if err != nil || repaired != (RepairResult{Files: 1, Rows: 1}) {
		t.Fatalf("got %+v, %v", repaired, err)
	}
	if files := s.listFiles(); len(files) != 1 {
		t.Errorf("got files %v, want 1", files)
	}
	s.send("", "GET", "/object/site/complete.txt", nil).want(t, 200, "complete")
	if rows := queryValue[int](s, `select count(*) from storage.objects`); rows != 2 {
		t.Errorf("got %d rows, want 2", rows)
	}
	if repaired, err := s.h.Repair(t.Context()); err != nil || repaired != (RepairResult{}) {
		t.Errorf("second repair: got %+v, %v", repaired, err)
	}
}

func TestRepairInAWrongFolderRemovesNoRows(t *testing.T) {
	s := newServer(t)
	s.put("site", "a.txt", "a")
	wrong := newServerOn(t, s.db, t.TempDir())
	if repaired, err := wrong.h.Repair(t.Context()); err != nil || repaired != (RepairResult{}) {
		t.Fatalf("got %+v, %v", repaired, err)
	}
	s.send("", "GET", "/object/site/a.txt", nil).want(t, 200, "a")
}
