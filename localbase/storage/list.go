package storage

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	defaultListLimit = 100
	maxListLimit     = 1000 // of list-v2
)

// listEntry is an object or a folder in a list. A folder has only a name.
type listEntry struct {
	Name           string          `json:"name"`
	ID             *string         `json:"id"`
	UpdatedAt      timestamp       `json:"updated_at"`
	CreatedAt      timestamp       `json:"created_at"`
	LastAccessedAt timestamp       `json:"last_accessed_at"`
	Metadata       json.RawMessage `json:"metadata"`
}

// entryColumns contains the columns that scanEntry reads.
const entryColumns = `name, id::text, updated_at, created_at, last_accessed_at, coalesce(metadata, 'null')`

// scanEntry reads a row of a list. A folder has only a name.
func scanEntry(row pgx.CollectableRow) (listEntry, error) {
	var e listEntry
	var updated, created, accessed *time.Time
	if err := row.Scan(&e.Name, &e.ID, &updated, &created, &accessed, &e.Metadata); err != nil {
		return e, err
	}
	for target, value := range map[*timestamp]*time.Time{&e.UpdatedAt: updated, &e.CreatedAt: created, &e.LastAccessedAt: accessed} {
		if value != nil {
			*target = timestamp(*value)
		}
	}
	return e, nil
}

// sortOrder is the order of a list.
type sortOrder struct {
	Column string `json:"column"`
	Order  string `json:"order"`
}

// validate rejects unknown columns and orders. The default is name asc.
func (s *sortOrder) validate(columns ...string) error {
	if s.Column == "" {
		s.Column = "name"
	}
	if s.Order == "" {
		s.Order = "asc"
	}
	if s.Order != "asc" && s.Order != "desc" {
		return newInvalidRequest("body/sortBy/order must be equal to one of the allowed values")
	}
	for _, column := range columns {
		if s.Column == column {
			return nil
		}
	}
	return newInvalidRequest("body/sortBy/column must be equal to one of the allowed values")
}

// listObjects handles POST /object/list/{bucket}. It lists a folder, case-insensitive.
func (h *Handler) listObjects(ctx context.Context, req *storageRequest) (any, error) {
	body := struct {
		Prefix *string   `json:"prefix"`
		Search string    `json:"search"`
		Limit  *int      `json:"limit"`
		Offset int       `json:"offset"`
		SortBy sortOrder `json:"sortBy"`
	}{}
	if err := readJSON(req.Request, &body); err != nil {
		return nil, err
	}
	limit := defaultListLimit
	if body.Limit != nil {
		limit = *body.Limit
	}
	switch {
	case body.Prefix == nil:
		return nil, newInvalidRequest("body must have required property 'prefix'")
	case limit < 1:
		return nil, newInvalidRequest("body/limit must be >= 1")
	case body.Offset < 0:
		return nil, newInvalidRequest("body/offset must be >= 0")
	}
	if err := body.SortBy.validate("name", "updated_at", "created_at", "last_accessed_at"); err != nil {
		return nil, err
	}
	if err := checkBucketName(req.bucket); err != nil {
		return nil, err
	}
	prefix := *body.Prefix
	if prefix != "" && !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	return h.queryEntries(ctx, req, `select `+entryColumns+` from storage.search($1, $2, $3, $4, $5, $6, $7)`,
		prefix, req.bucket, limit, body.Offset, body.Search, body.SortBy.Column, body.SortBy.Order)
}

// queryEntries runs a query for a list as the caller.
func (h *Handler) queryEntries(ctx context.Context, req *storageRequest, query string, args ...any) ([]listEntry, error) {
	entries := []listEntry{}
	err := h.db.runAsCaller(ctx, req, func(ctx context.Context, tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, query, args...)
		var err error
		if entries, err = pgx.AppendRows(entries, rows, scanEntry); err != nil {
			return fmt.Errorf("list objects: %w", err)
		}
		return nil
	})
	return entries, err
}

// listCursor is the position at the end of a page of list-v2.
type listCursor struct {
	Name string    `json:"n"` // a folder has a trailing slash
	Time time.Time `json:"t"` // only if the list is sorted by a time
}

// listRequest is the body of list-v2.
type listRequest struct {
	Prefix        string    `json:"prefix"`
	Limit         *int      `json:"limit"`
	Cursor        string    `json:"cursor"`
	WithDelimiter bool      `json:"with_delimiter"`
	SortBy        sortOrder `json:"sortBy"`
}

// keyedEntry is an entry with its name in the folder, which is set only in lists with a delimiter.
type keyedEntry struct {
	Key string `json:"key,omitempty"`
	listEntry
}

// listPage is the response of list-v2.
type listPage struct {
	HasNext    bool         `json:"hasNext"`
	NextCursor string       `json:"nextCursor,omitempty"`
	Folders    []keyedEntry `json:"folders"`
	Objects    []keyedEntry `json:"objects"`
}

// listObjectsV2 handles POST /object/list-v2/{bucket}. It lists the objects with a prefix, in pages. With a
// delimiter it combines names that have the same text up to the next slash to a folder.
func (h *Handler) listObjectsV2(ctx context.Context, req *storageRequest) (any, error) {
	var body listRequest
	if err := readJSON(req.Request, &body); err != nil {
		return nil, err
	}
	limit := maxListLimit
	if body.Limit != nil {
		limit = min(*body.Limit, maxListLimit)
	}
	if limit < 1 {
		return nil, newInvalidRequest("body/limit must be >= 1")
	}
	if err := body.SortBy.validate("name", "updated_at", "created_at"); err != nil {
		return nil, err
	}
	if err := checkBucketName(req.bucket); err != nil {
		return nil, err
	}
	after, err := parseCursor(body.Cursor)
	if err != nil {
		return nil, err
	}
	query, args := body.buildQuery(req.bucket, after, limit+1)
	entries, err := h.queryEntries(ctx, req, query, args...)
	if err != nil {
		return nil, err
	}
	return body.buildPage(entries, limit)
}

// buildQuery returns the SQL and the arguments for the page after a cursor.
func (l listRequest) buildQuery(bucket string, after listCursor, rows int) (string, []any) {
	if l.SortBy.Column == "name" && l.WithDelimiter {
		return `select ` + entryColumns + ` from storage.list_objects_with_delimiter($1, $2, '/', $3, $4, '', $5)`,
			[]any{bucket, l.Prefix, rows, after.Name, l.SortBy.Order}
	}
	// The concatenated parts are constants of this file. Values of the client are parameters.
	order := map[string]string{"name": "", "updated_at": "updated_at", "created_at": "created_at"}[l.SortBy.Column]
	direction, operator := "asc", ">"
	if l.SortBy.Order == "desc" {
		direction, operator = "desc", "<"
	}
	position, sort, args := `name collate "C" `+operator+` $4`, "", []any{bucket, l.Prefix, rows, after.Name}
	if order != "" {
		position, sort = `(`+order+`, name collate "C") `+operator+` ($5, $4)`, order+" "+direction+","
		args = append(args, after.Time)
	}
	columns := `name, id, updated_at, created_at, last_accessed_at, metadata`
	source := `select ` + columns + ` from storage.objects
		where bucket_id = $1 and name collate "C" >= $2 and name collate "C" < $2 || chr(1114111)`
	page := ` and ($4 = '' or ` + position + `) order by ` + sort + ` name collate "C" ` + direction + ` limit $3`
	if l.WithDelimiter {
		// supabase/storage sorts folders by the time 0.
		source = `select * from (` + source + ` and position('/' in substr(name, length($2) + 1)) = 0` + page + `) files
			union all
			select left(name, length($2) + position('/' in substr(name, length($2) + 1))), null, to_timestamp(0), to_timestamp(0), null, null
			from storage.objects
			where bucket_id = $1 and name collate "C" >= $2 and name collate "C" < $2 || chr(1114111)
				and position('/' in substr(name, length($2) + 1)) > 0
			group by 1`
	}
	return `select ` + entryColumns + ` from (` + source + `) entries where true` + page, args
}

// buildPage separates the entries into folders and objects. An entry after limit means that there is a
// next page.
func (l listRequest) buildPage(entries []listEntry, limit int) (listPage, error) {
	page := listPage{Folders: []keyedEntry{}, Objects: []keyedEntry{}}
	if len(entries) > limit {
		entries = entries[:limit]
		last := entries[limit-1]
		next := listCursor{Name: last.Name}
		switch l.SortBy.Column {
		case "created_at":
			next.Time = time.Time(last.CreatedAt)
		case "updated_at":
			next.Time = time.Time(last.UpdatedAt)
		}
		encoded, err := json.Marshal(next)
		if err != nil {
			return page, fmt.Errorf("encode cursor: %w", err)
		}
		page.HasNext, page.NextCursor = true, base64.RawURLEncoding.EncodeToString(encoded)
	}
	for _, e := range entries {
		keyed := keyedEntry{listEntry: e}
		if l.WithDelimiter {
			segments := strings.Split(strings.TrimSuffix(e.Name, "/"), "/")
			keyed.Key = segments[len(segments)-1]
		}
		if e.ID == nil {
			keyed.CreatedAt, keyed.UpdatedAt = timestamp{}, timestamp{}
			page.Folders = append(page.Folders, keyed)
		} else {
			page.Objects = append(page.Objects, keyed)
		}
	}
	return page, nil
}

// parseCursor parses a cursor. "" is the start.
func parseCursor(text string) (listCursor, error) {
	var c listCursor
	if text == "" {
		return c, nil
	}
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err == nil {
		err = json.Unmarshal(decoded, &c)
	}
	if err != nil {
		return c, &apiError{status: 400, code: codeInvalidParameter, message: "Invalid Parameter cursor", cause: err}
	}
	return c, nil
}
