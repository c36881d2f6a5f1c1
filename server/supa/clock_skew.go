package supa

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"time"
)

// CodeClockSkew is the code for a token that the REST service does not accept yet, with the status 503.
const CodeClockSkew = "clock_skew"

// futureTokenPattern matches PostgREST's messages for a token whose time of issue is later than its clock and 30 seconds. On
// hosted projects, the clock of an idle PostgREST can be late, so that it rejects new tokens for some seconds, also those
// that the gateway creates for a key. A renewed token would be rejected for longer.
// Source: https://github.com/PostgREST/postgrest/issues/5196
var futureTokenPattern = regexp.MustCompile(`^JWT ?Issued ?At ?Future$|^JWT issued at future$`)

// convertClockSkew replaces a 401 for a token that is not valid yet with the status 503 and the code clock_skew: the request had
// no effect, and the same request succeeds later.
func (e *Error) convertClockSkew() {
	if e.Status == http.StatusUnauthorized && futureTokenPattern.MatchString(e.Message) {
		e.Status, e.Code, e.Details = http.StatusServiceUnavailable, CodeClockSkew, e.Message
		e.Message = "The backend doesn’t accept your session yet, because the clocks of its services differ."
	}
}

// clockSkewDelays are the times until a request with a token that is not valid yet is sent again.
var clockSkewDelays = []time.Duration{300 * time.Millisecond, time.Second, 2 * time.Second}

// sendWithClockSkewRetry sends a request. While the REST service rejects the token as not valid yet, it repeats the request, at
// most three times, if the body can be sent again.
func (b *Backend) sendWithClockSkewRetry(ctx context.Context, req *http.Request, area Area) (*http.Response, error) {
	resp, err := b.send(ctx, req, area)
	for _, delay := range clockSkewDelays {
		var rejection *Error
		if err == nil || !errors.As(err, &rejection) || rejection.Code != CodeClockSkew {
			break
		}
		again, ok := cloneRequest(ctx, req)
		if !ok {
			break
		}
		select {
		case <-time.After(delay):
		case <-ctx.Done():
			return nil, err
		}
		resp, err = b.send(ctx, again, area)
	}
	return resp, err
}

// cloneRequest returns the request with its body from the start; false if the body cannot be sent twice.
func cloneRequest(ctx context.Context, req *http.Request) (*http.Request, bool) {
	again := req.Clone(ctx)
	if again.Body == nil || again.Body == http.NoBody {
		return again, true
	}
	if again.GetBody == nil {
		return nil, false
	}
	body, err := again.GetBody()
	if err != nil {
		return nil, false
	}
	again.Body = body
	return again, true
}
