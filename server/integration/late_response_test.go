//go:build unix

package integration

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tableside/tableside/server"
)

// cookieHeader returns the browser's Cookie header.
func (p *testClient) cookieHeader() string {
	p.t.Helper()
	address, err := url.Parse(p.url)
	if err != nil {
		p.t.Fatal(err)
	}
	var pairs []string
	for _, cookie := range p.Jar.Cookies(address) {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(pairs, "; ")
}

// A refresh is due when an upload begins, and the user signs out during the upload: no
// cookie of this session can read rows afterwards, at this or another replica.
func TestAnUploadThatEndsAfterASignOutDoesNotSignIn(t *testing.T) {
	var ahead atomic.Int64
	clock := func(o *server.Options) {
		o.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	}
	p, replica := startServer(t, clock).signInAs("owner"), startServer(t, clock)
	first := p.cookieHeader()
	ahead.Store(int64(59*time.Minute + 20*time.Second))

	body, sent := io.Pipe()
	req, err := http.NewRequest("PUT", p.url+"/api/files/documents/late.bin", body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Cookie", first)
	done := make(chan *http.Response, 1)
	go func() {
		resp, err := p.newGuest().Do(req)
		if err != nil {
			t.Error(err)
		}
		done <- resp
	}()
	if _, err := io.WriteString(sent, "the first bytes"); err != nil { // the handler reads
		t.Fatal(err)
	}
	p.send("GET", rowsPath("products", "limit", "1"), "").requireStatus(200)
	refreshed := p.cookieHeader()
	if refreshed == first {
		t.Fatal("the session was not refreshed")
	}
	p.send("POST", "/api/auth/sign-out", "").requireStatus(204)
	if _, err := io.WriteString(sent, "the last bytes"); err != nil {
		t.Fatal(err)
	}
	_ = sent.Close()
	resp := <-done
	if resp == nil {
		t.FailNow()
	}
	_ = resp.Body.Close()
	if set := resp.Cookies(); len(set) > 0 {
		t.Errorf("the upload (%d) sets %v", resp.StatusCode, set)
	}
	for _, cookie := range []string{first, refreshed} {
		for name, at := range map[string]*testClient{"here": p, "at another replica": replica} {
			if resp := at.newGuest().send("GET", rowsPath("products", "limit", "1"), "", "Cookie: "+cookie); resp.errorCode() != server.CodeNotSignedIn {
				t.Errorf("%s: %d %s", name, resp.StatusCode, resp.body)
			}
		}
	}
}
