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
	person := start(t, newScripted(t)).signedIn()
	for _, test := range []struct{ method, path, want string }{
		{"POST", "/api/rows/notes", "HTTP/1.1 403 Forbidden"},
		{"PATCH", "/api/rows/notes?body=eq.x", "HTTP/1.1 403 Forbidden"},
		{"POST", "/api/rows/nope", "HTTP/1.1 404 Not Found"},
		{"POST", "/api/rpc/nope", "HTTP/1.1 404 Not Found"},
		{"POST", "/api/rows/orders", "HTTP/1.1 100 Continue"}, // asks for the body
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

// A browser that still sends when the connection is closed sees no response.
func TestARefusedLargeBodyGetsItsResponse(t *testing.T) {
	person := start(t, newScripted(t)).signedIn()
	for range 5 {
		person.do("POST", "/api/rows/notes", `{"body":"`+strings.Repeat("x", maxDataBody-100)+`"}`).refused(403, "42501")
	}
}

func TestANewGrantIsFoundWithoutWaiting(t *testing.T) {
	backend, clock := newScripted(t), newClock()
	backend.on("POST /rest/v1/notes", says(201, "[]"))
	person := start(t, backend, func(o *Options) { o.Now = clock.now }).signedIn()
	person.do("POST", "/api/rows/notes", `{"body":"x"}`).refused(403, "42501")
	granted := strings.Replace(shopSchema, `"privileges":{"select":true}}`, `"privileges":{"select":true,"insert":true}}`, 1)
	backend.on("POST /rest/v1/rpc/tableside_schema", says(200, granted))
	clock.advance(renewAfter)
	person.do("POST", "/api/rows/notes", `{"body":"x"}`).wants(201)
}

func TestOneRequestWritesALimitedNumberOfRows(t *testing.T) {
	backend := newScripted(t)
	backend.on("POST /rest/v1/orders", says(201, "[]"))
	person := start(t, backend).signedIn()
	rows := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat(`{"id":1},`, n), ",") + "]" }
	person.do("POST", "/api/rows/orders", rows(maxBodyRows)).wants(201)
	if e := person.do("POST", "/api/rows/orders", rows(maxBodyRows+1)).refused(413, CodeTooLarge); !strings.Contains(e.Message, "10000 rows") {
		t.Errorf("the message is %q", e.Message)
	}
}

// Large bodies together can't use all of the memory, and keep nobody from signing
// in or from editing a row.
func TestLargeBodiesAreRefusedWhileTheMemoryForThemIsUsed(t *testing.T) {
	backend := newScripted(t)
	arrived, finish := make(chan struct{}, 2), make(chan struct{})
	backend.on("PATCH /rest/v1/orders", func(w http.ResponseWriter, r *http.Request) {
		n, _ := io.Copy(io.Discard, r.Body)
		if n > 1<<20 {
			arrived <- struct{}{}
			<-finish
		}
		says(200, `[{"id":1}]`)(w, r)
	})
	person := start(t, backend, func(o *Options) { o.BufferBytes = MinBufferBytes }).signedIn()
	large := func(bytes int) string { return `{"status":"` + strings.Repeat("x", bytes-20) + `"}` }
	update := func(body string) *response { return person.do("PATCH", "/api/rows/orders?id=eq.1", body) }

	done := make(chan *response, 2)
	for range 2 {
		go func() { done <- update(large(maxDataBody)) }()
	}
	<-arrived
	<-arrived
	e := update(large(1 << 20))
	e.refused(503, CodeBusy)
	if e.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	update(`{"status":"small"}`).wants(200)
	person.guest().signedIn()
	close(finish)
	(<-done).wants(200)
	(<-done).wants(200)
	update(large(1 << 20)).wants(200)
}
