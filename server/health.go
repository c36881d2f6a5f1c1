package server

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v5"
	"github.com/tableside/tableside/server/cache"
	"github.com/tableside/tableside/server/supa"
)

// Health is the response of GET /readyz: 200 if each required area of the backend responds,
// otherwise 503.
type Health struct {
	Status string                `json:"status"` // "ok" or "unavailable"
	Areas  map[string]AreaHealth `json:"areas"`  // "rest", "auth", "storage", "realtime"
}

// AreaHealth is the state of an area of the backend.
type AreaHealth struct {
	OK           bool  `json:"ok"`
	Milliseconds int64 `json:"millis"`
	// Scope is what has responded: "database", or only "service", which can respond
	// without its database. Empty: nothing.
	Scope   string `json:"checked,omitempty"`
	Message string `json:"message,omitempty"`
	// Optional means that the status does not depend on the area: without realtime, pages
	// only lack live updates.
	Optional bool `json:"optional,omitempty"`
}

// healthz handles GET /healthz: the process runs. It sends no requests.
func (s *Server) healthz(c *echo.Context) error {
	return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
}

// readyz handles GET /readyz. Anyone can call it: the result is cached for a second, so
// that calls cannot overload the backend.
func (s *Server) readyz(c *echo.Context) error {
	health, err := s.readiness.Get(c.Request().Context(), "", s.probeAreas)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if health.Status != "ok" {
		status = http.StatusServiceUnavailable
		c.Response().Header().Set("Retry-After", "5")
	}
	return c.JSON(status, health)
}

const (
	probeTimeout = 3 * time.Second
	// optionalProbeTimeout is shorter than the default timeout of Kubernetes' probes (1 s):
	// an optional area must not delay the response.
	optionalProbeTimeout = 700 * time.Millisecond
	probeMaxAge          = time.Second
)

func newReadinessCache(settings *settings) *cache.Cache[Health] {
	return cache.New(cache.Options[Health]{MaxAge: probeMaxAge, MaxEntries: 1, Now: settings.Now})
}

// probeAreas requests each area of the backend. It never returns an error.
func (s *Server) probeAreas(ctx context.Context) (Health, error) {
	ctx, cancel := context.WithTimeout(ctx, probeTimeout)
	defer cancel()
	health := Health{Status: "ok", Areas: map[string]AreaHealth{}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, area := range []supa.Area{supa.Rest, supa.Auth, supa.Storage, supa.Realtime} {
		wg.Go(func() {
			found := s.probeArea(ctx, area)
			mu.Lock()
			defer mu.Unlock()
			health.Areas[string(area)] = found
			if !found.OK && !found.Optional {
				health.Status = "unavailable"
			}
		})
	}
	wg.Wait()
	return health, nil
}

// probeArea requests one area of the backend, measures the time, and returns a failure in Message.
func (s *Server) probeArea(ctx context.Context, area supa.Area) AreaHealth {
	isOptional := area == supa.Realtime
	if isOptional {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, optionalProbeTimeout)
		defer cancel()
	}
	start := time.Now()
	scope, err := s.backend.ProbeArea(ctx, area)
	found := AreaHealth{OK: err == nil, Milliseconds: time.Since(start).Milliseconds(), Scope: string(scope), Optional: isOptional}
	if err != nil {
		found.Message = convertError(err).Message
	}
	return found
}
