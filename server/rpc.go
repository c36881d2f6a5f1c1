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

// callFunction handles POST /api/rpc/:function with a JSON object of arguments. It
// returns the result of the function, 204 for void. Codes: not_found for a function to
// which the caller has no access, not_signed_in, and the backend's.
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
		return &Error{Code: CodeNotFound, Message: fmt.Sprintf("The function %q doesn’t exist, or you don’t have access to it.", name)}
	}
	if c.Request().URL.RawQuery != "" {
		return newBadRequestError("Send the arguments in the body, not in the query string.")
	}
	args := []byte("{}")
	if c.Request().ContentLength != 0 {
		if args, err = readBody(c, maxDataBody); err != nil {
			return err
		}
	}
	if !json.Valid(args) || !jsonrows.IsObject(args) {
		return newBadRequestError("The body must be a JSON object of arguments.")
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
