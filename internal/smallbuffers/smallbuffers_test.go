package smallbuffers

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// A client can send data before it has the response: nothing of it is lost.
func TestHijackedConnections(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, buffers, err := NewResponseWriter(w).(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		line, err := buffers.ReadString('\n')
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(buffers, "%d %d %s", buffers.Reader.Size(), buffers.Writer.Size(), line)
		_ = buffers.Flush()
		_ = conn.Close()
	}))
	defer server.Close()
	for _, test := range []struct {
		name, early, late, want string
	}{
		{"data after the request", "", "hello\n", "512 512 hello\n"},
		{"data with the request", "hello\n", "", "4096 4096 hello\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = conn.Close() }()
			_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"+test.early)
			_, _ = io.WriteString(conn, test.late)
			got, err := bufio.NewReader(conn).ReadString('\n')
			if err != nil || got != test.want && !(test.late != "" && got == "4096 4096 hello\n") { // the data can arrive early
				t.Errorf("got %q (%v), want %q", got, err, test.want)
			}
		})
	}
}
