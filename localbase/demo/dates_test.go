package demo

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/pgtest"
)

// TestRowsFitAnyDate loads the rows at the limits of months, years and daylight saving time.
func TestRowsFitAnyDate(t *testing.T) {
	db := pgtest.New(t)
	for name, date := range map[string]string{
		"a Monday":                          "2026-06-15T00:00:00Z",
		"a Sunday":                          "2026-06-14T23:59:59Z",
		"the first day of a month":          "2026-04-01T00:00:00Z",
		"the last day of a month":           "2026-04-30T23:59:59Z",
		"29 February":                       "2024-02-29T12:00:00Z",
		"the start of daylight saving time": "2026-03-29T01:00:00Z",
		"the end of daylight saving time":   "2026-10-25T01:00:00Z",
		"31 December":                       "2025-12-31T23:59:59Z",
		"before working hours":              "2026-11-22T04:00:00Z",
		"during roasting hours":             "2026-11-22T09:30:00Z",
	} {
		t.Run(name, func(t *testing.T) {
			now, err := time.Parse(time.RFC3339, date)
			if err != nil {
				t.Fatal(err)
			}
			testRowsAt(t, db, now)
		})
	}
}

// testRowsAt loads the rows at a time and checks them. It rolls them back.
func testRowsAt(t *testing.T, db *pgtest.DB, now time.Time) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, db.DSN("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	tx, err := conn.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if err := loadDatabase(ctx, Options{Now: now, Readings: 5000}, tx); err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(ctx, `create temporary table present on commit drop as select $1::timestamptz as now`, now); err != nil {
		t.Fatal(err)
	}
	for sql, want := range map[string]int64{
		`select count(*) from orders`:               612,
		`select count(distinct status) from orders`: 7,
		`select count(*) from orders, present where placed_at > now or placed_at < now - interval '19 months'`: 0,
		`select count(*) from orders where due_on < placed_at::date`:                                           0,
		`select count(*) from deliveries, present where delivered_at > now`:                                    0,
		`select count(*) from deliveries where isempty(time_window)`:                                           0,
		`select count(*) from roast_readings, present where taken_at > now`:                                    0,
		`select count(*) from customers, present where customer_since > now`:                                   0,
		`select count(*) from plans where days is null`:                                                        3,
		`select count(*) from plans, present where upper(days) > now::date`:                                    10,
		`select count(*) from plans, present where lower(days) < now::date`:                                    7,
		`select (count(*) > 0)::int from orders, present where placed_at > now - interval '30 days'`:           1,
		`select (count(*) > 0)::int from orders, present where due_on > now and status = 'draft'`:              1,
		`select (count(*) > 0)::int from deliveries where delivered_at is null`:                                1,
	} {
		var got int64
		if err := tx.QueryRow(ctx, sql).Scan(&got); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		if got != want {
			t.Errorf("%s: got %d, want %d", sql, got, want)
		}
	}
}
