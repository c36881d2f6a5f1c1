package server

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"
	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/smallbuffers"
	"github.com/tableside/tableside/server/relay"
	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/supa"
)

// Codes with which the relay closes a websocket. realtime-js reconnects after each of
// them; the page must read its data again, because messages can be lost.
const (
	// CloseSignedOut means that the session has ended, or has lost the second factor that
	// Options.RequireMFA requires. A new connection is rejected until the user signs in.
	CloseSignedOut websocket.StatusCode = 4401
	// CloseTooManyMessages means that the client exceeded RealtimeMessagesPerSecond.
	CloseTooManyMessages websocket.StatusCode = 4429
	// CloseIdle means that the client sent nothing for RealtimeIdleTimeout, or did not
	// respond to a ping.
	CloseIdle websocket.StatusCode = 4408
	// CloseSlowReader means that the client reads more slowly than messages arrive.
	CloseSlowReader = websocket.StatusTryAgainLater // 1013
	// CloseRestart means that the client must connect again: the server stops, the session
	// must be renewed, or a sign-in has replaced it. The reason is "retry-after-ms=N".
	CloseRestart = websocket.StatusServiceRestart // 1012
	// CloseBackendLost means that the connection to the backend broke.
	CloseBackendLost = websocket.StatusBadGateway // 1014
)

const (
	// expectedUserParameter is the query parameter for expectedUserHeader: a browser
	// cannot send a header with a websocket.
	expectedUserParameter = "user"
	// maxPresenceBytes is the maximum size of a presence payload.
	maxPresenceBytes = 8 << 10
	// tableCheckTimeout limits the read of the schema for a join.
	tableCheckTimeout = 5 * time.Second
)

// serveRealtime handles GET /api/realtime/websocket?vsn=&user=, a websocket with Phoenix
// channels for realtime-js. Signed-in users can call it; user is the id of the user whose
// page connects (optional). The server adds the key and the user's token; relay.Filter
// decides which frames pass. Codes: cross_origin, not_signed_in, bad_request,
// upgrade_required, too_many_connections, busy, and those of the backend.
func (s *Server) serveRealtime(c *echo.Context) error {
	r := c.Request()
	ctx := r.Context()
	version, err := relay.ParseVersion(c.QueryParam("vsn"))
	switch {
	case !s.isSameOriginHandshake(r):
		return &Error{Code: CodeCrossOrigin, Message: "This connection came from another site and was blocked."}
	case !strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		c.Response().Header().Set("Upgrade", "websocket")
		return &Error{Code: CodeUpgradeRequired, Message: "This route requires a websocket."}
	case err != nil:
		return newBadRequestError("The vsn must be 1.0.0 or 2.0.0.")
	}
	v := getRequestSession(ctx)
	if v.expectedUserID == "" {
		v.expectedUserID = c.QueryParam(expectedUserParameter)
	}
	caller, err := v.resolveCaller(ctx)
	if err != nil {
		return err
	}
	session := v.currentSession()
	if caller.Token == "" || session == nil {
		return newNotSignedInError(nil)
	}
	slot, err := s.realtime.acquire(session)
	if err != nil {
		return err
	}
	backend, err := s.backend.DialRealtime(ctx, version.String())
	if err != nil {
		slot.release()
		return err
	}
	// isSameOriginHandshake has checked the origin.
	browser, err := websocket.Accept(smallbuffers.NewResponseWriter(c.Response()), r, &websocket.AcceptOptions{InsecureSkipVerify: true})
	if err != nil {
		slot.release()
		_ = backend.CloseNow()
		return nil // Accept has responded
	}
	s.newRealtimeConnection(slot, v, version, browser, backend, c.RealIP()).start()
	return nil
}

// newRelaySealer returns a sealer with keys that are derived from the cookie secrets.
func newRelaySealer(s *settings) (*relay.Sealer, error) {
	var keys [][]byte
	for _, secret := range s.CookieSecrets {
		key, err := hkdf.Key(sha256.New, secret, nil, "tableside relay 1", sha256.Size)
		if err != nil {
			return nil, fmt.Errorf("derive the relay's key: %w", err)
		}
		keys = append(keys, key)
	}
	return relay.NewSealer(keys, s.Now), nil
}

// isSameOriginHandshake reports whether a page of this server opens a websocket, by the header Origin
// or, without it, Sec-Fetch-Site. It accepts a request without both: it does not come from a browser.
func (s *Server) isSameOriginHandshake(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" {
		return s.isOwnOrigin(origin, r)
	}
	site := r.Header.Get("Sec-Fetch-Site")
	return site == "" || site == "same-origin" || site == "none"
}

// newTableCheck returns a function that reports whether the user of a connection can read a
// table of TABLESIDE_SCHEMAS. Its errors are sent to the client.
func (s *Server) newTableCheck(ctx context.Context, currentCaller func() supa.Caller) func(schema, table string) error {
	return func(schemaName, table string) error {
		ctx, cancel := context.WithTimeout(ctx, tableCheckTimeout)
		defer cancel()
		found, err := s.schemas.get(ctx, currentCaller())
		if err == nil && rowquery.FindTable(found, schemaName, table) == nil {
			found, err = s.schemas.reloadIfOld(ctx, currentCaller())
		}
		if err != nil {
			s.Logger.Warn("a join was rejected, because the schema is not available", "cause", formatCause(convertError(err)))
			return relay.Rejection("UnableToConnectToProject: the schema is not available")
		}
		if t := rowquery.FindTable(found, schemaName, table); t == nil || !t.Privileges.Select {
			return relay.Rejection(fmt.Sprintf("Unauthorized: the table %q does not exist, or you don't have permission to read it", table))
		}
		return nil
	}
}
