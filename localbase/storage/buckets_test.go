package storage

import (
	"testing"
)

func TestBuckets(t *testing.T) {
	s := newServer(t)
	for _, tt := range []struct {
		name, who, method, path string
		body                    any
		status, code            string // of an error; else the answer is 200
		want                    []string
	}{
		{"the service makes one", "service", "POST", "/bucket", map[string]any{"name": "new", "id": "new"}, "", "", []string{`{"name":"new"}`}},
		{"it is private and unlimited", "service", "GET", "/bucket/new", nil, "", "",
			[]string{`"id":"new"`, `"owner":""`, `"public":false,"file_size_limit":null`, `"allowed_mime_types":null`}},
		{"a second one of the name is refused", "service", "POST", "/bucket", map[string]any{"name": "new"}, "409", "BucketAlreadyExists",
			[]string{`"error":"Duplicate"`, "The resource already exists"}},
		{"a person may not make one", "alice", "POST", "/bucket", map[string]any{"name": "mine"}, "403", "AccessDenied",
			[]string{"new row violates row-level security policy"}},
		{"a name is needed", "service", "POST", "/bucket", map[string]any{"id": "x"}, "400", "InvalidRequest", []string{"'name'"}},
		{"a bad name is refused", "service", "POST", "/bucket", map[string]any{"name": "a/b"}, "400", "InvalidBucketName", nil},
		{"an overlong name is refused", "service", "POST", "/bucket",
			map[string]any{"name": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, "400", "InvalidBucketName", nil},
		{"a size limit with a unit", "service", "POST", "/bucket", map[string]any{"name": "sized", "file_size_limit": "1.5MB"}, "", "", nil},
		{"is kept in bytes", "service", "GET", "/bucket/sized", nil, "", "", []string{`"file_size_limit":1500000`}},
		{"a size limit without sense", "service", "POST", "/bucket", map[string]any{"name": "x", "file_size_limit": "much"}, "400", "InvalidRequest", nil},
		{"a size limit above the server's", "service", "POST", "/bucket", map[string]any{"name": "x", "file_size_limit": "1GB"}, "413", "EntityTooLarge", nil},
		{"a type that is none", "service", "POST", "/bucket", map[string]any{"name": "x", "allowed_mime_types": []string{"thing"}}, "415", "InvalidMimeType", nil},
		{"an update changes what it names", "service", "PUT", "/bucket/sized", map[string]any{"public": true, "allowed_mime_types": []string{"image/*"}}, "", "",
			[]string{"Successfully updated"}},
		{"and nothing else", "service", "GET", "/bucket/sized", nil, "", "",
			[]string{`"public":true`, `"file_size_limit":1500000`, `"allowed_mime_types":["image/*"]`}},
		{"null takes limits away", "service", "PUT", "/bucket/sized", map[string]any{"file_size_limit": nil, "allowed_mime_types": nil}, "", "", nil},
		{"so that they are gone", "service", "GET", "/bucket/sized", nil, "", "", []string{`"public":true`, `"file_size_limit":null`, `"allowed_mime_types":null`}},
		{"a person sees no bucket", "alice", "GET", "/bucket", nil, "", "", []string{`[]`}},
		{"nor one by its name", "alice", "GET", "/bucket/new", nil, "404", "NoSuchBucket", []string{"Bucket not found"}},
		{"and may not change it", "alice", "PUT", "/bucket/new", map[string]any{"public": true}, "404", "NoSuchBucket", nil},
		{"or delete it", "alice", "DELETE", "/bucket/new", nil, "404", "NoSuchBucket", nil},
		{"a list can be searched", "service", "GET", "/bucket?search=NE&sortColumn=name&sortOrder=desc", nil, "", "", []string{`[{"id":"new"`, `"type":"STANDARD"`}},
		{"and sorted and cut", "service", "GET", "/bucket?sortColumn=name&sortOrder=desc&limit=1&offset=1", nil, "", "", []string{`[{"id":"sized"`}},
		{"by columns that are known", "service", "GET", "/bucket?sortColumn=owner", nil, "400", "InvalidRequest", nil},
		{"an empty bucket goes", "service", "DELETE", "/bucket/new", nil, "", "", []string{"Successfully deleted"}},
		{"once", "service", "DELETE", "/bucket/new", nil, "404", "NoSuchBucket", nil},
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

func TestABucketIsDeletedOnlyWhenItIsEmpty(t *testing.T) {
	s := newServer(t)
	s.put("docs", "shared/a.txt", "a")
	s.put("docs", "b.txt", "b")
	s.db.Exec(t, `create policy gone on storage.buckets for all to authenticated using (true)`)
	s.send("alice", "DELETE", "/bucket/docs", nil).wantError(t, "409", "ResourceNotEmpty")
	s.send("service", "DELETE", "/bucket/docs", nil).wantError(t, "409", "ResourceNotEmpty").
		want(t, 400, "The bucket you tried to delete is not empty")
	s.send("service", "POST", "/bucket/docs/empty", nil).want(t, 200, "Empty bucket has been queued")
	if left := s.listFiles(); len(left) > 0 {
		t.Fatalf("bytes are left: %v", left)
	}
	s.send("service", "DELETE", "/bucket/docs", nil).want(t, 200, "Successfully deleted")
}

func TestEmptyingABucketKeepsAllWhenAPolicyKeepsOne(t *testing.T) {
	s := newServer(t)
	s.db.Exec(t, `create policy seen on storage.buckets for select to authenticated using (true)`)
	s.put("docs", alice+"/mine.txt", "mine")
	s.put("docs", "keep/theirs.txt", "theirs")
	s.send("alice", "POST", "/bucket/docs/empty", nil).wantError(t, "403", "AccessDenied").
		want(t, 400, "Cannot delete: keep/theirs.txt, you may have SELECT but not DELETE permissions")
	s.send("alice", "GET", "/object/docs/"+alice+"/mine.txt", nil).want(t, 200, "mine")
}

func TestRowsAreNotDeletedByPlainSQL(t *testing.T) {
	s := newServer(t)
	s.put("site", "a.txt", "a")
	for _, table := range []string{"objects", "buckets"} {
		if _, err := s.db.Pool("postgres").Exec(t.Context(), "delete from storage."+table); err == nil {
			t.Fatalf("deleted from %s, bytes and all", table)
		}
	}
}
