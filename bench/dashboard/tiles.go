package main

import "encoding/json"

// aggregates are the contents of the tiles, and the SQL that computes the same.
var aggregates = []struct{ chart, filters, sql string }{
	{"number.count", "", `select count(*) from sales`},
	{"number.sum(amount)", "", `select sum(amount) from sales`},
	{"number.average(amount)", "", `select avg(amount) from sales`},
	{"number.count", "&status=eq.open", `select count(*) from sales where status = 'open'`},
	{"bar.sum(amount).by(sold_at.month)", "", `select date_trunc('month', sold_at at time zone 'UTC')::date, sum(amount) from sales group by 1 order by 1`},
	{"line.count.by(sold_at.month)", "", `select date_trunc('month', sold_at at time zone 'UTC')::date, count(*) from sales group by 1 order by 1`},
	{"area.sum(quantity).by(sold_at.month)", "", `select date_trunc('month', sold_at at time zone 'UTC')::date, sum(quantity) from sales group by 1 order by 1`},
	{"bar.count.by(status)", "", `select status, count(*) from sales group by 1`},
	{"pie.sum(amount).by(region)", "", `select region, sum(amount) from sales group by 1`},
	{"bar.average(amount).by(region)", "", `select region, avg(amount) from sales group by 1`},
	{"pie.count.by(is_paid)", "", `select is_paid, count(*) from sales group by 1`},
	{"bar.sum(amount).by(product_id)", "", `select product_id, sum(amount) from sales group by 1`},
}

// formatTiles returns the tiles of the dashboard, as the app stores them.
func formatTiles() (string, error) {
	type tile struct {
		ID     string `json:"id"`
		Kind   string `json:"kind"`
		Width  string `json:"width"`
		Schema string `json:"schema"`
		Table  string `json:"table"`
		Query  string `json:"query"`
	}
	tiles := []tile{}
	for i, a := range aggregates {
		width := "medium"
		if i < 4 {
			width = "small"
		}
		tiles = append(tiles, tile{string(rune('a' + i)), "chart", width, "public", "sales", "view=chart" + a.filters + "&chart=" + a.chart})
	}
	text, err := json.Marshal(tiles)
	return string(text), err
}
