package realtime

import (
	"time"

	"golang.org/x/time/rate"
)

// Limits of the service. A zero is the default; a negative number is no limit.
type Limits struct {
	Connections           int           // open sockets; 500 (hosted: 200 free, 500 pro)
	ChannelsPerConnection int           // 100, as hosted
	JoinsPerSecond        int           // of all sockets; 500 (hosted: 100 free, 500 pro)
	EventsPerSecond       int           // broadcasts that clients send, of all sockets; 10,000 (hosted: 100 free, 500 pro)
	PresencePerSecond     int           // presence calls of all sockets; 1,000 (hosted: 20 free, 50 pro)
	PresenceCalls         int           // of one channel of one socket within PresenceWindow; 5, as hosted
	PresenceWindow        time.Duration // 30 s, as hosted
	PayloadBytes          int           // of one broadcast or presence payload; 3,000,000 (hosted: 256 KB free, 3 MB pro)
	FrameBytes            int           // of one frame from a client, else the socket is closed; 5,000,000, as hosted
	QueueBytes            int           // that wait for one client, who is dropped when there are more; 8 MiB
	IdleTimeout           time.Duration // a socket that sends nothing for so long, not even a heartbeat, is closed; 1 min, as Phoenix
	AnonymousLifetime     time.Duration // a socket that never had a person's token is closed after this; 24 h, as hosted
}

func (l Limits) withDefaults() Limits {
	for _, d := range []struct {
		value    *int
		standard int
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
			*d.value = d.standard
		}
	}
	for _, d := range []struct {
		value    *time.Duration
		standard time.Duration
	}{
		{&l.PresenceWindow, 30 * time.Second},
		{&l.IdleTimeout, time.Minute},
		{&l.AnonymousLifetime, 24 * time.Hour},
	} {
		if *d.value == 0 {
			*d.value = d.standard
		}
	}
	return l
}

// isOverLimit answers whether n is more than limit.
func isOverLimit(n, limit int) bool { return limit >= 0 && n > limit }

// newLimiter allows n a second, and as many at once.
func newLimiter(n int) *rate.Limiter {
	if n < 0 {
		return rate.NewLimiter(rate.Inf, 0)
	}
	return rate.NewLimiter(rate.Limit(n), n)
}

// callWindow allows so many calls between its first and its end, then begins anew.
type callWindow struct {
	calls int
	ends  time.Time
}

func (w *callWindow) allow(now time.Time, calls int, length time.Duration) bool {
	if now.After(w.ends) {
		w.calls, w.ends = 0, now.Add(length)
	}
	if isOverLimit(w.calls+1, calls) {
		return false
	}
	w.calls++
	return true
}
