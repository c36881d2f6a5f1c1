package server

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"

	"github.com/labstack/echo/v5"

	"github.com/tableside/tableside/server/supa"
)

// UngrantedTables are the tables of a local backend that no user can access.
type UngrantedTables struct {
	Names  []string `json:"names"`  // "public.orders"; empty if there are none, and outside of local mode
	Grants string   `json:"grants"` // the SQL that grants them to all signed-in users
}

// listUngrantedTables handles GET /api/ungranted-tables for the owner (see isOwner), on the
// machine or in the private network of a server in local mode, of which no public URL is
// set. Others get an empty list. Codes: not_signed_in.
func (s *Server) listUngrantedTables(c *echo.Context) error {
	ctx := c.Request().Context()
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return err
	}
	if caller.Token == "" {
		return newNotSignedInError(nil)
	}
	tables := UngrantedTables{Names: []string{}}
	if s.ListUngrantedTables == nil || s.publicURL != nil || !isLocalAddress(c.RealIP()) {
		return c.JSON(http.StatusOK, tables)
	}
	isOwner, err := s.isOwner(ctx, caller)
	if err != nil {
		return err
	}
	if isOwner {
		if tables, err = s.ListUngrantedTables(ctx); err != nil {
			return fmt.Errorf("list tables without grants: %w", err)
		}
	}
	return c.JSON(http.StatusOK, tables)
}

// isOwner reports whether the caller has the rights or the role of an owner, as for the
// warnings of the schema, or the first account of a local backend: before the first grant, no
// role has rights.
func (s *Server) isOwner(ctx context.Context, caller supa.Caller) (bool, error) {
	found, err := s.schemas.getNewer(ctx, caller, s.SchemaMaxAge)
	if err != nil {
		return false, err
	}
	user := getRequestSession(ctx).user()
	if found.IsForOwner() || user == nil || s.IsFirstAccount == nil {
		return found.IsForOwner(), nil
	}
	isFirst, err := s.IsFirstAccount(ctx, user.ID)
	if err != nil {
		return false, fmt.Errorf("find the first account: %w", err)
	}
	return isFirst, nil
}

// isLocalAddress reports whether a client is on this machine or in a private network, as
// the host of a container is.
func isLocalAddress(text string) bool {
	address, err := netip.ParseAddr(text)
	return err == nil && (address.Unmap().IsLoopback() || address.Unmap().IsPrivate())
}
