package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/bytebudget"
	"github.com/tableside/tableside/server/cache"
	"github.com/tableside/tableside/server/relay"
	"github.com/tableside/tableside/server/supa"
)

// Server is the product server. It stores nothing but caches and the state of
// recent sessions, so each replica with the same cookie secret can handle each request.
type Server struct {
	*settings
	backend       *supa.Backend
	echo          *echo.Echo
	metrics       *metrics
	sessions      *sessionManager
	signIns       *signInGuard
	viewAsAdmin   *supa.Admin // nil: the mode is off
	schemas       *schemaCache
	assets        *assets
	runs          runRegistry
	requestBodies *bytebudget.Budget

	signInMethods    *cache.Cache[SignInMethods]
	readiness        *cache.Cache[Health]
	filePrivileges   *cache.Cache[FilePrivileges]
	aggregateSources aggregateSources
	// noThumbnailsUntil is the Unix time in seconds until which the project has no image transformation.
	noThumbnailsUntil atomic.Int64
	realtime          *realtimeHub
	relaySealer       *relay.Sealer
	relayBudget       *relay.Budget

	loopbackOnly bool // set by Serve: the listener accepts connections from this machine only
}

// New checks the options and creates the routes. It sends no requests: a server starts
// while its backend is down.
func New(options Options) (*Server, error) {
	settings, err := options.applyDefaults()
	if err != nil {
		return nil, err
	}
	s := &Server{settings: settings, metrics: newMetrics()}
	s.requestBodies = bytebudget.New(s.BufferBytes)
	s.backend, err = supa.New(supa.Config{
		URL: s.SupabaseURL, PublishableKey: s.PublishableKey, SecretKey: s.SecretKey, RequiresCaptcha: s.Captcha != nil,
		Timeout: s.UpstreamTimeout, Transport: s.Transport, Observe: s.metrics.recordUpstream,
		ResponseBudget: bytebudget.New(s.BufferBytes),
	})
	if err != nil {
		return nil, err
	}
	if s.assets, err = readAssets(s.Assets); err != nil {
		return nil, fmt.Errorf("read the app: %w", err)
	}
	if s.sessions, err = newSessionManager(s.backend, s.CookieSecrets, s.Now); err != nil {
		return nil, err
	}
	s.viewAsAdmin = newViewAsAdmin(s.settings, s.backend)
	s.sessions.revokeViewed = s.revokeViewedSession
	s.signIns = newSignInGuard(s.settings)
	s.schemas = newSchemaCache(s.backend, s.settings)
	s.runs.now = s.Now
	s.filePrivileges = newFilePrivilegesCache(s.settings)
	s.signInMethods = newSignInMethodsCache(s.settings)
	s.readiness = newReadinessCache(s.settings)
	s.realtime = newRealtimeHub(s.settings)
	s.relayBudget = relay.NewBudget(s.BufferBytes)
	if s.relaySealer, err = newRelaySealer(s.settings); err != nil {
		return nil, err
	}
	s.sessions.states.onEnd, s.sessions.states.onDowngrade = s.realtime.endSession, s.realtime.downgradeSession
	s.echo = s.newEcho()
	return s, nil
}

// newEcho returns the router with its middleware and routes.
func (s *Server) newEcho() *echo.Echo {
	e := echo.NewWithConfig(echo.Config{
		Logger:           s.Logger,
		HTTPErrorHandler: s.writeError,
		IPExtractor:      newIPExtractor(s.TrustedProxies),
		Router: echo.NewRouter(echo.RouterConfig{
			UnescapePathParamValues: true,
			AutoHandleHEAD:          true,
			MethodNotAllowedHandler: s.rejectUnmatchedRoute,
			OptionsMethodHandler:    s.rejectUnmatchedRoute,
		}),
	})
	e.Pre(matchEscapedPath)
	e.Use(s.observeRequest, s.withClientAddress(), s.limitResponseTime, s.recoverPanics, s.setSecurityHeaders(), s.requireOwnHost, s.requireSameOrigin, s.leaseBodies, s.withRequestSession, s.protectViewedUser)
	s.addRoutes(e)
	return e
}

// matchEscapedPath makes the router match the path as the client escaped it. Otherwise
// the router would match the unescaped path if Go escapes it in the same way, and
// parameters would be escaped in some requests only ("%25" but "a%2Fb%25").
func matchEscapedPath(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		c.Request().URL.RawPath = c.Request().URL.EscapedPath()
		return next(c)
	}
}

// Handler returns the handler of all routes.
func (s *Server) Handler() http.Handler { return s.echo }

// Metrics returns a handler of metrics in the format of Prometheus.
func (s *Server) Metrics() http.Handler { return s.metrics.handler() }

// Serve handles the requests of listener until ctx ends. It then closes the websockets,
// accepts no new requests, and waits for those in progress, at most Options.DrainTimeout. It returns
// nil if it ended because of ctx.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	// No ReadTimeout and no WriteTimeout, which would limit the duration of uploads and
	// downloads. The deadline of each body moves with each part.
	server := &http.Server{
		Handler:           s.echo,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.Logger.Handler(), slog.LevelWarn),
	}
	drained := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.DrainTimeout)
		defer cancel()
		websockets := make(chan struct{})
		go func() { defer close(websockets); s.realtime.drain(limit) }()
		err := server.Shutdown(limit) // does not wait for websockets
		<-websockets
		if errors.Is(err, context.DeadlineExceeded) {
			s.Logger.Warn("requests in progress were canceled after the drain timeout", "timeout", s.DrainTimeout.String())
			err = server.Close()
		}
		drained <- err
	})
	s.loopbackOnly = isLoopback(listener.Addr())
	err := server.Serve(listener)
	if stop() { // the listener failed before ctx ended
		return fmt.Errorf("serve: %w", err)
	}
	if err := <-drained; err != nil {
		return fmt.Errorf("drain: %w", err)
	}
	return nil
}
