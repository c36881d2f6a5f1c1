//go:build unix

package localbase

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// countingTransport counts requests over connections.
type countingTransport struct{ requests int }

func (c *countingTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	c.requests++
	return http.DefaultTransport.RoundTrip(req)
}

// send sends a request and returns the response without the headers of the connection, as text.
func send(t *testing.T, transport http.RoundTripper, method, url string, header http.Header, body io.Reader) string {
	t.Helper()
	req, err := http.NewRequest(method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header = header
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	content, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	resp.Header.Del("Date")
	var text strings.Builder
	text.WriteString(resp.Status + "\n")
	if err := resp.Header.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String() + string(content)
}

// The direct transport returns what a client receives over a connection.
func TestTransportReturnsTheSameResponses(t *testing.T) {
	b := mustStart(t, Options{DataDir: newDataDir(t), InstallSQL: []string{`
		create table if not exists public."odd /name" (id int primary key, text text);
		grant select, insert on public."odd /name" to anon;
		create or replace function public.show_headers() returns json language sql stable as $$
		  select json_build_array(current_setting('request.headers')::json, current_setting('request.path'), current_setting('request.method')) $$;
		create or replace function public.nothing() returns void language sql stable as $$ $$`}})
	base := &countingTransport{}
	direct := b.Transport(base)
	key := http.Header{"Apikey": {b.info.PublishableKey}}
	with := func(name, value string) http.Header {
		header := key.Clone()
		header.Set(name, value)
		return header
	}
	for _, test := range []struct {
		name, method, path string
		header             http.Header
	}{
		{"list", "GET", "/rest/v1/odd%20%2Fname?select=id,text&id=gt.0&text=eq.a%26b", with("Prefer", "count=exact")},
		{"no key", "GET", "/rest/v1/odd%20%2Fname", http.Header{}},
		{"wrong key", "GET", "/rest/v1/odd%20%2Fname", http.Header{"Apikey": {"sb_publishable_wrong"}}},
		{"wrong token", "GET", "/rest/v1/odd%20%2Fname", with("Authorization", "Bearer wrong")},
		{"HEAD", "HEAD", "/rest/v1/odd%20%2Fname", with("Prefer", "count=exact")},
		{"unknown table", "GET", "/rest/v1/missing", key},
		{"invalid path", "GET", "/rest/v1/a/b/c", key},
		{"no content", "GET", "/rest/v1/rpc/nothing", key},
		{"the headers that SQL can read", "GET", "/rest/v1/rpc/show_headers?apikey=" + b.info.PublishableKey, http.Header{"X-Custom": {"1"}, "Cookie": {"a=b"}}},
		{"CSV", "GET", "/rest/v1/odd%20%2Fname", with("Accept", "text/csv")},
		{"the root", "GET", "/rest/v1/", key},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := send(t, &http.Transport{DisableCompression: true}, test.method, b.info.URL+test.path, test.header, nil)
			if got := send(t, direct, test.method, b.info.URL+test.path, test.header, nil); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
	if base.requests != 0 {
		t.Errorf("%d reads went over a connection", base.requests)
	}
	if got := send(t, direct, http.MethodPost, b.info.URL+"/rest/v1/odd%20%2Fname", key, strings.NewReader(`{"id":1}`)); !strings.HasPrefix(got, "201") || base.requests != 1 {
		t.Errorf("a write: %s, %d requests over a connection", got, base.requests)
	}
	send(t, direct, http.MethodGet, b.info.URL+"/auth/v1/health", key, nil)
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	if got := send(t, direct, http.MethodGet, other.URL+"/rest/v1/odd", key, nil); !strings.HasPrefix(got, "404") || base.requests != 3 {
		t.Errorf("another server: %s, %d requests over a connection", got, base.requests)
	}
}

func TestTransportReportsCancellationAndPanics(t *testing.T) {
	b := &Backend{info: Info{URL: "http://127.0.0.1:1"}, log: slog.New(slog.DiscardHandler)}
	read := func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.info.URL+"/rest/v1/orders", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := b.Transport(nil).RoundTrip(req)
		if err == nil {
			_ = resp.Body.Close()
		}
		return err
	}
	ctx, cancel := context.WithCancel(t.Context())
	b.handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { cancel() })
	if err := read(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
	b.handler = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("defect") })
	if err := read(t.Context()); err == nil || !strings.Contains(err.Error(), "defect") {
		t.Errorf("panic: %v", err)
	}
}
