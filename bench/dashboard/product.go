package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
)

// createDashboard signs up a user, and returns the id of a dashboard of theirs and their cookies.
func createDashboard(ctx context.Context, baseURL string) (id, cookies string, err error) {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return "", "", err
	}
	client := &http.Client{Jar: jar}
	post := func(path string, body any, result any) error {
		text, err := json.Marshal(body)
		if err != nil {
			return err
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, baseURL+path, strings.NewReader(string(text)))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Prefer", "return=representation")
		resp, err := client.Do(req)
		if err != nil {
			return err
		}
		defer func() { _ = resp.Body.Close() }()
		if resp.StatusCode >= 300 {
			return fmt.Errorf("POST %s: %s", path, resp.Status)
		}
		return json.NewDecoder(resp.Body).Decode(result)
	}
	var user any
	if err := post("/api/auth/sign-up", map[string]string{"email": "bench@tableside.test", "password": "correct horse battery"}, &user); err != nil {
		return "", "", fmt.Errorf("sign up: %w", err)
	}
	tiles, err := formatTiles()
	if err != nil {
		return "", "", err
	}
	var saved []struct {
		ID string `json:"id"`
	}
	view := map[string]string{"table_schema": "public", "table_name": "tableside_views", "name": "Sales", "query": tiles}
	if err := post("/api/rows/tableside_views", view, &saved); err != nil || len(saved) != 1 {
		return "", "", fmt.Errorf("create the dashboard: %w", err)
	}
	address, err := url.Parse(baseURL)
	if err != nil {
		return "", "", err
	}
	var list []string
	for _, cookie := range jar.Cookies(address) {
		list = append(list, cookie.Name+"="+cookie.Value)
	}
	return saved[0].ID, strings.Join(list, "; "), nil
}
