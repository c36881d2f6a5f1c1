package demo_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/tableside/tableside/localbase/demo"
	"github.com/tableside/tableside/localbase/pgtest"
)

// readStoragePrivileges calls tableside_storage_privileges() and commits. It returns a letter for
// each allowed command of insert, update and delete, a dash if not allowed, ? if unknown.
func readStoragePrivileges(t *testing.T, db *pgtest.DB, role, bucket, prefix string) string {
	t.Helper()
	var response map[string]*bool
	who := newCaller(role)
	err := pgx.BeginFunc(t.Context(), db.Pool("authenticator"), func(tx pgx.Tx) error {
		if err := who.ApplyRole(t.Context(), tx); err != nil {
			return err
		}
		var text []byte
		if err := tx.QueryRow(t.Context(), `select public.tableside_storage_privileges($1, $2)::text`, bucket, prefix).Scan(&text); err != nil {
			return err
		}
		return json.Unmarshal(text, &response)
	})
	if err != nil {
		t.Fatal(err)
	}
	privileges := ""
	for _, command := range []string{"insert", "update", "delete"} {
		switch allowed := response[command]; {
		case allowed == nil:
			privileges += "?"
		case *allowed:
			privileges += command[:1]
		default:
			privileges += "-"
		}
	}
	return privileges
}

// storageDigest is a query for a digest of all rows of storage.objects.
const storageDigest = `select md5(coalesce(string_agg(o::text, '' order by id), '')) || count(*) from storage.objects o`

func testStoragePrivileges(t *testing.T, db *pgtest.DB, opts demo.Options) {
	before := queryValue[string](t, opts.DB, storageDigest)
	tests := []struct{ role, bucket, prefix, want string }{
		{"owner", "product-photos", "", "iud"},
		{"owner", "documents", "contracts", "iud"},
		{"owner", "no-such-bucket", "", "-??"},
		{"staff", "product-photos", "", "iud"},
		{"staff", "product-photos", "coffee/", "iud"},
		{"staff", "delivery-proofs", "10500", "i--"},
		{"staff", "documents", "", "--d"},          // files in the inbox
		{"staff", "documents", "contracts", "-??"}, // unknown, since staff see no file in it
		{"staff", "documents", "inbox", "i-d"},
		{"staff", "documents", "inbox/2026/11", "i-d"},
		{"viewer", "product-photos", "", "---"},
		{"viewer", "documents", "guides", "---"},
		{"viewer", "delivery-proofs", "10600", "---"},
		{"anon", "product-photos", "", "---"},
		{"authenticated", "documents", "inbox", "---"},
		{"service_role", "documents", "inbox", "iud"},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%s in %s/%s", test.role, test.bucket, test.prefix), func(t *testing.T) {
			if got := readStoragePrivileges(t, db, test.role, test.bucket, test.prefix); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
	if queryValue[string](t, opts.DB, storageDigest) != before {
		t.Error("the function changed storage.objects")
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("the service allows the same for %s in %s/%s", test.role, test.bucket, test.prefix), func(t *testing.T) {
			if test.bucket != "no-such-bucket" {
				checkStorageService(t, db, opts, test.role, test.bucket, test.prefix, test.want)
			}
		})
	}
}

// checkStorageService compares privileges with the storage service's treatment of a file that the
// caller owns.
func checkStorageService(t *testing.T, db *pgtest.DB, opts demo.Options, role, bucket, prefix, privileges string) {
	name := "/object/" + bucket + "/" + path.Join(prefix, "probe.png")
	token := signToken(t, db, newCaller(role))
	for i, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
		if i == 1 && privileges[0] != 'i' {
			return // the caller owns no file
		}
		if allowed := sendFile(t, opts.StorageURL+name, method, token); allowed != (privileges[i] == "iud"[i]) {
			t.Errorf("privileges are %s, but %s is allowed: %v", privileges, method, allowed)
		}
	}
	sendFile(t, opts.StorageURL+name, http.MethodDelete, opts.Key)
}

func sendFile(t *testing.T, url, method, token string) (allowed bool) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader("picture"))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "image/png")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}

func TestStoragePrivilegesThatDependOnTheName(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, storageSQL)
	db.Exec(t, `
		insert into storage.buckets (id, name) values ('b', 'b');
		create policy see on storage.objects for select to authenticated using (true);
		create policy jpg on storage.objects for insert to authenticated with check (storage.extension(name) = 'jpg');
		create policy odd on storage.objects for update to authenticated using (name like '%.odd');
		create policy own on storage.objects for delete to authenticated using (owner_id = auth.jwt() ->> 'sub');`)
	if got, want := readStoragePrivileges(t, db, "authenticated", "b", ""), "i?-"; got != want {
		t.Errorf("got %s, want %s: names with .jpg can be inserted, names with .odd can be updated, and without a subject there is no owner", got, want)
	}
	db.Exec(t, `drop policy jpg on storage.objects; create policy odd_too on storage.objects for insert to authenticated with check (name like '%.odd')`)
	if got, want := readStoragePrivileges(t, db, "authenticated", "b", "")[:1], "?"; got != want {
		t.Errorf("got %s, want %s: no tried name matches, but others can", got, want)
	}
	db.Exec(t, `create policy nobody on storage.objects as restrictive for insert to public with check (false)`)
	if got := readStoragePrivileges(t, db, "authenticated", "b", "")[:1]; got == "i" {
		t.Error("insert is allowed, but a restrictive policy rejects it")
	}
}

func TestStoragePrivilegesFunctionWritesNothing(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, storageSQL)
	db.Exec(t, `
		insert into storage.buckets (id, name) values ('b', 'b');
		create table traces (at timestamptz);
		create function leave_trace() returns boolean language plpgsql security definer as $$ begin insert into public.traces values (now()); return true; end $$;
		create policy everything on storage.objects to authenticated using (bucket_id = 'b');
		create policy traced on storage.objects for insert to anon with check (leave_trace())`)
	for _, mode := range []pgx.TxAccessMode{pgx.ReadWrite, pgx.ReadOnly} {
		for role, want := range map[string]string{
			"authenticated": `{"delete": true, "insert": true, "update": true}`,
			"anon":          `{"delete": false, "insert": null, "update": false}`,
		} {
			err := pgx.BeginTxFunc(t.Context(), db.Pool("authenticator"), pgx.TxOptions{AccessMode: mode}, func(tx pgx.Tx) error {
				if err := newCaller(role).ApplyRole(t.Context(), tx); err != nil {
					return err
				}
				var response, readOnly string
				var assigned *string
				err := tx.QueryRow(t.Context(), `select public.tableside_storage_privileges('b', 'folder')::text`).Scan(&response)
				if err == nil {
					err = tx.QueryRow(t.Context(), `select pg_current_xact_id_if_assigned()::text, current_setting('transaction_read_only')`).Scan(&assigned, &readOnly)
				}
				if err != nil {
					return err
				}
				if response != want {
					t.Errorf("%s %s: %s, want %s", mode, role, response, want)
				}
				if assigned != nil {
					t.Errorf("%s %s: the function used the transaction id %s", mode, role, *assigned)
				}
				if (readOnly == "on") != (mode == pgx.ReadOnly) {
					t.Errorf("%s %s: transaction_read_only is %s after the call", mode, role, readOnly)
				}
				return nil
			})
			if err != nil {
				t.Errorf("%s %s: %v", mode, role, err)
			}
		}
	}
}

func TestStoragePrivilegesOfCombinedPolicies(t *testing.T) {
	const see = `create policy see on storage.objects for select to authenticated using (true);`
	for name, test := range map[string]struct{ sql, want string }{
		"no policy for select": {
			`create policy w on storage.objects for update to authenticated using (true); create policy d on storage.objects for delete to authenticated using (true)`, "-??"},
		"one of two permissive policies":                  {see + `create policy a on storage.objects for insert with check (false); create policy b on storage.objects for insert with check (true)`, "i--"},
		"a restrictive policy rejects":                    {see + `create policy a on storage.objects using (true); create policy r on storage.objects as restrictive for delete using (false)`, "iu-"},
		"only a restrictive policy":                       {see + `create policy r on storage.objects as restrictive for insert with check (true)`, "---"},
		"the check of an update":                          {see + `create policy a on storage.objects for update using (true) with check (false)`, "---"},
		"a subquery about the file":                       {see + `create table dirs (bucket text); grant select on dirs to authenticated; insert into dirs values ('b'); create policy a on storage.objects for insert with check (exists (select from public.dirs d where d.bucket = objects.bucket_id))`, "i--"},
		"a function of the whole row":                     {see + `create function whole(o storage.objects) returns boolean language sql as $$ select o.bucket_id = 'b' $$; create policy a on storage.objects for insert with check (whole(objects.*))`, "i--"},
		"a function that fails":                           {see + `create policy a on storage.objects for insert with check (1 / (select 0) = 1)`, "?--"},
		"a function that needs the service's search path": {see + `set check_function_bodies = off; create function in_b(bucket text) returns boolean language sql as $$ select bucket = extension('x.b') $$; create policy a on storage.objects for insert with check (in_b(bucket_id))`, "i--"},
		"a path of the file":                              {see + `create policy a on storage.objects for insert with check (path_tokens[1] = 'folder')`, "i--"},
	} {
		t.Run(name, func(t *testing.T) {
			db := pgtest.New(t)
			runFile(t, db, storageSQL)
			db.Exec(t, `insert into storage.buckets (id, name) values ('b', 'b'); insert into storage.objects (bucket_id, name) values ('b', 'folder/a.txt')`)
			db.Exec(t, test.sql)
			if got := readStoragePrivileges(t, db, "authenticated", "b", "folder"); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestStoragePrivilegesWithoutStorage(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, storageSQL)
	db.ExecAsSuperuser(t, `drop schema storage cascade`)
	if got := readStoragePrivileges(t, db, "authenticated", "b", ""); got != "???" {
		t.Errorf("got %s, want ???", got)
	}
}

func TestStoragePrivilegesDontWaitForUploads(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, storageSQL)
	db.Exec(t, `
		insert into storage.buckets (id, name) values ('b', 'b'); insert into storage.objects (bucket_id, name) values ('b', 'guides/locked');
		create policy see on storage.objects for select to authenticated using (true);
		create policy change on storage.objects for update to authenticated using (true)`)
	upload, err := db.Pool("postgres").Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = upload.Rollback(t.Context()) }()
	if _, err := upload.Exec(t.Context(), `update storage.objects set updated_at = now()`); err != nil {
		t.Fatal(err)
	}
	if got, want := readStoragePrivileges(t, db, "authenticated", "b", "guides"), "-u-"; got != want {
		t.Errorf("got %s, want %s during an upload", got, want)
	}
}

// A bucket can contain millions of files, so the function must use an index to find those of a
// folder.
func TestStoragePrivilegesReadOnlyTheFolder(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, storageSQL)
	db.Exec(t, `
		insert into storage.buckets (id, name) values ('b', 'b');
		insert into storage.objects (bucket_id, name) select 'b', 'a/' || n from generate_series(1, 20000) n;
		insert into storage.objects (bucket_id, name) values ('b', 'b/mine'), ('b', 'ba');
		analyze storage.objects;
		create policy see on storage.objects for select to authenticated using (true);
		create policy change on storage.objects for update to authenticated using (storage.filename(name) = 'mine')`)
	runAs(t, db, newCaller("authenticated"), func(tx pgx.Tx) {
		var response string
		if err := tx.QueryRow(t.Context(), `select public.tableside_storage_privileges('b', 'b')::text`).Scan(&response); err != nil {
			t.Fatal(err)
		}
		if want := `{"delete": false, "insert": false, "update": true}`; response != want {
			t.Errorf("got %s, want %s", response, want)
		}
		var read int64
		err := tx.QueryRow(t.Context(), `select pg_stat_get_xact_tuples_returned('storage.objects'::regclass) + coalesce(sum(pg_stat_get_xact_tuples_returned(indexrelid)), 0)
			from pg_index where indrelid = 'storage.objects'::regclass`).Scan(&read)
		if err != nil || read > 100 {
			t.Errorf("%d rows and index entries were read: %v", read, err)
		}
	})
}

// The evaluation of a prefix of 200 kB took minutes.
func TestStoragePrivilegesOfLongPrefixesAreUnknown(t *testing.T) {
	db := pgtest.New(t)
	runFile(t, db, storageSQL)
	for _, test := range []struct{ bucket, prefix, want string }{
		{"b", strings.Repeat("a/", 512), "---"},
		{"b", strings.Repeat("a/", 513), "???"},
		{strings.Repeat("b", 1025), "", "???"},
	} {
		if got := readStoragePrivileges(t, db, "authenticated", test.bucket, test.prefix); got != test.want {
			t.Errorf("a bucket of %d bytes and a prefix of %d: got %s, want %s", len(test.bucket), len(test.prefix), got, test.want)
		}
	}
}
