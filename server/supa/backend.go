// Package supa calls a Supabase backend: the REST service through postgrest-go, the
// metadata of the storage service through storage-go, the realtime service with a
// websocket, and the auth service and the content of objects with plain requests. It is the only importer of the two libraries
// and works around their flaws (postgrest_call.go, storage_call.go): each call has a
// context, timeouts, an escaped path that is checked before the request is sent, a
// response that is streamed, and the backend's complete error.
package supa

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/tableside/tableside/internal/bytebudget"
)

// Area is a service of the backend.
type Area string

// The areas.
const (
	Rest      Area = "rest"
	Auth      Area = "auth"
	Storage   Area = "storage"
	Realtime  Area = "realtime"
	Functions Area = "functions"
)

// DefaultTimeout is the maximum time until the backend's headers, and between parts of
// its body.
const DefaultTimeout = 30 * time.Second

// Config describes the backend. URL and PublishableKey are required.
type Config struct {
	URL            string // e.g. https://abcd.supabase.co
	PublishableKey string // or the anon key
	SecretKey      string // "": no OpenAPI, and no forwarded client addresses
	// RequiresCaptcha means that requests with a CAPTCHA are sent without the secret key:
	// the auth service would not check the CAPTCHA.
	RequiresCaptcha bool
	Timeout         time.Duration     // 0: DefaultTimeout
	Transport       http.RoundTripper // nil: NewTransport()
	// ResponseBudget limits the bytes of all responses that are read as a whole; nil: no limit.
	ResponseBudget *bytebudget.Budget
	// Observe is called for each request after its headers or its failure; status 0
	// means no response. Nil: not called.
	Observe func(area Area, status int, took time.Duration)
}

// Backend is a Supabase project. Its methods are safe for concurrent use.
type Backend struct {
	base      *url.URL
	config    Config
	transport http.RoundTripper
	restPath  string // escaped path of the REST area

	restClients sync.Pool // of *postgrest.Client

	// noListV2Until is the Unix time in seconds until which list-v2 is not requested, because the
	// storage service did not have it.
	noListV2Until atomic.Int64
}

// Caller is the user for whom a call is made. The zero value is a guest, for whom the
// backend uses its anonymous role.
type Caller struct {
	Token string // access token
	// RenewToken returns a newer token than the one that the backend has rejected. Its
	// error becomes the error of the call. Nil: there is no newer token.
	RenewToken func(ctx context.Context, rejected string) (string, error)

	apiKey string // "": the publishable key
}

// New checks the configuration. It sends no requests. RegisterStorage must be called
// before.
func New(config Config) (*Backend, error) {
	base, err := url.Parse(strings.TrimRight(config.URL, "/"))
	if err != nil {
		return nil, fmt.Errorf("parse the backend's URL: %w", err)
	}
	if (base.Scheme != "http" && base.Scheme != "https") || base.Host == "" || base.RawQuery != "" || base.Fragment != "" {
		return nil, fmt.Errorf("the backend's URL %q is not an http or https address", config.URL)
	}
	if config.PublishableKey == "" {
		return nil, errors.New("the backend's publishable key is missing")
	}
	if IsSecretKey(config.PublishableKey) { // it would give guests the service_role
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

// NewTransport returns a transport for many short requests to one host.
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
		DisableCompression:    true,     // bodies are forwarded unchanged
	}
}

// areaURL returns the URL of an area, without a slash at its end.
func (b *Backend) areaURL(area Area) string {
	return b.base.String() + "/" + string(area) + "/v1"
}

// bearerToken returns the token for Authorization; for a guest it is the publishable
// key.
func (b *Backend) bearerToken(caller Caller) string {
	if caller.Token == "" {
		return b.config.PublishableKey
	}
	return caller.Token
}

// newRequest returns a request with the headers for caller. path is escaped and starts
// with a slash.
func (b *Backend) newRequest(ctx context.Context, method string, area Area, path string, caller Caller) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, b.areaURL(area)+path, nil)
	if err != nil {
		return nil, fmt.Errorf("create a request to %s: %w", area, err)
	}
	req.Header.Set("Apikey", cmp.Or(caller.apiKey, b.config.PublishableKey))
	req.Header.Set("Authorization", "Bearer "+b.bearerToken(caller))
	req.Header.Set("X-Client-Info", "tableside")
	return req, nil
}
