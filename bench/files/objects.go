package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/bench/backend"
)

// measureArchive downloads a zip archive of small objects.
func measureArchive(ctx context.Context, o options, server *process, out io.Writer) error {
	var request struct {
		Paths []string `json:"paths"`
	}
	for i := range o.archive {
		request.Paths = append(request.Paths, fmt.Sprintf("folder/object %d.txt", i))
	}
	field, err := json.Marshal(request)
	if err != nil {
		return fmt.Errorf("encode the request: %w", err)
	}
	body := url.Values{"request": {string(field)}}.Encode()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server.url+"/api/files/b/zip", strings.NewReader(body))
	if err != nil {
		return fmt.Errorf("create a request: %w", err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	start := time.Now()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("send a request: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	n, err := io.Copy(io.Discard, resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s after %d bytes: %w", resp.Status, n, err)
	}
	memory, err := server.peakMemory()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "\nArchive of %d objects of 1 kB: %.1f s, %d bytes; peak memory %d MB\n", o.archive, time.Since(start).Seconds(), n, memory>>20)
	return nil
}

// createObjects creates a public bucket with rows of objects, without contents.
const createObjects = `
insert into storage.buckets (id, name, public) values ('many', 'many', true);
create policy "All see many" on storage.objects for select to anon using (bucket_id = 'many');
insert into storage.objects (bucket_id, name, version, metadata)
select 'many', 'folder/file ' || i || '.txt', gen_random_uuid(), '{"size": 1, "mimetype": "text/plain", "eTag": "\"e\""}'
from generate_series(1, %d) i;
analyze storage.objects;`

// measureLists lists and searches a folder of many objects in localbase.
func measureLists(ctx context.Context, o options, out io.Writer) error {
	base, err := backend.Start(ctx, o.binary)
	if err != nil {
		return err
	}
	defer base.Stop()
	conn, err := pgx.Connect(ctx, base.DBURL)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, fmt.Sprintf(createObjects, o.objects)); err != nil {
		return fmt.Errorf("create objects: %w", err)
	}
	server, err := startServer(ctx, o.binary, base.URL, base.Key)
	if err != nil {
		return err
	}
	defer server.stop()
	start := time.Now()
	listed, pages, err := listAll(ctx, server.url+"/api/files/many?prefix=folder&limit=1000")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "List of %d objects: %.1f s in %d pages\n", listed, time.Since(start).Seconds(), pages)
	start = time.Now()
	found, _, err := listAll(ctx, server.url+"/api/files/many?prefix=folder&limit=1000&search=file+777")
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Search in %d objects: %.3f s, %d found\n", o.objects, time.Since(start).Seconds(), found)
	return nil
}

// listAll reads all pages of a list, and returns the number of entries and pages.
func listAll(ctx context.Context, address string) (entries, pages int, err error) {
	for cursor := ""; ; {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"&cursor="+url.QueryEscape(cursor), nil)
		if err != nil {
			return entries, pages, fmt.Errorf("create a request: %w", err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return entries, pages, fmt.Errorf("send a request: %w", err)
		}
		var page struct {
			Entries    []json.RawMessage `json:"entries"`
			NextCursor *string           `json:"nextCursor"`
		}
		err = json.NewDecoder(resp.Body).Decode(&page)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK {
			return entries, pages, fmt.Errorf("list: %s: %w", resp.Status, err)
		}
		entries, pages = entries+len(page.Entries), pages+1
		if page.NextCursor == nil {
			return entries, pages, nil
		}
		cursor = *page.NextCursor
	}
}
