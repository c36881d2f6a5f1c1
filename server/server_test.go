package server

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// The server knows a backend only by its URL, also the embedded one.
func TestServerDoesNotImportLocalbase(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range strings.Fields(string(out)) {
		if strings.Contains(name, "tableside/localbase") || strings.Contains(name, "jackc/pgx") {
			t.Errorf("server imports %s", name)
		}
	}
}

func TestOnlySupaImportsTheClients(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{.Imports}}", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(out), "\n") {
		if strings.Contains(line, "supabase-community") && !strings.Contains(line, "/server/supa ") {
			t.Errorf("not only supa imports a client: %s", line)
		}
	}
}

func TestOnlyTheSameOriginMayChange(t *testing.T) {
	client := startServer(t, newFakeBackend(t), func(o *Options) { o.PublicURL = "https://tables.example.test" })
	host := strings.TrimPrefix(client.url, "http://")
	for _, test := range []struct {
		name    string
		headers []string
		allowed bool
	}{
		{"a request without both headers, as curl sends", nil, true},
		{"the app itself", []string{"Sec-Fetch-Site: same-origin", "Origin: http://" + host}, true},
		{"a URL typed by the user", []string{"Sec-Fetch-Site: none"}, true},
		{"another site", []string{"Sec-Fetch-Site: cross-site", "Origin: https://evil.test"}, false},
		{"a sibling of this host", []string{"Sec-Fetch-Site: same-site", "Origin: https://other.example.test"}, false},
		{"an old browser, same host", []string{"Origin: http://" + host}, true},
		{"an old browser, the public address", []string{"Origin: https://tables.example.test"}, true},
		{"an old browser, the public host by http", []string{"Origin: http://tables.example.test"}, false},
		{"an old browser, another site", []string{"Origin: https://evil.test"}, false},
		{"an old browser, a host with the same prefix", []string{"Origin: http://" + host + ".evil.test"}, false},
		{"a sandboxed page", []string{"Origin: null"}, false},
		{"another site that claims our origin", []string{"Sec-Fetch-Site: cross-site", "Origin: http://" + host}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, route := range []string{"POST /api/auth/sign-out", "PATCH /api/rows/orders", "DELETE /api/files/b/x", "PUT /api/files/b/x"} {
				method, path, _ := strings.Cut(route, " ")
				rejected := strings.Contains(client.send(method, path, "{}", test.headers...).body, CodeCrossOrigin)
				if rejected == test.allowed {
					t.Errorf("%s: allowed is %v", route, !rejected)
				}
			}
			if resp := client.send("GET", "/api/workspace", "", test.headers...); resp.StatusCode != 200 {
				t.Errorf("a read: %d", resp.StatusCode)
			}
		})
	}
}

func TestUnknownRoutesAreErrorsInJSON(t *testing.T) {
	guest := startServer(t, newFakeBackend(t))
	for route, want := range map[string]string{
		"GET /api/nope": CodeNotFound, "POST /api": CodeNotFound, "GET /api/": CodeNotFound, "GET /api/rows": CodeNotFound,
		"PATCH /api/nope": CodeNotFound, "PROPFIND /api/nope": CodeNotFound,
	} {
		method, path, _ := strings.Cut(route, " ")
		e := Error{}
		resp := guest.send(method, path, "")
		if err := json.Unmarshal([]byte(resp.body), &e); err != nil || e.Code != want || e.Status != resp.StatusCode {
			t.Errorf("%s: %d %s", route, resp.StatusCode, resp.body)
		}
	}
}

func TestAWrongMethodGetsTheAllowedMethods(t *testing.T) {
	guest := startServer(t, newFakeBackend(t))
	for route, want := range map[string]string{
		"PUT /api/workspace":             "GET, HEAD, OPTIONS",
		"GET /api/auth/sign-in":          "POST, OPTIONS",
		"PUT /api/rows/orders":           "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
		"PATCH /api/rows/a%2Fb":          "", // a single segment, with an allowed method
		"POST /api/export/public/orders": "GET, HEAD, OPTIONS",
		"PROPFIND /api/files/photos/a/b": "GET, HEAD, PUT, DELETE, OPTIONS",
		"PATCH /api/files/photos/move":   "GET, HEAD, POST, PUT, DELETE, OPTIONS", // an object can have this name
		"OPTIONS /api/rpc/restock":       "POST, OPTIONS",
		"OPTIONS /api/nope":              "",
		"DELETE /healthz":                "GET, HEAD, OPTIONS",
		"POST /nope":                     "GET, HEAD, OPTIONS",
	} {
		method, path, _ := strings.Cut(route, " ")
		resp := guest.send(method, path, "")
		e := Error{}
		if method == http.MethodOptions && want != "" {
			if resp.StatusCode != http.StatusNoContent {
				t.Errorf("%s: %d", route, resp.StatusCode)
			}
		} else if err := json.Unmarshal([]byte(resp.body), &e); err != nil || e.Status != resp.StatusCode || e.RequestID == "" || (e.Code == CodeMethodNotAllowed) != (want != "") {
			t.Errorf("%s: %d %s", route, resp.StatusCode, resp.body)
		}
		if got := resp.Header.Get("Allow"); got != want {
			t.Errorf("%s: Allow is %q, want %q", route, got, want)
		}
	}
}

func TestALargeBodyIsRejected(t *testing.T) {
	client := startServer(t, newFakeBackend(t)).signIn()
	client.send("POST", "/api/rows/orders", `{"status":"`+strings.Repeat("x", defaultBodyBytes)+`"}`).requireError(413, CodeTooLarge)

	limited := startServer(t, newFakeBackend(t), func(o *Options) { o.BodyBytes = 2048 }).signIn()
	resp := limited.send("POST", "/api/rows/orders", `{"status":"`+strings.Repeat("x", 2048)+`"}`)
	resp.requireError(413, CodeTooLarge)
	if !strings.Contains(resp.body, "2048 bytes") || !strings.Contains(resp.body, "TABLESIDE_BODY_BYTES") {
		t.Errorf("the error does not name the limit and its setting: %s", resp.body)
	}
}

func TestABackendThatIsDownIsReported(t *testing.T) {
	backend := newFakeBackend(t)
	client := startServer(t, backend).signIn()
	client.send("GET", "/api/schema", "").requireStatus(200)
	backend.Close()
	for _, route := range []string{"GET /api/rows/orders", "GET /api/buckets", "GET /api/files/b/x", "GET /api/export/orders", "GET /api/workspace"} {
		method, path, _ := strings.Cut(route, " ")
		began := time.Now()
		resp := client.send(method, path, "")
		resp.requireError(503, CodeUnreachable)
		if resp.Header.Get("Retry-After") == "" {
			t.Errorf("%s: no Retry-After", route)
		}
		if took := time.Since(began); took > 10*time.Second { // a third of the default timeout
			t.Errorf("%s: took %s", route, took)
		}
	}
	resp := client.send("GET", "/readyz", "").requireStatus(503)
	if !strings.Contains(resp.body, `"status":"unavailable"`) {
		t.Errorf("readyz: %s", resp.body)
	}
	client.send("GET", "/healthz", "").requireStatus(200)
}

func TestASilentBackendIsATimeout(t *testing.T) {
	backend := newFakeBackend(t)
	done := make(chan struct{})
	defer close(done)
	backend.handle("GET /storage/v1/bucket", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-done:
		case <-r.Context().Done():
		}
	})
	client := startServer(t, backend, func(o *Options) { o.UpstreamTimeout = time.Second }).signIn()
	client.send("GET", "/api/buckets", "").requireError(504, CodeTimeout)
}

func TestLogsContainNoSecretsAndNoValues(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("GET /rest/v1/orders", respondWith(409, `{"code":"23505","message":"dup in-message","details":"Key (email)=(in-details) exists"}`))
	backend.handle("GET /storage/v1/bucket", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	client := startServer(t, backend).signIn()
	client.send("GET", "/api/rows/orders?status=eq.in-query", "").requireStatus(409)
	client.send("GET", "/api/buckets", "").requireStatus(503)
	client.send("GET", "/api/files/bucket/in-path.txt?download=1", "").requireStatus(404)
	client.send("POST", "/api/auth/sign-out", "")
	backend.Close()
	client.send("POST", "/api/auth/sign-in", `{"email":"in-body@example.test","password":"in-password"}`).requireStatus(503)
	logs := client.logs.String()
	for _, secret := range []string{"in-message", "in-details", "in-query", "in-path", "in-body", "in-password", "client@", "secret-token", "secret-refresh", "sb_publishable"} {
		if strings.Contains(logs, secret) {
			t.Errorf("%q is in the log:\n%s", secret, logs)
		}
	}
	for _, part := range []string{`"route":"/api/rows/:table"`, `"status":409`, `"code":"23505"`, `"method":"GET"`, `"ms":`, `"id":"`, `"cause":"backend not reachable`} {
		if !strings.Contains(logs, part) {
			t.Errorf("%s is not in the log:\n%s", part, logs)
		}
	}
}

func TestMetricsCountRequestsAndUpstreams(t *testing.T) {
	client := startServer(t, newFakeBackend(t)).signIn()
	client.send("GET", "/api/rows/nope", "").requireStatus(404)
	client.send("BREW", "/api/workspace", "")
	scrape := httptest.NewRecorder()
	client.srv.Metrics().ServeHTTP(scrape, httptest.NewRequest("GET", "/", nil))
	body := scrape.Body.String()
	for _, want := range []string{
		`tableside_request_seconds_count{method="GET",route="/api/rows/:table",status="404"} 1`,
		`tableside_upstream_seconds_count{area="auth",status="200"} 1`,
		`method="other"`,
		"go_goroutines ",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not in the metrics:\n%s", want, body)
		}
	}
}

func TestServeDrains(t *testing.T) {
	backend := newFakeBackend(t)
	begun, release := make(chan struct{}), make(chan struct{})
	backend.handle("GET /storage/v1/bucket", func(w http.ResponseWriter, r *http.Request) {
		close(begun)
		<-release
		respondWith(200, "[]")(w, r)
	})
	client := startServer(t, backend).signIn()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- client.srv.Serve(ctx, listener) }()
	address := "http://" + listener.Addr().String()
	statuses := make(chan int, 1)
	go func() {
		resp, err := http.Get(address + "/api/buckets")
		if err != nil {
			statuses <- 0
			return
		}
		_ = resp.Body.Close()
		statuses <- resp.StatusCode
	}()
	<-begun
	cancel()
	waitUntil(t, func() bool {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err == nil {
			_ = conn.Close()
		}
		return err != nil
	})
	close(release)
	if status := <-statuses; status != 200 {
		t.Errorf("the request that ran got %d", status)
	}
	if err := <-served; err != nil {
		t.Errorf("serve: %v", err)
	}
}

func TestServeEndsThoughARequestHangs(t *testing.T) {
	backend := newFakeBackend(t)
	begun, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	backend.handle("GET /storage/v1/bucket", func(http.ResponseWriter, *http.Request) { close(begun); <-release })
	client := startServer(t, backend, func(o *Options) { o.DrainTimeout = 50 * time.Millisecond })
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- client.srv.Serve(ctx, listener) }()
	go func() {
		if resp, err := http.Get("http://" + listener.Addr().String() + "/api/buckets"); err == nil {
			_ = resp.Body.Close()
		}
	}()
	<-begun
	cancel()
	select {
	case err := <-served:
		if err != nil {
			t.Errorf("serve: %v", err)
		}
	case <-time.After(8 * time.Second): // the default is 10 s
		t.Error("serve goes on")
	}
}

func waitUntil(t *testing.T, done func() bool) {
	t.Helper()
	for range 3000 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the condition was not met within 30 seconds")
}

func TestNewRejectsWrongOptions(t *testing.T) {
	good := Options{SupabaseURL: "http://127.0.0.1:1", PublishableKey: "k", CookieSecrets: [][]byte{testSecret}}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Options){
		"no URL":           func(o *Options) { o.SupabaseURL = "" },
		"no key":           func(o *Options) { o.PublishableKey = "" },
		"a short secret":   func(o *Options) { o.CookieSecrets = [][]byte{testSecret, testSecret[:31]} },
		"a bad public URL": func(o *Options) { o.PublicURL = "tables.example.test" },
		"no such file":     func(o *Options) { o.SchemaFile = "testdata/none.json" },
	} {
		options := good
		change(&options)
		if _, err := New(options); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func TestTheWorkspaceContainsTheSignInMethods(t *testing.T) {
	guest := startServer(t, newFakeBackend(t), func(o *Options) { o.Mode, o.Version = ModeLocal, "1.2" })
	var got Workspace
	if err := json.Unmarshal([]byte(guest.send("GET", "/api/workspace", "").requireStatus(200).body), &got); err != nil {
		t.Fatal(err)
	}
	if !got.SignIn.Password || got.SignIn.SignUp || len(got.SignIn.Providers) != 1 || got.SignIn.Providers[0] != "github" {
		t.Errorf("sign-in: %+v", got.SignIn)
	}
	if got.Mode != ModeLocal || got.Version != "1.2" || got.Name != "Tableside" || got.Limits.MaxRows != 3 || got.Limits.UploadBytes != 0 || got.DemoAccounts == nil || got.User != nil {
		t.Errorf("workspace: %+v", got)
	}
}
