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
		err := pgx.BeginFunc(context.Background(), db.Pool("supabase_admin"), func(tx pgx.Tx) error {
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
		"vector":     "select '[1,2]'::vector <=> '[1,3]'",
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

// Triggers that delete a row's file with a request must not prevent the delete.
func TestRequestsOfHTTPGetTheStatus503(t *testing.T) {
	db := pgtest.New(t)
	install(t, db, "http")
	for query, want := range map[string]string{
		`select status || ' ' || content from http(('DELETE', 'http://a.test/x', array[http_header('authorization', 'Bearer x')], null, null)::http_request)`: "503 localbase sends no HTTP requests",
		`select status::text from http_get('http://a.test')`:                            "503",
		`select status::text from http_get('http://a.test', '{"q": "a"}')`:              "503",
		`select status::text from http_post('http://a.test', '{}', 'application/json')`: "503",
		`select status::text from http_post('http://a.test', '{"a": 1}'::jsonb)`:        "503",
		`select (http_delete('http://a.test')).status::text`:                            "503",
		`select http_set_curlopt('CURLOPT_TIMEOUT', '10')::text`:                        "true",
		`select urlencode('my special string''s & things?')`:                            "my+special+string%27s+%26+things%3F",
		`select urlencode('Zürich'::text::bytea)`:                                       "Z%C3%BCrich",
		`select urlencode(jsonb_build_object('name', 'Colin & James', 'rate', '50%'))`:  "name=Colin+%26+James&rate=50%25",
	} {
		var got string
		err := pgx.BeginFunc(context.Background(), db.Pool("postgres"), func(tx pgx.Tx) error {
			if _, err := tx.Exec(context.Background(), "set local search_path = public, extensions"); err != nil {
				return err
			}
			return tx.QueryRow(context.Background(), query).Scan(&got)
		})
		if err != nil || got != want {
			t.Errorf("%s: got %q, %v", query, got, err)
		}
	}
}

// A trigger that calls pg_net must not prevent the write.
func TestRequestsOfPgNetAreStored(t *testing.T) {
	db := pgtest.New(t)
	install(t, db, "pg_net")
	db.Exec(t, `set role authenticated;
		select net.http_post('https://a.test/hook', body => '{"type": "DELETE"}', params => '{"id": 1}', headers => '{"X-Key": "k"}', timeout_milliseconds => 900);
		select net.http_get('https://a.test');
		reset role`)
	var got string
	err := db.Pool("supabase_admin").QueryRow(context.Background(), `
		select string_agg(concat_ws(' ', id, method, url, headers, convert_from(body, 'UTF8'), timeout_milliseconds), E'\n' order by id)
		from net.http_request_queue`).Scan(&got)
	if err != nil {
		t.Fatal(err)
	}
	if want := "1 POST https://a.test/hook?id=1 {\"X-Key\": \"k\"} {\"type\": \"DELETE\"} 900\n2 GET https://a.test {} 5000"; got != want {
		t.Errorf("got %s", got)
	}
	if _, err := db.Pool("supabase_admin").Exec(context.Background(), "set role authenticated; select from net.http_request_queue"); err == nil {
		t.Error("a user can read the requests, which can contain tokens")
	}
}

// Migrations schedule jobs, and replace them by name.
func TestJobsOfPgCronAreStored(t *testing.T) {
	db := pgtest.New(t)
	install(t, db, "pg_cron")
	db.Exec(t, `select cron.schedule('nightly', '0 3 * * *', 'select 1');
		select cron.schedule('nightly', '0 4 * * *', 'select 2');
		select cron.schedule('0 5 * * *', 'select 3');
		select cron.schedule('hourly', '0 * * * *', 'select 4');
		select cron.alter_job(jobid, active => false) from cron.job where jobname is null;
		select cron.unschedule('hourly')`)
	var got string
	err := db.Pool("postgres").QueryRow(context.Background(), `
		select string_agg(concat_ws(' ', jobname, schedule, command, username, active), ', ' order by jobid) from cron.job`).Scan(&got)
	if err != nil {
		t.Fatal(err)
	}
	if want := "nightly 0 4 * * * select 2 postgres t, 0 5 * * * select 3 postgres f"; got != want {
		t.Errorf("got %s", got)
	}
	if _, err := db.Pool("postgres").Exec(context.Background(), "select cron.unschedule('hourly')"); err == nil {
		t.Error("a job that does not exist was removed")
	}
}

// Migrations create secrets for the headers of webhooks.
func TestSecretsOfVaultAreStored(t *testing.T) {
	db := pgtest.New(t)
	install(t, db, "supabase_vault")
	db.Exec(t, `select vault.update_secret(vault.create_secret('first', 'key', 'of the API'), 'second')`)
	var got string
	err := db.Pool("postgres").QueryRow(context.Background(), `select concat_ws(' ', name, description, decrypted_secret) from vault.decrypted_secrets`).Scan(&got)
	if err != nil || got != "key of the API second" {
		t.Errorf("got %s, %v", got, err)
	}
	// A dump of a hosted project contains encrypted secrets, which have a nonce.
	db.Exec(t, `insert into vault.secrets (name, secret, nonce) values ('dumped', 'Zm9v', 'n')`)
	var dumped *string
	if err := db.Pool("postgres").QueryRow(context.Background(), `select decrypted_secret from vault.decrypted_secrets where name = 'dumped'`).Scan(&dumped); err != nil || dumped != nil {
		t.Errorf("got %v, %v", dumped, err)
	}
	for _, call := range []string{"select vault.create_secret('a')", "select from vault.decrypted_secrets", "select from vault.secrets"} {
		if _, err := db.Pool("supabase_admin").Exec(context.Background(), "set role authenticated; "+call); err == nil {
			t.Errorf("a user can execute %q", call)
		}
	}
}

func TestVectorColumnsStoreTheirText(t *testing.T) {
	db := pgtest.New(t)
	install(t, db, "vector")
	db.Exec(t, `create table documents (id int, embedding extensions.vector(3), half extensions.halfvec(3) unique, sparse extensions.sparsevec(5));
		insert into documents values (1, '[1,2,3]', '[1,2,3]', '{1:1.5,3:2}/5'), (2, null, null, null)`)
	query := func(sql string) (text string) {
		t.Helper()
		if err := db.Pool("postgres").QueryRow(context.Background(), sql).Scan(&text); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		return text
	}
	for sql, want := range map[string]string{
		"select concat_ws(' ', embedding, half, sparse) from documents where id = 1":                                            "[1,2,3] [1,2,3] {1:1.5,3:2}/5",
		"select to_jsonb(d)::text from documents d where embedding = '[1,2,3]' and half <> '[1]'":                               `{"id": 1, "half": "[1,2,3]", "sparse": "{1:1.5,3:2}/5", "embedding": "[1,2,3]"}`,
		"select string_agg(distinct embedding::text, '') from documents group by embedding order by 1":                          "[1,2,3]",
		"select (embedding::real[])[2]::text from documents where id = 1":                                                       "2",
		"update documents set embedding = array[1, 2.5, -3]::real[] where id = 2 returning embedding::text":                     "[1,2.5,-3]",
		"update documents set embedding = array[3.25, 1] where id = 2 returning embedding::text":                                "[3.25,1]", // numeric[]
		"update documents set embedding = array[3, 2] where id = 2 returning embedding::text":                                   "[3,2]",
		"update documents set half = array[0.5]::float8[] where id = 2 returning half::text":                                    "[0.5]",
		"select format_type(atttypid, atttypmod) from pg_attribute where attrelid = 'documents'::regclass and attname = 'half'": "halfvec(3)",
	} {
		if got := query(sql); got != want {
			t.Errorf("%s: got %s", sql, got)
		}
	}
}

func TestAllOperatorsOfVectorsReturnErrors(t *testing.T) {
	db := pgtest.New(t)
	install(t, db, "vector")
	for _, call := range []string{
		"'[1]'::vector <-> '[1]'", "'[1]'::halfvec <#> '[1]'", "'{1:1}/1'::sparsevec <+> '{1:1}/1'", "'[1]'::vector + '[1]'", "'[1]'::halfvec || '[1]'",
		"avg('[1]'::vector)", "sum('[1]'::halfvec)", "l2_normalize('[1]'::vector)", "vector_dims('[1]'::vector)", "subvector('[1,2]'::vector, 1, 1)",
	} {
		_, err := db.Pool("postgres").Exec(context.Background(), "select "+call)
		var pgErr *pgconn.PgError
		if !errors.As(err, &pgErr) || pgErr.Code != "0A000" {
			t.Errorf("%s: got %v", call, err)
		}
	}
}

func TestJSONWebTokens(t *testing.T) {
	for name, create := range map[string]func(*pgtest.DB){
		"replacement": func(db *pgtest.DB) { install(t, db, "pgjwt") },
		"extension of the owner": func(db *pgtest.DB) { // as in psql
			if _, err := db.Pool("postgres").Exec(context.Background(), "create extension pgjwt with schema extensions"); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			db := pgtest.New(t)
			create(db)
			testJSONWebTokens(t, db)
		})
	}
}

func testJSONWebTokens(t *testing.T, db *pgtest.DB) {
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
