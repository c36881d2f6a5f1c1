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
	Method string // GET, HEAD, POST, PATCH or DELETE
	Schema string
	Table  string
	Query  *postgrestquery.Params
	Body   json.RawMessage // for POST and PATCH
	Prefer Prefer
}

// Prefer is what the Prefer header asks for.
type Prefer struct {
	Count          string // exact, planned, estimated, or "" for none
	Minimal        bool   // no rows back; by default the rows come back
	Resolution     string // for POST: merge-duplicates or ignore-duplicates make it an upsert
	MissingDefault bool   // for POST: a column that a row lacks gets its default; json columns are rewritten
	MaxAffected    *int   // refuses to touch more rows, strictly
}

// RowsResponse is an answer to stream: JSON rows, and Content-Range.
type RowsResponse struct {
	Status       int
	ContentRange string
	Body         io.ReadCloser
}

// Rows calls the database REST service for caller. Table and columns are
// expected to have been checked against the schema; the table's name is escaped
// in any case.
func (b *Backend) Rows(ctx context.Context, caller Caller, r RowsRequest) (*RowsResponse, error) {
	call, err := b.restCall(ctx, caller, r.Schema, r.Table)
	if err != nil {
		return nil, err
	}
	builder, err := call.begin(r)
	if err != nil {
		return nil, err
	}
	if err := call.build(builder, r); err != nil {
		return nil, err
	}
	if _, _, err := builder.Execute(); err != nil {
		return nil, fmt.Errorf("call a table: %w", withoutURL(err))
	}
	return rowsResponse(call.wire.response, r.Method)
}

// restCall is one call through postgrest-go with a client of its own: a client
// is not safe to share, and one invalid operator spoils it.
type restCall struct {
	client *postgrest.Client
	wire   *wire
	table  string // escaped
}

func (b *Backend) restCall(ctx context.Context, caller Caller, schema, table string) (*restCall, error) {
	escaped, err := escapeSegment(table)
	if err != nil {
		return nil, err
	}
	root := b.areaURL(Rest)
	client := postgrest.NewClient(root, schema, map[string]string{"Apikey": b.config.PublishableKey})
	if client.ClientError != nil {
		return nil, fmt.Errorf("make a postgrest client: %w", client.ClientError)
	}
	client.SetAuthToken(b.bearer(caller))
	w := &wire{
		backend: b, ctx: ctx, area: Rest, caller: caller, stream: true,
		path:  b.base.EscapedPath() + "/rest/v1/" + escaped,
		query: url.Values{},
	}
	client.Transport.Parent = w
	return &restCall{client: client, wire: w, table: escaped}, nil
}

// begin says the verb, body and preferences.
func (c *restCall) begin(r RowsRequest) (*postgrest.FilterBuilder, error) {
	from := c.client.From(c.table)
	returning := "representation"
	if r.Prefer.Minimal {
		returning = "minimal"
	}
	if r.Prefer.MaxAffected != nil {
		c.wire.prefer = append(c.wire.prefer, "handling=strict", "max-affected="+strconv.Itoa(*r.Prefer.MaxAffected))
	}
	var builder *postgrest.FilterBuilder
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		builder = from.Select("", r.Prefer.Count, r.Method == http.MethodHead)
	case http.MethodPost:
		c.wire.body = r.Body
		builder = from.Insert(nil, false, "", returning, r.Prefer.Count) // the library would copy the body
		if r.Prefer.MissingDefault {
			c.wire.prefer = append(c.wire.prefer, "missing=default")
		}
		if r.Prefer.Resolution != "" { // the library knows only one of the two
			c.wire.prefer = append(c.wire.prefer, "resolution="+r.Prefer.Resolution)
		}
	case http.MethodPatch:
		c.wire.body = r.Body
		builder = from.Update(nil, returning, r.Prefer.Count)
	case http.MethodDelete:
		builder = from.Delete(returning, r.Prefer.Count)
	default:
		return nil, fmt.Errorf("call a table with %q", r.Method)
	}
	if c.client.ClientError != nil {
		return nil, fmt.Errorf("begin a call: %w", c.client.ClientError)
	}
	return builder, nil
}

// build says the query. What the library would change or drop goes past it,
// straight to the wire: select (it takes the spaces out of quoted names), and
// conditions that need a name twice or an operator that it doesn't know (Not
// silently drops those).
func (c *restCall) build(builder *postgrest.FilterBuilder, r RowsRequest) error {
	q := r.Query
	if len(q.Select) > 0 && !r.Prefer.Minimal {
		c.wire.query.Set("select", postgrestquery.FormatSelect(q.Select))
	}
	if q.Columns != nil {
		c.wire.query.Set("columns", postgrestquery.FormatNames(q.Columns))
	}
	if q.OnConflict != nil {
		c.wire.query.Set("on_conflict", postgrestquery.FormatNames(q.OnConflict))
	}
	for _, where := range groupConditions(q) {
		if where.plain != nil {
			where.plain(builder)
		}
		if where.logic != "" {
			builder.And(where.logic, where.path)
		}
	}
	for _, order := range q.Order {
		for _, term := range order.Terms {
			builder.Order(term.String(), &postgrest.OrderOpts{
				Ascending: !term.Desc, NullsFirst: term.NullsFirst(), ForeignTable: postgrestquery.FormatPath(order.Path),
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
			c.wire.query.Set(prefixed(path, "offset"), strconv.Itoa(offset))
		}
	}
	if c.client.ClientError != nil {
		return fmt.Errorf("build a query: %w", c.client.ClientError)
	}
	return nil
}

func prefixed(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// rowsResponse checks that the answer is what the call can answer.
func rowsResponse(resp *http.Response, method string) (*RowsResponse, error) {
	answer := &RowsResponse{Status: resp.StatusCode, ContentRange: resp.Header.Get("Content-Range"), Body: resp.Body}
	if method == http.MethodHead || resp.StatusCode == http.StatusNoContent || resp.Header.Get("Content-Length") == "0" {
		return answer, nil
	}
	if kind := resp.Header.Get("Content-Type"); kind != "" || resp.StatusCode != http.StatusCreated {
		if mediaType, _, err := mime.ParseMediaType(kind); err != nil || mediaType != "application/json" {
			_ = resp.Body.Close()
			return nil, fmt.Errorf("%w: rest: %q instead of JSON", ErrNonsense, kind)
		}
	}
	return answer, nil
}

// withoutURL takes away what http.Client puts around a failure: the request's
// URL, whose query holds people's values.
func withoutURL(err error) error {
	var failed *url.Error
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
