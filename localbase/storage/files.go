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

// files keeps the bytes. A file is named by a version, which is a UUID made
// here, and never changes once it is there:
//
//	Dir/objects/3f/3f2c...   the bytes of a version
//	Dir/incoming/<uuid>      bytes on their way in
type files struct {
	objects, incoming string
	create            func(path string) (newFile, error) // os.OpenFile; tests replace it
}

// newFile is a file that is being written.
type newFile interface {
	io.WriteCloser
	Sync() error
}

func createFile(path string) (newFile, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

func openFiles(dir string) (*files, error) {
	f := &files{objects: filepath.Join(dir, "objects"), incoming: filepath.Join(dir, "incoming"), create: createFile}
	for _, folder := range []string{f.objects, f.incoming} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, fmt.Errorf("make storage folder: %w", err)
		}
	}
	return f, nil
}

// storedFile says what was written.
type storedFile struct {
	version string
	size    int64
	etag    string // the MD5 in quotes, as S3 gives it
}

// writeVersion writes body to the disk and answers its new version. Bytes past limit
// fail with EntityTooLarge; whatever fails leaves no file.
func (f *files) writeVersion(ctx context.Context, body io.Reader, limit int64) (storedFile, error) {
	version := uuid.NewString()
	temporary := filepath.Join(f.incoming, version)
	file, err := f.create(temporary)
	if err != nil {
		return storedFile{}, fmt.Errorf("make file: %w", err)
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
		_ = os.Remove(temporary) // there only if it got no further
		return storedFile{}, errors.Join(err, f.remove(version))
	}
	return storedFile{version: version, size: size, etag: formatETag(sum)}, nil
}

// moveToVersion makes the synced file at path the bytes of version, and waits for the disk to know.
func (f *files) moveToVersion(path, version string) error {
	target := f.versionPath(version)
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return fmt.Errorf("make storage folder: %w", err)
	}
	if err := os.Rename(path, target); err != nil {
		return fmt.Errorf("name file: %w", err)
	}
	return errors.Join(syncFolder(filepath.Dir(target)), syncFolder(f.objects))
}

// open answers the bytes of version; fs.ErrNotExist if there are none.
func (f *files) open(version string) (*os.File, error) {
	if _, err := uuid.Parse(version); err != nil { // a row written by SQL can hold anything
		return nil, fmt.Errorf("open version %q: %w", version, fs.ErrNotExist)
	}
	return os.Open(f.versionPath(version))
}

// remove deletes the bytes of versions. What isn't there is no error.
func (f *files) remove(versions ...string) error {
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

func (f *files) versionPath(version string) string {
	return filepath.Join(f.objects, version[:2], version)
}

// syncFolder makes a rename in folder last.
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

// requestBody reads until the context ends, and tells a client's fault from the disk's.
type requestBody struct {
	ctx    context.Context
	reader io.Reader
}

func (b requestBody) Read(p []byte) (int, error) {
	n, err := 0, b.ctx.Err()
	if err == nil {
		n, err = b.reader.Read(p)
	}
	if err == nil || errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return n, err
	}
	return n, &apiError{status: 400, code: codeInvalidRequest, message: "The body could not be read to its end", cause: err}
}
