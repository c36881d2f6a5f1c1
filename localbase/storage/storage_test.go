package storage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tableside/tableside/localbase/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// User ids of the tests.
const (
	alice = "aaaaaaaa-0000-4000-8000-000000000001"
	bob   = "bbbbbbbb-0000-4000-8000-000000000002"
)

// policies allows users everything in the folder with their id. All signed-in users can read docs/shared
// and insert into docs/dropbox, which they can't read.
const policies = `
insert into storage.buckets (id, name, public) values ('docs', 'docs', false), ('site', 'site', true);
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
  values ('small', 'small', true, 10, '{image/*,text/plain}');
create policy own on storage.objects for all to authenticated
  using (bucket_id in ('docs', 'site') and (storage.foldername(name))[1] = auth.uid()::text);
create policy shared on storage.objects for select to authenticated
  using (bucket_id = 'docs' and (storage.foldername(name))[1] = 'shared');
create policy dropbox on storage.objects for insert to authenticated
  with check (bucket_id = 'docs' and (storage.foldername(name))[1] = 'dropbox');
create policy keep on storage.objects for select to authenticated
  using (bucket_id = 'docs' and (storage.foldername(name))[1] = 'keep');
`

// server is an HTTP server with a handler and a new database.
type server struct {
	t   *testing.T
	h   *Handler
	db  *pgtest.DB
	url string // ends with /storage/v1
}

func newServer(t *testing.T, change ...func(*Options)) *server {
	t.Helper()
	db := pgtest.New(t)
	db.Exec(t, policies)
	return newServerOn(t, db, t.TempDir(), change...)
}

func newServerOn(t *testing.T, db *pgtest.DB, dir string, change ...func(*Options)) *server {
	t.Helper()
	opts := Options{Pool: db.Pool("supabase_storage_admin"), Keys: db.Keys, Dir: dir}
	for _, c := range change {
		c(&opts)
	}
	h, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.StripPrefix("/storage/v1", h))
	t.Cleanup(web.Close)
	return &server{t: t, h: h, db: db, url: web.URL + "/storage/v1"}
}

// token returns a token with a role and, if it is not "", a subject.
func (s *server) token(role, subject string) string {
	s.t.Helper()
	claims := map[string]any{"role": role, "exp": time.Now().Add(time.Hour).Unix()}
	if subject != "" {
		claims["sub"] = subject
	}
	token, err := s.db.Keys.Sign(claims)
	if err != nil {
		s.t.Fatal(err)
	}
	return token
}

// tokenFor returns the token of a caller by name. "" has no token.
func (s *server) tokenFor(who string) string {
	switch who {
	case "":
		return ""
	case "service":
		return s.token("service_role", "")
	case "anon":
		return s.token("anon", "")
	case "alice":
		return s.token("authenticated", alice)
	case "bob":
		return s.token("authenticated", bob)
	}
	s.t.Fatalf("unknown caller %q", who)
	return ""
}

// testResponse is a response with its body.
type testResponse struct {
	status int
	header http.Header
	body   string
}

// send sends a request. A body that is not a string or an io.Reader is sent as JSON. headers contains
// names and values in turn.
func (s *server) send(who, method, path string, body any, headers ...string) testResponse {
	s.t.Helper()
	var reader io.Reader
	switch body := body.(type) {
	case nil:
	case string:
		reader = strings.NewReader(body)
	case io.Reader:
		reader = body
	default:
		encoded, err := json.Marshal(body)
		if err != nil {
			s.t.Fatal(err)
		}
		reader = bytes.NewReader(encoded)
	}
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.url+path, reader)
	if err != nil {
		s.t.Fatal(err)
	}
	if token := s.tokenFor(who); token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return testResponse{response.StatusCode, response.Header, string(text)}
}

// put uploads an object as the service role.
func (s *server) put(bucket, key, body string, headers ...string) {
	s.t.Helper()
	headers = append([]string{"Content-Type", "text/plain"}, headers...)
	s.send("service", "POST", objectPath(bucket, key), body, headers...).want(s.t, 200)
}

// objectPath returns the escaped path of an object.
func objectPath(bucket, key string) string { return "/object/" + bucket + "/" + escapeKey(key) }

// escapeKey escapes a key for a path.
func escapeKey(key string) string {
	segments := strings.Split(key, "/")
	for i, segment := range segments {
		segments[i] = url.PathEscape(segment)
	}
	return strings.Join(segments, "/")
}

// want checks the status, and that the body contains all fragments.
func (r testResponse) want(t *testing.T, status int, fragments ...string) testResponse {
	t.Helper()
	if r.status != status {
		t.Fatalf("got %d, want %d: %s", r.status, status, r.body)
	}
	for _, fragment := range fragments {
		if !strings.Contains(r.body, fragment) {
			t.Fatalf("want %q in %s", fragment, r.body)
		}
	}
	return r
}

// wantError checks an error: the HTTP status 400, and the status and the code in the body.
func (r testResponse) wantError(t *testing.T, status, code string) testResponse {
	t.Helper()
	var body struct{ StatusCode, Error, Message, Code string }
	if err := json.Unmarshal([]byte(r.body), &body); err != nil {
		t.Fatalf("got %d, not an error: %q", r.status, r.body)
	}
	if r.status != 400 || body.StatusCode != status || body.Code != code || body.Error == "" || body.Message == "" {
		t.Fatalf("got %d %s, want 400 with %s %s", r.status, r.body, status, code)
	}
	return r
}

// decodeBody parses the body as T.
func decodeBody[T any](t *testing.T, r testResponse) T {
	t.Helper()
	var value T
	if err := json.Unmarshal([]byte(r.body), &value); err != nil {
		t.Fatalf("decode %q: %v", r.body, err)
	}
	return value
}

// listFiles returns the files in folders of the storage folder; by default those of objects.
func (s *server) listFiles(folders ...string) []string {
	s.t.Helper()
	if len(folders) == 0 {
		folders = []string{"objects", "incoming"}
	}
	var paths []string
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(s.h.Dir, folder), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				paths = append(paths, path)
			}
			return err
		})
		if err != nil {
			s.t.Fatal(err)
		}
	}
	return paths
}

// queryValue returns the single value that a query returns, as the owner.
func queryValue[T any](s *server, sql string, args ...any) T {
	s.t.Helper()
	var value T
	if err := s.db.Pool("postgres").QueryRow(s.t.Context(), sql, args...).Scan(&value); err != nil {
		s.t.Fatal(err)
	}
	return value
}

func TestAuthorizationHeader(t *testing.T) {
	s := newServer(t)
	s.put("docs", "shared/a.txt", "a")
	s.put("site", "a.txt", "a")
	expired, err := s.db.Keys.Sign(map[string]any{"role": "service_role", "exp": time.Now().Add(-time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	foreign := s.token("service_role", "")
	foreign = foreign[:len(foreign)-6] + "AAAAAA"
	for _, tt := range []struct {
		name, token, path string
		check             func(t *testing.T, r testResponse)
	}{
		{"no token where it is required", "", "/bucket",
			func(t *testing.T, r testResponse) {
				r.wantError(t, "403", "AccessDenied").want(t, 400, "Invalid Compact JWS")
			}},
		{"an expired token", expired, "/bucket",
			func(t *testing.T, r testResponse) {
				r.wantError(t, "403", "AccessDenied").want(t, 400, `\"exp\" claim timestamp check failed`, `"error":"Unauthorized"`)
			}},
		{"an invalid token", "x", "/bucket",
			func(t *testing.T, r testResponse) {
				r.wantError(t, "403", "AccessDenied").want(t, 400, "Invalid Compact JWS")
			}},
		{"a token with another signature", foreign, "/bucket",
			func(t *testing.T, r testResponse) {
				r.wantError(t, "403", "AccessDenied").want(t, 400, "signature verification failed")
			}},
		{"a role that doesn't exist", s.token("nobody_such", ""), "/bucket",
			func(t *testing.T, r testResponse) { r.wantError(t, "403", "AccessDenied") }},
		{"a superuser", s.token("postgres", ""), "/bucket",
			func(t *testing.T, r testResponse) { r.wantError(t, "403", "AccessDenied") }},
		{"the role none", s.token("none", ""), "/bucket",
			func(t *testing.T, r testResponse) { r.wantError(t, "403", "AccessDenied") }},
		{"the service's own user", s.token("supabase_storage_admin", ""), "/bucket",
			func(t *testing.T, r testResponse) { r.wantError(t, "403", "AccessDenied") }},
		{"another service's user", s.token("authenticator", ""), "/bucket",
			func(t *testing.T, r testResponse) { r.wantError(t, "403", "AccessDenied") }},
		{"an invalid token for a public object", "x", "/object/site/a.txt",
			func(t *testing.T, r testResponse) { r.want(t, 200, "a") }},
		{"an invalid token for a private object", "x", "/object/docs/shared/a.txt",
			func(t *testing.T, r testResponse) { r.wantError(t, "404", "NoSuchBucket") }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var headers []string
			if tt.token != "" {
				headers = []string{"Authorization", "Bearer " + tt.token}
			}
			tt.check(t, s.send("", "GET", tt.path, nil, headers...))
		})
	}
}

func TestCustomRole(t *testing.T) {
	s := newServer(t)
	role := "staff_" + s.db.Name
	s.db.Exec(t, fmt.Sprintf(`create role %[1]s; grant authenticated to %[1]s; grant %[1]s to authenticator;
		create policy staff on storage.objects for select to %[1]s using (name = 'shared/staff.txt')`, role))
	t.Cleanup(func() { s.db.ExecAsSuperuser(t, fmt.Sprintf(`drop owned by %[1]s; drop role %[1]s`, role)) })
	s.put("docs", "shared/staff.txt", "for staff")
	s.send("", "GET", "/object/docs/shared/staff.txt", nil, "Authorization", "Bearer "+s.token(role, alice)).want(t, 200, "for staff")
}

func TestWithoutPostgresTheResponseIs503(t *testing.T) {
	pool, err := pgxpool.New(t.Context(), "postgres://supabase_storage_admin@127.0.0.1:1/postgres?sslmode=disable")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	s := newServer(t, func(o *Options) { o.Pool = pool })
	for _, path := range []string{"/bucket", "/object/site/a.txt", "/status"} {
		got := s.send("service", "GET", path, nil).want(t, 503, `"statusCode":"503"`)
		if got.header.Get("Retry-After") == "" || strings.Contains(got.body, "127.0.0.1") {
			t.Errorf("%s: got %v %s", path, got.header, got.body)
		}
	}
}

func TestUnknownRoutesReturn404(t *testing.T) {
	s := newServer(t)
	for _, path := range []string{"/", "/nothing", "/object", "/object/docs", "/bucket/docs/x"} {
		s.send("service", "GET", path, nil).want(t, 404, `"statusCode":404`)
	}
	s.send("", "GET", "/status", nil).want(t, 200)
}
