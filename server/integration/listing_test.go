//go:build unix

package integration

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tableside/tableside/server"
)

// listAll returns the paths of all pages of a list; folders have a trailing slash.
func (p *testClient) listAll(bucket, query string) []string {
	p.t.Helper()
	paths := []string{}
	for cursor := ""; ; {
		var page server.FileList
		decodeJSON(p.t, p.send("GET", "/api/files/"+bucket+"?"+query+"&cursor="+url.QueryEscape(cursor), "").requireStatus(200).body, &page)
		for _, entry := range page.Entries {
			if entry.IsFolder {
				entry.Path += "/"
			}
			paths = append(paths, entry.Path)
		}
		if page.NextCursor == nil {
			return paths
		}
		cursor = *page.NextCursor
	}
}

func TestListsOfFolders(t *testing.T) {
	owner := startServer(t).signInAs("owner")
	for _, name := range []string{"b.txt", "Case/1", "case/2", "a_b/1", "axb/2", "50&x/x"} {
		owner.putText("documents/listing/"+name, "x")
	}
	for query, want := range map[string][]string{
		"":                              {"50&x/", "Case/", "a_b/", "axb/", "b.txt", "case/"},
		"&sort=name.desc":               {"case/", "b.txt", "axb/", "a_b/", "Case/", "50&x/"},
		"&recursive=true":               {"50&x/x", "Case/1", "a_b/1", "axb/2", "b.txt", "case/2"},
		"&recursive=true&match=CASE%2F": {"Case/1", "case/2"},
		"&recursive=true&match=50%26":   {"50&x/x"},
		"&recursive=true&match=listing": {},
		"&recursive=true&match=_":       {"a_b/1"},
		"/Case":                         {"Case/1"},
		"/a_b&recursive=true":           {"a_b/1"},
		"/cas":                          {},
		"/..&recursive=true":            {},
		"/%2E%2E%2Fcontracts&match=a":   {},
		"%00":                           nil,
	} {
		if want == nil { // PostgreSQL has no null character
			if got := owner.send("GET", "/api/files/documents?prefix=listing"+query, ""); got.StatusCode != 400 && got.StatusCode != 200 {
				t.Errorf("%q: %d %s", query, got.StatusCode, got.body)
			}
			continue
		}
		for i := range want {
			want[i] = "listing/" + want[i]
		}
		for _, limit := range []string{"1", "1000"} {
			if got := owner.listAll("documents", "limit="+limit+"&prefix=listing"+query); !slices.Equal(got, want) {
				t.Errorf("%q, pages of %s: got %q, want %q", query, limit, got, want)
			}
		}
	}
}

// A list contains no objects that the role can't see, and no unsafe prefix leads out of a folder.
func TestListsShowOnlyWhatTheRoleSees(t *testing.T) {
	web := startServer(t)
	owner, staff := web.newGuest().signInAs("owner"), web.newGuest().signInAs("staff")
	owner.putText("documents/contracts/listing-secret.txt", "x")
	for name, who := range map[string]*testClient{"staff": staff, "guest": web} {
		for _, query := range []string{"prefix=contracts", "recursive=true", "recursive=true&match=listing-secret", "sort=name.desc"} {
			for _, path := range who.listAll("documents", query) {
				if strings.HasPrefix(path, "contracts/") {
					t.Errorf("%s, %s: got %q", name, query, path)
				}
			}
		}
	}
	if got := owner.listAll("documents", "recursive=true&match=LISTING-SECRET"); !slices.Equal(got, []string{"contracts/listing-secret.txt"}) {
		t.Errorf("owner: got %q", got)
	}
	for _, name := range unsafeNames {
		if strings.Trim(name, "/") == "" || strings.Contains(name, "\x00") || name == "\xff" {
			continue // the bucket itself, or no text of PostgreSQL
		}
		for _, query := range []string{"prefix=", "recursive=true&prefix="} {
			for _, path := range owner.listAll("documents", query+url.QueryEscape(name)) {
				if !strings.HasPrefix(path, strings.Trim(name, "/")+"/") {
					t.Errorf("%q: got %q", name, path)
				}
			}
		}
	}
	for _, bucket := range []string{"sign", "list-v2", "%2e%2e", "a%2Fb"} {
		if got := owner.send("GET", "/api/files/"+bucket+"?recursive=true", ""); got.StatusCode == 200 && !strings.Contains(got.body, `"entries":[]`) {
			t.Errorf("bucket %q: %d %s", bucket, got.StatusCode, got.body)
		}
	}
}
