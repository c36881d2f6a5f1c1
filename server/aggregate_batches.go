package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/aggregates"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// maxBatchedAggregates is the maximum number of requests of a batch.
const maxBatchedAggregates = 40

// getAggregateBatch handles GET /api/aggregates/:table/batch?query=...&query=... Each query is the
// query string of a request for aggregates of the table (getAggregates). It returns an array of
// their results, which tableside_aggregates() computes together: the database reads the rows once
// or twice instead of once for each request. Codes: those of getAggregates.
// With aggregates_unavailable, each request can still be computed alone.
func (s *Server) getAggregateBatch(c *echo.Context) error {
	values, err := parseQueryValues(c)
	if err != nil {
		return err
	}
	queries := values["query"]
	if len(queries) == 0 || len(queries) > maxBatchedAggregates {
		return newBadRequestError("A batch has from 1 to %d requests.", maxBatchedAggregates)
	}
	target, err := s.findRequestedTable(c)
	if err != nil {
		return err
	}
	var requests []*aggregates.Request
	for _, text := range queries {
		request, err := s.parseBatchedRequest(c, target, text)
		if err != nil {
			return err
		}
		requests = append(requests, request)
	}
	found, err := s.computeBatch(c, target, requests)
	if err != nil {
		return convertError(err)
	}
	c.Response().Header().Set("Cache-Control", "private, no-store")
	return c.JSON(http.StatusOK, found)
}

// parseBatchedRequest parses and checks the query string of a request of a batch.
func (s *Server) parseBatchedRequest(c *echo.Context, target *requestedTable, text string) (*aggregates.Request, error) {
	values, err := url.ParseQuery(text)
	if err != nil || values.Get("select") == "" {
		return nil, newBadRequestError("A request of the batch isn’t valid.")
	}
	query, err := s.parseQuery(c, target, values)
	if err != nil {
		return nil, err
	}
	request, err := aggregates.Parse(query, c.Request().Header.Get(zoneHeader))
	if err != nil {
		return nil, newBadRequestError("The request isn’t valid: %v.", err)
	}
	return request, nil
}

// computeBatch returns the results of tableside_aggregates() in the order of the requests.
func (s *Server) computeBatch(c *echo.Context, target *requestedTable, requests []*aggregates.Request) ([]*Aggregates, error) {
	unavailable := &Error{Code: CodeAggregatesUnavailable, Message: "The backend can’t compute these requests together."}
	arguments, err := aggregates.BatchArguments(target.table, requests)
	if errors.Is(err, aggregates.ErrInvalidRequest) || s.Now().UnixMilli() < s.aggregateSources.batchesMissingUntil.Load() {
		return nil, unavailable
	}
	if err != nil {
		return nil, fmt.Errorf("call the function for aggregates: %w", err)
	}
	var results [][][][]json.RawMessage
	err = s.backend.DecodeFunction(c.Request().Context(), target.caller, schema.FunctionSchema(s.Schemas), schema.AggregateBatchFunctionName, arguments, maxAggregateBytes, func(text []byte) error {
		return json.NewDecoder(bytes.NewReader(text)).Decode(&results)
	})
	var rejection *supa.Error
	switch {
	case errors.As(err, &rejection) && rejection.Code == functionNotFound: // an earlier version of the SQL is installed
		s.aggregateSources.batchesMissingUntil.Store(s.Now().Add(aggregatesRecheck).UnixMilli())
		return nil, unavailable
	case err != nil:
		return nil, err
	case len(results) != 1 || len(results[0]) != len(requests):
		return nil, fmt.Errorf("%w: results of %s", supa.ErrInvalidResponse, schema.AggregateBatchFunctionName)
	}
	var found []*Aggregates
	for i, groups := range results[0] {
		each, err := newAggregates(requests[i], groups)
		if err != nil {
			return nil, err
		}
		found = append(found, each)
	}
	return found, nil
}
