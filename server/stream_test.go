package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// A deadline applies to the connection: if a response does not reset it, the next response
// on the connection fails.
func TestAConnectionServesAgainAfterItsDeadline(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("GET /rest/v1/orders", respondWith(200, "[]"))
	backend.handle("POST /storage/v1/object/b/x", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		time.Sleep(1500 * time.Millisecond) // longer than the browser's idle limit, which does not apply while the server responds
		respondWith(200, `{"Key":"b/x"}`)(w, r)
	})
	person := startServer(t, backend, func(o *Options) { o.ClientTimeout = time.Second }).signIn()
	connections := 0
	trace := &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
		if !got.Reused {
			connections++
		}
	}}
	for _, route := range []string{"GET /api/rows/orders", "PUT /api/files/b/x", "GET /api/rows/orders", "GET /api/workspace"} {
		method, path, _ := strings.Cut(route, " ")
		req, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), method, person.url+path, strings.NewReader("bytes"))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := person.Do(req)
		if err != nil {
			t.Fatalf("%s: %v", route, err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != 200 {
			t.Fatalf("%s: %d %s, %v", route, resp.StatusCode, body, err)
		}
		time.Sleep(1100 * time.Millisecond)
	}
	if connections > 0 {
		t.Errorf("%d new connections were opened", connections)
	}
}

// The same for a response that is written at once, such as a file of the app or a schema.
func TestAClientThatStopsReadingAResponseIsDisconnected(t *testing.T) {
	t.Parallel()
	guest := startServer(t, newFakeBackend(t), func(o *Options) {
		o.ClientTimeout = time.Second
		o.Assets = fstest.MapFS{"index.html": {Data: make([]byte, 64<<20)}} // larger than all buffers in between
	})
	conn, err := net.Dial("tcp", mustURL(guest.url).Host)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(guest.logs.String(), `"route":"/"`); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the request still runs")
		}
	}
}

// A browser that reads nothing must not block the backend's connection forever.
func TestABrowserThatReadsNothingIsDisconnected(t *testing.T) {
	t.Parallel()
	backend := newFakeBackend(t)
	left := make(chan struct{})
	backend.handle("GET /storage/v1/object/authenticated/b/x", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Etag", `"e"`)
		defer close(left)
		block := make([]byte, 1<<20)
		for range 200 {
			if _, err := w.Write(block); err != nil {
				return
			}
		}
	})
	person := startServer(t, backend, func(o *Options) { o.ClientTimeout = time.Second })
	resp, err := person.Get(person.url + "/api/files/b/x")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	select {
	case <-left:
	case <-time.After(30 * time.Second): // the default is 60 s
		t.Fatal("the backend's response is still open")
	}
}

func TestACanceledRequestIsNotAServerError(t *testing.T) {
	backend := newFakeBackend(t)
	asked := make(chan struct{})
	backend.handle("GET /rest/v1/orders", func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
	})
	c := startServer(t, backend).signIn()
	ctx, leave := context.WithCancel(context.Background())
	go func() { <-asked; leave() }()
	request, err := http.NewRequestWithContext(ctx, "GET", c.url+"/api/rows/orders", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Do(request); !errors.Is(err, context.Canceled) {
		t.Fatalf("the caller got a response: %v", err)
	}
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(c.logs.String(), CodeClientClosedRequest); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the log is %s", c.logs.String())
		}
	}
	if strings.Contains(c.logs.String(), `"level":"ERROR"`) {
		t.Errorf("the broken connection is logged as an error: %s", c.logs.String())
	}
}

func TestAnUploadThatBreaksOffIsNotTheBackendsFailure(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /storage/v1/object/b/x", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		respondWith(200, `{"Key":"b/x"}`)(w, r)
	})
	c := startServer(t, backend)
	conn, err := net.Dial("tcp", strings.TrimPrefix(c.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	fmt.Fprint(conn, "PUT /api/files/b/x HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\nthe beginning")
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: "PUT", URL: &url.URL{Path: "/api/files/b/x"}})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, _ := io.ReadAll(resp.Body)
	(&response{t: t, Response: resp, body: string(body)}).requireError(statusClientClosedRequest, CodeClientClosedRequest)
}

func TestAResponseIsCompleteOrBroken(t *testing.T) {
	for name, size := range map[string]int{"empty": 0, "small": 100, "as long as the buffer": copyBufferSize, "longer": copyBufferSize + 1, "long": 1 << 20} {
		for _, breaks := range []bool{false, true} {
			backend := newFakeBackend(t)
			backend.handle("GET /rest/v1/orders", func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, strings.Repeat(" ", size))
				if breaks {
					w.(http.Flusher).Flush()
					panic(http.ErrAbortHandler)
				}
			})
			resp, err := startServer(t, backend).signIn().trySend("GET", "/api/rows/orders", "")
			switch {
			case breaks && err == nil:
				t.Errorf("%s: a broken response ends as a complete one: %d, %d bytes", name, resp.StatusCode, len(resp.body))
			case breaks:
			case err != nil || len(resp.body) != size:
				t.Errorf("%s: %v, %d bytes", name, err, len(resp.body))
			case size < copyBufferSize && resp.ContentLength != int64(size):
				t.Errorf("%s: Content-Length is %d", name, resp.ContentLength)
			}
		}
	}
}
