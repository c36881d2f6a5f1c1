package supa

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"sync/atomic"

	storage "github.com/supabase-community/storage-go"
)

// storageScheme is the URL scheme of storage-go's requests. The library sends them
// through http.DefaultTransport only, which passes this scheme to storageTransport.
const storageScheme = "tableside-storage"

var isStorageRegistered atomic.Bool

// RegisterStorage makes a transport accept the requests of storage-go, which sends
// them with http.DefaultTransport. Call it once for each process, in main, before
// New; other requests of the transport are not affected.
func RegisterStorage(transport *http.Transport) {
	transport.RegisterProtocol(storageScheme, storageTransport{})
	isStorageRegistered.Store(true)
}

var errStorageNotRegistered = errors.New("RegisterStorage(http.DefaultTransport) has not been called")

// storageTransport passes each request to the storageCall in its context.
type storageTransport struct{}

// RoundTrip sends a request of callStorage. It skips requests of other callers.
func (storageTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	call, ok := req.Context().Value(storageCallKey{}).(*storageCall)
	if !ok {
		return nil, http.ErrSkipAltProtocol
	}
	return call.send(req)
}

type storageCallKey struct{}

// storageCall is one request through storage-go.
type storageCall struct {
	backend *Backend
	caller  Caller
	path    string // escaped path that the request must have
}

// send sends the request to the backend, after a check of its path.
func (c *storageCall) send(req *http.Request) (*http.Response, error) {
	if err := c.backend.checkLocation(req, c.path); err != nil {
		return nil, err
	}
	req = req.Clone(req.Context())
	req.URL.Scheme = c.backend.base.Scheme
	return c.backend.sendForCaller(req.Context(), req, Storage, c.caller)
}

// checkLocation checks that a library's request goes to the backend and has the
// expected escaped path.
func (b *Backend) checkLocation(req *http.Request, path string) error {
	if req.URL.Host != b.base.Host || req.URL.EscapedPath() != path {
		return fmt.Errorf("%w: the request would go to %q instead of %q", ErrInvalidName, req.URL.EscapedPath(), path)
	}
	return nil
}

// callStorage sends a metadata request through storage-go, with a new client, and
// decodes and checks the response. It works around these flaws of v0.8.1: the library's
// methods have no context, and drop parts of requests and responses, such as search,
// MIME types, names of removed objects and error codes
// (TestStorageCallsSendAndReturnEveryField); its transport is http.DefaultTransport
// (RegisterStorage); Do reads any number of bytes (TestALongResponseIsNotReadToItsEnd).
// So this uses only NewRequest and Do.
func callStorage[T storageResponse](ctx context.Context, b *Backend, caller Caller, method, path string, body any) (T, error) {
	return callStorageWith[T](ctx, b, caller, method, path, body, nil)
}

// callStorageWith is callStorage with additional request headers.
func callStorageWith[T storageResponse](ctx context.Context, b *Backend, caller Caller, method, path string, body any, header map[string]string) (T, error) {
	var response T
	call := &storageCall{backend: b, caller: caller, path: b.base.EscapedPath() + "/storage/v1" + path}
	root := storageScheme + "://" + b.base.Host + b.base.EscapedPath() + "/storage/v1"
	headers := map[string]string{"Apikey": b.config.PublishableKey}
	maps.Copy(headers, header)
	client := storage.NewClient(root, b.bearerToken(caller), headers)
	var bodies []any
	if body != nil {
		bodies = append(bodies, body)
	}
	req, err := client.NewRequest(method, root+path, bodies...)
	if err != nil {
		return response, fmt.Errorf("create a request to storage: %w", err)
	}
	// The nil means that Do does not read the body.
	resp, err := client.Do(req.WithContext(context.WithValue(ctx, storageCallKey{}, call)), nil)
	switch {
	case err != nil && resp == nil: // the error of call.send
		return response, removeURL(err)
	case err != nil:
		return response, fmt.Errorf("%w: storage: %w", ErrInvalidResponse, err)
	}
	defer func() { _ = resp.Body.Close() }()
	err = b.decodeBody(resp.Body, maxMetadataBody, "storage", func(body []byte) (err error) {
		response, err = decodeStorageResponse[T](body)
		return err
	})
	return response, err
}
