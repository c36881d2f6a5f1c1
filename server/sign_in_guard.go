package server

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/tableside/tableside/server/supa"
)

const (
	// signInPeriod is the period in which attempts are counted. The auth service of a
	// hosted project counts in the same period.
	signInPeriod = 5 * time.Minute
	// signInQueueTimeout is how long a sign-in waits for a slot.
	signInQueueTimeout = 10 * time.Second
	// codeAttemptsFactor is the number of clients whose failed attempts to enter a code of
	// one account are allowed.
	codeAttemptsFactor = 5
	// maxAttemptKeys limits the memory of an attemptLimiter: about 10 MB.
	maxAttemptKeys = 100_000
)

// signInGuard limits sign-ins and sign-ups: failed attempts for each client address, and
// for each client address and account, and the number of requests to the auth service at
// the same time. It has no limit for the password of an account alone, with which an
// attacker could lock out the account's owner.
type signInGuard struct {
	now            func() time.Time
	clientLimiter  *attemptLimiter
	accountLimiter *attemptLimiter
	codeLimiter    *attemptLimiter // for codes of an account, from all clients
	passkeyLimiter *attemptLimiter // for passkey challenges of a client that no sign-in has used
	slots          *semaphore.Weighted
}

// newSignInGuard returns a guard with the limits of s.
func newSignInGuard(s *settings) *signInGuard {
	return &signInGuard{
		now:            s.Now,
		clientLimiter:  newAttemptLimiter(s.SignInsPerClient),
		accountLimiter: newAttemptLimiter(s.SignInsPerAccount),
		codeLimiter:    newAttemptLimiter(codeAttemptsFactor * s.SignInsPerAccount),
		passkeyLimiter: newAttemptLimiter(s.SignInsPerClient),
		slots:          semaphore.NewWeighted(int64(s.MaxConcurrentSignIns)),
	}
}

// runAttempt runs a sign-in or sign-up unless the client has had too many attempts. The
// attempt counts if counts returns true for its result. Codes: too_many_attempts; busy
// if no slot is free in time.
func (g *signInGuard) runAttempt(ctx context.Context, client, account string, counts func(error) bool,
	request func() (*supa.Session, error)) (*supa.Session, error) {
	network := clientNetwork(client)
	keys := [2]attemptKey{newAttemptKey(network), newAttemptKey(network, strings.ToLower(account))}
	now := g.now()
	wait := g.clientLimiter.takeAttempt(keys[0], now)
	if wait == 0 {
		if wait = g.accountLimiter.takeAttempt(keys[1], now); wait > 0 {
			g.clientLimiter.returnAttempt(keys[0])
		}
	}
	if wait > 0 {
		return nil, newTooManyAttemptsError(wait)
	}
	session, err := g.runInSlot(ctx, request)
	if !counts(err) {
		g.clientLimiter.returnAttempt(keys[0])
		g.accountLimiter.returnAttempt(keys[1])
	}
	return session, err
}

// limitAttempt is runAttempt for a request of any result.
func (s *Server) limitAttempt(ctx context.Context, p requestParams, account string, counts func(error) bool, request func() error) error {
	_, err := s.signIns.runAttempt(ctx, p.clientAddress(), account, counts, func() (*supa.Session, error) { return nil, request() })
	return err
}

// limitCodeAttempt is limitAttempt for a request with a code of few digits. It also
// limits the failed attempts for an account from all clients, because many clients
// together could guess such a code before it expires.
func (s *Server) limitCodeAttempt(ctx context.Context, p requestParams, account string, request func() error) error {
	key := newAttemptKey(strings.ToLower(account))
	if wait := s.signIns.codeLimiter.takeAttempt(key, s.Now()); wait > 0 {
		return newTooManyAttemptsError(wait)
	}
	err := s.limitAttempt(ctx, p, account, isRejected, request)
	if !isRejected(err) {
		s.signIns.codeLimiter.returnAttempt(key)
	}
	return err
}

// runInSlot calls request when fewer than MaxConcurrentSignIns requests run. The error is busy
// after signInQueueTimeout.
func (g *signInGuard) runInSlot(ctx context.Context, request func() (*supa.Session, error)) (*supa.Session, error) {
	waiting, cancel := context.WithTimeout(ctx, signInQueueTimeout)
	defer cancel()
	if err := g.slots.Acquire(waiting, 1); err != nil {
		if ctx.Err() != nil {
			return nil, fmt.Errorf("wait for other sign-ins: %w", ctx.Err())
		}
		return nil, newCodedError(CodeBusy, "Too many people are signing in right now. Try again in a moment.", err)
	}
	defer g.slots.Release(1)
	return request()
}

// isRejected reports whether the auth service processed an attempt and rejected it. An
// attempt does not count if the service is not available or asks the server to slow
// down.
func isRejected(err error) bool {
	var rejection *supa.Error
	return errors.As(err, &rejection) && rejection.Status < http.StatusInternalServerError && rejection.Status != http.StatusTooManyRequests ||
		errors.Is(err, context.Canceled) // a client that disconnects before the response has made an attempt
}

// isRejectedOrSuccessful is isRejected for sign-ups, where each new account also counts.
func isRejectedOrSuccessful(err error) bool { return err == nil || isRejected(err) }

// newTooManyAttemptsError returns too_many_attempts with the time until the next attempt.
func newTooManyAttemptsError(wait time.Duration) *Error {
	seconds := int(math.Ceil(wait.Seconds()))
	unit := "seconds"
	if seconds == 1 {
		unit = "second"
	}
	return &Error{
		Code: CodeTooManyAttempts, RetryAfter: seconds,
		Message: fmt.Sprintf("Too many sign-in attempts. Try again in %d %s.", seconds, unit),
	}
}

// clientNetwork returns the network that counts as one client: an IPv6 address counts as
// its /64 network, because a client can use all addresses of it.
func clientNetwork(address string) string {
	parsed, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if parsed = parsed.Unmap(); parsed.Is4() {
		return parsed.String()
	}
	network, err := parsed.Prefix(64)
	if err != nil {
		return parsed.String()
	}
	return network.String()
}

// attemptKey is a hash of the counted address or account, so that addresses and accounts are not stored
// and their lengths do not matter.
type attemptKey [sha256.Size]byte

func newAttemptKey(parts ...string) attemptKey {
	return sha256.Sum256([]byte(strings.Join(parts, "\x00")))
}

// attemptLimiter allows each key a number of attempts in signInPeriod, also all at once. It
// is the generic cell rate algorithm, with one time for each key. x/time/rate cannot
// return an attempt.
type attemptLimiter struct {
	interval time.Duration // after which one more attempt is allowed

	mu         sync.Mutex
	restoredAt map[attemptKey]time.Time // when the key has all attempts again
}

func newAttemptLimiter(attempts int) *attemptLimiter {
	return &attemptLimiter{interval: signInPeriod / time.Duration(attempts), restoredAt: map[attemptKey]time.Time{}}
}

// takeAttempt uses an attempt. If there is none left, it returns the time until the next
// one, otherwise 0.
func (l *attemptLimiter) takeAttempt(key attemptKey, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	from := l.restoredAt[key]
	if from.Before(now) {
		from = now
	}
	next := from.Add(l.interval)
	if wait = next.Sub(now.Add(signInPeriod)); wait > 0 {
		return wait
	}
	if len(l.restoredAt) >= maxAttemptKeys {
		l.removeKeys(now)
	}
	l.restoredAt[key] = next
	return 0
}

// returnAttempt undoes takeAttempt.
func (l *attemptLimiter) returnAttempt(key attemptKey) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if next, ok := l.restoredAt[key]; ok {
		l.restoredAt[key] = next.Add(-l.interval)
	}
}

// removeKeys deletes the keys that have all attempts, and then others until the map has
// half its maximum size: with so many addresses at once, they cannot be distinguished.
func (l *attemptLimiter) removeKeys(now time.Time) {
	for key, next := range l.restoredAt {
		if !next.After(now) {
			delete(l.restoredAt, key)
		}
	}
	for key := range l.restoredAt {
		if len(l.restoredAt) <= maxAttemptKeys/2 {
			return
		}
		delete(l.restoredAt, key)
	}
}
