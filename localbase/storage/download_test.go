package storage

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestDownloadsByRole(t *testing.T) {
	s := newServer(t)
	s.put("docs", alice+"/a.txt", "private")
	s.put("docs", "shared/a.txt", "shared")
	s.put("site", "a.txt", "public")
	private, shared := "/object/docs/"+alice+"/a.txt", "/object/docs/shared/a.txt"
	for _, tt := range []struct {
		name, who, path, body string
		code                  string // of an error; "" means 200
	}{
		{"own object", "alice", private, "private", ""},
		{"own object, authenticated route", "alice", "/object/authenticated/docs/" + alice + "/a.txt", "private", ""},
		{"another user's object", "bob", private, "", "NoSuchKey"},
		{"shared object", "bob", shared, "shared", ""},
		{"shared object as anon", "anon", shared, "", "NoSuchKey"},
		{"private bucket without a token", "", shared, "", "NoSuchBucket"},
		{"private bucket without a token, authenticated route", "", "/object/authenticated/docs/shared/a.txt", "", "AccessDenied"},
		{"private bucket, public route", "service", "/object/public/docs/shared/a.txt", "", "NoSuchBucket"},
		{"public bucket", "", "/object/public/site/a.txt", "public", ""},
		{"public bucket, short route", "", "/object/site/a.txt", "public", ""},
		{"public bucket without a policy", "bob", "/object/site/a.txt", "public", ""},
		{"a missing object", "service", "/object/site/b.txt", "", "NoSuchKey"},
		{"a missing bucket", "service", "/object/nothing/b.txt", "", "NoSuchBucket"},
		{"a folder", "service", "/object/docs/shared", "", "NoSuchKey"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, head := s.send(tt.who, "GET", tt.path, nil), s.send(tt.who, "HEAD", tt.path, nil)
			if tt.code == "" {
				got.want(t, 200, tt.body)
				head.want(t, 200)
				if head.header.Get("Content-Length") != got.header.Get("Content-Length") || head.body != "" {
					t.Errorf("HEAD returned %v", head.header)
				}
				return
			}
			status := map[string]string{"AccessDenied": "403"}[tt.code]
			if status == "" {
				status = "404"
			}
			got.wantError(t, status, tt.code)
			head.want(t, 400)
		})
	}
}

func TestDownloadHeaders(t *testing.T) {
	s := newServer(t)
	s.put("site", "a.txt", "0123456789", "Content-Type", "text/css", "Cache-Control", "max-age=60")
	got := s.send("", "GET", "/object/public/site/a.txt", nil).want(t, 200)
	for name, want := range map[string]string{
		"Content-Type": "text/css", "Cache-Control": "max-age=60", "Accept-Ranges": "bytes", "Content-Length": "10",
		"ETag": `"781e5e245d69b566979b86e28d23f2c7"`, "X-Content-Type-Options": "nosniff", "Content-Disposition": "",
	} {
		if value := got.header.Get(name); value != want {
			t.Errorf("%s: got %q, want %q", name, value, want)
		}
	}
	modified, err := http.ParseTime(got.header.Get("Last-Modified"))
	if err != nil || time.Since(modified) > time.Minute || time.Until(modified) > time.Minute {
		t.Errorf("got Last-Modified %q", got.header.Get("Last-Modified"))
	}
	s.put("site", "page.html", "<script>", "Content-Type", "text/html; charset=utf-8")
	if mime := s.send("", "GET", "/object/public/site/page.html", nil).header.Get("Content-Type"); mime != "text/plain" {
		t.Errorf("HTML: got type %q", mime)
	}
	for query, want := range map[string]string{
		"?download":             "attachment;",
		"?download=":            "attachment;",
		"?download=b.txt":       "attachment; filename=b.txt; filename*=UTF-8''b.txt;",
		"?download=n%C3%A4%20x": "attachment; filename=n%C3%A4%20x; filename*=UTF-8''n%C3%A4%20x;",
		"?download=%22%3Bx%0A":  "attachment; filename=%22%3Bx%0A; filename*=UTF-8''%22%3Bx%0A;",
	} {
		r, err := http.NewRequest("GET", s.url+"/object/public/site/a.txt", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.RawQuery = query[1:]
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if got := response.Header.Get("Content-Disposition"); got != want {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
}

// Scripts in stored objects must not run on the backend's origin.
func TestAllObjectsAreSandboxed(t *testing.T) {
	s := newServer(t)
	s.put("site", "a.svg", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`, "Content-Type", "image/svg+xml")
	s.put("site", "a.xhtml", `<html xmlns="http://www.w3.org/1999/xhtml"/>`, "Content-Type", "application/xhtml+xml")
	s.put("site", "a.png", encodePNG(t, newTwoColorImage(4, 2)), "Content-Type", "image/png")
	sign := func(transform map[string]any) string {
		body := map[string]any{"expiresIn": 60}
		if transform != nil {
			body["transform"] = transform
		}
		return decodeBody[struct{ SignedURL string }](t, s.send("service", "POST", "/object/sign/site/a.png", body).want(t, 200)).SignedURL
	}
	for _, path := range []string{
		"/object/public/site/a.svg", "/object/public/site/a.xhtml", "/object/site/a.svg", "/object/authenticated/site/a.svg",
		"/render/image/public/site/a.png?width=2", "/render/image/authenticated/site/a.png?width=2",
		sign(nil), sign(map[string]any{"width": 2}),
	} {
		got := s.send("service", "GET", path, nil).want(t, 200)
		policy := got.header.Values("Content-Security-Policy")
		if len(policy) != 1 || !strings.HasPrefix(policy[0], "sandbox; default-src 'none'") || strings.Contains(policy[0], "allow-") {
			t.Errorf("%s: got Content-Security-Policy %q", path, policy)
		}
	}
}

func TestConditionsAndRanges(t *testing.T) {
	s := newServer(t)
	s.put("site", "a.txt", "0123456789")
	first := s.send("", "GET", "/object/site/a.txt", nil)
	etag, modified := first.header.Get("ETag"), first.header.Get("Last-Modified")
	for _, tt := range []struct {
		name, header, value string
		status              int
		body, contentRange  string
	}{
		{"same ETag", "If-None-Match", etag, 304, "", ""},
		{"one of several ETags", "If-None-Match", `"x", ` + etag, 304, "", ""},
		{"different ETag", "If-None-Match", `"x"`, 200, "0123456789", ""},
		{"not modified since", "If-Modified-Since", modified, 304, "", ""},
		{"modified since", "If-Modified-Since", "Thu, 12 Aug 2021 16:00:00 GMT", 200, "0123456789", ""},
		{"the first bytes", "Range", "bytes=0-3", 206, "0123", "bytes 0-3/10"},
		{"from a position", "Range", "bytes=7-", 206, "789", "bytes 7-9/10"},
		{"the last bytes", "Range", "bytes=-2", 206, "89", "bytes 8-9/10"},
		{"end after the last byte", "Range", "bytes=8-99", 206, "89", "bytes 8-9/10"},
		{"suffix longer than the object", "Range", "bytes=-99", 206, "0123456789", "bytes 0-9/10"},
		{"several ranges are ignored", "Range", "bytes=0-1,3-4", 200, "0123456789", ""},
		{"end before start is ignored", "Range", "bytes=5-2", 200, "0123456789", ""},
		{"another unit is ignored", "Range", "lines=1-2", 200, "0123456789", ""},
		{"an invalid range is ignored", "Range", "bytes=a-b", 200, "0123456789", ""},
		{"start after the end", "Range", "bytes=10-", 416, "InvalidRange", "bytes */10"},
		{"empty suffix", "Range", "bytes=-0", 416, "InvalidRange", "bytes */10"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.send("", "GET", "/object/site/a.txt", nil, tt.header, tt.value).want(t, tt.status, tt.body)
			if tt.status < 400 && got.body != tt.body || got.header.Get("Content-Range") != tt.contentRange {
				t.Errorf("got %q, %q", got.body, got.header.Get("Content-Range"))
			}
		})
	}
}

func TestInfoByRole(t *testing.T) {
	s := newServer(t)
	s.put("docs", "shared/a.txt", "shared")
	s.put("site", "a.txt", "public")
	s.send("bob", "GET", "/object/info/docs/shared/a.txt", nil).want(t, 200,
		`"name":"shared/a.txt"`, `"bucket_id":"docs"`, `"size":6`, `"content_type":"text/plain"`, `"cache_control":"no-cache"`, `"metadata":{}`, `"version":"`, `"etag":"\"`)
	s.send("bob", "GET", "/object/info/authenticated/docs/shared/a.txt", nil).want(t, 200, `"size":6`)
	s.send("anon", "GET", "/object/info/docs/shared/a.txt", nil).wantError(t, "404", "NoSuchKey")
	s.send("", "GET", "/object/info/docs/shared/a.txt", nil).wantError(t, "404", "NoSuchBucket")
	s.send("", "GET", "/object/info/site/a.txt", nil).want(t, 200, `"size":6`)
	s.send("", "GET", "/object/info/public/site/a.txt", nil).want(t, 200, `"size":6`)
	s.send("service", "GET", "/object/info/public/docs/shared/a.txt", nil).wantError(t, "404", "NoSuchBucket")
}
