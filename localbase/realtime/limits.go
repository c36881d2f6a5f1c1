package realtime

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits of the service. 0 means the default; a negative number means no limit.
type Limits struct {
	Connections           int           // open sockets; default 500 (hosted: 200 free, 500 pro)
	ChannelsPerConnection int           // default 100, as hosted
	JoinsPerSecond        int           // all sockets; default 500 (hosted: 100 free, 500 pro)
	EventsPerSecond       int           // broadcasts from clients, all sockets; default 10,000 (hosted: 100 free, 500 pro)
	PresencePerSecond     int           // presence calls, all sockets; default 1,000 (hosted: 20 free, 50 pro)
	PresenceCalls         int           // presence calls of one channel of a socket in PresenceWindow; default 5, as hosted
	PresenceWindow        time.Duration // default 30 s, as hosted
	PayloadBytes          int           // size of a broadcast or presence payload; default 3,000,000 (hosted: 256 KB free, 3 MB pro)
	FrameBytes            int           // size of a client's frame; a larger frame closes the socket; default 5,000,000, as hosted
	QueueBytes            int           // size of a client's queue; a full queue closes the socket; default 8 MiB
	IdleTimeout           time.Duration // a socket that sends nothing for this time, not even a heartbeat, is closed; default 1 min, as Phoenix
	AnonymousLifetime     time.Duration // a socket without a user's token is closed after this time; default 24 h, as hosted
}

// withDefaults returns l with the defaults instead of zeros.
func (l Limits) withDefaults() Limits {
	for _, d := range []struct {
		value    *int
		fallback int
	}{
		{&l.Connections, 500},
		{&l.ChannelsPerConnection, 100},
		{&l.JoinsPerSecond, 500},
		{&l.EventsPerSecond, 10_000},
		{&l.PresencePerSecond, 1000},
		{&l.PresenceCalls, 5},
		{&l.PayloadBytes, 3_000_000},
		{&l.FrameBytes, 5_000_000},
		{&l.QueueBytes, 8 << 20},
	} {
		if *d.value == 0 {
			*d.value = d.fallback
		}
	}
	for _, d := range []struct {
		value    *time.Duration
		fallback time.Duration
	}{
		{&l.PresenceWindow, 30 * time.Second},
		{&l.IdleTimeout, time.Minute},
		{&l.AnonymousLifetime, 24 * time.Hour},
	} {
		if *d.value == 0 {
			*d.value = d.fallback
		}
	}
	return l
}

// isOverLimit reports whether n exceeds limit. A negative limit is no limit; 0 allows nothing.
func isOverLimit(n, limit int) bool { return limit >= 0 && n > limit }

// newLimiter returns a limiter for n events per second with bursts of n. If n is negative, it allows all
// events.
func newLimiter(n int) *rate.Limiter {
	if n < 0 {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(n), n)
}

// callWindow counts calls in a window of time.
type callWindow struct {
	calls  int
	endsAt time.Time
}

// allow reports whether another call is within the limit, and counts it if so. The limit applies to windows of the given
// length: the first call after the end of a window starts the next window.
func (w *callWindow) allow(now time.Time, limit int, length time.Duration) bool {
	if now.After(w.endsAt) {
		w.calls, w.endsAt = 0, now.Add(length)
	}
	if isOverLimit(w.calls+1, limit) {
		return false
	}
	w.calls++
	return true
}
