// Command proxy measures the CPU time that the server needs for each request of 50
// rows, compared with a bare Go pass-through and nginx (if it is installed), in front of
// the same upstream in the same run. The upstream responds with prepared rows, so the
// figures contain no database. Linux only: it reads CPU times from /proc.
//
//	go run ./bench/proxy
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"time"

	"github.com/tableside/tableside/bench/measure"
	"github.com/tableside/tableside/bench/process"
)

type options struct {
	connections int
	rounds      int
	duration    time.Duration
	profile     string
}

// roleVariable makes the program run a proxy instead of the benchmark.
const roleVariable = "TABLESIDE_BENCH_ROLE"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if role := os.Getenv(roleVariable); role != "" {
		err = runProxy(ctx, role)
	} else {
		var o options
		flag.IntVar(&o.connections, "connections", 64, "requests that run at once")
		flag.IntVar(&o.rounds, "rounds", 15, "measurements of each proxy, in turns; the result is their median")
		flag.DurationVar(&o.duration, "duration", time.Second, "of each measurement")
		flag.StringVar(&o.profile, "profile", "", "write a CPU profile of the server to this `file`")
		flag.Parse()
		err = run(ctx, o, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/proxy:", err)
		os.Exit(1)
	}
}

// target is a proxy under measurement.
type target struct {
	name    string
	path    string
	process *process.Process
	task    measure.Task
	cpu     []float64 // µs per request, of each round
	rate    []float64 // requests per second, of each round
}

func run(ctx context.Context, o options, out io.Writer) error {
	upstream, err := startUpstream()
	if err != nil {
		return err
	}
	defer upstream.Close()
	folder, err := os.MkdirTemp("", "tableside-bench-")
	if err != nil {
		return fmt.Errorf("create a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	targets, err := startTargets(ctx, o, upstream.URL, folder)
	for _, t := range targets {
		defer t.process.Stop()
	}
	if err != nil {
		return err
	}
	for range o.rounds + 1 {
		for _, t := range targets {
			if err := t.measure(ctx, o); err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
		}
	}
	fmt.Fprintf(out, "\n%d connections, %d rows in %d bytes; %d cores for all, median of %d times %s each\n\n",
		o.connections, pageSize, len(rows), runtime.NumCPU(), o.rounds, o.duration)
	fmt.Fprintf(out, "| %-22s | CPU/request | ratio | requests/s |\n|---|--:|--:|--:|\n", "proxy")
	for _, t := range targets {
		fmt.Fprintf(out, "| %-22s | %.0f µs | %.2f | %.0f |\n", t.name, median(t.cpu), median(t.cpu)/median(targets[0].cpu), median(t.rate))
	}
	return nil
}

// median returns the median of the values after the first one, which warms up.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values[1:]))
	return sorted[len(sorted)/2]
}

// measure adds a round.
func (t *target) measure(ctx context.Context, o options) error {
	before, err := measure.CPUTime(t.process.PID)
	if err != nil {
		return err
	}
	result := measure.Run(ctx, t.task, o.connections, o.duration)
	after, err := measure.CPUTime(t.process.PID)
	t.cpu = append(t.cpu, float64((after-before).Microseconds())/float64(len(result.Durations)))
	t.rate = append(t.rate, result.RequestsPerSecond())
	return errors.Join(result.FirstError, err)
}

// startTargets starts the proxies, with their files in a folder. The first one is the reference.
func startTargets(ctx context.Context, o options, upstream, folder string) ([]*target, error) {
	var targets []*target
	for _, t := range []*target{{name: "bare Go pass-through", path: restPath}, {name: "Tableside", path: serverPath}, {name: "nginx", path: restPath}} {
		var err error
		switch t.name {
		case "nginx":
			t.process, err = startNginx(ctx, upstream, folder)
		case "Tableside":
			t.process, err = startProxy(ctx, roleServer, upstream, o.profile)
		default:
			t.process, err = startProxy(ctx, rolePassThrough, upstream, "")
		}
		if err != nil {
			return targets, fmt.Errorf("start %s: %w", t.name, err)
		}
		if t.process != nil {
			targets = append(targets, t)
		}
	}
	header, err := signIn(ctx, targets[1].process.URL)
	for _, t := range targets {
		t.task = newRowsTask(o, t.process.URL+t.path, header)
	}
	return targets, err
}

// newRowsTask returns a task that requests the rows.
func newRowsTask(o options, url string, header http.Header) measure.Task {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: o.connections, MaxConnsPerHost: o.connections}}
	return func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return err
		}
		req.Header = header.Clone()
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		n, err := io.Copy(io.Discard, resp.Body)
		if err == nil && (resp.StatusCode != http.StatusOK || n != int64(len(rows))) {
			err = fmt.Errorf("%s with %d bytes", resp.Status, n)
		}
		return err
	}
}
