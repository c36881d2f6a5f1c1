package server

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
)

func TestListingReturnsPagesAndPrivileges(t *testing.T) {
	backend := newFakeBackend(t)
	var asked struct {
		Prefix, Cursor string
		Limit          int
		SortBy         struct{ Column, Order string }
	}
	backend.handle("POST /storage/v1/object/list-v2/b", func(w http.ResponseWriter, r *http.Request) {
		_ = json.NewDecoder(r.Body).Decode(&asked)
		respondWith(200, `{"hasNext":true,"nextCursor":"next","folders":[{"name":"dir/sub/"}],
			"objects":[{"name":"dir/a.txt","id":"1","metadata":{"size":7,"mimetype":"text/plain","eTag":"e"}}]}`)(w, r)
	})
	person := startServer(t, backend).signIn()
	var list FileList
	body := person.send("GET", "/api/files/b?prefix=dir/&sort=name.desc&limit=2", "").requireStatus(200).body
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatal(err)
	}
	if asked.Prefix != "dir/" || asked.Limit != 2 || asked.SortBy.Column != "name" || asked.SortBy.Order != "desc" {
		t.Errorf("asked %+v", asked)
	}
	if len(list.Entries) != 2 || !list.Entries[0].IsFolder || list.Entries[0].Path != "dir/sub" || list.Entries[1].Size != 7 || list.NextCursor == nil || list.Listed != 2 {
		t.Fatalf("got %s", body)
	}
	if !strings.Contains(body, `"privileges":{"insert":null,"update":null,"delete":null}`) {
		t.Errorf("unknown privileges: %s", body)
	}
	backend.handle("POST /rest/v1/rpc/tableside_storage_privileges", respondWith(200, `{"insert":true,"update":false,"delete":null}`))
	if body := person.send("GET", "/api/files/b?cursor="+*list.NextCursor+"&privileges=true", "").requireStatus(200).body; !strings.Contains(body, `"privileges":{"insert":true,"update":false,"delete":null}`) || asked.Cursor != "next" {
		t.Errorf("asked %+v, got %s", asked, body)
	}
	for _, query := range []string{"sort=size.asc", "sort=updated_at.desc", "sort=name", "limit=0", "limit=5000", "cursor=x", "cursor=o1x"} {
		person.send("GET", "/api/files/b?"+query, "").requireError(400, CodeBadRequest)
	}
}

func TestListingMatchesPathsBelowThePrefix(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /storage/v1/object/list-v2/b", respondWith(200, `{"folders":[],
		"objects":[{"name":"dir/Größe.txt","id":"1"},{"name":"dir/x/100%.txt","id":"2"},{"name":"dir/y","id":"3"}]}`))
	person := startServer(t, backend).signIn()
	for match, want := range map[string][]string{
		"":      {"dir/Größe.txt", "dir/x/100%.txt", "dir/y"},
		"GRÖSS": {}, "größe": {"dir/Größe.txt"}, "X/1": {"dir/x/100%.txt"}, "%": {"dir/x/100%.txt"}, "dir": {},
		"txt grö": {"dir/Größe.txt"}, " 100  X ": {"dir/x/100%.txt"}, "txt y": {},
	} {
		var list FileList
		body := person.send("GET", "/api/files/b?recursive=true&prefix=dir&match="+url.QueryEscape(match), "").requireStatus(200).body
		if err := json.Unmarshal([]byte(body), &list); err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, entry := range list.Entries {
			got = append(got, entry.Path)
		}
		if !slices.Equal(got, want) || list.Listed != 3 {
			t.Errorf("%q: got %q of %d", match, got, list.Listed)
		}
	}
}

func TestRecursiveListingRequiresListV2(t *testing.T) {
	backend := newFakeBackend(t) // 404 for all routes
	startServer(t, backend).signIn().send("GET", "/api/files/b?recursive=true", "").requireError(400, CodeNoRecursiveList)
}
