package demo

import (
	"context"
	"embed"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
)

// DefaultReadings is the default number of rows in roast_readings.
const DefaultReadings = 20_000

//go:embed sql/*.sql data/*.csv
var files embed.FS

// Options configures Load.
type Options struct {
	DB         *pgx.Conn    // connected as the owner, postgres
	StorageURL string       // of the storage service, such as http://127.0.0.1:54321/storage/v1
	Key        string       // a secret key or service_role JWT for StorageURL
	Readings   int          // rows of roast_readings; 0 means DefaultReadings
	Now        time.Time    // time of the latest rows; zero means the current time
	Logger     *slog.Logger // nil discards messages
}

// The steps of Load. Each runs in a transaction that also records the step, so the next Load
// completes an interrupted load and never changes rows that users have edited or deleted.
const (
	stepDatabase = "database"
	stepFiles    = "files"
	stepViews    = "views"
	stepComments = "comments"
	stepActions  = "actions"
	stepSettings = "settings"
)

const createStepsTable = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.demo (
  step text primary key,
  done_at timestamptz not null default now()
)`

// Load runs the steps of the demo that have not run in this database.
func Load(ctx context.Context, opts Options) error {
	if opts.Readings == 0 {
		opts.Readings = DefaultReadings
	}
	if opts.Now.IsZero() {
		opts.Now = time.Now()
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if _, err := opts.DB.Exec(ctx, createStepsTable); err != nil {
		return fmt.Errorf("prepare the demo: %w", err)
	}
	steps := []struct {
		name string
		run  func(context.Context, Options, pgx.Tx) error
	}{
		{stepDatabase, loadDatabase},
		{stepFiles, loadFiles},
		{stepViews, loadViews},
		{stepComments, loadComments},
		{stepActions, loadActions},
		{stepSettings, loadSettings},
	}
	for _, step := range steps {
		started := time.Now()
		ran := false
		err := pgx.BeginFunc(ctx, opts.DB, func(tx pgx.Tx) error {
			tag, err := tx.Exec(ctx, `insert into supabase_migrations.demo (step) values ($1) on conflict do nothing`, step.name)
			if err != nil || tag.RowsAffected() == 0 {
				return err
			}
			ran = true
			return step.run(ctx, opts, tx)
		})
		if err != nil {
			return fmt.Errorf("load the demo's %s: %w", step.name, err)
		}
		if ran {
			opts.Logger.Info("loaded the demo", "step", step.name, "ms", time.Since(started).Milliseconds())
		}
	}
	return nil
}

// loadDatabase creates tables, policies, accounts and rows. It runs as the owner of the tables,
// to whom row-level security doesn't apply.
func loadDatabase(ctx context.Context, opts Options, tx pgx.Tx) error {
	for _, name := range []string{"1_tables", "2_functions", "3_access", "4_storage"} {
		if err := runFile(ctx, tx, name); err != nil {
			return err
		}
	}
	w := &rowWriter{
		tx: tx, now: opts.Now.UTC(),
		random: rand.New(rand.NewPCG(1886, 10)), // a constant seed, so that each load creates the same rows
	}
	for _, load := range []func(context.Context) error{w.insertPeople, w.insertCustomers, w.insertProducts, w.insertOrders, w.insertDeliveries, w.insertPlans} {
		if err := load(ctx); err != nil {
			return err
		}
	}
	if err := w.insertReadings(ctx, opts.Readings); err != nil {
		return err
	}
	// Without statistics, the planner has no row estimates until autovacuum runs.
	for _, table := range []string{"profiles", "customers", "products", "orders", "order_items", "deliveries", "roast_readings", "plans"} {
		if _, err := tx.Exec(ctx, "analyze public."+table); err != nil {
			return fmt.Errorf("analyze %s: %w", table, err)
		}
	}
	return nil
}

// loadViews saves views if the server's optional table tableside_views is installed.
func loadViews(ctx context.Context, _ Options, tx pgx.Tx) error {
	var installed bool
	if err := tx.QueryRow(ctx, `select to_regclass('public.tableside_views') is not null`).Scan(&installed); err != nil || !installed {
		return err
	}
	return runFile(ctx, tx, "5_views")
}

// loadComments writes comments if the server's optional table tableside_comments is installed.
func loadComments(ctx context.Context, opts Options, tx pgx.Tx) error {
	var installed bool
	if err := tx.QueryRow(ctx, `select to_regclass('public.tableside_comments') is not null`).Scan(&installed); err != nil || !installed {
		return err
	}
	sql, err := files.ReadFile("sql/7_comments.sql")
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, string(sql), opts.Now); err != nil {
		return fmt.Errorf("run 7_comments.sql: %w", err)
	}
	return nil
}

// loadActions declares the edge functions if the server's optional table tableside_actions is installed.
func loadActions(ctx context.Context, _ Options, tx pgx.Tx) error {
	var installed bool
	if err := tx.QueryRow(ctx, `select to_regclass('public.tableside_actions') is not null`).Scan(&installed); err != nil || !installed {
		return err
	}
	return runFile(ctx, tx, "8_actions")
}

// loadSettings changes settings of the REST service.
func loadSettings(ctx context.Context, _ Options, tx pgx.Tx) error {
	return runFile(ctx, tx, "6_settings")
}

// runFile runs sql/NAME.sql.
func runFile(ctx context.Context, tx pgx.Tx, name string) error {
	sql, err := files.ReadFile("sql/" + name + ".sql")
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, string(sql)); err != nil {
		return fmt.Errorf("run %s.sql: %w", name, err)
	}
	return nil
}
