package server

import (
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"
)

const wrongPasswordResponse = `{"code":"invalid_credentials","message":"Invalid login credentials"}`

// trustTestProxy trusts the test's own address, so that X-Forwarded-For sets the client's address.
func trustTestProxy(o *Options) {
	o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
}

func (c *testClient) signInWithWrongPassword(address, email string) *response {
	c.t.Helper()
	return c.send("POST", "/api/auth/sign-in", fmt.Sprintf(`{"email":%q,"password":"wrong"}`, email), "X-Forwarded-For: "+address)
}

func TestFailedSignInsAreLimitedByClientAndAccount(t *testing.T) {
	backend, clock := newFakeBackend(t), newFakeClock()
	backend.handle("POST /auth/v1/token", respondWith(400, wrongPasswordResponse))
	guest := startServer(t, backend, trustTestProxy, func(o *Options) {
		o.Now, o.SignInsPerClient, o.SignInsPerAccount = clock.now, 5, 3
	})
	guess := guest.signInWithWrongPassword
	for range 3 {
		guess("192.0.2.1", "Ada@example.test").requireError(400, "invalid_credentials")
	}
	resp := guess("192.0.2.1", " ada@EXAMPLE.test ")
	if e := resp.requireError(429, CodeTooManyAttempts); e.Message != "Too many sign-in attempts. Try again in 100 seconds." || resp.Header.Get("Retry-After") != "100" {
		t.Errorf("got %q, Retry-After %q", e.Message, resp.Header.Get("Retry-After"))
	}
	if asked := len(backend.findRequests("POST /auth/v1/token")); asked != 3 {
		t.Errorf("the backend was asked %d times", asked)
	}
	guess("192.0.2.2", "ada@example.test").requireError(400, "invalid_credentials") // other clients can still use the account
	for range 2 {
		guess("192.0.2.1", "eve@example.test").requireError(400, "invalid_credentials")
	}
	guess("192.0.2.1", "new@example.test").requireError(429, CodeTooManyAttempts) // the client has no attempts left
	guest.send("POST", "/api/auth/sign-up", `{"email":"new@example.test","password":"pw"}`, "X-Forwarded-For: 192.0.2.1").requireError(429, CodeTooManyAttempts)

	clock.advance(signInPeriod / 5)
	guess("192.0.2.1", "new@example.test").requireError(400, "invalid_credentials")
	guess("192.0.2.1", "new@example.test").requireError(429, CodeTooManyAttempts)
	clock.advance(signInPeriod)
	backend.handle("POST /auth/v1/token", respondWithSession("ada", time.Hour))
	guess("192.0.2.1", "ada@example.test").requireStatus(200)
}

func TestAnAttemptThatTheBackendDidNotRejectDoesNotCount(t *testing.T) {
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		status  int
	}{
		"a success":           {respondWithSession("ada", time.Hour), 200},
		"an internal error":   {respondWith(500, `{"code":"unexpected_failure","message":"m"}`), 0},
		"a gateway's error":   {respondWith(503, `no upstream`), 0},
		"the backend's limit": {respondWith(429, `{"code":"over_request_rate_limit","message":"m"}`), 429},
	} {
		t.Run(name, func(t *testing.T) {
			backend := newFakeBackend(t)
			backend.handle("POST /auth/v1/token", test.handler)
			guest := startServer(t, backend, func(o *Options) { o.SignInsPerClient, o.SignInsPerAccount = 2, 2 })
			for range 5 {
				resp := guest.signInWithWrongPassword("", "ada@example.test")
				if strings.Contains(resp.body, CodeTooManyAttempts) || (test.status != 0 && resp.StatusCode != test.status) {
					t.Fatalf("got %d %s", resp.StatusCode, resp.body)
				}
			}
		})
	}
}

func TestNewAccountsOfAClientAreLimited(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /auth/v1/signup", respondWith(200, `{"id":"1"}`))
	guest := startServer(t, backend, func(o *Options) { o.SignInsPerClient = 2 })
	for i, want := range []int{200, 200, 429} {
		guest.send("POST", "/api/auth/sign-up", fmt.Sprintf(`{"email":"%d@example.test","password":"pw"}`, i)).requireStatus(want)
	}
}

func TestTheClientAddressComesFromTrustedProxiesOnly(t *testing.T) {
	backend := newFakeBackend(t)
	backend.handle("POST /auth/v1/token", respondWith(400, wrongPasswordResponse))
	for _, test := range []struct {
		name    string
		proxies []string
		second  string // X-Forwarded-For of the second attempt, after one of 192.0.2.1
		limited bool
	}{
		{"without proxies the header is ignored", nil, "192.0.2.2", true},
		{"a proxy that is not trusted", []string{"10.0.0.0/8"}, "192.0.2.2", true},
		{"another client of the proxy", []string{"127.0.0.0/8"}, "192.0.2.2", false},
		{"the same client", []string{"127.0.0.1/32"}, "192.0.2.1", true},
		{"an address that the client added in front", []string{"127.0.0.1/32"}, "198.51.100.7, 192.0.2.1", true},
		{"two proxies", []string{"127.0.0.1/32", "10.0.0.0/8"}, "192.0.2.1, 10.1.2.3", true},
		{"a private address is not trusted by default", []string{"127.0.0.1/32"}, "192.0.2.1, 10.1.2.3", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			guest := startServer(t, backend, func(o *Options) {
				o.SignInsPerClient = 1
				for _, proxy := range test.proxies {
					o.TrustedProxies = append(o.TrustedProxies, netip.MustParsePrefix(proxy))
				}
			})
			guest.signInWithWrongPassword("192.0.2.1", "a@example.test").requireStatus(400)
			want := 400
			if test.limited {
				want = 429
			}
			guest.signInWithWrongPassword(test.second, "b@example.test").requireStatus(want)
			if warned := strings.Count(guest.logs.String(), "X-Forwarded-For is ignored"); (warned == 1) != (test.proxies == nil) {
				t.Errorf("%d warnings", warned)
			}
		})
	}
}

func TestAClientHasOneLimitForItsIPv6Network(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1",
		"2001:db8::1": "2001:db8::/64", "2001:db8::ffff:1": "2001:db8::/64", "2001:db8:0:1::1": "2001:db8:0:1::/64",
		"fe80::1%eth0": "fe80::/64", "": "", "@": "@",
	} {
		if got := clientNetwork(address); got != want {
			t.Errorf("%q counts as %q, want %q", address, got, want)
		}
	}
}

func TestSignInsAtOnceAreLimited(t *testing.T) {
	const atOnce, clients = 3, 50
	backend := newFakeBackend(t)
	var mu sync.Mutex
	running, most := 0, 0
	full := make(chan struct{})
	backend.handle("POST /auth/v1/token", func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		running++
		if most = max(most, running); running == atOnce {
			select {
			case <-full:
			default:
				close(full)
			}
		}
		mu.Unlock()
		<-full // so that the maximum number runs
		respondWith(400, wrongPasswordResponse)(w, r)
		mu.Lock()
		running--
		mu.Unlock()
	})
	guest := startServer(t, backend, trustTestProxy, func(o *Options) { o.MaxConcurrentSignIns = atOnce })
	var wait sync.WaitGroup
	for i := range clients {
		wait.Go(func() {
			guest.signInWithWrongPassword(fmt.Sprintf("192.0.2.%d", i), "ada@example.test").requireStatus(400)
		})
	}
	wait.Wait()
	if most != atOnce {
		t.Errorf("%d ran at once, want %d", most, atOnce)
	}
}

func TestTheAttemptLimiterRemovesOnlyUnusedKeys(t *testing.T) {
	limiter, now := newAttemptLimiter(1), time.Now()
	for i := range maxAttemptKeys {
		limiter.takeAttempt(newAttemptKey(fmt.Sprint(i)), now)
	}
	now = now.Add(signInPeriod)
	last := newAttemptKey("last")
	if limiter.takeAttempt(last, now) != 0 || len(limiter.restoredAt) != 1 {
		t.Errorf("%d keys are stored", len(limiter.restoredAt))
	}
	if wait := limiter.takeAttempt(last, now.Add(time.Second)); wait != signInPeriod-time.Second {
		t.Errorf("wait %s", wait)
	}
	for i := range 2 * maxAttemptKeys {
		limiter.takeAttempt(newAttemptKey(fmt.Sprint(i)), now)
	}
	if len(limiter.restoredAt) > maxAttemptKeys {
		t.Errorf("%d keys are stored", len(limiter.restoredAt))
	}
}
