//go:build unix

// Package actions tests the calls of database functions and edge functions with the embedded
// backend, its PostgreSQL and Deno.
package actions

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase"
	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// base is the backend of all tests, with the awkward relations and the edge functions of
// testdata.
var base *localbase.Backend

func TestMain(m *testing.M) {
	supa.RegisterStorage(http.DefaultTransport.(*http.Transport))
	code, err := runWithBackend(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func runWithBackend(m *testing.M) (code int, err error) {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "tableside-actions-")
	if err != nil {
		return 1, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o711); err != nil { // the database's user must traverse it
		return 1, err
	}
	data := filepath.Join(dir, "data")
	base, err = localbase.Start(ctx, localbase.Options{
		DataDir: data, InstallSQL: []string{schema.InstallSQL(nil), schema.ActionsSQL},
	})
	if err != nil {
		return 1, err
	}
	defer func() { _ = base.Close(ctx) }()
	for _, file := range []string{"../../../localbase/testdata/awkward.sql", "testdata/functions.sql"} {
		text, err := os.ReadFile(file)
		if err != nil {
			return 1, err
		}
		if err := base.RunSQL(ctx, file, string(text)); err != nil {
			return 1, err
		}
	}
	if err := os.CopyFS(filepath.Join(data, "functions"), os.DirFS("testdata/functions")); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// testClient is a browser that is connected to a server.
type testClient struct {
	*testing.T
	*http.Client
	url string
}

// startServer starts a server and returns a client that is not signed in.
func startServer(t *testing.T, adjust func(*server.Options)) *testClient {
	t.Helper()
	options := server.Options{
		SupabaseURL: base.Info().URL, PublishableKey: base.Info().PublishableKey,
		CookieSecrets: [][]byte{[]byte("0123456789abcdef0123456789abcdef")},
	}
	if adjust != nil {
		adjust(&options)
	}
	product, err := server.New(options)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(product.Handler())
	t.Cleanup(web.Close)
	jar, _ := cookiejar.New(nil) // can fail only with options
	return &testClient{T: t, Client: &http.Client{Jar: jar}, url: web.URL}
}

// signUp creates a user with the role authenticated and signs in.
func (c *testClient) signUp(name string) *testClient {
	c.Helper()
	c.send("POST", "/api/auth/sign-up", fmt.Sprintf(`{"email":"%s@example.test","password":"a long password"}`, name)).requireStatus(200)
	return c
}

type response struct {
	*http.Response
	client *testClient
	body   string
}

// open sends a request and returns the response without its body.
func (c *testClient) open(ctx context.Context, method, path string, body io.Reader, headers ...string) (*http.Response, error) {
	c.Helper()
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, body)
	if err != nil {
		c.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, value)
	}
	return c.Do(req)
}

func (c *testClient) send(method, path, body string, headers ...string) *response {
	c.Helper()
	resp, err := c.open(c.Context(), method, path, strings.NewReader(body), headers...)
	if err != nil {
		c.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		c.Fatal(err)
	}
	return &response{Response: resp, client: c, body: string(text)}
}

func (r *response) requireStatus(status int) *response {
	r.client.Helper()
	if r.StatusCode != status {
		r.client.Fatalf("%s %s: %d, want %d: %s", r.Request.Method, r.Request.URL, r.StatusCode, status, r.body)
	}
	return r
}

// requireError checks that the response is an error of the server, and returns it.
func (r *response) requireError(status int, code string) server.Error {
	r.client.Helper()
	r.requireStatus(status)
	var e server.Error
	if err := json.Unmarshal([]byte(r.body), &e); err != nil || e.Code != code || r.Header.Get("X-Function-Status") != "" {
		r.client.Fatalf("%s, want the code %s", r.body, code)
	}
	return e
}

func (c *testClient) fetchSchema() *schema.Schema {
	c.Helper()
	var s schema.Schema
	if err := json.Unmarshal([]byte(c.send("GET", "/api/schema", "", "Cache-Control: no-cache").requireStatus(200).body), &s); err != nil {
		c.Fatal(err)
	}
	return &s
}

// findAction returns an action by its id.
func (c *testClient) findAction(s *schema.Schema, id string) schema.Action {
	c.Helper()
	i := slices.IndexFunc(s.Actions, func(a schema.Action) bool { return a.ID == id })
	if i < 0 {
		c.Fatalf("no action %s", id)
	}
	return s.Actions[i]
}
