package supa

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync/atomic"
)

// Errors of calls of functions that change something. They are wrapped: use errors.Is.
var (
	// ErrOutcomeUnknown means that a call was sent, and that no response shows whether the
	// function ran.
	ErrOutcomeUnknown = errors.New("the function may have run")
	// ErrNotRun means that the backend rejected the call before the function ran, because
	// of the caller's token or because the function did not start. It can be sent again.
	ErrNotRun = errors.New("the function did not run")
)

// sendFunctionCall sends a request to a function. The caller must close the response's body.
func (b *Backend) sendFunctionCall(ctx context.Context, caller Caller, call FunctionCall) (*http.Response, error) {
	c, err := b.newRestCall(ctx, caller, call.Schema, call.Function)
	if err != nil {
		return nil, err
	}
	defer c.release()
	c.path = b.restPath + "/rpc/" + c.name
	c.body, c.sendsOnce = call.Body, call.SendsOnce
	if call.ContentType != "" {
		c.headers = append(c.headers, parameter{"Content-Type", call.ContentType})
	}
	if call.IdempotencyKey != "" {
		c.headers = append(c.headers, parameter{"Idempotency-Key", call.IdempotencyKey})
	}
	if call.CountsRows {
		// The REST service counts the rows of the same call: it does not call the function again.
		c.preferences = append(c.preferences, "count=exact")
	}
	c.client.Rpc(c.name, "", nil)
	return c.takeResponse(c.client.ClientError)
}

// sendOnceForCaller sends a call of a function that must not run twice. Unlike
// sendForCaller, it renews a rejected token, but does not send the call again: a function
// can raise the error of a rejected token itself. The error is ErrNotRun for a rejected
// token, and ErrOutcomeUnknown if the function can have run.
func (b *Backend) sendOnceForCaller(ctx context.Context, req *http.Request, area Area, caller Caller) (*http.Response, error) {
	// http.Transport sends a request with an Idempotency-Key again over a new connection if
	// it can read the body again (net/http, Request.isReplayable).
	req.GetBody = nil
	var hasConnection atomic.Bool
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { hasConnection.Store(true) },
	})
	resp, err := b.send(ctx, req, area)
	var rejection *Error
	switch {
	case err == nil:
		return resp, nil
	case errors.As(err, &rejection) && rejection.IsTokenRejection():
		if caller.RenewToken != nil {
			if _, renewErr := caller.RenewToken(ctx, caller.Token); renewErr != nil {
				return nil, renewErr
			}
		}
		return nil, fmt.Errorf("%w: %w", ErrNotRun, err)
	case hasConnection.Load() && isOutcomeUnknown(err):
		return nil, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
	}
	return nil, err
}

// isOutcomeUnknown reports whether the error of a call that was sent leaves open whether
// the function ran. An error with a code is certain: the transaction was rolled back,
// unless the service or the database lost a connection during the call.
func isOutcomeUnknown(err error) bool {
	var rejection *Error
	if !errors.As(err, &rejection) {
		return errors.Is(err, ErrUnreachable) || errors.Is(err, ErrTimeout) || errors.Is(err, ErrInvalidResponse)
	}
	switch code := rejection.Code; {
	case code == "PGRST001": // the connection to the database broke during the request
		return true
	case code == "57P01", code == "57P02", code == "40003": // the database was stopped, or does not know the outcome itself
		return true
	default:
		return strings.HasPrefix(code, "08")
	}
}
