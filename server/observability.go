package server

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/labstack/echo/v5"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/tableside/tableside/server/supa"
)

// requestID is what X-Request-Id says of this request.
func requestID(c *echo.Context) string {
	return c.Response().Header().Get(echo.HeaderXRequestID)
}

// observeRequest numbers, logs and counts each request. The log holds the route's
// pattern, never the path or the query: they hold people's values.
func (s *Server) observeRequest(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		start := time.Now()
		c.Response().Header().Set(echo.HeaderXRequestID, uuid.NewString())
		err := next(c)
		if err != nil {
			s.writeError(c, err) // here, so that the status is known
		}
		_, status := echo.ResolveResponseStatus(c.Response(), nil)
		took := time.Since(start)
		route := c.Path()
		if route == "" {
			route = "none"
		}
		s.metrics.recordRequest(route, c.Request().Method, status, took)
		level, attributes := slog.LevelInfo, []slog.Attr{
			slog.String("id", requestID(c)), slog.String("method", c.Request().Method), slog.String("route", route),
			slog.Int("status", status), slog.Int64("ms", took.Milliseconds()),
		}
		if err != nil {
			told := convertError(err)
			attributes = append(attributes, slog.String("code", told.Code))
			if status >= http.StatusInternalServerError {
				level = slog.LevelError
				attributes = append(attributes, slog.String("cause", formatCause(told)))
			}
		}
		s.Logger.LogAttrs(c.Request().Context(), level, "request", attributes...)
		if errors.Is(err, http.ErrAbortHandler) {
			panic(http.ErrAbortHandler) // the answer was cut: break the connection, so that it can't pass for whole
		}
		return nil
	}
}

// formatCause returns the log's text for an error. A refusal's message is left out: it
// can quote a row ("Key (email)=(...) already exists").
func formatCause(err *Error) string {
	var refused *supa.Error
	if errors.As(err.Cause, &refused) {
		return strings.TrimSpace(fmt.Sprintf("%s answered %d %s %s", refused.Area, refused.Status, refused.Code, refused.Internal))
	}
	if err.Cause == nil {
		return ""
	}
	return err.Cause.Error()
}

// recoverPanics turns a panic into an error 500, with the stack in the log.
func (s *Server) recoverPanics(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) (err error) {
		defer func() {
			value := recover()
			if value == nil {
				return
			}
			if cause, isError := value.(error); isError && errors.Is(cause, http.ErrAbortHandler) {
				err = http.ErrAbortHandler
				return
			}
			s.Logger.Error("panic", "id", requestID(c), "value", fmt.Sprint(value), "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", value)
		}()
		return next(c)
	}
}

// metrics are the server's own and the process's, in a registry of its own.
type metrics struct {
	registry         *prometheus.Registry
	requests         *prometheus.HistogramVec
	upstreamRequests *prometheus.HistogramVec
}

func newMetrics() *metrics {
	buckets := []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tableside_request_seconds", Help: "Requests by route, method and status.", Buckets: buckets,
		}, []string{"route", "method", "status"}),
		upstreamRequests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tableside_upstream_seconds", Help: "Calls to the backend until their headers came, by area and status (0: no answer).", Buckets: buckets,
		}, []string{"area", "status"}),
	}
	m.registry.MustRegister(m.requests, m.upstreamRequests,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

func (m *metrics) recordRequest(route, method string, status int, took time.Duration) {
	switch method { // a label must not take any text that a client makes up
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
	default:
		method = "other"
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) recordUpstream(area supa.Area, status int, took time.Duration) {
	m.upstreamRequests.WithLabelValues(string(area), strconv.Itoa(status)).Observe(took.Seconds())
}
