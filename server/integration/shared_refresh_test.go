//go:build unix

package integration

import (
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tableside/tableside/server"
	"github.com/tableside/tableside/server/supa"
)

// countingTransport counts the refreshes of sessions.
type countingTransport struct {
	http.RoundTripper
	refreshes atomic.Int64
}

func (c *countingTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if strings.Contains(r.URL.RawQuery, "grant_type=refresh_token") {
		c.refreshes.Add(1)
	}
	return c.RoundTripper.RoundTrip(r)
}

// Requests with an expired access token share a refresh in each process. The auth service
// issues one new refresh token, also for several replicas, so that no replica ends the
// session by a repeated use of the old one.
func TestFiftyRequestsWithAnExpiredTokenMakeOneRefresh(t *testing.T) {
	for name, replicas := range map[string]int{"one process": 1, "two replicas": 2} {
		t.Run(name, func(t *testing.T) {
			var ahead atomic.Int64
			transport := &countingTransport{RoundTripper: supa.NewTransport()}
			start := func() *testClient {
				return startServer(t, func(o *server.Options) {
					o.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
					o.Transport = transport
				})
			}
			servers := []*testClient{start().signUp("refresh." + strings.ReplaceAll(name, " ", "."))}
			for len(servers) < replicas {
				servers = append(servers, start())
			}
			user := servers[0].fetchUser().ID
			before := countRefreshTokens(t, user)
			cookie := servers[0].cookieHeader()
			ahead.Store(int64(2 * time.Hour))

			var wg sync.WaitGroup
			for i := range 50 {
				wg.Go(func() {
					resp := servers[i%replicas].newGuest().send("GET", "/api/workspace", "", "Cookie: "+cookie).requireStatus(200)
					if !strings.Contains(resp.body, user) {
						t.Errorf("got %s", resp.body)
					}
				})
			}
			wg.Wait()
			if n := int(transport.refreshes.Load()); n != replicas {
				t.Errorf("%d refreshes by %d processes", n, replicas)
			}
			if n := countRefreshTokens(t, user) - before; n != 1 {
				t.Errorf("%d new refresh tokens", n)
			}
		})
	}
}

// countRefreshTokens returns how many refresh tokens the auth service has issued to a user.
func countRefreshTokens(t *testing.T, userID string) int {
	t.Helper()
	var n int
	const query = "select count(*) from auth.refresh_tokens where user_id = $1"
	if err := connectDatabase(t).QueryRow(t.Context(), query, userID).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}
