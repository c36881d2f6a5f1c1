package storage

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
)

// uploadStore stores resumable uploads on the disk, so that they survive a restart:
//
//	Dir/uploads/<id>.json    the upload, with the number of acknowledged bytes
//	Dir/uploads/<id>.bytes   the content; bytes after the acknowledged ones are ignored
type uploadStore struct {
	dir string

	mu   sync.Mutex
	busy map[string]bool // ids of locked uploads
}

// resumableUpload is the state of a resumable upload.
type resumableUpload struct {
	ID           string          `json:"id"`
	Bucket       string          `json:"bucket"`
	Key          string          `json:"key"`
	Subject      string          `json:"subject"` // the user who started it; "" for none
	Upsert       bool            `json:"upsert"`
	Length       int64           `json:"length"` // -1 if the client has not sent it yet
	Offset       int64           `json:"offset"`
	Header       string          `json:"header"` // Upload-Metadata, which HEAD returns
	ContentType  string          `json:"contentType"`
	CacheControl string          `json:"cacheControl"`
	UserMetadata json.RawMessage `json:"userMetadata"`
	Expires      time.Time       `json:"expires"`
	Finished     bool            `json:"finished"` // the object was created
}

// newUploadStore returns the store in dir. It creates the missing folder.
func newUploadStore(dir string) (*uploadStore, error) {
	u := &uploadStore{dir: filepath.Join(dir, "uploads"), busy: map[string]bool{}}
	if err := os.MkdirAll(u.dir, 0o700); err != nil {
		return nil, fmt.Errorf("create uploads folder: %w", err)
	}
	return u, nil
}

func (u *uploadStore) bytesPath(id string) string { return filepath.Join(u.dir, id+".bytes") }
func (u *uploadStore) infoPath(id string) string  { return filepath.Join(u.dir, id+".json") }

// lock locks an upload until release is called. It returns false if another request has locked it.
func (u *uploadStore) lock(id string) (release func(), ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.busy[id] {
		return nil, false
	}
	u.busy[id] = true
	return func() {
		u.mu.Lock()
		defer u.mu.Unlock()
		delete(u.busy, id)
	}, true
}

// load reads an upload. The error is 404 if it doesn't exist and 410 if it has expired.
func (u *uploadStore) load(id string, now time.Time) (resumableUpload, error) {
	var upload resumableUpload
	if _, err := uuid.Parse(id); err != nil {
		return upload, newTusError(404, "The file for this url was not found")
	}
	info, err := os.ReadFile(u.infoPath(id))
	if errors.Is(err, fs.ErrNotExist) {
		return upload, newTusError(404, "The file for this url was not found")
	}
	if err == nil {
		err = json.Unmarshal(info, &upload)
	}
	if err != nil {
		return upload, fmt.Errorf("read upload: %w", err)
	}
	if !now.Before(upload.Expires) {
		return upload, newTusError(410, "The file for this url no longer exists")
	}
	return upload, nil
}

// save writes the state of an upload durably.
func (u *uploadStore) save(upload resumableUpload) error {
	info, err := json.Marshal(upload)
	if err != nil {
		return fmt.Errorf("encode upload: %w", err)
	}
	temporary := u.infoPath(upload.ID) + ".new"
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("write upload: %w", err)
	}
	_, err = file.Write(info)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write upload: %w", err)
	}
	if err := os.Rename(temporary, u.infoPath(upload.ID)); err != nil {
		return fmt.Errorf("write upload: %w", err)
	}
	return syncFolder(u.dir)
}

// remove deletes an upload. A missing upload is not an error.
func (u *uploadStore) remove(id string) error {
	err := errors.Join(os.Remove(u.infoPath(id)), u.removeBytes(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// removeBytes deletes the content of an upload, if it exists.
func (u *uploadStore) removeBytes(id string) error {
	if err := os.Remove(u.bytesPath(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove content of upload: %w", err)
	}
	return nil
}

// removeExpired removes expired and unreadable uploads, and returns their number.
func (u *uploadStore) removeExpired(now time.Time) (int, error) {
	entries, err := os.ReadDir(u.dir)
	if err != nil {
		return 0, fmt.Errorf("read uploads folder: %w", err)
	}
	ids := map[string]bool{}
	for _, entry := range entries {
		id, _, _ := strings.Cut(entry.Name(), ".")
		ids[id] = true
	}
	removed := 0
	for id := range ids {
		if _, err := u.load(id, now); err == nil {
			continue
		}
		release, ok := u.lock(id)
		if !ok {
			continue
		}
		err := u.remove(id)
		release()
		if err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}
