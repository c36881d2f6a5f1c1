package migrations

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// SetDefaultPrivileges applies api.auto_expose_new_tables of config.toml to the objects that the owner creates in public.
func SetDefaultPrivileges(ctx context.Context, conn *pgx.Conn, expose bool) error {
	action := "revoke all on %s from anon, authenticated"
	if expose {
		action = "grant all on %s to anon, authenticated"
	}
	for _, objects := range []string{"tables", "sequences", "functions"} {
		if _, err := conn.Exec(ctx, "alter default privileges for role postgres in schema public "+fmt.Sprintf(action, objects)); err != nil {
			return fmt.Errorf("apply api.auto_expose_new_tables: %w", err)
		}
	}
	return nil
}
