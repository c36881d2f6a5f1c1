package supa

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// ProbeScope states which parts of an area a successful probe has shown to work.
type ProbeScope string

// The scopes.
const (
	ScopeService  ProbeScope = "service"  // the service, which can respond without its database
	ScopeDatabase ProbeScope = "database" // the service and its database
)

// probes are cheap requests without a caller. The root of the REST service accepts only
// secret keys, and an unknown table is rejected from the schema cache, without a
// database query: reading the schema of no schemas needs the database, if `tableside
// schema-sql` was installed. The storage service reads buckets from the database. The
// auth service has no such request that does not count as an attempt to sign in.
var probes = map[Area]struct {
	path  string
	scope ProbeScope // of a successful response
}{
	Rest:    {"/rpc/tableside_schema?schemas=%7B%7D", ScopeDatabase},
	Auth:    {"/health", ScopeService},
	Storage: {"/bucket", ScopeDatabase},
}

// ProbeArea sends a request without a caller to an area of the backend. It returns which parts of the area work: the
// service, or also its database; or the error of the request. The server's health check calls it.
func (b *Backend) ProbeArea(ctx context.Context, area Area) (ProbeScope, error) {
	if area == Realtime {
		return b.probeRealtime(ctx)
	}
	req, err := b.newRequest(ctx, http.MethodGet, area, probes[area].path, Caller{})
	if err != nil {
		return "", err
	}
	if area == Rest {
		req.Header.Set("Accept-Profile", "public")
	}
	resp, err := b.send(ctx, req, area)
	var rejection *Error
	switch {
	case area == Rest && errors.As(err, &rejection):
		return classifyRestProbe(rejection)
	case err != nil:
		return "", err
	}
	return probes[area].scope, resp.Body.Close()
}

// probeRealtime opens a websocket without channels and closes it. The service limits the number of users of channels,
// and does not count websockets without channels.
func (b *Backend) probeRealtime(ctx context.Context) (ProbeScope, error) {
	conn, err := b.DialRealtime(ctx, "2.0.0")
	if err != nil {
		return "", err
	}
	return ScopeService, conn.CloseNow()
}

// classifyRestProbe returns which parts of the REST area work if it rejected the probe: the service if it does not know
// the function or its schema, and also the database if the database rejected the call. It returns other rejections as the
// error.
func classifyRestProbe(rejection *Error) (ProbeScope, error) {
	switch {
	case rejection.Code == "PGRST202", rejection.Code == "PGRST106":
		return ScopeService, nil
	case rejection.Status < http.StatusInternalServerError && !strings.HasPrefix(rejection.Code, "PGRST"):
		return ScopeDatabase, nil // 42501, for example: not for guests
	}
	return "", rejection
}
