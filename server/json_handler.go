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

// adaptJSONHandler wraps a handler that takes a JSON body: unknown fields are refused, and
// a body that has a valid() method is asked. A handler that answers nil answers
// 204.
func adaptJSONHandler[In any, Out any](handle func(context.Context, requestParams, In) (Out, error)) echo.HandlerFunc {
	return func(c *echo.Context) error {
		var in In
		body, err := readBody(c, maxCommandBody)
		if err != nil {
			return err
		}
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&in); err != nil {
			return newBadRequestError("The body is not what this route takes: %s.", describeBodyError(err))
		}
		if _, err := decoder.Token(); err != io.EOF {
			return newBadRequestError("The body has more than one JSON value.")
		}
		if checked, ok := any(in).(interface{ validate() error }); ok {
			if err := checked.validate(); err != nil {
				return err
			}
		}
		out, err := handle(c.Request().Context(), requestParams{c}, in)
		return respondJSON(c, out, err)
	}
}

// describeBodyError says of a body that can't be decoded why, in no words of Go's.
func describeBodyError(err error) string {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return "it is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends in the middle"
	case errors.As(err, &kind) && kind.Field == "":
		return "it has to be an object, not " + kind.Value
	case errors.As(err, &kind):
		return fmt.Sprintf("%q can't be %s", kind.Field, kind.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// adaptHandler wraps a handler without a body.
func adaptHandler[Out any](handle func(context.Context) (Out, error)) echo.HandlerFunc {
	return func(c *echo.Context) error {
		out, err := handle(c.Request().Context())
		return respondJSON(c, out, err)
	}
}

// requestParams are a request's path parameters and client.
type requestParams struct{ c *echo.Context }

func (p requestParams) get(name string) string { return p.c.Param(name) }

func (p requestParams) clientAddress() string { return p.c.RealIP() }

func respondJSON[Out any](c *echo.Context, out Out, err error) error {
	if err != nil {
		return err
	}
	if any(out) == any(noContent{}) {
		return c.NoContent(http.StatusNoContent)
	}
	return c.JSON(http.StatusOK, out)
}

// noContent is the answer of a handler that has none: 204.
type noContent struct{}
