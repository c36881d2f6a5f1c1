package functions

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase/caller"
)

const secret = "super-secret-jwt-token-with-at-least-32-characters-long"

// sources contains the functions that the tests call, and other files of their folder.
var sources = map[string]string{
	"echo/index.ts": `Deno.serve(async (request: Request) => {
		const body: string = await request.text();
		return Response.json({
			method: request.method, path: new URL(request.url).pathname, body,
			token: request.headers.get("authorization"), url: Deno.env.get("SUPABASE_URL"),
		}, { status: 202, headers: { "x-from": "echo" } });
	});`,
	"port/index.ts":    `Deno.serve({ port: 8000 }, () => new Response("any port"));`,
	"webhook/index.ts": `Deno.serve(() => new Response("open"));`,
	"broken/index.ts":  `import "./no-such-file.ts";`,
	"throws/index.ts":  `Deno.serve(() => { throw new Error("from the function"); });`,
	"exits/index.ts":   `Deno.serve(() => Deno.exit(3));`,
	"loops/index.ts":   `Deno.serve(() => { while (true) {} });`,
	"hungry/index.ts":  `Deno.serve(() => { const all: number[][] = []; while (true) all.push(new Array(1e5).fill(Math.random())); });`,
	"probe/index.ts": `Deno.serve(() => {
		const results: Record<string, string> = {};
		for (const [name, f] of Object.entries({
			file: () => Deno.readTextFileSync("/etc/hostname"), run: () => new Deno.Command("/bin/true").outputSync(),
			source: () => Deno.writeTextFileSync(new URL("./index.ts", import.meta.url), ""),
		})) { try { f(); results[name] = "allowed"; } catch (e) { results[name] = (e as Error).name; } }
		return Response.json(results);
	});`,
	"runtime/index.ts": `import os from "node:os";
	Deno.serve(async (request) => {
		const file = await Deno.makeTempFile({ dir: "/tmp" });
		await Deno.writeTextFile(file, "text");
		const text = await Deno.readTextFile(file);
		await Deno.remove(file);
		EdgeRuntime.waitUntil(Promise.reject(new Error("in the background")));
		return Response.json({
			unset: Deno.env.get("UNSET") === undefined && process.env.UNSET === undefined,
			names: Object.keys(Deno.env.toObject()).sort(), text, hostname: os.hostname(),
			url: request.url, copy: new Request(request).url, clone: request.clone().url,
		});
	});`,
	"slow/index.ts":  `Deno.serve(async () => { await new Promise((r) => setTimeout(r, 400)); return new Response("old"); });`,
	"config.toml":    "[functions.webhook]\nverify_jwt = false\n",
	"README/text.md": "not a function",
}

type harness struct {
	*Handler
	dir   string
	token string
}

func newHarness(t *testing.T, change func(*Options)) *harness {
	t.Helper()
	dir := t.TempDir()
	for name, text := range sources {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	keys := caller.NewKeys([]byte(secret), nil)
	token, err := keys.Sign(map[string]any{"role": "authenticated", "exp": time.Now().Add(time.Hour).Unix()})
	if err != nil {
		t.Fatal(err)
	}
	options := Options{
		Dirs: []string{dir}, Keys: keys, CacheDir: filepath.Join(t.TempDir(), "cache"),
		Env: map[string]string{"SUPABASE_URL": "http://127.0.0.1:1"}, Logger: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(&options)
	}
	handler, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	if handler.options.Deno == "" {
		t.Fatal("Deno is missing; run npm ci")
	}
	t.Cleanup(func() {
		if err := handler.Close(); err != nil {
			t.Error(err)
		}
	})
	return &harness{Handler: handler, dir: dir, token: token}
}

func (h *harness) call(method, path, token, body string) *http.Response {
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	recorder := httptest.NewRecorder()
	h.ServeHTTP(recorder, request)
	return recorder.Result()
}

func readText(t *testing.T, response *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestCompleteRequestIsForwarded(t *testing.T) {
	h := newHarness(t, nil)
	response := h.call("PUT", "/echo/deeper?x=1", h.token, "hello")
	var got struct{ Method, Path, Body, Token, URL string }
	if err := json.NewDecoder(response.Body).Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.Method != "PUT" || got.Path != "/echo/deeper" || got.Body != "hello" || got.Token != "Bearer "+h.token || got.URL != "http://127.0.0.1:1" {
		t.Errorf("the function received %+v", got)
	}
	if response.StatusCode != 202 || response.Header.Get("X-From") != "echo" || response.Header.Get("X-Relay-Error") != "" {
		t.Errorf("got %d %v", response.StatusCode, response.Header)
	}
}

func TestStatuses(t *testing.T) {
	h := newHarness(t, nil)
	expired, err := caller.NewKeys([]byte(secret), nil).Sign(map[string]any{"role": "anon", "exp": 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, method, path, token string
		status                    int
		relay                     bool // the function did not return the error
		body                      string
	}{
		{"no token", "POST", "/echo", "", 401, true, "UNAUTHORIZED_NO_AUTH_HEADER"},
		{"expired token", "POST", "/echo", expired, 401, true, "Invalid JWT"},
		{"preflight without token", "OPTIONS", "/echo", "", 202, false, "OPTIONS"},
		{"verify_jwt = false", "POST", "/webhook", "", 200, false, "open"},
		{"a port in the code", "POST", "/port", h.token, 200, false, "any port"},
		{"unknown", "POST", "/nope", h.token, 404, true, "NOT_FOUND"},
		{"folder without index.ts", "POST", "/README", h.token, 404, true, "NOT_FOUND"},
		{"path traversal", "POST", "/..%2fecho", h.token, 404, true, "NOT_FOUND"},
		{"does not start", "POST", "/broken", h.token, 503, true, "BOOT_ERROR"},
		{"throws", "POST", "/throws", h.token, 500, false, ""},
		{"exits", "POST", "/exits", h.token, 500, true, "WORKER_ERROR"},
	} {
		t.Run(test.name, func(t *testing.T) {
			response := h.call(test.method, test.path, test.token, "")
			body := readText(t, response)
			if response.StatusCode != test.status || !strings.Contains(body, test.body) {
				t.Errorf("got %d %s", response.StatusCode, body)
			}
			if got := response.Header.Get("X-Relay-Error") == "true"; got != test.relay {
				t.Errorf("got x-relay-error %v", got)
			}
			if code := response.Header.Get("Sb-Error-Code"); (code != "") != test.relay || !strings.Contains(body, code) {
				t.Errorf("got sb-error-code %q", code)
			}
		})
	}
}

func TestSettingsOfTheProject(t *testing.T) {
	no := false
	h := newHarness(t, func(o *Options) {
		o.Configs = map[string]Config{"port": {VerifyJWT: &no}, "echo": {Enabled: &no}}
	})
	if response := h.call("POST", "/port", "", ""); response.StatusCode != 200 {
		t.Errorf("verify_jwt = false: got %d", response.StatusCode)
	}
	if response := h.call("POST", "/echo", h.token, ""); response.StatusCode != 404 {
		t.Errorf("enabled = false: got %d", response.StatusCode)
	}
}

func TestFunctionIsSandboxed(t *testing.T) {
	h := newHarness(t, nil)
	body := readText(t, h.call("POST", "/probe", h.token, ""))
	if strings.Contains(body, "allowed") || strings.Count(body, "NotCapable") != 3 {
		t.Errorf("got %s", body)
	}
}

// TestRuntimeOfHostedFunctions checks what functions of hosted projects rely on.
func TestRuntimeOfHostedFunctions(t *testing.T) {
	h := newHarness(t, nil)
	if err := os.WriteFile(filepath.Join(h.dir, ".env"), []byte("OWN_SECRET=1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 { // the rejected background task must not end the process
		body := readText(t, h.call("GET", "/runtime/x?y=1", h.token, ""))
		var got struct {
			Unset                            bool
			Names                            []string
			Text, Hostname, URL, Copy, Clone string
		}
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		hostname, err := os.Hostname()
		if err != nil {
			t.Fatal(err)
		}
		if !got.Unset || got.Text != "text" || got.Hostname != hostname {
			t.Errorf("got %s", body)
		}
		const url = "http://example.com/runtime/x?y=1"
		if got.URL != url || got.Copy != url || got.Clone != url {
			t.Errorf("got the URLs %s, %s, %s", got.URL, got.Copy, got.Clone)
		}
		if names := strings.Join(got.Names, " "); names != "DENO_SERVE_ADDRESS NO_COLOR OWN_SECRET SUPABASE_URL TMPDIR" {
			t.Errorf("got the variables %s", names)
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if worker := h.workers["runtime"]; worker == nil || !worker.isCurrent(worker.dir) {
		t.Error("the process has ended")
	}
}

func TestTimeLimitStopsAnEndlessLoop(t *testing.T) {
	h := newHarness(t, func(o *Options) { o.Timeout = 3 * time.Second })
	for range 2 { // the second call starts a new process
		response := h.call("POST", "/loops", h.token, "")
		if body := readText(t, response); response.StatusCode != 504 || !strings.Contains(body, "IDLE_TIMEOUT") {
			t.Errorf("got %d %s", response.StatusCode, body)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	h := newHarness(t, func(o *Options) { o.MemoryMB = 64 })
	response := h.call("POST", "/hungry", h.token, "")
	if body := readText(t, response); response.StatusCode != 546 || !strings.Contains(body, "WORKER_LIMIT") {
		t.Errorf("got %d %s", response.StatusCode, body)
	}
}

func TestWithoutDeno(t *testing.T) {
	h := newHarness(t, nil)
	h.options.Deno = ""
	response := h.call("POST", "/echo", h.token, "")
	if body := readText(t, response); response.StatusCode != 503 || !strings.Contains(body, "npm install deno") {
		t.Errorf("got %d %s", response.StatusCode, body)
	}
}

func TestIdleFunctionStopsAndRestarts(t *testing.T) {
	h := newHarness(t, func(o *Options) { o.IdleTimeout = 50 * time.Millisecond })
	h.call("POST", "/port", h.token, "")
	h.mu.Lock()
	first := h.workers["port"]
	h.mu.Unlock()
	select {
	case <-first.done:
	case <-time.After(time.Minute):
		t.Fatal("the idle function did not stop")
	}
	if body := readText(t, h.call("POST", "/port", h.token, "")); body != "any port" {
		t.Errorf("the next request got %q", body)
	}
}

func TestChangedSourceIsServedAndRunningRequestsComplete(t *testing.T) {
	h := newHarness(t, nil)
	h.call("POST", "/slow", h.token, "") // starts the process
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if body := readText(t, h.call("POST", "/slow", h.token, "")); body != "old" {
			t.Errorf("the running request got %q", body)
		}
	}()
	h.mu.Lock()
	worker := h.workers["slow"]
	h.mu.Unlock()
	hasRequest := func() bool {
		worker.mu.Lock()
		defer worker.mu.Unlock()
		return worker.requests > 0
	}
	for isWaiting := true; isWaiting && !hasRequest(); {
		select {
		case <-ended:
			isWaiting = false
		case <-time.After(time.Millisecond):
		}
	}
	file := filepath.Join(h.dir, "slow", "index.ts")
	if err := os.WriteFile(file, []byte(`Deno.serve(() => new Response("new"));`), 0o600); err != nil {
		t.Fatal(err)
	}
	if body := readText(t, h.call("POST", "/slow", h.token, "")); body != "new" {
		t.Errorf("after the change: got %q", body)
	}
	<-ended
}

func TestDisconnectedClientDoesNotStopFunction(t *testing.T) {
	h := newHarness(t, nil)
	h.call("POST", "/slow", h.token, "")
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(50*time.Millisecond, cancel)
	request := httptest.NewRequest("POST", "/slow", nil).WithContext(ctx)
	request.Header.Set("Authorization", "Bearer "+h.token)
	h.ServeHTTP(httptest.NewRecorder(), request)
	if body := readText(t, h.call("POST", "/slow", h.token, "")); body != "old" {
		t.Errorf("the next request got %q", body)
	}
}

func TestFolderCanBeRelative(t *testing.T) {
	h := newHarness(t, func(o *Options) {
		o.Deno = findDeno() // before the working directory changes
		t.Chdir(filepath.Dir(o.Dirs[0]))
		o.Dirs[0] = filepath.Base(o.Dirs[0])
	})
	if body := readText(t, h.call("POST", "/port", h.token, "")); body != "any port" {
		t.Errorf("got %q", body)
	}
}

func TestNames(t *testing.T) {
	h := newHarness(t, nil)
	if got := strings.Join(h.Names(), " "); got != "broken echo exits hungry loops port probe runtime slow throws webhook" {
		t.Errorf("got %s", got)
	}
}
