package storage

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestUpload(t *testing.T) {
	s := newServer(t)
	own := "/object/docs/" + alice + "/a.txt"
	for _, tt := range []struct {
		name, who, method, path string
		body                    string
		headers                 []string
		status, code            string // of an error; "" means 200
		want                    []string
	}{
		{"into the own folder", "alice", "POST", own, "one", nil, "", "", []string{`"Id":"`, `"Key":"docs/` + alice + `/a.txt"`}},
		{"an existing object", "alice", "POST", own, "two", nil, "409", "KeyAlreadyExists", []string{`"error":"Duplicate"`, "The resource already exists"}},
		{"an existing object with upsert", "alice", "POST", own, "two", []string{"X-Upsert", "true"}, "", "", nil},
		{"download after upsert", "alice", "GET", own, "", nil, "", "", []string{"two"}},
		{"PUT overwrites", "alice", "PUT", own, "three", nil, "", "", nil},
		{"download after PUT", "alice", "GET", own, "", nil, "", "", []string{"three"}},
		{"into another user's folder", "bob", "POST", "/object/docs/" + alice + "/b.txt", "x", nil, "403", "AccessDenied",
			[]string{`"error":"Unauthorized"`, "new row violates row-level security policy"}},
		{"PUT to another user's object", "bob", "PUT", own, "x", nil, "403", "AccessDenied", nil},
		{"POST to another user's object", "bob", "POST", own, "x", nil, "403", "AccessDenied", nil},
		{"into an invisible folder", "alice", "POST", "/object/docs/dropbox/a.txt", "x", nil, "", "", nil},
		{"PUT to an invisible object", "alice", "PUT", "/object/docs/dropbox/a.txt", "x", nil, "403", "AccessDenied", nil},
		{"without a token", "", "POST", own, "x", nil, "403", "AccessDenied", nil},
		{"as anon", "anon", "POST", "/object/docs/a.txt", "x", nil, "403", "AccessDenied", nil},
		{"into a missing bucket", "service", "POST", "/object/nothing/a.txt", "x", nil, "404", "NoSuchBucket", []string{"Bucket not found"}},
		{"within the bucket's limits", "service", "POST", "/object/small/a.txt", "0123456789", []string{"Content-Type", "text/plain;charset=UTF-8"}, "", "", nil},
		{"above the bucket's size limit", "service", "POST", "/object/small/b.txt", "0123456789a", []string{"Content-Type", "text/plain"}, "413", "EntityTooLarge",
			[]string{"The object exceeded the maximum allowed size", `"error":"Payload too large"`}},
		{"with another type", "service", "POST", "/object/small/b.txt", "x", []string{"Content-Type", "application/pdf"}, "415", "InvalidMimeType",
			[]string{"mime type application/pdf is not supported"}},
		{"with another detected type", "service", "POST", "/object/small/b.txt", "%PDF-1.7 ", nil, "415", "InvalidMimeType", nil},
		{"with a type that matches a pattern", "service", "POST", "/object/small/b.png", "x", []string{"Content-Type", "image/png"}, "", "", nil},
		{"a folder's placeholder of any type", "service", "POST", "/object/small/f/.emptyFolderPlaceholder", "", []string{"Content-Type", "application/pdf"}, "", "", nil},
		{"a placeholder with content", "service", "POST", "/object/small/g/.emptyFolderPlaceholder", "x", []string{"Content-Type", "text/plain"}, "413", "EntityTooLarge", nil},
		{"an empty object", "service", "POST", "/object/site/empty.txt", "", []string{"Content-Type", "text/plain"}, "", "", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.send(tt.who, tt.method, tt.path, tt.body, tt.headers...)
			if tt.code != "" {
				got.wantError(t, tt.status, tt.code).want(t, 400, tt.want...)
				return
			}
			got.want(t, 200, tt.want...)
		})
	}
	rows := queryValue[int](s, `select count(*) from storage.objects`)
	if files := s.listFiles(); len(files) != rows {
		t.Errorf("%d files for %d rows: %v", len(files), rows, files)
	}
}

func TestUploadsAboveTheServersLimitLeaveNoFile(t *testing.T) {
	s := newServer(t, func(o *Options) { o.FileSizeLimit = 100 })
	s.send("service", "POST", "/object/site/exact", strings.Repeat("x", 100)).want(t, 200)
	s.send("service", "POST", "/object/site/declared", strings.Repeat("x", 101)).wantError(t, "413", "EntityTooLarge")
	undeclared := struct{ io.Reader }{strings.NewReader(strings.Repeat("x", 100_000))}
	s.send("service", "POST", "/object/site/undeclared", undeclared).wantError(t, "413", "EntityTooLarge")
	if files := s.listFiles(); len(files) != 1 {
		t.Errorf("got files %v, want 1", files)
	}
}

func TestKeys(t *testing.T) {
	s := newServer(t)
	for _, key := range []string{
		"plain.txt", "with space.txt", "a?b.txt", "a&b=c+d.txt", "semi;colon,comma:@$!'()*.txt", "a//b.txt", "/leading.txt",
		"a/../b.txt", "../up.txt", "..", ".", "a/./b", "trailing/", "a/" + strings.Repeat("deep/", 30) + "x", "sign", "info/public/x",
	} {
		t.Run("accepted: "+key, func(t *testing.T) {
			s.send("service", "POST", objectPath("site", key), "in "+key, "Content-Type", "text/plain").want(t, 200, `"Key":`)
			s.send("service", "GET", objectPath("site", key), nil).want(t, 200, "in "+key)
			s.send("", "GET", "/object/public/site/"+escapeKey(key), nil).want(t, 200, "in "+key)
			info := decodeBody[objectInfo](t, s.send("service", "GET", "/object/info/site/"+escapeKey(key), nil).want(t, 200))
			if info.Name != key {
				t.Errorf("got name %q", info.Name)
			}
			signed := decodeBody[struct{ SignedURL string }](t, s.send("service", "POST", "/object/sign/site/"+escapeKey(key), map[string]any{"expiresIn": 60}).want(t, 200))
			path, query, _ := strings.Cut(signed.SignedURL, "?token=")
			s.send("", "GET", strings.ReplaceAll(path, " ", "%20")+"?token="+query, nil).want(t, 200, "in "+key)
		})
	}
	for _, key := range []string{"hash#.txt", "percent%.txt", "%2e%2e/x", "back\\slash", "naïve.txt", "日本.txt", "😀", "tab\tx", "null\x00x", "a~b", "a[b]", "a|b", "a\"b"} {
		t.Run("rejected: "+key, func(t *testing.T) {
			s.send("service", "POST", objectPath("site", key), "x").wantError(t, "400", "InvalidKey").want(t, 400, "Invalid key: ")
			s.send("service", "GET", objectPath("site", key), nil).wantError(t, "400", "InvalidKey")
		})
	}
	for _, file := range s.listFiles() {
		if !strings.Contains(file, "/objects/") {
			t.Errorf("a key was used as a path: %s", file)
		}
	}
}

// newForm returns a multipart body and its type, with fields before and after the file.
func newForm(t *testing.T, before [][2]string, mime, body string, after ...[2]string) (io.Reader, string) {
	t.Helper()
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	write := func(fields [][2]string) {
		for _, field := range fields {
			if err := w.WriteField(field[0], field[1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	write(before)
	header := textproto.MIMEHeader{"Content-Disposition": {`form-data; name=""; filename="blob"`}}
	if mime != "" {
		header.Set("Content-Type", mime)
	}
	part, err := w.CreatePart(header)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(part, body); err != nil {
		t.Fatal(err)
	}
	write(after)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return &out, w.FormDataContentType()
}

func TestUploadMetadataIsStored(t *testing.T) {
	s := newServer(t)
	metadata := base64.StdEncoding.EncodeToString([]byte(`{"author":"me"}`))
	const png = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	before, beforeType := newForm(t, [][2]string{{"cacheControl", "120"}, {"metadata", `{"author":"me"}`}, {"contentType", "text/css"}}, "text/plain", "x")
	after, afterType := newForm(t, nil, "text/plain", "x", [2]string{"cacheControl", "120"}, [2]string{"metadata", `{"author":"me"}`})
	minimal, minimalType := newForm(t, nil, "", png)
	for _, tt := range []struct {
		name    string
		body    any
		headers []string
		want    objectInfo
		author  string
	}{
		{"in headers", "x", []string{"Content-Type", "text/css", "Cache-Control", "max-age=3600", "X-Metadata", metadata},
			objectInfo{ContentType: "text/css", CacheControl: "max-age=3600"}, "me"},
		{"no headers, a PNG", png, nil, objectInfo{ContentType: "image/png", CacheControl: "no-cache"}, ""},
		{"no headers, a text", "hello", nil, objectInfo{ContentType: "text/plain; charset=utf-8", CacheControl: "no-cache"}, ""},
		{"invalid metadata", "x", []string{"Content-Type", "a/b", "X-Metadata", "!"}, objectInfo{ContentType: "a/b", CacheControl: "no-cache"}, ""},
		{"in fields before the file", before, []string{"Content-Type", beforeType}, objectInfo{ContentType: "text/css", CacheControl: "max-age=120"}, "me"},
		{"in fields after the file", after, []string{"Content-Type", afterType}, objectInfo{ContentType: "text/plain", CacheControl: "max-age=120"}, "me"},
		{"a form without fields", minimal, []string{"Content-Type", minimalType}, objectInfo{ContentType: "image/png", CacheControl: "no-cache"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s.send("service", "PUT", "/object/site/x", tt.body, tt.headers...).want(t, 200)
			got := decodeBody[objectInfo](t, s.send("service", "GET", "/object/info/site/x", nil).want(t, 200))
			if got.ContentType != tt.want.ContentType || got.CacheControl != tt.want.CacheControl {
				t.Errorf("got %q, %q", got.ContentType, got.CacheControl)
			}
			if want := `{}`; tt.author == "" && string(got.Metadata) != want || tt.author != "" && !strings.Contains(string(got.Metadata), tt.author) {
				t.Errorf("got metadata %s", got.Metadata)
			}
		})
	}
	empty, emptyType := func() (io.Reader, string) {
		var out bytes.Buffer
		w := multipart.NewWriter(&out)
		_ = w.WriteField("cacheControl", "1") // a bytes.Buffer returns no errors
		_ = w.Close()
		return &out, w.FormDataContentType()
	}()
	s.send("service", "PUT", "/object/site/y", empty, "Content-Type", emptyType).wantError(t, "400", "InvalidRequest").want(t, 400, "No content provided")
}

func TestOwnersAreStored(t *testing.T) {
	s := newServer(t)
	key := alice + "/a.txt"
	s.send("alice", "POST", objectPath("docs", key), "x").want(t, 200)
	if owner := queryValue[string](s, `select owner::text || '|' || owner_id from storage.objects where name = $1`, key); owner != alice+"|"+alice {
		t.Errorf("got owner %s", owner)
	}
	token := s.token("service_role", "not-a-uuid")
	s.send("", "POST", "/object/docs/b.txt", "x", "Authorization", "Bearer "+token).want(t, 200)
	if owner := queryValue[string](s, `select coalesce(owner::text, '-') || '|' || owner_id from storage.objects where name = 'b.txt'`); owner != "-|not-a-uuid" {
		t.Errorf("got owner %s", owner)
	}
}

func TestPoliciesSeeTheOperation(t *testing.T) {
	s := newServer(t)
	s.db.Exec(t, `create policy op on storage.objects for insert to authenticated
		with check (bucket_id = 'docs' and name = 'op' and storage.operation() = 'storage.object.upload')`)
	s.send("alice", "POST", "/object/upload/sign/docs/op", nil).wantError(t, "403", "AccessDenied")
	s.send("alice", "POST", "/object/docs/op", "x").want(t, 200)
}

func TestConcurrentUploadsOfAKey(t *testing.T) {
	s := newServer(t)
	for _, tt := range []struct {
		name, upsert string
		successes    int // expected number; 0 means all
	}{{"without upsert", "false", 1}, {"with upsert", "true", 0}} {
		t.Run(tt.name, func(t *testing.T) {
			const uploads = 8
			path := "/object/site/race-" + tt.upsert
			statuses := make([]int, uploads)
			var wg sync.WaitGroup
			for i := range uploads {
				wg.Go(func() {
					statuses[i] = s.send("service", "POST", path, strings.Repeat(fmt.Sprint(i), 50_000), "X-Upsert", tt.upsert).status
				})
			}
			wg.Wait()
			successes := 0
			for _, status := range statuses {
				if status == 200 {
					successes++
				}
			}
			if want := max(tt.successes, (1-tt.successes)*uploads); successes != want {
				t.Errorf("%d of %d uploads succeeded: %v", successes, uploads, statuses)
			}
			got := s.send("", "GET", path, nil).want(t, 200)
			if len(got.body) != 50_000 || strings.Count(got.body, got.body[:1]) != 50_000 {
				t.Errorf("the object contains parts of several uploads")
			}
		})
	}
	if files := s.listFiles(); len(files) != 2 {
		t.Errorf("got files %v, want 2", files)
	}
}

func TestCanceledUploadLeavesNoFile(t *testing.T) {
	s := newServer(t)
	for _, upsert := range []string{"false", "true"} {
		t.Run("upsert "+upsert, func(t *testing.T) {
			path := "/object/site/canceled"
			if upsert == "true" {
				s.put("site", "canceled", "original")
			}
			connection, err := net.Dial("tcp", strings.TrimPrefix(strings.TrimSuffix(s.url, "/storage/v1"), "http://"))
			if err != nil {
				t.Fatal(err)
			}
			_, err = fmt.Fprintf(connection, "POST /storage/v1%s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nX-Upsert: %s\r\n"+
				"Content-Type: text/plain\r\nContent-Length: 1000000\r\n\r\n%s", path, s.tokenFor("service"), upsert, make([]byte, 300_000))
			if err != nil {
				t.Fatal(err)
			}
			waitFor(t, func() bool { return len(s.listFiles("incoming")) == 1 })
			if err := connection.Close(); err != nil {
				t.Fatal(err)
			}
			waitFor(t, func() bool { return len(s.listFiles("incoming")) == 0 })
			if upsert == "true" {
				s.send("", "GET", path, nil).want(t, 200, "original")
				return
			}
			s.send("", "GET", path, nil).wantError(t, "404", "NoSuchKey")
			if files := s.listFiles(); len(files) > 0 {
				t.Errorf("files remain: %v", files)
			}
		})
	}
}

// waitFor waits up to a minute until condition returns true.
func waitFor(t *testing.T, condition func() bool) {
	t.Helper()
	for range 6000 {
		if condition() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the condition was not true within a minute")
}
