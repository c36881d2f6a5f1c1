// Command files measures transfers of files through the server compared with a bare io.Copy
// proxy, in front of the same upstream in the same run: the upstream sends and discards
// bytes, so the figures contain no disk. It also measures an archive of many objects, and
// lists and searches of many objects in localbase. Linux only: it reads CPU times and
// memory from /proc.
//
//	go build -o bin/tableside . && go run ./bench/files -binary bin/tableside
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"time"

	"github.com/tableside/tableside/bench/measure"
	"github.com/tableside/tableside/bench/process"
)

type options struct {
	binary  string
	bytes   int64
	rounds  int
	objects int
	archive int
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if upstream := os.Getenv(upstreamVariable); upstream != "" {
		err = process.ServeAsChild(ctx, process.ServeHandler(process.NewPassThrough(upstream)))
	} else {
		var o options
		flag.StringVar(&o.binary, "binary", "bin/tableside", "the `file` of Tableside")
		flag.Int64Var(&o.bytes, "bytes", 1<<30, "size of a transfer")
		flag.IntVar(&o.rounds, "rounds", 5, "transfers of each kind, in turns; the result is their median")
		flag.IntVar(&o.objects, "objects", 100_000, "objects that are listed and searched; 0: none")
		flag.IntVar(&o.archive, "archive", 10_000, "objects in an archive")
		flag.Parse()
		err = run(ctx, o, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/files:", err)
		os.Exit(1)
	}
}

// transfer is a direction of a transfer: it sends or receives the bytes of an object.
type transfer struct {
	name string
	send func(ctx context.Context, url string, bytes int64) (int64, error)
}

var transfers = []transfer{{"download", download}, {"upload", upload}}

func run(ctx context.Context, o options, out io.Writer) error {
	upstream := startUpstream(o.bytes)
	defer upstream.Close()
	reference, err := startPassThrough(ctx, upstream.URL)
	if err != nil {
		return err
	}
	defer reference.Stop()
	server, err := startServer(ctx, o.binary, upstream.URL, publishableKey)
	if err != nil {
		return err
	}
	defer server.Stop()
	fmt.Fprintf(out, "| %d MB | MB/s | ratio | CPU | peak memory |\n|---|--:|--:|--:|--:|\n", o.bytes>>20)
	for _, t := range transfers {
		if err := measureTransfer(ctx, t, o, reference, server, out); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	if err := measureArchive(ctx, o, server, out); err != nil {
		return fmt.Errorf("archive: %w", err)
	}
	if o.objects == 0 {
		return nil
	}
	return measureLists(ctx, o, out)
}

// figures are the results of one process.
type figures struct {
	rates []float64 // MB/s of each round
	cpu   []float64 // seconds of each round
}

// measureTransfer prints a line for the pass-through and one for the server.
func measureTransfer(ctx context.Context, t transfer, o options, reference, server *proxy, out io.Writer) error {
	results := map[*proxy]*figures{reference: {}, server: {}}
	for range o.rounds {
		for _, p := range []*proxy{reference, server} {
			before, err := measure.CPUTime(p.PID)
			if err != nil {
				return err
			}
			start := time.Now()
			n, err := t.send(ctx, p.objectURL, o.bytes)
			if err == nil && n != o.bytes {
				err = fmt.Errorf("%d of %d bytes", n, o.bytes)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", p.name, err)
			}
			took := time.Since(start)
			after, err := measure.CPUTime(p.PID)
			if err != nil {
				return err
			}
			results[p].rates = append(results[p].rates, float64(o.bytes)/1e6/took.Seconds())
			results[p].cpu = append(results[p].cpu, (after - before).Seconds())
		}
	}
	for _, p := range []*proxy{reference, server} {
		memory, err := p.peakMemory()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "| %s, %s | %.0f | %.2f | %.2f s | %d MB |\n", t.name, p.name, median(results[p].rates),
			median(results[p].rates)/median(results[reference].rates), median(results[p].cpu), memory>>20)
	}
	return nil
}

// median returns the median of values.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

func download(ctx context.Context, url string, _ int64) (int64, error) {
	return receive(ctx, http.MethodGet, url, nil, -1)
}

// upload sends bytes, and returns their number if the response is a success.
func upload(ctx context.Context, url string, bytes int64) (int64, error) {
	_, err := receive(ctx, http.MethodPut, url, io.LimitReader(zeros{}, bytes), bytes)
	return bytes, err
}

// receive sends a request, and returns the number of bytes of its response.
func receive(ctx context.Context, method, url string, body io.Reader, length int64) (int64, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, body)
	if err != nil {
		return 0, fmt.Errorf("create a request: %w", err)
	}
	if length >= 0 {
		req.ContentLength = length
		req.Header.Set("Content-Type", "application/octet-stream")
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, fmt.Errorf("send a request: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s %s: %s", method, url, resp.Status)
	}
	n, err := io.Copy(io.Discard, resp.Body)
	if err != nil {
		return n, fmt.Errorf("read a response: %w", err)
	}
	return n, nil
}

// zeros is an endless reader.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }
