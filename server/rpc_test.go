package server

import (
	"io"
	"net/http"
	"net/http/httptrace"
	"net/textproto"
	"strings"
	"testing"
	"time"
)

// functionsSchema is a response of tableside_schema() with functions of all forms of bodies.
const functionsSchema = `{"version":1,"role":"staff","schemas":["public"],"tables":[],"functions":[
 {"schema":"public","name":"restock","volatility":"volatile","args":[{"name":"id","base":"int8","typtype":"b","required":true}],"returns":{"type":"void","base":"void","typtype":"p"}},
 {"schema":"public","name":"once","volatility":"volatile","args":[{"name":"idempotency_key","base":"uuid","typtype":"b"}],"returns":{"type":"void","base":"void","typtype":"p"}},
 {"schema":"public","name":"echo","volatility":"stable","args":[{"name":"","base":"json","typtype":"b","required":true}],"returns":{"type":"json","base":"json","typtype":"b"}},
 {"schema":"public","name":"shout","volatility":"stable","args":[{"name":"","base":"text","typtype":"b","required":true}],"returns":{"type":"text","base":"text","typtype":"b"}}]}`

func newFunctionsBackend(t *testing.T) *fakeBackend {
	t.Helper()
	backend := newFakeBackend(t)
	backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(200, functionsSchema))
	return backend
}

// recordBodies handles a route with the status 204 and records the bodies and the media types.
func recordBodies(backend *fakeBackend, route string) *[]string {
	var bodies []string
	backend.handle(route, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies = append(bodies, r.Header.Get("Content-Type")+" "+r.Header.Get("Idempotency-Key")+" "+string(body))
		w.WriteHeader(http.StatusNoContent)
	})
	return &bodies
}

func TestFunctionBodies(t *testing.T) {
	for _, test := range []struct{ function, kind, body, want string }{
		{"restock", "application/json", `{"id": 9007199254740993}`, `application/json key {"id": 9007199254740993}`},
		{"once", "application/json", `{}`, `application/json key {"idempotency_key":"key"}`},
		{"once", "application/json", `{ "a": 1.10 }`, `application/json key {"idempotency_key":"key", "a": 1.10 }`},
		{"once", "application/json", `{"idempotency_key":"own"}`, `application/json key {"idempotency_key":"own"}`},
		{"echo", "application/json", `[1.0, 2]`, `application/json key [1.0, 2]`},
		{"shout", "text/plain; charset=utf-8", `aloud`, `text/plain key aloud`},
		{"shout", "application/json", `{"":"a"}`, `application/json key {"":"a"}`},
		{"restock", "application/json", `[1]`, ""},
		{"restock", "text/plain", `aloud`, ""},
		{"restock", "application/json", `{"id":`, ""},
	} {
		t.Run(test.function+" "+test.body, func(t *testing.T) {
			backend := newFunctionsBackend(t)
			bodies := recordBodies(backend, "POST /rest/v1/rpc/"+test.function)
			client := startServer(t, backend).signIn()
			got := client.send("POST", "/api/rpc/"+test.function, test.body, "Content-Type: "+test.kind, "Idempotency-Key: key")
			if test.want == "" {
				got.requireError(400, CodeBadRequest)
			}
			if sent := strings.Join(*bodies, "|"); sent != test.want {
				t.Errorf("sent %q, want %q (%d %s)", sent, test.want, got.StatusCode, got.body)
			}
		})
	}
}

func TestSecondRequestOfARunIsRejected(t *testing.T) {
	backend := newFunctionsBackend(t)
	bodies := recordBodies(backend, "POST /rest/v1/rpc/restock")
	client := startServer(t, backend).signIn()
	call := func(function, key string) *response {
		return client.send("POST", "/api/rpc/"+function, "{}", "Content-Type: application/json", "Idempotency-Key: "+key)
	}
	call("restock", "a").requireStatus(204)
	call("restock", "a").requireError(409, CodeDuplicateRun)
	call("restock", "b").requireStatus(204)
	if len(*bodies) != 2 {
		t.Errorf("the function got %d calls, want 2", len(*bodies))
	}

	backend.handle("POST /rest/v1/rpc/restock", respondWith(400, `{"code":"P0001","message":"no"}`))
	call("restock", "c").requireError(400, "P0001")
	call("restock", "c").requireError(400, "P0001") // the first was rolled back

	backend.handle("POST /rest/v1/rpc/restock", respondWith(502, `<h1>Bad gateway</h1>`))
	if got := call("restock", "d").requireError(504, CodeOutcomeUnknown); got.Details == "" {
		t.Error("no details of the unknown outcome")
	}
	call("restock", "d").requireError(409, CodeDuplicateRun)

	// Functions that recognize the key themselves, and those that change nothing.
	recordBodies(backend, "POST /rest/v1/rpc/once")
	recordBodies(backend, "POST /rest/v1/rpc/echo")
	for range 2 {
		call("once", "e").requireStatus(204)
		call("echo", "e").requireStatus(204)
	}
}

func TestRejectedTokenDoesNotRepeatAVolatileFunction(t *testing.T) {
	backend := newFunctionsBackend(t)
	client := startServer(t, backend).signIn()
	backend.handle("POST /rest/v1/rpc/restock", respondWith(401, `{"code":"PGRST303","message":"JWT expired"}`))
	backend.handle("POST /rest/v1/rpc/echo", respondWith(401, `{"code":"PGRST303","message":"JWT expired"}`))
	client.send("POST", "/api/rpc/restock", "{}", "Content-Type: application/json").requireError(503, CodeNotRun)
	if got := len(backend.findRequests("POST /auth/v1/token?grant_type=refresh_token")); got != 1 {
		t.Errorf("the token was renewed %d times, want 1", got)
	}
	if got := len(backend.findRequests("POST /rest/v1/rpc/restock")); got != 1 {
		t.Errorf("a volatile function got %d calls, want 1", got)
	}
	client.send("POST", "/api/rpc/echo", "{}", "Content-Type: application/json")
	if got := len(backend.findRequests("POST /rest/v1/rpc/echo")); got != 2 {
		t.Errorf("a stable function got %d calls, want 2", got)
	}
}

func TestIdempotencyKeyIsChecked(t *testing.T) {
	client := startServer(t, newFunctionsBackend(t)).signIn()
	for _, key := range []string{strings.Repeat("a", 201), "two words", "clé"} {
		client.send("POST", "/api/rpc/restock", "{}", "Content-Type: application/json", "Idempotency-Key: "+key).requireError(400, CodeBadRequest)
	}
}

func TestRunKeysAreForgotten(t *testing.T) {
	now := time.Now()
	runs := runRegistry{now: func() time.Time { return now }}
	key := runKey{1}
	if !runs.begin(key) || runs.begin(key) {
		t.Fatal("a key is accepted once")
	}
	now = now.Add(runMemory + time.Second)
	if !runs.begin(key) {
		t.Error("an old key is rejected")
	}
	runs.remove(key)
	if !runs.begin(key) {
		t.Error("a removed key is rejected")
	}
	for i := range maxRunKeys + 10 {
		runs.begin(runKey{byte(i), byte(i >> 8), byte(i >> 16), 1})
	}
	if len(runs.runs) > maxRunKeys || len(runs.order) > maxRunKeys {
		t.Errorf("%d keys", len(runs.runs))
	}
}

// Chromium sends a request again if a reused connection ends before any response (see
// preventResend).
func TestRunsAreAnnouncedBeforeTheCall(t *testing.T) {
	for name, test := range map[string]struct {
		function, header string
		want             bool
	}{
		"a function that changes something":      {"restock", "X-Test: 1", true},
		"a function that changes nothing":        {"echo", "X-Test: 1", false},
		"a request that a proxy forwarded":       {"restock", "X-Forwarded-For: 192.0.2.1", false},
		"a function that recognizes second runs": {"once", "X-Test: 1", false},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFunctionsBackend(t)
			announced := make(chan struct{})
			backend.handle("POST /rest/v1/rpc/"+test.function, func(w http.ResponseWriter, _ *http.Request) {
				if test.want {
					select {
					case <-announced:
					case <-time.After(30 * time.Second):
						t.Error("the call began before it was announced")
					}
				}
				w.WriteHeader(http.StatusNoContent)
			})
			client := startServer(t, backend).signIn()
			client.Transport = tracingTransport{&httptrace.ClientTrace{Got1xxResponse: func(code int, header textproto.MIMEHeader) error {
				if code != http.StatusProcessing || len(header) > 0 || !test.want {
					t.Errorf("announced with %d %v", code, header)
				}
				close(announced)
				return nil
			}}}
			got := client.send("POST", "/api/rpc/"+test.function, "{}", "Idempotency-Key: key", test.header).requireStatus(204)
			if got.Header.Get("X-Request-Id") == "" {
				t.Error("the response lacks its headers")
			}
		})
	}
}

// tracingTransport traces all requests.
type tracingTransport struct{ trace *httptrace.ClientTrace }

func (t tracingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	return http.DefaultTransport.RoundTrip(r.WithContext(httptrace.WithClientTrace(r.Context(), t.trace)))
}
