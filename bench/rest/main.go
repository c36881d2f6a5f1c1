// Command rest measures the database REST service of localbase. Connections list 50 rows of a table
// with 100,000. In the same run, it measures PostgreSQL with the same SQL and the same number of
// connections. The load, the service and the database share one machine.
//
//	go run ./bench/rest -binary bin/tableside
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tableside/tableside/bench/backend"
	"github.com/tableside/tableside/bench/measure"
)

const pageSize = 50

// createTableSQL creates the table, with rows of about 200 bytes as JSON.
const createTableSQL = `
create table public.parcels (
  id bigint generated always as identity primary key,
  code text not null, city text not null, weight_g int not null, price numeric(8, 2) not null,
  sent_at timestamptz not null, tags text[] not null, note text
);
insert into public.parcels (code, city, weight_g, price, sent_at, tags, note)
select 'P-' || n, (array['Aarhus', 'Lisbon', 'Kyoto', 'Tromsø'])[1 + n %% 4], n %% 20000, (n %% 900) / 7.0,
       timestamptz '2026-01-01' + n * interval '1 minute', array['a' || n %% 7, 'b' || n %% 3], repeat('note ', n %% 12)
from generate_series(1, %d) n;
analyze public.parcels;
grant select on public.parcels to anon;
`

type options struct {
	binary      string
	connections int
	rows        int
	warmUp      time.Duration
	duration    time.Duration
}

func main() {
	var o options
	flag.StringVar(&o.binary, "binary", "bin/tableside", "path of the program")
	flag.IntVar(&o.connections, "connections", 64, "concurrent requests")
	flag.IntVar(&o.rows, "rows", 100_000, "number of rows in the table")
	flag.DurationVar(&o.warmUp, "warm-up", 2*time.Second, "duration of the warm-up before each measurement")
	flag.DurationVar(&o.duration, "duration", 10*time.Second, "duration of each measurement")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bench/rest:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, out io.Writer) error {
	base, err := backend.Start(ctx, o.binary)
	if err != nil {
		return err
	}
	defer base.Stop()
	pool, err := connectDatabase(ctx, base.DBURL, o.connections)
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.Exec(ctx, fmt.Sprintf(createTableSQL, o.rows)); err != nil {
		return fmt.Errorf("create the table: %w", err)
	}
	service := newServiceTask(base, o)
	if err := waitUntilServed(ctx, service); err != nil {
		return fmt.Errorf("request rows from the service: %w", err)
	}
	sql, err := captureServiceSQL(ctx, pool, service, o.connections)
	if err != nil {
		return err
	}
	results := []struct {
		name string
		task measure.Task
		measure.Result
	}{
		{name: "PostgreSQL, only the service's SQL", task: newQueryTask(pool, sql, o)},
		{name: "PostgreSQL, in a transaction with the caller's role", task: newCallerQueryTask(pool, sql, o)},
		{name: "localbase, over HTTP", task: service},
	}
	for i := range results {
		if err := measure.Run(ctx, results[i].task, o.connections, o.warmUp).FirstError; err != nil {
			return fmt.Errorf("%s: %w", results[i].name, err)
		}
		results[i].Result = measure.Run(ctx, results[i].task, o.connections, o.duration)
		if err := results[i].FirstError; err != nil {
			return fmt.Errorf("%s: %w", results[i].name, err)
		}
	}
	reference := results[0].RequestsPerSecond()
	fmt.Fprintf(out, "\n%d connections list %d of %d rows; %d cores, %s per measurement\n\n", o.connections, pageSize, o.rows, runtime.NumCPU(), o.duration)
	fmt.Fprintf(out, "| %-43s | requests/s | p50 | p99 | share |\n|---|--:|--:|--:|--:|\n", "measured")
	for _, r := range results {
		fmt.Fprintf(out, "| %-43s | %.0f | %.1f ms | %.1f ms | %.0f %% |\n",
			r.name, r.RequestsPerSecond(), measure.Milliseconds(r.Quantile(0.5)), measure.Milliseconds(r.Quantile(0.99)), 100*r.RequestsPerSecond()/reference)
	}
	return nil
}

func connectDatabase(ctx context.Context, url string, connections int) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	config.MaxConns = int32(connections)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("connect to the database: %w", err)
	}
	return pool, nil
}

// waitUntilServed repeats the request until the service knows the new table.
func waitUntilServed(ctx context.Context, service measure.Task) error {
	start := time.Now()
	for {
		err := service(ctx)
		if err == nil || time.Since(start) > 10*time.Second {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// pickRandomKey returns a random key after which a page starts.
func pickRandomKey(o options) string { return strconv.Itoa(rand.IntN(o.rows - pageSize)) }

// newServiceTask returns a task that requests a page from the service.
func newServiceTask(b *backend.Backend, o options) measure.Task {
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: o.connections, MaxConnsPerHost: o.connections}}
	return func(ctx context.Context) error {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet,
			b.URL+"/rest/v1/parcels?select=*&order=id&limit="+strconv.Itoa(pageSize)+"&id=gt."+pickRandomKey(o), nil)
		if err != nil {
			return err
		}
		r.Header.Set("apikey", b.Key)
		response, err := client.Do(r)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return err
		}
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s", response.Status, body)
		}
		return nil
	}
}

// captureServiceSQL returns the SQL that the service executes, read from PostgreSQL's activity. A
// copy in this file could become outdated.
func captureServiceSQL(ctx context.Context, pool *pgxpool.Pool, service measure.Task, connections int) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	go func() { _ = measure.Run(ctx, service, connections, 20*time.Second) }() // until cancel
	for ctx.Err() == nil {
		var sql string
		err := pool.QueryRow(ctx, `select query from pg_stat_activity
			where usename = 'authenticator' and query like '%"parcels"%' and query like '%$1%' limit 1`).Scan(&sql)
		if err == nil {
			return sql, nil
		}
	}
	return "", fmt.Errorf("capture the service's SQL: %w", ctx.Err())
}

// newQueryTask returns a task that executes the SQL.
func newQueryTask(pool *pgxpool.Pool, sql string, o options) measure.Task {
	return func(ctx context.Context) error {
		return readAllRows(pool.Query(ctx, sql, pickRandomKey(o)))
	}
}

// newCallerQueryTask returns a task that executes the SQL in a transaction with the caller's role, as
// a service does that leaves authorization to the database.
func newCallerQueryTask(pool *pgxpool.Pool, sql string, o options) measure.Task {
	const setRole = `select set_config('role', 'anon', true), set_config('request.jwt.claims', '{"role":"anon"}', true)`
	return func(ctx context.Context) error {
		return pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, setRole); err != nil {
				return err
			}
			return readAllRows(tx.Query(ctx, sql, pickRandomKey(o)))
		})
	}
}

func readAllRows(rows pgx.Rows, err error) error {
	if err != nil {
		return err
	}
	for rows.Next() {
		if len(rows.RawValues()) == 0 {
			return fmt.Errorf("received a row without columns")
		}
	}
	return rows.Err()
}
