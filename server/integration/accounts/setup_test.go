//go:build unix

// Package accounts tests the sign-in methods of the server with the embedded backend, its
// mailbox and a small OpenID provider.
package accounts

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase"
	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/idptest"
	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// base is the backend of all tests. It requires confirmed addresses.
var base *localbase.Backend

// provider is the OpenID provider "keycloak" of base.
var provider *idptest.Provider

const config = `
[auth]
site_url = "http://127.0.0.1:3000"
enable_anonymous_sign_ins = true
enable_manual_linking = true
[auth.email]
enable_confirmations = true
secure_password_change = true
max_frequency = "1ms"
[auth.external.keycloak]
enabled = true
url = %q
client_id = %q
secret = %q
`

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
	dir, err := os.MkdirTemp("", "tableside-accounts-")
	if err != nil {
		return 1, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o711); err != nil { // the database's user must traverse it
		return 1, err
	}
	provider = idptest.New()
	defer provider.Close()
	file := filepath.Join(dir, "config.toml")
	if err := os.WriteFile(file, fmt.Appendf(nil, config, provider.URL, idptest.ClientID, idptest.ClientSecret), 0o600); err != nil {
		return 1, err
	}
	base, err = localbase.Start(ctx, localbase.Options{
		DataDir: filepath.Join(dir, "data"), ConfigFile: file, InstallSQL: []string{schema.InstallSQL(nil), tablesSQL},
	})
	if err != nil {
		return 1, err
	}
	defer func() { _ = base.Close(ctx) }()
	return m.Run(), nil
}

// tablesSQL creates a table with rows of users, and one that requires a second factor.
const tablesSQL = `
create table if not exists public.notes (id bigint generated always as identity primary key, owner uuid not null default auth.uid(), body text);
alter table public.notes enable row level security;
drop policy if exists own on public.notes;
create policy own on public.notes to authenticated using (owner = auth.uid());
grant select, insert, update, delete on public.notes to authenticated;
create table if not exists public.payroll (id bigint generated always as identity primary key, amount numeric);
alter table public.payroll enable row level security;
drop policy if exists everyone on public.payroll;
create policy everyone on public.payroll to authenticated using (true);
drop policy if exists second_factor on public.payroll;
create policy second_factor on public.payroll as restrictive to authenticated using ((auth.jwt() ->> 'aal') = 'aal2');
grant select on public.payroll to authenticated, anon;
`

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

const password = "correct horse"

// createUser creates a confirmed account and returns its address.
func createUser(t *testing.T, name string) string {
	t.Helper()
	email := name + "@example.test"
	callBackend(t, "POST", "/auth/v1/admin/users", fmt.Sprintf(`{"email":%q,"password":%q,"email_confirm":true}`, email, password))
	return email
}

// callBackend calls the backend as the owner.
func callBackend(t *testing.T, method, path, body string) string {
	t.Helper()
	req, err := http.NewRequest(method, base.Info().URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Apikey", base.Info().SecretKey)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode >= 300 {
		t.Fatalf("%s %s: %d %s %v", method, path, resp.StatusCode, text, err)
	}
	return string(text)
}

func runSQL(t *testing.T, sql string) {
	t.Helper()
	if err := base.RunSQL(t.Context(), t.Name(), sql); err != nil {
		t.Fatal(err)
	}
}

func (c *client) signIn(email string) *client {
	c.t.Helper()
	c.send("POST", "/api/auth/sign-in", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)).requireStatus(200)
	return c
}

// mails returns the mails to an address, latest first.
func mails(t *testing.T, to string) []auth.Mail {
	t.Helper()
	resp, err := http.Get(base.Info().MailboxURL + "/api/mails?to=" + url.QueryEscape(to))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	var list []auth.Mail
	if err := json.NewDecoder(resp.Body).Decode(&list); err != nil {
		t.Fatal(err)
	}
	return list
}

// latestMail returns the latest mail to an address.
func latestMail(t *testing.T, to string) auth.Mail {
	t.Helper()
	list := mails(t, to)
	if len(list) == 0 {
		t.Fatalf("no mail to %s", to)
	}
	return list[0]
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

// queryText returns the text that a query selects.
func queryText(t *testing.T, sql string) string {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), base.Info().DBURL)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	var text string
	if err := conn.QueryRow(t.Context(), sql).Scan(&text); err != nil {
		t.Fatal(err)
	}
	return text
}
