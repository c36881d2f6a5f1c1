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

// uploadStore keeps resumable uploads on the disk, so that they survive a restart:
//
//	Dir/uploads/<id>.json    what was asked for, and how many bytes were acknowledged
//	Dir/uploads/<id>.bytes   the bytes; what lies past the acknowledged ones doesn't count
type uploadStore struct {
	dir string

	mu   sync.Mutex
	busy map[string]bool // ids that a request is writing to
}

// resumableUpload is one upload.
type resumableUpload struct {
	ID           string          `json:"id"`
	Bucket       string          `json:"bucket"`
	Key          string          `json:"key"`
	Subject      string          `json:"subject"` // who began it; "" for nobody
	Upsert       bool            `json:"upsert"`
	Length       int64           `json:"length"` // -1 while the client hasn't said
	Offset       int64           `json:"offset"`
	Header       string          `json:"header"` // Upload-Metadata, to give back
	ContentType  string          `json:"contentType"`
	CacheControl string          `json:"cacheControl"`
	UserMetadata json.RawMessage `json:"userMetadata"`
	Expires      time.Time       `json:"expires"`
	Finished     bool            `json:"finished"` // the object is there
}

func openUploads(dir string) (*uploadStore, error) {
	u := &uploadStore{dir: filepath.Join(dir, "uploads"), busy: map[string]bool{}}
	if err := os.MkdirAll(u.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make uploads folder: %w", err)
	}
	return u, nil
}

func (u *uploadStore) bytesPath(id string) string { return filepath.Join(u.dir, id+".bytes") }
func (u *uploadStore) infoPath(id string) string  { return filepath.Join(u.dir, id+".json") }

// lock keeps other requests away from the upload until release is called; false if one is at it already.
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

// load reads an upload: 404 if there is none, 410 if it has expired.
func (u *uploadStore) load(id string, now time.Time) (resumableUpload, error) {
	var r resumableUpload
	if _, err := uuid.Parse(id); err != nil {
		return r, newTusError(404, "The file for this url was not found")
	}
	info, err := os.ReadFile(u.infoPath(id))
	if errors.Is(err, fs.ErrNotExist) {
		return r, newTusError(404, "The file for this url was not found")
	}
	if err == nil {
		err = json.Unmarshal(info, &r)
	}
	if err != nil {
		return r, fmt.Errorf("read upload: %w", err)
	}
	if !now.Before(r.Expires) {
		return r, newTusError(410, "The file for this url no longer exists")
	}
	return r, nil
}

// save makes what r says last.
func (u *uploadStore) save(r resumableUpload) error {
	info, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("encode upload: %w", err)
	}
	temporary := u.infoPath(r.ID) + ".new"
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("write upload: %w", err)
	}
	_, err = file.Write(info)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("write upload: %w", err)
	}
	if err := os.Rename(temporary, u.infoPath(r.ID)); err != nil {
		return fmt.Errorf("write upload: %w", err)
	}
	return syncFolder(u.dir)
}

// remove forgets an upload. What isn't there is no error.
func (u *uploadStore) remove(id string) error {
	err := errors.Join(os.Remove(u.infoPath(id)), u.removeBytes(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (u *uploadStore) removeBytes(id string) error {
	if err := os.Remove(u.bytesPath(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove upload's bytes: %w", err)
	}
	return nil
}

// removeExpired removes the uploads that have expired, or can't be read, and says how many.
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
		release, free := u.lock(id)
		if !free {
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
