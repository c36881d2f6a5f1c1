package demo

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

const (
	orderCount    = 612
	orderMonths   = 18
	houseEspresso = 34 // id of the product, which is its line in products.csv
)

// order has the fields from which deliveries are created.
type order struct {
	number int
	status string
	due    time.Time
}

// statusesByLeadTime contains the possible statuses of an order by the days until it is due.
// The first entry whose days are not greater applies. Repeated statuses are more frequent.
var statusesByLeadTime = []struct {
	days     float64
	statuses []string
}{
	{30, []string{"draft", "draft", "confirmed", "confirmed", "confirmed"}},
	{18, []string{"draft", "confirmed", "confirmed", "confirmed", "roasting", "cancelled"}},
	{10, []string{"confirmed", "roasting", "roasting", "packed", "packed"}},
	{4, []string{"roasting", "packed", "packed", "packed", "shipped"}},
	{-3, []string{"packed", "shipped", "shipped", "shipped", "shipped", "delivered"}},
	{math.Inf(-1), []string{
		"delivered", "delivered", "delivered", "delivered", "delivered", "delivered", "delivered", "delivered",
		"delivered", "delivered", "delivered", "delivered", "delivered", "delivered", "delivered", "delivered",
		"delivered", "delivered", "cancelled",
	}},
}

var sampleNotes = []string{
	"Leave at the side door.", "Call before delivery.", "Organic only, please.", "Grind everything for filter.",
	"Please pack in boxes of six.", "Needed before the weekend!", "No plastic wrapping.", "Bring the pallet back.",
	"Two weeks' supply; the next order follows on Monday.", "Birthday of the house: add a bag of samples 🎂",
	"Livraison par la cour, sonnez deux fois.", "Bitte an der Rampe abladen.", "裏口にお願いします。", "Доставка только утром.",
	"التسليم قبل الساعة الثامنة صباحًا.", "Entregar en la puerta de atrás.",
	"The lift is broken until further notice, so the driver has to carry the boxes up two flights of stairs. We are sorry; there is coffee for him at the top.",
}

// insertOrders inserts the orders and their items from oldest to newest, so that order numbers
// increase with time. There are more orders in later months.
func (w *rowWriter) insertOrders(ctx context.Context) error {
	days := w.now.Sub(w.now.AddDate(0, -orderMonths, 0)).Hours() / 24
	customers, err := w.readActiveCustomers(ctx)
	if err != nil {
		return err
	}
	var rows, items [][]any
	times := make([]time.Time, orderCount)
	for i := range times {
		times[i] = w.workTime(days * (1 - math.Pow((float64(i)+w.random.Float64())/orderCount, 0.8)))
	}
	slices.SortFunc(times, time.Time.Compare)
	for i, placed := range times {
		age := w.now.Sub(placed).Hours() / 24
		due := placed.AddDate(0, 0, w.randomInt(8, 60))
		status := w.randomStatus(due.Sub(w.now).Hours() / 24)
		var assigned, note any
		if status != "draft" || w.random.IntN(2) == 0 {
			assigned = people[[]int{1, 1, 1, 3, 3, 4, 6, 0}[w.random.IntN(8)]].id
		}
		if w.random.IntN(3) == 0 {
			note = sampleNotes[w.random.IntN(len(sampleNotes))]
		}
		customer := customers[w.pickFavorite(len(customers))]
		rows = append(rows, []any{customer, status, due, placed, assigned, note})
		items = append(items, w.randomItems(i+1, age)...)
		w.orders = append(w.orders, order{number: 10001 + i, status: status, due: due})
	}
	if err := w.copyRows(ctx, "orders",
		[]string{"customer_id", "status", "due_on", "placed_at", "assigned_to", "notes"}, rows); err != nil {
		return err
	}
	return w.copyRows(ctx, "order_items",
		[]string{"order_id", "product_id", "quantity", "grind", "unit_price"}, items)
}

// readActiveCustomers returns the ids of the active customers, in ascending order.
func (w *rowWriter) readActiveCustomers(ctx context.Context) ([]int64, error) {
	var ids []int64
	err := w.tx.QueryRow(ctx, `select array_agg(id order by id) from public.customers where active`).Scan(&ids)
	if err != nil {
		return nil, fmt.Errorf("list customers: %w", err)
	}
	return ids, nil
}

// pickFavorite returns an index below n; low indexes are more frequent.
func (w *rowWriter) pickFavorite(n int) int {
	return int(math.Pow(w.random.Float64(), 1.6) * float64(n))
}

// workTime returns a time between 8:00 and 17:00 on the day that many days ago, but not after now.
func (w *rowWriter) workTime(daysAgo float64) time.Time {
	day := w.now.Add(-time.Duration(daysAgo * 24 * float64(time.Hour))).Truncate(24 * time.Hour)
	placed := day.Add(time.Duration(w.randomInt(8*60, 17*60)) * time.Minute)
	if placed.After(w.now) {
		return w.now.Add(-time.Duration(w.randomInt(1, 30)) * time.Minute).Truncate(time.Minute)
	}
	return placed
}

// randomStatus returns a status that fits an order due in that many days.
func (w *rowWriter) randomStatus(daysAhead float64) string {
	for _, entry := range statusesByLeadTime {
		if daysAhead >= entry.days {
			return entry.statuses[w.random.IntN(len(entry.statuses))]
		}
	}
	return "delivered"
}

// randomItems returns up to seven items with different products. age is the age of the order in
// days; prices of older orders are lower.
func (w *rowWriter) randomItems(order int, age float64) [][]any {
	grinds := []string{"whole bean", "whole bean", "whole bean", "espresso", "filter", "coarse"}
	var rows [][]any
	for _, product := range w.random.Perm(len(w.products))[:w.randomInt(1, 7)] {
		sold := w.products[product]
		if age > sold.launched || sold.isRetired && age < 120 {
			continue
		}
		price := math.Round(sold.price*(1-0.06*math.Floor(age/200))*20) / 20
		rows = append(rows, []any{order, product + 1, []int{1, 2, 3, 4, 6, 6, 12, 12, 18, 24, 36}[w.random.IntN(11)],
			grinds[w.random.IntN(len(grinds))], price})
	}
	if len(rows) == 0 { // all selected products were launched later; the house espresso was always sold
		rows = append(rows, []any{order, houseEspresso, 12, grinds[0], w.products[houseEspresso-1].price})
	}
	return rows
}

// proofCount is the number of deliveries with a photo: the latest.
const proofCount = 12

// insertDeliveries inserts a delivery for each packed, shipped or delivered order.
func (w *rowWriter) insertDeliveries(ctx context.Context) error {
	carriers := []string{"Our own van", "Our own van", "Our own van", "Nordfrakt", "Cargo bike", "Blue Line Parcel"}
	recipients := []string{"M. Hansen", "Reception", "The baker himself", "J. Keller", "Kitchen", "佐藤", "Anna", "O. Brâncuși", "محمود", "Lieferanteneingang"}
	var rows [][]any
	withProof := w.selectOrdersWithProof()
	for i, o := range w.orders {
		if o.status != "packed" && o.status != "shipped" && o.status != "delivered" {
			continue
		}
		start := o.due.Truncate(24 * time.Hour).Add(time.Duration(w.randomInt(6, 15)) * time.Hour)
		window := pgtype.Range[time.Time]{
			Lower: start, Upper: start.Add(time.Duration(w.randomInt(1, 4)) * time.Hour),
			LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: true,
		}
		carrier := carriers[w.random.IntN(len(carriers))]
		var driver, delivered, signed, proof any
		if carrier == "Our own van" {
			driver = people[[]int{5, 7}[w.random.IntN(2)]].id
		}
		if o.status == "delivered" {
			at := start.Add(time.Duration(w.randomInt(5, 170)) * time.Minute)
			if at.After(w.now) {
				at = w.now.Add(-time.Hour).Truncate(time.Minute)
			}
			delivered, signed = at, recipients[w.random.IntN(len(recipients))]
			if withProof[o.number] {
				proof = proofPath(o.number)
			}
		}
		rows = append(rows, []any{i + 1, window, carrier, driver, delivered, signed, proof})
	}
	return w.copyRows(ctx, "deliveries",
		[]string{"order_id", "time_window", "carrier", "driver_id", "delivered_at", "signed_by", "proof_photo"}, rows)
}

// selectOrdersWithProof returns the numbers of the last orders with status delivered.
func (w *rowWriter) selectOrdersWithProof() map[int]bool {
	numbers := map[int]bool{}
	for i := len(w.orders) - 1; i >= 0 && len(numbers) < proofCount; i-- {
		if w.orders[i].status == "delivered" {
			numbers[w.orders[i].number] = true
		}
	}
	return numbers
}
