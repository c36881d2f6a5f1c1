package supa

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// listBody is the body of a request to list objects, of both routes.
type listBody struct {
	Prefix        string `json:"prefix"`
	Limit         int    `json:"limit"`
	Offset        int    `json:"offset"`
	Cursor        string `json:"cursor"`
	WithDelimiter bool   `json:"with_delimiter"`
	SortBy        sortBy `json:"sortBy"`
}

// lastListBody returns the body of the last request.
func lastListBody(t *testing.T, r *recordingBackend) listBody {
	t.Helper()
	var body listBody
	if err := json.Unmarshal([]byte(r.lastRequest(t).Body), &body); err != nil {
		t.Fatal(err)
	}
	return body
}

// listNames returns the names of entries; folders have a trailing slash.
func listNames(page ObjectPage) []string {
	names := []string{}
	for _, entry := range page.Entries {
		if entry.ID == nil {
			entry.Name += "/"
		}
		names = append(names, entry.Name)
	}
	return names
}

func TestListPagesByKey(t *testing.T) {
	r := newRecordingBackend(t, respondWithJSON(200, `{"hasNext":true,"nextCursor":"abc","folders":[{"name":"p/Case/"},{"name":"p/case/"}],
		"objects":[{"name":"p/a.txt","id":"1","metadata":{"size":7,"mimetype":"text/plain","eTag":"e"}},{"name":"pXother","id":"2"}]}`))
	b := r.newBackend(t, Config{})
	page, err := b.ListObjects(t.Context(), Caller{}, "b", ListRequest{Prefix: "p/", Limit: 3})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := listNames(page), []string{"p/Case/", "p/a.txt", "p/case/"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if page.Entries[1].Metadata.Size != 7 {
		t.Errorf("got %+v", page.Entries[1])
	}
	if got := lastListBody(t, r); got != (listBody{Prefix: "p/", Limit: 3, WithDelimiter: true, SortBy: sortBy{"name", "asc"}}) {
		t.Errorf("sent %+v", got)
	}
	if _, err := b.ListObjects(t.Context(), Caller{}, "b", ListRequest{IsRecursive: true, Limit: 3, Cursor: page.NextCursor, IsReversed: true}); err != nil {
		t.Fatal(err)
	}
	if got := lastListBody(t, r); got.Cursor != "abc" || got.WithDelimiter || got.Prefix != "" || got.SortBy.Order != "desc" {
		t.Errorf("sent %+v", got)
	}
}

func TestListUsesOffsetsWithoutListV2(t *testing.T) {
	for name, missing := range map[string]http.HandlerFunc{
		"no route":           respondWithJSON(404, `{"message":"Route POST:/object/list-v2/b not found","error":"Not Found","statusCode":404}`),
		"taken for a bucket": respondWithJSON(400, `{"statusCode":"404","error":"Bucket not found","message":"Bucket not found"}`),
		"an old project":     respondWithJSON(400, `{"message":"This feature is not available for your tenant"}`),
	} {
		t.Run(name, func(t *testing.T) {
			list := respondWithJSON(200, `[{"name":"f","id":null},{"name":"a","id":"1"},{"name":"b","id":"2"}]`)
			r := newRecordingBackend(t, func(w http.ResponseWriter, req *http.Request) {
				if strings.Contains(req.URL.Path, "list-v2") {
					missing(w, req)
					return
				}
				list(w, req)
			})
			b := r.newBackend(t, Config{})
			request := ListRequest{Prefix: "p", Limit: 2}
			page, err := b.ListObjects(t.Context(), Caller{}, "b", request)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := listNames(page), []string{"p/f/", "p/a"}; !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
			request.Cursor = page.NextCursor
			if _, err := b.ListObjects(t.Context(), Caller{}, "b", request); err != nil {
				t.Fatal(err)
			}
			if got := lastListBody(t, r); got.Offset != 2 || got.Limit != 3 || got.Prefix != "p/" {
				t.Errorf("sent %+v", got)
			}
			before := r.requestCount()
			if _, err := b.ListObjects(t.Context(), Caller{}, "b", ListRequest{IsRecursive: true, Limit: 1}); !errors.Is(err, ErrNoRecursiveList) {
				t.Errorf("got %v", err)
			}
			if r.requestCount() != before {
				t.Error("list-v2 was requested again")
			}
		})
	}
}

func TestListErrors(t *testing.T) {
	for name, respond := range map[string]http.HandlerFunc{
		"a page":          respondWithJSON(200, "<h1>Welcome</h1>"),
		"no lists":        respondWithJSON(200, `{"hasNext":false}`),
		"no cursor":       respondWithJSON(200, `{"hasNext":true,"folders":[],"objects":[]}`),
		"too many":        respondWithJSON(200, `{"folders":[],"objects":[`+strings.Repeat("0,", maxStorageEntries)+`0]}`),
		"a folder's name": respondWithJSON(200, `{"folders":[{}],"objects":[]}`),
	} {
		t.Run(name, func(t *testing.T) {
			b := newRecordingBackend(t, respond).newBackend(t, Config{})
			if _, err := b.ListObjects(t.Context(), Caller{}, "b", ListRequest{Limit: 1}); !errors.Is(err, ErrInvalidResponse) {
				t.Errorf("got %v", err)
			}
		})
	}
	b := newRecordingBackend(t, respondWithJSON(200, "[]")).newBackend(t, Config{})
	for _, cursor := range []string{"x", "o", "o-1", "o1e9", "o99999999999"} {
		if _, err := b.ListObjects(t.Context(), Caller{}, "b", ListRequest{Limit: 1, Cursor: cursor}); !errors.Is(err, ErrInvalidCursor) {
			t.Errorf("cursor %q: got %v", cursor, err)
		}
	}
}
