package sqlscript_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/pgtest"
	"github.com/tableside/tableside/localbase/sqlscript"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func runScript(t *testing.T, db *pgtest.DB, script string) error {
	t.Helper()
	return pgx.BeginFunc(context.Background(), db.Pool("postgres"), func(tx pgx.Tx) error {
		return sqlscript.Run(context.Background(), tx, "seed.sql", script)
	})
}

func TestRunReportsErrorLine(t *testing.T) {
	db := pgtest.New(t)
	for _, test := range []struct{ name, script, want string }{
		{"at the position", "select 1;\nselect 'é',\n  nothing;", "seed.sql:3: column \"nothing\" does not exist (42703)\n  in: select 'é', nothing"},
		{"without a position", "create table t (a int check (a > 0));\n\ninsert into t\nvalues (0);", "seed.sql:3: new row for relation \"t\" violates check constraint \"t_a_check\" (23514)\n  in: insert into t values (0)\n  detail: Failing row contains (0)."},
		{"with a hint", "do $$ begin\nraise 'no' using hint = 'ask'; end $$", "seed.sql:1: no (P0001)\n  in: do $$ begin raise 'no' using hint = 'ask'; end $$\n  hint: ask"},
		{"unterminated string", "select 1;\nselect 'a", "seed.sql:2: unterminated quoted string at or near \"'a\" (42601)\n  in: select 'a"},
		{"in copied data", "create table t (a int);\ncopy t from stdin;\n1\nx\n\\.\n", "seed.sql:2: invalid input syntax for type integer: \"x\" (22P02)\n  in: copy t from stdin"},
		{"after an ignored commit", "create table t (a int);\ncommit\twork;\nselect 1/0;", "seed.sql:3: division by zero (22012)\n  in: select 1/0"},
		{"rollback", "select 1;\nrollback;", "seed.sql:2: a file runs in one transaction and cannot contain a rollback\n  in: rollback"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := runScript(t, db, test.script)
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %v", err, test.want)
			}
		})
	}
	var tables int
	if err := db.Pool("postgres").QueryRow(context.Background(), `select count(*) from pg_tables where schemaname = 'public'`).Scan(&tables); err != nil || tables != 0 {
		t.Errorf("failed scripts created %d tables (%v)", tables, err)
	}
}

func TestRunAcceptsDump(t *testing.T) {
	db := pgtest.New(t)
	err := runScript(t, db, strings.Join([]string{
		"begin;",
		"create table public.t (a int, b text);",
		"COPY public.t (a, b) FROM stdin;\n1\tone; and\n2\t\\N\n\\.\n",
		"create function public.f() returns bigint begin atomic select count(*) from public.t; end;",
		"commit;",
		"insert into public.t values (3, 'three');",
	}, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	var rows int
	if err := db.Pool("postgres").QueryRow(context.Background(), `select public.f()`).Scan(&rows); err != nil || rows != 3 {
		t.Errorf("f() = %d (%v), want 3", rows, err)
	}
}
