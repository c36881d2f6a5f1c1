package sqlscript

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
)

// changesSessionUser reports whether a statement changes the user of the session.
func changesSessionUser(tokens []token) bool {
	return startsWith(tokens, "set", "session", "authorization") || startsWith(tokens, "set", "local", "session", "authorization") ||
		startsWith(tokens, "reset", "session", "authorization")
}

// changeSessionUser runs SET or RESET SESSION AUTHORIZATION, of pg_dump --use-set-session-authorization and
// --disable-triggers. Its default is the owner instead of the superuser who has connected. The owner also
// replaces, with a notice, roles that do not exist and superusers.
func (l *Loader) changeSessionUser(ctx context.Context, s source, tokens []token) error {
	become := func(user string) error {
		_, err := l.tx.Exec(ctx, "set session authorization "+pgx.Identifier{user}.Sanitize())
		return err
	}
	role := indexOf(tokens, "authorization") + 1
	if startsWith(tokens, "reset") || startsWith(tokens[role:], "default") {
		return become(l.owner)
	}
	name := textAt(tokens, role)
	var isPermitted bool
	if err := l.tx.QueryRow(ctx, `select exists (select from pg_roles where rolname = $1 and not rolsuper)`, name).Scan(&isPermitted); err != nil {
		return err
	}
	if isPermitted {
		return become(name)
	}
	l.report(s, "the role %q does not exist or is a superuser: the statements run as %s", name, l.owner)
	return become(l.owner)
}

// removeNosuperuser returns CREATE or ALTER ROLE without NOSUPERUSER, which pg_dumpall writes for each role and
// only superusers can execute. It is the default.
func removeNosuperuser(sql string, tokens []token) string {
	if len(tokens) == 0 || !slices.Contains([]string{"role", "user"}, textAt(tokens, 1)) || !startsWith(tokens, "create") && !startsWith(tokens, "alter") {
		return sql
	}
	i := indexOf(tokens, "nosuperuser")
	if i < 3 {
		return sql
	}
	without := sql[:tokens[i].start] + sql[tokens[i].end:]
	if i == len(tokens)-1 && textAt(tokens, i-1) == "with" { // no other options
		without = sql[:tokens[i-1].start]
	}
	return without
}
