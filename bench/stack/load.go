package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"time"

	"github.com/tableside/tableside/bench/measure"
)

// minPageBytes is less than the size of a page, so that an empty list or an error is not measured.
const minPageBytes = pageSize * 100

// requestVariants is the number of different requests of a product.
const requestVariants = 500

// browserHeader is what a browser sends with a request to its own origin.
const browserHeader = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0\r\n" +
	"Accept: */*\r\nAccept-Language: en-US,en;q=0.5\r\nAccept-Encoding: gzip, deflate, br\r\n" +
	"Sec-Fetch-Dest: empty\r\nSec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-origin\r\n"

// formatRequests returns the texts of GET requests, each from another key. path contains a verb for the
// key; header is in addition to that of a browser.
func formatRequests(address, path, header string, rows int) [][]byte {
	var requests [][]byte
	for range requestVariants {
		key := rand.IntN(rows - 3*pageSize) // half of the rows are visible
		requests = append(requests, fmt.Appendf(nil, "GET "+path+" HTTP/1.1\r\nHost: %s\r\n%s%s\r\n", key, address, browserHeader, header))
	}
	return requests
}

// runLoad sends requests over several connections. It writes prepared texts and skips the bodies, so that
// the load uses little of the CPU time that the servers could use.
func runLoad(ctx context.Context, p *product, connections int, duration time.Duration) measure.Result {
	idle := make(chan *connection, connections)
	for range connections {
		idle <- &connection{address: p.address}
	}
	defer func() {
		for range connections {
			(<-idle).close()
		}
	}()
	return measure.Run(ctx, func(ctx context.Context) error {
		c := <-idle
		defer func() { idle <- c }()
		return c.send(ctx, p.requests[rand.IntN(len(p.requests))])
	}, connections, duration)
}

// connection is an HTTP connection that stays open.
type connection struct {
	address string
	conn    net.Conn
	reader  *bufio.Reader
}

// send sends a request and reads the response.
func (c *connection) send(ctx context.Context, request []byte) error {
	if c.conn == nil {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", c.address)
		if err != nil {
			return fmt.Errorf("connect: %w", err)
		}
		c.conn, c.reader = conn, bufio.NewReaderSize(conn, 64<<10)
	}
	if err := c.conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		return fmt.Errorf("set a deadline: %w", err)
	}
	if _, err := c.conn.Write(request); err != nil {
		return fmt.Errorf("send: %w", err)
	}
	resp, err := http.ReadResponse(c.reader, nil)
	if err != nil {
		return fmt.Errorf("read a response: %w", err)
	}
	n, err := io.Copy(io.Discard, resp.Body)
	if err != nil {
		return fmt.Errorf("read a response: %w", err)
	}
	if resp.StatusCode != http.StatusOK || n < minPageBytes {
		return fmt.Errorf("%s with %d bytes", resp.Status, n)
	}
	return nil
}

func (c *connection) close() {
	if c.conn != nil {
		_ = c.conn.Close()
	}
}

// fetchPage returns the body of the first prepared request.
func (p *product) fetchPage(ctx context.Context) ([]byte, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", p.address)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.Write(p.requests[0]); err != nil {
		return nil, fmt.Errorf("send: %w", err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return nil, fmt.Errorf("read a response: %w", err)
	}
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", resp.Status, bytes.TrimSpace(body))
	}
	return body, err
}
