package auth

import (
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// RateLimits bound what clients may ask, with the names of `supabase start`;
// 0 is no limit. A client is an address. Where others than this machine reach the
// service, TokenVerifications has to be set: a code has but a million values.
type RateLimits struct {
	EmailSent          int // mails an hour, for all together
	AnonymousUsers     int // anonymous sign-ins an hour for each client
	SignInSignUps      int // sign-ins and sign-ups in five minutes for each client
	TokenRefresh       int // refreshes in five minutes for each client
	TokenVerifications int // one-time codes and second factors tried in five minutes for each client
}

// limiter lets each key do a number of things in a period, all at once if need be.
type limiter struct {
	count  int
	period time.Duration

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
}

// maxBuckets bounds a limiter's memory. Past it all are forgotten, which
// forgives some clients once.
const maxBuckets = 10_000

func newLimiter(count int, period time.Duration) *limiter {
	return &limiter{count: count, period: period, buckets: map[string]*rate.Limiter{}}
}

func (l *limiter) allow(key string, now time.Time) bool {
	if l.count == 0 {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	bucket, known := l.buckets[key]
	if !known {
		if len(l.buckets) >= maxBuckets {
			clear(l.buckets)
		}
		bucket = rate.NewLimiter(rate.Every(l.period/time.Duration(l.count)), l.count)
		l.buckets[key] = bucket
	}
	return bucket.AllowN(now, 1)
}

// limits are the limiters of RateLimits.
type limits struct {
	mails, anonymous, signIns, refreshes, verifications *limiter
}

func newLimits(set RateLimits) limits {
	const short = 5 * time.Minute
	return limits{
		mails:         newLimiter(set.EmailSent, time.Hour),
		anonymous:     newLimiter(set.AnonymousUsers, time.Hour),
		signIns:       newLimiter(set.SignInSignUps, short),
		refreshes:     newLimiter(set.TokenRefresh, short),
		verifications: newLimiter(set.TokenVerifications, short),
	}
}

// checkRateLimit answers 429 over_request_rate_limit when the client asks too often.
func (h *Handler) checkRateLimit(r *request, l *limiter) error {
	if l.allow(r.address().String(), h.now()) {
		return nil
	}
	return newError(http.StatusTooManyRequests, codeRequestRateLimit, "Request rate limit reached")
}

// limitRate applies a limit to a whole route.
func (h *Handler) limitRate(l *limiter, next endpoint) endpoint {
	return func(r *request) (response, error) {
		if err := h.checkRateLimit(r, l); err != nil {
			return response{}, err
		}
		return next(r)
	}
}
