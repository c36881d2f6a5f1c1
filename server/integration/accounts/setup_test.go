//go:build unix

// Package accounts tests the sign-in methods of the server with the embedded backend, its
// mailbox and a small OpenID provider.
package accounts

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase"
	"github.com/tableside/tableside/localbase/auth"
	"github.com/tableside/tableside/localbase/idptest"
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
