package storage

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/google/uuid"
)

// contentStore stores the content of objects. A file is named after its version, a UUID, and never changes:
//
//	Dir/objects/3f/3f2c...   the content of a version
//	Dir/incoming/<uuid>      content that is being received
type contentStore struct {
	objects, incoming string
	create            func(path string) (newFile, error) // os.OpenFile; tests replace it
}

// newFile is a file that is open for writing.
type newFile interface {
	io.WriteCloser
	Sync() error
}

// createFile creates a file for writing. It fails if the file exists.
func createFile(path string) (newFile, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// newContentStore returns the store in dir. It creates the missing folders.
func newContentStore(dir string) (*contentStore, error) {
	f := &contentStore{objects: filepath.Join(dir, "objects"), incoming: filepath.Join(dir, "incoming"), create: createFile}
	for _, folder := range []string{f.objects, f.incoming} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, fmt.Errorf("create storage folder: %w", err)
		}
	}
	return f, nil
}

// storedFile describes a written file.
type storedFile struct {
	version string
	size    int64
	etag    string // the quoted MD5 sum, as in S3
}

// writeVersion writes body to a new version. The error is EntityTooLarge if body has more than limit
// bytes. After an error there is no file.
func (f *contentStore) writeVersion(ctx context.Context, body io.Reader, limit int64) (storedFile, error) {
	version := uuid.NewString()
	temporary := filepath.Join(f.incoming, version)
	file, err := f.create(temporary)
	if err != nil {
		return storedFile{}, fmt.Errorf("create file: %w", err)
	}
	sum := md5.New()
	size, err := io.Copy(io.MultiWriter(file, sum), io.LimitReader(requestBody{ctx, body}, limit+1))
	switch {
	case err != nil:
		err = fmt.Errorf("write file: %w", err)
	case size > limit:
		err = newTooLarge("object")
	default:
		err = file.Sync()
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return storedFile{}, errors.Join(err, os.Remove(temporary))
	}
	if err := f.moveToVersion(temporary, version); err != nil {
		_ = os.Remove(temporary) // fails if the rename succeeded
		return storedFile{}, errors.Join(err, f.remove(version))
	}
	return storedFile{version: version, size: size, etag: formatETag(sum)}, nil
}

// moveToVersion renames the file at path, which must be synced, to the file of a version and syncs the
// folders.
func (f *contentStore) moveToVersion(path, version string) error {
	target := f.versionPath(version)
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return fmt.Errorf("create storage folder: %w", err)
	}
	if err := os.Rename(path, target); err != nil {
		return fmt.Errorf("rename file: %w", err)
	}
	return errors.Join(syncFolder(filepath.Dir(target)), syncFolder(f.objects))
}

// open opens the content of a version. The error is fs.ErrNotExist if there is none.
func (f *contentStore) open(version string) (*os.File, error) {
	if _, err := uuid.Parse(version); err != nil { // SQL can insert any version
		return nil, fmt.Errorf("open version %q: %w", version, fs.ErrNotExist)
	}
	return os.Open(f.versionPath(version))
}

// remove deletes the content of versions. Missing files are not an error.
func (f *contentStore) remove(versions ...string) error {
	var failed error
	for _, version := range versions {
		if _, err := uuid.Parse(version); err != nil {
			continue
		}
		if err := os.Remove(f.versionPath(version)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			failed = errors.Join(failed, fmt.Errorf("remove file: %w", err))
		}
	}
	return failed
}

func (f *contentStore) versionPath(version string) string {
	return filepath.Join(f.objects, version[:2], version)
}

// syncFolder makes a rename in a folder durable.
func syncFolder(folder string) error {
	dir, err := os.Open(folder)
	if err != nil {
		return fmt.Errorf("open folder: %w", err)
	}
	if err := errors.Join(dir.Sync(), dir.Close()); err != nil {
		return fmt.Errorf("sync folder: %w", err)
	}
	return nil
}

func formatETag(sum hash.Hash) string { return `"` + hex.EncodeToString(sum.Sum(nil)) + `"` }

// requestBody reads a request's body until the context ends. It marks errors as errors of the client, to
// distinguish them from errors of the disk.
type requestBody struct {
	ctx    context.Context
	reader io.Reader
}

// Read returns the error of the context if it has ended. Other errors, except io.EOF, become
// InvalidRequest.
func (b requestBody) Read(p []byte) (int, error) {
	n, err := 0, b.ctx.Err()
	if err == nil {
		n, err = b.reader.Read(p)
	}
	if err == nil || errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return n, err
	}
	return n, &apiError{status: 400, code: codeInvalidRequest, message: "The body is incomplete", cause: err}
}
