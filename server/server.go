package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/bytebudget"
	"github.com/tableside/tableside/server/cache"
	"github.com/tableside/tableside/server/supa"
)

// Server is the product server. It keeps nothing but short-lived caches: any
// replica with the same cookie secret may answer any request.
type Server struct {
	*settings
	backend       *supa.Backend
	echo          *echo.Echo
	metrics       *metrics
	sessions      *sessionManager
	signIns       *signInGuard
	schemas       *schemaCache
	assets        *assets
	requestBodies *bytebudget.Budget

	signInMethods  *cache.Cache[SignInMethods]
	readiness      *cache.Cache[Health]
	filePrivileges *cache.Cache[FilePrivileges]

	loopbackOnly bool // set by Serve: the listener accepts connections from this machine only
}

// New checks the options and wires the routes. It asks the backend nothing: a
// server starts, and says so, while its backend is down.
func New(options Options) (*Server, error) {
	settings, err := options.applyDefaults()
	if err != nil {
		return nil, err
	}
	s := &Server{settings: settings, metrics: newMetrics()}
	s.requestBodies = bytebudget.New(s.BufferBytes)
	s.backend, err = supa.New(supa.Config{
		URL: s.SupabaseURL, PublishableKey: s.PublishableKey, SecretKey: s.SecretKey,
		Timeout: s.UpstreamTimeout, Transport: s.Transport, Observe: s.metrics.recordUpstream,
		ResponseBudget: bytebudget.New(s.BufferBytes),
	})
	if err != nil {
		return nil, err
	}
	if s.assets, err = readAssets(s.Assets); err != nil {
		return nil, fmt.Errorf("read the app: %w", err)
	}
	if s.sessions, err = newSessionManager(s.backend, s.CookieSecret, s.Now); err != nil {
		return nil, err
	}
	s.signIns = newSignInGuard(s.settings)
	s.schemas = newSchemaCache(s.backend, s.settings)
	s.filePrivileges = newFilePrivilegesCache(s.settings)
	s.signInMethods = newSignInMethodsCache(s.settings)
	s.readiness = newReadinessCache(s.settings)
	s.echo = s.newEcho()
	return s, nil
}

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
	e.Use(s.observeRequest, s.withClientAddress(), s.limitResponseTime, s.recoverPanics, setSecurityHeaders, s.requireOwnHost, s.requireSameOrigin, s.leaseBodies, s.withRequestSession)
	s.addRoutes(e)
	return e
}

// matchEscapedPath makes the router see the path as it was sent. It would take
// the unescaped one where Go's own escaping gives the same text, and parameters
// would come escaped in some requests and not in others ("%25" but "a%2Fb%25").
func matchEscapedPath(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		c.Request().URL.RawPath = c.Request().URL.EscapedPath()
		return next(c)
	}
}

// Handler answers requests.
func (s *Server) Handler() http.Handler { return s.echo }

// Metrics answers Prometheus.
func (s *Server) Metrics() http.Handler { return s.metrics.handler() }

// Serve answers requests on listener until ctx ends; then no new ones are
// taken, and those that run have Options.DrainTimeout. Nil is an orderly end.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	// No ReadTimeout and no WriteTimeout: they would cut long uploads and
	// downloads. Each body has a deadline that moves on as bytes flow.
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
		err := server.Shutdown(limit)
		if errors.Is(err, context.DeadlineExceeded) {
			s.Logger.Warn("requests still ran when the time to drain was over", "timeout", s.DrainTimeout.String())
			err = server.Close()
		}
		drained <- err
	})
	s.loopbackOnly = isLoopback(listener.Addr())
	err := server.Serve(listener)
	if stop() { // ctx goes on: the listener failed
		return fmt.Errorf("serve: %w", err)
	}
	if err := <-drained; err != nil {
		return fmt.Errorf("drain: %w", err)
	}
	return nil
}
