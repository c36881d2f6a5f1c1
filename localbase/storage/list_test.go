package storage

import (
	"fmt"
	"slices"
	"testing"
)

// insertRows inserts rows without content, in order, with times one second apart.
func (s *server) insertRows(bucket string, names ...string) {
	s.t.Helper()
	_, err := s.db.Pool("postgres").Exec(s.t.Context(), `insert into storage.objects (bucket_id, name, created_at, updated_at, metadata)
		select $1, name, '2026-01-01Z'::timestamptz + n * '1s'::interval, '2026-01-01Z'::timestamptz - n * '1s'::interval, '{"size": 1}'
		from unnest($2::text[]) with ordinality as names(name, n)`, bucket, names)
	if err != nil {
		s.t.Fatal(err)
	}
}

// entryNames returns the names of entries. Folders have a trailing slash.
func entryNames(entries []listEntry) []string {
	names := []string{}
	for _, e := range entries {
		if e.ID == nil && e.Name[len(e.Name)-1] != '/' {
			e.Name += "/"
		}
		names = append(names, e.Name)
	}
	return names
}

func TestList(t *testing.T) {
	s := newServer(t)
	s.insertRows("docs", "shared/b.txt", "shared/A.txt", "shared/sub/x.txt", "shared/sub/y.txt", "shared/c.txt", "shared/Zoo/z", "shared/100%/x", "shared/a_b", "hidden.txt")
	type jsonObject = map[string]any
	for _, tt := range []struct {
		name, who string
		body      map[string]any
		want      []string
	}{
		{"the root", "service", jsonObject{"prefix": ""}, []string{"hidden.txt", "shared/"}},
		{"a folder, case-insensitive", "service", jsonObject{"prefix": "shared"}, []string{"100%/", "A.txt", "a_b", "b.txt", "c.txt", "sub/", "Zoo/"}},
		{"a folder with a slash", "service", jsonObject{"prefix": "shared/sub/"}, []string{"x.txt", "y.txt"}},
		{"only visible objects", "bob", jsonObject{"prefix": ""}, []string{"shared/"}},
		{"anon", "anon", jsonObject{"prefix": ""}, []string{}},
		{"descending", "service", jsonObject{"prefix": "shared", "sortBy": jsonObject{"column": "name", "order": "desc"}}, []string{"Zoo/", "sub/", "c.txt", "b.txt", "a_b", "A.txt", "100%/"}},
		{"by creation, folders first", "service", jsonObject{"prefix": "shared", "sortBy": jsonObject{"column": "created_at", "order": "asc"}}, []string{"100%/", "sub/", "Zoo/", "b.txt", "A.txt", "c.txt", "a_b"}},
		{"by update", "service", jsonObject{"prefix": "shared", "sortBy": jsonObject{"column": "updated_at", "order": "asc"}}, []string{"100%/", "sub/", "Zoo/", "a_b", "c.txt", "A.txt", "b.txt"}},
		{"a page", "service", jsonObject{"prefix": "shared", "limit": 2, "offset": 3}, []string{"b.txt", "c.txt"}},
		{"a search, case-insensitive", "service", jsonObject{"prefix": "shared", "search": "a"}, []string{"A.txt", "a_b"}},
		{"a search for a folder", "service", jsonObject{"prefix": "shared", "search": "zo"}, []string{"Zoo/"}},
		{"a search across a slash", "service", jsonObject{"prefix": "shared", "search": "sub/x"}, []string{"sub/x.txt"}},
		{"a percent sign is literal", "service", jsonObject{"prefix": "shared", "search": "%"}, []string{}},
		{"an underscore is literal", "service", jsonObject{"prefix": "shared", "search": "_"}, []string{}},
		{"a missing folder", "service", jsonObject{"prefix": "nothing"}, []string{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := entryNames(decodeBody[[]listEntry](t, s.send(tt.who, "POST", "/object/list/docs", tt.body).want(t, 200)))
			if !slices.Equal(got, tt.want) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	s.insertRows("site", "Case/x", "case/y", "A.txt", "b.txt", "z.txt")
	for order, want := range map[string][]string{"asc": {"A.txt", "b.txt", "Case/", "z.txt"}, "desc": {"z.txt", "case/", "b.txt", "A.txt"}} {
		for offset := range want { // supabase/storage also combines folders that differ only in case
			got := entryNames(decodeBody[[]listEntry](t, s.send("service", "POST", "/object/list/site",
				jsonObject{"prefix": "", "limit": 1, "offset": offset, "sortBy": jsonObject{"column": "name", "order": order}}).want(t, 200)))
			if !slices.Equal(got, want[offset:offset+1]) {
				t.Errorf("%s, offset %d: got %q, want %q", order, offset, got, want[offset])
			}
		}
	}
	s.send("service", "POST", "/object/list/nothing", jsonObject{"prefix": ""}).want(t, 200, "[]")
	for _, body := range []any{"", "x", jsonObject{}, jsonObject{"prefix": 1}, jsonObject{"prefix": "", "limit": 0}, jsonObject{"prefix": "", "offset": -1},
		jsonObject{"prefix": "", "sortBy": jsonObject{"column": "owner"}}, jsonObject{"prefix": "", "sortBy": jsonObject{"column": "name", "order": "up"}}} {
		s.send("service", "POST", "/object/list/docs", body).wantError(t, "400", "InvalidRequest")
	}
}

func TestListReturnsFileFields(t *testing.T) {
	s := newServer(t)
	s.put("site", "folder/a.txt", "text", "Cache-Control", "max-age=60")
	s.send("service", "POST", "/object/list/site", map[string]any{"prefix": ""}).want(t, 200,
		`[{"name":"folder","id":null,"updated_at":null,"created_at":null,"last_accessed_at":null,"metadata":null}]`)
	s.send("service", "POST", "/object/list/site", map[string]any{"prefix": "folder"}).want(t, 200,
		`"name":"a.txt"`, `"eTag":"\"1cb251ec0d568de6a929b520c4aed8d1\""`, `"size":4`, `"mimetype":"text/plain"`,
		`"cacheControl":"max-age=60"`, `"contentLength":4`, `"httpStatusCode":200`, `"lastModified":"20`)
}

func TestListV2(t *testing.T) {
	s := newServer(t)
	all := []string{"d.txt", "B/2", "a/2", "a/1", "B/1", "a.txt", "c.txt", "B.txt", "a/deep/x", "é/x"}
	s.insertRows("docs", all...)
	sorted := slices.Sorted(slices.Values(all))
	reversed := slices.Clone(sorted)
	slices.Reverse(reversed)
	type jsonObject = map[string]any
	for _, tt := range []struct {
		name string
		body map[string]any
		want []string // in the order of the pages; folders first within a page
	}{
		{"all, by name", jsonObject{}, sorted},
		{"all, descending", jsonObject{"sortBy": jsonObject{"column": "name", "order": "desc"}}, reversed},
		{"all, by creation", jsonObject{"sortBy": jsonObject{"column": "created_at"}}, all},
		{"all, by update", jsonObject{"sortBy": jsonObject{"column": "updated_at", "order": "desc"}}, all},
		{"prefix", jsonObject{"prefix": "a"}, []string{"a.txt", "a/1", "a/2", "a/deep/x"}},
		{"prefix with other case", jsonObject{"prefix": "A"}, []string{}},
		{"folders", jsonObject{"with_delimiter": true}, []string{"B.txt", "B/", "a.txt", "a/", "c.txt", "d.txt", "é/"}},
		{"folders, descending", jsonObject{"with_delimiter": true, "sortBy": jsonObject{"column": "name", "order": "desc"}}, []string{"é/", "d.txt", "c.txt", "a/", "a.txt", "B/", "B.txt"}},
		{"folders, by creation", jsonObject{"with_delimiter": true, "sortBy": jsonObject{"column": "created_at"}}, []string{"B/", "a/", "é/", "d.txt", "a.txt", "c.txt", "B.txt"}},
		{"folders, by update", jsonObject{"with_delimiter": true, "sortBy": jsonObject{"column": "updated_at", "order": "desc"}}, []string{"d.txt", "a.txt", "c.txt", "B.txt", "é/", "a/", "B/"}},
		{"in a folder", jsonObject{"with_delimiter": true, "prefix": "a/"}, []string{"a/1", "a/2", "a/deep/"}},
		{"prefix of a folder", jsonObject{"with_delimiter": true, "prefix": "a"}, []string{"a.txt", "a/"}},
	} {
		for _, limit := range []int{1, 2, 100} {
			t.Run(fmt.Sprintf("%s, pages of %d", tt.name, limit), func(t *testing.T) {
				got := s.listPages(t, tt.body, limit)
				slices.Sort(got)
				want := slices.Sorted(slices.Values(tt.want))
				if limit == 1 {
					got, want = s.listPages(t, tt.body, limit), tt.want
				}
				if !slices.Equal(got, want) {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		}
	}
	s.send("service", "POST", "/object/list-v2/docs", jsonObject{"cursor": "!"}).wantError(t, "400", "InvalidParameter")
	s.send("bob", "POST", "/object/list-v2/docs", jsonObject{}).want(t, 200, `{"hasNext":false,"folders":[],"objects":[]}`)
	s.send("service", "POST", "/object/list-v2/docs", jsonObject{"with_delimiter": true, "prefix": "a/"}).want(t, 200,
		`{"key":"deep","name":"a/deep/","id":null`, `{"key":"1","name":"a/1","id":"`)
}

// listPages returns the names of all pages.
func (s *server) listPages(t *testing.T, body map[string]any, limit int) []string {
	t.Helper()
	all := []string{}
	request := map[string]any{"limit": limit}
	for name, value := range body {
		request[name] = value
	}
	for range 100 {
		page := decodeBody[listPage](t, s.send("service", "POST", "/object/list-v2/docs", request).want(t, 200))
		for _, e := range append(page.Folders, page.Objects...) {
			all = append(all, e.Name)
		}
		if !page.HasNext {
			return all
		}
		request["cursor"] = page.NextCursor
	}
	t.Fatal("the list doesn't end")
	return nil
}

func TestObjectWithTheNameOfItsFolderIsListed(t *testing.T) {
	s := newServer(t)
	s.insertRows("docs", "a/", "a/x", "a/y/z")
	for _, order := range []string{"asc", "desc"} {
		got := s.listPages(t, map[string]any{"with_delimiter": true, "prefix": "a/", "sortBy": map[string]any{"column": "name", "order": order}}, 1)
		slices.Sort(got)
		if want := []string{"a/", "a/x", "a/y/"}; !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", order, got, want)
		}
	}
}

// TestOffsetsOfALargeFolder checks the pages of a folder of 3,000 objects with folders between them.
func TestOffsetsOfALargeFolder(t *testing.T) {
	s := newServer(t)
	s.db.Exec(t, `insert into storage.objects (bucket_id, name)
		select 'docs', 'shared/' || to_char(n, 'FM0000') || case when n % 1400 = 0 then '/x' else '' end from generate_series(1, 3000) n`)
	for _, order := range []string{"asc", "desc"} {
		all := []string{}
		for offset := 0; ; offset += 700 {
			page := entryNames(decodeBody[[]listEntry](t, s.send("bob", "POST", "/object/list/docs", map[string]any{
				"prefix": "shared", "limit": 700, "offset": offset, "sortBy": map[string]any{"column": "name", "order": order},
			}).want(t, 200)))
			if all = append(all, page...); len(page) < 700 {
				break
			}
		}
		if order == "desc" {
			slices.Reverse(all)
		}
		want := []string{}
		for n := range 3000 {
			name := fmt.Sprintf("%04d", n+1)
			if (n+1)%1400 == 0 {
				name += "/"
			}
			want = append(want, name)
		}
		if !slices.Equal(all, want) {
			t.Errorf("%s: got %d entries %q", order, len(all), all[:min(10, len(all))])
		}
	}
}

// TestFolderIsSkippedInOneStep checks that Postgres reads no more blocks for a folder of 10,000 objects
// than for a small folder.
func TestFolderIsSkippedInOneStep(t *testing.T) {
	s := newServer(t)
	s.db.Exec(t, `insert into storage.objects (bucket_id, name) select 'docs', 'shared/big/' || n from generate_series(1, 10000) n`)
	s.insertRows("docs", "shared/zebra")
	s.db.Exec(t, `vacuum analyze storage.objects`)
	for _, role := range []string{"service_role", "authenticated"} {
		for _, order := range []string{"asc", "desc"} {
			tx, err := s.db.Pool("authenticator").Begin(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tx.Exec(t.Context(), `select set_config('role', $1, true)`, role); err != nil {
				t.Fatal(err)
			}
			var plan []struct {
				Plan struct {
					Rows int `json:"Actual Rows"`
					Hit  int `json:"Shared Hit Blocks"`
					Read int `json:"Shared Read Blocks"`
				}
			}
			for range 2 { // the first query also reads the catalog
				err = tx.QueryRow(t.Context(), `explain (analyze, buffers, format json)
					select * from storage.list_objects_with_delimiter('docs', 'shared/', '/', 1000, '', '', '`+order+`')`).Scan(&plan)
				if err != nil {
					t.Fatal(err)
				}
			}
			if err := tx.Rollback(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := plan[0].Plan; got.Rows != 2 || got.Hit+got.Read > 100 {
				t.Errorf("%s, %s: %d entries, %d blocks", role, order, got.Rows, got.Hit+got.Read)
			}
		}
	}
}
