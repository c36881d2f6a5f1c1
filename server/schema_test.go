package server

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const openAPIText = `{"swagger":"2.0","definitions":{"things":{"properties":{"id":{"type":"integer","format":"bigint"}}}},
	"paths":{"/things":{"get":{},"post":{},"patch":{},"delete":{}}}}`

func TestSchemaSourcesAreTriedInTheirOrder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(openAPIText), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := respondWith(404, `{"code":"PGRST202","message":"Could not find the function public.tableside_schema(schemas) in the schema cache"}`)
	for _, test := range []struct {
		name             string
		function         string
		secret, document bool
		file             string
		source, code     string
	}{
		{"the function", "there", true, true, file, `"source":"function"`, ""},
		{"OpenAPI with a secret key", "missing", true, true, file, `"source":"openapi"`, ""},
		{"the file without a secret key", "missing", false, true, file, `"source":"file"`, ""},
		{"the file if the root is rejected", "missing", true, false, file, `"source":"file"`, ""},
		{"none", "missing", false, false, "", "", CodeSchemaUnavailable},
		{"an older function", "old", false, false, "", "", CodeSchemaUnavailable},
		{"the database is down", "down", true, true, file, "", "PGRST000"},
		{"the database is down when the root is read", "root down", true, false, "", "", "PGRST001"},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := newFakeBackend(t)
			switch test.function {
			case "missing", "root down":
				backend.handle("POST /rest/v1/rpc/tableside_schema", missing)
			case "old":
				backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(200, `{"version":0}`))
			case "down":
				backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(503, `{"code":"PGRST000","message":"no connection"}`))
			}
			backend.handle("GET /rest/v1/", respondWith(401, `{"code":"PGRST301","message":"no"}`))
			if test.function == "root down" {
				backend.handle("GET /rest/v1/", respondWith(503, `{"code":"PGRST001","message":"no connection"}`))
			}
			if test.document {
				backend.handle("GET /rest/v1/", respondWith(200, openAPIText))
			}
			person := startServer(t, backend, func(o *Options) {
				o.SchemaFile = test.file
				if test.secret {
					o.SecretKey = "sb_secret_test"
				}
			}).signIn()
			resp := person.send("GET", "/api/schema", "")
			if test.code != "" {
				e := resp.requireError(503, test.code)
				if test.code == CodeSchemaUnavailable && !strings.Contains(e.Hint, "tableside schema-sql") {
					t.Errorf("hint %q", e.Hint)
				}
				return
			}
			if !strings.Contains(resp.requireStatus(200).body, test.source) {
				t.Errorf("got %.200s", resp.body)
			}
		})
	}
}

func TestGuestsGetNoSchemaFromTheOwnersSources(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(openAPIText), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, adjust := range map[string]func(*Options){
		"OpenAPI": func(o *Options) { o.SecretKey = "sb_secret_test" },
		"a file":  func(o *Options) { o.SchemaFile = file },
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(404, `{"code":"PGRST202","message":"no function"}`))
			backend.handle("GET /rest/v1/", respondWith(200, openAPIText))
			guest := startServer(t, backend, adjust)
			for _, path := range []string{"/api/schema", "/api/rows/things", "/api/export/things"} {
				if resp := guest.send("GET", path, ""); strings.Contains(resp.body, "bigint") {
					t.Errorf("%s shows a guest %s", path, resp.body)
				} else {
					resp.requireError(401, CodeNotSignedIn)
				}
			}
		})
	}
}

func TestAnInvalidSecretKeyIsReported(t *testing.T) {
	for name, test := range map[string]struct {
		root    http.HandlerFunc
		status  int
		code    string
		details string
	}{
		"rejected": {respondWith(401, `{"message":"Invalid API key"}`), 503, CodeSchemaUnavailable, "the secret key"},
		"away":     {respondWith(502, `<html>`), 503, CodeUnreachable, ""},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(404, `{"code":"PGRST202","message":"no function"}`))
			backend.handle("GET /rest/v1/", test.root)
			person := startServer(t, backend, func(o *Options) { o.SecretKey = "sb_secret_test" }).signIn()
			if e := person.send("GET", "/api/schema", "").requireError(test.status, test.code); !strings.Contains(e.Details, test.details) {
				t.Errorf("details %q", e.Details)
			}
		})
	}
}

func TestTheSecretKeyIsForTheSchemaOnly(t *testing.T) {
	backend := newFakeBackend(t)
	person := startServer(t, backend, func(o *Options) { o.SecretKey = "sb_secret_test" }).signIn()
	person.send("GET", "/api/schema", "").requireStatus(200)
	if asked := backend.findRequests("GET /rest/v1/"); len(asked) != 0 {
		t.Errorf("the root was asked though the function is there: %v", asked)
	}
}

func TestSchemasAreCachedByUserAndFetchedOnce(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	handler := respondWith(200, shopSchema)
	backend.handle("POST /rest/v1/rpc/tableside_schema", handler)
	person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
	count := func() int { return len(backend.findRequests("POST /rest/v1/rpc/tableside_schema")) }
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() { person.send("GET", "/api/schema", "") })
	}
	wg.Wait()
	person.send("GET", "/api/schema", "").requireStatus(200)
	if count() > 2 { // a second request can start just after the first ends
		t.Errorf("asked %d times", count())
	}
	before := count()
	person.send("GET", "/api/schema", "", "Cache-Control: no-cache").requireStatus(200)
	if count() != before+1 {
		t.Error("no-cache is not obeyed")
	}
	backend.handle("POST /auth/v1/token", respondWithSession("other", time.Hour))
	person.newGuest().signIn().send("GET", "/api/schema", "").requireStatus(200)
	person.newGuest().send("GET", "/api/schema", "").requireStatus(200)
	if count() != before+3 {
		t.Error("a user got the schema of another user")
	}
	clock.advance(2 * time.Minute)
	person.send("GET", "/api/schema", "").requireStatus(200)
	if count() != before+4 {
		t.Error("a schema is cached forever")
	}
}

func TestTheSchemaIsCompressedAndHasAnETag(t *testing.T) {
	person := startServer(t, newFakeBackend(t)).signIn()
	resp := person.send("GET", "/api/schema", "", "Accept-Encoding: gzip").requireStatus(200)
	if got := resp.Header.Get("Content-Encoding"); got != "gzip" {
		t.Errorf("Content-Encoding is %q", got)
	}
	etag := resp.Header.Get("ETag")
	if etag == "" || !strings.Contains(resp.Header.Get("Cache-Control"), "no-cache") {
		t.Errorf("ETag is %q, Cache-Control %q", etag, resp.Header.Get("Cache-Control"))
	}
	if same := person.send("GET", "/api/schema", "", "If-None-Match: "+etag); same.StatusCode != 304 || same.body != "" {
		t.Errorf("the same version: status %d, %d bytes", same.StatusCode, len(same.body))
	}
	person.send("GET", "/api/schema", "", `If-None-Match: "other"`).requireStatus(200)
	plain := person.send("GET", "/api/schema", "", "Accept-Encoding: identity").requireStatus(200)
	if plain.Header.Get("Content-Encoding") != "" || !json.Valid([]byte(plain.body)) {
		t.Error("a client without gzip got no JSON")
	}
}
