package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"

	"github.com/tableside/tableside/bench/backend"
)

type product struct {
	url  string
	stop func()
}

// startProduct starts Tableside in front of localbase, and waits until it responds.
func startProduct(ctx context.Context, binary string, base *backend.Backend) (*product, error) {
	port, err := backend.FindFreePort()
	if err != nil {
		return nil, err
	}
	command := exec.CommandContext(ctx, binary)
	command.Env = append(os.Environ(), "SUPABASE_URL="+base.URL, "SUPABASE_PUBLISHABLE_KEY="+base.Key, "TABLESIDE_ADDR=127.0.0.1:"+port,
		"TABLESIDE_LOG_LEVEL=error", "TABLESIDE_COOKIE_SECRET=0123456789abcdef0123456789abcdef")
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("start Tableside: %w", err)
	}
	p := &product{url: "http://localhost:" + port, stop: func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
	}}
	for range 400 {
		if resp, err := http.Get(p.url + "/readyz"); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return p, nil
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.stop()
	return nil, errors.New("the server is not ready")
}

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
