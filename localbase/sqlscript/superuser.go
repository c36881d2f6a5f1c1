package sqlscript

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// needsSuperuser reports whether the Loader must run a statement as a superuser (asSuperuser). In PostgreSQL these
// statements require one, but in a hosted project the extension supautils permits them to the owner: event triggers and
// publications of all tables. The third group, which disables or enables all triggers of a table, is part of dumps by
// pg_dump --disable-triggers.
func needsSuperuser(tokens []token) bool {
	switch {
	case startsWith(tokens, "create", "event", "trigger"), startsWith(tokens, "alter", "event", "trigger"),
		startsWith(tokens, "drop", "event", "trigger"), startsWith(tokens, "comment", "on", "event", "trigger"):
		return true
	case startsWith(tokens, "alter", "table"):
		return (indexOf(tokens, "disable", "trigger", "all") > 0 || indexOf(tokens, "enable", "trigger", "all") > 0) && !namesPlatformSchema(tokens)
	case startsWith(tokens, "create", "publication"):
		return indexOf(tokens, "for", "all", "tables") > 0 || indexOf(tokens, "for", "tables", "in", "schema") > 0
	}
	return false
}

// asSuperuser calls f with the rights of the user who has connected, then restores the user and role of
// the session. After an error of f, the rollback of the transaction restores them.
func (l *Loader) asSuperuser(ctx context.Context, f func() error) error {
	var user, role string
	if err := l.tx.QueryRow(ctx, `select session_user, current_setting('role')`).Scan(&user, &role); err != nil {
		return err
	}
	if _, err := l.tx.Exec(ctx, "set session authorization default"); err != nil {
		return err
	}
	if err := f(); err != nil {
		return err
	}
	restore := "set session authorization " + pgx.Identifier{user}.Sanitize()
	if role != "none" {
		restore += "; set role " + pgx.Identifier{role}.Sanitize()
	}
	_, err := l.tx.Exec(ctx, restore)
	return err
}
