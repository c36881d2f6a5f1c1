package supa

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Object is an entry of a listing. A folder has no ID.
type Object struct {
	ID        *string    `json:"id"`
	Name      string     `json:"name"`
	CreatedAt *time.Time `json:"created_at"`
	UpdatedAt *time.Time `json:"updated_at"`
	Metadata  *struct {
		Size     int64  `json:"size"`
		MIMEType string `json:"mimetype"`
		ETag     string `json:"eTag"`
	} `json:"metadata"`
}

// ListRequest requests a page of a listing.
type ListRequest struct {
	Prefix      string // of a folder, without a slash at its end; "" is the bucket
	IsRecursive bool   // all objects below the prefix, without folders; else its direct entries
	Limit       int    // 1 to MaxListLimit
	Cursor      string // of the previous page; "": the first page
	IsReversed  bool   // from the last name to the first, by their bytes
}

// MaxListLimit is the largest ListRequest.Limit: the storage service returns no more.
const MaxListLimit = 1000

// sortBy is a column of storage.objects and a direction, asc or desc.
type sortBy struct {
	Column string `json:"column"`
	Order  string `json:"order"`
}

// sortBy returns the order as the storage service expects it. It sorts by a time only after it
// has read the whole folder, for each page, so that no list uses that.
func (r ListRequest) sortBy() sortBy {
	if r.IsReversed {
		return sortBy{"name", "desc"}
	}
	return sortBy{"name", "asc"}
}

// ObjectPage is a page of a listing. The names of its entries are paths within the bucket,
// without a slash at their end, in the requested order.
type ObjectPage struct {
	Entries    []Object
	NextCursor string // "": the last page
}

// ErrNoRecursiveList means that the storage service can't list objects without their folders:
// it has no list-v2.
var ErrNoRecursiveList = errors.New("the storage service has no list-v2")

// ErrInvalidCursor means that a cursor was not returned by ListObjects.
var ErrInvalidCursor = errors.New("invalid cursor of a listing")

// listV2Recheck is the time after which a missing list-v2 is tried again: the service can be updated.
const listV2Recheck = 10 * time.Minute

// The first byte of a cursor: list-v2 continues after a key, the first list route after a
// number of entries.
const (
	keyCursor    = 'k'
	offsetCursor = 'o'
)

// ListObjects lists objects and folders as the caller. It uses list-v2, which reads each page
// by key and separates folders that differ only in case; if the service does not have it, the
// first list route, whose pages become slower with their offset: it has no cursor.
func (b *Backend) ListObjects(ctx context.Context, caller Caller, bucket string, r ListRequest) (ObjectPage, error) {
	escaped, err := escapeBucket(bucket)
	if err != nil {
		return ObjectPage{}, err
	}
	prefix := strings.Trim(r.Prefix, "/")
	if prefix != "" {
		prefix += "/"
	}
	isFirst := r.Cursor == "" && time.Now().Unix() >= b.noListV2Until.Load()
	if isFirst || r.Cursor != "" && r.Cursor[0] == keyCursor {
		page, err := b.listByKey(ctx, caller, escaped, prefix, r)
		if !isFirst || !lacksListV2(err) {
			return page, err
		}
		b.noListV2Until.Store(time.Now().Add(listV2Recheck).Unix())
	}
	if r.IsRecursive {
		return ObjectPage{}, ErrNoRecursiveList
	}
	return b.listByOffset(ctx, caller, escaped, prefix, r)
}

// lacksListV2 reports whether an error of list-v2 means that the service does not have this
// route, or not for this project. An older service takes the request for an upload to a bucket
// of this name. A service with list-v2 returns an empty list for a missing bucket.
func lacksListV2(err error) bool {
	var rejection *Error
	if errors.As(err, &rejection) {
		return rejection.Status == http.StatusNotFound
	}
	// This rejection has no code, so it isn't an *Error.
	return errors.Is(err, ErrInvalidResponse) && strings.Contains(err.Error(), "This feature is not available for your tenant")
}

// listByKey requests a page with POST /object/list-v2/:bucket. prefix is "" or a folder with a final "/". It returns the
// folders and objects of the page in one list, in the requested order. lacksListV2 is true for its error if the service
// does not have this route.
func (b *Backend) listByKey(ctx context.Context, caller Caller, escapedBucket, prefix string, r ListRequest) (ObjectPage, error) {
	body := map[string]any{"prefix": prefix, "limit": r.Limit, "with_delimiter": !r.IsRecursive, "sortBy": r.sortBy()}
	if r.Cursor != "" {
		body["cursor"] = r.Cursor[1:]
	}
	response, err := callStorage[objectPage](ctx, b, caller, http.MethodPost, "/object/list-v2/"+escapedBucket, body)
	if err != nil {
		return ObjectPage{}, err
	}
	page := ObjectPage{Entries: make([]Object, 0, len(response.Folders)+len(response.Objects))}
	for _, folder := range response.Folders {
		folder.ID = nil
		page.Entries = append(page.Entries, folder)
	}
	page.Entries = append(page.Entries, response.Objects...)
	// Some versions use the prefix as a pattern of LIKE, in which _ matches any character.
	page.Entries = slices.DeleteFunc(page.Entries, func(o Object) bool { return !strings.HasPrefix(o.Name, prefix) || o.Name == prefix })
	slices.SortStableFunc(page.Entries, func(x, y Object) int {
		if r.IsReversed {
			x, y = y, x
		}
		return cmp.Compare(x.Name, y.Name)
	})
	for i := range page.Entries {
		page.Entries[i].Name = strings.TrimSuffix(page.Entries[i].Name, "/")
	}
	if response.HasNext {
		page.NextCursor = string(keyCursor) + response.NextCursor
	}
	return page, nil
}

// listByOffset lists a page with POST /object/list/:bucket.
func (b *Backend) listByOffset(ctx context.Context, caller Caller, escapedBucket, prefix string, r ListRequest) (ObjectPage, error) {
	offset := 0
	if r.Cursor != "" {
		n, err := strconv.ParseUint(r.Cursor[1:], 10, 31)
		if err != nil || r.Cursor[0] != offsetCursor {
			return ObjectPage{}, ErrInvalidCursor
		}
		offset = int(n)
	}
	limit := min(r.Limit, MaxListLimit-1) + 1 // one more, to find out whether there is a next page
	body := map[string]any{"prefix": prefix, "limit": limit, "offset": offset, "sortBy": r.sortBy()}
	objects, err := callStorage[objectList](ctx, b, caller, http.MethodPost, "/object/list/"+escapedBucket, body)
	if err != nil {
		return ObjectPage{}, err
	}
	page := ObjectPage{Entries: objects}
	if len(objects) >= limit {
		page.Entries = objects[:limit-1]
		page.NextCursor = string(offsetCursor) + strconv.Itoa(offset+limit-1)
	}
	for i := range page.Entries {
		page.Entries[i].Name = prefix + page.Entries[i].Name
	}
	return page, nil
}

// objectPage is the response of POST /object/list-v2/:bucket.
type objectPage struct {
	HasNext    bool
	NextCursor string
	Folders    objectList
	Objects    objectList
}

// UnmarshalJSON decodes the response. It counts the entries before it decodes them.
func (p *objectPage) UnmarshalJSON(text []byte) error {
	var raw struct {
		HasNext    bool            `json:"hasNext"`
		NextCursor string          `json:"nextCursor"`
		Folders    json.RawMessage `json:"folders"`
		Objects    json.RawMessage `json:"objects"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return fmt.Errorf("decode a page of a list: %w", err)
	}
	for list, target := range map[*json.RawMessage]*objectList{&raw.Folders: &p.Folders, &raw.Objects: &p.Objects} {
		if err := checkEntryCount(bytes.TrimSpace(*list)); err != nil {
			return err
		}
		if err := json.Unmarshal(*list, target); err != nil {
			return fmt.Errorf("decode a page of a list: %w", err)
		}
	}
	p.HasNext, p.NextCursor = raw.HasNext, raw.NextCursor
	return nil
}

// check returns an error if a list is null, an object has no name, or the cursor is missing.
func (p objectPage) check() error {
	if p.HasNext && p.NextCursor == "" {
		return errors.New("no cursor of the next page")
	}
	return errors.Join(p.Folders.check(), p.Objects.check())
}
