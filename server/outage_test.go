package server

import (
	"net/http"
	"strings"
	"testing"
)

// With the database down, the auth service returns 500 with the text of its
// database driver.
func TestAuthRoutesAreUnavailableWithTheirDatabase(t *testing.T) {
	backend := newFakeBackend(t)
	for _, route := range []string{"POST /auth/v1/token", "POST /auth/v1/signup", "GET /auth/v1/settings"} {
		backend.handle(route, respondWith(500, `{"code":"unexpected_failure","message":"dial error host=10.0.0.1 user=supabase_auth_admin"}`))
	}
	guest := startServer(t, backend)
	credentials := `{"email":"a@example.test","password":"password"}`
	for _, test := range [][3]string{
		{"POST", "/api/auth/sign-in", credentials}, {"POST", "/api/auth/sign-up", credentials}, {"GET", "/api/workspace", ""},
	} {
		resp := guest.send(test[0], test[1], test[2])
		resp.requireError(503, CodeUnreachable)
		if resp.Header.Get("Retry-After") == "" || strings.Contains(resp.body, "10.0.0.1") {
			t.Errorf("%s: %v %s", test[1], resp.Header, resp.body)
		}
	}
	if !strings.Contains(guest.logs.String(), "host=10.0.0.1") {
		t.Errorf("the log doesn't contain the cause: %s", guest.logs.String())
	}
}

func TestConnectionErrorsOfTheDatabaseHaveNoDetails(t *testing.T) {
	for _, code := range []string{"PGRST000", "PGRST001", "PGRST002"} {
		backend := newFakeBackend(t)
		backend.handle("GET /rest/v1/orders", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "7")
			respondWith(503, `{"code":"`+code+`","message":"Database client error. Retrying the connection.","details":"socket /home/someone/data/run/.s.PGSQL.5432","hint":null}`)(w, r)
		})
		person := startServer(t, backend).signIn()
		resp := person.send("GET", "/api/rows/orders", "")
		if e := resp.requireError(503, code); e.Details != "" || strings.Contains(resp.body, "/home") || resp.Header.Get("Retry-After") != "7" {
			t.Errorf("%s: %v %s", code, resp.Header, resp.body)
		}
		if !strings.Contains(person.logs.String(), "/home/someone/data") {
			t.Errorf("%s: the log doesn't contain the details", code)
		}
	}
}

func TestAFullDiskOfTheStorageServiceIs507(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /storage/v1/object/b/x", respondWith(507, `{"statusCode":"507","error":"InsufficientStorage","message":"The disk of the storage service is full.","code":"InsufficientStorage"}`))
	startServer(t, backend).signIn().send("PUT", "/api/files/b/x", "x").requireError(507, "InsufficientStorage")
}
