package rest_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/rest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// Callers of the scenarios: "role:subject" of the token.
const (
	anonymous = ""
	alice     = "authenticated:00000000-0000-0000-0000-000000000001"
	service   = "service_role:"
)

// testAPI is a service on a new database with the chat schema.
type testAPI struct {
	handler *rest.Handler
	db      *pgtest.DB
}

func newAPI(t *testing.T, change func(*rest.Options)) *testAPI {
	t.Helper()
	a := &testAPI{}
	a.prepareDatabase(t)
	opts := rest.Options{Pool: a.db.Pool("authenticator"), Keys: a.db.Keys, Schemas: []string{"public", "personal"}}
	if change != nil {
		change(&opts)
	}
	a.handler = rest.New(opts)
	return a
}

// prepareDatabase creates the database.
func (a *testAPI) prepareDatabase(t testing.TB) {
	t.Helper()
	sql, err := os.ReadFile("testdata/chat.sql")
	if err != nil {
		t.Fatal(err)
	}
	a.db = pgtest.New(t)
	a.db.Exec(t, string(sql))
}

func enableOptions(o *rest.Options) { o.TxRollbackAllowed, o.AggregatesEnabled = true, true }

func (a *testAPI) token(t *testing.T, caller string) string {
	t.Helper()
	role, sub, _ := strings.Cut(caller, ":")
	token, err := a.db.Keys.Sign(map[string]any{"role": role, "sub": sub, "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// send sends a request. Each header is "Name: value".
func (a *testAPI) send(t *testing.T, caller, method, target string, headers []string, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		r.Header.Add(name, value)
	}
	if caller != anonymous {
		r.Header.Set("Authorization", "Bearer "+a.token(t, caller))
	}
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	return w
}

// scenario is a request with the expected response. wantHeader contains "Name: value" for a
// required header and "Name:" for one that must be absent. Writes use tx=rollback.
type scenario struct {
	name       string
	caller     string
	method     string // "": GET
	target     string
	header     []string
	body       string
	wantStatus int // 0: 200
	wantHeader []string
	want       string // body, without the line breaks between rows
}

func (a *testAPI) run(t *testing.T, scenarios []scenario) {
	t.Helper()
	for _, s := range scenarios {
		t.Run(s.name, func(t *testing.T) {
			if s.method == "" {
				s.method = http.MethodGet
			}
			if s.wantStatus == 0 {
				s.wantStatus = http.StatusOK
			}
			response := a.send(t, s.caller, s.method, encodeURL(s.target), s.header, s.body)
			if response.Code != s.wantStatus {
				t.Errorf("status %d, want %d", response.Code, s.wantStatus)
			}
			for _, h := range s.wantHeader {
				name, value, _ := strings.Cut(h, ":")
				value = strings.TrimSpace(value)
				if got := strings.Join(response.Header().Values(name), ", "); got != value {
					t.Errorf("header %s: %q, want %q", name, got, value)
				}
			}
			body := strings.ReplaceAll(response.Body.String(), ", \n ", ", ")
			if body != s.want {
				t.Errorf("body\n got %s\nwant %s", body, s.want)
			}
		})
	}
}

// encodeURL escapes the characters that scenarios write unescaped for readability.
func encodeURL(target string) string {
	return strings.NewReplacer(" ", "%20", `"`, "%22", `\`, "%5C", "{", "%7B", "}", "%7D", "^", "%5E", "[", "%5B").Replace(target)
}
