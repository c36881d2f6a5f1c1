//go:build unix

package actions

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/actions"
)

// declare names edge functions in the options of a server.
func declare(names ...string) func(*server.Options) {
	return func(o *server.Options) {
		for _, name := range names {
			o.EdgeFunctions = append(o.EdgeFunctions, actions.EdgeFunction{Name: name, Method: "POST"})
		}
	}
}

// edgeFunctionHeaders are all headers that a function can get. docs/actions.md lists them.
var edgeFunctionHeaders = []string{
	"authorization", "content-type", "content-length", "accept", "idempotency-key", "x-client-info", "user-agent", "host",
	"x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", // of localbase, with the address of the server
}

func TestEdgeFunctionGetsTheRequest(t *testing.T) {
	c := startServer(t, declare("echo")).signUp("echo")
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		body := `{"a": 1.10}`
		if method == "GET" {
			body = ""
		}
		resp := c.send(method, "/api/functions/echo?b=2", body, "Content-Type: application/vnd.test+json", "Accept: text/csv",
			"Idempotency-Key: key-"+method, "X-Secret: ours", "Referer: http://127.0.0.1/orders", "X-Forwarded-For: 192.0.2.1").requireStatus(200)
		var got struct {
			Method, Query, Body string
			Headers             map[string]string
		}
		if err := json.Unmarshal([]byte(resp.body), &got); err != nil {
			t.Fatal(err)
		}
		if got.Method != method || got.Query != "?b=2" || got.Body != body || got.Headers["content-type"] != "application/vnd.test+json" ||
			got.Headers["accept"] != "text/csv" || got.Headers["idempotency-key"] != "key-"+method {
			t.Errorf("%s: the function got %+v", method, got)
		}
		if !strings.HasPrefix(got.Headers["authorization"], "Bearer ey") {
			t.Errorf("%s: the token is missing: %v", method, got.Headers)
		}
		for name, value := range got.Headers {
			if !slices.Contains(edgeFunctionHeaders, name) {
				t.Errorf("%s: the function got the header %s: %s", method, name, value)
			}
		}
		if strings.Contains(got.Headers["x-forwarded-for"], "192.0.2.1") {
			t.Errorf("%s: the function got the client's address", method)
		}
	}
}

func TestEdgeFunctionsThatCannotBeCalled(t *testing.T) {
	c := startServer(t, declare("echo", "missing", "broken", "redirect"))
	c.send("POST", "/api/functions/echo", "{}").requireError(401, server.CodeNotSignedIn)
	c.send("POST", "/api/functions/unknown", "{}").requireError(401, server.CodeNotSignedIn)
	c.signUp("caller")
	c.send("POST", "/api/functions/unknown", "{}").requireError(404, server.CodeNotFound)
	c.send("POST", "/api/functions/large", "{}").requireError(404, server.CodeNotFound) // deployed, but not named
	c.send("POST", "/api/functions/owners-only", "{}").requireError(404, server.CodeNotFound)
	c.send("POST", "/api/functions/..%2f..%2frest%2fv1%2ftree", "{}").requireError(404, server.CodeNotFound)
	c.send("POST", "/api/functions/missing", "{}").requireError(404, server.CodeNotFound)
	c.send("POST", "/api/functions/broken", "{}").requireError(503, server.CodeNotRun)
	c.send("POST", "/api/functions/redirect", "{}").requireError(502, server.CodeFunctionRedirected)
	for _, headers := range [][]string{
		{}, // a link without Sec-Fetch headers, on http
		{"Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: cors"},
		{"Idempotency-Key: a", "Sec-Fetch-Site: cross-site"},
		{"Idempotency-Key: a", "Sec-Fetch-Site: none"},
		{"Idempotency-Key: a", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: navigate"},
		{"Idempotency-Key: a", "Sec-Fetch-Site: same-origin", "Sec-Fetch-Mode: no-cors"}, // a picture
	} {
		c.send("GET", "/api/functions/echo", "", headers...).requireError(403, server.CodeCrossOrigin)
	}
	if head := c.send("HEAD", "/api/functions/echo", ""); head.StatusCode != 405 {
		t.Errorf("HEAD: %d", head.StatusCode)
	}
}

func TestEdgeFunctionStreams(t *testing.T) {
	c := startServer(t, nil).signUp("stream") // declared in tableside_actions
	resp, err := c.open(t.Context(), "POST", "/api/functions/stream", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	lines := bufio.NewScanner(resp.Body)
	if !lines.Scan() || lines.Text() != "data: first" || resp.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("first event: %q %v %v", lines.Text(), lines.Err(), resp.Header)
	}
	c.send("POST", "/api/functions/stream?continue=1", "{}").requireStatus(200)
	var rest []string
	for lines.Scan() {
		rest = append(rest, lines.Text())
	}
	if !slices.Contains(rest, "data: second") || lines.Err() != nil {
		t.Errorf("rest of the stream: %q %v", rest, lines.Err())
	}
}

func TestEdgeFunctionIsCanceled(t *testing.T) {
	c := startServer(t, declare("endless")).signUp("endless")
	ctx, cancel := context.WithCancel(t.Context())
	resp, err := c.open(ctx, "POST", "/api/functions/endless", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	part := make([]byte, 5)
	if _, err := io.ReadFull(resp.Body, part); err != nil || string(part) != "begun" {
		t.Fatalf("first part: %q %v", part, err)
	}
	cancel()
	_ = resp.Body.Close()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if c.send("GET", "/api/functions/endless?canceled=1", "", "Idempotency-Key: poll").requireStatus(200).body == "true" {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("the function still runs")
		}
	}
}

func TestEdgeFunctionTimesOut(t *testing.T) {
	c := startServer(t, func(o *server.Options) {
		declare("silent", "endless")(o)
		o.FunctionsTimeout = 2 * time.Second
	}).signUp("timeout")
	c.send("POST", "/api/functions/silent", "{}").requireError(504, server.CodeFunctionTimeout)
	resp, err := c.open(t.Context(), "POST", "/api/functions/endless", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if text, err := io.ReadAll(resp.Body); err == nil || string(text) != "begun" {
		t.Errorf("a response that stops: %q %v", text, err)
	}
}

func TestFailingEdgeFunctionKeepsItsResponse(t *testing.T) {
	c := startServer(t, declare("failing")).signUp("failing")
	resp := c.send("POST", "/api/functions/failing", "{}", "Idempotency-Key: once").requireStatus(500)
	if resp.body != "<h1>Broken</h1>" || resp.Header.Get("Content-Type") != "text/html" || resp.Header.Get("X-Function-Status") != "500" {
		t.Errorf("got %q %v", resp.body, resp.Header)
	}
	if csp := resp.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "sandbox") || resp.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("the page can run scripts: %v", resp.Header)
	}
	for _, cookie := range resp.Cookies() {
		if cookie.Value == "stolen" {
			t.Error("the function replaced a cookie")
		}
	}
	var headers map[string]string
	if err := json.Unmarshal([]byte(resp.Header.Get("X-Function-Headers")), &headers); err != nil || headers["x-own"] == "" || headers["set-cookie"] != "" {
		t.Errorf("headers %v %v", headers, err)
	}
	c.send("POST", "/api/functions/failing", "{}", "Idempotency-Key: once").requireError(409, server.CodeDuplicateRun)
}

func TestEdgeFunctionWithLargeBodies(t *testing.T) {
	c := startServer(t, func(o *server.Options) {
		declare("large")(o)
		o.UploadBytes = 50 << 20
	}).signUp("large")
	resp, err := c.open(t.Context(), "POST", "/api/functions/large", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if n, err := io.Copy(io.Discard, resp.Body); err != nil || n != 50<<20 {
		t.Errorf("received %d bytes, %v", n, err)
	}
	up, err := c.open(t.Context(), "PUT", "/api/functions/large", io.LimitReader(zeros{}, 50<<20), "Content-Type: text/csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = up.Body.Close() }()
	if text, err := io.ReadAll(up.Body); err != nil || string(text) != `{"bytes":52428800,"type":"text/csv"}` {
		t.Errorf("sent: %s %v", text, err)
	}
	over, err := c.open(t.Context(), "PUT", "/api/functions/large", io.LimitReader(zeros{}, 50<<20+1), "Content-Type: text/csv")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = over.Body.Close() }()
	if over.StatusCode != 413 {
		t.Errorf("a body over the limit: %d", over.StatusCode)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestTableDeclaresEdgeFunctions(t *testing.T) {
	c := startServer(t, nil)
	for _, action := range c.fetchSchema().Actions {
		if action.Kind == "edge" {
			t.Errorf("a guest sees %s", action.ID)
		}
	}
	s := c.signUp("table").fetchSchema()
	stream := c.findAction(s, "edge:stream")
	if stream.Title != "Stream text" || len(stream.Offers) != 1 || stream.Offers[0].Fills[0].Column != "id" || stream.Arguments[0].Name != "zebra" {
		t.Errorf("%+v", stream)
	}
	for _, action := range s.Actions {
		if action.Name == "owners-only" {
			t.Error("a user sees an action of another role")
		}
	}
}
