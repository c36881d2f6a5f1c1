//go:build unix

package integration

import (
	"crypto/rand"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tableside/tableside/server"
)

// A refresh token can be used once: a second use would end the session.
func TestManyRequestsShareOneRefresh(t *testing.T) {
	var ahead atomic.Int64
	p := startServer(t, func(o *server.Options) {
		o.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	}).signInAs("staff")
	for round := range 3 {
		ahead.Add(int64(time.Hour))
		var wg sync.WaitGroup
		for range 15 {
			wg.Go(func() {
				if resp := p.send("GET", "/api/rows/products?limit=1", ""); resp.StatusCode != 200 {
					t.Errorf("round %d: %d %s", round, resp.StatusCode, resp.body)
				}
			})
		}
		wg.Wait()
	}
	if p.fetchUser() == nil {
		t.Error("signed out")
	}
}

func TestSignOutRevokesTheRefreshToken(t *testing.T) {
	var ahead atomic.Int64
	p := startServer(t, func(o *server.Options) {
		o.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	}).signInAs("staff")
	address, err := url.Parse(p.url)
	if err != nil {
		t.Fatal(err)
	}
	oldCookie := p.Jar.Cookies(address)[0].String()
	p.send("POST", "/api/auth/sign-out", "").requireStatus(204)
	ahead.Add(int64(time.Hour))
	if resp := p.newGuest().send("GET", "/api/buckets", "", "Cookie: "+oldCookie); resp.errorCode() != server.CodeNotSignedIn {
		t.Errorf("an old cookie: %d %s", resp.StatusCode, resp.body)
	}
}

func TestWrongCredentialsRevealNothing(t *testing.T) {
	p := startServer(t)
	known := p.send("POST", "/api/auth/sign-in", `{"email":"owner@harbour.test","password":"wrong"}`)
	unknown := p.send("POST", "/api/auth/sign-in", `{"email":"nobody@harbour.test","password":"wrong"}`)
	if known.errorCode() != "invalid_credentials" || unknown.errorCode() != "invalid_credentials" || known.StatusCode != unknown.StatusCode {
		t.Errorf("known %d %s, unknown %d %s", known.StatusCode, known.body, unknown.StatusCode, unknown.body)
	}
	p.signUp("taken")
	if resp := p.newGuest().send("POST", "/api/auth/sign-up", `{"email":"taken@example.test","password":"a long password"}`); resp.errorCode() != "user_already_exists" {
		t.Errorf("got %d %s", resp.StatusCode, resp.body)
	}
}

func TestFilesPreserveTheirNameAndBytes(t *testing.T) {
	p := startServer(t).signInAs("owner")
	bytes := rand.Text() + strings.Repeat("\x00\xff", 100_000)
	for _, name := range []string{"plain.bin", "with space.bin", "a?b=c&d.bin", "plus+and,comma;.bin", "deep/er/file.bin", "(1) it's @ $5 = !*.bin"} {
		path := "/api/files/documents/walk/" + escapeSegments(name)
		if resp := p.send("PUT", path, bytes, "Content-Type: application/octet-stream"); resp.StatusCode != 200 {
			t.Errorf("%q: %d %s", name, resp.StatusCode, resp.body)
			continue
		}
		got := p.send("GET", path, "").requireStatus(200)
		if got.body != bytes {
			t.Errorf("%q: %d bytes of %d came back", name, len(got.body), len(bytes))
		}
		if part := p.send("GET", path, "", "Range: bytes=26-29").requireStatus(206); part.body != "\x00\xff\x00\xff" {
			t.Errorf("%q: range %q", name, part.body)
		}
		p.send("GET", path, "", "If-None-Match: "+got.Header.Get("Etag")).requireStatus(304)
		if head := p.send("HEAD", path, "").requireStatus(200); head.ContentLength != int64(len(bytes)) {
			t.Errorf("%q: HEAD reports %d bytes", name, head.ContentLength)
		}
		p.send("DELETE", path, "").requireStatus(200)
		if resp := p.send("GET", path, ""); resp.StatusCode != 404 || resp.errorCode() != "NoSuchKey" {
			t.Errorf("%q: after its removal %d %s", name, resp.StatusCode, resp.body)
		}
		p.send("HEAD", path, "").requireStatus(404)
	}
}

// escapeSegments percent-encodes the segments of a path.
func escapeSegments(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	return strings.Join(parts, "/")
}

// Names that would escape their bucket are rejected or not found.
func TestNamesStayInTheirBucket(t *testing.T) {
	p := startServer(t).signInAs("owner")
	for _, path := range []string{
		"/api/files/documents/..%2F..%2Fauth%2Fv1%2Fuser", "/api/files/documents/%2e%2e%2fproduct-photos%2Fx", "/api/files/..%2Fauth%2Fv1%2Fuser/x",
		"/api/files/documents/a%00b", "/api/rows/..%2Fauth%2Fv1%2Fuser", "/api/rows/products%3Fselect=id", "/api/rows/rpc%2Ftableside_schema",
		"/api/rows/%2e%2e", "/api/export/..%2F..%2Fstorage%2Fv1%2Fbucket", "/api/files/documents?prefix=../product-photos/coffee",
	} {
		resp := p.send("GET", path, "")
		if strings.Contains(resp.body, "harbour.test") || (resp.StatusCode < 400 && !strings.Contains(resp.body, `"entries":[]`)) {
			t.Errorf("%s: %d %s", path, resp.StatusCode, resp.body)
		}
	}
	for _, path := range []string{"a%23b", "100%25", "%D1%84", "a%5Cb"} { // characters that the backend rejects in keys
		if resp := p.send("PUT", "/api/files/documents/"+path, "x"); resp.StatusCode != 200 && resp.errorCode() != "InvalidKey" {
			t.Errorf("%s: %d %s", path, resp.StatusCode, resp.body)
		}
	}
}

func TestRolesReachTheirFiles(t *testing.T) {
	owner, viewer := startServer(t).signInAs("owner"), startServer(t).signInAs("viewer")
	owner.send("PUT", "/api/files/documents/contracts/secret.txt", "secret", "Content-Type: text/plain").requireStatus(200)
	for _, test := range []struct {
		name, method, path, body string
		codes                    string
	}{
		{"a file that a policy hides", "GET", "/api/files/documents/contracts/secret.txt", "", "NoSuchKey"},
		{"its signed link", "POST", "/api/files/documents/sign", `{"path":"contracts/secret.txt","expiresIn":60}`, "NoSuchKey"},
		{"its removal", "DELETE", "/api/files/documents/contracts/secret.txt", "", "NoSuchKey"},
		{"an upload", "PUT", "/api/files/documents/contracts/mine.txt", "x", "AccessDenied"},
		{"a copy of it", "POST", "/api/files/documents/copy", `{"from":"contracts/secret.txt","to":"mine.txt"}`, "NoSuchKey"},
		{"a move of it", "POST", "/api/files/documents/move", `{"from":"contracts/secret.txt","to":"mine.txt"}`, "NoSuchKey"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if resp := viewer.send(test.method, test.path, test.body); resp.errorCode() != test.codes || strings.Contains(resp.body, `"secret"`) {
				t.Errorf("got %d %s", resp.StatusCode, resp.body)
			}
		})
	}
	owner.send("GET", "/api/files/documents/contracts/secret.txt", "").requireStatus(200)
	if resp := owner.send("PUT", "/api/files/product-photos/not-a-picture.txt", "x", "Content-Type: text/plain"); resp.errorCode() != "InvalidMimeType" || resp.StatusCode != 415 {
		t.Errorf("a type that the bucket doesn't take: %d %s", resp.StatusCode, resp.body)
	}
	if resp := owner.send("PUT", "/api/files/product-photos/large.png", strings.Repeat("x", 6<<20), "Content-Type: image/png"); resp.StatusCode != 413 {
		t.Errorf("larger than the bucket takes: %d %s", resp.StatusCode, resp.body)
	}
	moved := fmt.Sprintf("/api/files/documents/%s", "contracts/moved.txt")
	owner.send("POST", "/api/files/documents/move", `{"from":"contracts/secret.txt","to":"contracts/moved.txt"}`).requireStatus(204)
	owner.send("GET", moved, "").requireStatus(200)
	owner.send("DELETE", moved, "").requireStatus(200)
}

func TestFoldersAreListedInPages(t *testing.T) {
	p := startServer(t).signInAs("owner")
	for i := range 5 {
		p.send("PUT", fmt.Sprintf("/api/files/documents/pages/%d.txt", i), "x", "Content-Type: text/plain").requireStatus(200)
	}
	var names []string
	cursor := ""
	for range 5 {
		body := p.send("GET", "/api/files/documents?prefix=pages&limit=2&sort=name.asc&cursor="+cursor, "").requireStatus(200).body
		var list server.FileList
		decodeJSON(t, body, &list)
		for _, entry := range list.Entries {
			names = append(names, entry.Path)
		}
		if list.NextCursor == nil {
			break
		}
		cursor = *list.NextCursor
	}
	if got := strings.Join(names, " "); got != "pages/0.txt pages/1.txt pages/2.txt pages/3.txt pages/4.txt" {
		t.Errorf("got %s", got)
	}
	body := p.send("POST", "/api/files/documents/remove", `{"paths":["pages/0.txt","pages/none.txt"]}`).requireStatus(200).body
	if strings.TrimSpace(body) != `{"removed":["pages/0.txt"],"failed":["pages/none.txt"]}` {
		t.Errorf("got %s", body)
	}
}

func TestASignedLinkWorksForAnybody(t *testing.T) {
	p := startServer(t).signInAs("owner")
	p.send("PUT", "/api/files/documents/walk/linked.txt", "linked", "Content-Type: text/plain").requireStatus(200)
	var signed server.FileSignResponse
	decodeJSON(t, p.send("POST", "/api/files/documents/sign", `{"path":"walk/linked.txt","expiresIn":60}`).requireStatus(200).body, &signed)
	nobody := p.newGuest()
	nobody.url = ""
	if got := nobody.send("GET", signed.URL, "").requireStatus(200).body; got != "linked" {
		t.Errorf("got %q", got)
	}
}

func TestFunctionsRunAsTheCaller(t *testing.T) {
	staff := startServer(t).signInAs("staff")
	if resp := staff.send("POST", "/api/rpc/restock", `{"product_id":1,"quantity":1}`); resp.StatusCode != 200 || !strings.Contains(resp.body, `"stock"`) {
		t.Errorf("got %d %s", resp.StatusCode, resp.body)
	}
	resp := staff.send("POST", "/api/rpc/restock", `{"product_id":1,"quantity":100000}`)
	if resp.errorCode() != "P0001" || !strings.Contains(resp.body, "restock twice") {
		t.Errorf("message and hint of a raise: %d %s", resp.StatusCode, resp.body)
	}
	if resp := staff.send("POST", "/api/rpc/forbidden", `{}`); resp.StatusCode != 404 {
		t.Errorf("a function without a grant: %d %s", resp.StatusCode, resp.body)
	}
}
