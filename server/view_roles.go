package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tableside/tableside/server/schema"
	"github.com/tableside/tableside/server/supa"
)

// maxRolesBytes limits the response of the backend.
const maxRolesBytes = 64 << 10

// listViewRoles handles GET /api/view-roles: it returns the database roles with which a
// saved view can be shared. The list is empty if the owner has not installed the table
// of views, or only a version without roles. Codes: not_signed_in, and the backend's.
func (s *Server) listViewRoles(ctx context.Context) ([]string, error) {
	caller, err := getRequestSession(ctx).resolveCaller(ctx)
	if err != nil {
		return nil, err
	}
	if caller.Token == "" {
		return nil, newNotSignedInError(nil)
	}
	var roles []string
	err = s.backend.DecodeFunction(ctx, caller, optionalSchema, schema.RolesFunctionName, json.RawMessage(`{}`), maxRolesBytes, func(text []byte) error {
		if err := json.Unmarshal(text, &roles); err != nil {
			return fmt.Errorf("%w: %s() returned no array of names: %w", supa.ErrInvalidResponse, schema.RolesFunctionName, err)
		}
		return nil
	})
	var rejection *supa.Error
	if errors.As(err, &rejection) && isNotInstalled(rejection) {
		return []string{}, nil
	}
	if err != nil {
		return nil, err
	}
	return append([]string{}, roles...), nil // JSON must not be null
}
