// Command live measures the realtime relay: the time that it adds to a message, compared with a
// bare websocket relay in the same run, and the memory of idle connections. Linux only: it
// reads the memory of processes from /proc.
//
//	go run ./bench/live -binary bin/tableside
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"time"

	"github.com/tableside/tableside/bench/backend"
	"github.com/tableside/tableside/bench/measure"
	"github.com/tableside/tableside/bench/process"
)

type options struct {
	binary      string
	rounds      int
	messages    int
	interval    time.Duration
	connections int
	settle      time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	if upstream := os.Getenv(upstreamVariable); upstream != "" {
		err = runBareRelay(ctx, upstream)
	} else {
		var o options
		flag.StringVar(&o.binary, "binary", "bin/tableside", "the program")
		flag.IntVar(&o.rounds, "rounds", 15, "measurements of each path, in turns; the first one is not counted")
		flag.IntVar(&o.messages, "messages", 400, "messages of a measurement")
		flag.DurationVar(&o.interval, "interval", 5*time.Millisecond, "time between two messages")
		flag.IntVar(&o.connections, "connections", 1000, "idle connections; 0 measures no memory")
		flag.DurationVar(&o.settle, "settle", 30*time.Second, "time until the memory of idle connections is read")
		flag.Parse()
		err = run(ctx, o, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/live:", err)
		os.Exit(1)
	}
}

// path is a way to the backend.
type path struct {
	name    string
	dial    dialer
	receive []time.Duration // backend to browser: the sender is connected directly
	send    []time.Duration // browser to backend: the receiver is connected directly
}

func run(ctx context.Context, o options, out io.Writer) error {
	base, err := backend.Start(ctx, o.binary, "--demo", "--demo-readings", "100", "--realtime-connections", fmt.Sprint(3*o.connections+100))
	if err != nil {
		return err
	}
	defer base.Stop()
	token, err := signIn(ctx, base)
	if err != nil {
		return err
	}
	bare, err := process.StartChild(ctx, upstreamVariable+"="+base.URL)
	if err != nil {
		return err
	}
	defer bare.Stop()
	product, err := startProduct(ctx, o, base)
	if err != nil {
		return err
	}
	defer product.Stop()
	cookie, err := signInToProduct(ctx, product.URL)
	if err != nil {
		return err
	}
	direct := newBackendDialer(base.URL, base.Key, token)
	paths := []*path{
		{name: "direct", dial: direct},
		{name: "bare relay", dial: newBackendDialer(bare.URL, base.Key, token)},
		{name: "Tableside", dial: newProductDialer(product.URL, cookie)},
	}
	if err := measureLatency(ctx, o, direct, paths); err != nil {
		return err
	}
	printLatency(out, o, paths)
	if o.connections == 0 {
		return nil
	}
	return measureMemory(ctx, o, paths[2].dial, out, map[string]int{"Tableside": product.PID, "localbase": base.PID})
}

// measureLatency measures the paths in turns.
func measureLatency(ctx context.Context, o options, direct dialer, paths []*path) error {
	for round := range o.rounds + 1 {
		for _, p := range paths {
			received, err := measureDelivery(ctx, o, direct, p.dial)
			if err != nil {
				return fmt.Errorf("receive, %s: %w", p.name, err)
			}
			sent, err := measureDelivery(ctx, o, p.dial, direct)
			if err != nil {
				return fmt.Errorf("send, %s: %w", p.name, err)
			}
			if round > 0 { // the first one warms up
				p.receive = append(p.receive, received...)
				p.send = append(p.send, sent...)
			}
		}
	}
	return nil
}

func printLatency(out io.Writer, o options, paths []*path) {
	fmt.Fprintf(out, "\n%d messages of %d bytes per path and direction, one each %s; %d cores for all\n\n",
		o.rounds*o.messages, payloadBytes, o.interval, runtime.NumCPU())
	fmt.Fprintf(out, "| µs | receive p50 | p95 | send p50 | p95 |\n|---|--:|--:|--:|--:|\n")
	for _, p := range paths {
		slices.Sort(p.receive)
		slices.Sort(p.send)
		fmt.Fprintf(out, "| %-22s |", p.name)
		for _, value := range p.quantiles() {
			fmt.Fprintf(out, " %d |", value.Microseconds())
		}
		fmt.Fprintln(out)
	}
	bare, product := paths[1].quantiles(), paths[2].quantiles()
	fmt.Fprintf(out, "| %-22s |", "Tableside - bare relay")
	for i := range product {
		fmt.Fprintf(out, " %+d |", (product[i] - bare[i]).Microseconds())
	}
	fmt.Fprintln(out)
}

// quantiles returns p50 and p95 of receive, then of send.
func (p *path) quantiles() []time.Duration {
	receive, send := measure.Result{Durations: p.receive}, measure.Result{Durations: p.send}
	return []time.Duration{receive.Quantile(0.5), receive.Quantile(0.95), send.Quantile(0.5), send.Quantile(0.95)}
}
