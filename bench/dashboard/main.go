// Command dashboard measures how soon a dashboard of 12 tiles over a table of 1,000,000 rows is
// drawn in Chromium, compared with the same 12 aggregates as direct SQL, all at once, in the
// same run and in turns.
//
//	go run ./bench/dashboard -binary bin/tableside
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"github.com/tableside/tableside/bench/backend"
	"github.com/tableside/tableside/bench/measure"
	"github.com/tableside/tableside/bench/process"
)

type options struct {
	binary string
	rounds int
}

func main() {
	var o options
	flag.StringVar(&o.binary, "binary", "bin/tableside", "the program")
	flag.IntVar(&o.rounds, "rounds", 40, "measurements of each, in turns; two more warm up")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench/dashboard:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, out io.Writer) error {
	base, err := backend.Start(ctx, o.binary)
	if err != nil {
		return err
	}
	defer base.Stop()
	pool, err := prepareTable(ctx, base.DBURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	product, err := process.StartTableside(ctx, o.binary, base.URL, base.Key)
	if err != nil {
		return err
	}
	defer product.Stop()
	dashboard, cookies, err := createDashboard(ctx, product.URL)
	if err != nil {
		return err
	}
	page, err := startPage(ctx, product.URL+"/dashboards/"+dashboard, cookies, len(aggregates))
	if err != nil {
		return err
	}
	defer page.stop()
	results := []struct {
		name  string
		task  func(context.Context) (time.Duration, error)
		times []time.Duration
	}{
		{name: "12 aggregates as direct SQL", task: func(ctx context.Context) (time.Duration, error) { return computeDirectly(ctx, pool) }},
		{name: "a dashboard of 12 tiles, drawn", task: page.load("load")},
		{name: "opened for the first time", task: page.load("load new")},
		{name: "opened from the home page", task: page.load("open")},
	}
	for round := range o.rounds + 2 {
		for i := range results {
			took, err := results[i].task(ctx)
			if err != nil {
				return fmt.Errorf("%s: %w", results[i].name, err)
			}
			if round >= 2 {
				results[i].times = append(results[i].times, took)
			}
		}
	}
	fmt.Fprintf(out, "\n%d rounds, a table of 1,000,000 rows; %d cores for all\n\n", o.rounds, runtime.NumCPU())
	fmt.Fprintf(out, "| %-30s | p50 ms | p95 ms |\n|---|--:|--:|\n", "measured")
	for _, r := range results {
		slices.Sort(r.times)
		quantile := func(q float64) float64 { return measure.Milliseconds(r.times[int(q*float64(len(r.times)-1))]) }
		fmt.Fprintf(out, "| %-30s | %.0f | %.0f |\n", r.name, quantile(0.5), quantile(0.95))
	}
	return nil
}

// prepareTable installs Tableside's SQL, creates the table, and returns connections to the
// database.
func prepareTable(ctx context.Context, url string) (*pgxpool.Pool, error) {
	pool, err := pgxpool.New(ctx, url)
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	for _, name := range []string{
		"server/schema/tableside_schema.sql", "server/schema/tableside_aggregate.sql", "server/schema/tableside_may_read.sql",
		"server/schema/tableside_views.sql", "bench/dashboard/tables.sql",
	} {
		sql, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read SQL: %w", err)
		}
		if _, err := pool.Exec(ctx, string(sql)); err != nil {
			return nil, fmt.Errorf("run %s: %w", name, err)
		}
	}
	if _, err := pool.Exec(ctx, "vacuum analyze public.sales"); err != nil {
		return nil, fmt.Errorf("analyze the table: %w", err)
	}
	return pool, nil
}

// computeDirectly runs all statements at once as the role of signed-in users.
func computeDirectly(ctx context.Context, pool *pgxpool.Pool) (time.Duration, error) {
	start := time.Now()
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(int(pool.Config().MaxConns))
	for _, a := range aggregates {
		group.Go(func() error {
			return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
				if _, err := tx.Exec(ctx, "set local role authenticated"); err != nil {
					return err
				}
				rows, err := tx.Query(ctx, a.sql)
				if err != nil {
					return err
				}
				for rows.Next() { //nolint:revive // reads all groups
				}
				return rows.Err()
			})
		})
	}
	if err := group.Wait(); err != nil {
		return 0, err
	}
	return time.Since(start), nil
}

// browserPage is a Chromium that loads the dashboard again for each line of its input.
type browserPage struct {
	input  io.Writer
	output *bufio.Scanner
	stop   func()
}

func startPage(ctx context.Context, url, cookies string, tiles int) (*browserPage, error) {
	command := exec.CommandContext(ctx, "node", "bench/dashboard/page.mjs", url, cookies, strconv.Itoa(tiles))
	command.Stderr = os.Stderr
	input, err := command.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start the browser: %w", err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start the browser: %w", err)
	}
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start the browser: %w", err)
	}
	return &browserPage{input: input, output: bufio.NewScanner(output), stop: func() {
		_ = input.Close() // ends the script
		_ = command.Wait()
	}}, nil
}

// load returns a function that loads the page and returns the time until all tiles are drawn.
// command is a line for page.mjs.
func (p *browserPage) load(command string) func(context.Context) (time.Duration, error) {
	return func(context.Context) (time.Duration, error) {
		if _, err := fmt.Fprintln(p.input, command); err != nil {
			return 0, fmt.Errorf("load the page: %w", err)
		}
		if !p.output.Scan() {
			return 0, fmt.Errorf("load the page: the browser ended")
		}
		milliseconds, err := strconv.ParseFloat(strings.TrimSpace(p.output.Text()), 64)
		if err != nil {
			return 0, fmt.Errorf("load the page: %w", err)
		}
		return time.Duration(milliseconds * float64(time.Millisecond)), nil
	}
}
