//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/tableside/tableside/localbase"
)

const (
	peakMegabytes    = 300
	parallelRequests = 8
	bodySize         = 8 << 20
)

// TestMemoryStaysBoundedUnderLargeBodies sends eight bodies of 8 MB at once, and
// a bucket list of 300 MB, and reads the peak memory of the server's process.
func TestMemoryStaysBoundedUnderLargeBodies(t *testing.T) {
	upstream := newUpstream(t)
	server := startBinary(t, buildBinary(t), regexp.MustCompile(` is at (http\S+)`), nil,
		"SUPABASE_URL="+upstream.URL, "SUPABASE_PUBLISHABLE_KEY=sb_publishable_test", "TABLESIDE_ADDR=127.0.0.1:0", "TABLESIDE_LOG_LEVEL=error")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	server.client.Jar = jar
	if status, body := server.send(t, "POST", "/api/auth/sign-in", "application/json", []byte(`{"email":"a@b.test","password":"p"}`)); status != http.StatusOK {
		t.Fatalf("sign-in: %d %s", status, body)
	}
	t.Logf("peak before: %d MB", server.readPeakMegabytes(t))
	smallRows := fillBody(`[{"x":0}`, `,{"x":0}`, `]`)
	for _, test := range []struct {
		name, method, path string
		body               []byte
		want               []int // any of these, and the first at least once
	}{
		{"without a grant", "POST", "/api/rows/readonly", smallRows, []int{403}},
		{"of more rows than a request can have", "POST", "/api/rows/orders", smallRows, []int{413, 503}},
		{"with many columns", "POST", "/api/rows/orders", bodyWithManyColumns(), []int{400, 503}},
		{"of one long text", "POST", "/api/rows/orders", fillBody(`[{"x":"`, `xxxx`, `"}]`), []int{201, 503}},
		{"of rows that the backend rejects", "PATCH", "/api/rows/orders?x=eq.0", fillBody(`{"x":["`, `","`, `"]}`), []int{400, 503}},
		{"of arguments", "POST", "/api/rpc/count", fillBody(`{"a":[0`, `,0`, `]}`), []int{200, 503}},
		{"of a command", "POST", "/api/files/b/remove", fillBody(`{"paths":[""`, `,""`, `]}`), []int{413}},
		{"in a list of buckets", "GET", "/api/buckets", nil, []int{502, 503}},
	} {
		t.Run(test.name, func(t *testing.T) {
			server.flood(t, test.method, test.path, "application/json", test.body, test.want)
			server.checkPeak(t)
		})
	}
}

// TestLocalbaseMemoryStaysBoundedUnderLargeBodies is the same for localbase's
// REST service.
func TestLocalbaseMemoryStaysBoundedUnderLargeBodies(t *testing.T) {
	data, binary := t.TempDir(), buildBinary(t)
	t.Cleanup(func() { // the database of root is in another folder
		if err := localbase.Reset(data); err != nil {
			t.Error(err)
		}
	})
	file := filepath.Join(t.TempDir(), "schema.sql")
	sql := `create table public.texts (x text); grant select, insert on public.texts to anon;
		create function public.size(a json) returns int language sql as 'select length(a::text)';`
	if err := os.WriteFile(file, []byte(sql), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(binary, "local", "sql", "--data", data, file).CombinedOutput(); err != nil {
		t.Fatalf("local sql: %v: %s", err, out)
	}
	server := startBinary(t, binary, regexp.MustCompile(`API URL: (http\S+)`),
		[]string{"local", "--port", "0", "--db-port", "0", "--mail-port", "0", "--data", data, "--log-level", "error"})
	t.Logf("peak before: %d MB", server.readPeakMegabytes(t))
	for _, test := range []struct {
		name, path, kind string
		body             []byte
		want             []int
	}{
		{"of rows with different keys", "/rest/v1/texts", "application/json", fillBody(`[{"y":0}`, `,{"x":0}`, `]`), []int{400, 503}},
		{"with many columns", "/rest/v1/texts", "application/json", bodyWithManyColumns(), []int{400, 503}},
		{"of one long text", "/rest/v1/texts", "application/json", fillBody(`[{"x":"`, `xxxx`, `"}]`), []int{201, 503}},
		{"of CSV", "/rest/v1/texts", "text/csv", fillBody(strings.Repeat("x", 1000)+"\n", "1\n", ""), []int{413, 503}},
		{"of a form", "/rest/v1/texts", "application/x-www-form-urlencoded", fillBody("x=1", "&x=1", ""), []int{400, 503}},
		{"of arguments", "/rest/v1/rpc/size", "application/json", fillBody(`{"a":["`, `xxxx`, `"]}`), []int{200, 503}},
	} {
		t.Run(test.name, func(t *testing.T) {
			server.flood(t, "POST", test.path, test.kind, test.body, test.want)
			server.checkPeak(t)
		})
	}
	status, body := server.send(t, "POST", "/rest/v1/texts", "text/csv", bytes.Repeat([]byte("x\n"), 33<<19))
	if status != http.StatusRequestEntityTooLarge {
		t.Errorf("a body larger than all bodies can be: %d %s", status, body)
	}
}

// fillBody returns as many repetitions between start and end as fit into a body.
func fillBody(start, repeated, end string) []byte {
	n := (bodySize - len(start) - len(end)) / len(repeated)
	return []byte(start + strings.Repeat(repeated, n) + end)
}

func bodyWithManyColumns() []byte {
	var body bytes.Buffer
	body.WriteString(`[{"x":0`)
	for i := 0; body.Len() < bodySize-100; i++ {
		fmt.Fprintf(&body, `,"c%d":0`, i)
	}
	body.WriteString(`}]`)
	return body.Bytes()
}

// newUpstream is a backend with the tables orders and readonly, which rejects each
// update, and with a list of buckets of 300 MB.
func newUpstream(t *testing.T) *httptest.Server {
	const column = `{"name":"x","type":"text","base":"text","typtype":"b","select":true,"insert":true,"update":true}`
	const schema = `{"version":1,"role":"staff","schemas":["public"],"tables":[
		{"schema":"public","name":"orders","relkind":"r","columns":[` + column + `],"privileges":{"select":true,"insert":true,"update":true}},
		{"schema":"public","name":"readonly","relkind":"r","columns":[` + column + `],"privileges":{"select":true}}],
		"functions":[{"schema":"public","name":"count","volatility":"volatile","args":[],"returns":{"type":"int4","base":"int4","typtype":"b"}}]}`
	respond := func(status int, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		}
	}
	mux := http.NewServeMux()
	mux.Handle("POST /auth/v1/token", respond(200, `{"access_token":"e30.e30.x","refresh_token":"r","expires_in":3600,"user":{"id":"1","email":"a@b.test"}}`))
	mux.Handle("POST /rest/v1/rpc/tableside_schema", respond(200, schema))
	mux.Handle("POST /rest/v1/rpc/count", respond(200, `1`))
	mux.Handle("POST /rest/v1/orders", respond(201, `[]`))
	mux.Handle("PATCH /rest/v1/orders", respond(400, `{"code":"22P02","message":"invalid input syntax for type text: \"y\""}`))
	mux.HandleFunc("GET /storage/v1/bucket", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		block := []byte(strings.Repeat(`{"id":"b","name":"b","public":false},`, 10_000))
		_, _ = io.WriteString(w, "[")
		for range 300_000_000 / len(block) {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
		_, _ = io.WriteString(w, `{"id":"b","name":"b","public":false}]`)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// buildBinary builds the program without the race detector, which uses several
// times the memory.
func buildBinary(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "tableside")
	if out, err := exec.Command("go", "build", "-race=false", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v: %s", err, out)
	}
	return binary
}

// binaryProcess is a running binary that prints its address.
type binaryProcess struct {
	pid    int
	url    string
	client *http.Client
}

func startBinary(t *testing.T, binary string, address *regexp.Regexp, args []string, env ...string) *binaryProcess {
	t.Helper()
	command := exec.Command(binary, args...)
	command.Env = append(os.Environ(), env...)
	command.Stderr = os.Stderr
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Signal(syscall.SIGTERM) // a test that fails can end it before
		_ = command.Wait()
	})
	p := &binaryProcess{pid: command.Process.Pid, client: &http.Client{Timeout: 2 * time.Minute}}
	for lines := bufio.NewScanner(stdout); p.url == "" && lines.Scan(); {
		if match := address.FindStringSubmatch(lines.Text()); match != nil {
			p.url = match[1]
		}
	}
	if p.url == "" {
		t.Fatal("the process ended without an address")
	}
	go func() { _, _ = io.Copy(io.Discard, stdout) }() // so that it never blocks on a full pipe
	return p
}

func (p *binaryProcess) send(t *testing.T, method, path, kind string, body []byte) (status int, responseBody string) {
	r, err := http.NewRequest(method, p.url+path, bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	r.Header.Set("Content-Type", kind)
	resp, err := p.client.Do(r)
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
		return 0, ""
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Errorf("%s %s: %v", method, path, err)
	}
	if resp.StatusCode == http.StatusServiceUnavailable && resp.Header.Get("Retry-After") == "" {
		t.Errorf("%s %s: 503 without Retry-After: %s", method, path, text)
	}
	if resp.StatusCode >= 400 && !json.Valid(text) {
		t.Errorf("%s %s: %d %s", method, path, resp.StatusCode, text)
	}
	return resp.StatusCode, string(text)
}

// flood sends the same request several times at once.
func (p *binaryProcess) flood(t *testing.T, method, path, kind string, body []byte, want []int) {
	t.Helper()
	counts := map[int]int{}
	var mu sync.Mutex
	var wait sync.WaitGroup
	for range parallelRequests {
		wait.Go(func() {
			status, _ := p.send(t, method, path, kind, body)
			mu.Lock()
			defer mu.Unlock()
			counts[status]++
		})
	}
	wait.Wait()
	t.Logf("requests by status: %v; peak: %d MB", counts, p.readPeakMegabytes(t))
	if counts[want[0]] == 0 {
		t.Errorf("no request got %d: %v", want[0], counts)
	}
	for _, status := range want {
		delete(counts, status)
	}
	if len(counts) > 0 {
		t.Errorf("other statuses than %v: %v", want, counts)
	}
}

func (p *binaryProcess) checkPeak(t *testing.T) {
	t.Helper()
	if peak := p.readPeakMegabytes(t); peak >= peakMegabytes {
		t.Errorf("the peak memory of the process is %d MB; less than %d is wanted", peak, peakMegabytes)
	}
}

// readPeakMegabytes is the largest resident memory that the process ever had, in MB.
func (p *binaryProcess) readPeakMegabytes(t *testing.T) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
	if err != nil {
		t.Fatal(err)
	}
	match := regexp.MustCompile(`VmHWM:\s+(\d+) kB`).FindSubmatch(status)
	if match == nil {
		t.Fatalf("no VmHWM in %s", status)
	}
	kilobytes, err := strconv.Atoi(string(match[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kilobytes / 1000
}
