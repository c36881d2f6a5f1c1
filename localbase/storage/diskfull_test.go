package storage

import (
	"encoding/base64"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/tableside/tableside/localbase/pgtest"
)

// fullFile is a file on a full disk.
type fullFile struct{}

func (fullFile) Write([]byte) (int, error) {
	return 0, &fs.PathError{Op: "write", Path: "/secret/folder/x", Err: syscall.ENOSPC}
}
func (fullFile) Sync() error  { return nil }
func (fullFile) Close() error { return nil }

func TestUploadToFullDiskIs507(t *testing.T) {
	s := newServer(t)
	s.h.files.create = func(string) (newFile, error) { return fullFile{}, nil }
	checkFullDisk(t, s)
}

func TestUploadToSmallDiskIs507(t *testing.T) {
	db := pgtest.New(t)
	db.Exec(t, policies)
	disk := pgtest.SmallDisk(t, 256<<10)
	checkFullDisk(t, newServerOn(t, db, disk))
	entries, err := os.ReadDir(filepath.Join(disk, "incoming"))
	if err != nil || len(entries) > 0 {
		t.Errorf("files remain: %v, %v", entries, err)
	}
}

func checkFullDisk(t *testing.T, s *server) {
	t.Helper()
	got := s.send("service", "POST", "/object/docs/large.bin", strings.Repeat("x", 1<<20))
	got.want(t, 507, `"statusCode":"507"`, `"code":"InsufficientStorage"`, "The disk of the storage service is full")
	if strings.Contains(got.body, "folder") {
		t.Errorf("the response contains the path: %s", got.body)
	}
	s.send("service", "GET", "/object/docs/large.bin", nil).wantError(t, "404", "NoSuchKey")
}

func TestResumableUploadToFullDiskIs507(t *testing.T) {
	db := pgtest.New(t)
	db.Exec(t, policies)
	s := newServerOn(t, db, pgtest.SmallDisk(t, 256<<10))
	encode := base64.StdEncoding.EncodeToString
	chunk := strings.Repeat("x", 1<<20)
	created := s.send("service", "POST", "/upload/resumable", nil, "Tus-Resumable", "1.0.0", "Upload-Length", strconv.Itoa(len(chunk)),
		"Upload-Metadata", "bucketName "+encode([]byte("docs"))+",objectName "+encode([]byte("large.bin")))
	_, path, _ := strings.Cut(created.want(t, 201).header.Get("Location"), "/storage/v1")
	s.send("service", "PATCH", path, chunk, "Tus-Resumable", "1.0.0", "Upload-Offset", "0", "Content-Type", "application/offset+octet-stream").
		want(t, 507, "The disk of the storage service is full")
}
