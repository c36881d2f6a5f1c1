package server

import (
	"context"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/internal/postgrestquery"
	"github.com/tableside/tableside/server/rowquery"
	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// requestedTable is the table that a request names, in the schema of its caller.
type requestedTable struct {
	caller supa.Caller
	schema *schema.Schema
	table  *schema.Table
}

// findRequestedTable finds the table that the path names, in the database schema of
// requestSchema. Codes: unknown_table; not_signed_in for a guest, because the table
// can be visible after a sign-in.
func (s *Server) findRequestedTable(c *echo.Context) (*requestedTable, error) {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return nil, err
	}
	found, err := s.schemas.get(ctx, caller)
	if err != nil {
		return nil, err
	}
	t := &requestedTable{caller: caller}
	schemaName, name := s.requestSchema(c), c.Param("table")
	if t.find(found, schemaName, name) {
		return t, nil
	}
	if found, err = s.schemas.reloadIfOld(ctx, caller); err != nil {
		return nil, err
	}
	switch {
	case t.find(found, schemaName, name):
		return t, nil
	case caller.Token == "":
		return nil, newNotSignedInError(nil)
	}
	return nil, newUnknownTableError(name)
}

// find sets the table if the schema contains it.
func (t *requestedTable) find(in *schema.Schema, schemaName, name string) bool {
	t.schema, t.table = in, rowquery.FindTable(in, schemaName, name)
	return t.table != nil
}

// reloadTable finds the table again, in a newer schema if the current one is older
// than minReloadAge. Codes: unknown_table.
func (s *Server) reloadTable(ctx context.Context, t *requestedTable) error {
	newer, err := s.schemas.reloadIfOld(ctx, t.caller)
	if err != nil {
		return err
	}
	if schemaName, name := t.table.Schema, t.table.Name; !t.find(newer, schemaName, name) {
		return newUnknownTableError(name)
	}
	return nil
}

// checkColumns checks that the table has the columns that a query names, and reads
// the schema again before it rejects one. A caller whose role cannot make the change
// at all gets that error instead. Codes: unknown_column, unknown_table, 42501.
func (s *Server) checkColumns(c *echo.Context, t *requestedTable, query *postgrestquery.Params) error {
	if rowquery.CheckColumns(query, t.schema, t.table) == nil {
		return nil
	}
	if err := s.reloadTable(c.Request().Context(), t); err != nil {
		return err
	}
	err := rowquery.CheckColumns(query, t.schema, t.table)
	if err != nil && !t.hasGrant(c.Request().Method) {
		return t.newForbiddenError(noGrantMessage)
	}
	return err
}

// checkGrant checks that the caller's role has the privilege for the request's
// method, and reads the schema again before it rejects the request: the grant can
// be new. Codes: 42501, unknown_table.
func (s *Server) checkGrant(c *echo.Context, t *requestedTable) error {
	if t.hasGrant(c.Request().Method) {
		return nil
	}
	if err := s.reloadTable(c.Request().Context(), t); err != nil {
		return err
	}
	if !t.hasGrant(c.Request().Method) {
		return t.newForbiddenError(noGrantMessage)
	}
	return nil
}

// hasGrant reports whether the caller's role has the privilege for a method.
func (t *requestedTable) hasGrant(method string) bool {
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

// Messages of newForbiddenError.
const (
	noGrantMessage  = "You don’t have permission to edit %q."
	noSelectMessage = "You don’t have permission to view any column of %q."
)

// newForbiddenError returns the error that PostgREST returns if a grant is missing.
// format contains a verb for the table's name.
func (t *requestedTable) newForbiddenError(format string) *Error {
	status := http.StatusForbidden
	if t.caller.Token == "" {
		status = http.StatusUnauthorized
	}
	return &Error{Code: "42501", Status: status, Message: fmt.Sprintf(format, t.table.Name)}
}

func newUnknownTableError(name string) *Error {
	return &Error{Code: CodeUnknownTable, Message: fmt.Sprintf("The table %q doesn’t exist, or you don’t have access to it.", name)}
}
