package server

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/labstack/echo/v5"
	"golang.org/x/sync/singleflight"

	"github.com/tableside/tableside/server/supa"
)

// Health is the answer of GET /readyz: 200 when every area answers, else 503.
type Health struct {
	Status string                `json:"status"` // "ok" or "unavailable"
	Areas  map[string]AreaHealth `json:"areas"`  // "rest", "auth", "storage"
}

// AreaHealth is one area of the backend.
type AreaHealth struct {
	OK           bool  `json:"ok"`
	Milliseconds int64 `json:"millis"`
	// Checked is how far the answer reached: "database", or only "service", which
	// may go on without its database. Empty when it did not answer.
	Scope   string `json:"checked,omitempty"`
	Message string `json:"message,omitempty"`
}

// healthz is GET /healthz: the process is up. It asks nobody.
func (s *Server) healthz(c *echo.Context) error {
	return c.JSON(http.StatusOK, map[string]string{"status": "ok"})
}

// readyz is GET /readyz. Anyone may call: what it asks the backend is kept for
// a second, so that it can't be used to load it.
func (s *Server) readyz(c *echo.Context) error {
	health := s.readiness.get()
	status := http.StatusOK
	if health.Status != "ok" {
		status = http.StatusServiceUnavailable
		c.Response().Header().Set("Retry-After", "5")
	}
	return c.JSON(status, health)
}

const (
	probeTimeout = 3 * time.Second
	probeMaxAge  = time.Second
)

type readiness struct {
	backend *supa.Backend
	now     func() time.Time
	group   singleflight.Group

	mu         sync.Mutex
	lastHealth Health
	expiresAt  time.Time
}

func (r *readiness) get() Health {
	health, _, _ := r.group.Do("", func() (any, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if !r.now().Before(r.expiresAt) {
			r.lastHealth, r.expiresAt = r.probeAreas(), r.now().Add(probeMaxAge)
		}
		return r.lastHealth, nil
	})
	return health.(Health)
}

func (r *readiness) probeAreas() Health {
	ctx, cancel := context.WithTimeout(context.Background(), probeTimeout)
	defer cancel()
	health := Health{Status: "ok", Areas: map[string]AreaHealth{}}
	var mu sync.Mutex
	var wg sync.WaitGroup
	for _, area := range []supa.Area{supa.Rest, supa.Auth, supa.Storage} {
		wg.Go(func() {
			start := time.Now()
			reach, err := r.backend.ProbeArea(ctx, area)
			found := AreaHealth{OK: err == nil, Milliseconds: time.Since(start).Milliseconds(), Scope: string(reach)}
			if err != nil {
				found.Message = convertError(err).Message
			}
			mu.Lock()
			defer mu.Unlock()
			health.Areas[string(area)] = found
			if !found.OK {
				health.Status = "unavailable"
			}
		})
	}
	wg.Wait()
	return health
}
