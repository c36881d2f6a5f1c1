package server

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/tableside/tableside/server/supa"
)

func TestMain(m *testing.M) {
	supa.RegisterStorage(http.DefaultTransport.(*http.Transport))
	os.Exit(m.Run())
}

// fakeBackend is a backend whose responses a test scripts, for failures that are hard to
// cause in a real backend. It responds 404 to all other requests.
type fakeBackend struct {
	*httptest.Server
	mu               sync.Mutex
	handlers         map[string]http.HandlerFunc // keys are "METHOD /path"
	receivedRequests []string                    // "METHOD /path?query" in the order of arrival
}

func newFakeBackend(t *testing.T) *fakeBackend {
	t.Helper()
	b := &fakeBackend{handlers: map[string]http.HandlerFunc{}}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		b.receivedRequests = append(b.receivedRequests, r.Method+" "+r.RequestURI)
		handler := b.handlers[r.Method+" "+r.URL.EscapedPath()]
		b.mu.Unlock()
		if handler == nil {
			handler = respondWith(404, `{"code":"PGRST205","message":"not scripted"}`)
		}
		handler(w, r)
	}))
	t.Cleanup(b.Close)
	b.handle("POST /rest/v1/rpc/tableside_schema", respondWith(200, shopSchema))
	b.handle("GET /auth/v1/settings", respondWith(200, `{"external":{"email":true,"github":true,"phone":true,"google":false},"disable_signup":true}`))
	b.handle("POST /auth/v1/token", respondWithSession("person", time.Hour))
	b.handle("POST /auth/v1/logout", respondWith(204, ""))
	b.handle("GET /auth/v1/user", respondWith(200, `{"id":"id-person"}`))
	return b
}

func (b *fakeBackend) handle(route string, handler http.HandlerFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handlers[route] = handler
}

// findRequests returns the received requests whose "METHOD /path" starts with prefix.
func (b *fakeBackend) findRequests(prefix string) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var found []string
	for _, request := range b.receivedRequests {
		if strings.HasPrefix(request, prefix) {
			found = append(found, request)
		}
	}
	return found
}

func respondWith(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// respondWithObject responds to a download with an object.
func respondWithObject(content string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Etag", `"e"`)
		_, _ = io.WriteString(w, content)
	}
}

// newToken returns a JWT with the only claims that the server reads.
func newToken(name string) string {
	claims := base64.RawURLEncoding.EncodeToString([]byte(`{"role":"staff","sub":"` + name + `"}`))
	return "e30." + claims + ".secret-token-" + name
}

func respondWithSession(name string, lifetime time.Duration) http.HandlerFunc {
	return respondWith(200, fmt.Sprintf(`{"access_token":%q,"refresh_token":"secret-refresh-%s","expires_in":%d,
		"user":{"id":"id-%s","email":"%s@example.test","user_metadata":{"full_name":"Per Son"}}}`,
		newToken(name), name, int(lifetime.Seconds()), name, name))
}

// shopSchema is a response of tableside_schema(): the table orders has a check and a
// column "secret" that the role can't read; notes has no key and is read-only.
const shopSchema = `{"version":1,"role":"staff","schemas":["public"],"tables":[
 {"schema":"public","name":"orders","relkind":"r","primaryKey":["id"],"columns":[
  {"name":"id","type":"bigint","base":"int8","typtype":"b","select":true,"insert":true,"update":true},
  {"name":"status","type":"text","base":"text","typtype":"b","nullable":true,"select":true,"insert":true,"update":true},
  {"name":"Due on","type":"date","base":"date","typtype":"b","nullable":true,"select":true,"insert":true,"update":true},
  {"name":"secret","type":"text","base":"text","typtype":"b","select":false,"insert":true,"update":false}],
  "checks":[{"name":"orders_status_check","columns":["status"],"expression":"x"}],
  "privileges":{"select":true,"insert":true,"update":true,"delete":true}},
 {"schema":"public","name":"notes","relkind":"v","columns":[
  {"name":"body","type":"text","base":"text","typtype":"b","select":true}],
  "privileges":{"select":true}},
 {"schema":"public","name":"inbox","relkind":"r","columns":[
  {"name":"body","type":"text","base":"text","typtype":"b","insert":true}],
  "privileges":{"insert":true}}],
 "functions":[{"schema":"public","name":"restock","volatility":"volatile","args":[],"returns":{"type":"void","base":"void","typtype":"p"}}]}`

// testClient is a browser that is connected to the server under test.
type testClient struct {
	t *testing.T
	*http.Client
	url  string
	logs *lockedBuffer
	srv  *Server
}

// lockedBuffer is a buffer that several goroutines can write to.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}

var testAssets = fstest.MapFS{
	"index.html":                 {Data: []byte("<div id=root></div>")},
	"index.html.br":              {Data: []byte("br of index")},
	"signed-in.html":             {Data: []byte("page for signed-in users")},
	"table.html":                 {Data: []byte("page for a table")},
	"dashboard.html":             {Data: []byte("page for a dashboard")},
	"assets/main-ABCD2345.js":    {Data: []byte("console.log(1)")},
	"assets/main-ABCD2345.js.br": {Data: []byte("br of main")},
	"assets/main-ABCD2345.js.gz": {Data: []byte("gz of main")},
	"favicon.svg":                {Data: []byte("<svg/>")},
	".gitkeep":                   {Data: []byte("")},
}

var testSecret = []byte("0123456789abcdef0123456789abcdef")

// startServer starts a server in front of a scripted backend, with adjusted options, and
// returns a client that is not signed in.
func startServer(t *testing.T, backend *fakeBackend, adjust ...func(*Options)) *testClient {
	t.Helper()
	logs := &lockedBuffer{}
	options := Options{
		SupabaseURL: backend.URL, PublishableKey: "sb_publishable_test", CookieSecrets: [][]byte{testSecret},
		Assets: testAssets, Logger: slog.New(slog.NewJSONHandler(logs, nil)), MaxRows: 3,
		UpstreamTimeout: 2 * time.Second,
	}
	for _, change := range adjust {
		change(&options)
	}
	srv, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(srv.Handler())
	t.Cleanup(web.Close)
	return (&testClient{t: t, url: web.URL, logs: logs, srv: srv}).newGuest()
}

// newGuest returns another client of the same server that is not signed in.
func (c *testClient) newGuest() *testClient {
	jar, _ := cookiejar.New(nil) // can fail only with options
	other := *c
	other.Client = &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return &other
}

// signIn signs the client in and returns it.
func (c *testClient) signIn() *testClient {
	c.t.Helper()
	c.send("POST", "/api/auth/sign-in", `{"email":"person@example.test","password":"pw"}`).requireStatus(200)
	return c
}

// response is a response whose body has been read.
type response struct {
	t *testing.T
	*http.Response
	body string
}

func (c *testClient) send(method, path, body string, headers ...string) *response {
	c.t.Helper()
	resp, err := c.trySend(method, path, body, headers...)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	return resp
}

// trySend is send for responses that the server can abort: it returns the error.
func (c *testClient) trySend(method, path, body string, headers ...string) (*response, error) {
	req, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, value)
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	read, err := io.ReadAll(resp.Body)
	return &response{t: c.t, Response: resp, body: string(read)}, err
}

func (r *response) requireStatus(status int) *response {
	r.t.Helper()
	if r.StatusCode != status {
		r.t.Fatalf("%s %s: status %d, want %d: %s", r.Request.Method, r.Request.URL.Path, r.StatusCode, status, r.body)
	}
	return r
}

// requireError returns the error of the response, and fails the test on another code or status.
func (r *response) requireError(status int, code string) Error {
	r.t.Helper()
	r.requireStatus(status)
	var e Error
	decoder := json.NewDecoder(strings.NewReader(r.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&e); err != nil {
		r.t.Fatalf("the body is no Error: %v: %s", err, r.body)
	}
	if e.Code != code || e.Status != status || e.RequestID == "" || e.RequestID != r.Header.Get("X-Request-Id") || e.Message == "" {
		r.t.Fatalf("got %s, want code %s", r.body, code)
	}
	return e
}
