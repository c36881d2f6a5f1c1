//go:build unix

package accounts

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/server"
)

// client is a browser that is connected to a server and does not follow redirects.
type client struct {
	t *testing.T
	*http.Client
	url  string
	logs *lockedBuffer
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

// startServer starts a server and returns a client that is not signed in. At the end of
// the test, the log must contain no token.
func startServer(t *testing.T, adjust ...func(*server.Options)) *client {
	t.Helper()
	logs := &lockedBuffer{}
	options := server.Options{
		SupabaseURL: base.Info().URL, PublishableKey: base.Info().PublishableKey, Name: "Harbour",
		CookieSecrets: [][]byte{[]byte("0123456789abcdef0123456789abcdef")},
		Logger:        slog.New(slog.NewJSONHandler(logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
		// The tests are one client.
		SignInsPerClient: 1000, SignInsPerAccount: 100,
	}
	for _, change := range adjust {
		change(&options)
	}
	product, err := server.New(options)
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(product.Handler())
	t.Cleanup(web.Close)
	t.Cleanup(func() { requireNoToken(t, "the log", logs.String()) })
	return (&client{t: t, url: web.URL, logs: logs}).newBrowser()
}

// newBrowser returns another client of the same server that is not signed in.
func (c *client) newBrowser() *client {
	jar, _ := cookiejar.New(nil) // can fail only with options
	return &client{t: c.t, url: c.url, logs: c.logs, Client: &http.Client{
		Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// in returns the same client for a subtest.
func (c *client) in(t *testing.T) *client {
	subtest := *c
	subtest.t = t
	return &subtest
}

type response struct {
	*http.Response
	t    *testing.T
	body string
}

// send sends a request; headers are "Name: value". No response contains a token.
func (c *client) send(method, path, body string, headers ...string) *response {
	c.t.Helper()
	if strings.HasPrefix(path, "/") {
		path = c.url + path
	}
	req, err := http.NewRequest(method, path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
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
		c.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	read, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	if strings.HasPrefix(path, c.url) {
		requireNoToken(c.t, method+" "+req.URL.Path, string(read)+resp.Header.Get("Location"))
	}
	return &response{Response: resp, t: c.t, body: string(read)}
}

// requireNoToken fails if a text contains an access token or a fragment with tokens.
func requireNoToken(t *testing.T, where, text string) {
	t.Helper()
	for _, secret := range []string{"eyJ", "access_token", "refresh_token"} {
		if strings.Contains(text, secret) {
			t.Errorf("%s contains %s: %.300s", where, secret, text)
		}
	}
}

func (r *response) requireStatus(status int) *response {
	r.t.Helper()
	if r.StatusCode != status {
		r.t.Fatalf("%s %s: %d, want %d: %s", r.Request.Method, r.Request.URL, r.StatusCode, status, r.body)
	}
	return r
}

func (r *response) requireError(status int, code string) server.Error {
	r.t.Helper()
	r.requireStatus(status)
	var e server.Error
	r.decode(&e)
	if e.Code != code || e.Message == "" {
		r.t.Fatalf("%s %s: got %s, want %s", r.Request.Method, r.Request.URL.Path, r.body, code)
	}
	return e
}

// requireRedirect returns the target of a redirect.
func (r *response) requireRedirect() string {
	r.t.Helper()
	if r.StatusCode != http.StatusSeeOther && r.StatusCode != http.StatusFound {
		r.t.Fatalf("%s %s: %d is no redirect: %s", r.Request.Method, r.Request.URL, r.StatusCode, r.body)
	}
	return r.Header.Get("Location")
}

func (r *response) decode(into any) {
	r.t.Helper()
	if err := json.Unmarshal([]byte(r.body), into); err != nil {
		r.t.Fatalf("%v: %s", err, r.body)
	}
}

// fetchUser returns the signed-in user, or nil.
func (c *client) fetchUser() *server.User {
	c.t.Helper()
	var workspace server.Workspace
	c.send("GET", "/api/workspace", "").requireStatus(200).decode(&workspace)
	return workspace.User
}

func (c *client) requireUser(email string) *server.User {
	c.t.Helper()
	user := c.fetchUser()
	if user == nil || user.Email != email {
		c.t.Fatalf("signed in: %+v, want %s", user, email)
	}
	return user
}

func (c *client) requireGuest() {
	c.t.Helper()
	if user := c.fetchUser(); user != nil {
		c.t.Fatalf("signed in: %+v", user)
	}
}

// openLink opens the link of a mail, whose target is this server, and returns where the
// server leads.
func (c *client) openLink(mail auth.Mail) string {
	c.t.Helper()
	return c.openTarget(c.send("GET", mail.Link, "").requireRedirect())
}

// openTarget opens an address of this server to which the auth service redirects. Without
// a redirect, it is a page of the app.
func (c *client) openTarget(target string) string {
	c.t.Helper()
	parsed, err := url.Parse(target)
	if err != nil {
		c.t.Fatal(err)
	}
	resp := c.send("GET", c.url+parsed.RequestURI(), "")
	if resp.StatusCode == http.StatusNotFound { // the tests have no app
		return "page"
	}
	return resp.requireRedirect()
}

func (c *client) signIn(email string) *client {
	c.t.Helper()
	c.send("POST", "/api/auth/sign-in", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)).requireStatus(200)
	return c
}
