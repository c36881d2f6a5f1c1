package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

const (
	pageSize = 50
	email    = "bench@tableside.test"
	password = "correct horse battery"
)

// row is a row of the table, about 200 bytes as JSON.
type row struct {
	Number int     `json:"number"`
	Code   string  `json:"code"`
	City   string  `json:"city"`
	Weight int     `json:"weight_g"`
	Price  float64 `json:"price"`
	SentAt string  `json:"sent_at"`
	Tags   any     `json:"tags"`
	Note   string  `json:"note"`
	Owner  string  `json:"owner"`
}

func newRows(n int) []row {
	var rows []row
	for i := range n {
		rows = append(rows, row{
			Number: i + 1, Code: fmt.Sprintf("P-%d", i+1), City: []string{"Aarhus", "Lisbon", "Kyoto", "Tromsø"}[i%4],
			Weight: 1 + i*7%20000, Price: float64(100+i*13%90000) / 100, SentAt: fmt.Sprintf("2026-%02d-%02d 08:24:00.000Z", 1+i%12, 1+i%28),
			Tags: []string{fmt.Sprintf("a%d", i%7), fmt.Sprintf("b%d", i%3)}, Note: strings.Repeat("note ", i%12),
		})
	}
	return rows
}

// assignOwners makes two users the owners of every second row each.
func assignOwners(rows []row, user, other string) []row {
	owned := append([]row(nil), rows...)
	for i := range owned {
		owned[i].Owner = []string{user, other}[i%2]
	}
	return owned
}

// checkPage checks that a page has the expected rows: 50, all of the user.
func checkPage(body []byte, user string) error {
	var page []row
	if err := json.Unmarshal(body, &page); err != nil {
		return fmt.Errorf("read a page: %w", err)
	}
	if len(page) != pageSize {
		return fmt.Errorf("the page has %d rows", len(page))
	}
	for i, row := range page {
		if row.Owner != user || row.Number != page[0].Number+2*i || row.Code == "" {
			return fmt.Errorf("unexpected row %+v", row)
		}
	}
	return nil
}

// sendJSON sends a request with a JSON body, and decodes the response into result if it is not nil.
func sendJSON(ctx context.Context, method, url string, header http.Header, body, result any) (*http.Response, error) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encode a request: %w", err)
	}
	req, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		req.Header[name] = values
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", method, url, err)
	}
	if resp.StatusCode >= 300 {
		return nil, fmt.Errorf("%s %s: %s: %.300s", method, url, resp.Status, answer)
	}
	if result != nil {
		if err := json.Unmarshal(answer, result); err != nil {
			return nil, fmt.Errorf("%s %s: %w", method, url, err)
		}
	}
	return resp, nil
}
