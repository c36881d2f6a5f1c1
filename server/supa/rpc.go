package supa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
	call.client.Rpc(call.table, "", nil) // the library would copy the arguments
	if err := call.client.ClientError; err != nil {
		return nil, fmt.Errorf("call a function: %w", withoutURL(err))
	}
	return rowsResponse(call.wire.response, http.MethodPost)
}

// CallInto is Call for an answer of at most maxBytes, which decode reads.
func (b *Backend) CallInto(ctx context.Context, caller Caller, schema, function string, args json.RawMessage, maxBytes int64, decode func([]byte) error) error {
	resp, err := b.Call(ctx, caller, schema, function, args)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return b.readWhole(resp.Body, maxBytes, "function "+function, decode)
}

// OpenAPI is the REST root's description of one database schema, read with the
// secret key and given to decode; errors.ErrUnsupported without a key.
func (b *Backend) OpenAPI(ctx context.Context, schema string, maxBytes int64, decode func([]byte) error) error {
	if b.config.SecretKey == "" {
		return fmt.Errorf("read the OpenAPI root without a secret key: %w", errors.ErrUnsupported)
	}
	req, err := b.request(ctx, http.MethodGet, Rest, "/", Caller{Token: b.config.SecretKey})
	if err != nil {
		return err
	}
	req.Header.Set("Apikey", b.config.SecretKey)
	req.Header.Set("Accept", "application/openapi+json")
	req.Header.Set("Accept-Profile", schema)
	resp, err := b.send(req, Rest)
	if err != nil {
		return fmt.Errorf("read the OpenAPI root: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	return b.readWhole(resp.Body, maxBytes, "the OpenAPI root", decode)
}
