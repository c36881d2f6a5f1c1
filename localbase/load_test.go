//go:build unix

package localbase

import (
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// TestRESTUnderLoadSurvivesKilledDatabase kills PostgreSQL during reads and writes. All responses
// are rows or 503 with Retry-After. The service recovers, and no
// acknowledged write is lost.
func TestRESTUnderLoadSurvivesKilledDatabase(t *testing.T) {
	const workers = 24
	b := mustStart(t, Options{DataDir: newDataDir(t)})
	if err := b.RunSQL(context.Background(), "seed", `
		create table public.t (id bigint generated always as identity primary key, worker int, body text default repeat('x', 200));
		insert into public.t (worker) select -1 from generate_series(1, 1000);
		grant select, insert on public.t to anon`); err != nil {
		t.Fatal(err)
	}
	load := &loadGenerator{backend: b, client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: workers}, Timeout: time.Minute}}
	done, stop := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	for worker := range workers {
		wait.Go(func() {
			for done.Err() == nil {
				load.sendRequest(t, worker%2 == 0)
			}
		})
	}
	for started := time.Now(); load.served.Load() < 2*workers; time.Sleep(10 * time.Millisecond) {
		if time.Since(started) > time.Minute {
			t.Fatal("the backend does not serve the load before the kill")
		}
	}
	if err := syscall.Kill(b.db.PID(), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	killed := time.Now()
	time.Sleep(50 * time.Millisecond) // until the first requests fail
	for load.rejected.Load() == 0 && time.Since(killed) < 5*time.Second {
		time.Sleep(10 * time.Millisecond)
	}
	for status := 0; status != http.StatusOK; status, _ = getPath(t, b, "/rest/v1/t?limit=1") {
		if time.Since(killed) > time.Minute {
			t.Fatal("REST did not recover within a minute")
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Logf("recovered after %v, after %d responses with 503", time.Since(killed).Round(time.Millisecond), load.rejected.Load())
	load.isRecovered.Store(true)
	time.Sleep(500 * time.Millisecond)
	stop()
	wait.Wait()

	conn, err := b.connect(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	var stored int64
	if err := conn.QueryRow(context.Background(), "select count(*) from public.t where worker >= 0").Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if stored < load.written.Load() {
		t.Errorf("%d inserts were acknowledged, %d rows are stored", load.written.Load(), stored)
	}
}

// loadGenerator sends requests and counts the responses.
type loadGenerator struct {
	backend                   *Backend
	client                    *http.Client
	served, written, rejected atomic.Int64
	isRecovered               atomic.Bool // requests must succeed again
}

// sendRequest sends one read or write.
func (l *loadGenerator) sendRequest(t *testing.T, write bool) {
	mustSucceed := l.isRecovered.Load()
	method, path, body := http.MethodGet, "/rest/v1/t?limit=50&order=id", io.Reader(nil)
	if write {
		method, path, body = http.MethodPost, "/rest/v1/t?columns=worker", strings.NewReader(`{"worker":1}`)
	}
	r, err := http.NewRequest(method, l.backend.Info().URL+path, body)
	if err != nil {
		t.Error(err)
		return
	}
	response, err := l.client.Do(r)
	if err != nil {
		t.Errorf("no response: %v", err)
		return
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		t.Errorf("incomplete response: %v", err)
	case response.StatusCode == http.StatusServiceUnavailable && !mustSucceed:
		l.rejected.Add(1)
		if response.Header.Get("Retry-After") == "" {
			t.Errorf("503 without Retry-After: %s", text)
		}
		time.Sleep(20 * time.Millisecond)
	case response.StatusCode >= 300:
		t.Errorf("got %d %s (recovered: %v)", response.StatusCode, text, mustSucceed)
	case write:
		l.written.Add(1)
	default:
		l.served.Add(1)
	}
}
