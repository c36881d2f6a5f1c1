package server

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestRowsRejectUnknownTablesAndColumns(t *testing.T) {
	for _, test := range []struct {
		name, method, path, body string
		status                   int
		code, column             string
	}{
		{"another table", "GET", "/api/rows/nope", "", 404, CodeUnknownTable, ""},
		{"a path outside the area", "GET", "/api/rows/..%2Fauth%2Fv1%2Fuser", "", 404, CodeUnknownTable, ""},
		{"a query in a name", "GET", "/api/rows/a%3Fx=1", "", 404, CodeUnknownTable, ""},
		{"another column", "GET", "/api/rows/orders?select=id,nope", "", 400, CodeUnknownColumn, "nope"},
		{"a filter on another column", "GET", "/api/rows/orders?nope=eq.1", "", 400, CodeUnknownColumn, "nope"},
		{"bad syntax", "GET", "/api/rows/orders?status=draft", "", 400, CodeBadRequest, ""},
		{"an invalid query string", "GET", "/api/rows/orders?status=eq.%zz", "", 400, CodeBadRequest, ""},
		{"an unknown count", "GET", "/api/rows/orders", "", 400, CodeBadRequest, ""},
		{"a table that the role can't read", "GET", "/api/rows/inbox", "", 403, "42501", ""},
		{"a body with another column", "POST", "/api/rows/orders", `{"nope":1}`, 400, CodeUnknownColumn, "nope"},
		{"a body that is no object", "POST", "/api/rows/orders", `[1]`, 400, CodeBadRequest, ""},
		{"a null row", "POST", "/api/rows/orders", `[null]`, 400, CodeBadRequest, ""},
		{"an empty list", "POST", "/api/rows/orders", `[]`, 400, CodeBadRequest, ""},
		{"a list as a change", "PATCH", "/api/rows/orders?id=eq.1", `[{"status":"x"}]`, 400, CodeBadRequest, ""},
		{"an empty change", "PATCH", "/api/rows/orders?id=eq.1", `{}`, 400, CodeBadRequest, ""},
		{"a change without a filter", "PATCH", "/api/rows/orders", `{"status":"x"}`, 400, CodeFilterRequired, ""},
		{"a filter on an embedded relation only", "DELETE", "/api/rows/orders?items.id=eq.1", "", 400, CodeFilterRequired, ""},
		{"a delete without a filter", "DELETE", "/api/rows/orders?select=id", "", 400, CodeFilterRequired, ""},
		{"a change that the role can't make, of a column it can't see", "PATCH", "/api/rows/notes?body=eq.x", `{"hidden":1}`, 403, "42501", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := newFakeBackend(t)
			person := startServer(t, backend).signIn()
			headers := []string{}
			if strings.Contains(test.name, "count") {
				headers = append(headers, "Prefer: count=all")
			}
			if e := person.send(test.method, test.path, test.body, headers...).requireError(test.status, test.code); e.Column != test.column {
				t.Errorf("column %q, want %q", e.Column, test.column)
			}
			if asked := backend.findRequests(test.method + " /rest/v1/"); len(asked) > 0 && !strings.Contains(asked[0], "tableside_schema") {
				t.Errorf("the backend was asked %v", asked)
			}
		})
	}
}

func TestAGuestGetsNotSignedIn(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(200, `{"version":1,"role":"anon","schemas":["public"],"tables":[],"functions":[]}`))
	guest := startServer(t, backend)
	for _, route := range []string{"GET /api/rows/orders", "DELETE /api/rows/orders?id=eq.1", "GET /api/export/orders", "POST /api/rpc/restock"} {
		method, path, _ := strings.Cut(route, " ")
		guest.send(method, path, "").requireError(401, CodeNotSignedIn)
	}
}

func TestListRequestsReadableColumnsAndForwardsBytes(t *testing.T) {
	const body = `[{"id":9007199254740993,"status":"\u00e9","Due on":null}]`
	backend := newFakeBackend(t)
	backend.handle("GET /rest/v1/orders", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Range", "0-0/50")
		respondWith(206, body)(w, r)
	})
	person := startServer(t, backend).signIn()
	resp := person.send("GET", "/api/rows/orders?limit=1", "", "Prefer: count=exact").requireStatus(200)
	if resp.body != body || resp.Header.Get("Content-Range") != "0-0/50" || resp.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("got %s, %v", resp.body, resp.Header)
	}
	person.send("GET", "/api/rows/orders?select=", "").requireStatus(200)
	for _, request := range backend.findRequests("GET /rest/v1/orders") {
		asked, _ := url.Parse(strings.TrimPrefix(request, "GET "))
		if got := asked.Query().Get("select"); got != `id,status,"Due on"` {
			t.Errorf("select is %q: the column without a grant would make the whole list fail", got)
		}
	}
	backend.handle("HEAD /rest/v1/orders", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Range", "*/50")
		w.WriteHeader(200)
	})
	if head := person.send("HEAD", "/api/rows/orders?limit=0", "", "Prefer: count=exact").requireStatus(200); head.Header.Get("Content-Range") != "*/50" {
		t.Errorf("HEAD: %v", head.Header)
	}
}

func TestAWriteThatAffectsNoRowIsAnError(t *testing.T) {
	for _, test := range []struct {
		name, changed, visible string
		status                 int
		code                   string
	}{
		{"a row that a policy protects", "[]", `[{"id":1}]`, 403, CodeRowRejected},
		{"no such row", "[]", "[]", 404, CodeRowNotFound},
		{"no such row, with white space", "[\n]", "[]", 404, CodeRowNotFound},
		{"changed", `[{"id":1}]`, "", 200, ""},
		{"a truncated response", "[", "", 502, CodeInvalidBackendResponse},
	} {
		for _, method := range []string{"PATCH", "DELETE"} {
			t.Run(test.name+", "+method, func(t *testing.T) {
				backend := newFakeBackend(t)
				backend.handle(method+" /rest/v1/orders", respondWith(200, test.changed))
				backend.handle("GET /rest/v1/orders", respondWith(200, test.visible))
				body := ""
				if method == "PATCH" {
					body = `{"status":"x"}`
				}
				resp := startServer(t, backend).signIn().send(method, "/api/rows/orders?id=eq.1&status=eq.a&status=neq.b", body)
				if test.code == "" {
					if resp.requireStatus(test.status).body != test.changed {
						t.Errorf("got %s", resp.body)
					}
					return
				}
				resp.requireError(test.status, test.code)
				if reads := backend.findRequests("GET /rest/v1/orders"); test.status != 502 &&
					(len(reads) != 1 || !strings.Contains(reads[0], "id=eq.1") || !strings.Contains(reads[0], "status.neq")) {
					t.Errorf("the row was read with %v, not with the change's own filter", reads)
				}
			})
		}
	}
}

func TestWritesRequestTheRowsAndLimitThem(t *testing.T) {
	backend := newFakeBackend(t)
	var prefer, sent string
	note := func(status int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			prefer, sent = r.Header.Get("Prefer"), string(body)
			respondWith(status, `[{"id":1}]`)(w, r)
		}
	}
	backend.handle("PATCH /rest/v1/orders", note(200))
	backend.handle("DELETE /rest/v1/orders", note(200))
	backend.handle("POST /rest/v1/orders", note(201))
	person := startServer(t, backend).signIn()

	person.send("PATCH", "/api/rows/orders?id=eq.1", `{"id":12345678901234567890.50}`, "Prefer: return=minimal, max-affected=1, tx=rollback").requireStatus(200)
	if prefer != "return=representation,handling=strict,max-affected=1" || sent != `{"id":12345678901234567890.50}` {
		t.Errorf("PATCH: %q %s", prefer, sent)
	}
	person.send("DELETE", "/api/rows/orders?id=eq.1", "").requireStatus(200)
	if prefer != "return=representation" {
		t.Errorf("DELETE: %q", prefer)
	}
	resp := person.send("POST", "/api/rows/orders?on_conflict=id", `[{"id":1},{"status":"x"}]`, "Prefer: resolution=merge-duplicates").requireStatus(201)
	if prefer != "return=representation,missing=default,resolution=merge-duplicates" || resp.body != `[{"id":1}]` {
		t.Errorf("POST: %q %s", prefer, resp.body)
	}
	for _, test := range []struct {
		query, body string
		missing     bool
	}{
		{"", `{"id":1,"status":"x"}`, false},
		{"?columns=id,status", `{"status":"x","id":1}`, false},
		{"?columns=id,status", `{"id":1}`, true},
		{"", `[{"id":1,"status":"x"},{"status":"y","id":2}]`, false},
		{"", `[{"id":1},{"id":2,"status":"y"}]`, true},
		{"", `[{"id":1,"status":"x"},{"id":2}]`, true},
		{"", `[{"id":1},{"status":"y"}]`, true},
		{"", `[{"id":1,"status":"x"},{"id":2,"id":3}]`, true},
		{"?columns=id,status", `[{"id":1},{"id":2}]`, true},
	} {
		person.send("POST", "/api/rows/orders"+test.query, test.body).requireStatus(201)
		if got := strings.Contains(prefer, "missing=default"); got != test.missing {
			t.Errorf("POST %s %s: Prefer %q, want missing=default: %v", test.query, test.body, prefer, test.missing)
		}
	}
	if asked := backend.findRequests("POST /rest/v1/orders"); !strings.Contains(asked[0], "columns=id%2Cstatus") {
		t.Errorf("rows with different keys need columns=: %v", asked)
	}
}

// Returning the inserted row requires the privilege to read it; inserting it does not.
func TestAnInvisibleRowCanBeInserted(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /rest/v1/orders", func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Prefer"), "return=representation") {
			respondWith(403, `{"code":"42501","message":"new row violates row-level security policy for table \"orders\""}`)(w, r)
			return
		}
		w.WriteHeader(201)
	})
	person := startServer(t, backend).signIn()
	if got := person.send("POST", "/api/rows/orders", `{"status":"x"}`).requireStatus(201).body; got != "[]" {
		t.Errorf("got %s", got)
	}
	backend.handle("POST /rest/v1/inbox", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Prefer") != "return=minimal" {
			respondWith(403, `{"code":"42501","message":"permission denied for table inbox"}`)(w, r)
			return
		}
		w.WriteHeader(201)
	})
	person.send("POST", "/api/rows/inbox", `{"body":"x"}`).requireStatus(201)
	backend.handle("POST /rest/v1/orders", respondWith(403, `{"code":"42501","message":"new row violates row-level security policy for table \"orders\""}`))
	person.send("POST", "/api/rows/orders", `{"status":"x"}`).requireError(403, "42501")
}

func TestErrorsNameTheColumn(t *testing.T) {
	for _, test := range []struct{ name, body, column string }{
		{"not null", `{"code":"23502","message":"null value in column \"status\" of relation \"orders\" violates not-null constraint"}`, "status"},
		{"unique", `{"code":"23505","message":"m","details":"Key (id)=(1) already exists."}`, "id"},
		{"foreign key", `{"code":"23503","message":"m","details":"Key (status)=(x) is not present in table \"s\"."}`, "status"},
		{"unique over two columns", `{"code":"23505","message":"m","details":"Key (id, status)=(1, a) already exists."}`, "id"},
		{"unique over an expression", `{"code":"23505","message":"m","details":"Key (lower(status))=(a) already exists."}`, ""},
		{"check", `{"code":"23514","message":"new row for relation \"orders\" violates check constraint \"orders_status_check\""}`, "status"},
		{"a check that isn't in the schema", `{"code":"23514","message":"violates check constraint \"other\""}`, ""},
		{"a column that the role can't read", `{"code":"23502","message":"null value in column \"hidden\""}`, ""},
		{"bad value", `{"code":"22P02","message":"invalid input syntax for type bigint: \"x\""}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("PATCH /rest/v1/orders", respondWith(400, test.body))
			resp := startServer(t, backend).signIn().send("PATCH", "/api/rows/orders?id=eq.1", `{"status":"x"}`).requireStatus(400)
			if !strings.Contains(resp.body, `"column":"`+test.column+`"`) && (test.column != "" || strings.Contains(resp.body, `"column"`)) {
				t.Errorf("got %s, want column %q", resp.body, test.column)
			}
		})
	}
}

// After the first byte of a response, only an aborted connection can signal an error.
func TestATruncatedResponseIsAnError(t *testing.T) {
	backend := newFakeBackend(t)
	breaks := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `[{"tableside_column_0":1,"tableside_key_0":1},`)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	backend.handle("GET /rest/v1/orders", breaks)
	person := startServer(t, backend).signIn()
	for _, path := range []string{"/api/rows/orders", "/api/export/orders?select=id"} {
		if resp, err := person.trySend("GET", path, ""); err == nil {
			t.Errorf("%s: the response seems complete: %d %s", path, resp.StatusCode, resp.body)
		}
	}
}

func TestANewNameIsFoundWithoutWaiting(t *testing.T) {
	backend := newFakeBackend(t)
	clock := newFakeClock()
	backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(200, `{"version":1,"role":"staff","schemas":["public"],"tables":[],"functions":[]}`))
	backend.handle("GET /rest/v1/orders", respondWith(200, "[]"))
	person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
	person.send("GET", "/api/rows/orders", "").requireError(404, CodeUnknownTable)
	backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(200, shopSchema))
	person.send("GET", "/api/rows/orders", "").requireError(404, CodeUnknownTable) // requested a moment ago
	clock.advance(minReloadAge)
	person.send("GET", "/api/rows/orders", "").requireStatus(200)
}

func TestFunctionsAreCalledWithAnObject(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /rest/v1/rpc/restock", respondWith(200, `{"n":1.10}`))
	person := startServer(t, backend).signIn()
	if got := person.send("POST", "/api/rpc/restock", `{"product":1}`).requireStatus(200).body; got != `{"n":1.10}` {
		t.Errorf("got %s", got)
	}
	person.send("POST", "/api/rpc/restock", "").requireStatus(200)
	person.send("POST", "/api/rpc/restock", "[1]").requireError(400, CodeBadRequest)
	person.send("POST", "/api/rpc/nope", "{}").requireError(404, CodeNotFound)
	backend.handle("POST /rest/v1/rpc/restock", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) })
	person.send("POST", "/api/rpc/restock", "{}").requireStatus(204)
}
