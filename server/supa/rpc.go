package supa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Call calls a database function with a JSON object of arguments. The answer
// is the function's: JSON, or nothing for void (status 204).
func (b *Backend) Call(ctx context.Context, caller Caller, schema, function string, args json.RawMessage) (*RowsResponse, error) {
	call, err := b.restCall(ctx, caller, schema, function)
	if err != nil {
		return nil, err
	}
	call.wire.path = b.base.EscapedPath() + "/rest/v1/rpc/" + call.table
	call.wire.body = args
	call.client.Rpc(call.table, "", args)
	if err := call.client.ClientError; err != nil {
		return nil, fmt.Errorf("call a function: %w", withoutURL(err))
	}
	return rowsResponse(call.wire.response, http.MethodPost)
}

// CallInto is Call for an answer to decode, of at most maxBytes.
func (b *Backend) CallInto(ctx context.Context, caller Caller, schema, function string, args json.RawMessage, maxBytes int64) ([]byte, error) {
	resp, err := b.Call(ctx, caller, schema, function, args)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	return readAll(resp.Body, maxBytes, "function "+function)
}

// OpenAPI is the REST root's description of one database schema, read with the
// secret key; errors.ErrUnsupported without one.
func (b *Backend) OpenAPI(ctx context.Context, schema string, maxBytes int64) ([]byte, error) {
	if b.config.SecretKey == "" {
		return nil, fmt.Errorf("read the OpenAPI root without a secret key: %w", errors.ErrUnsupported)
	}
	req, err := b.request(ctx, http.MethodGet, Rest, "/", Caller{Token: b.config.SecretKey})
	if err != nil {
		return nil, err
	}
	req.Header.Set("Apikey", b.config.SecretKey)
	req.Header.Set("Accept", "application/openapi+json")
	req.Header.Set("Accept-Profile", schema)
	resp, err := b.send(req, Rest)
	if err != nil {
		return nil, fmt.Errorf("read the OpenAPI root: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	return readAll(resp.Body, maxBytes, "the OpenAPI root")
}

func readAll(r io.Reader, maxBytes int64, what string) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", what, err)
	}
	if int64(len(body)) > maxBytes {
		return nil, fmt.Errorf("%w: %s answered more than %d bytes", ErrNonsense, what, maxBytes)
	}
	return body, nil
}
