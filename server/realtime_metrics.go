package server

import "github.com/prometheus/client_golang/prometheus"

// The directions of messages, as labels of metrics.
const (
	fromBrowser = "browser"
	fromBackend = "backend"
)

// realtimeMetrics are the metrics of the relay.
type realtimeMetrics struct {
	connections prometheus.Gauge
	messages    *prometheus.CounterVec
	bytes       *prometheus.CounterVec
	rejected    prometheus.Counter
	disconnects *prometheus.CounterVec
}

// newRealtimeMetrics returns the metrics of websockets, and registers them.
func newRealtimeMetrics(registry *prometheus.Registry) *realtimeMetrics {
	m := &realtimeMetrics{
		connections: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "tableside_realtime_connections", Help: "Open websockets of browsers.",
		}),
		messages: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tableside_realtime_frames_total", Help: "Frames of websockets by sender.",
		}, []string{"from"}),
		bytes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tableside_realtime_bytes_total", Help: "Bytes in these frames by sender.",
		}, []string{"from"}),
		rejected: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "tableside_realtime_rejected_frames_total", Help: "Frames of browsers that the relay rejected with a reply.",
		}),
		disconnects: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tableside_realtime_disconnects_total", Help: "Closed websockets by reason.",
		}, []string{"reason"}),
	}
	registry.MustRegister(m.connections, m.messages, m.bytes, m.rejected, m.disconnects)
	return m
}

// record counts a frame of size bytes. from is its sender: browser or backend.
func (m *realtimeMetrics) record(from string, size int) {
	m.messages.WithLabelValues(from).Inc()
	m.bytes.WithLabelValues(from).Add(float64(size))
}
