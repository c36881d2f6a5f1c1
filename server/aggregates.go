package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/aggregates"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// Aggregates is the response of GET /api/aggregates/:table.
type Aggregates struct {
	Groups      []AggregateGroup `json:"groups"`    // without keys: one group
	IsTruncated bool             `json:"truncated"` // there are more groups
}

// AggregateGroup is the keys of a group and the aggregates of its rows, in the order of the
// select list. The key of a bucket is its first day, "2026-11-01".
type AggregateGroup struct {
	Keys   []json.RawMessage `json:"keys"`
	Values []json.RawMessage `json:"values"`
}

const (
	// zoneHeader is the header with the IANA time zone of the buckets.
	zoneHeader = "X-Tableside-Time-Zone"
	// maxAggregateBytes limits the response of the backend.
	maxAggregateBytes = 4 << 20
	// aggregatesDisabled is PostgREST's code if the project does not allow aggregates.
	aggregatesDisabled = "PGRST123"
	// functionNotFound is PostgREST's code if a function is not installed.
	functionNotFound = "PGRST202"
	// aggregatesRecheck is the time after which the server tries a rejected source again.
	aggregatesRecheck = time.Minute
)

// aggregateSources stores until when the server does not try the sources of aggregates that the
// backend has rejected. The zero value tries all.
type aggregateSources struct {
	restDisabledUntil    atomic.Int64 // Unix milliseconds
	functionMissingUntil atomic.Int64
	batchesMissingUntil  atomic.Int64
}

// getAggregates handles GET /api/aggregates/:table?select=status,total.sum()&filter. The
// select list is in PostgREST's syntax, with `placed_at::month` for a bucket of dates in the
// time zone of the header X-Tableside-Time-Zone, and `customer_id.count()::distinct` for the
// number of different values. It uses the REST service's aggregates or, if those are
// disabled or can't compute the request, tableside_aggregate(). Codes: bad_request,
// unknown_table, unknown_column, not_signed_in, aggregates_unavailable, and the backend's.
func (s *Server) getAggregates(c *echo.Context) error {
	values, err := parseQueryValues(c)
	if err != nil {
		return err
	}
	if values.Get("select") == "" {
		return newBadRequestError("Select at least one aggregate, such as count().")
	}
	target, rows, err := s.parseRowsRequestWithQuery(c, values)
	if err != nil {
		return err
	}
	request, err := aggregates.Parse(rows.Query, c.Request().Header.Get(zoneHeader))
	if err != nil {
		return newBadRequestError("The request isn’t valid: %v.", err)
	}
	found, err := s.computeAggregates(c, target, request)
	if err != nil {
		return err
	}
	c.Response().Header().Set("Cache-Control", "private, no-store")
	return c.JSON(http.StatusOK, found)
}

// computeAggregates uses the first source that can compute the request completely.
func (s *Server) computeAggregates(c *echo.Context, target *requestedTable, request *aggregates.Request) (Aggregates, error) {
	fromRest, err := s.requestRestAggregates(c, target, request)
	if err != nil || fromRest != nil && !fromRest.IsTruncated {
		return dereference(fromRest), err
	}
	// The REST service can't return the largest groups first.
	found, err := s.callAggregateFunction(c.Request().Context(), target, request)
	switch {
	case err != nil:
		return Aggregates{}, convertError(err)
	case found != nil:
		return *found, nil
	case fromRest != nil:
		return *fromRest, nil
	}
	return Aggregates{}, &Error{
		Code:    CodeAggregatesUnavailable,
		Message: "The backend can’t compute this. Ask the owner to install the output of `tableside schema-sql`.",
	}
}

func dereference(found *Aggregates) Aggregates {
	if found == nil {
		return Aggregates{}
	}
	return *found
}

// requestRestAggregates returns the REST service's aggregates; nil if they are disabled or
// can't compute the request.
func (s *Server) requestRestAggregates(c *echo.Context, target *requestedTable, request *aggregates.Request) (*Aggregates, error) {
	query := request.RestQuery(s.MaxRows)
	if query == nil || s.Now().UnixMilli() < s.aggregateSources.restDisabledUntil.Load() {
		return nil, nil
	}
	response, err := s.requestRows(c, target, supa.RowsRequest{
		Method: http.MethodGet, Schema: target.table.Schema, Table: target.table.Name, Query: query,
	})
	var rejection *Error
	if errors.As(err, &rejection) && rejection.Code == aggregatesDisabled {
		s.aggregateSources.restDisabledUntil.Store(s.Now().Add(aggregatesRecheck).UnixMilli())
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	var rows []map[string]json.RawMessage
	if err := json.NewDecoder(http.MaxBytesReader(nil, response.Body, maxAggregateBytes)).Decode(&rows); err != nil {
		return nil, invalidResponse(err)
	}
	found := &Aggregates{Groups: []AggregateGroup{}, IsTruncated: len(request.Keys) > 0 && len(rows) >= min(request.Limit+1, s.MaxRows)}
	for _, row := range rows[:min(len(rows), request.Limit)] {
		group := AggregateGroup{Keys: []json.RawMessage{}, Values: []json.RawMessage{}}
		for i := range request.Keys {
			group.Keys = append(group.Keys, row[fmt.Sprintf("k%d", i)])
		}
		for i := range request.Measures {
			group.Values = append(group.Values, row[fmt.Sprintf("m%d", i)])
		}
		found.Groups = append(found.Groups, group)
	}
	return found, nil
}

// callAggregateFunction returns the result of tableside_aggregate(); nil if it is not
// installed, or can't apply the filters.
func (s *Server) callAggregateFunction(ctx context.Context, target *requestedTable, request *aggregates.Request) (*Aggregates, error) {
	arguments, err := request.Arguments(target.table)
	if errors.Is(err, aggregates.ErrInvalidRequest) || s.Now().UnixMilli() < s.aggregateSources.functionMissingUntil.Load() {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("call the function for aggregates: %w", err)
	}
	var results [][][]json.RawMessage
	err = s.backend.DecodeFunction(ctx, target.caller, schema.FunctionSchema(s.Schemas), schema.AggregateFunctionName, arguments, maxAggregateBytes, func(text []byte) error {
		return json.NewDecoder(bytes.NewReader(text)).Decode(&results)
	})
	var rejection *supa.Error
	switch {
	case errors.As(err, &rejection) && rejection.Code == functionNotFound:
		s.aggregateSources.functionMissingUntil.Store(s.Now().Add(aggregatesRecheck).UnixMilli())
		return nil, nil
	case err != nil:
		return nil, err
	case len(results) != 1:
		return nil, fmt.Errorf("%w: %d results of %s", supa.ErrInvalidResponse, len(results), schema.AggregateFunctionName)
	}
	return newAggregates(request, results[0])
}

// newAggregates converts the result of tableside_aggregate() for a request. Each element of groups contains
// the keys of a group, then its aggregates, in the order of the request. If there are more groups than the
// request's limit, the result is truncated to the limit. It returns supa.ErrInvalidResponse for a group
// with another number of elements.
func newAggregates(request *aggregates.Request, groups [][]json.RawMessage) (*Aggregates, error) {
	found := &Aggregates{Groups: []AggregateGroup{}, IsTruncated: len(groups) > request.Limit}
	for _, values := range groups[:min(len(groups), request.Limit)] {
		if len(values) != len(request.Keys)+len(request.Measures) {
			return nil, fmt.Errorf("%w: a group of %s", supa.ErrInvalidResponse, schema.AggregateFunctionName)
		}
		found.Groups = append(found.Groups, AggregateGroup{Keys: values[:len(request.Keys)], Values: values[len(request.Keys):]})
	}
	return found, nil
}
