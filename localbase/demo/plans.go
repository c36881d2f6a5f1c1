package demo

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgtype"
)

// plan is a row of plans. startDay is relative to today; a plan of 0 days has no date yet.
type plan struct {
	name, kind     string
	startDay, days int
	person         int // index in people
	notes          string
}

var samplePlans = []plan{
	{"Burner inspection, Old Anna", "maintenance", -38, 2, 3, "The chimney sweep needs the yard free."},
	{"Harvest cupping, Ethiopia", "cupping", -33, 1, 4, ""},
	{"Nordic Barista Fair, Malmö", "trade fair", -26, 4, 0, "Stand 14. The small grinder is packed already."},
	{"Container from Santos", "delivery of beans", -19, 1, 1, "240 bags; the fork-lift is hired for the day."},
	{"Mika in Rovaniemi", "holiday", -16, 9, 3, ""},
	{"Cupping with Brød & Bønne", "cupping", -9, 1, 4, "They bring their own grinder."},
	{"New bearings, Big Bertil", "maintenance", -4, 3, 3, "Roast ahead on Monday."},
	{"Cupping, new arrivals", "cupping", 2, 1, 4, "Nine lots on the table."},
	{"Container from Mombasa", "delivery of beans", 4, 2, 1, "Customs may take the second day."},
	{"Signe in Lisbon", "holiday", 6, 8, 1, ""},
	{"World of Coffee, day trip", "trade fair", 9, 1, 0, ""},
	{"Yearly service, Old Anna", "maintenance", 12, 3, 3, "Dry run with the sample drum the day before."},
	{"Advent market at the harbour", "trade fair", 15, 4, 2, "Filter only. Bring the tent, and gloves 🧤"},
	{"Christmas blend tasting", "cupping", 17, 1, 4, ""},
	{"Roastery closed", "holiday", 33, 10, 0, "Only standing orders are packed."},
	{"Stock of green coffee", "maintenance", 46, 2, 1, "Everybody counts."},
	{"Container from Veracruz", "delivery of beans", 52, 1, 1, ""},
	{"Visit to the cooperative in Huila", "trade fair", 0, 0, 0, "After the main harvest."},
	{"Latte art evening", "cupping", 0, 0, 4, "Needs a second machine."},
	{"Repaint the cooling tray", "maintenance", 0, 0, 3, ""},
}

// insertPlans inserts samplePlans.
func (w *rowWriter) insertPlans(ctx context.Context) error {
	today := w.now.Truncate(24 * time.Hour)
	var rows [][]any
	for _, p := range samplePlans {
		start := today.AddDate(0, 0, p.startDay)
		days := pgtype.Range[time.Time]{
			Lower: start, Upper: start.AddDate(0, 0, p.days),
			LowerType: pgtype.Inclusive, UpperType: pgtype.Exclusive, Valid: p.days > 0,
		}
		rows = append(rows, []any{p.name, p.kind, days, people[p.person].id, nullIfEmpty(p.notes)})
	}
	return w.copyRows(ctx, "plans", []string{"name", "kind", "days", "person_id", "notes"}, rows)
}
