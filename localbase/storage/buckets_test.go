package storage

import (
	"strings"
	"testing"
)

func TestBuckets(t *testing.T) {
	s := newServer(t)
	for _, tt := range []struct {
		name, who, method, path string
		body                    any
		status, code            string // of an error; "" means 200
		want                    []string
	}{
		{"the service creates a bucket", "service", "POST", "/bucket", map[string]any{"name": "new", "id": "new"}, "", "", []string{`{"name":"new"}`}},
		{"the bucket is private and unlimited", "service", "GET", "/bucket/new", nil, "", "",
			[]string{`"id":"new"`, `"owner":""`, `"public":false,"file_size_limit":null`, `"allowed_mime_types":null`}},
		{"a duplicate name", "service", "POST", "/bucket", map[string]any{"name": "new"}, "409", "BucketAlreadyExists",
			[]string{`"error":"Duplicate"`, "The resource already exists"}},
		{"a user can't create a bucket", "alice", "POST", "/bucket", map[string]any{"name": "mine"}, "403", "AccessDenied",
			[]string{"new row violates row-level security policy"}},
		{"no name", "service", "POST", "/bucket", map[string]any{"id": "x"}, "400", "InvalidRequest", []string{"'name'"}},
		{"an invalid name", "service", "POST", "/bucket", map[string]any{"name": "a/b"}, "400", "InvalidBucketName", nil},
		{"a name that is too long", "service", "POST", "/bucket",
			map[string]any{"name": strings.Repeat("a", 101)}, "400", "InvalidBucketName", nil},
		{"the longest name", "service", "POST", "/bucket", map[string]any{"name": strings.Repeat("a", 100)}, "", "", nil},
		{"a size limit with a unit", "service", "POST", "/bucket", map[string]any{"name": "sized", "file_size_limit": "1.5MB"}, "", "", nil},
		{"the size limit is stored in bytes", "service", "GET", "/bucket/sized", nil, "", "", []string{`"file_size_limit":1500000`}},
		{"an invalid size limit", "service", "POST", "/bucket", map[string]any{"name": "x", "file_size_limit": "much"}, "400", "InvalidRequest", nil},
		{"a size limit above the server's", "service", "POST", "/bucket", map[string]any{"name": "x", "file_size_limit": "1GB"}, "413", "EntityTooLarge", nil},
		{"an invalid type", "service", "POST", "/bucket", map[string]any{"name": "x", "allowed_mime_types": []string{"thing"}}, "415", "InvalidMimeType", nil},
		{"an update changes its fields", "service", "PUT", "/bucket/sized", map[string]any{"public": true, "allowed_mime_types": []string{"image/*"}}, "", "",
			[]string{"Successfully updated"}},
		{"an update doesn't change other fields", "service", "GET", "/bucket/sized", nil, "", "",
			[]string{`"public":true`, `"file_size_limit":1500000`, `"allowed_mime_types":["image/*"]`}},
		{"null removes limits", "service", "PUT", "/bucket/sized", map[string]any{"file_size_limit": nil, "allowed_mime_types": nil}, "", "", nil},
		{"the limits are removed", "service", "GET", "/bucket/sized", nil, "", "", []string{`"public":true`, `"file_size_limit":null`, `"allowed_mime_types":null`}},
		{"a user sees no buckets", "alice", "GET", "/bucket", nil, "", "", []string{`[]`}},
		{"a user can't get a bucket", "alice", "GET", "/bucket/new", nil, "404", "NoSuchBucket", []string{"Bucket not found"}},
		{"a user can't update a bucket", "alice", "PUT", "/bucket/new", map[string]any{"public": true}, "404", "NoSuchBucket", nil},
		{"a user can't delete a bucket", "alice", "DELETE", "/bucket/new", nil, "404", "NoSuchBucket", nil},
		{"search in the list", "service", "GET", "/bucket?search=NE&sortColumn=name&sortOrder=desc", nil, "", "", []string{`[{"id":"new"`, `"type":"STANDARD"`}},
		{"sort and page of the list", "service", "GET", "/bucket?sortColumn=name&sortOrder=desc&limit=1&offset=1", nil, "", "", []string{`[{"id":"sized"`}},
		{"an unknown sort column", "service", "GET", "/bucket?sortColumn=owner", nil, "400", "InvalidRequest", nil},
		{"delete an empty bucket", "service", "DELETE", "/bucket/new", nil, "", "", []string{"Successfully deleted"}},
		{"delete a missing bucket", "service", "DELETE", "/bucket/new", nil, "404", "NoSuchBucket", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.send(tt.who, tt.method, tt.path, tt.body)
			if tt.code != "" {
				got.wantError(t, tt.status, tt.code).want(t, 400, tt.want...)
				return
			}
			got.want(t, 200, tt.want...)
		})
	}
}

func TestOnlyEmptyBucketsAreDeleted(t *testing.T) {
	s := newServer(t)
	s.put("docs", "shared/a.txt", "a")
	s.put("docs", "b.txt", "b")
	s.db.Exec(t, `create policy visible on storage.buckets for all to authenticated using (true)`)
	s.send("alice", "DELETE", "/bucket/docs", nil).wantError(t, "409", "ResourceNotEmpty")
	s.send("service", "DELETE", "/bucket/docs", nil).wantError(t, "409", "ResourceNotEmpty").
		want(t, 400, "The bucket you tried to delete is not empty")
	s.send("service", "POST", "/bucket/docs/empty", nil).want(t, 200, "Empty bucket has been queued")
	if files := s.listFiles(); len(files) > 0 {
		t.Fatalf("files remain: %v", files)
	}
	s.send("service", "DELETE", "/bucket/docs", nil).want(t, 200, "Successfully deleted")
}

func TestEmptyBucketDeletesNothingIfAPolicyForbidsOneDelete(t *testing.T) {
	s := newServer(t)
	s.db.Exec(t, `create policy visible on storage.buckets for select to authenticated using (true)`)
	s.put("docs", alice+"/mine.txt", "mine")
	s.put("docs", "keep/theirs.txt", "theirs")
	s.send("alice", "POST", "/bucket/docs/empty", nil).wantError(t, "403", "AccessDenied").
		want(t, 400, "Cannot delete: keep/theirs.txt, you may have SELECT but not DELETE permissions")
	s.send("alice", "GET", "/object/docs/"+alice+"/mine.txt", nil).want(t, 200, "mine")
}

func TestSQLCannotDeleteRows(t *testing.T) {
	s := newServer(t)
	s.put("site", "a.txt", "a")
	for _, table := range []string{"objects", "buckets"} {
		if _, err := s.db.Pool("postgres").Exec(t.Context(), "delete from storage."+table); err == nil {
			t.Fatalf("SQL deleted rows of %s", table)
		}
	}
}
