// Command stack measures how many lists of 50 rows the whole local stack serves (Tableside, localbase
// and PostgreSQL), compared with PocketBase in the same run, with the same rows and an equivalent
// access rule. The load and the servers share one machine. Linux only: it reads CPU times from /proc.
//
//	go run ./bench/stack -binary bin/tableside
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/tableside/tableside/bench/measure"
)

type options struct {
	binary     string
	pocketBase string
	rows       int
	rounds     int
	duration   time.Duration
	warmUp     time.Duration
}

// connectionCounts are the numbers of requests at once that are measured.
var connectionCounts = []int{1, 16, 64}

func main() {
	var o options
	flag.StringVar(&o.binary, "binary", "bin/tableside", "the program")
	flag.StringVar(&o.pocketBase, "pocketbase", "", "PocketBase's program; default: built through the Go module proxy")
	flag.IntVar(&o.rows, "rows", 10_000, "number of rows in the table")
	flag.IntVar(&o.rounds, "rounds", 9, "measurements of each product and number of connections, in turns")
	flag.DurationVar(&o.duration, "duration", time.Second, "of each measurement")
	flag.DurationVar(&o.warmUp, "warm-up", 3*time.Second, "load on each product before the measurements")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench/stack:", err)
		os.Exit(1)
	}
}

// product is a server under measurement.
type product struct {
	name     string
	address  string // host:port
	pid      int
	requests [][]byte       // lists from random positions, as a browser sends them
	rounds   map[int][]pair // by the number of connections
}

// pair is the result of a round: requests per second, and CPU time per request in µs.
type pair struct{ rate, cpu float64 }

func run(ctx context.Context, o options, out io.Writer) error {
	folder, err := os.MkdirTemp("", "tableside-bench-")
	if err != nil {
		return fmt.Errorf("create a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }()
	if err := os.Chmod(folder, 0o711); err != nil { // as root, the database runs as another user
		return fmt.Errorf("allow access to the folder: %w", err)
	}
	rows := newRows(o.rows)
	tableside, stop, err := startTableside(ctx, o.binary, folder, rows)
	if err != nil {
		return fmt.Errorf("start Tableside: %w", err)
	}
	defer stop()
	pocketBase, stop, err := startPocketBase(ctx, o.pocketBase, filepath.Join(folder, "pocketbase"), rows)
	if err != nil {
		return fmt.Errorf("start PocketBase: %w", err)
	}
	defer stop()
	products := []*product{tableside, pocketBase}
	for _, p := range products {
		connections := slices.Max(connectionCounts)
		if _, err := p.measure(ctx, connections, o.warmUp); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	for range o.rounds {
		for _, connections := range connectionCounts {
			for _, p := range products {
				result, err := p.measure(ctx, connections, o.duration)
				if err != nil {
					return fmt.Errorf("%s: %w", p.name, err)
				}
				p.rounds[connections] = append(p.rounds[connections], result)
			}
		}
	}
	fmt.Fprintf(out, "\n%d of %d rows; %d cores for all, median of %d rounds of %s each; in parentheses, the range of the middle half\n\n",
		pageSize, o.rows, runtime.NumCPU(), o.rounds, o.duration)
	printResults(out, tableside, pocketBase)
	return nil
}

// measure sends requests for some time.
func (p *product) measure(ctx context.Context, connections int, duration time.Duration) (pair, error) {
	before, err := measure.TreeCPUTime(p.pid)
	if err != nil {
		return pair{}, err
	}
	result := runLoad(ctx, p, connections, duration)
	after, err := measure.TreeCPUTime(p.pid)
	return pair{
		rate: result.RequestsPerSecond(),
		cpu:  float64((after - before).Microseconds()) / float64(len(result.Durations)),
	}, errors.Join(result.FirstError, err)
}

// printResults prints a table of both products and their ratios. The ratio is the median of the ratios of
// the rounds, so that load of other programs, which changes slowly, affects both sides of each.
func printResults(out io.Writer, tableside, pocketBase *product) {
	fmt.Fprintln(out, "| connections | measured | Tableside | PocketBase | ratio |\n|--:|---|--:|--:|--:|")
	for _, connections := range connectionCounts {
		for _, column := range []struct {
			name string
			read func(pair) float64
		}{
			{"requests/s", func(p pair) float64 { return p.rate }},
			{"CPU time for a request, µs", func(p pair) float64 { return p.cpu }},
		} {
			var ours, theirs, ratios []float64
			for i := range tableside.rounds[connections] {
				a, b := column.read(tableside.rounds[connections][i]), column.read(pocketBase.rounds[connections][i])
				ours, theirs, ratios = append(ours, a), append(theirs, b), append(ratios, a/b)
			}
			fmt.Fprintf(out, "| %d | %s | %s | %s | %s |\n", connections, column.name,
				summarize("%.0f", ours), summarize("%.0f", theirs), summarize("%.2f", ratios))
		}
	}
}

// summarize formats the median of values and, in parentheses, their quartiles.
func summarize(format string, values []float64) string {
	sorted := slices.Sorted(slices.Values(values))
	quantile := func(q float64) float64 { return sorted[int(q*float64(len(sorted)-1)+0.5)] }
	return fmt.Sprintf(format+" ("+format+"–"+format+")", quantile(0.5), quantile(0.25), quantile(0.75))
}
