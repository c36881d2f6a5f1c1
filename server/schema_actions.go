package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/actions"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// maxActionsBytes limits the rows of tableside_actions.
const maxActionsBytes = 1 << 20

// actionsQuery reads tableside_actions in the form of actions.EdgeFunction.
const actionsQuery = "select=name,title,label,description,icon,method,input,accept,on:on_tables,when:when_filter," +
	"result,sets,touches,undo,confirm,danger,hidden&order=name.asc"

// addActions returns the schema with its actions. Edge functions are for signed-in users.
func (c *schemaCache) addActions(ctx context.Context, caller supa.Caller, found cachedSchema) (cachedSchema, error) {
	derived := *found.Schema // users share the schema of a file
	var declared []actions.EdgeFunction
	if caller.Token != "" {
		declared = slices.Clone(c.EdgeFunctions)
		stored, warnings, err := c.fetchEdgeFunctions(ctx, caller, &derived)
		if err != nil {
			return found, err
		}
		declared = append(declared, stored...)
		derived.Warnings = append(slices.Clone(derived.Warnings), warnings...)
	}
	actions.Derive(&derived, declared)
	c.warnings.log(c.Logger, derived.Warnings)
	derived.HideWarnings()
	return cachedSchema{Schema: &derived, jsonBytes: found.jsonBytes}, nil
}

// fetchEdgeFunctions returns the edge functions that are declared in the table tableside_actions, with warnings about
// invalid rows; none if the schema does not contain the table. If the backend rejects the request, it returns a warning
// instead of an error, so that the schema can be used.
func (c *schemaCache) fetchEdgeFunctions(ctx context.Context, caller supa.Caller, found *schema.Schema) ([]actions.EdgeFunction, []schema.Warning, error) {
	isInstalled := slices.ContainsFunc(found.Tables, func(t schema.Table) bool {
		return t.Schema == optionalSchema && t.Name == schema.ActionsTableName && t.Privileges.Select
	})
	if !isInstalled {
		return nil, nil, nil
	}
	query, err := postgrestquery.Parse(actionsQuery, false)
	if err != nil {
		return nil, nil, fmt.Errorf("parse the query of edge functions: %w", err)
	}
	var functions []actions.EdgeFunction
	var warnings []schema.Warning
	err = c.backend.DecodeRows(ctx, caller, supa.RowsRequest{
		Method: http.MethodGet, Schema: optionalSchema, Table: schema.ActionsTableName, Query: query,
	}, maxActionsBytes, func(text []byte) (err error) {
		functions, warnings, err = actions.ParseRows(text)
		return err
	})
	var rejection *supa.Error
	if errors.As(err, &rejection) && !supa.IsTransient(err) {
		return nil, []schema.Warning{{Object: "table " + optionalSchema + "." + schema.ActionsTableName,
			Message: "The edge functions can’t be read: " + rejection.Message + ". Run the output of `tableside schema-sql --actions` again."}}, nil
	}
	return functions, warnings, err
}

// maxLoggedWarnings limits the memory of warningLog.
const maxLoggedWarnings = 1000

// warningLog logs each warning about a comment once, for the owner, who does not always
// use the app.
type warningLog struct {
	mu     sync.Mutex
	logged map[schema.Warning]bool
}

// log writes the warnings that it has not written before, at most maxLoggedWarnings in total.
func (l *warningLog) log(logger *slog.Logger, warnings []schema.Warning) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, warning := range warnings {
		if l.logged[warning] || len(l.logged) >= maxLoggedWarnings {
			continue
		}
		if l.logged == nil {
			l.logged = map[schema.Warning]bool{}
		}
		l.logged[warning] = true
		logger.Warn("a comment in the database has a problem", "object", warning.Object, "tag", warning.Tag, "problem", warning.Message)
	}
}
