package server

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

// startServerOn starts a server on an address, and returns a function that requests a path
// from it with a Host header.
func startServerOn(t *testing.T, address, publicURL string) func(host, method, path, body string) (int, string) {
	t.Helper()
	backend := newFakeBackend(t)
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	server, err := New(Options{
		SupabaseURL: backend.URL, PublishableKey: "key", CookieSecrets: [][]byte{testSecret}, PublicURL: publicURL, Assets: testAssets,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	return func(host, method, path, body string) (int, string) {
		t.Helper()
		req, err := http.NewRequest(method, "http://127.0.0.1:"+port+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Host = strings.ReplaceAll(host, "PORT", port)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Sec-Fetch-Site", "same-origin") // as a browser sends after DNS rebinding
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		text, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		if resp.StatusCode == http.StatusMisdirectedRequest && resp.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: a cookie was set", host)
		}
		return resp.StatusCode, string(text)
	}
}

const testCredentials = `{"email":"person@example.test","password":"password"}`

func TestAForeignHostIsRejectedOnLoopback(t *testing.T) {
	request := startServerOn(t, "127.0.0.1:0", "https://tables.example.com")
	for _, host := range []string{"evil.example", "evil.example:PORT", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1:PORT", "0.0.0.0:PORT", "notlocalhost", "[::2]:PORT"} {
		for _, path := range []string{"/", "/healthz", "/api/workspace", "/assets/main-ABCD2345.js"} {
			if status, body := request(host, "GET", path, ""); status != 421 || !strings.Contains(body, CodeUnknownHost) {
				t.Errorf("GET %s for %s: %d %s", path, host, status, body)
			}
		}
		if status, body := request(host, "POST", "/api/auth/sign-in", testCredentials); status != 421 {
			t.Errorf("%s signed in: %d %s", host, status, body)
		}
	}
	for _, host := range []string{"localhost", "localhost:PORT", "LOCALHOST:PORT", "localhost.:PORT", "127.0.0.1:PORT", "127.0.0.1", "127.1.2.3:PORT", "[::1]:PORT", "app.localhost:PORT", "tables.example.com", "Tables.Example.com:443"} {
		if status, body := request(host, "POST", "/api/auth/sign-in", testCredentials); status != 200 {
			t.Errorf("%s: %d %s", host, status, body)
		}
	}
}

// Other machines use host names that the server can't know.
func TestAnyHostIsServedOnOtherAddresses(t *testing.T) {
	request := startServerOn(t, "0.0.0.0:0", "")
	if status, body := request("tables.example.com", "POST", "/api/auth/sign-in", testCredentials); status != 200 {
		t.Errorf("%d %s", status, body)
	}
}
