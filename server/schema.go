package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v5"
	"golang.org/x/sync/singleflight"

	"github.com/tableside/tableside/internal/bytebudget"
	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

const (
	maxSchemaBytes = 16 << 20 // about 1,500 tables of 30 columns
	// functionSchema is where `tableside schema-sql` puts its functions.
	functionSchema   = "public"
	maxCachedSchemas = 1000 // people
)

// getSchema is GET /api/schema: what the caller's role can reach. Anyone may
// call. It is kept for Options.SchemaAge; Cache-Control: no-cache asks anew.
// Codes: schema_unavailable, not_signed_in.
func (s *Server) getSchema(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	anew := strings.Contains(c.Request().Header.Get("Cache-Control"), "no-cache")
	found, err := s.schemas.get(ctx, caller, anew)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, found)
}

// schemaCache keeps schemas by person, and asks once however many wait.
type schemaCache struct {
	*settings
	backend *supa.Backend
	group   singleflight.Group

	mu      sync.Mutex
	entries map[string]cachedSchema
}

type cachedSchema struct {
	schema    *schema.Schema
	expiresAt time.Time
}

func newSchemaCache(backend *supa.Backend, settings *settings) *schemaCache {
	return &schemaCache{settings: settings, backend: backend, entries: map[string]cachedSchema{}}
}

// get answers the schema as caller sees it. The result is shared: don't change it.
func (c *schemaCache) get(ctx context.Context, caller supa.Caller, anew bool) (*schema.Schema, error) {
	key := cacheKey(ctx)
	if !anew {
		c.mu.Lock()
		kept, ok := c.entries[key]
		c.mu.Unlock()
		if ok && c.Now().Before(kept.expiresAt) {
			return kept.schema, nil
		}
	}
	result := c.group.DoChan(key, func() (any, error) {
		found, err := c.fetch(context.WithoutCancel(ctx), caller)
		if err == nil {
			c.store(key, found)
		}
		return found, err
	})
	select {
	case r := <-result:
		if r.Err != nil {
			return nil, r.Err
		}
		return r.Val.(*schema.Schema), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the schema: %w", ctx.Err())
	}
}

// cacheKey is the visitor's role and id.
func cacheKey(ctx context.Context) string {
	if user := getRequestSession(ctx).user(); user != nil {
		return user.Role + "\x00" + user.ID
	}
	return "guest"
}

func (c *schemaCache) store(key string, found *schema.Schema) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= maxCachedSchemas {
		clear(c.entries) // rare, and cheap to ask again
	}
	c.entries[key] = cachedSchema{schema: found, expiresAt: c.Now().Add(c.SchemaMaxAge)}
}

// fetch tries the sources in their order: the function, OpenAPI, the file.
func (c *schemaCache) fetch(ctx context.Context, caller supa.Caller) (*schema.Schema, error) {
	args, err := json.Marshal(map[string][]string{"schemas": c.Schemas})
	if err != nil {
		return nil, fmt.Errorf("encode schema names: %w", err)
	}
	var found *schema.Schema
	err = c.backend.DecodeFunction(ctx, caller, functionSchema, schema.SchemaFunctionName, args, maxSchemaBytes, func(text []byte) (err error) {
		found, err = wrapParseError(schema.Parse(text))
		return err
	})
	var refused *supa.Error
	if !errors.As(err, &refused) || !isNotInstalled(refused) {
		return found, err
	}
	return c.fetchFromOwner(ctx, caller, err)
}

// fetchFromOwner reads the schema where the function is missing, from what the
// owner gave the server. It tells of tables that not everybody may know of, so a
// guest gets nothing.
func (c *schemaCache) fetchFromOwner(ctx context.Context, caller supa.Caller, missing error) (*schema.Schema, error) {
	details := "The function " + schema.SchemaFunctionName + "() is not installed, and no other source is set."
	if caller.Token == "" && (c.SecretKey != "" || c.schemaFile != nil) {
		return nil, newNotSignedInError(missing)
	}
	if c.SecretKey != "" {
		var found *schema.Schema
		err := c.backend.ReadOpenAPI(ctx, c.Schemas[0], maxSchemaBytes, func(text []byte) (err error) {
			found, err = wrapParseError(schema.ParseOpenAPI(text, c.Schemas))
			return err
		})
		var unusable *Error
		switch {
		case err == nil:
			return found, nil
		case errors.As(err, &unusable), errors.Is(err, bytebudget.ErrExhausted):
			return nil, err
		case c.schemaFile == nil && supa.IsTransient(err):
			return nil, err // it may be there in a moment
		}
		details = "The function " + schema.SchemaFunctionName + "() is not installed, and the secret key doesn't open the REST root."
		missing = err
	}
	if c.schemaFile != nil {
		return c.schemaFile, nil
	}
	return nil, newSchemaUnavailableError(details, missing)
}

// wrapParseError passes a schema on; a text that isn't one is no schema, too.
func wrapParseError(found *schema.Schema, err error) (*schema.Schema, error) {
	if err != nil {
		return nil, newSchemaUnavailableError("What "+schema.SchemaFunctionName+"() or the REST root answers is not of the version that this program reads.", err)
	}
	return found, nil
}

func newSchemaUnavailableError(details string, cause error) *Error {
	return &Error{
		Code: CodeSchemaUnavailable, Message: "Tableside can’t read this backend’s tables yet.", Details: details,
		Hint:  "The project’s owner runs the output of `tableside schema-sql` in the SQL editor, once.",
		Cause: cause,
	}
}

// isNotInstalled reports whether tableside_schema() is not there, or is not for
// this caller.
func isNotInstalled(err *supa.Error) bool {
	switch err.Code {
	case "PGRST202", "42883", "42501", "PGRST106":
		return true
	}
	return false
}

// minRenewAge is how old a kept schema has to be to be asked for anew because of
// a name that it doesn't hold: the name may have been made since.
const minRenewAge = 5 * time.Second

// renew answers the schema anew when the kept one is old enough.
func (c *schemaCache) renew(ctx context.Context, caller supa.Caller, old *schema.Schema) (*schema.Schema, error) {
	c.mu.Lock()
	kept := c.entries[cacheKey(ctx)]
	c.mu.Unlock()
	if kept.schema == old && c.Now().Before(kept.expiresAt.Add(minRenewAge-c.SchemaMaxAge)) {
		return old, nil
	}
	return c.get(ctx, caller, true)
}

// requestedTable is a table that a request names, as its caller may reach it.
type requestedTable struct {
	caller supa.Caller
	schema *schema.Schema
	table  *schema.Table
}

// findRequestedTable looks up the table of the path, in the schema of Accept-Profile or
// the default one. Codes: unknown_table; not_signed_in for a guest, to whom a
// table may be unknown just because of that.
func (s *Server) findRequestedTable(c *echo.Context) (*requestedTable, error) {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.schemas.get(ctx, caller, false)
	if err != nil {
		return nil, err
	}
	t := &requestedTable{caller: caller, schema: found}
	if t.findTable(s.requestSchema(c), c.Param("table")) {
		return t, nil
	}
	if t.schema, err = s.schemas.renew(ctx, caller, found); err != nil {
		return nil, err
	}
	switch {
	case t.findTable(s.requestSchema(c), c.Param("table")):
		return t, nil
	case caller.Token == "":
		return nil, newNotSignedInError(nil)
	}
	return nil, &Error{Code: CodeUnknownTable, Message: fmt.Sprintf("There is no table %q, or none that you can reach.", c.Param("table"))}
}

func (t *requestedTable) findTable(schemaName, name string) bool {
	t.table = rowquery.FindTable(t.schema, schemaName, name)
	return t.table != nil
}

// checkColumns looks up the query's columns, in a newer schema if one is missing. For
// a change that the caller's role can't make at all, that is what is told:
// which columns it may name is then beside the point.
func (s *Server) checkColumns(c *echo.Context, t *requestedTable, query *postgrestquery.Params) error {
	err := rowquery.CheckColumns(query, t.schema, t.table)
	if err == nil {
		return nil
	}
	ctx := c.Request().Context()
	newer, renewErr := s.schemas.renew(ctx, t.caller, t.schema)
	if renewErr != nil {
		return renewErr
	}
	if newer != t.schema {
		schemaName, name := t.table.Schema, t.table.Name
		if t.schema = newer; !t.findTable(schemaName, name) {
			return t.newMissingTableError(name)
		}
		err = rowquery.CheckColumns(query, t.schema, t.table)
	}
	if err != nil && !t.canUse(c.Request().Method) {
		return t.newForbiddenError(noGrantMessage)
	}
	return err
}

const noGrantMessage = "You may not change rows of %q."

// checkGrant refuses a change for which the caller's role has no privilege, also
// after the schema was read again: the grant can be new.
func (s *Server) checkGrant(c *echo.Context, t *requestedTable) error {
	if t.canUse(c.Request().Method) {
		return nil
	}
	newer, err := s.schemas.renew(c.Request().Context(), t.caller, t.schema)
	if err != nil {
		return err
	}
	schemaName, name := t.table.Schema, t.table.Name
	if t.schema = newer; !t.findTable(schemaName, name) {
		return t.newMissingTableError(name)
	}
	if !t.canUse(c.Request().Method) {
		return t.newForbiddenError(noGrantMessage)
	}
	return nil
}

// newMissingTableError is the error of a table that the schema had before it was read again.
func (t *requestedTable) newMissingTableError(name string) *Error {
	return &Error{Code: CodeUnknownTable, Message: fmt.Sprintf("There is no table %q any more, or none that you can reach.", name)}
}

// canUse reports whether the caller's role may try a method on the table.
func (t *requestedTable) canUse(method string) bool {
	switch method {
	case http.MethodPost:
		return t.table.Privileges.Insert
	case http.MethodPatch:
		return t.table.Privileges.Update
	case http.MethodDelete:
		return t.table.Privileges.Delete
	}
	return true
}

// newForbiddenError is a refusal for want of a grant, as the backend would put it.
func (t *requestedTable) newForbiddenError(format string) *Error {
	status := http.StatusForbidden
	if t.caller.Token == "" {
		status = http.StatusUnauthorized
	}
	return &Error{Code: "42501", Status: status, Message: fmt.Sprintf(format, t.table.Name)}
}

// requestSchema is the database schema that a request is about: the path may name it.
func (s *Server) requestSchema(c *echo.Context) string {
	if inPath := c.Param("schema"); inPath != "" {
		return inPath
	}
	for _, header := range []string{"Accept-Profile", "Content-Profile"} {
		if profile := c.Request().Header.Get(header); profile != "" {
			return profile
		}
	}
	return s.Schemas[0]
}
