package supa

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// ProbeScope is how far a probe came.
type ProbeScope string

// How far a probe comes.
const (
	ScopeService  ProbeScope = "service"  // the service answered; it may go on doing so without its database
	ScopeDatabase ProbeScope = "database" // the service asked its database
)

// probes are cheap reads that anyone may make. REST's root answers only to
// secret keys, and what REST says of a table that doesn't exist it knows by
// heart, also when the database is away: the schema of no schemas is read from
// the database, where `tableside schema-sql` was installed. Storage looks for
// buckets in the database. Of auth nothing can be asked that is in it and isn't
// counted as somebody's try to sign in.
var probes = map[Area]struct {
	path  string
	reach ProbeScope // of a success
}{
	Rest:    {"/rpc/tableside_schema?schemas=%7B%7D", ScopeDatabase},
	Auth:    {"/health", ScopeService},
	Storage: {"/bucket", ScopeDatabase},
}

// ProbeArea asks whether an area answers, and says how far the answer reached.
func (b *Backend) ProbeArea(ctx context.Context, area Area) (ProbeScope, error) {
	req, err := b.newRequest(ctx, http.MethodGet, area, probes[area].path, Caller{})
	if err != nil {
		return "", err
	}
	if area == Rest {
		req.Header.Set("Accept-Profile", "public")
	}
	resp, err := b.send(ctx, req, area)
	var refused *Error
	switch {
	case area == Rest && errors.As(err, &refused):
		return classifyRestProbe(refused)
	case err != nil:
		return "", err
	}
	return probes[area].reach, resp.Body.Close()
}

// classifyRestProbe finds in a refusal who refused: that the function is missing, or
// its schema, is no want of readiness.
func classifyRestProbe(refused *Error) (ProbeScope, error) {
	switch {
	case refused.Code == "PGRST202", refused.Code == "PGRST106":
		return ScopeService, nil
	case refused.Status < http.StatusInternalServerError && !strings.HasPrefix(refused.Code, "PGRST"):
		return ScopeDatabase, nil // 42501, say: not for guests
	}
	return "", refused
}
