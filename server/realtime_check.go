package server

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// check closes the connection if its session has ended, its peers do not respond, or its
// token has expired. It renews the token, and schedules the next check.
func (c *realtimeConnection) check() {
	if c.ctx.Err() != nil {
		return
	}
	now := time.Now()
	switch {
	case now.Sub(time.Unix(0, c.browserActiveAt.Load())) > c.RealtimeIdleTimeout:
		c.close(closeIdle)
		return
	case !c.checkSession():
		return
	case !c.ping(c.browser, now, &c.browserActiveAt):
		c.close(closeIdle)
		return
	case !c.ping(c.backend, now, &c.backendActiveAt):
		c.close(closeBackendLost)
		return
	}
	c.timer.Reset(c.nextCheck())
}

// nextCheck returns the time until the next check: earlier than RealtimeCheckInterval if
// the token must be renewed before.
func (c *realtimeConnection) nextCheck() time.Duration {
	current := c.session.Load()
	untilRenewal := time.Unix(current.ExpiresAt, 0).Sub(c.Now()) - current.refreshLead()
	if 0 < untilRenewal && untilRenewal < c.RealtimeCheckInterval {
		return untilRenewal
	}
	return c.RealtimeCheckInterval
}

// ping sends a ping to a peer that was quiet for half of RealtimeIdleTimeout. It returns
// false if the peer does not respond.
func (c *realtimeConnection) ping(conn *websocket.Conn, now time.Time, activeAt *atomic.Int64) bool {
	if now.Sub(time.Unix(0, activeAt.Load())) < c.RealtimeIdleTimeout/2 {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), c.RealtimeIdleTimeout/6)
	defer cancel()
	return conn.Ping(ctx) == nil
}

// checkSession checks the session, and renews the token of all channels if the session
// has a new token. It returns false if it closed the connection.
func (c *realtimeConnection) checkSession() bool {
	current := c.session.Load()
	newest := c.sessions.states.newestGeneration(current)
	left := time.Unix(newest.ExpiresAt, 0).Sub(c.Now())
	// Only a response with a cookie brings the browser a new refresh token. If the relay
	// renewed the session twice in between, the auth service would take the token in the
	// cookie for a stolen one, and end the session. A handshake sets the cookie.
	if left <= newest.refreshLead() && newest.Generation > max(c.cookieGeneration, c.sessions.states.get(newest).cookieGeneration) {
		c.close(newRestart("renewal", minReconnectDelay))
		return false
	}
	fresh, err := c.sessions.ensureFresh(c.ctx, current)
	switch {
	case errors.Is(err, errSignedOut):
		c.close(closeSignedOut)
		return false
	case err != nil && left <= 0: // the backend closes the channels
		c.close(newRestart("token_expired", maxReconnectDelay))
		return false
	case err != nil || fresh == current:
		return true // try again at the next check
	}
	return c.renew(fresh)
}

// renew replaces the session of the connection and the token of all its channels. It
// returns false if the backend does not accept a message; renew has then closed the
// connection.
func (c *realtimeConnection) renew(fresh *session) bool {
	c.sendMu.Lock()
	defer c.sendMu.Unlock()
	c.session.Store(fresh)
	for _, m := range c.filter.Renew(newRelayUser(fresh), fresh.AccessToken) {
		if c.send(m) != nil {
			return false
		}
	}
	return true
}
