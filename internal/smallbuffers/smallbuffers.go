// Package smallbuffers reduces the memory of idle websockets.
//
// net/http gives a hijacked connection two buffers of 4 KB. A websocket that waits for
// messages of some hundred bytes needs less: larger ones are read and written without the
// buffers.
package smallbuffers

import (
	"bufio"
	"net"
	"net/http"
)

// Size is the size of each buffer in bytes.
const Size = 512

// NewResponseWriter returns a ResponseWriter whose Hijack returns buffers of Size bytes. To
// free net/http's own buffers, the handler must return: serve the websocket in another
// goroutine.
func NewResponseWriter(w http.ResponseWriter) http.ResponseWriter { return responseWriter{w} }

type responseWriter struct{ http.ResponseWriter }

// Unwrap returns the ResponseWriter, for http.ResponseController.
func (w responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Hijack implements http.Hijacker.
func (w responseWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil || buffers.Reader.Buffered() > 0 || buffers.Writer.Buffered() > 0 {
		return conn, buffers, err // a client that does not wait for the response
	}
	return conn, bufio.NewReadWriter(bufio.NewReaderSize(conn, Size), bufio.NewWriterSize(conn, Size)), nil
}
