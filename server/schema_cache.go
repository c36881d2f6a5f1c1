package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/tableside/tableside/internal/bytebudget"
	"github.com/tableside/tableside/server/cache"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

const (
	// optionalSchema is the database schema of the objects that the optional SQL creates: saved
	// views, comments, actions.
	optionalSchema = "public"
	maxSchemaBytes = 16 << 20 // of JSON: about 1,500 tables of 30 columns
	// maxCachedSchemas and maxCachedSchemaBytes limit the schemas of all users. In
	// memory, a schema has about three times the bytes of its JSON.
	maxCachedSchemas     = 1000
	maxCachedSchemaBytes = 32 << 20
	// minReloadAge is the age from which a schema is read again because a request
	// names a table or column that it does not contain: it can be newer than the schema.
	minReloadAge = 5 * time.Second
)

// schemaCache reads and caches the schema of each user.
type schemaCache struct {
	*settings
	backend *supa.Backend
	cache   *cache.Cache[cachedSchema]

	warnings warningLog
}

type cachedSchema struct {
	*schema.Schema
	jsonBytes int64 // 0 for the schema file, which all users share
	encode    func() (*encodedSchema, error)
}

// newSchemaCache returns an empty cache of schemas.
func newSchemaCache(backend *supa.Backend, settings *settings) *schemaCache {
	return &schemaCache{settings: settings, backend: backend, cache: cache.New(cache.Options[cachedSchema]{
		MaxAge: settings.SchemaMaxAge, MaxEntries: maxCachedSchemas, Now: settings.Now,
		MaxBytes: maxCachedSchemaBytes, Size: func(s cachedSchema) int64 { return s.jsonBytes },
	})}
}

// get returns the schema as caller sees it. It is shared with other requests: do
// not change it.
func (c *schemaCache) get(ctx context.Context, caller supa.Caller) (*schema.Schema, error) {
	return c.getNewer(ctx, caller, c.SchemaMaxAge)
}

// reloadIfOld is get without a schema that is older than minReloadAge.
func (c *schemaCache) reloadIfOld(ctx context.Context, caller supa.Caller) (*schema.Schema, error) {
	return c.getNewer(ctx, caller, minReloadAge)
}

// getNewer returns the schema as caller sees it, from the cache if that is not older than maxAge.
func (c *schemaCache) getNewer(ctx context.Context, caller supa.Caller, maxAge time.Duration) (*schema.Schema, error) {
	found, err := c.getCached(ctx, caller, maxAge)
	return found.Schema, err
}

// getCached is getNewer with the encoded form of the schema.
func (c *schemaCache) getCached(ctx context.Context, caller supa.Caller, maxAge time.Duration) (cachedSchema, error) {
	return c.cache.GetNewer(ctx, cacheKey(ctx), maxAge, func(ctx context.Context) (cachedSchema, error) {
		found, err := c.fetch(ctx, caller)
		if err == nil {
			found.encode = sync.OnceValues(func() (*encodedSchema, error) { return encodeSchema(found.Schema) })
		}
		return found, err
	})
}

// cacheKey identifies what a user can see: their role, id and assurance level.
func cacheKey(ctx context.Context) string {
	if user := getRequestSession(ctx).user(); user != nil {
		return user.Role + "\x00" + user.ID + "\x00" + string(user.AAL)
	}
	return "guest"
}

// fetch reads the schema, and adds the actions of its functions.
func (c *schemaCache) fetch(ctx context.Context, caller supa.Caller) (cachedSchema, error) {
	found, err := c.fetchTables(ctx, caller)
	if err != nil {
		return found, err
	}
	return c.addActions(ctx, caller, found)
}

// fetchTables reads the schema from the first source that has it: tableside_schema(), the
// OpenAPI root, the schema file.
func (c *schemaCache) fetchTables(ctx context.Context, caller supa.Caller) (cachedSchema, error) {
	var found cachedSchema
	args, err := json.Marshal(map[string][]string{"schemas": c.Schemas})
	if err != nil {
		return found, fmt.Errorf("encode schema names: %w", err)
	}
	err = c.backend.DecodeFunction(ctx, caller, schema.FunctionSchema(c.Schemas), schema.SchemaFunctionName, args, maxSchemaBytes, func(text []byte) (err error) {
		found, err = newCachedSchema(text, schema.Parse)
		return err
	})
	var rejection *supa.Error
	if !errors.As(err, &rejection) || !isNotInstalled(rejection) {
		return found, err
	}
	return c.fetchFromOwner(ctx, caller, err)
}

// fetchFromOwner reads the schema from the sources that the owner gave to the server.
// They contain all tables, not only those that everyone can see, so a guest gets
// not_signed_in. missing is the error that tableside_schema() returned.
func (c *schemaCache) fetchFromOwner(ctx context.Context, caller supa.Caller, missing error) (cachedSchema, error) {
	var found cachedSchema
	details := "The function " + schema.SchemaFunctionName + "() is not installed, and no other source is set."
	if caller.Token == "" && (c.SecretKey != "" || c.schemaFile != nil) {
		return found, newNotSignedInError(missing)
	}
	if c.SecretKey != "" {
		err := c.backend.ReadOpenAPI(ctx, c.Schemas[0], maxSchemaBytes, func(text []byte) (err error) {
			found, err = newCachedSchema(text, func(text []byte) (*schema.Schema, error) {
				return schema.ParseOpenAPI(text, c.Schemas)
			})
			return err
		})
		var invalid *Error
		switch {
		case err == nil:
			return found, nil
		case errors.As(err, &invalid), errors.Is(err, bytebudget.ErrExhausted):
			return found, err
		case c.schemaFile == nil && supa.IsTransient(err) && !hasErrorCode(err, supa.CodeKeyRejected):
			return found, err // a later request can succeed
		}
		details = "The function " + schema.SchemaFunctionName + "() is not installed, and the backend rejected the secret key."
		missing = err
	}
	if c.schemaFile != nil {
		return cachedSchema{Schema: c.schemaFile}, nil
	}
	return found, newSchemaUnavailableError(details, missing)
}

// newCachedSchema parses a schema. Codes: schema_unavailable.
func newCachedSchema(text []byte, parse func([]byte) (*schema.Schema, error)) (cachedSchema, error) {
	found, err := parse(text)
	if err != nil {
		return cachedSchema{}, newSchemaUnavailableError("This version of Tableside can’t read the schema that the backend returned.", err)
	}
	return cachedSchema{Schema: found, jsonBytes: int64(len(text))}, nil
}
