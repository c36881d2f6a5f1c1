package supa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// FunctionCall is a call of a database function.
type FunctionCall struct {
	Schema         string
	Function       string
	Body           []byte // a JSON object of arguments, or the body of a function with one unnamed argument
	ContentType    string // "": application/json
	IdempotencyKey string // the header Idempotency-Key; "": none
	// SendsOnce is true for volatile functions: the call is never sent again, not even after
	// a rejected token. Its error is ErrNotRun, ErrOutcomeUnknown, or certain.
	SendsOnce bool
	// CountsRows requests the number of all rows of a set in Content-Range. The REST service
	// returns at most its maximum number of rows.
	CountsRows bool
}

// CallFunction calls a database function. The body of the response is the function's
// result as JSON, or empty for void (status 204).
func (b *Backend) CallFunction(ctx context.Context, caller Caller, call FunctionCall) (*RowsResponse, error) {
	resp, err := b.sendFunctionCall(ctx, caller, call)
	if err != nil {
		return nil, err
	}
	rows, err := newRowsResponse(resp, RowsRequest{Method: http.MethodPost})
	if err != nil && call.SendsOnce {
		return nil, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
	}
	return rows, err
}

// DecodeFunction calls a function that changes nothing, and passes its response of at most
// maxBytes to decode.
func (b *Backend) DecodeFunction(ctx context.Context, caller Caller, schema, function string, args json.RawMessage, maxBytes int64, decode func([]byte) error) error {
	resp, err := b.CallFunction(ctx, caller, FunctionCall{Schema: schema, Function: function, Body: args})
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return b.decodeBody(resp.Body, maxBytes, "function "+function, decode)
}

// ReadOpenAPI reads the REST root's description of a database schema with the secret
// key, and passes it to decode. Without a secret key the error is errors.ErrUnsupported.
func (b *Backend) ReadOpenAPI(ctx context.Context, schema string, maxBytes int64, decode func([]byte) error) error {
	if b.config.SecretKey == "" {
		return fmt.Errorf("read the OpenAPI root without a secret key: %w", errors.ErrUnsupported)
	}
	req, err := b.newRequest(ctx, http.MethodGet, Rest, "/", Caller{Token: b.config.SecretKey})
	if err != nil {
		return err
	}
	req.Header.Set("Apikey", b.config.SecretKey)
	req.Header.Set("Accept", "application/openapi+json")
	req.Header.Set("Accept-Profile", schema)
	resp, err := b.send(ctx, req, Rest)
	if err != nil {
		return fmt.Errorf("read the OpenAPI root: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	return b.decodeBody(resp.Body, maxBytes, "the OpenAPI root", decode)
}
