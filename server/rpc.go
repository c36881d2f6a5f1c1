package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/jsonrows"
	"github.com/tableside/tableside/server/schema"
)

// callFunction is POST /api/rpc/:function with a JSON object of arguments.
// Answers what the function does, 204 for void. Codes: not_found for a function
// that the caller can't reach, not_signed_in, and the backend's.
func (s *Server) callFunction(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	found, err := s.schemas.get(ctx, caller)
	if err != nil {
		return err
	}
	name, profile := c.Param("function"), s.requestSchema(c)
	known := slices.ContainsFunc(found.Functions, func(f schema.Function) bool { return f.Schema == profile && f.Name == name })
	if !known {
		if caller.Token == "" {
			return newNotSignedInError(nil)
		}
		return &Error{Code: CodeNotFound, Message: fmt.Sprintf("There is no function %q, or none that you may call.", name)}
	}
	if c.Request().URL.RawQuery != "" {
		return newBadRequestError("Arguments go into the body; a query is not taken here.")
	}
	args := []byte("{}")
	if c.Request().ContentLength != 0 {
		if args, err = readBody(c, maxDataBody); err != nil {
			return err
		}
	}
	if !json.Valid(args) || !jsonrows.IsObject(args) {
		return newBadRequestError("The body has to be a JSON object of arguments.")
	}
	resp, err := s.backend.CallFunction(ctx, caller, profile, name, args)
	if err != nil {
		return err
	}
	if resp.Status == http.StatusNoContent {
		_ = resp.Body.Close()
		return c.NoContent(http.StatusNoContent)
	}
	return s.streamRows(c, resp)
}
