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

// requestID returns the X-Request-Id of the response.
func requestID(c *echo.Context) string {
	return c.Response().Header().Get(echo.HeaderXRequestID)
}

// observeRequest gives each request an id, logs and counts it. The log contains the
// route's pattern, never the path or the query, which contain data of users.
func (s *Server) observeRequest(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c *echo.Context) error {
		start := time.Now()
		c.Response().Header().Set(echo.HeaderXRequestID, uuid.NewString())
		err := next(c)
		if err != nil {
			s.writeError(c, err) // before the status is logged
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
		attributes = append(attributes, viewedAttributes(c.Request().Context())...)
		if err != nil {
			response := convertError(err)
			attributes = append(attributes, slog.String("code", response.Code))
			// 501 is no failure: an optional part of the backend is not installed.
			if status >= http.StatusInternalServerError && status != http.StatusNotImplemented {
				level = slog.LevelError
				attributes = append(attributes, slog.String("cause", formatCause(response)))
			}
		}
		s.Logger.LogAttrs(c.Request().Context(), level, "request", attributes...)
		if errors.Is(err, http.ErrAbortHandler) {
			panic(http.ErrAbortHandler) // the response is incomplete: break the connection, so that the client notices
		}
		return nil
	}
}

// formatCause returns the text of an error for the log. It omits the message of a
// rejection, which can quote a row ("Key (email)=(...) already exists").
func formatCause(err *Error) string {
	var rejection *supa.Error
	if errors.As(err.Cause, &rejection) {
		return strings.TrimSpace(fmt.Sprintf("%s returned %d %s %s", rejection.Area, rejection.Status, rejection.Code, rejection.Internal))
	}
	if err.Cause == nil {
		return ""
	}
	return err.Cause.Error()
}

// recoverPanics turns a panic into an error with the status 500, and logs the stack.
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

// metrics are the metrics of the server and of the process, in their own registry.
type metrics struct {
	registry         *prometheus.Registry
	requests         *prometheus.HistogramVec
	upstreamRequests *prometheus.HistogramVec
	realtime         *realtimeMetrics
}

// newMetrics returns the metrics of this process, in a separate registry.
func newMetrics() *metrics {
	buckets := []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tableside_request_seconds", Help: "Request duration by route, method and status.", Buckets: buckets,
		}, []string{"route", "method", "status"}),
		upstreamRequests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tableside_upstream_seconds", Help: "Time until the backend's response headers, by area and status (0: no response).", Buckets: buckets,
		}, []string{"area", "status"}),
	}
	m.realtime = newRealtimeMetrics(m.registry)
	m.registry.MustRegister(m.requests, m.upstreamRequests,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// recordRequest records the duration of a request. Unknown methods are recorded as "other".
func (m *metrics) recordRequest(route, method string, status int, took time.Duration) {
	switch method { // a label must not contain arbitrary text of a client
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, http.MethodOptions:
	default:
		method = "other"
	}
	m.requests.WithLabelValues(route, method, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) recordUpstream(area supa.Area, status int, took time.Duration) {
	m.upstreamRequests.WithLabelValues(string(area), strconv.Itoa(status)).Observe(took.Seconds())
}
