package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/jsonrows"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// callFunction handles POST /api/rpc/:function with a JSON object of arguments, or with the
// body of a function that has a single unnamed argument. It returns the result of the
// function, 204 for void. For a function that returns a set, Content-Range contains the
// number of all rows, which can be more than those in the response. A volatile function is sent at most once: the call is never
// repeated, and a second request with the same Idempotency-Key is rejected.
//
// Codes: not_found for a function to which the caller has no access, not_signed_in,
// not_run, outcome_unknown, duplicate_run, and the backend's.
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
	overloads := findFunctions(found, profile, name)
	if len(overloads) == 0 {
		if caller.Token == "" {
			return newNotSignedInError(nil)
		}
		return newFunctionNotFoundError(name)
	}
	call, err := s.parseFunctionCall(c, overloads)
	if err != nil {
		return err
	}
	call.Schema, call.Function = profile, name
	return s.runOnce(c, call.runKey(overloads), func() error {
		resp, err := s.backend.CallFunction(ctx, caller, call.FunctionCall)
		if err != nil {
			return err
		}
		if resp.Status == http.StatusNoContent {
			_ = resp.Body.Close()
			return c.NoContent(http.StatusNoContent)
		}
		return s.streamRows(c, resp)
	})
}

// findFunctions returns the functions of a name that the user can execute.
func findFunctions(s *schema.Schema, profile, name string) []schema.Function {
	var found []schema.Function
	for _, f := range s.Functions {
		if f.Schema == profile && f.Name == name {
			found = append(found, f)
		}
	}
	return found
}

func newFunctionNotFoundError(name string) *Error {
	return &Error{Code: CodeNotFound, Message: fmt.Sprintf("The function %q doesn’t exist, or you don’t have access to it.", name)}
}

// functionCall is a call of one of several overloads.
type functionCall struct{ supa.FunctionCall }

// bodyTypes are the media types of the request for a function with a single unnamed
// argument, by the argument's type. The REST service passes the whole body to it.
var bodyTypes = map[string]string{
	"json": "application/json", "jsonb": "application/json", "text": "text/plain", "bytea": "application/octet-stream",
}

// parseFunctionCall reads the body and the idempotency key of a request that calls one of the overloads. It returns a
// bad request error if the URL has a query, or if the body is not of a type that one of them accepts.
func (s *Server) parseFunctionCall(c *echo.Context, overloads []schema.Function) (functionCall, error) {
	call := functionCall{supa.FunctionCall{Body: []byte("{}")}}
	if c.Request().URL.RawQuery != "" {
		return call, newBadRequestError("Send the arguments in the body, not in the query string.")
	}
	accepted := []string{"application/json"}
	acceptsValue := false
	for _, f := range overloads {
		call.SendsOnce = call.SendsOnce || f.Volatility == schema.Volatile
		call.CountsRows = call.CountsRows || f.Result.IsSet
		if len(f.Args) == 1 && f.Args[0].Name == "" {
			kind := bodyTypes[f.Args[0].Type.Base]
			accepted = append(accepted, kind)
			acceptsValue = acceptsValue || kind == "application/json"
		}
	}
	var err error
	if call.IdempotencyKey, err = readIdempotencyKey(c); err != nil {
		return call, err
	}
	if c.Request().ContentLength != 0 {
		if call.Body, call.ContentType, err = s.readDataBody(c, accepted...); err != nil {
			return call, err
		}
	}
	if call.ContentType != "" && call.ContentType != "application/json" {
		return call, nil
	}
	if !json.Valid(call.Body) || !acceptsValue && !jsonrows.IsObject(call.Body) {
		return call, newBadRequestError("The body must be a JSON object of arguments.")
	}
	return call, call.addIdempotencyArgument(overloads)
}

// idempotencyArgument is the argument that gets the Idempotency-Key of the request.
const idempotencyArgument = "idempotency_key"

// acceptsIdempotencyKey reports whether a function has the argument idempotency_key, so
// that it can recognize a second call itself.
func acceptsIdempotencyKey(overloads []schema.Function) bool {
	return slices.ContainsFunc(overloads, func(f schema.Function) bool {
		return slices.ContainsFunc(f.Args, func(a schema.Argument) bool { return a.Name == idempotencyArgument })
	})
}

// addIdempotencyArgument adds the key of the header as an argument, if the function has
// one of this name and the body does not contain it.
func (call *functionCall) addIdempotencyArgument(overloads []schema.Function) error {
	if call.IdempotencyKey == "" || !acceptsIdempotencyKey(overloads) {
		return nil
	}
	var args map[string]json.RawMessage
	if err := json.Unmarshal(call.Body, &args); err != nil {
		return newBadRequestError("The body must be a JSON object of arguments.")
	}
	if _, isSet := args[idempotencyArgument]; isSet {
		return nil
	}
	value, err := json.Marshal(call.IdempotencyKey)
	if err != nil {
		return fmt.Errorf("encode the idempotency key: %w", err)
	}
	added := append([]byte(`{"`+idempotencyArgument+`":`), value...)
	if len(args) > 0 {
		added = append(added, ',')
	}
	rest := call.Body[slices.Index(call.Body, '{')+1:] // unchanged, so that numbers stay exact
	call.Body = append(added, rest...)
	return nil
}

// runKey returns what identifies the run among those of the user, or "" if the function
// can be called again.
func (call *functionCall) runKey(overloads []schema.Function) string {
	if call.IdempotencyKey == "" || !call.SendsOnce || acceptsIdempotencyKey(overloads) {
		return ""
	}
	return strconv.Quote(call.Schema) + "." + strconv.Quote(call.Function) + " " + call.IdempotencyKey
}

// maxIdempotencyKey is the maximum length of an Idempotency-Key.
const maxIdempotencyKey = 200

// readIdempotencyKey returns the header Idempotency-Key, "" without it. It must consist of
// visible ASCII characters.
func readIdempotencyKey(c *echo.Context) (string, error) {
	key := c.Request().Header.Get("Idempotency-Key")
	isVisible := func(r rune) bool { return r > ' ' && r <= '~' }
	if len(key) > maxIdempotencyKey || slices.ContainsFunc([]rune(key), func(r rune) bool { return !isVisible(r) }) {
		return "", newBadRequestError("The Idempotency-Key must have at most %d visible ASCII characters.", maxIdempotencyKey)
	}
	return key, nil
}

// newOutcomeError returns the response for a call whose outcome is not certain, or that
// certainly did not run; nil for all other errors.
func newOutcomeError(err error) *Error {
	var rejection *supa.Error
	details := "The connection broke before the response."
	switch {
	case errors.As(err, &rejection):
		details = rejection.Message
	case errors.Is(err, supa.ErrTimeout):
		details = "The backend didn’t respond in time."
	case errors.Is(err, supa.ErrInvalidResponse):
		details = "The backend returned an unexpected response."
	}
	switch {
	case errors.Is(err, supa.ErrNotRun):
		return &Error{Code: CodeNotRun, Message: "The function did not run. Run it again.", Details: details, Status: StatusOf(CodeNotRun), Cause: err}
	case errors.Is(err, supa.ErrOutcomeUnknown):
		return &Error{Code: CodeOutcomeUnknown, Message: "The function may have run. Check the data before you run it again.",
			Details: details, Status: StatusOf(CodeOutcomeUnknown), Cause: err}
	}
	return nil
}
