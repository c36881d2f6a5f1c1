package server

// Health is the answer of GET /readyz: 200 when every area answers, else 503.
type Health struct {
	Status string                `json:"status"` // "ok" or "unavailable"
	Areas  map[string]AreaHealth `json:"areas"`  // "rest", "auth", "storage"
}

// AreaHealth is one area of the backend.
type AreaHealth struct {
	OK      bool   `json:"ok"`
	Millis  int64  `json:"millis"`
	Message string `json:"message,omitempty"`
}
