package server

import (
	"mime"
	"strings"
	"testing"
)

func TestTheAppIsServed(t *testing.T) {
	for _, test := range []struct {
		name, method, path, accept string
		status                     int
		body, encoding, cache      string
	}{
		{"the page", "GET", "/", "", 200, "<div id=root></div>", "", revalidatedCacheControl},
		{"the page for the app's routes", "GET", "/t/orders/5?panel=1", "", 200, "<div id=root></div>", "", revalidatedCacheControl},
		{"the page, compressed", "GET", "/", "gzip, br", 200, "br of index", "br", revalidatedCacheControl},
		{"a hashed asset", "GET", "/assets/main-ABCD2345.js", "", 200, "console.log(1)", "", immutableCacheControl},
		{"brotli is preferred", "GET", "/assets/main-ABCD2345.js", "gzip, deflate, br;q=0.9", 200, "br of main", "br", immutableCacheControl},
		{"gzip", "GET", "/assets/main-ABCD2345.js", "gzip", 200, "gz of main", "gzip", immutableCacheControl},
		{"a rejected encoding", "GET", "/assets/main-ABCD2345.js", "br;q=0, gzip;q=0.0", 200, "console.log(1)", "", immutableCacheControl},
		{"HEAD", "HEAD", "/assets/main-ABCD2345.js", "br", 200, "", "br", immutableCacheControl},
		{"an asset of an older build", "GET", "/assets/main-OLDOLD22.js", "", 404, CodeNotFound, "", ""},
		{"a file without a compressed form", "GET", "/favicon.svg", "br", 200, "<svg/>", "", revalidatedCacheControl},
		{"a compressed form by its name", "GET", "/index.html.br", "", 200, "<div id=root></div>", "", revalidatedCacheControl},
		{"a hidden file", "GET", "/.gitkeep", "", 200, "<div id=root></div>", "", revalidatedCacheControl},
		{"outside the folder", "GET", "/assets/..%2f..%2fetc/passwd", "", 200, "<div id=root></div>", "", revalidatedCacheControl},
	} {
		t.Run(test.name, func(t *testing.T) {
			guest := startServer(t, newFakeBackend(t))
			resp := guest.send(test.method, test.path, "", "Accept-Encoding: "+test.accept).requireStatus(test.status)
			if !strings.Contains(resp.body, test.body) || (test.status == 200 && resp.body != test.body) {
				t.Errorf("body %q", resp.body)
			}
			if got := resp.Header.Get("Content-Encoding"); got != test.encoding {
				t.Errorf("encoding %q", got)
			}
			if got := resp.Header.Get("Cache-Control"); test.cache != "" && got != test.cache {
				t.Errorf("cache %q", got)
			}
		})
	}
}

func TestThePagePreloadsWhatTheUserWillSee(t *testing.T) {
	guest := startServer(t, newFakeBackend(t))
	user := guest.newGuest().signIn()
	const forGuests, forUsers, forTables, forDashboards = "<div id=root></div>", "page for signed-in users", "page for a table", "page for a dashboard"
	for _, test := range []struct {
		client     *testClient
		path, page string
	}{
		{guest, "/", forGuests},
		{guest, "/tables/public/orders", forGuests},
		{user, "/", forTables},
		{user, "/tables/public/orders?status=eq.new", forTables},
		{user, "/tables/public/orders/import", forUsers},
		{user, "/dashboards/0d5f", forDashboards},
		{user, "/files/contracts", forUsers},
		{user, "/account", forUsers},
	} {
		resp := test.client.send("GET", test.path, "").requireStatus(200)
		if resp.body != test.page || resp.Header.Get("Cache-Control") != revalidatedCacheControl {
			t.Errorf("%s: %q, cache %q", test.path, resp.body, resp.Header.Get("Cache-Control"))
		}
	}
}

func TestAPageOfAnotherUserIsSentAgain(t *testing.T) {
	client := startServer(t, newFakeBackend(t))
	tag := client.send("GET", "/", "").requireStatus(200).Header.Get("ETag")
	client.signIn().send("GET", "/", "", "If-None-Match: "+tag).requireStatus(200)
}

func TestAnUnchangedPageIsNotSentAgain(t *testing.T) {
	guest := startServer(t, newFakeBackend(t))
	for _, accept := range []string{"", "br"} {
		tag := guest.send("GET", "/", "", "Accept-Encoding: "+accept).requireStatus(200).Header.Get("ETag")
		guest.send("GET", "/", "", "Accept-Encoding: "+accept, "If-None-Match: "+tag).requireStatus(304)
	}
}

func TestTypesOfTheAppAreTheSameOnEveryMachine(t *testing.T) {
	if err := mime.AddExtensionType(".js", "text/plain"); err != nil { // the value in some Windows registries
		t.Fatal(err)
	}
	guest := startServer(t, newFakeBackend(t))
	for path, want := range map[string]string{
		"/": "text/html; charset=utf-8", "/assets/main-ABCD2345.js": "text/javascript; charset=utf-8", "/favicon.svg": "image/svg+xml",
	} {
		if got := guest.send("GET", path, "", "Accept-Encoding: identity").requireStatus(200).Header.Get("Content-Type"); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

func TestEveryResponseHasSecurityHeaders(t *testing.T) {
	guest := startServer(t, newFakeBackend(t))
	for _, path := range []string{"/", "/assets/main-ABCD2345.js", "/api/workspace", "/api/nope", "/healthz"} {
		header := guest.send("GET", path, "", "Accept-Encoding: identity").Header
		policy := header.Get("Content-Security-Policy")
		scripts, _, _ := strings.Cut(policy[strings.Index(policy, "script-src"):], ";")
		if scripts != "script-src 'self'" || !strings.Contains(policy, "frame-ancestors 'none'") || !strings.Contains(policy, "base-uri 'none'") {
			t.Errorf("%s: policy %s", path, policy)
		}
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin"} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if header.Get("X-Request-Id") == "" {
			t.Errorf("%s: no X-Request-Id", path)
		}
	}
}

func TestAnUnbuiltAppIsReported(t *testing.T) {
	guest := startServer(t, newFakeBackend(t), func(o *Options) { o.Assets = nil })
	if e := guest.send("GET", "/", "").requireError(404, CodeNotFound); !strings.Contains(e.Message, "scripts/build") {
		t.Errorf("message %q", e.Message)
	}
}
