package demo

import (
	"context"
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/crypto/bcrypt"
)

// rowWriter inserts the rows. It stores the products and orders that later rows refer to.
type rowWriter struct {
	tx     pgx.Tx
	now    time.Time
	random *rand.Rand

	products []product // in the order of products.csv
	orders   []order
}

// product has the fields from which order items are created.
type product struct {
	price     float64
	launched  float64 // days ago
	isRetired bool
}

// copyRows inserts rows with COPY. Triggers and constraints apply.
func (w *rowWriter) copyRows(ctx context.Context, table string, columns []string, rows [][]any) error {
	_, err := w.tx.CopyFrom(ctx, pgx.Identifier{"public", table}, columns, pgx.CopyFromRows(rows))
	if err != nil {
		return fmt.Errorf("insert into %s: %w", table, err)
	}
	return nil
}

// randomInt returns an integer from low to high, both included.
func (w *rowWriter) randomInt(low, high int) int { return low + w.random.IntN(high-low+1) }

// insertPeople inserts profiles and accounts. The accounts have a confirmed email address.
func (w *rowWriter) insertPeople(ctx context.Context) error {
	const account = `
		insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
			raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
			confirmation_token, recovery_token, email_change, email_change_token_new)
		values ('00000000-0000-0000-0000-000000000000', $1, 'authenticated', $2, $3, $4, $5,
			'{"provider": "email", "providers": ["email"]}', jsonb_build_object('full_name', $6::text), $5, $5, '', '', '', '')`
	const identity = `
		insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
		values ($1::uuid::text, $1, jsonb_build_object('sub', $1::uuid::text, 'email', $2::text, 'full_name', $3::text,
			'email_verified', true, 'phone_verified', false), 'email', $4, $4, $4)`
	hash, err := bcrypt.GenerateFromPassword([]byte(Accounts[0].Password), bcrypt.DefaultCost)
	if err != nil {
		return fmt.Errorf("hash the accounts' password: %w", err)
	}
	var profiles [][]any
	for i, p := range people {
		password := ""
		if p.Password != "" {
			password = string(hash)
		}
		joined := w.now.AddDate(0, 0, -700+53*i)
		if _, err := w.tx.Exec(ctx, account, p.id, p.Role, p.Email, password, joined, p.Name); err != nil {
			return fmt.Errorf("create account %s: %w", p.Email, err)
		}
		if _, err := w.tx.Exec(ctx, identity, p.id, p.Email, p.Name, joined); err != nil {
			return fmt.Errorf("create identity %s: %w", p.Email, err)
		}
		profiles = append(profiles, []any{p.id, p.Name, p.Role, p.job, p.avatarPath(), joined})
	}
	return w.copyRows(ctx, "profiles", []string{"id", "full_name", "role", "job_title", "avatar", "created_at"}, profiles)
}

// insertCustomers inserts the customers of customers.csv.
func (w *rowWriter) insertCustomers(ctx context.Context) error {
	records, err := readCSV("customers")
	if err != nil {
		return err
	}
	var rows [][]any
	for i, r := range records {
		var contact any
		if r["contact"] == Accounts[2].Role {
			contact = people[2].id
		}
		since := w.now.AddDate(0, 0, -w.randomInt(40, 2200))
		rows = append(rows, []any{
			r["name"], r["kind"], r["city"], r["country"], r["address"], r["email"], r["phone"],
			contact, r.number("credit_limit"), since, i%23 != 22, nullIfEmpty(r["notes"]),
		})
	}
	return w.copyRows(ctx, "customers", []string{
		"name", "kind", "city", "country", "address", "email", "phone",
		"contact_id", "credit_limit", "customer_since", "active", "notes",
	}, rows)
}

// insertProducts inserts the products of products.csv, and keeps what orders need of them in
// w.products.
func (w *rowWriter) insertProducts(ctx context.Context) error {
	records, err := readCSV("products")
	if err != nil {
		return err
	}
	var rows [][]any
	for _, r := range records {
		attributes := map[string]any{"cupping_score": r.number("score"), "process": r["process"]}
		if r["region"] != "" {
			attributes["region"] = r["region"]
			attributes["varieties"] = strings.Split(r["variety"], "|")
			attributes["altitude_m"] = r.number("altitude_m")
		}
		active := r["active"] == "true"
		w.products = append(w.products, product{r.number("price"), r.number("launched_days_ago"), !active})
		rows = append(rows, []any{
			r["sku"], r["name"], r["roast"], r["origin"], r.number("price"), int(r.number("weight_g")), int(r.number("stock")),
			int(r.number("reorder_at")), strings.Split(r["tags"], "|"), attributes, photoPath(r["sku"]), r["description"], active,
			w.now.AddDate(0, 0, -int(r.number("launched_days_ago"))),
		})
	}
	return w.copyRows(ctx, "products", []string{
		"sku", "name", "roast", "origin", "price", "weight_g", "stock",
		"reorder_at", "tags", "attributes", "photo", "description", "active", "launched_on",
	}, rows)
}

// insertReadings inserts readings up to yesterday: three roasters, each with three batches per
// hour from 7:00 to 15:00 and 60 readings per batch. The database generates them, since that
// takes seconds for a million rows.
func (w *rowWriter) insertReadings(ctx context.Context, count int) error {
	_, err := w.tx.Exec(ctx, `
		insert into public.roast_readings (taken_at, roaster, batch, bean_temperature, air_temperature, gas_percent)
		select start + t * interval '1 minute' + drum * interval '5 seconds',
		       (enum_range(null::public.roaster))[1 + drum],
		       9000 + day * 24 + slot,
		       96 + 118 * (1 - exp(-t / 6.2)) + 104 * exp(-t / 0.55) + wobble,
		       188 + 62 * (1 - exp(-t / 4)) + 2.5 * wobble,
		       92 - 4.1 * t + 2 * wobble
		from (
			select s, (s % 60) / 4::float8 as t, s / 60 % 3 as drum, s / 180 % 24 as slot, s / 4320 as day,
			       (hashint4(s) % 100) / 120::float8 as wobble,
			       $2::date - ((($1 - 1) / 4320) - s / 4320 + 1) + interval '7 hours' + s / 180 % 24 * interval '20 minutes' as start
			from generate_series(0, $1 - 1) s
		) reading
		order by s`, count, w.now.Truncate(24*time.Hour))
	if err != nil {
		return fmt.Errorf("insert readings: %w", err)
	}
	_, err = w.tx.Exec(ctx, `create index roast_readings_taken on public.roast_readings (taken_at desc, id desc)`)
	if err != nil {
		return fmt.Errorf("index readings: %w", err)
	}
	return nil
}

// record is a row of a CSV file, by column name.
type record map[string]string

// number returns a numeric cell. A test checks that the embedded files contain numbers.
func (r record) number(column string) float64 {
	value, _ := strconv.ParseFloat(r[column], 64)
	return value
}

// readCSV returns the rows of data/NAME.csv.
func readCSV(name string) ([]record, error) {
	file, err := files.Open("data/" + name + ".csv")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("read %s.csv: %w", name, err)
	}
	var records []record
	for _, line := range lines[1:] {
		r := record{}
		for i, column := range lines[0] {
			r[column] = line[i]
		}
		records = append(records, r)
	}
	return records, nil
}

// nullIfEmpty returns nil (NULL) for "".
func nullIfEmpty(text string) any {
	if text == "" {
		return nil
	}
	return text
}
