package server

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func newTokenOfIssuer(issuer string) string {
	claims := base64.RawURLEncoding.EncodeToString([]byte(`{"role":"staff","iss":"` + issuer + `"}`))
	return "e30." + claims + ".signature"
}

// fetchFingerprint signs a user in at a backend that issues tokens as issuer.
func fetchFingerprint(t *testing.T, issuer string, adjust func(*Options)) string {
	t.Helper()
	backend := newFakeBackend(t)
	backend.handle("POST /auth/v1/token", respondWith(200, fmt.Sprintf(
		`{"access_token":%q,"refresh_token":"r","expires_in":3600,"user":{"id":"u","email":"u@example.test"}}`, newTokenOfIssuer(issuer))))
	// All backends share an address, so that only the options and the issuer differ.
	person := startServer(t, backend, func(o *Options) {
		o.SupabaseURL, o.Transport = "http://kong:8000", redirectTransport(backend.URL)
		adjust(o)
	})
	if guest := fetchWorkspace(t, person); guest.BackendFingerprint != "" {
		t.Errorf("a guest gets the fingerprint %q", guest.BackendFingerprint)
	}
	got := fetchWorkspace(t, person.signIn()).BackendFingerprint
	if len(got) != 32 || strings.Contains(got, "kong") {
		t.Errorf("fingerprint %q, want 32 digits", got)
	}
	return got
}

// redirectTransport sends all requests to the same server, for any host.
type redirectTransport string

func (to redirectTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	target, err := url.Parse(string(to))
	if err != nil {
		return nil, err
	}
	r = r.Clone(r.Context())
	r.URL.Host = target.Host
	return http.DefaultTransport.RoundTrip(r)
}

func fetchWorkspace(t *testing.T, person *testClient) Workspace {
	t.Helper()
	var got Workspace
	if err := json.Unmarshal([]byte(person.send("GET", "/api/workspace", "").requireStatus(200).body), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestBackendFingerprint(t *testing.T) {
	none := func(*Options) {}
	issuer := "https://db.example.test/auth/v1"
	base := fetchFingerprint(t, issuer, none)
	folder := fetchFingerprint(t, issuer, func(o *Options) { o.BackendID = "folder" })
	for _, test := range []struct {
		name, issuer string
		adjust       func(*Options)
		want         string // "": differs from base and folder
	}{
		{"the same backend", issuer, none, base},
		{"another workspace name", issuer, func(o *Options) { o.Name = "Renamed" }, base},
		{"another API key", issuer, func(o *Options) { o.PublishableKey = "sb_publishable_rotated" }, base},
		{"another cookie secret", issuer, func(o *Options) { o.CookieSecrets = [][]byte{[]byte(strings.Repeat("x", 32))} }, base},
		{"the same URL, spelled differently", issuer, func(o *Options) { o.SupabaseURL = "http://KONG:8000/" }, base},
		{"another URL", issuer, func(o *Options) { o.SupabaseURL = "http://staging:8000" }, ""},
		{"another issuer at the same URL", "https://staging.example.test/auth/v1", none, ""},
		{"a backend ID with another URL and issuer", "http://127.0.0.1:40001/auth/v1", func(o *Options) {
			o.BackendID, o.SupabaseURL = "folder", "http://127.0.0.1:40001"
		}, folder},
		{"another backend ID", issuer, func(o *Options) { o.BackendID = "copy of the folder" }, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := fetchFingerprint(t, test.issuer, test.adjust)
			if test.want == "" && (got == base || got == folder) {
				t.Errorf("the fingerprint is the one of another backend")
			} else if test.want != "" && got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestCanonicalURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://Ref.Supabase.co/":         "https://ref.supabase.co",
		"https://ref.supabase.co:443":      "https://ref.supabase.co",
		"http://db.example.test:80/base//": "http://db.example.test/base",
		"http://db.example.test:443":       "http://db.example.test:443",
		"http://127.0.0.1:54321/Base":      "http://127.0.0.1:54321/Base",
	} {
		if got := canonicalURL(in); got != want {
			t.Errorf("canonicalURL(%q) = %q, want %q", in, got, want)
		}
	}
}
