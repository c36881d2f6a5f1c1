package server

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

const openAPI = `{"swagger":"2.0","definitions":{"things":{"properties":{"id":{"type":"integer","format":"bigint"}}}},
	"paths":{"/things":{"get":{},"post":{},"patch":{},"delete":{}}}}`

func TestSchemaSourcesAreTriedInTheirOrder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(openAPI), 0o600); err != nil {
		t.Fatal(err)
	}
	missing := says(404, `{"code":"PGRST202","message":"Could not find the function public.tableside_schema(schemas) in the schema cache"}`)
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
		{"the file where the root is refused", "missing", true, false, file, `"source":"file"`, ""},
		{"none", "missing", false, false, "", "", CodeSchemaUnavailable},
		{"an older function", "old", false, false, "", "", CodeSchemaUnavailable},
		{"the database is down", "down", true, true, file, "", "PGRST000"},
		{"the database is down when the root is read", "root down", true, false, "", "", "PGRST001"},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := newScripted(t)
			switch test.function {
			case "missing", "root down":
				backend.on("POST /rest/v1/rpc/tableside_schema", missing)
			case "old":
				backend.on("POST /rest/v1/rpc/tableside_schema", says(200, `{"version":0}`))
			case "down":
				backend.on("POST /rest/v1/rpc/tableside_schema", says(503, `{"code":"PGRST000","message":"no connection"}`))
			}
			backend.on("GET /rest/v1/", says(401, `{"code":"PGRST301","message":"no"}`))
			if test.function == "root down" {
				backend.on("GET /rest/v1/", says(503, `{"code":"PGRST001","message":"no connection"}`))
			}
			if test.document {
				backend.on("GET /rest/v1/", says(200, openAPI))
			}
			person := start(t, backend, func(o *Options) {
				o.SchemaFile = test.file
				if test.secret {
					o.SecretKey = "sb_secret_test"
				}
			}).signedIn()
			resp := person.do("GET", "/api/schema", "")
			if test.code != "" {
				e := resp.refused(503, test.code)
				if test.code == CodeSchemaUnavailable && !strings.Contains(e.Hint, "tableside schema-sql") {
					t.Errorf("hint %q", e.Hint)
				}
				return
			}
			if !strings.Contains(resp.wants(200).body, test.source) {
				t.Errorf("got %.200s", resp.body)
			}
		})
	}
}

func TestWhatTheOwnersSourcesTellIsNotForGuests(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(openAPI), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, adjust := range map[string]func(*Options){
		"OpenAPI": func(o *Options) { o.SecretKey = "sb_secret_test" },
		"a file":  func(o *Options) { o.SchemaFile = file },
	} {
		t.Run(name, func(t *testing.T) {
			backend := newScripted(t)
			backend.on("POST /rest/v1/rpc/tableside_schema", says(404, `{"code":"PGRST202","message":"no function"}`))
			backend.on("GET /rest/v1/", says(200, openAPI))
			guest := start(t, backend, adjust)
			for _, path := range []string{"/api/schema", "/api/rows/things", "/api/export/things"} {
				if resp := guest.do("GET", path, ""); strings.Contains(resp.body, "bigint") {
					t.Errorf("%s tells a guest %s", path, resp.body)
				} else {
					resp.refused(401, CodeNotSignedIn)
				}
			}
		})
	}
}

func TestASecretKeyThatOpensNothingIsToldApart(t *testing.T) {
	for name, test := range map[string]struct {
		root    http.HandlerFunc
		status  int
		code    string
		details string
	}{
		"refused": {says(401, `{"message":"Invalid API key"}`), 503, CodeSchemaUnavailable, "the secret key"},
		"away":    {says(502, `<html>`), 503, CodeUnreachable, ""},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newScripted(t)
			backend.on("POST /rest/v1/rpc/tableside_schema", says(404, `{"code":"PGRST202","message":"no function"}`))
			backend.on("GET /rest/v1/", test.root)
			person := start(t, backend, func(o *Options) { o.SecretKey = "sb_secret_test" }).signedIn()
			if e := person.do("GET", "/api/schema", "").refused(test.status, test.code); !strings.Contains(e.Details, test.details) {
				t.Errorf("details %q", e.Details)
			}
		})
	}
}

func TestTheSecretKeyIsForTheSchemaOnly(t *testing.T) {
	backend := newScripted(t)
	person := start(t, backend, func(o *Options) { o.SecretKey = "sb_secret_test" }).signedIn()
	person.do("GET", "/api/schema", "").wants(200)
	if asked := backend.requests("GET /rest/v1/"); len(asked) != 0 {
		t.Errorf("the root was asked though the function is there: %v", asked)
	}
}

func TestSchemasAreKeptByPersonAndAskedForOnce(t *testing.T) {
	backend, clock := newScripted(t), newClock()
	answer := says(200, shopSchema)
	backend.on("POST /rest/v1/rpc/tableside_schema", answer)
	person := start(t, backend, func(o *Options) { o.Now = clock.now }).signedIn()
	count := func() int { return len(backend.requests("POST /rest/v1/rpc/tableside_schema")) }
	var wg sync.WaitGroup
	for range 10 {
		wg.Go(func() { person.do("GET", "/api/schema", "") })
	}
	wg.Wait()
	person.do("GET", "/api/schema", "").wants(200)
	if count() > 2 { // a second one may begin just after the first has ended
		t.Errorf("asked %d times", count())
	}
	before := count()
	person.do("GET", "/api/schema", "", "Cache-Control: no-cache").wants(200)
	if count() != before+1 {
		t.Error("no-cache is not obeyed")
	}
	backend.on("POST /auth/v1/token", signsIn("other", time.Hour))
	person.guest().signedIn().do("GET", "/api/schema", "").wants(200)
	person.guest().do("GET", "/api/schema", "").wants(200)
	if count() != before+3 {
		t.Error("one person is given another's schema")
	}
	clock.advance(2 * time.Minute)
	person.do("GET", "/api/schema", "").wants(200)
	if count() != before+4 {
		t.Error("a schema is kept for ever")
	}
}
