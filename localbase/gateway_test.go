package localbase

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tableside/tableside/localbase/caller"
	"github.com/tableside/tableside/localbase/httpjson"
)

// receivedRequest is a request as a service behind the gateway receives it.
type receivedRequest struct {
	URI           string
	Authorization string
	Apikey        string
	Forwarded     string
	Body          string
}

func echoRequest(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	httpjson.Write(w, http.StatusOK, receivedRequest{
		URI:           r.URL.RequestURI(),
		Authorization: r.Header.Get("Authorization"),
		Apikey:        r.Header.Get("Apikey"),
		Forwarded:     r.Header.Get("Sb-Forwarded-For"),
		Body:          string(body),
	})
}

const testSecret = "a-test-secret-that-is-long-enough-for-hs256"

func newTestGateway() *gateway {
	info := Info{
		URL:            "http://127.0.0.1:54321",
		PublishableKey: "sb_publishable_p",
		SecretKey:      "sb_secret_s",
		AnonKey:        newRoleKey(testSecret, caller.RoleAnon),
		ServiceRoleKey: newRoleKey(testSecret, caller.RoleService),
		JWTSecret:      testSecret,
	}
	services := []service{
		{prefix: "/rest/v1", handler: http.HandlerFunc(echoRequest), keyPolicy: restKeyPolicy},
		{prefix: "/auth/v1", handler: http.HandlerFunc(echoRequest), keyPolicy: authKeyPolicy},
		{prefix: "/storage/v1", handler: http.HandlerFunc(echoRequest), keyPolicy: storageKeyPolicy},
		{prefix: "/realtime/v1", handler: http.HandlerFunc(echoRequest), keyPolicy: realtimeKeyPolicy, isKeyToken: true},
	}
	return &gateway{
		info: info, keys: caller.NewKeys([]byte(testSecret), nil), services: services,
		checkHealth: func(context.Context) error { return nil },
	}
}

func TestGatewayKeys(t *testing.T) {
	g := newTestGateway()
	userToken, err := g.keys.Sign(map[string]any{"sub": "4e1b", "role": "authenticated"})
	if err != nil {
		t.Fatal(err)
	}
	foreignKey := newRoleKey("another-secret-that-is-long-enough-for-it", caller.RoleService)
	anon, service := "Bearer "+g.info.AnonKey, "Bearer "+g.info.ServiceRoleKey
	const publishable, secret = "sb_publishable_p", "sb_secret_s"

	for _, test := range []struct {
		name, path, key, bearer, agent string
		rejection                      *keyError
		authorization                  string // as the service receives it
	}{
		{name: "no key", path: "/rest/v1/t"},
		{name: "a user's token without a key", path: "/rest/v1/t", bearer: userToken, authorization: "Bearer " + userToken},
		{name: "only a key as token", path: "/rest/v1/t", bearer: secret, rejection: errInvalidKey},
		{name: "unknown key", path: "/rest/v1/t", key: "sb_publishable_other", rejection: errInvalidKey},
		{name: "malformed key", path: "/rest/v1/t", key: "x", rejection: errInvalidKey},
		{name: "publishable key", path: "/rest/v1/t", key: publishable, authorization: anon},
		{name: "secret key", path: "/rest/v1/t", key: secret, authorization: service},
		{name: "legacy anon key alone", path: "/rest/v1/t", key: g.info.AnonKey},
		{name: "legacy service_role key alone", path: "/rest/v1/t", key: g.info.ServiceRoleKey},
		{name: "legacy service_role key alone, storage", path: "/storage/v1/object/b/k", key: g.info.ServiceRoleKey},
		{name: "legacy service_role key alone, auth", path: "/auth/v1/admin/users", key: g.info.ServiceRoleKey},
		{name: "legacy service_role key alone, realtime", path: "/realtime/v1/websocket", key: g.info.ServiceRoleKey, authorization: service},
		{name: "legacy service_role key also as token", path: "/rest/v1/t", key: g.info.ServiceRoleKey, bearer: g.info.ServiceRoleKey, authorization: service},
		{name: "legacy anon key with a user's token", path: "/rest/v1/t", key: g.info.AnonKey, bearer: userToken, authorization: "Bearer " + userToken},
		{name: "legacy key of another secret", path: "/rest/v1/t", key: foreignKey, rejection: errInvalidKey},
		{name: "a user's token as key", path: "/rest/v1/t", key: userToken, rejection: errInvalidKey},
		{name: "publishable key with a user's token", path: "/rest/v1/t", key: publishable, bearer: userToken, authorization: "Bearer " + userToken},
		{name: "secret key with a user's token", path: "/rest/v1/t", key: secret, bearer: userToken, authorization: "Bearer " + userToken},
		{name: "publishable key also as token", path: "/rest/v1/t", key: publishable, bearer: publishable, authorization: anon},
		{name: "secret key as token beside the publishable key", path: "/rest/v1/t", key: publishable, bearer: secret, rejection: errInvalidKey},
		{name: "an invalid token is left to the service", path: "/rest/v1/t", key: publishable, bearer: "broken", authorization: "Bearer broken"},
		{name: "secret key from a browser", path: "/rest/v1/t", key: secret, agent: "Mozilla/5.0", rejection: errSecretInBrowser},
		{name: "publishable key from a browser", path: "/rest/v1/t", key: publishable, agent: "Mozilla/5.0", authorization: anon},

		{name: "sign-in without key", path: "/auth/v1/token"},
		{name: "sign-in with an invalid key", path: "/auth/v1/token", key: "x", rejection: errInvalidKey},
		{name: "link in a mail", path: "/auth/v1/verify"},
		{name: "link in a mail with an invalid key", path: "/auth/v1/verify", key: "x"},
		{name: "link in a mail with the key", path: "/auth/v1/verify", key: publishable, authorization: anon},
		{name: "key set", path: "/auth/v1/.well-known/jwks.json"},
		{name: "a path with the prefix of a public path", path: "/auth/v1/verifyx", key: "x", rejection: errInvalidKey},

		{name: "storage with only a token", path: "/storage/v1/object/b/k", bearer: userToken, authorization: "Bearer " + userToken},
		{name: "storage without key and token", path: "/storage/v1/object/b/k"},
		{name: "storage with an invalid key", path: "/storage/v1/object/b/k", key: "x", rejection: errInvalidKey},
		{name: "storage with only a key as token", path: "/storage/v1/object/b/k", bearer: secret, rejection: errInvalidKey},
		{name: "public object with an invalid key", path: "/storage/v1/object/public/b/k", key: "x"},
		{name: "signed object", path: "/storage/v1/object/sign/b/k"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := httptest.NewRequest(http.MethodGet, test.path, nil)
			if test.key != "" {
				r.Header.Set("apikey", test.key)
			}
			if test.bearer != "" {
				r.Header.Set("Authorization", "Bearer "+test.bearer)
			}
			r.Header.Set("User-Agent", test.agent)
			r.Header.Set("Sb-Forwarded-For", "192.0.2.1")
			w := httptest.NewRecorder()
			g.ServeHTTP(w, r)

			if test.rejection != nil {
				var body keyError
				if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
					t.Fatal(err)
				}
				if w.Code != http.StatusUnauthorized || body != *test.rejection {
					t.Errorf("got %d %+v, want 401 %+v", w.Code, body, *test.rejection)
				}
				return
			}
			var got receivedRequest
			if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
				t.Fatalf("%d %s: %v", w.Code, w.Body, err)
			}
			if got.Authorization != test.authorization || got.Apikey != "" {
				t.Errorf("the service received Authorization %q and apikey %q, want %q and none", got.Authorization, got.Apikey, test.authorization)
			}
			if (got.Forwarded != "") != (test.key == secret) {
				t.Errorf("the service received the forwarded address %q; only the secret key allows it", got.Forwarded)
			}
		})
	}
}

func TestGatewayPaths(t *testing.T) {
	g := newTestGateway()
	for _, test := range []struct{ path, want string }{
		{"/rest/v1", "/"},
		{"/rest/v1/", "/"},
		{"/rest/v1/t?select=a&apikey=sb_publishable_p&b=eq.%2C+x", "/t?select=a&b=eq.%2C+x"},
		{"/rest/v1/t?apikey=sb_publishable_p", "/t"},
		{"/storage/v1/object/b/a%2Fb//../c%3Fd", "/object/b/a%2Fb//../c%3Fd"},
	} {
		r := httptest.NewRequest(http.MethodPost, test.path, strings.NewReader("body"))
		if !strings.Contains(test.path, "apikey") {
			r.Header.Set("apikey", "sb_publishable_p")
		}
		w := httptest.NewRecorder()
		g.ServeHTTP(w, r)
		var got receivedRequest
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatalf("%s: %d %s: %v", test.path, w.Code, w.Body, err)
		}
		if got.URI != test.want || got.Body != "body" {
			t.Errorf("%s arrived as %s with body %q, want %s", test.path, got.URI, got.Body, test.want)
		}
	}
	for _, path := range []string{"/rest/v1x", "/rest", "/%72est/v1/t", "/nothing", "/mailbox", "/mailbox/api/mails"} {
		w := httptest.NewRecorder()
		g.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: got %d, want 404", path, w.Code)
		}
	}
}

func TestGatewayPreflight(t *testing.T) {
	r := httptest.NewRequest(http.MethodOptions, "/rest/v1/t", nil)
	r.Header.Set("Origin", "https://app.example")
	r.Header.Set("Access-Control-Request-Method", "PATCH")
	r.Header.Set("Access-Control-Request-Headers", "apikey,prefer")
	w := httptest.NewRecorder()
	newTestGateway().ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Errorf("status %d, want 200 without a key", w.Code)
	}
	for header, want := range map[string]string{
		"Access-Control-Allow-Origin":  "*",
		"Access-Control-Allow-Headers": "apikey,prefer",
		"Access-Control-Allow-Methods": "GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT",
		"Access-Control-Max-Age":       "3600",
	} {
		if got := w.Header().Get(header); got != want {
			t.Errorf("%s is %q, want %q", header, got, want)
		}
	}
}

func TestGatewayHealthAndIndex(t *testing.T) {
	g := newTestGateway()
	get := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		g.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		return w
	}
	if w := get("/health"); w.Code != http.StatusOK {
		t.Errorf("/health: got %d, want 200", w.Code)
	}
	page := get("/").Body.String()
	if !strings.Contains(page, "/rest/v1") || !strings.Contains(page, g.info.URL) {
		t.Errorf("the index doesn't list the services: %s", page)
	}
	for _, secret := range []string{g.info.PublishableKey, g.info.SecretKey, g.info.AnonKey, g.info.ServiceRoleKey, testSecret} {
		if strings.Contains(page, secret) {
			t.Errorf("the index shows %q", secret)
		}
	}
	g.checkHealth = func(context.Context) error { return errors.New("dial unix /somewhere: refused") }
	w := get("/health")
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" || strings.Contains(w.Body.String(), "somewhere") {
		t.Errorf("/health without a database: got %d %v %s", w.Code, w.Header(), w.Body)
	}
}
