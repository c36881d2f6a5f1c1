package auth

import (
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// RateLimits contains the rate limits, with the names of the Supabase CLI; 0 means no limit. A client
// is an IP address. Set TokenVerifications if clients of other machines can reach the service,
// since a code of six digits can be guessed.
type RateLimits struct {
	EmailSent          int // mails per hour, in total
	AnonymousUsers     int // anonymous sign-ins per hour and client
	SignInSignUps      int // sign-ins and sign-ups per five minutes and client
	TokenRefresh       int // refreshes per five minutes and client
	TokenVerifications int // attempts of one-time codes and second factors per five minutes and client
}

// limiter allows count events per period and key. They can occur in a burst.
type limiter struct {
	count  int
	period time.Duration

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// maxBuckets limits the memory of a limiter. When it is reached, all buckets are deleted, which resets
// the limits of all clients.
const maxBuckets = 10_000

func newLimiter(count int, period time.Duration) *limiter {
	return &limiter{count: count, period: period, buckets: map[string]*rate.Limiter{}}
}

// allow reports whether an event of key, such as an address, is within the limit, and counts it if so. A count of 0 is
// no limit.
func (l *limiter) allow(key string, now time.Time) bool {
	if l.count == 0 {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	bucket, exists := l.buckets[key]
	if !exists {
		if len(l.buckets) >= maxBuckets {
			clear(l.buckets)
		}
		bucket = rate.NewLimiter(rate.Every(l.period/time.Duration(l.count)), l.count)
		l.buckets[key] = bucket
	}
	return bucket.AllowN(now, 1)
}

// limits contains a limiter for each field of RateLimits.
type limits struct {
	mails, anonymous, signIns, refreshes, verifications *limiter
}

// newLimits returns the limiters of settings. Mails and anonymous sign-ups are counted per hour,
// all others per 5 minutes.
func newLimits(settings RateLimits) limits {
	const period = 5 * time.Minute
	return limits{
		mails:         newLimiter(settings.EmailSent, time.Hour),
		anonymous:     newLimiter(settings.AnonymousUsers, time.Hour),
		signIns:       newLimiter(settings.SignInSignUps, period),
		refreshes:     newLimiter(settings.TokenRefresh, period),
		verifications: newLimiter(settings.TokenVerifications, period),
	}
}

// checkRateLimit returns 429 over_request_rate_limit if the client has reached a limit.
func (h *Handler) checkRateLimit(r *request, l *limiter) error {
	if l.allow(r.address().String(), h.now()) {
		return nil
	}
	return newError(http.StatusTooManyRequests, codeRequestRateLimit, "Request rate limit reached")
}

// limitRate applies a limit to a route.
func (h *Handler) limitRate(l *limiter, next endpoint) endpoint {
	return func(r *request) (response, error) {
		if err := h.checkRateLimit(r, l); err != nil {
			return response{}, err
		}
		return next(r)
	}
}
