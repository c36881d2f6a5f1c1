//go:build unix

// Package integration tests the server with the embedded backend. It is a separate
// package because server must not import localbase.
package integration

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase"
	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// siteURL is the URL that users open, to which passkeys are bound.
const siteURL = "http://localhost:8080"

// base is the backend of all tests, with the demo and the awkward relations.
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
	dir, err := os.MkdirTemp("", "tableside-integration-")
	if err != nil {
		return 1, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o711); err != nil { // the database's user must traverse it
		return 1, err
	}
	base, err = localbase.Start(ctx, localbase.Options{
		DataDir: filepath.Join(dir, "data"), SiteURL: siteURL, Passkeys: true, Schemas: []string{"public", "depot"},
		InstallSQL: []string{schema.InstallSQL(nil), schema.ViewsSQL, schema.CommentsSQL, schema.ActionsSQL}, Demo: true, DemoReadings: 2500,
	})
	if err != nil {
		return 1, err
	}
	defer func() { _ = base.Close(ctx) }()
	awkward, err := os.ReadFile("../../localbase/testdata/awkward.sql")
	if err != nil {
		return 1, err
	}
	if err := base.RunSQL(ctx, "awkward.sql", string(awkward)); err != nil {
		return 1, err
	}
	return m.Run(), nil
}

// connectDatabase connects to the database as superuser.
func connectDatabase(t *testing.T) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), base.Info().DBURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// testClient is a browser that is connected to a server.
type testClient struct {
	t *testing.T
	*http.Client
	url    string
	server *server.Server
}

// startServer starts a server and returns a client that is not signed in.
func startServer(t *testing.T, adjust ...func(*server.Options)) *testClient {
	t.Helper()
	options := server.Options{
		SupabaseURL: base.Info().URL, PublishableKey: base.Info().PublishableKey, Schemas: []string{"public", "depot"},
		CookieSecrets: [][]byte{[]byte("0123456789abcdef0123456789abcdef")}, MaxRows: 1000,
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
	return (&testClient{t: t, url: web.URL, server: product}).newGuest()
}

// newGuest returns another client of the same server that is not signed in.
func (p *testClient) newGuest() *testClient {
	jar, _ := cookiejar.New(nil) // can fail only with options
	return &testClient{t: p.t, Client: &http.Client{Jar: jar}, url: p.url, server: p.server}
}

// signInAs signs in with the demo's account of a role.
func (p *testClient) signInAs(role string) *testClient {
	p.t.Helper()
	for _, account := range demo.Accounts {
		if account.Role == role {
			p.send("POST", "/api/auth/sign-in", fmt.Sprintf(`{"email":%q,"password":%q}`, account.Email, account.Password)).requireStatus(200)
			return p
		}
	}
	p.t.Fatalf("no account with the role %q", role)
	return nil
}

// signUp creates a user with the role authenticated and signs in.
func (p *testClient) signUp(name string) *testClient {
	p.t.Helper()
	resp := p.send("POST", "/api/auth/sign-up", fmt.Sprintf(`{"email":"%s@example.test","password":"a long password"}`, name)).requireStatus(200)
	if !strings.Contains(resp.body, `"role":"authenticated"`) {
		p.t.Fatalf("signed up: %s", resp.body)
	}
	return p
}

type response struct {
	*http.Response
	t    *testing.T
	body string
}

func (p *testClient) send(method, path, body string, headers ...string) *response {
	p.t.Helper()
	req, err := http.NewRequest(method, p.url+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		req.Header.Set(name, value)
	}
	resp, err := p.Do(req)
	if err != nil {
		p.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	read, err := io.ReadAll(resp.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	return &response{Response: resp, t: p.t, body: string(read)}
}

func (a *response) requireStatus(status int) *response {
	a.t.Helper()
	if a.StatusCode != status {
		a.t.Fatalf("%s %s: %d, want %d: %s", a.Request.Method, a.Request.URL, a.StatusCode, status, a.body)
	}
	return a
}

// errorCode returns the error's code, or "" for a success.
func (a *response) errorCode() string {
	if a.StatusCode < 400 {
		return ""
	}
	var e server.Error
	if err := json.Unmarshal([]byte(a.body), &e); err != nil {
		a.t.Fatalf("not an error: %s", a.body)
	}
	return e.Code
}

func (p *testClient) fetchSchema() *schema.Schema {
	p.t.Helper()
	var s schema.Schema
	if err := json.Unmarshal([]byte(p.send("GET", "/api/schema", "").requireStatus(200).body), &s); err != nil {
		p.t.Fatal(err)
	}
	return &s
}

func (p *testClient) fetchUser() *server.User {
	p.t.Helper()
	var w server.Workspace
	if err := json.Unmarshal([]byte(p.send("GET", "/api/workspace", "").requireStatus(200).body), &w); err != nil {
		p.t.Fatal(err)
	}
	return w.User
}

// rowsPath returns the route of a table's rows; query alternates names and values.
func rowsPath(table string, query ...string) string {
	values := url.Values{}
	for i := 0; i < len(query); i += 2 {
		values.Add(query[i], query[i+1])
	}
	return "/api/rows/" + url.PathEscape(table) + "?" + values.Encode()
}

// row is an object whose values are the backend's raw JSON.
type row map[string]json.RawMessage

func decodeRows(t *testing.T, body string) []row {
	t.Helper()
	var list []row
	if err := json.Unmarshal([]byte(body), &list); err != nil {
		t.Fatalf("not rows: %v: %s", err, body)
	}
	return list
}

func compactJSON(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, []byte(text)); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return out.String()
}

// filterText returns a JSON value in the syntax of a filter.
func filterText(t *testing.T, value json.RawMessage) string {
	t.Helper()
	if value[0] != '"' {
		return string(value)
	}
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		t.Fatal(err)
	}
	return text
}

// quoteName returns a name in the syntax of a query.
func quoteName(name string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name) + `"`
}

func decodeJSON(t *testing.T, body string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(body), into); err != nil {
		t.Fatalf("%v: %s", err, body)
	}
}

// beginAs opens a transaction with the role and claims of a user. The caller rolls it back.
func beginAs(t *testing.T, conn *pgx.Conn, user *server.User) pgx.Tx {
	t.Helper()
	tx, err := conn.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	claims, _ := json.Marshal(map[string]string{"sub": user.ID, "role": user.Role, "email": user.Email})
	if _, err := tx.Exec(t.Context(), "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", user.Role, claims); err != nil {
		t.Fatal(err)
	}
	return tx
}
