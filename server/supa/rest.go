package supa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"

	"github.com/supabase-community/postgrest-go"

	"github.com/tableside/tableside/internal/postgrestquery"
)

// RowsRequest is one call on a table.
type RowsRequest struct {
	Method      string // GET, HEAD, POST, PATCH or DELETE
	Schema      string
	Table       string
	Query       *postgrestquery.Params
	Body        json.RawMessage // for POST and PATCH
	Preferences Preferences
}

// Preferences is what the Prefer header asks for.
type Preferences struct {
	Count         string // exact, planned, estimated, or "" for none
	IsMinimal     bool   // no rows back; by default the rows come back
	Resolution    string // for POST: merge-duplicates or ignore-duplicates make it an upsert
	FillsDefaults bool   // for POST: a column that a row lacks gets its default; json columns are rewritten
	MaxAffected   *int   // refuses to touch more rows, strictly
}

// RowsResponse is an answer to stream: JSON rows, and Content-Range.
type RowsResponse struct {
	Status       int
	ContentRange string
	Body         io.ReadCloser
}

// RequestRows calls the database REST service for caller. Table and columns are
// expected to have been checked against the schema; the table's name is escaped
// in any case.
func (b *Backend) RequestRows(ctx context.Context, caller Caller, r RowsRequest) (*RowsResponse, error) {
	call, err := b.newRestCall(ctx, caller, r.Schema, r.Table)
	if err != nil {
		return nil, err
	}
	builder, err := call.startBuilder(r)
	if err != nil {
		return nil, err
	}
	if err := call.applyQuery(builder, r); err != nil {
		return nil, err
	}
	if _, _, err := builder.Execute(); err != nil {
		return nil, fmt.Errorf("call a table: %w", removeURL(err))
	}
	return newRowsResponse(call.transport.response, r.Method)
}

// restCall is one call through postgrest-go with a client of its own: a client
// is not safe to share, and one invalid operator spoils it.
type restCall struct {
	client    *postgrest.Client
	transport *callTransport
	table     string // escaped
}

func (b *Backend) newRestCall(ctx context.Context, caller Caller, schema, table string) (*restCall, error) {
	escaped, err := escapeSegment(table)
	if err != nil {
		return nil, err
	}
	root := b.areaURL(Rest)
	client := postgrest.NewClient(root, schema, map[string]string{"Apikey": b.config.PublishableKey})
	if client.ClientError != nil {
		return nil, fmt.Errorf("make a postgrest client: %w", client.ClientError)
	}
	client.SetAuthToken(b.bearerToken(caller))
	w := &callTransport{
		backend: b, ctx: ctx, area: Rest, caller: caller, keepsResponse: true,
		expectedPath: b.base.EscapedPath() + "/rest/v1/" + escaped,
		query:        url.Values{},
	}
	client.Transport.Parent = w
	return &restCall{client: client, transport: w, table: escaped}, nil
}

// startBuilder says the verb, body and preferences.
func (c *restCall) startBuilder(r RowsRequest) (*postgrest.FilterBuilder, error) {
	from := c.client.From(c.table)
	returning := "representation"
	if r.Preferences.IsMinimal {
		returning = "minimal"
	}
	if r.Preferences.MaxAffected != nil {
		c.transport.preferences = append(c.transport.preferences, "handling=strict", "max-affected="+strconv.Itoa(*r.Preferences.MaxAffected))
	}
	var builder *postgrest.FilterBuilder
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		builder = from.Select("", r.Preferences.Count, r.Method == http.MethodHead)
	case http.MethodPost:
		c.transport.body = r.Body
		builder = from.Insert(nil, false, "", returning, r.Preferences.Count) // the library would copy the body
		if r.Preferences.FillsDefaults {
			c.transport.preferences = append(c.transport.preferences, "missing=default")
		}
		if r.Preferences.Resolution != "" { // the library knows only one of the two
			c.transport.preferences = append(c.transport.preferences, "resolution="+r.Preferences.Resolution)
		}
	case http.MethodPatch:
		c.transport.body = r.Body
		builder = from.Update(nil, returning, r.Preferences.Count)
	case http.MethodDelete:
		builder = from.Delete(returning, r.Preferences.Count)
	default:
		return nil, fmt.Errorf("call a table with %q", r.Method)
	}
	if c.client.ClientError != nil {
		return nil, fmt.Errorf("begin a call: %w", c.client.ClientError)
	}
	return builder, nil
}

// applyQuery says the query. What the library would change or drop goes past it,
// straight to the wire: select (it takes the spaces out of quoted names), and
// conditions that need a name twice or an operator that it doesn't know (Not
// silently drops those).
func (c *restCall) applyQuery(builder *postgrest.FilterBuilder, r RowsRequest) error {
	q := r.Query
	if len(q.Select) > 0 && !r.Preferences.IsMinimal {
		c.transport.query.Set("select", postgrestquery.FormatSelect(q.Select))
	}
	if q.Columns != nil {
		c.transport.query.Set("columns", postgrestquery.FormatNames(q.Columns))
	}
	if q.OnConflict != nil {
		c.transport.query.Set("on_conflict", postgrestquery.FormatNames(q.OnConflict))
	}
	for _, where := range groupConditions(q) {
		if where.addFilter != nil {
			where.addFilter(builder)
		}
		if where.logic != "" {
			builder.And(where.logic, where.path)
		}
	}
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
		case offset > 0: // the library has no call for it
			c.transport.query.Set(prefixPath(path, "offset"), strconv.Itoa(offset))
		}
	}
	if c.client.ClientError != nil {
		return fmt.Errorf("build a query: %w", c.client.ClientError)
	}
	return nil
}

func prefixPath(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// newRowsResponse checks that the answer is what the call can answer.
func newRowsResponse(resp *http.Response, method string) (*RowsResponse, error) {
	answer := &RowsResponse{Status: resp.StatusCode, ContentRange: resp.Header.Get("Content-Range"), Body: resp.Body}
	if method == http.MethodHead || resp.StatusCode == http.StatusNoContent || resp.Header.Get("Content-Length") == "0" {
		return answer, nil
	}
	if kind := resp.Header.Get("Content-Type"); kind != "" || resp.StatusCode != http.StatusCreated {
		if mediaType, _, err := mime.ParseMediaType(kind); err != nil || mediaType != "application/json" {
			_ = resp.Body.Close()
			return nil, fmt.Errorf("%w: rest: %q instead of JSON", ErrInvalidResponse, kind)
		}
	}
	return answer, nil
}

// removeURL takes away what http.Client puts around a failure: the request's
// URL, whose query holds people's values.
func removeURL(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
