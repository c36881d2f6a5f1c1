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

// DefaultReadings is how many rows the time series has unless told otherwise.
const DefaultReadings = 20_000

//go:embed sql/*.sql data/*.csv
var files embed.FS

// Options of Load.
type Options struct {
	DB         *pgx.Conn    // connected as the owner, postgres
	StorageURL string       // of the storage service, as http://127.0.0.1:54321/storage/v1
	Key        string       // a secret key or service_role JWT that StorageURL takes
	Readings   int          // rows of roast_readings; 0 means DefaultReadings
	Now        time.Time    // the data goes up to here; zero means the present
	Logger     *slog.Logger // nil discards
}

// The steps, each done as a whole or not at all, and recorded when it is done: a
// Load that was cut short is finished by the next. What people changed or deleted
// since is never touched.
const (
	stepDatabase = "database"
	stepFiles    = "files"
	stepViews    = "views"
	stepSettings = "settings"
)

const createStepsTable = `
create schema if not exists supabase_migrations;
create table if not exists supabase_migrations.demo (
  step text primary key,
  done_at timestamptz not null default now()
)`

// Load makes the demo where it isn't yet.
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
		{stepSettings, loadSettings},
	}
	for _, step := range steps {
		began := time.Now()
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
			opts.Logger.Info("loaded the demo", "step", step.name, "ms", time.Since(began).Milliseconds())
		}
	}
	return nil
}

// loadDatabase makes accounts, tables and rows. The rows are inserted before
// grants and policies, as the owner, whom they wouldn't hold anyway.
func loadDatabase(ctx context.Context, opts Options, tx pgx.Tx) error {
	for _, name := range []string{"1_tables", "2_functions", "3_access", "4_storage"} {
		if err := runFile(ctx, tx, name); err != nil {
			return err
		}
	}
	w := &rowWriter{
		tx: tx, now: opts.Now.UTC(),
		random: rand.New(rand.NewPCG(1886, 10)), // any seed will do, as long as it stays
	}
	for _, load := range []func(context.Context) error{w.insertPeople, w.insertCustomers, w.insertProducts, w.insertOrders, w.insertDeliveries, w.insertPlans} {
		if err := load(ctx); err != nil {
			return err
		}
	}
	if err := w.insertReadings(ctx, opts.Readings); err != nil {
		return err
	}
	// Without statistics the planner's row estimates would be missing until autovacuum comes.
	for _, table := range []string{"profiles", "customers", "products", "orders", "order_items", "deliveries", "roast_readings", "plans"} {
		if _, err := tx.Exec(ctx, "analyze public."+table); err != nil {
			return fmt.Errorf("analyse %s: %w", table, err)
		}
	}
	return nil
}

// loadViews saves a few views, where the table for them is installed: it is the
// server's, and optional.
func loadViews(ctx context.Context, _ Options, tx pgx.Tx) error {
	var installed bool
	if err := tx.QueryRow(ctx, `select to_regclass('public.tableside_views') is not null`).Scan(&installed); err != nil || !installed {
		return err
	}
	return runFile(ctx, tx, "5_views")
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
