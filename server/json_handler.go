package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/labstack/echo/v5"
)

// adaptJSONHandler returns an Echo handler for a function with a JSON body. It rejects
// unknown fields, and calls the body's method validate() if it has one. For a result of
// type noContent it responds with 204.
func adaptJSONHandler[In any, Out any](handle func(context.Context, requestParams, In) (Out, error)) echo.HandlerFunc {
	return func(c *echo.Context) error {
		in, err := decodeBody[In](c)
		if err != nil {
			return err
		}
		out, err := handle(c.Request().Context(), requestParams{c}, in)
		return respondJSON(c, out, err)
	}
}

// adaptOptionalJSONHandler is adaptJSONHandler for a body that can be absent.
func adaptOptionalJSONHandler[In any, Out any](handle func(context.Context, requestParams, In) (Out, error)) echo.HandlerFunc {
	withBody := adaptJSONHandler(handle)
	return func(c *echo.Context) error {
		if c.Request().ContentLength != 0 {
			return withBody(c)
		}
		var absent In
		out, err := handle(c.Request().Context(), requestParams{c}, absent)
		return respondJSON(c, out, err)
	}
}

// decodeBody reads the JSON body of a command, of at most maxCommandBody bytes, and calls its
// validate method. The error is bad_request for unknown fields, and for more than one value.
func decodeBody[In any](c *echo.Context) (in In, err error) {
	body, err := readBody(c, maxCommandBody)
	if err != nil {
		return in, err
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&in); err != nil {
		return in, newBadRequestError("The body isn’t valid: %s.", describeBodyError(err))
	}
	if _, err := decoder.Token(); err != io.EOF {
		return in, newBadRequestError("The body contains more than one JSON value.")
	}
	if checked, ok := any(in).(interface{ validate() error }); ok {
		return in, checked.validate()
	}
	return in, nil
}

// describeBodyError returns why a body cannot be decoded, without the terms of Go.
func describeBodyError(err error) string {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return "it is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it is incomplete"
	case errors.As(err, &kind) && kind.Field == "":
		return "it must be an object, not " + kind.Value
	case errors.As(err, &kind):
		return fmt.Sprintf("%q can't be %s", kind.Field, kind.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// adaptHandler returns an Echo handler for a function without a body.
func adaptHandler[Out any](handle func(context.Context) (Out, error)) echo.HandlerFunc {
	return func(c *echo.Context) error {
		out, err := handle(c.Request().Context())
		return respondJSON(c, out, err)
	}
}

// adaptParamsHandler is adaptHandler for a function that reads path parameters.
func adaptParamsHandler[Out any](handle func(context.Context, requestParams) (Out, error)) echo.HandlerFunc {
	return func(c *echo.Context) error {
		out, err := handle(c.Request().Context(), requestParams{c})
		return respondJSON(c, out, err)
	}
}

// requestParams are the path parameters and the client of a request.
type requestParams struct{ c *echo.Context }

func (p requestParams) get(name string) string { return p.c.Param(name) }

func (p requestParams) clientAddress() string { return p.c.RealIP() }

// respondJSON writes out as JSON with status 200; for noContent, status 204. It returns err if it
// is not nil.
func respondJSON[Out any](c *echo.Context, out Out, err error) error {
	if err != nil {
		return err
	}
	if any(out) == any(noContent{}) {
		return c.NoContent(http.StatusNoContent)
	}
	return c.JSON(http.StatusOK, out)
}

// noContent is the result of a handler that responds with 204.
type noContent struct{}
