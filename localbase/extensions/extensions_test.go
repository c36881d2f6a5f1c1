package extensions_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/tableside/tableside/localbase/extensions"
	"github.com/tableside/tableside/localbase/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

func install(t *testing.T, db *pgtest.DB, name string) {
	t.Helper()
	extension, ok := extensions.Find(name)
	if !ok {
		t.Fatalf("no replacement of %s", name)
	}
	for range 2 { // the second installation has no effect
		err := pgx.BeginFunc(context.Background(), db.Pool("postgres"), func(tx pgx.Tx) error {
			return extension.Install(context.Background(), tx, "")
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestStandInsReturnErrorsThatNameTheExtension(t *testing.T) {
	db := pgtest.New(t)
	for name, call := range map[string]string{
		"vector": "select '[1,2]'::extensions.vector <=> '[1,3]'", "pg_net": "select net.http_get('http://a.test')",
		"pg_cron": "select cron.schedule('a', '* * * * *', 'select 1')", "supabase_vault": "select vault.create_secret('a')",
		"pg_graphql": "select graphql_public.graphql(query => '{a}')", "pgsodium": "select pgsodium.create_key()",
		"pgmq": "select pgmq.send('q', '{}')",
	} {
		install(t, db, name)
		_, err := db.Pool("postgres").Exec(context.Background(), "set search_path = public, extensions; "+call)
		var pgErr *pgconn.PgError
		want := "The extension " + name + " is not available in localbase: this function is a stand-in"
		if !errors.As(err, &pgErr) || pgErr.Code != "0A000" || pgErr.Message != want {
			t.Errorf("%s: got %v", name, err)
		}
	}
	install(t, db, "pgaudit")
}

func TestVectorColumnsStoreTheirText(t *testing.T) {
	db := pgtest.New(t)
	install(t, db, "vector")
	db.Exec(t, `create table documents (id int, embedding extensions.vector(3)); insert into documents values (1, '[1,2,3]'), (2, null)`)
	var text, typ string
	err := db.Pool("postgres").QueryRow(context.Background(),
		`select embedding::text, format_type(atttypid, atttypmod) from documents, pg_attribute
		 where id = 1 and attrelid = 'documents'::regclass and attname = 'embedding'`).Scan(&text, &typ)
	if err != nil || text != "[1,2,3]" || typ != "extensions.vector(3)" && typ != "vector(3)" {
		t.Errorf("got %q %q, %v", text, typ, err)
	}
}

func TestJSONWebTokens(t *testing.T) {
	db := pgtest.New(t)
	install(t, db, "pgjwt")
	query := func(sql string, args ...any) (text string) {
		t.Helper()
		if err := db.Pool("postgres").QueryRow(context.Background(), sql, args...).Scan(&text); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		return text
	}
	token := query(`select extensions.sign('{"role":"staff"}', $1)`, pgtest.Secret)
	if who, err := db.Keys.Verify(token); err != nil || who.Role != "staff" {
		t.Errorf("%s: got %+v, %v", token, who, err)
	}
	signed, err := db.Keys.Sign(map[string]any{"role": "staff", "exp": 4102444800})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ token, secret, want string }{
		{token, pgtest.Secret, "staff true"}, {signed, pgtest.Secret, "staff true"}, {signed, "another secret", "staff false"},
		{query(`select extensions.sign('{"role":"staff","exp":1}', 's', 'HS512')`), "s", "staff false"},
	} {
		if got := query(`select payload ->> 'role' || ' ' || valid from extensions.verify($1, $2)`, test.token, test.secret); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
