package supa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/coder/websocket"
)

// maxRealtimeMessage limits a message of the realtime service, in bytes. A hosted project
// sends at most 3 MB.
const maxRealtimeMessage = 8 << 20

// DialRealtime opens a websocket to the realtime service, with the publishable key. The
// token of a user belongs into each join. vsn is the version of the frame format.
func (b *Backend) DialRealtime(ctx context.Context, vsn string) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, b.config.Timeout, ErrTimeout)
	defer cancel()
	start := time.Now()
	query := url.Values{"apikey": {b.config.PublishableKey}, "vsn": {vsn}}
	conn, resp, err := websocket.Dial(ctx, b.areaURL(Realtime)+"/websocket?"+query.Encode(), &websocket.DialOptions{
		HTTPClient: &http.Client{
			Transport:     b.transport,
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		HTTPHeader: http.Header{"X-Client-Info": {"tableside"}},
	})
	status := 0
	if resp != nil {
		status = resp.StatusCode
	}
	b.config.Observe(Realtime, status, time.Since(start))
	switch {
	case err == nil:
		conn.SetReadLimit(maxRealtimeMessage)
		return conn, nil
	case resp == nil:
		// The error of the client contains the URL, with the key.
		var failure *url.Error
		if errors.As(err, &failure) {
			err = failure.Err
		}
		return nil, b.classifyTransportError(ctx, Realtime, err)
	case status == http.StatusSwitchingProtocols:
		return nil, fmt.Errorf("%w: %s: %w", ErrInvalidResponse, Realtime, err)
	}
	err = parseRejection(Realtime, resp)
	var rejection *Error
	if errors.As(err, &rejection) && rejection.Code == codeRealtimeRejected {
		// The handshake contains only the key: the user cannot do anything about it.
		rejection.Status = http.StatusBadGateway
	}
	return nil, err
}

// parseRealtime parses the body of a rejected handshake.
func (e *Error) parseRealtime(body []byte) {
	var rejection struct {
		Error   string `json:"error"`
		Message string `json:"message"` // of the gateway
	}
	if json.Unmarshal(body, &rejection) != nil || e.Status >= http.StatusInternalServerError {
		return
	}
	if e.Message = rejection.Error; e.Message == "" {
		e.Message = rejection.Message
	}
	if e.Message != "" && e.Status != http.StatusTooManyRequests {
		e.Code = codeRealtimeRejected
	}
}

// codeRealtimeRejected is our code for a rejected handshake, as the service has none.
const codeRealtimeRejected = "realtime_rejected"
