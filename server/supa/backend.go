// Package supa talks to a Supabase backend: database REST through postgrest-go,
// storage through storage-go, auth by plain requests. It is the only importer
// of the two libraries and covers what they do wrong: each call has a client of
// its own, a context, time-outs, escaped paths that are checked on the wire, a
// response that is streamed, and errors as the backend meant them.
package supa

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/tableside/tableside/internal/bytebudget"
)

// Area is a part of the backend.
type Area string

// The areas.
const (
	Rest    Area = "rest"
	Auth    Area = "auth"
	Storage Area = "storage"
)

// DefaultTimeout is how long the backend may take to begin an answer, and how
// long it may fall silent within one.
const DefaultTimeout = 30 * time.Second

// Config says where the backend is.
type Config struct {
	URL            string            // e.g. https://abcd.supabase.co
	PublishableKey string            // or the anon key
	SecretKey      string            // optional; for OpenAPI, and to forward the addresses of clients
	Timeout        time.Duration     // 0 is DefaultTimeout
	Transport      http.RoundTripper // nil is NewTransport()
	// Responses limits the bytes of responses that are read whole; nil: no limit.
	ResponseBudget *bytebudget.Budget
	// Observe is told of each request once its headers are here or it failed;
	// status 0 is no answer. Nil tells nobody.
	Observe func(area Area, status int, took time.Duration)
}

// Backend is a Supabase project as seen from the server.
type Backend struct {
	base      *url.URL
	config    Config
	transport http.RoundTripper
	restPath  string // escaped path of the REST area

	restClients sync.Pool // of *postgrest.Client
}

// Caller is the person for whom a call is made. The zero value is nobody: the
// backend then acts as its anonymous role.
type Caller struct {
	Token string // access token
	// Renew answers a newer token than one that the backend doesn't take any
	// more. Nil: there is none. Its error is the call's.
	RenewToken func(ctx context.Context, refused string) (string, error)
}

// New checks the configuration. It doesn't ask the backend anything.
func New(config Config) (*Backend, error) {
	base, err := url.Parse(strings.TrimRight(config.URL, "/"))
	if err != nil {
		return nil, fmt.Errorf("read the backend's URL: %w", err)
	}
	if (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("the backend's URL is %q; an http or https address is needed", config.URL)
	}
	if config.PublishableKey == "" {
		return nil, errors.New("the backend's publishable key is missing")
	}
	if IsSecretKey(config.PublishableKey) { // guests would act as service_role
		return nil, errors.New("the backend's publishable key is a secret key")
	}
	if !isStorageRegistered.Load() {
		return nil, errStorageNotRegistered
	}
	if config.Timeout == 0 {
		config.Timeout = DefaultTimeout
	}
	if config.Observe == nil {
		config.Observe = func(Area, int, time.Duration) {}
	}
	b := &Backend{base: base, config: config, transport: config.Transport, restPath: base.EscapedPath() + "/rest/v1"}
	if b.transport == nil {
		b.transport = NewTransport()
	}
	return b, nil
}

// NewTransport is tuned for many short calls to one host.
func NewTransport() *http.Transport {
	return &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout:   5 * time.Second,
		ForceAttemptHTTP2:     true,
		MaxIdleConns:          256,
		MaxIdleConnsPerHost:   128,
		IdleConnTimeout:       90 * time.Second,
		ExpectContinueTimeout: time.Second,
		ReadBufferSize:        16 << 10, // a page of rows in one read
		DisableCompression:    true,     // bodies are passed on as they are
	}
}

// areaURL is the area's root, without a slash at its end.
func (b *Backend) areaURL(area Area) string {
	return b.base.String() + "/" + string(area) + "/v1"
}

// bearerToken is what goes into Authorization; nobody's is the publishable key.
func (b *Backend) bearerToken(caller Caller) string {
	if caller.Token == "" {
		return b.config.PublishableKey
	}
	return caller.Token
}

// newRequest makes a request that carries the caller. path is escaped and begins
// with a slash.
func (b *Backend) newRequest(ctx context.Context, method string, area Area, path string, caller Caller) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, b.areaURL(area)+path, nil)
	if err != nil {
		return nil, fmt.Errorf("make a request to %s: %w", area, err)
	}
	req.Header.Set("Apikey", b.config.PublishableKey)
	req.Header.Set("Authorization", "Bearer "+b.bearerToken(caller))
	req.Header.Set("X-Client-Info", "tableside")
	return req, nil
}
