package supa

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/supabase-community/postgrest-go"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// This file is the only one that uses postgrest-go. The library builds the requests,
// and this file works around these flaws of v0.0.11 (in parentheses: the test):
//
//   - A client is not safe for concurrent use, and an error of one call makes all
//     later calls fail. Calls do not share a client, and a call passes it on only if it has no
//     error (TestConcurrentCallsSendTheirOwnHeaders).
//   - Requests have no context (TestASilentBackendIsATimeout).
//   - Names are joined to the path as they are: "../auth" leaves the REST area, "a?x=1"
//     adds a query. The call escapes them and checks the path of the request
//     (TestTableNamesStayInTheirSegment, TestRestCallRejectsAnotherPath).
//   - A response is read into memory as a whole (TestRowsStreamWithoutLosingADigit),
//     and an error loses its status, details and hint (TestErrorsContainTheBackendsOwnText).
//   - Bodies are encoded again, which changes values of type json (TestBodiesAreSentUnchanged).
//   - Select removes the spaces in quoted names; a second filter on a column, and a
//     second and=(), replaces the first; Filter rejects and Not drops an operator that
//     the library does not know; there is no offset without a limit, no columns=, and
//     of the preferences only some (TestRowsSendTheWholeQuery).
//   - A transport error contains the URL, whose query contains data of users
//     (TestABackendThatIsDownIsUnreachable).

// restCall is one request through postgrest-go. It is the transport of the library's
// client: it completes the request and keeps the response for the caller.
type restCall struct {
	backend *Backend
	ctx     context.Context
	caller  Caller
	client  *postgrest.Client
	name    string // of the table or function, escaped
	path    string // escaped path that the request must have

	parameters  []parameter // replace the library's parameters of the same name
	preferences []string    // in addition to the library's preferences
	body        []byte      // replaces the library's body
	headers     []parameter // in addition to the library's headers, which they replace
	sendsOnce   bool        // see FunctionCall.SendsOnce
	response    *http.Response
}

// newRestCall returns a call of a table or function, with a client that is reserved for it until
// release. The error is ErrInvalidName if the name cannot be a path segment.
func (b *Backend) newRestCall(ctx context.Context, caller Caller, schema, name string) (*restCall, error) {
	escaped, err := escapeSegment(name)
	if err != nil {
		return nil, err
	}
	client, _ := b.restClients.Get().(*postgrest.Client)
	if client == nil {
		client = postgrest.NewClient(b.areaURL(Rest), schema, map[string]string{"Apikey": b.config.PublishableKey})
	}
	if client.ClientError != nil {
		return nil, fmt.Errorf("create a postgrest client: %w", client.ClientError)
	}
	c := &restCall{
		backend: b, ctx: ctx, caller: caller, client: client, name: escaped,
		path: b.restPath + "/" + escaped,
	}
	client.ChangeSchema(schema).SetAuthToken(b.bearerToken(caller)).Transport.Parent = c
	return c, nil
}

// release passes the client on to later calls, which replace the schema, the token
// and the transport.
func (c *restCall) release() {
	if c.client.ClientError == nil {
		c.client.Transport.Parent = nil
		c.backend.restClients.Put(c.client)
	}
}

// parameter is a parameter of the query, not encoded, or a header.
type parameter struct{ name, value string }

// setParameter sets a parameter of the query string, in place of the library's.
func (c *restCall) setParameter(name, value string) {
	c.parameters = append(c.parameters, parameter{name, value})
}

// sendRowsRequest sends a request to a table. The caller must close the response's body.
func (b *Backend) sendRowsRequest(ctx context.Context, caller Caller, r RowsRequest) (*http.Response, error) {
	c, err := b.newRestCall(ctx, caller, r.Schema, r.Table)
	if err != nil {
		return nil, err
	}
	defer c.release()
	builder, err := c.startBuilder(r)
	if err != nil {
		return nil, err
	}
	c.applyQuery(builder, r)
	_, _, err = builder.Execute()
	return c.takeResponse(err)
}

// takeResponse returns the response that RoundTrip stored. err is the error of the library's
// method; it is returned without the URL.
func (c *restCall) takeResponse(err error) (*http.Response, error) {
	if err != nil {
		return nil, fmt.Errorf("call the REST service: %w", removeURL(err))
	}
	return c.response, nil
}

// removeURL removes the URL of the request, which http.Client adds to an error.
func removeURL(err error) error {
	var withURL *url.Error
	if errors.As(err, &withURL) {
		return withURL.Err
	}
	return err
}

// RoundTrip sends the library's request. It returns an empty response to the library.
func (c *restCall) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := c.backend.checkLocation(req, c.path); err != nil {
		return nil, err
	}
	// The library has created the request's header and URL for this call.
	req.URL.RawQuery = replaceParameters(req.URL.RawQuery, c.parameters)
	if len(c.preferences) > 0 {
		all := append(req.Header.Values("Prefer"), c.preferences...)
		req.Header.Set("Prefer", strings.Join(all, ","))
	}
	if c.body != nil {
		req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(c.body)), int64(len(c.body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(c.body)), nil }
	}
	for _, header := range c.headers {
		req.Header.Set(header.name, header.value)
	}
	send := c.backend.sendForCaller
	if c.sendsOnce {
		send = c.backend.sendOnceForCaller
	}
	resp, err := send(c.ctx, req, Rest, c.caller)
	if err != nil {
		return nil, err
	}
	c.response = resp
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: req}, nil
}

// replaceParameters sets parameters in an encoded query string.
func replaceParameters(raw string, parameters []parameter) string {
	if len(parameters) == 0 {
		return raw
	}
	query := make([]byte, 0, 2*len(raw)+128)
	for _, p := range parameters {
		query = append(append(query, url.QueryEscape(p.name)...), '=')
		query = append(append(query, url.QueryEscape(p.value)...), '&')
	}
	for part := range strings.SplitSeq(raw, "&") {
		key, _, _ := strings.Cut(part, "=")
		name, err := url.QueryUnescape(key)
		isReplaced := err == nil && slices.ContainsFunc(parameters, func(p parameter) bool { return p.name == name })
		if part != "" && !isReplaced {
			query = append(append(query, part...), '&')
		}
	}
	return string(query[:len(query)-1])
}

// startBuilder sets the method, the body and the preferences.
func (c *restCall) startBuilder(r RowsRequest) (*postgrest.FilterBuilder, error) {
	from := c.client.From(c.name)
	returning := "representation"
	if r.Preferences.IsMinimal {
		returning = "minimal"
	}
	if r.Preferences.MaxAffected != nil {
		c.preferences = append(c.preferences, "handling=strict", "max-affected="+strconv.Itoa(*r.Preferences.MaxAffected))
	}
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		return from.Select("", r.Preferences.Count, r.Method == http.MethodHead), nil
	case http.MethodPost:
		c.body = r.Body
		if r.Preferences.FillsDefaults {
			c.preferences = append(c.preferences, "missing=default")
		}
		if r.Preferences.Resolution != "" {
			c.preferences = append(c.preferences, "resolution="+r.Preferences.Resolution)
		}
		return from.Insert(nil, false, "", returning, r.Preferences.Count), nil
	case http.MethodPatch:
		c.body = r.Body
		return from.Update(nil, returning, r.Preferences.Count), nil
	case http.MethodDelete:
		return from.Delete(returning, r.Preferences.Count), nil
	}
	return nil, fmt.Errorf("call a table with the method %q", r.Method)
}

// applyQuery sets the query: through the library what it can express, and the rest
// as parameters of the call.
func (c *restCall) applyQuery(builder *postgrest.FilterBuilder, r RowsRequest) {
	q := r.Query
	if len(q.Select) > 0 && !r.Preferences.IsMinimal {
		c.setParameter("select", postgrestquery.FormatSelect(q.Select))
	}
	if q.Columns != nil {
		c.setParameter("columns", postgrestquery.FormatNames(q.Columns))
	}
	if q.OnConflict != nil {
		c.setParameter("on_conflict", postgrestquery.FormatNames(q.OnConflict))
	}
	applyConditions(builder, q)
	for _, order := range q.Order {
		for _, term := range order.Terms {
			builder.Order(term.String(), &postgrest.OrderOpts{
				Ascending: !term.IsDescending, NullsFirst: term.SortsNullsFirst(), ForeignTable: postgrestquery.FormatPath(order.Path),
			})
		}
	}
	for _, r := range q.Ranges {
		path, offset := postgrestquery.FormatPath(r.Path), int(r.Range.Offset)
		switch limit := r.Range.Limit; {
		case limit != nil && offset > 0:
			builder.Range(offset, offset+int(*limit)-1, path)
		case limit != nil:
			builder.Limit(int(*limit), path)
		case offset > 0:
			c.setParameter(prefixPath(path, "offset"), strconv.Itoa(offset))
		}
	}
}

// applyConditions sets the filters that the library can express, and for each path
// one and=(...) with all other conditions.
func applyConditions(builder *postgrest.FilterBuilder, q *postgrestquery.Params) {
	filtered := map[string]bool{}
	logic := map[string][]string{} // by path
	add := func(path string, condition postgrestquery.Logic) {
		logic[path] = append(logic[path], postgrestquery.FormatLogic(condition))
	}
	for _, scoped := range q.Filters {
		path, filter := postgrestquery.FormatPath(scoped.Path), scoped.Filter.WithoutNotNull()
		key := prefixPath(path, filter.Field.String())
		switch {
		case filtered[key] || !isSimpleFilter(filter):
			add(path, filter)
			continue
		case filter.IsNegated:
			builder.Not(key, string(filter.Op), filter.FormatValue())
		default:
			builder.Filter(key, string(filter.Op), filter.FormatValue())
		}
		filtered[key] = true
	}
	for _, scoped := range q.Logic {
		add(postgrestquery.FormatPath(scoped.Path), scoped.Logic)
	}
	for path, conditions := range logic {
		builder.And(strings.Join(conditions, ","), path)
	}
}

// isSimpleFilter reports whether the library can express a filter.
func isSimpleFilter(filter postgrestquery.Filter) bool {
	switch filter.Op {
	case "eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "is", "in", "cs", "cd", "sl", "sr", "nxl", "nxr",
		"adj", "ov", "fts", "plfts", "phfts", "wfts":
	default:
		return false
	}
	switch filter.Field.Name { // as the name of a parameter, these have another meaning
	case "select", "columns", "on_conflict", "order", "limit", "offset", "and", "or":
		return false
	}
	return filter.Quantifier == postgrestquery.NoQuantifier && filter.Config == ""
}

// prefixPath returns the name of a parameter for the relation at path.
func prefixPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
