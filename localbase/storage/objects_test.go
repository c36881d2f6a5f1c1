package storage

import (
	"fmt"
	"strings"
	"testing"
)

func TestRemove(t *testing.T) {
	s := newServer(t)
	own := func(n int) string { return fmt.Sprintf("%s/%d.txt", alice, n) }
	for n := range 4 {
		s.put("docs", own(n), "x")
	}
	s.put("docs", "shared/a.txt", "x")
	s.send("bob", "DELETE", objectPath("docs", own(0)), nil).wantError(t, "404", "NoSuchKey")
	s.send("bob", "DELETE", "/object/docs/shared/a.txt", nil).wantError(t, "404", "NoSuchKey")
	s.send("alice", "DELETE", objectPath("docs", own(0)), nil).want(t, 200, "Successfully deleted")
	s.send("alice", "DELETE", objectPath("docs", own(0)), nil).wantError(t, "404", "NoSuchKey")

	removed := decodeBody[[]object](t, s.send("alice", "DELETE", "/object/docs",
		map[string]any{"prefixes": []string{own(1), own(2), own(0), "shared/a.txt", "nothing", "..", "#%"}}).want(t, 200, `"bucket_id":"docs"`))
	if len(removed) != 2 {
		t.Errorf("got %v", removed)
	}
	s.send("service", "DELETE", "/object/nothing", map[string]any{"prefixes": []string{"a"}}).want(t, 200, "[]")
	s.send("alice", "DELETE", "/object/docs", map[string]any{"prefixes": []string{}}).wantError(t, "400", "InvalidRequest")
	s.send("alice", "DELETE", "/object/docs", map[string]any{}).wantError(t, "400", "InvalidRequest")
	s.send("alice", "DELETE", "/object/docs", map[string]any{"prefixes": make([]string, 1001)}).wantError(t, "400", "InvalidRequest")
	if files := s.listFiles(); len(files) != 2 {
		t.Errorf("got files %v, want 2", files)
	}
}

func TestMove(t *testing.T) {
	s := newServer(t)
	own := alice + "/a.txt"
	for _, tt := range []struct {
		name, who        string
		body             map[string]any
		status, code     string // of an error; "" means 200
		bucket, from, to string // the object must be at to, not at from; "" if nothing changes
	}{
		{"within the own folder", "alice", map[string]any{"bucketId": "docs", "sourceKey": own, "destinationKey": alice + "/b.txt"}, "", "", "docs", own, alice + "/b.txt"},
		{"to another bucket", "alice", map[string]any{"bucketId": "docs", "sourceKey": own, "destinationBucket": "site", "destinationKey": own}, "", "", "site", "", own},
		{"to itself", "alice", map[string]any{"bucketId": "docs", "sourceKey": own, "destinationKey": own}, "", "", "docs", "", own},
		{"into another user's folder", "alice", map[string]any{"bucketId": "docs", "sourceKey": own, "destinationKey": bob + "/b.txt"}, "403", "AccessDenied", "", "", ""},
		{"another user's object", "bob", map[string]any{"bucketId": "docs", "sourceKey": own, "destinationKey": bob + "/b.txt"}, "404", "NoSuchKey", "", "", ""},
		{"a read-only object", "bob", map[string]any{"bucketId": "docs", "sourceKey": "shared/a.txt", "destinationKey": bob + "/b.txt"}, "404", "NoSuchKey", "", "", ""},
		{"to an existing object", "alice", map[string]any{"bucketId": "docs", "sourceKey": own, "destinationKey": alice + "/existing.txt"}, "409", "ResourceAlreadyExists", "", "", ""},
		{"a missing object", "alice", map[string]any{"bucketId": "docs", "sourceKey": "x", "destinationKey": alice + "/b.txt"}, "404", "NoSuchKey", "", "", ""},
		{"to a missing bucket", "service", map[string]any{"bucketId": "docs", "sourceKey": own, "destinationBucket": "nothing", "destinationKey": "b"}, "404", "InvalidRequest", "", "", ""},
		{"to an invalid key", "alice", map[string]any{"bucketId": "docs", "sourceKey": own, "destinationKey": alice + "/#"}, "400", "InvalidKey", "", "", ""},
		{"without a destination", "alice", map[string]any{"bucketId": "docs", "sourceKey": own}, "400", "InvalidKey", "", "", ""},
		{"without a source", "alice", map[string]any{"bucketId": "docs", "destinationKey": "x"}, "400", "InvalidRequest", "", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s.send("service", "POST", "/bucket/docs/empty", nil).want(t, 200)
			s.send("service", "POST", "/bucket/site/empty", nil).want(t, 200)
			for _, key := range []string{own, alice + "/existing.txt", "shared/a.txt"} {
				s.put("docs", key, key)
			}
			got := s.send(tt.who, "POST", "/object/move", tt.body)
			if tt.code != "" {
				got.wantError(t, tt.status, tt.code)
				s.send("service", "GET", objectPath("docs", own), nil).want(t, 200, own)
				return
			}
			got.want(t, 200, `"message":"Successfully moved"`)
			s.send("alice", "GET", objectPath(tt.bucket, tt.to), nil).want(t, 200, own)
			if tt.from != "" {
				s.send("alice", "GET", objectPath("docs", tt.from), nil).wantError(t, "404", "NoSuchKey")
			}
		})
	}
}

func TestCopy(t *testing.T) {
	s := newServer(t)
	s.put("docs", "shared/a.txt", "original", "Cache-Control", "max-age=60", "X-Metadata", "eyJhIjoxfQ==")
	s.put("docs", bob+"/existing.txt", "existing")
	type body = map[string]any
	for _, tt := range []struct {
		name, who    string
		body         map[string]any
		headers      []string
		status, code string // of an error; "" means 200
	}{
		{"a read-only object into the own folder", "bob", body{"bucketId": "docs", "sourceKey": "shared/a.txt", "destinationKey": bob + "/copy.txt"}, nil, "", ""},
		{"to another bucket", "bob", body{"bucketId": "docs", "sourceKey": "shared/a.txt", "destinationBucket": "site", "destinationKey": bob + "/copy.txt"}, nil, "", ""},
		{"to an existing object", "bob", body{"bucketId": "docs", "sourceKey": "shared/a.txt", "destinationKey": bob + "/existing.txt"}, nil, "409", "KeyAlreadyExists"},
		{"to an existing object with upsert", "bob", body{"bucketId": "docs", "sourceKey": "shared/a.txt", "destinationKey": bob + "/existing.txt"}, []string{"X-Upsert", "true"}, "", ""},
		{"into a read-only folder", "bob", body{"bucketId": "docs", "sourceKey": "shared/a.txt", "destinationKey": "shared/b.txt"}, nil, "403", "AccessDenied"},
		{"an invisible object", "alice", body{"bucketId": "docs", "sourceKey": bob + "/existing.txt", "destinationKey": alice + "/x"}, nil, "404", "NoSuchKey"},
		{"to a missing bucket", "service", body{"bucketId": "docs", "sourceKey": "shared/a.txt", "destinationBucket": "nothing", "destinationKey": "b"}, nil, "404", "InvalidRequest"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.send(tt.who, "POST", "/object/copy", tt.body, tt.headers...)
			if tt.code != "" {
				got.wantError(t, tt.status, tt.code)
				return
			}
			key := decodeBody[uploadResponse](t, got.want(t, 200, `"Id":"`, `"metadata":{`)).Key
			bucket, key, _ := strings.Cut(key, "/")
			s.send(tt.who, "GET", objectPath(bucket, key), nil).want(t, 200, "original")
			s.send(tt.who, "GET", "/object/info/"+bucket+"/"+escapeKey(key), nil).want(t, 200, `"metadata":{"a":1}`, `"cache_control":"max-age=60"`, `"content_type":"text/plain"`)
		})
	}
	s.send("bob", "POST", "/object/copy", body{"bucketId": "docs", "sourceKey": "shared/a.txt", "destinationKey": bob + "/other.txt",
		"copyMetadata": false, "metadata": body{"mimetype": "text/css", "cacheControl": "no-store"}}, "X-Metadata", "eyJiIjoyfQ==").want(t, 200)
	s.send("bob", "GET", objectPath("docs", bob+"/other.txt"), nil).want(t, 200, "original")
	s.send("bob", "GET", "/object/info/docs/"+bob+"/other.txt", nil).want(t, 200, `"metadata":{"b":2}`, `"cache_control":"no-store"`, `"content_type":"text/css"`)

	s.send("service", "DELETE", "/object/docs/shared/a.txt", nil).want(t, 200)
	s.send("bob", "GET", objectPath("docs", bob+"/copy.txt"), nil).want(t, 200, "original")
	rows := queryValue[int](s, `select count(*) from storage.objects`)
	if files := s.listFiles(); len(files) != rows {
		t.Errorf("%d files for %d rows: %v", len(files), rows, files)
	}
}
