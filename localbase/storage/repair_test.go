package storage

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"
)

func TestRepairMakesRowsAndBytesAgree(t *testing.T) {
	s := newServer(t)
	s.put("site", "whole.txt", "whole")
	s.put("site", "hollow.txt", "hollow")
	s.insertRows("site", "made-by-sql.txt")
	hollow := queryValue[string](s, `select version from storage.objects where name = 'hollow.txt'`)
	if err := os.Remove(s.h.files.versionPath(hollow)); err != nil {
		t.Fatal(err)
	}
	orphan := s.h.files.versionPath(uuid.NewString())
	for _, path := range []string{orphan, filepath.Join(s.h.files.incoming, "half")} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s.send("", "GET", "/object/site/hollow.txt", nil).wantError(t, "404", "NoSuchKey")

	repaired, err := s.h.Repair(t.Context())
	if err != nil || repaired != (RepairResult{Files: 1, Rows: 1}) {
		t.Fatalf("repaired %+v, %v", repaired, err)
	}
	if files := s.listFiles(); len(files) != 1 {
		t.Errorf("these files are left: %v", files)
	}
	s.send("", "GET", "/object/site/whole.txt", nil).want(t, 200, "whole")
	if rows := queryValue[int](s, `select count(*) from storage.objects`); rows != 2 {
		t.Errorf("%d rows are left", rows)
	}
	if repaired, err := s.h.Repair(t.Context()); err != nil || repaired != (RepairResult{}) {
		t.Errorf("repaired again: %+v, %v", repaired, err)
	}
}

func TestRepairInTheWrongFolderKeepsTheRows(t *testing.T) {
	s := newServer(t)
	s.put("site", "a.txt", "a")
	wrong := newServerOn(t, s.db, t.TempDir())
	if repaired, err := wrong.h.Repair(t.Context()); err != nil || repaired != (RepairResult{}) {
		t.Fatalf("repaired %+v, %v", repaired, err)
	}
	s.send("", "GET", "/object/site/a.txt", nil).want(t, 200, "a")
}
