package server

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/tableside/tableside/server/supa"
)

// writeArchive writes all objects of source. It stores them without compression: most large
// files are compressed already.
func writeArchive(ctx context.Context, target io.Writer, source *archiveSource) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	archive := zip.NewWriter(target)
	objects, listed := prefetchObjects(ctx, source)
	var missing missingObjects
	for pending := range objects {
		object := <-pending
		included, err := object.write(ctx, archive, source)
		if err != nil {
			return err
		}
		if !included {
			missing.add(object.name)
		}
	}
	if err := <-listed; err != nil {
		return err
	}
	if err := missing.write(archive); err != nil {
		return err
	}
	if err := archive.Close(); err != nil {
		return fmt.Errorf("finish an archive: %w", err)
	}
	return nil
}

// maxMissingNames limits the names in the list of missing objects.
const maxMissingNames = 10_000

// missingObjects are the objects that are not in an archive.
type missingObjects struct {
	names []string // the first maxMissingNames
	count int
}

func (m *missingObjects) add(name string) {
	m.count++
	if len(m.names) < maxMissingNames {
		m.names = append(m.names, name)
	}
}

// write adds a text file that lists the missing objects to the archive, if there are any.
func (m *missingObjects) write(archive *zip.Writer) error {
	if m.count == 0 {
		return nil
	}
	text := "These files don’t exist any more, or you don’t have permission to read them:\n\n" + strings.Join(m.names, "\n") + "\n"
	if more := m.count - len(m.names); more > 0 {
		text += fmt.Sprintf("... and %d more\n", more)
	}
	entry, err := archive.Create("Not included.txt")
	if err == nil {
		_, err = io.WriteString(entry, text)
	}
	if err != nil {
		return fmt.Errorf("write the list of missing files: %w", err)
	}
	return nil
}

const (
	// prefetchedObjects is the number of objects that are requested at the same time, because
	// an archive of small objects would otherwise wait for each response.
	prefetchedObjects = 8
	// maxPrefetchedBytes is the largest object that is read in advance. A larger one is requested
	// when it is written, so that no connection waits.
	maxPrefetchedBytes = 64 << 10
)

// prefetchedObject is an object of an archive.
type prefetchedObject struct {
	name     string
	content  []byte // nil: larger than maxPrefetchedBytes, or not readable
	modified time.Time
	err      error
}

// prefetchObjects requests the objects of an archive, and sends them in the order of the list.
// The second channel receives the error of the list.
func prefetchObjects(ctx context.Context, source *archiveSource) (<-chan chan prefetchedObject, <-chan error) {
	objects, listed := make(chan chan prefetchedObject, prefetchedObjects), make(chan error, 1)
	go func() {
		defer close(objects)
		listed <- source.list(ctx, func(name string) error {
			pending := make(chan prefetchedObject, 1)
			select {
			case objects <- pending:
			case <-ctx.Done():
				return ctx.Err()
			}
			go func() { pending <- prefetchObject(ctx, source, name) }()
			return nil
		})
	}()
	return objects, listed
}

// prefetchObject requests an object, and reads it if it is small.
func prefetchObject(ctx context.Context, source *archiveSource, name string) prefetchedObject {
	object := prefetchedObject{name: name}
	resp, err := source.open(ctx, name)
	if err != nil {
		object.err = err
		return object
	}
	defer func() { _ = resp.Body.Close() }()
	object.modified = parseLastModified(resp)
	if resp.ContentLength < 0 || resp.ContentLength > maxPrefetchedBytes {
		return object
	}
	object.content, object.err = io.ReadAll(resp.Body)
	return object
}

// write adds the object to the archive. It returns false if the caller can't read the object.
func (o *prefetchedObject) write(ctx context.Context, archive *zip.Writer, source *archiveSource) (included bool, err error) {
	var content io.Reader = bytes.NewReader(o.content)
	if o.err == nil && o.content == nil {
		var resp *http.Response
		if resp, o.err = source.open(ctx, o.name); o.err == nil {
			defer func() { _ = resp.Body.Close() }()
			content = resp.Body
		}
	}
	var rejection *supa.Error
	if errors.As(o.err, &rejection) && !supa.IsTransient(o.err) && !rejection.IsTokenRejection() {
		return false, nil
	}
	if o.err != nil {
		return false, o.err
	}
	entry, err := archive.CreateHeader(&zip.FileHeader{Name: path.Clean(source.nameInArchive(o.name)), Method: zip.Store, Modified: o.modified})
	if err == nil {
		_, err = io.Copy(entry, content)
	}
	if err != nil {
		return false, fmt.Errorf("write %q to an archive: %w", o.name, err)
	}
	return true, nil
}

// parseLastModified returns the time of an object, or the zero time.
func parseLastModified(resp *http.Response) time.Time {
	modified, err := http.ParseTime(resp.Header.Get("Last-Modified"))
	if err != nil {
		return time.Time{}
	}
	return modified
}
