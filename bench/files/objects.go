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
func measureArchive(ctx context.Context, o options, server *proxy, out io.Writer) error {
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
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, server.URL+"/api/files/b/zip", strings.NewReader(body))
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
	defer server.Stop()
	for _, l := range []struct{ name, query string }{
		{"List of the folder by name", "prefix=folder"},
		{"Search of the bucket", "recursive=true&match=le+777"},
	} {
		start := time.Now()
		listed, found, pages, err := listAll(ctx, server.URL+"/api/files/many?limit=1000&"+l.query)
		if err != nil {
			return err
		}
		if listed != o.objects {
			return fmt.Errorf("%s: %d of %d objects", l.name, listed, o.objects)
		}
		fmt.Fprintf(out, "%s: %.1f s, %d objects, %d found, %d pages\n", l.name, time.Since(start).Seconds(), listed, found, pages)
	}
	return measureOffsets(ctx, base, o, out)
}

// measureOffsets lists the folder with the first list route, which clients of older versions use.
func measureOffsets(ctx context.Context, base *backend.Backend, o options, out io.Writer) error {
	start, listed := time.Now(), 0
	for ; listed < o.objects; listed += 1000 {
		body := fmt.Sprintf(`{"prefix":"folder","limit":1000,"offset":%d}`, listed)
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, base.URL+"/storage/v1/object/list/many", strings.NewReader(body))
		if err != nil {
			return fmt.Errorf("create a request: %w", err)
		}
		req.Header.Set("Apikey", base.Key)
		req.Header.Set("Authorization", "Bearer "+base.Key)
		req.Header.Set("Content-Type", "application/json")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return fmt.Errorf("send a request: %w", err)
		}
		_, err = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK {
			return fmt.Errorf("list with an offset: %s: %w", resp.Status, err)
		}
	}
	fmt.Fprintf(out, "List of the folder with offsets, without the server: %.1f s, %d objects\n", time.Since(start).Seconds(), listed)
	return nil
}

// listAll reads all pages of a list, and returns the number of objects that the backend listed, of
// entries that match, and of pages.
func listAll(ctx context.Context, address string) (listed, found, pages int, err error) {
	for cursor := ""; ; {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"&cursor="+url.QueryEscape(cursor), nil)
		if err != nil {
			return listed, found, pages, fmt.Errorf("create a request: %w", err)
		}
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return listed, found, pages, fmt.Errorf("send a request: %w", err)
		}
		var page struct {
			Entries    []json.RawMessage `json:"entries"`
			Listed     int               `json:"listed"`
			NextCursor *string           `json:"nextCursor"`
		}
		err = json.NewDecoder(resp.Body).Decode(&page)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusOK {
			return listed, found, pages, fmt.Errorf("list: %s: %w", resp.Status, err)
		}
		listed, found, pages = listed+page.Listed, found+len(page.Entries), pages+1
		if page.NextCursor == nil {
			return listed, found, pages, nil
		}
		cursor = *page.NextCursor
	}
}
