package sqlscript

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/extensions"
)

// createExtension runs CREATE EXTENSION, or installs the replacement of an extension that the database
// does not have.
func (l *Loader) createExtension(ctx context.Context, s source, words []token) error {
	at := 2
	if startsWith(words[at:], "if", "not", "exists") {
		at += 3
	}
	name, schema := textAt(words, at), ""
	if i := indexOf(words[at:], "schema"); i > 0 {
		schema = textAt(words, at+i+1)
	}
	var isAvailable, isTrusted, isInstalled bool
	err := l.tx.QueryRow(ctx, `
		select exists (select from pg_available_extensions where name = $1)
		    and not exists (select from supabase_migrations.localbase_extensions where name = $1),
		  exists (select from pg_available_extension_versions where name = $1 and trusted),
		  exists (select from pg_extension where extname = $1)`, name).
		Scan(&isAvailable, &isTrusted, &isInstalled)
	if err != nil {
		return err
	}
	switch {
	case isInstalled:
		return nil // in a schema that localbase has chosen
	case isAvailable:
		if schema != "" {
			if _, err := l.tx.Exec(ctx, "create schema if not exists "+pgx.Identifier{schema}.Sanitize()); err != nil {
				return err
			}
		}
		if isTrusted {
			return execute(ctx, l.tx, s.Statement)
		}
		return l.asSuperuser(ctx, func() error {
			if err := execute(ctx, l.tx, s.Statement); err != nil {
				return err
			}
			_, err := l.tx.Exec(ctx, grantWrappers)
			return err
		})
	}
	replacement, ok := extensions.Find(name)
	if !ok {
		return fmt.Errorf("the extension %s is not available in localbase; remove the statements that need it, or use a hosted project", name)
	}
	if replacement.IsStandIn {
		l.report(s, "the extension %s is not available: a stand-in is installed, %s", name, replacement.Limitation())
	}
	return l.asSuperuser(ctx, func() error { return replacement.Install(ctx, l.tx, schema) })
}

// grantWrappers allows the owner to use the foreign-data wrappers of extensions, as hosted projects do.
const grantWrappers = `
do $$
declare
  wrapper name;
begin
  for wrapper in
    select w.fdwname from pg_foreign_data_wrapper w
    join pg_depend d on d.classid = 'pg_foreign_data_wrapper'::regclass and d.objid = w.oid and d.deptype = 'e'
  loop
    execute format('grant usage on foreign data wrapper %I to postgres with grant option', wrapper);
  end loop;
end $$`

// changeExtension runs ALTER, DROP or COMMENT ON EXTENSION. It skips the statement for a replacement,
// which is not an extension of the database; without a notice if it is a comment.
func (l *Loader) changeExtension(ctx context.Context, s source, words []token) error {
	at := indexOf(words, "extension") + 1
	if startsWith(words[at:], "if", "exists") {
		at += 2
	}
	name := textAt(words, at)
	var isInstalled bool
	if err := l.tx.QueryRow(ctx, `select exists (select from pg_extension where extname = $1)`, name).Scan(&isInstalled); err != nil {
		return err
	}
	if !isInstalled {
		if _, ok := extensions.Find(name); !ok || !startsWith(words, "comment") {
			l.report(s, "skipped: the extension %s is not installed", name)
		}
		return nil
	}
	return l.asSuperuser(ctx, func() error { return l.executeTolerantly(ctx, s, words) })
}
