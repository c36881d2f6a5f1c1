package server

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestABodyIsNotReadWithoutAGrant(t *testing.T) {
	person := startServer(t, newFakeBackend(t)).signIn()
	for _, test := range []struct{ method, path, want string }{
		{"POST", "/api/rows/notes", "HTTP/1.1 403 Forbidden"},
		{"PATCH", "/api/rows/notes?body=eq.x", "HTTP/1.1 403 Forbidden"},
		{"POST", "/api/rows/nope", "HTTP/1.1 404 Not Found"},
		{"POST", "/api/rpc/nope", "HTTP/1.1 404 Not Found"},
		{"POST", "/api/rows/orders", "HTTP/1.1 100 Continue"}, // the server requests the body
	} {
		conn, err := net.Dial("tcp", mustURL(person.url).Host)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.Close() }()
		fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\nExpect: 100-continue\r\n", test.method, test.path)
		for _, cookie := range person.Jar.Cookies(mustURL(person.url)) {
			fmt.Fprintf(conn, "Cookie: %s\r\n", cookie)
		}
		fmt.Fprint(conn, "\r\n")
		line, err := bufio.NewReader(conn).ReadString('\n')
		if err != nil || strings.TrimSpace(line) != test.want {
			t.Errorf("%s %s: %q, %v; want %q", test.method, test.path, line, err, test.want)
		}
	}
}

// If the server closes the connection while a browser still sends, the browser sees no response.
func TestARejectedLargeBodyGetsItsResponse(t *testing.T) {
	person := startServer(t, newFakeBackend(t)).signIn()
	for range 5 {
		person.send("POST", "/api/rows/notes", `{"body":"`+strings.Repeat("x", defaultBodyBytes-100)+`"}`).requireError(403, "42501")
	}
}

func TestANewGrantIsFoundWithoutWaiting(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	backend.handle("POST /rest/v1/notes", respondWith(201, "[]"))
	person := startServer(t, backend, func(o *Options) { o.Now = clock.now }).signIn()
	person.send("POST", "/api/rows/notes", `{"body":"x"}`).requireError(403, "42501")
	granted := strings.Replace(shopSchema, `"privileges":{"select":true}}`, `"privileges":{"select":true,"insert":true}}`, 1)
	backend.handle("POST /rest/v1/rpc/tableside_schema", respondWith(200, granted))
	clock.advance(minReloadAge)
	person.send("POST", "/api/rows/notes", `{"body":"x"}`).requireStatus(201)
}

func TestOneRequestWritesALimitedNumberOfRows(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /rest/v1/orders", respondWith(201, "[]"))
	person := startServer(t, backend).signIn()
	rows := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat(`{"id":1},`, n), ",") + "]" }
	person.send("POST", "/api/rows/orders", rows(maxBodyRows)).requireStatus(201)
	if e := person.send("POST", "/api/rows/orders", rows(maxBodyRows+1)).requireError(413, CodeTooLarge); !strings.Contains(e.Message, "10000 rows") {
		t.Errorf("the message is %q", e.Message)
	}
}

// Concurrent large bodies can't use all of the memory, and don't block sign-ins and edits
// of rows.
func TestLargeBodiesAreRejectedWhileTheBudgetIsUsed(t *testing.T) {
	backend := newFakeBackend(t)
	arrived, finish := make(chan struct{}, 2), make(chan struct{})
	backend.handle("PATCH /rest/v1/orders", func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		if n > 1<<20 {
			arrived <- struct{}{}
			<-finish
		}
		respondWith(200, `[{"id":1}]`)(w, r)
	})
	person := startServer(t, backend, func(o *Options) { o.BufferBytes = MinBufferBytes }).signIn()
	large := func(bytes int) string { return `{"status":"` + strings.Repeat("x", bytes-20) + `"}` }
	update := func(body string) *response { return person.send("PATCH", "/api/rows/orders?id=eq.1", body) }

	done := make(chan *response, 2)
	for range 2 {
		go func() { done <- update(large(defaultBodyBytes)) }()
	}
	<-arrived
	<-arrived
	e := update(large(1 << 20))
	e.requireError(503, CodeBusy)
	if e.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	update(`{"status":"small"}`).requireStatus(200)
	person.newGuest().signIn()
	close(finish)
	(<-done).requireStatus(200)
	(<-done).requireStatus(200)
	update(large(1 << 20)).requireStatus(200)
}
